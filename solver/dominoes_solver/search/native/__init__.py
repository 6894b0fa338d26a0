"""Perfect-information search in machine code, where numba is there: the one entry to it.

Values are those of plain Python to the last point. numba takes a while to import, so nothing here
does before a search is large enough to pay for it.
"""

from __future__ import annotations

import contextlib
import math
import os
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple

from dominoes_lang.text.notices import notice
from dominoes_solver.search.native import warm
from dominoes_solver.search.native.row_format import MOST_SEATS, MOST_TILES

if TYPE_CHECKING:
    from dominoes_lang.codegen.compiled import Compiled
    from dominoes_lang.table.state import Action, State
    from dominoes_solver.search.python.reference import Vector

SWITCH = "DOMINOES_RULES_NATIVE"
"""The variable of the environment that turns it off with `0`."""

INSTALL = 'pip install "dominoes-rules[native]"'
"""What brings machine code to those who have not got numba."""

KERNELS = ("kernel_two", "kernel_any", "kernel_many")

NODES_A_CALL = 50_000
"""Nodes between two looks at the clock: a few milliseconds, at most 0.2 s on a slow machine."""

WORTH_IT = 50_000
"""Nodes of plain Python, by `expected_nodes`, that take longer than to import numba."""

SMALL = 100
"""Nodes that plain Python has searched before a kernel has its arrays."""
PLENTY = 100
"""Times the nodes expected, several times what any search of a game without free choices was seen
to take. Where players may pass or draw as they like the cost is unpredictable."""

_NODES_AT_SIXTEEN = 350.0
_GROWTH = 0.42
_GROWTH_WITH_CHOICE = 0.75


class Solved(NamedTuple):
    """The values of the legal actions of a state; `values` is None where the nodes ran out."""

    actions: tuple[Action, ...]
    values: tuple[Vector, ...] | None
    nodes: int


class StateValue(NamedTuple):
    """The value of a state; `value` is None where the nodes or the time ran out."""

    value: Vector | None
    nodes: int


class _Found:
    """The state of the kernels in this process: not asked for yet, available, or out of reach."""

    jobs: Any = None
    kernels: frozenset[str] = frozenset()
    """The modules that are loaded to the end: another thread may be half through one."""
    missing = False
    compilation: warm.Compilation | None = None
    """Under way in another process."""
    kept = False
    """Whether it goes on after the search that began it, for the next one of this process."""
    late = False
    """Whether it was reported that there was no time to compile."""
    said = False
    """Whether it was reported that something is compiled."""
    seconds = 0.0
    """Spent on loading, and on waiting for what is compiled."""
    work = 0.0
    """The work done so far, by `expected_nodes`."""


def expected_nodes(compiled: Compiled, state: State) -> float:
    """Very roughly, how many nodes plain Python takes for a state; the same on every machine."""
    setup = compiled.setup
    tiles = sum(hand.bit_count() for hand in state.hands)
    growth = _GROWTH if setup.plain and setup.sides == 2 else _GROWTH_WITH_CHOICE
    if setup.draws:
        tiles += len(state.stock) - setup.reserve
    return _NODES_AT_SIXTEEN * math.exp(min(60.0, growth * (tiles - 16)))


def large(
    compiled: Compiled,
    state: State,
    worlds: int = 1,
    *,
    deadline: float | None = None,
    tick: Callable[[int], None] | None = None,
    wait: bool = True,
) -> bool:
    """Whether this many worlds like this one can have, and by themselves deserve, a native search.

    Unlike `wanted`, whatever was searched before. See `available` for the rest.
    """
    if os.environ.get(SWITCH) == "0" or _Found.missing:
        return False
    if worlds * expected_nodes(compiled, state) < WORTH_IT or not is_small_enough(compiled):
        return False
    return available(compiled, deadline=deadline, tick=tick, wait=wait) and supports(compiled)


def wanted(
    compiled: Compiled,
    state: State,
    worlds: int = 1,
    *,
    nodes: int | None = None,
    deadline: float | None = None,
    tick: Callable[[int], None] | None = None,
    wait: bool = True,
) -> bool:
    """Whether this many worlds like this one are to be searched natively, and can be.

    Small searches come first to plain Python, until many of them or a large one have loaded the
    kernels. Searches whose nodes could run out never depend on that: their answers would show what
    the process has searched before.
    Where numba is missing or fails, reports it once on stderr.
    """
    if os.environ.get(SWITCH) == "0" or _Found.missing:
        return False
    one = expected_nodes(compiled, state)
    work = worlds * one
    if nodes is None or cannot_run_out(compiled, state, nodes):
        _Found.work += work
        if work >= SMALL:
            loaded = _Found.kernels.issuperset(_modules([kernel_of(compiled)]))
            work = max(work, WORTH_IT if loaded else _Found.work)
    if work < WORTH_IT or not is_small_enough(compiled):
        return False
    return available(compiled, deadline=deadline, tick=tick, wait=wait) and supports(compiled)


def cannot_run_out(compiled: Compiled, state: State, nodes: int) -> bool:
    """Whether this many nodes are certainly enough for a world like this one."""
    by_choice = any(len(group) > 1 for group in compiled.setup.groups)
    return nodes >= PLENTY * expected_nodes(compiled, state) and not by_choice


def available(
    compiled: Compiled | None = None,
    *,
    deadline: float | None = None,
    tick: Callable[[int], None] | None = None,
    wait: bool = True,
) -> bool:
    """Whether the kernels are there, of all games or of one.

    They are taken from the cache when they are first asked for, or compiled where they are not in
    it. With a deadline, or where `wait` is false, nobody waits for that: they are not there until a
    later call finds them compiled. `tick` is called while it is waited for.
    """
    kernels = KERNELS if compiled is None else [kernel_of(compiled)]
    return _have(kernels, deadline, tick, wait=wait)


def plays_rounds(compiled: Compiled) -> bool:
    """Whether the kernel of random rounds is there and of a size for this game."""
    return is_small_enough(compiled) and _have(["kernel_rounds"])


def reads_choices(compiled: Compiled, *, deadline: float | None = None) -> bool:
    """Whether the kernel of the model of choices is there, and can play this game.

    With a deadline nobody waits until it is compiled; see `available`.
    """
    kernels = ["kernel_choices"]
    if not _is_read(compiled) or not _have(kernels, deadline, _say_compiling):
        return False
    return supports(compiled)


def _say_compiling(nodes: int) -> None:  # noqa: ARG001 (a tick's signature)
    """Say once that a kernel is compiled, where no progress is shown meanwhile."""
    if not _Found.said:
        _Found.said = True
        notice("compiling the model of choices, once (about 10 s)")


def decides(compiled: Compiled, *, wait: bool = True) -> bool:
    """Whether the kernels that decide a position by worlds are there, and can play this game.

    With `wait` false they are not there until a later call finds them compiled.
    """
    kernels = ["kernel_choices"]
    if compiled.setup.plain and compiled.setup.sides == 2:
        kernels.append("kernel_two")
    return _is_read(compiled) and _have(kernels, wait=wait) and supports(compiled)


def loaded() -> bool:
    """Whether this process has paid for the import of numba already."""
    return _Found.jobs is not None


def _have(
    kernels: Iterable[str],
    deadline: float | None = None,
    tick: Callable[[int], None] | None = None,
    *,
    wait: bool = True,
) -> bool:
    if os.environ.get(SWITCH) == "0" or _Found.missing:
        return False
    names = _modules(kernels)
    if _Found.kernels.issuperset(names):
        return True
    began = time.monotonic()
    try:
        return _loaded(names, deadline, tick, wait=wait)
    finally:
        _Found.seconds += time.monotonic() - began


def _loaded(
    names: Sequence[str],
    deadline: float | None,
    tick: Callable[[int], None] | None,
    *,
    wait: bool,
) -> bool:
    """Whether the kernels are there after an attempt to load them."""
    # One thread loads; another that can't wait for it searches in plain Python meanwhile.
    left = -1.0 if deadline is None else max(0.0, deadline - time.monotonic())
    if warm.is_soon(deadline) or not _loading.acquire(timeout=left if wait else 0.0):
        return False
    try:
        if not _load(names, deadline, tick, wait=wait):
            return False
        import_module(f"{__name__}.jit").report_untested()
    except Exception as error:  # noqa: BLE001 - whatever fails in numba, plain Python can do it
        _Found.missing = True
        absent = isinstance(error, ModuleNotFoundError) and error.name == "numba"
        advice = f"for the fast one: {INSTALL}" if absent else _one_line(error)
        notice(f"searching in plain Python ({advice})")
        return False
    finally:
        _loading.release()
    _Found.jobs = sys.modules[names[0]]
    _Found.kernels |= frozenset(names)
    return True


_loading = threading.RLock()


def _load(
    names: Sequence[str],
    deadline: float | None,
    tick: Callable[[int], None] | None,
    *,
    wait: bool,
) -> bool:
    """Import the kernels; whether there was time for it."""
    child = _Found.compilation
    if child is None or (child.over and not child.in_vain):
        try:
            with warm.from_cache_only():
                for name in names:
                    import_module(name)
        except warm.NotCached:
            if child is not None and child.names == names:
                child.in_vain = True
            else:
                with contextlib.suppress(OSError):
                    child = _Found.compilation = warm.Compilation(names)
        else:
            _Found.compilation = None
            return True
    if deadline is not None or not wait:
        return False
    if child is not None:
        child.thread = threading.get_ident()
        child.wait(tick)
        _Found.compilation = None
    # From the cache by now; if that failed, compiled after all.
    for name in names:
        import_module(name)
    return True


def seconds_loading() -> float:
    """How long this process has loaded kernels and waited for them to be compiled."""
    return _Found.seconds


def compiling() -> bool:
    """Whether kernels are being compiled by another process."""
    return _Found.compilation is not None


def leave_compiling() -> None:
    """Let a compilation that is not waited for go on by itself, for the next who searches."""
    with _own_compilation() as child:
        if child is not None:
            child.leave()


@contextlib.contextmanager
def compiling_meanwhile() -> Iterator[None]:
    """Let compilations go on between the searches that are made in the block, until its end."""
    _Found.kept = True
    try:
        yield
    finally:
        _Found.kept = False
        with _own_compilation() as child:
            if child is not None:
                child.stop()


def stop_compiling() -> None:
    """End a compilation that nobody waited for, and report how to have it done.

    Within `compiling_meanwhile` it goes on, and a later search finds it done.
    """
    if _Found.kept:
        return
    with _own_compilation() as child:
        if child is None:
            return
        if not child.over and not _Found.late:
            _Found.late = True
            notice(
                "searched in plain Python, since compiling the native search takes longer than "
                "this; without a limit of time it is compiled, once"
            )
        child.stop()


@contextlib.contextmanager
def _own_compilation() -> Iterator[warm.Compilation | None]:
    """The compilation under way that this thread has begun, to be ended or left; None for others.

    While a thread loads kernels, it may be waiting for that compilation: then it is left alone.
    """
    if not _loading.acquire(blocking=False):
        yield None
        return
    try:
        child = _Found.compilation
        if child is None or child.thread != threading.get_ident():
            yield None
        else:
            yield child
            _Found.compilation = None
    finally:
        _loading.release()


def _modules(kernels: Iterable[str]) -> list[str]:
    """What is imported for these kernels, the jobs first."""
    return [f"{__name__}.{name}" for name in ("jobs", *kernels)]


def kernel_of(compiled: Compiled) -> str:
    """The module that searches a game."""
    if compiled.setup.sides > 2:
        return "kernel_many"
    return "kernel_two" if compiled.setup.plain else "kernel_any"


def supports(compiled: Compiled) -> bool:
    """Whether the kernels can do this game; the kernels must be there."""
    from dominoes_solver.search.native.programs.words import Inexpressible
    from dominoes_solver.search.native.setup_tables import tables

    try:
        tables(compiled)
    except Inexpressible:
        return False
    return True


def evaluate_many(
    compiled: Compiled,
    states: Sequence[State],
    *,
    nodes: int | None = None,
    deadline: float | None = None,
    tick: Callable[[int], None] | None = None,
    best: bool = False,
    ties: bool = False,
) -> Iterator[Solved | None]:
    """Every legal action of every state with its exact value, state by state as they are found.

    The game must be one that `wanted` allows. None stands for a state that is left to plain Python.
    It ends early at the `deadline`, a moment of `time.monotonic`.
    nodes: how many each state may take.
    tick: given the nodes searched since its last call, every few milliseconds.
    best: between two sides, only the value of the state itself, which takes less search: `values`
        holds that alone.
    ties: between two sides, the value of the best actions, and a bound below it for the others;
        little more search than `best`. The actions come in any order.
    """
    from dominoes_solver.search.native.programs.words import Inexpressible

    jobs = _Found.jobs
    wanted = jobs.probes.TIES if ties else jobs.probes.BEST if best else jobs.probes.EACH
    able = [_is_ordinary(compiled, state) for state in states]
    chosen = [state for state, is_able in zip(states, able, strict=True) if is_able]
    job: Any = None
    try:
        job = jobs.job_for(compiled, chosen, nodes=nodes, wanted=wanted) if chosen else None
    except Inexpressible:
        able = [False] * len(states)
    ready: list[Solved] = []
    finished = given = reported = 0
    try:
        for is_able in able:
            if not is_able:
                yield None
                continue
            while job is not None and given == len(ready):
                try:
                    job.run(NODES_A_CALL)
                except jobs.GaveUp:
                    job = None
                    break
                ready, given = job.solved_from(finished), 0
                finished += len(ready)
                if tick is not None:
                    reported, before = job.nodes, reported
                    tick(reported - before)
                if not ready and deadline is not None and time.monotonic() >= deadline:
                    return
            yield ready[given] if given < len(ready) else None
            given += 1
    finally:
        if job is not None:
            job.leave()


def best_value(
    compiled: Compiled,
    state: State,
    *,
    nodes: int | None = None,
    deadline: float | None = None,
) -> StateValue | None:
    """The value of a state of a game between two sides; None leaves it to plain Python."""
    from dominoes_solver.search.native.programs.words import Inexpressible

    jobs = _Found.jobs
    if not _is_ordinary(compiled, state):
        return None
    try:
        job = jobs.job_for(compiled, [state], wanted=jobs.probes.BEST, nodes=nodes)
        while not job.run(NODES_A_CALL):
            if deadline is not None and time.monotonic() >= deadline:
                return StateValue(None, job.nodes)
    except (Inexpressible, jobs.GaveUp):
        return None
    job.leave()
    return StateValue(job.best_value(0) if job.solved(0) else None, job.nodes)


def is_small_enough(compiled: Compiled) -> bool:
    """Whether a game fits the kernels; decided without importing them."""
    setup = compiled.setup
    small = setup.seats <= MOST_SEATS and len(setup.tiles) <= MOST_TILES
    return small and setup.layout.is_line


def _is_read(compiled: Compiled) -> bool:
    """Whether the kernels with a model of choices may know a game: none with points on the way."""
    return is_small_enough(compiled) and not compiled.setup.tracks - {"idle"}


def _is_ordinary(compiled: Compiled, state: State) -> bool:
    """Whether a state can arise in play; odd ones are quickly searched in plain Python."""
    if state.over or not compiled.setup.plain:
        return not state.over
    if 0 in state.hands:
        return False
    fits = compiled.setup.layout.open_mask
    return not state.opened or any(
        hand & fits(state, seat) for seat, hand in enumerate(state.hands)
    )


def _one_line(error: Exception) -> str:
    """An error in one line."""
    text = " ".join(str(error).split())
    return f"numba could not be used: {text}" if text else f"numba: {type(error).__name__}"
