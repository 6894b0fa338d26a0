"""From compiled rules and states to the arrays of a kernel, and back to values.

A job holds many worlds; `run` continues it for some nodes at a time, so that the caller can be
interrupted in between.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib import import_module
from operator import add
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from dominoes_lang.syntax.nodes import DRAWING, TIED
from dominoes_solver.search.bulk_values import BulkValues
from dominoes_solver.search.native.able_games import is_searched_plainly, kernel_of
from dominoes_solver.search.native.programs import setup_tables
from dominoes_solver.search.native.rows import row_format
from dominoes_solver.search.native.rows.arm_format import actions_of
from dominoes_solver.search.native.rows.key_format import plan_of
from dominoes_solver.search.native.searches import probes
from dominoes_solver.search.native.searches.exact_values import Solved
from dominoes_solver.search.native.searches.tricks.trick_job import TrickJob, trick_job
from dominoes_solver.worlds.open_hands import OpenHands, unlike

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from dominoes_lang.codegen.compiled import Compiled
    from dominoes_lang.table.layout import Layout
    from dominoes_lang.table.state import Action, State
    from dominoes_solver.search.native.compiling.jit import Ints
    from dominoes_solver.search.native.rows.key_format import KeyWords
    from dominoes_solver.search.python.reference import Vector

PLAIN_BITS, PLAIN_TILES = 14, 28
WIDE_BITS = 18
"""For plain games with more tiles in the hands: 4 MB, of which a core's cache holds much."""
SMALL_BITS, SMALL_TILES = 13, 14
MIDDLE_BITS, MIDDLE_TILES = 15, 26
MANY_BITS = 17
"""For plain games of many sides with more tiles than that: of 2^19 entries the cache holds too few,
which costs more than the nodes that they save."""
LARGE_BITS = 19
"""For other games of many sides with as many tiles, and for those with draws by choice, where hands
take many forms."""


Shape = tuple[str, int, int]
"""A kernel, the bits of its table, and those of an entry."""

_SPARE: dict[Shape, tuple[Ints, Ints, int]] = {}
"""The work space and table that the last job of a shape has left, and the epoch of its entries: to
touch fresh memory costs more than a small search."""


class WorldRows(NamedTuple):
    """States as rows, one below the other."""

    rows: Ints
    stocks: Ints | None = None
    """The tiles of each stock in drawing order; a plain game of two sides needs none."""
    paid: Sequence[Vector] | None = None
    """What each state was paid before, where points are paid on the way."""


class GaveUp(Exception):
    """A round that is longer, or pays more, than the arrays of a kernel hold."""


@dataclass
class Job:
    """A search of many worlds under way."""

    search: Any
    arrays: list[Any]
    job: Ints
    actions: Ints
    counts: Ints
    used: Ints
    """The nodes spent on each world."""
    values: Ints
    sign: int
    shape: Shape
    layout: Layout
    paid: Sequence[Vector] | None
    """What each state was paid before: the kernels find what is still to come."""

    @property
    def nodes(self) -> int:
        return int(self.job[probes.J_NODES])

    def run(self, nodes: int) -> bool:
        """Continue for about this many nodes; returns whether it is done. Raises `GaveUp`."""
        done = bool(self.search(nodes, *self.arrays) == probes.DONE)
        if self.job[probes.J_STATUS] == probes.TOO_LARGE:
            raise GaveUp
        return done

    def advance(self, nodes: int, tick: Callable[[int], None] | None) -> bool:
        """The same; `tick` is told the nodes that this took."""
        before = self.nodes
        done = self.run(nodes)
        if tick is not None:
            tick(self.nodes - before)
        return done

    def again(self) -> None:
        """Begin once more, with whatever the rows hold now."""
        kept = self.job[probes.J_EPOCH], self.job[probes.J_TABLE_BITS]
        self.job[:] = 0
        self.job[probes.J_EPOCH], self.job[probes.J_TABLE_BITS] = kept
        self.job[probes.J_ACTION] = self.job[probes.J_DEPTH] = -1
        self.used[:] = 0

    def leave(self) -> None:
        """Leave the memory to the next job; this one must not be continued."""
        work, table = self.arrays[-6:-4]
        _SPARE[self.shape] = (work, table, int(self.job[probes.J_EPOCH]))

    @property
    def finished(self) -> int:
        """The number of finished worlds, which are the first ones."""
        return int(self.job[probes.J_WORLD])

    def solved(self, world: int) -> bool:
        """Whether the nodes were enough for a finished world."""
        return bool(self.counts[world] >= 0)

    def solved_from(self, first: int) -> list[Solved]:
        """The finished worlds from one on; where only the best is asked for, without actions."""
        worlds = slice(first, self.finished)
        counts = self.counts[worlds]
        best = self.job[probes.J_BEST] == probes.BEST
        if best:
            counts = np.minimum(counts, 1)
        most = max(int(counts.max(initial=0)), 0)
        return [
            Solved(
                () if best else self._actions(world, tuple(codes[:count])),
                self._vectors(world, values[:count]),
                nodes,
            )
            if count >= 0
            else Solved((), None, nodes)
            for world, (count, nodes, codes, values) in enumerate(
                zip(
                    counts.tolist(),
                    self.used[worlds].tolist(),
                    self.actions[worlds, :most].tolist(),
                    self.values[worlds, :most].tolist(),
                    strict=True,
                ),
                first,
            )
        ]

    def bulk_from(self, first: int) -> Iterator[BulkValues]:
        """The finished worlds from one on, where the value of each action is asked for.

        In all of them the same actions are legal.
        """
        last = self.finished
        unsolved = np.flatnonzero(self.counts[first:last] < 0) + first
        for end in (*unsolved.tolist(), last):
            if first < end:
                count = int(self.counts[first])
                actions = self._actions(first, tuple(self.actions[first, :count].tolist()))
                values = self.values[first:end, :count]
                if values.ndim == 2:
                    values = np.stack((self.sign * values, -self.sign * values), axis=2)
                paid = self.paid[first] if self.paid else ()
                if paid:
                    values = values + (
                        paid if len(paid) > 2 else (paid[0] - paid[1], paid[1] - paid[0])
                    )
                yield BulkValues(actions, values, self.used[first:end])
            if end < last:
                yield BulkValues((), np.zeros((1, 0, 0), np.int64), self.used[end : end + 1])
            first = end + 1

    def _actions(self, world: int, codes: tuple[int, ...]) -> tuple[Action, ...]:
        """The actions of some numbers in a world."""
        doubles = -1 if self.layout.is_line else int(self.arrays[1][world, row_format.OTHERS])
        return actions_of(codes, self.layout, doubles)

    def _vectors(self, world: int, values: list[Any]) -> tuple[Vector, ...]:
        paid = self.paid[world] if self.paid else ()
        if self.values.ndim == 3:
            if paid:
                return tuple([tuple(map(add, vector, paid)) for vector in values])
            return tuple([tuple(vector) for vector in values])
        sign = self.sign
        before = paid[0] - paid[1] if paid else 0
        return tuple([(before + sign * ahead, -before - sign * ahead) for ahead in values])


def job_for(
    compiled: Compiled,
    states: Sequence[State],
    *,
    wanted: int = probes.EACH,
    nodes: int | None = None,
    dropped: Sequence[int] = (),
) -> Job | TrickJob:
    """A job that finds the value of every legal action of every state.

    Those at the places `dropped` are left out, the same in every state.
    For two sides `probes.BEST` and `probes.TIES` take less search. Each world may take `nodes`
    nodes. In every state somebody can act, and nobody is out.
    Raises `Inexpressible`.
    """
    setup = compiled.setup
    if setup.tricks is not None:
        return trick_job(compiled, states, wanted=wanted, nodes=nodes, dropped=dropped)
    plainly = is_searched_plainly(compiled)
    pays = setup_tables.tables(compiled).book[row_format.PAYS]
    return job_of_rows(
        compiled,
        WorldRows(
            setup_tables.rows(setup, states),
            None if plainly else setup_tables.stocks(states),
            _paid(states) if pays else None,
        ),
        wanted=wanted,
        nodes=nodes,
        bits=_table_bits(compiled, states),
        words=setup_tables.key_words(compiled, () if plainly else states),
        dropped=dropped,
    )


def _paid(states: Sequence[State]) -> Sequence[Vector]:
    if isinstance(states, OpenHands):
        return [states.state.more.paid] * len(states)
    return [state.more.paid for state in states]


def job_of_rows(
    compiled: Compiled,
    worlds: WorldRows,
    *,
    wanted: int = probes.EACH,
    nodes: int | None = None,
    bits: int = PLAIN_BITS,
    words: KeyWords = (),
    dropped: Sequence[int] = (),
) -> Job:
    """The same job for states as rows.

    bits: the logarithm of the size of the table. words: those of its keys, where points are paid on
    the way or turns go on.
    """
    setup = compiled.setup
    tables = setup_tables.tables(compiled)
    kernel = _kernel(kernel_of(compiled))
    job = np.zeros(probes.JOB, np.int64)
    job[probes.J_ACTION] = job[probes.J_DEPTH] = -1
    job[probes.J_BEST] = wanted if setup.sides == 2 else probes.EACH
    job[probes.J_LIMIT] = nodes or 0
    job[probes.J_TABLE_BITS] = bits
    job[probes.J_WORDS] = len(words := words or setup_tables.key_words(compiled))
    job[probes.J_DOUBLES] = sum(field.name == "doubles" for field, _ in words[0]) * 7
    job[probes.J_KEY : probes.J_DROPPED] = plan_of(words)
    job[[probes.J_DROPPED + index for index in dropped]] = 1
    count = len(worlds.rows)
    actions = np.zeros((count, row_format.MOST_LISTED), np.int64)
    counts, used = np.zeros(count, np.int64), np.zeros(count, np.int64)
    sides = (setup.sides,) if setup.sides > 2 else ()
    values = np.zeros((count, row_format.MOST_LISTED, *sides), np.int64)
    hands = 2 if setup.seats == 2 else row_format.MOST_SEATS
    job[probes.J_HANDS] = hands = 0 if is_searched_plainly(compiled) else hands
    entry_bits = (hands + len(words) + kernel.VALUE_SIZE - 1).bit_length()
    job[probes.J_ENTRY_BITS] = entry_bits
    shape = (kernel_of(compiled), bits, entry_bits)
    work, table, job[probes.J_EPOCH] = _SPARE.pop(shape, None) or (
        np.zeros(row_format.WORK, np.int64),
        np.zeros(1 << bits + entry_bits, np.int64),
        0,
    )
    states = [worlds.rows] if worlds.stocks is None else [worlds.rows, worlds.stocks]
    arrays = [job, *states, tables.book, tables.bounds, work, table, actions, counts, used, values]
    return Job(
        kernel.search, arrays, job, actions, counts, used, values, tables.sign, shape, setup.layout,
        worlds.paid,
    )  # fmt: skip


@cache
def _kernel(name: str) -> Any:
    """The module of a kernel."""
    return import_module(f"{__package__}.{name}")


def _table_bits(compiled: Compiled, states: Sequence[State]) -> int:
    """How large the table is to be: small enough for the cache where the search is small."""
    setup = compiled.setup
    two = is_searched_plainly(compiled)
    if two and len(setup.tiles) <= PLAIN_TILES:
        return PLAIN_BITS
    states = unlike(states)
    tiles = max(sum(hand.bit_count() for hand in state.hands) for state in states)
    if two:
        return PLAIN_BITS if tiles <= PLAIN_TILES else WIDE_BITS
    if setup.draws:
        tiles += max(len(state.stock) for state in states) - setup.reserve
    free = any(step.act in DRAWING - TIED for step in setup.turn.steps)
    if tiles <= SMALL_TILES:
        return SMALL_BITS
    if setup.sides > 2 and tiles > MIDDLE_TILES:
        return MANY_BITS if setup.plain else LARGE_BITS
    return LARGE_BITS if free else MIDDLE_BITS
