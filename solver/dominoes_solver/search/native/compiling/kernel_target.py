"""How numba compiles kernels and what they call: by classes of its own target, derived from.

Each class leaves something out that kernels do without. numba itself stays as it is, so a program
that uses it for something else is compiled as ever. All of this rests on private parts of numba, so
it is imported only with versions of which `jit` knows them.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from functools import cached_property
from typing import Any

from numba.core import codegen, compiler, cpu, descriptors, dispatcher, registry, types

from dominoes_solver.search.native.compiling.sealed_cache import SealedCache

# numba is typed in part only.
_Library: Any = codegen.JITCodeLibrary
_Codegen: Any = codegen.JITCPUCodegen
_Context: Any = cpu.CPUContext
_Descriptor: Any = descriptors.TargetDescriptor
_Flags: Any = compiler.Flags
_dispatching: Any = dispatcher
_Compiler: Any = _dispatching._FunctionCompiler
_Dispatcher: Any = registry.CPUDispatcher
_cpu_target: Any = registry.cpu_target
_types: Any = types

_REGISTERED = ("_registries", "_defns", "_getattrs", "_setattrs", "_casts", "_get_constants")
"""The implementations of functions, which a context of kernels shares with that of the processor:
numba compiles what it has written in Python itself, such as `max`, for the latter."""


def _unsigned(index: Any) -> Any:
    """The type of an index or of a tuple of them, each signed number taken for an unsigned one."""
    if isinstance(index, _types.BaseTuple):
        return _types.Tuple([_unsigned(part) for part in index])
    return _types.uint64 if _types.unliteral(index) == _types.int64 else index


class KernelContext(_Context):  # type: ignore[misc]
    """Lowers without the check for indices from the end: none in a kernel is negative.

    That check costs a fifth of the time. numba leaves it out for unsigned numbers only, which do
    not mix with others; so numbers are unsigned only where they are an index.
    """

    def __init__(self) -> None:
        usual = _cpu_target.target_context
        super().__init__(usual.typing_context)
        for name in _REGISTERED:
            setattr(self, name, getattr(usual, name))

    def get_function(self, function: Any, signature: Any, _firstcall: bool = True) -> Any:
        operation = getattr(function, "typing_key", None)
        if operation in (operator.getitem, operator.setitem):
            array, index, *value = signature.args
            function = operation
            signature = signature.replace(args=(array, _unsigned(index), *value))
        return super().get_function(function, signature, _firstcall)


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


class CalledCodegen(_Codegen):  # type: ignore[misc]
    """Makes such libraries."""

    _library_class = CalledLibrary

    def set_env(self, env_name: str, env: object) -> None:
        """Nothing to do: the function never runs by itself."""


class KernelTarget(_Descriptor):  # type: ignore[misc]
    """The processor, as kernels see it."""

    options = cpu.CPUTargetOptions

    @property
    def typing_context(self) -> Any:
        return _cpu_target.typing_context

    @cached_property
    def target_context(self) -> Any:
        return KernelContext()


class CalledTarget(KernelTarget):
    """The processor, as what kernels call sees it."""

    @cached_property
    def target_context(self) -> Any:
        return _KERNELS.target_context.subtarget(_internal_codegen=CalledCodegen("kernels"))


_KERNELS, _CALLED = KernelTarget("cpu"), CalledTarget("cpu")


class QuickFlags(_Flags):  # type: ignore[misc]
    """Options of functions that compare quickly, which numba does for every operator."""

    def values(self) -> dict[str, Any]:
        return {**_DEFAULTS, **self._values}


_DEFAULTS = {name: option.default for name, option in QuickFlags.options.items()}


class QuickCompiler(_Compiler):  # type: ignore[misc]
    """Compiles one function with such options."""

    def _customize_flags(self, flags: Any) -> Any:
        return QuickFlags(flags)


class Kernel(_Dispatcher):  # type: ignore[misc]
    """A function that Python calls."""

    targetdescr = _KERNELS
    target_of_code = _KERNELS

    def __init__(self, function: Callable[..., Any], options: dict[str, object]) -> None:
        super().__init__(function, targetoptions=options)
        self._compiler = QuickCompiler(
            function, self.target_of_code, options, {}, compiler.Compiler
        )

    def enable_caching(self) -> None:
        self._cache = SealedCache(self.py_func)


class Callee(Kernel):
    """A function that kernels contain, compiled with the first of them that is not in the cache."""

    target_of_code = _CALLED

    def __init__(
        self, function: Callable[..., Any], options: dict[str, object], signature: Any
    ) -> None:
        super().__init__(function, options)
        self.signature = signature

    def get_call_template(self, arguments: Any, keywords: Any) -> Any:
        # Compiled here, so that it has these types and not those of its first call.
        if not self.overloads:
            self.compile(self.signature)
            self.disable_compile()
        return super().get_call_template(arguments, keywords)
