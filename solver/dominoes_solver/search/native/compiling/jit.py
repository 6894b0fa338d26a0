"""The only user of numba: compiled functions, kept on disk, and machine instructions."""

from __future__ import annotations

import os
import pickle
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from copy import copy
from functools import cache
from hashlib import sha256
from multiprocessing import parent_process
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

import numba
import numpy as np
from numba import types
from numba.core import codegen, targetconfig
from numba.core.caching import IndexDataCacheFile
from numba.core.registry import cpu_target
from numba.extending import intrinsic
from numba.np import arrayobj

from dominoes_lang.table import arm_ends, state, trains
from dominoes_lang.text.notices import notice
from dominoes_lang.text.own_files import PRIVATE_FILE, NotOwn, make_own, own_cache, read_own
from dominoes_solver.search.native.compiling import compilation

Function = TypeVar("Function", bound=Callable[..., Any])
Ints: TypeAlias = "np.ndarray[Any, np.dtype[np.int64]]"
Reals: TypeAlias = "np.ndarray[Any, np.dtype[np.float64]]"

INT = types.int64
LIST = types.Array(types.int64, 1, "C")
GRID = types.Array(types.int64, 2, "C")
CUBE = types.Array(types.int64, 3, "C")
THREE = types.UniTuple(types.int64, 3)  # type: ignore[no-untyped-call]
FLOAT = types.float64
FLOATS = types.Array(types.float64, 1, "C")
FLOAT_GRID = types.Array(types.float64, 2, "C")

OLDEST_TESTED, NEWEST_TESTED = (0, 60), (0, 68)

KNOWS_INSIDE = OLDEST_TESTED <= tuple(map(int, numba.__version__.split(".")[:2])) <= NEWEST_TESTED
"""Whether this is a version of numba whose private parts are known. With any other version they
are left alone: values are the same, and the kernels are slower."""

_ALL = {"_nrt": False, "no_cfunc_wrapper": True} if KNOWS_INSIDE else {}
"""No references to arrays are counted, which costs a sixth of the time: the caller keeps all of
them alive, and a kernel makes none."""
_CALLED = {"cache": False, "no_cpython_wrapper": True} if KNOWS_INSIDE else {"cache": True}
"""What kernels call is within them, so it is not kept by itself."""

PRIVATE_NAME = f"dominoes-rules-{os.getuid() if hasattr(os, 'getuid') else 0}"
"""The folder of this user in numba's own, which several users may share."""


@cache
def report_untested() -> None:
    """Report once a version of numba that was not tested; a worker leaves that to its caller."""
    if not KNOWS_INSIDE and parent_process() is None:
        (_, oldest), (_, newest) = OLDEST_TESTED, NEWEST_TESTED
        notice(
            f"searches are slower with numba {numba.__version__}, which was not tested; tested are "
            f'0.{oldest} to 0.{newest}: pip install "numba<0.{newest + 1}"'
        )


_CONSTANTS = (arm_ends.__file__, state.__file__, trains.__file__)
"""The files outside whose numbers are in the code of kernels."""


def _stamp() -> str:
    """What all the kernels are made of, in short."""
    digest = sha256()
    here = Path(__file__).parents[1]
    outside = [here.parents[1] / "chance.py", *map(Path, _CONSTANTS)]
    for path in (*sorted(here.rglob("*.py")), *outside):
        digest.update(path.read_bytes())
    return digest.hexdigest()


_STAMP = _stamp()


@contextmanager
def _whole_numbers_as_places() -> Iterator[None]:
    """Compile without the check for indices from the end: none here is negative.

    That check costs a fifth of the time, and numba leaves it out for unsigned numbers only, which
    do not mix with others.
    """

    def as_it_is(context: Any, builder: Any, kind: Any, place: Any, size: Any) -> Any:  # noqa: ARG001
        return context.cast(builder, place, kind, types.intp if kind.signed else types.uintp)

    if not KNOWS_INSIDE:
        yield
        return
    usual = arrayobj.fix_integer_index
    arrayobj.fix_integer_index = as_it_is
    try:
        yield
    finally:
        arrayobj.fix_integer_index = usual


# numba is typed in part only.
_CacheFile: Any = IndexDataCacheFile
_Library: Any = codegen.JITCodeLibrary if KNOWS_INSIDE else object
_njit: Any = numba.njit


class SealedFile(_CacheFile):  # type: ignore[misc]
    """Compiled code on disk with its digest: what is damaged is not loaded, and compiled anew.

    numba would unpickle and run whatever is there, whoever wrote it. A digest shows damage only, so
    code is kept in a folder, and read from files, that nobody else can write to.
    """

    def __init__(self, cache_path: str, filename_base: str, source_stamp: object) -> None:
        """Raises `OSError` where the user can't have such a folder at the path."""
        folder = Path(cache_path, PRIVATE_NAME)
        make_own(folder)
        super().__init__(str(folder), filename_base, source_stamp)

    def _dump(self, value: object) -> bytes:
        data: bytes = super()._dump(value)
        return sha256(data).digest() + data

    def _save_index(self, overloads: dict[object, str]) -> None:
        with self._open_for_write(self._index_path) as stream:
            stream.write(self._dump((*self._made_of, overloads)))

    def _load_index(self) -> dict[object, str]:
        try:
            index = self._unsealed(self._index_path)
        except OSError:
            return {}
        match index:
            case (version, stamp, dict(overloads)) if (version, stamp) == self._made_of:
                return overloads
        return {}

    @property
    def _made_of(self) -> tuple[object, object]:
        return self._version, self._source_stamp

    def _load_data(self, name: str) -> Any:
        return self._unsealed(self._data_path(name))

    def _unsealed(self, path: str) -> Any:
        """What a file holds. Raises `OSError`, as numba expects it of a file that is gone."""
        data = read_own(Path(path))
        seal, data = data[:32], data[32:]
        if sha256(data).digest() != seal:
            raise OSError(f"{path} is damaged")
        try:
            return pickle.loads(data)
        except Exception as error:  # noqa: BLE001 (whatever ails a cache, it is only a cache)
            raise OSError(f"{path} can't be read: {type(error).__name__}") from None

    @contextmanager
    def _open_for_write(self, path: str) -> Iterator[Any]:
        with super()._open_for_write(path) as stream:
            Path(stream.name).chmod(PRIVATE_FILE)  # whatever the umask is: see `read_own`
            yield stream


def compiled(result: Any, *arguments: Any) -> Callable[[Function], Function]:
    """A decorator for a function of these types that kernels call, and that they contain.

    It is compiled with the first kernel that calls it and is not in the cache.
    """
    return _callee(result, *arguments, inlined=False)


def part(result: Any, *arguments: Any) -> Callable[[Function], Function]:
    """A decorator for a function that only kernels call, whose code replaces each call."""
    return _callee(result, *arguments, inlined=True)


def _callee(result: Any, *arguments: Any, inlined: bool) -> Callable[[Function], Function]:
    # Said of both kinds, since a function for which nothing is said would be as its first caller.
    options = {"forceinline": inlined} if KNOWS_INSIDE else {}

    def decorate(function: Function) -> Function:
        callee = _dispatcher(function, **_CALLED, **options)
        usual = callee.get_call_template

        def called(arguments: Any, keywords: Any) -> Any:
            # Compiled here, so that it has these types and not those of its first call.
            if not callee.overloads:
                with _for_callers():
                    callee.compile(callee.signature)
                callee.disable_compile()
            return usual(arguments, keywords)

        callee.signature = result(*arguments)
        callee.get_call_template = called
        return callee  # type: ignore[no-any-return]

    return decorate


def kernel(result: Any, *arguments: Any) -> Callable[[Function], Function]:
    """A decorator that compiles a function for these types, or takes it from the cache on disk."""

    def decorate(function: Function) -> Function:
        made = _dispatcher(function, cache=True)
        try:
            with compilation.from_cache_only():
                made.compile(result(*arguments))
        except compilation.NotCached:
            made = _dispatcher(function, cache=True)
            with _whole_numbers_as_places(), _quick_options():
                made.compile(result(*arguments))
        made.disable_compile()
        return made  # type: ignore[no-any-return]

    return decorate


class CalledLibrary(_Library):  # type: ignore[misc]
    """The code of a function that only kernels contain: neither optimized nor ready to run.

    By itself numba would do both for each function, and again for each that calls it.
    """

    def _optimize_final_module(self) -> None:
        """Nothing to do: the kernel is optimized as a whole."""

    def _finalize_final_module(self) -> None:
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:  # noqa: ARG002 (it has none)
        return 0


@contextmanager
def _for_callers() -> Iterator[None]:
    """Compile functions to what kernels need of them."""
    if not KNOWS_INSIDE:
        yield
        return
    context = cpu_target.target_context
    usual = context._internal_codegen
    linking = copy(usual)
    linking._library_class = CalledLibrary
    linking.set_env = lambda name, env: None
    context._internal_codegen = linking
    try:
        yield
    finally:
        context._internal_codegen = usual


@contextmanager
def _quick_options() -> Iterator[None]:
    """Compare the options of functions quickly, which numba does for every operator."""
    if not KNOWS_INSIDE:
        yield
        return
    options: Any = targetconfig.TargetConfig
    usual = options.values
    defaults: dict[Any, dict[str, Any]] = {}

    def values(config: Any) -> dict[str, Any]:
        kind = type(config)
        if kind not in defaults:
            defaults[kind] = {name: option.default for name, option in kind.options.items()}
        return {**defaults[kind], **config._values}

    options.values = values
    try:
        yield
    finally:
        options.values = usual


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
    config.CACHE_DIR = str(base / _STAMP[:16])
    try:
        yield
    finally:
        config.CACHE_DIR = usual


def _dispatcher(function: Callable[..., Any], *, cache: bool, **options: bool) -> Any:
    # By default numba would take a function from the cache whose callees, in other files, have
    # changed since: it checks the age of the function's own file alone.
    try:
        with nullcontext() if KNOWS_INSIDE else _own_folder():
            made = _njit(
                cache=cache, nogil=True, boundscheck=False, error_model="numpy", **_ALL, **options
            )(function)
        if cache and KNOWS_INSIDE:
            kept = made._cache
            kept._cache_file = SealedFile(kept.cache_path, kept._impl.filename_base, _STAMP)
    except (RuntimeError, OSError) as error:
        why = f" ({error})" if isinstance(error, NotOwn) else ""
        raise RuntimeError(
            f"there is no folder to keep compiled code in{why}; set NUMBA_CACHE_DIR to one that "
            "only you may write to"
        ) from None
    return made


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
