"""Worlds that fall into cases: ways in which the tiles were dealt and the lot fell."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from dominoes_lang.table.tiles import numbers_in
from dominoes_lang.text.root_exception import ArgumentError
from dominoes_solver.worlds.counting import WorldTable
from dominoes_solver.worlds.slots import STOCK, Counter, Hidden, World

if TYPE_CHECKING:
    from dominoes_solver.worlds.unranking import Ints


@dataclass(frozen=True)
class WeightBound:
    """What a dealt hand weighs: from `low` to `high` (None: or more); `known` of it is seen."""

    seat: int
    weights: tuple[int, ...]
    low: int
    high: int | None
    known: int = 0

    def holds(self, hand: int) -> bool:
        weight = sum(part for tile, part in enumerate(self.weights) if hand >> tile & 1)
        return self.low <= weight and (self.high is None or weight <= self.high)

    def on(self, slots: Sequence[int]) -> Counter:
        """The bound on the hidden part of the hand, in these slots."""
        high = None if self.high is None else self.high - self.known
        return Counter(self.weights, tuple(slots), self.low - self.known, high)


@dataclass(frozen=True)
class DealCase:
    """A part of all deals and lots: for each seat, tiles that it was dealt and that it was not."""

    has: tuple[int, ...]
    lacks: tuple[int, ...]
    bounds: tuple[WeightBound, ...] = ()
    lots: int = 1
    """The mask of the seats that the lot may have picked, each as likely; 1 where none is drawn."""

    def dealt(self, seat: int, tiles: int) -> DealCase:
        has = (*self.has[:seat], self.has[seat] | tiles, *self.has[seat + 1 :])
        return replace(self, has=has)

    def not_dealt(self, seat: int, tiles: int) -> DealCase:
        lacks = (*self.lacks[:seat], self.lacks[seat] | tiles, *self.lacks[seat + 1 :])
        return replace(self, lacks=lacks)

    def nobody(self, tiles: int) -> DealCase:
        return replace(self, lacks=tuple(lacks | tiles for lacks in self.lacks))

    def admits(self, hands: Sequence[int]) -> bool:
        """Whether these dealt hands are of this case."""
        return not any(
            has & ~hand or lacks & hand
            for hand, has, lacks in zip(hands, self.has, self.lacks, strict=True)
        ) and all(bound.holds(hands[bound.seat]) for bound in self.bounds)

    def part_of(self, hidden: Hidden) -> Hidden:
        """The worlds of a problem in which the deal was of this case."""
        dealt = [
            None if slot.since > 0 or slot.holder == STOCK else slot.holder for slot in hidden.slots
        ]
        placed = 0
        for has in self.has:
            placed |= has
        refused = tuple(
            old | placed if seat is None else old | self.lacks[seat] | placed & ~self.has[seat]
            for seat, old in zip(dealt, hidden.refused, strict=True)
        )
        bounds = (
            bound.on([number for number, seat in enumerate(dealt) if seat == bound.seat])
            for bound in self.bounds
        )
        return replace(hidden, refused=refused, counters=(*hidden.counters, *bounds))


@dataclass(frozen=True)
class NoPair:
    """A hand without two tiles to lay in a turn, one at each end of a line.

    None of its tiles fits the left end, or none the right one, or there is only one that fits.
    """

    slots: tuple[int, ...]
    """Where its hidden tiles came from."""
    left: int
    """The tiles that fitted the left end, and were not laid yet."""
    right: int
    known: int
    """Its tiles that are not hidden."""

    def sharing(self, slot: int, part: int) -> NoPair:
        """The same once a part of a slot is another: the hand has the tiles of both."""
        return replace(self, slots=(*self.slots, part)) if slot in self.slots else self

    def holds(self, world: World) -> bool:
        hand = self.known
        for slot in self.slots:
            hand |= world[slot]
        has_both = hand & self.left and hand & self.right
        return not has_both or (hand & (self.left | self.right)).bit_count() < 2

    def parts_of(self, hidden: Hidden) -> Iterator[Hidden]:
        """The worlds of a problem with such a hand, in parts that share none."""
        left, right, slots = self.left & ~self.known, self.right & ~self.known, self.slots
        known_left, known_right = self.known & self.left, self.known & self.right
        if not known_left:
            yield hidden.refusing(left, slots)
        if not known_right:
            part = hidden.refusing(right, slots)
            if not known_left:
                part = part.counting(Counter.number_of(left & ~right, slots, low=1))
            yield part
        if known_left and known_left == known_right and known_left.bit_count() == 1:
            yield hidden.refusing(left | right, slots)
        if not known_left and not known_right and left & right:
            exactly = Counter.number_of(left & right, slots, low=1, high=1)
            yield hidden.refusing(left ^ right, slots).counting(exactly)


class WorldUnion(WorldTable):
    """The worlds of several tables over the same slots, numbered one table after the other.

    A world that is in several of them has a number in each, and is so many times as likely.
    """

    def __init__(self, hidden: Hidden, tables: Sequence[WorldTable]) -> None:
        """`hidden` is a problem that has the worlds of every table."""
        self.hidden = hidden
        self.tables = tables

    @cached_property
    def count(self) -> int:
        return sum(table.count for table in self.tables)

    def holder_counts(self) -> dict[int, tuple[int, ...]]:
        nothing = dict.fromkeys(numbers_in(self.hidden.tiles), (0,) * len(self.hidden.slots))
        rows = [nothing, *(table.holder_counts() for table in self.tables)]
        return {
            tile: tuple(map(sum, zip(*(row[tile] for row in rows), strict=True)))
            for tile in nothing
        }

    def unrank(self, rank: int) -> World:
        if not 0 <= rank < self.count:
            raise ArgumentError(f"there is no world number {rank}: {self._extent}")
        for table in self.tables:
            if rank < table.count:
                return table.unrank(rank)
            rank -= table.count
        raise AssertionError("the tables have as many worlds as the whole")

    def masks(self, ranks: Sequence[int]) -> Ints:
        import numpy as np

        worlds = np.zeros((len(ranks), len(self.hidden.slots)), np.int64)
        first = 0
        for table in self.tables:
            here = [index for index, rank in enumerate(ranks) if 0 <= rank - first < table.count]
            worlds[here] = table.masks([ranks[index] - first for index in here])
            first += table.count
        return worlds

    def rank(self, world: World) -> int:
        before = 0
        for table in self.tables:
            with suppress(ArgumentError):
                return before + table.rank(world)
            before += table.count
        raise ArgumentError(f"{world} is not a world of this problem")
