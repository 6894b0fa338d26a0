"""The exact values of states, by jobs of the kernels."""

from __future__ import annotations

import functools
import operator
import time
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from dominoes_lang.table.spots import open_mask
from dominoes_solver.search.native.compiling.loading import Loaded
from dominoes_solver.search.native.programs.gains import may_be_out, plays_plainly
from dominoes_solver.search.trick_scores import open_trick

if TYPE_CHECKING:
    from dominoes_lang.codegen.compiled import Compiled
    from dominoes_lang.table.state import Action, State
    from dominoes_solver.search.bulk_values import BulkValues
    from dominoes_solver.search.python.reference import Vector
    from dominoes_solver.worlds.open_hands import OpenHands

NODES_A_CALL = 50_000
"""Nodes between two looks at the clock: a few milliseconds, at most 0.2 s on a slow machine."""


class Solved(NamedTuple):
    """The values of the legal actions of a state; `values` is None where the nodes ran out."""

    actions: tuple[Action, ...]
    values: tuple[Vector, ...] | None
    nodes: int


def evaluate_many(
    compiled: Compiled,
    states: Sequence[State],
    *,
    nodes: int | None = None,
    deadline: float | None = None,
    tick: Callable[[int], None] | None = None,
    best: bool = False,
    ties: bool = False,
    dropped: Sequence[int] = (),
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
    dropped: the places of legal actions whose values are not asked for, the same in every state.
    """
    from dominoes_solver.search.native.programs.words import Inexpressible

    jobs = Loaded.jobs
    wanted = jobs.probes.TIES if ties else jobs.probes.BEST if best else jobs.probes.EACH
    able = [is_ordinary(compiled, state) for state in states]
    chosen = [state for state, is_able in zip(states, able, strict=True) if is_able]
    job: Any = None
    try:
        if chosen:
            job = jobs.job_for(compiled, chosen, nodes=nodes, wanted=wanted, dropped=dropped)
    except Inexpressible:
        able = [False] * len(states)
    ready: list[Solved] = []
    finished = handed_out = 0
    try:
        for is_able in able:
            if not is_able:
                yield None
                continue
            while job is not None and handed_out == len(ready):
                try:
                    job.advance(NODES_A_CALL, tick)
                except jobs.GaveUp:
                    job = None
                    break
                ready, handed_out = job.solved_from(finished), 0
                finished += len(ready)
                if not ready and deadline is not None and time.monotonic() >= deadline:
                    return
            yield ready[handed_out] if handed_out < len(ready) else None
            handed_out += 1
    finally:
        if job is not None:
            job.leave()


def bulk_values(
    compiled: Compiled,
    states: OpenHands,
    *,
    nodes: int | None = None,
    deadline: float | None = None,
    tick: Callable[[int], None] | None = None,
    dropped: Sequence[int] = (),
) -> Iterator[BulkValues | None]:
    """The same for worlds in bulk, as many together as are found together."""
    from dominoes_solver.search.native.programs.words import Inexpressible

    jobs = Loaded.jobs
    job: Any = None
    finished = 0
    try:
        job = jobs.job_for(compiled, states, nodes=nodes, dropped=dropped)
        while finished < len(states):
            job.advance(NODES_A_CALL, tick)
            first, finished = finished, job.finished
            if first < finished:
                yield from job.bulk_from(first)
            elif deadline is not None and time.monotonic() >= deadline:
                return
    except (Inexpressible, jobs.GaveUp):
        job = None
        yield from [None] * (len(states) - finished)
    finally:
        if job is not None:
            job.leave()


def are_ordinary(compiled: Compiled, states: OpenHands) -> bool:
    """Whether worlds in bulk can all arise in play; see `is_ordinary`."""
    state, hands = states.state, states.hands
    if compiled.setup.tricks is not None:
        return is_ordinary(compiled, states[0])
    if state.over or not plays_plainly(compiled):
        return not state.over
    held = hands != 0
    if not held.all() and not all(may_be_out(compiled, holders) for holders in held.tolist()):
        return False
    rules = compiled.setup.layout.rules
    able = [(hands[:, seat] & open_mask(rules, state, seat)) != 0 for seat in range(hands.shape[1])]
    return not state.opened or bool(functools.reduce(operator.or_, able).all())


def best_value(
    compiled: Compiled,
    state: State,
    *,
    nodes: int | None = None,
    deadline: float | None = None,
) -> Solved | None:
    """The value of a state of a game between two sides, alone in `values`; see `evaluate_many`.

    `values` is None where nodes or time ran out.
    """
    found = evaluate_many(compiled, [state], nodes=nodes, deadline=deadline, best=True)
    return next(found, Solved((), None, 0))


def is_ordinary(compiled: Compiled, state: State) -> bool:
    """Whether a state can arise in play; odd ones are quickly searched in plain Python."""
    if compiled.setup.tricks is not None:
        return open_trick(compiled, state) is not None
    if state.over or not plays_plainly(compiled):
        return not state.over
    if 0 in state.hands and not may_be_out(compiled, [hand != 0 for hand in state.hands]):
        return False
    rules = compiled.setup.layout.rules
    return not state.opened or any(
        hand & open_mask(rules, state, seat) for seat, hand in enumerate(state.hands)
    )
