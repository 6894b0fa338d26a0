"""Functions compiled by numba and kept on disk, and machine instructions."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from multiprocessing import parent_process
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

import numba
import numpy as np
from numba import types
from numba.extending import intrinsic

from dominoes_lang.text.notices import notice
from dominoes_lang.text.own_files import NotOwn, make_own, own_cache
from dominoes_solver.search.native.compiling import compilation
from dominoes_solver.search.native.compiling.sealed_cache import PRIVATE_NAME, STAMP

Function = TypeVar("Function", bound=Callable[..., Any])
Ints: TypeAlias = "np.ndarray[Any, np.dtype[np.int64]]"
Reals: TypeAlias = "np.ndarray[Any, np.dtype[np.float64]]"
Singles: TypeAlias = "np.ndarray[Any, np.dtype[np.float32]]"

INT = types.int64
LIST = types.Array(types.int64, 1, "C")
GRID = types.Array(types.int64, 2, "C")
CUBE = types.Array(types.int64, 3, "C")
TWO, THREE = (types.UniTuple(types.int64, count) for count in (2, 3))  # type: ignore[no-untyped-call]
FLOAT = types.float64
FLOATS = types.Array(types.float64, 1, "C")
FLOAT_GRID = types.Array(types.float64, 2, "C")
SINGLES = types.Array(types.float32, 2, "C")

OLDEST_TESTED, NEWEST_TESTED = (0, 60), (0, 68)

KNOWS_INSIDE = OLDEST_TESTED <= tuple(map(int, numba.__version__.split(".")[:2])) <= NEWEST_TESTED
"""Whether this is a version of numba whose private parts are known. With any other version they
are left alone: values are the same, and the kernels are slower."""

_USUAL: dict[str, Any] = {"nogil": True, "boundscheck": False, "error_model": "numpy"}
_OPTIONS = {**_USUAL, "nopython": True, "_nrt": False, "no_cfunc_wrapper": True}
"""No references to arrays are counted, which costs a sixth of the time: the caller keeps all of
them alive, and a kernel makes none."""

# numba is typed in part only.
_njit: Any = numba.njit


@cache
def report_untested() -> None:
    """Report once a version of numba that was not tested; a worker leaves that to its caller."""
    if not KNOWS_INSIDE and parent_process() is None:
        (_, oldest), (_, newest) = OLDEST_TESTED, NEWEST_TESTED
        notice(
            f"searches are slower with numba {numba.__version__}, which was not tested; tested are "
            f'0.{oldest} to 0.{newest}: pip install "numba<0.{newest + 1}"'
        )


def compiled(result: Any, *arguments: Any) -> Callable[[Function], Function]:
    """A decorator for a function of these types that kernels call, and that they contain.

    It is compiled with the first kernel that calls it and is not in the cache.
    """
    return _callee(result, *arguments, inlined=False)


def part(result: Any, *arguments: Any) -> Callable[[Function], Function]:
    """A decorator for a function that only kernels call, whose code replaces each call."""
    return _callee(result, *arguments, inlined=True)


def _callee(result: Any, *arguments: Any, inlined: bool) -> Callable[[Function], Function]:
    def decorate(function: Function) -> Any:
        if not KNOWS_INSIDE:
            return _untested(function)
        from dominoes_solver.search.native.compiling.kernel_target import Callee

        # Said of both kinds, since a function for which nothing is said would be as its first
        # caller. What kernels call is within them, so it is not kept by itself.
        options = {**_OPTIONS, "no_cpython_wrapper": True, "forceinline": inlined}
        return Callee(function, options, result(*arguments))

    return decorate


def kernel(result: Any, *arguments: Any) -> Callable[[Function], Function]:
    """A decorator that compiles a function for these types, or takes it from the cache on disk."""

    def decorate(function: Function) -> Any:
        compiled_function = _kept(function)
        try:
            with compilation.from_cache_only():
                compiled_function.compile(result(*arguments))
        except compilation.NotCached:
            compiled_function = _kept(function)
            compiled_function.compile(result(*arguments))
        compiled_function.disable_compile()
        return compiled_function

    return decorate


def _kept(function: Callable[..., Any]) -> Any:
    """A kernel to compile, or to take from the cache."""
    if not KNOWS_INSIDE:
        return _untested(function)
    from dominoes_solver.search.native.compiling.kernel_target import Kernel

    made = Kernel(function, _OPTIONS)
    with _advice_on_folders():
        made.enable_caching()
    return made


def _untested(function: Callable[..., Any]) -> Any:
    """A function compiled by what numba has for everybody, for the types of its first call.

    By default numba would take it from the cache although what it calls, in other files, has
    changed since; so the folder is one for the current version of the kernels.
    """
    with _advice_on_folders(), _own_folder():
        return _njit(cache=True, **_USUAL)(function)


@contextmanager
def _advice_on_folders() -> Iterator[None]:
    """Raise `RuntimeError` with what to do where there is no folder for compiled code."""
    try:
        yield
    except (RuntimeError, OSError) as error:
        why = f" ({error})" if isinstance(error, NotOwn) else ""
        raise RuntimeError(
            f"there is no folder to keep compiled code in{why}; set NUMBA_CACHE_DIR to one that "
            "only you may write to"
        ) from None


@contextmanager
def _own_folder() -> Iterator[None]:
    """Cache compiled code in a folder for the current version of the kernels.

    Raises `OSError` where there can be none, and `NotOwn` where others can write to it.
    """
    config: Any = numba.config
    usual = config.CACHE_DIR
    shared = usual or Path(__file__).parent / "__pycache__"
    base = (None if usual else own_cache()) or Path(shared, PRIVATE_NAME)
    make_own(base)
    config.CACHE_DIR = str(base / STAMP[:16])
    try:
        yield
    finally:
        config.CACHE_DIR = usual


# numba reads only the names of these arguments, and gives back what mypy cannot know.
_intrinsic: Any = intrinsic


def _count_bits(typing_context, value):  # type: ignore[no-untyped-def]  # noqa: ARG001
    def build(context, builder, signature, arguments):  # type: ignore[no-untyped-def]  # noqa: ARG001
        return builder.ctpop(arguments[0])

    return types.int64(types.int64), build


def _lowest_bit(typing_context, value):  # type: ignore[no-untyped-def]  # noqa: ARG001
    def build(context, builder, signature, arguments):  # type: ignore[no-untyped-def]  # noqa: ARG001
        return builder.cttz(arguments[0], context.get_constant(types.boolean, 1))

    return types.int64(types.int64), build


count_bits: Callable[[int], int] = _intrinsic(_count_bits)
"""How many bits of a mask are set."""
lowest_bit: Callable[[int], int] = _intrinsic(_lowest_bit)
"""The number of the lowest bit of a mask that is not empty."""
