"""From states of a game of tricks to the arrays of its kernel, and back to values."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from dominoes_solver.search.bulk_values import BulkValues
from dominoes_solver.search.native.programs.words import Inexpressible
from dominoes_solver.search.native.rows import trick_format as at
from dominoes_solver.search.native.searches import probes
from dominoes_solver.search.native.searches.exact_values import Solved
from dominoes_solver.search.trick_scores import OpenTrick, open_trick
from dominoes_solver.worlds.open_hands import OpenHands

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from dominoes_lang.codegen.compiled import Compiled
    from dominoes_lang.table.state import Action, State
    from dominoes_lang.table.suits import Suits
    from dominoes_solver.search.native.compiling.jit import Ints
    from dominoes_solver.search.python.reference import Vector
    from dominoes_solver.search.trick_scores import TrickScore

TABLE_BITS = 16
"""Of the table: two megabytes, of which a core's cache holds much."""

_SPARE: list[tuple[Ints, Ints, int]] = []
"""The work space and table that a job has left, and the epoch of its entries."""


@lru_cache(maxsize=64)
def _kind(suits: Suits, score: TrickScore, seats: int) -> Ints:
    """What worlds with one trump have in common, as a row."""
    places = {suit: place for place, suit in enumerate(sorted(suits.following))}
    row = np.zeros(at.KIND, np.int64)
    steps = score.steps
    row[[at.K_SEATS, at.K_KEEN, at.K_TRICK, at.K_STEPS]] = (
        seats, score.keen, score.points.of_trick, len(steps),
    )  # fmt: skip
    row[at.K_STEP : at.K_STEP + len(steps)] = steps
    for tile, points in enumerate(score.points.of_tile):
        row[at.K_POINTS + tile] = points
        row[at.K_LED + tile] = places[suits.led_by[tile]]
    for suit, place in places.items():
        row[at.K_FOLLOWING + place] = suits.following[suit]
        strength = suits.strength[suit]
        for tile, own in enumerate(strength):
            above = sum(1 << rival for rival, its in enumerate(strength) if its > own)
            row[at.K_ABOVE + place * at.MOST_TILES + tile] = above
    return row


@dataclass
class TrickJob:
    """A search of many worlds under way."""

    search: Callable[..., int]
    arrays: list[Any]
    job: Ints
    levels: Ints
    solved: Ints
    used: Ints
    kinds: Ints
    payments: list[Ints]
    """For each kind what side 0 is ahead by, by the number of the payment."""
    actions: Sequence[tuple[Action, ...]]

    @property
    def nodes(self) -> int:
        return int(self.job[at.J_NODES])

    def advance(self, nodes: int, tick: Callable[[int], None] | None) -> bool:
        """Continue for about this many nodes; returns whether it is done."""
        before = self.nodes
        done = self.search(nodes, *self.arrays) == at.DONE
        if tick is not None:
            tick(self.nodes - before)
        return done

    def leave(self) -> None:
        """Leave the memory to the next job; this one must not be continued."""
        work, table = self.arrays[-2:]
        _SPARE[:] = [(work, table, int(self.job[at.J_EPOCH]))]

    @property
    def finished(self) -> int:
        """The number of finished worlds, which are the first ones."""
        return int(self.job[at.J_WORLD])

    def _values(self, first: int, last: int, number: int) -> Ints:
        """Worlds x actions x sides."""
        values = np.zeros((last - first, number, 2), np.int64)
        for kind, payments in enumerate(self.payments):
            alike = self.kinds[first:last] == kind
            values[alike, :, 0] = payments[self.levels[first:last, :number][alike]]
        values[:, :, 1] = -values[:, :, 0]
        return values

    def solved_from(self, first: int) -> list[Solved]:
        """The finished worlds from one on; where only the best is asked for, without actions."""
        answers = []
        for world in range(first, self.finished):
            actions, spent = self.actions[world], int(self.used[world])
            if not self.solved[world]:
                answers.append(Solved((), None, spent))
                continue
            (values,) = self._values(world, world + 1, max(1, len(actions))).tolist()
            vectors: tuple[Vector, ...] = tuple(map(tuple, values))
            answers.append(Solved(actions, vectors, spent))
        return answers

    def bulk_from(self, first: int) -> Iterator[BulkValues]:
        """The finished worlds from one on, in all of which the same actions are legal."""
        last = self.finished
        unsolved = np.flatnonzero(self.solved[first:last] == 0) + first
        for end in (*unsolved.tolist(), last):
            if first < end:
                actions = self.actions[first]
                values = self._values(first, end, len(actions))
                yield BulkValues(actions, values, self.used[first:end])
            if end < last:
                yield BulkValues((), np.zeros((1, 0, 0), np.int64), self.used[end : end + 1])
            first = end + 1


def trick_job(
    compiled: Compiled,
    states: Sequence[State],
    *,
    wanted: int = probes.EACH,
    nodes: int | None = None,
    dropped: Sequence[int] = (),
) -> TrickJob:
    """A job for states; see `jobs.job_for`. Raises `Inexpressible`."""
    # Imported here because it imports numba.
    from dominoes_solver.search.native.searches.tricks import kernel_tricks

    setup = compiled.setup
    numbers: dict[tuple[int, TrickScore], int] = {}
    kinds: list[Ints] = []
    payments: list[Ints] = []
    asked: list[tuple[Action, ...]] = []
    rows = []
    in_bulk = isinstance(states, OpenHands)
    for state in states:
        trick = open_trick(compiled, state)
        if trick is None or max(hand.bit_count() for hand in state.hands) > at.MOST_HELD:
            raise Inexpressible("payments that no sum of points decides")
        if len(trick.score.steps) > at.MOST_STEPS:
            raise Inexpressible("as many payments as these")
        key = trick.suits.trump, trick.score
        if key not in numbers:
            numbers[key] = len(kinds)
            kinds.append(_kind(trick.suits, trick.score, setup.seats))
            payments.append(np.array(trick.score.paid, np.int64))
        actions: tuple[Action, ...] = ()
        if in_bulk and asked:
            actions = asked[0]
        elif wanted != probes.BEST:
            legal = compiled.legal(state)
            actions = tuple(action for index, action in enumerate(legal) if index not in dropped)
        asked.append(actions)
        kind = kinds[numbers[key]]
        rows.append(_row(numbers[key], kind, trick, state, actions))
    job = np.zeros(at.JOB, np.int64)
    job[at.J_ACTION] = job[at.J_DEPTH] = -1
    job[at.J_LIMIT], job[at.J_TABLE_BITS] = nodes or 0, TABLE_BITS
    if not _SPARE:
        frames = np.zeros(at.FRAME * at.FRAMES, np.int64)
        _SPARE.append((frames, np.zeros(2 << TABLE_BITS, np.int64), 0))
    work, table, job[at.J_EPOCH] = _SPARE.pop()
    worlds = np.array(rows, np.int64)
    levels = np.zeros((len(rows), at.MOST_HELD), np.int64)
    solved, used = np.zeros(len(rows), np.int64), np.zeros(len(rows), np.int64)
    arrays = [job, np.array(kinds), worlds, levels, solved, used, work, table]
    kind_of = worlds[:, at.W_KIND]
    return TrickJob(
        kernel_tricks.search, arrays, job, levels, solved, used, kind_of, payments, asked
    )


def _row(
    number: int, kind: Ints, trick: OpenTrick, state: State, actions: Sequence[Action]
) -> list[int]:
    """A state as a row, and the actions that are asked about; without any, the best of all."""
    row = [0] * at.WORLD
    row[at.W_KIND], row[at.W_TAKEN], row[at.W_MOVER] = number, trick.points, state.mover
    row[at.W_NUMBER], row[at.W_LED], row[at.W_BEST] = len(trick.tiles), -1, -1
    if trick.tiles:
        place = trick.suits.best(trick.tiles)
        row[at.W_LED] = int(kind[at.K_LED + trick.tiles[0]])
        row[at.W_BEST] = trick.tiles[place]
        row[at.W_HOLDER] = (trick.leader + place) % len(state.hands)
        row[at.W_LYING] = sum(trick.score.points.of_tile[tile] for tile in trick.tiles)
    row[at.W_HANDS : at.W_HANDS + len(state.hands)] = state.hands
    row[at.W_COUNT] = len(actions) or -1
    row[at.W_ACTIONS : at.W_ACTIONS + len(actions)] = [action.tile for action in actions]
    return row
