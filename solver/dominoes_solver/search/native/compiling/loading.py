"""Kernels are loaded from the cache, or compiled by another process, when they are first asked for.

numba takes a while to import, so nothing here does before somebody asks.
"""

from __future__ import annotations

import contextlib
import os
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any, ClassVar

from dominoes_lang.text.notices import notice
from dominoes_solver.search.native.compiling import compilation

SWITCH = "DOMINOES_RULES_NATIVE"
"""The variable of the environment that turns it off with `0`."""
WAITING = "wait"
"""Its value with which no search answers in plain Python while its kernels are compiled."""

MEANWHILE = "meanwhile"
"""Its value with which no search waits for kernels, whatever plain Python can do until they come.

The answer then depends on how far the compiler is."""

INSTALL = 'pip install "dominoes-rules[native]"'
"""What brings machine code to those who have not got numba."""
NEEDED = ("numba", "numpy")
"""What must be installed for machine code."""

NATIVE = "dominoes_solver.search.native"
KERNELS = {
    "kernel_two": "search of plain games between two sides",
    "kernel_choices": "players' choices",
    "kernel_points": "search of games between two sides that pay for ends or passes",
    "kernel_any": "search of other games between two sides",
    "kernel_many": "search of games with three sides or more",
    "kernel_tricks": "search of games of tricks",
    "kernel_rounds": "random rounds",
    "kernel_wide": "random rounds of games with many seats, many tiles, or trains",
    "kernel_net": "players by a net",
    "kernel_net_rounds": "rounds between nets",
    "kernel_policy": "players by a policy, and how they learn",
}
"""What each module with kernels does, in order of use."""
ROOMS = {
    "kernel_tricks": "searches.tricks",
    "kernel_rounds": "rounds",
    "kernel_wide": "rounds",
    "kernel_choices": "choices",
    "kernel_net": "choices",
    "kernel_net_rounds": "choices",
    "kernel_policy": "policies",
}
"""Where kernels are that search nothing, or games without a table."""


class Loaded:
    """The state of the kernels in this process: not asked for yet, available, or out of reach."""

    jobs: Any = None
    kernels: frozenset[str] = frozenset()
    """Those that are loaded to the end: another thread may be half through one."""
    missing = False
    compilations: ClassVar[dict[str, compilation.Compilation]] = {}
    """Kernels asked for that other processes compile, or have compiled in vain."""
    promised: ClassVar[dict[str, compilation.Compilation]] = {}
    """Kernels that nobody has asked for yet, and that these processes compile too."""
    waiting = False
    """Whether a search waits for a kernel at this moment."""
    seconds = 0.0
    """Spent on loading, and on waiting for what is compiled."""
    work = 0.0
    """The work done so far, by `expected_nodes`."""


def off() -> bool:
    """Whether machine code is turned off, or out of reach."""
    return os.environ.get(SWITCH) == "0" or Loaded.missing


def may_come() -> bool:
    """Whether to count on kernels that are not there yet: decided without importing anything.

    Nobody counts on them where no search waits for them.
    """
    return not (off() or meanwhile()) and is_installed()


def is_installed() -> bool:
    """Whether what machine code needs is installed: decided without importing anything."""
    return all(find_spec(name) is not None for name in NEEDED)


def have(
    kernels: Iterable[str],
    deadline: float | None = None,
    tick: Callable[[int], None] | None = None,
    *,
    wait: bool = True,
    soon: Sequence[str] = (),
) -> bool:
    """Whether kernels are there, after an attempt to load them; see `available`.

    soon: those that are asked for next; where one is compiled, the same process goes on with them.
    """
    if off():
        return False
    names = tuple(kernels)
    if Loaded.kernels.issuperset(names):
        return True
    began = time.monotonic()
    try:
        wait = (wait and not meanwhile()) or os.environ.get(SWITCH) == WAITING
        return _loaded(names, deadline, tick, wait=wait, soon=soon)
    finally:
        Loaded.seconds += time.monotonic() - began


def _loaded(
    kernels: Sequence[str],
    deadline: float | None,
    tick: Callable[[int], None] | None,
    *,
    wait: bool,
    soon: Sequence[str],
) -> bool:
    """Whether the kernels are there after an attempt to load them."""
    # One thread loads; another that can't wait for it searches in plain Python meanwhile.
    left = -1.0 if deadline is None else max(0.0, deadline - time.monotonic())
    if compilation.is_soon(deadline) or not _loading.acquire(timeout=left if wait else 0.0):
        return False
    try:
        if not _load(kernels, tick, wait=wait and deadline is None, soon=soon):
            return False
        import_module(f"{NATIVE}.compiling.jit").report_untested()
        Loaded.jobs = import_module(f"{NATIVE}.searches.jobs")
    except Exception as error:  # noqa: BLE001 - whatever fails in numba, plain Python can do it
        Loaded.missing = True
        notice(f"searching in plain Python ({_advice(error)})")
        return False
    finally:
        _loading.release()
    Loaded.kernels |= frozenset(kernels)
    return True


_loading = threading.RLock()


def _load(
    kernels: Sequence[str],
    tick: Callable[[int], None] | None,
    *,
    wait: bool,
    soon: Sequence[str],
) -> bool:
    """Import the kernels; whether they were all compiled, by now or before."""
    under_way = [kernel for kernel in kernels if not _is_loaded(kernel, [*kernels, *soon])]
    if under_way and not wait:
        if compiling():
            _report_meanwhile()
        return False
    for kernel in under_way:
        child = Loaded.compilations.get(kernel)
        if child is not None:
            Loaded.waiting = True
            try:
                child.wait(module_of(kernel), tick)
            except BaseException:
                if child.over:
                    _forget(child)
                raise
            finally:
                Loaded.waiting = False
            Loaded.compilations.pop(kernel, None)
        # From the cache by now; if that failed, compiled after all.
        import_module(module_of(kernel))
    return True


def _is_loaded(kernel: str, wanted: Sequence[str]) -> bool:
    """Whether a kernel was in the cache; where it was not, another process compiles it.

    That process goes on with those of `wanted` that nobody has begun.
    """
    child = Loaded.compilations.get(kernel)
    if child is not None and (child.in_vain or not (child.has(module_of(kernel)) or child.over)):
        return False
    try:
        with compilation.from_cache_only():
            import_module(module_of(kernel))
    except compilation.NotCached:
        if child is not None:
            child.in_vain = True
        elif kernel in Loaded.promised:
            Loaded.compilations[kernel] = Loaded.promised.pop(kernel)
        else:
            with contextlib.suppress(OSError):
                _begin([kernel, *wanted])
        return False
    for kernels in (Loaded.compilations, Loaded.promised):
        kernels.pop(kernel, None)
    return True


def _begin(kernels: Sequence[str]) -> None:
    """Start a process that compiles these. Raises `OSError`."""
    under_way = {*Loaded.kernels, *Loaded.compilations, *Loaded.promised}
    asked, *soon = dict.fromkeys(kernel for kernel in kernels if kernel not in under_way)
    child = compilation.Compilation([module_of(kernel) for kernel in (asked, *soon)])
    Loaded.compilations[asked] = child
    Loaded.promised.update(dict.fromkeys(soon, child))


def _forget(child: compilation.Compilation) -> None:
    """Let whoever asks next begin anew what a process was to compile."""
    for kernels in (Loaded.compilations, Loaded.promised):
        for kernel in [name for name, owner in kernels.items() if owner is child]:
            del kernels[kernel]


@cache
def _report_meanwhile() -> None:
    """Report once that plain Python answers; a worker leaves that to its caller."""
    # Imported here because only here it is asked for, and some systems have no processes.
    from multiprocessing import parent_process

    if parent_process() is None:
        notice(
            "plain Python answers while machine code is compiled in the background, once; "
            "`dominoes-rules warm` compiles all of it"
        )


def answer_meanwhile() -> None:
    """Wait for no kernel in this process and those that it starts, unless the user has said how."""
    os.environ.setdefault(SWITCH, MEANWHILE)


def meanwhile() -> bool:
    """Whether no search waits for kernels."""
    return os.environ.get(SWITCH) == MEANWHILE


def loaded() -> bool:
    """Whether this process has paid for the import of numba already."""
    return Loaded.jobs is not None


def seconds_loading() -> float:
    """How long this process has loaded kernels and waited for them to be compiled."""
    return Loaded.seconds


def compiling() -> bool:
    """Whether kernels that this process asked for are being compiled by another one."""
    return any(not child.in_vain for child in [*Loaded.compilations.values()])


def waiting() -> bool:
    """Whether a search waits for kernels, and does nothing else."""
    return Loaded.waiting


def module_of(kernel: str) -> str:
    """What is imported for a kernel."""
    return f"{NATIVE}.{ROOMS.get(kernel, 'searches')}.{kernel}"


def _advice(error: Exception) -> str:
    """What to do about an error, or the error in one line."""
    if isinstance(error, ModuleNotFoundError) and error.name == "numba":
        return f"for the fast one: {INSTALL}"
    text = " ".join(str(error).split())
    return f"numba could not be used: {text}" if text else f"numba: {type(error).__name__}"
