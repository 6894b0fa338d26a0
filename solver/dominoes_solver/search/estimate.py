"""Estimates where exact values are out of reach: random playouts, and the cost of exact ones."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import count
from statistics import median
from typing import TYPE_CHECKING, Protocol

from dominoes_lang.table.state import Kind
from dominoes_solver.chance import Chance, key_from
from dominoes_solver.limit import Budget, OutOfBudget
from dominoes_solver.search.native.rounds.round_jobs import playout_job
from dominoes_solver.search.python.reference import Vector, own_points

if TYPE_CHECKING:
    from dominoes_lang.codegen.compiled import Compiled
    from dominoes_lang.table.state import Action, State
    from dominoes_solver.search.native.rounds.round_jobs import FromStates
    from dominoes_solver.worlds.unranking import Ints


class PlaysOut(Protocol):
    """How the players of a position go on to the end of the round."""

    def ends(self, compiled: Compiled, state: State, action: Action, key: int) -> Iterator[State]:
        """The ends of rounds that go on with an action, each with its own chance; without end.

        `key` is that of a world.
        """

    def job(
        self,
        compiled: Compiled,
        states: Sequence[State],
        actions: Sequence[Action],
        key: int,
        number: int,
    ) -> FromStates | None:
        """Machine code for the same, as `playout_job` makes it; None if it is not there."""


LINES = 5
FEWEST_POINTS = 4
"""The fewest searches along a line that show their growth."""


def playout(compiled: Compiled, state: State, chance: Chance) -> tuple[State, ...]:
    """Random play to the end of the round: the states with a choice, then the finished one.

    Nobody draws or passes while they can play, which random play would do far too often.
    """
    choices = []
    while not state.over:
        actions = compiled.legal(state)
        if len(actions) > 1:
            choices.append(state)
            actions = [action for action in actions if action.kind is Kind.PLAY] or actions
        chosen = chance.below(len(actions)) if len(actions) > 1 else 0
        state = compiled.play(state, actions[chosen])
    return (*choices, state)


def playout_values(
    compiled: Compiled,
    states: Sequence[State],
    actions: Sequence[Action],
    *,
    playouts: int,
    key: int,
    number: int = 0,
    by: PlaysOut | None = None,
    deadline: float | None = None,
    tick: Callable[[int], None] | None = None,
) -> Iterator[tuple[tuple[Vector, ...], ...] | Ints]:
    """The values of playouts of some actions in worlds of one position: by a policy, or random.

    In machine code they come as arrays, of some worlds x actions x playouts x sides; in plain
    Python world by world, and they are the same. Each action gets as many playouts. The chance of a
    world follows from `key` and its number, the first of which is `number`; that of a playout from
    this and its own number. All actions share it, so that their values differ less by chance. At
    `deadline`, a moment of `time.monotonic`, the first world has fewer playouts, and others none.
    """
    job_of = playout_job if by is None else by.job
    job = job_of(compiled, states, actions, key, number)
    if job is not None:
        yield from job.values(playouts, deadline, tick)
        return
    for world, state in enumerate(states):
        of_world = Chance(key, number + world).state
        values: list[list[Vector]] = [[] for _ in actions]
        rounds = [
            _at_random(compiled, state, action, of_world)
            if by is None
            else by.ends(compiled, state, action, of_world)
            for action in actions
        ]
        for done in range(playouts):
            if (done or world) and _late(deadline):
                break
            for ends, payoffs in zip(rounds, values, strict=True):
                payoffs.append(own_points(compiled.payoff(*next(ends))))
            if tick is not None:
                tick(0)
        if world and len(values[0]) < playouts:
            return
        yield tuple(map(tuple, values))


def _at_random(compiled: Compiled, state: State, action: Action, key: int) -> Iterator[State]:
    """The ends of random rounds that go on with an action, each with its own chance."""
    after = compiled.play(state, action)
    return (playout(compiled, after, Chance(key, number))[-1] for number in count())


def playouts_of_each(
    compiled: Compiled,
    states: Sequence[State],
    actions: Sequence[Action],
    *,
    playouts: int,
    key: int,
    by: PlaysOut | None = None,
) -> Iterator[Sequence[Sequence[Vector]]]:
    """The same world by world, however they come."""
    for values in playout_values(compiled, states, actions, playouts=playouts, key=key, by=by):
        yield from [values] if isinstance(values, tuple) else values.tolist()


def means(vectors: Sequence[Vector]) -> tuple[float, ...]:
    """The mean of each entry."""
    return tuple(sum(points) / len(vectors) for points in zip(*vectors, strict=True))


def cost(
    compiled: Compiled,
    state: State,
    search: Callable[[State, Budget], None],
    *,
    nodes: int,
    deadline: float | None = None,
    seed: int | str = 0,
    tick: Callable[[int], None] | None = None,
) -> float:
    """About how many nodes an exact search of a state would take; infinite if that is unknown.

    `search` searches a state within a budget. It is tried on the states of random playouts, from
    the last backwards, until the budget is spent; the growth from choice to choice is carried on to
    `state`. The answer is the median of several such lines, and good to a power of ten or so.
    """
    key = key_from(seed)
    logs = []
    for number in range(LINES):
        if _late(deadline):
            break
        line = playout(compiled, state, Chance(key, number))[:-1]
        budget = Budget(max(1, nodes // LINES), deadline, tick)
        taken: list[tuple[int, float]] = []
        for ahead, position in enumerate(reversed(line), 1):
            before = budget.spent
            if _late(deadline):
                break
            try:
                search(position, budget)
            except OutOfBudget:
                break
            taken.append((ahead, math.log(max(1, budget.spent - before))))
        if len(taken) >= FEWEST_POINTS:
            logs.append(_carried_on(taken, len(line)))
    return math.exp(median(logs)) if logs else math.inf


def _late(deadline: float | None) -> bool:
    return deadline is not None and time.monotonic() >= deadline


def _carried_on(taken: Sequence[tuple[int, float]], to: int) -> float:
    """The straight line through these points by least squares, at `to`."""
    recent = taken[len(taken) // 2 :]
    middle = sum(x for x, _ in recent) / len(recent)
    height = sum(y for _, y in recent) / len(recent)
    spread = sum((x - middle) ** 2 for x, _ in recent)
    if spread == 0:
        return height
    slope = sum((x - middle) * (y - height) for x, y in recent) / spread
    return height + max(0.0, slope) * (to - middle)
