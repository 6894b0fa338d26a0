"""Worlds dealt tile by tile in plain Python: those that machine code deals, and resampling.

`deal_worlds` of `search/native/choices/kernel_choices.py` draws the same ones by the same random
numbers.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from functools import cache, reduce
from itertools import accumulate
from operator import or_
from typing import TYPE_CHECKING, NamedTuple

from dominoes_lang.table.tiles import numbers_in
from dominoes_solver.belief.applied_model import UNIT

if TYPE_CHECKING:
    from dominoes_lang.table.state import State
    from dominoes_solver.chance import Chance

Rooms = tuple[int, ...]
"""For each seat how many more tiles it takes."""


class Fork(NamedTuple):
    """Where a tile can go: numbers of ways to deal all tiles from it on."""

    takers: tuple[tuple[int, Rooms, float], ...]
    """The seats that can take it, the room left then, and the ways."""
    left: float
    """The ways where nobody takes it."""
    ways: float
    """All together."""


class Dealer:
    """Deals unseen tiles, every way that fits equally likely.

    Tile by tile in order, to a seat or to nobody by the number of ways to deal the rest.
    """

    def __init__(self, tiles: int, void: Sequence[int], sizes: Rooms) -> None:
        """sizes: for each seat how many of the tiles it holds; void: those that it does not."""
        self._tiles = tuple(numbers_in(tiles))
        self._void = void
        self._sizes = sizes
        self._fork = cache(self._new_fork)

    @property
    def count(self) -> float:
        """In how many ways the tiles can be dealt."""
        return self._fork(0, self._sizes).ways

    def hands(self, chance: Chance) -> list[int]:
        """The tiles of each seat, drawn by chance."""
        hands, rooms = [0] * len(self._sizes), self._sizes
        for at, tile in enumerate(self._tiles):
            fork = self._fork(at, rooms)
            drawn = chance.below(UNIT) / UNIT * fork.ways
            for number, (seat, after, ways) in enumerate(fork.takers, 1):
                drawn -= ways
                # What is left is the share of nobody; where that is nothing, it is rounding.
                if drawn < 0 or (number == len(fork.takers) and not fork.left):
                    hands[seat] |= 1 << tile
                    rooms = after
                    break
        return hands

    def _new_fork(self, at: int, rooms: Rooms) -> Fork:
        """Who can take a tile where so much room is left."""
        if sum(rooms) > len(self._tiles) - at:
            return Fork((), 0.0, 0.0)
        if at == len(self._tiles):
            return Fork((), 0.0, 1.0)
        takers, total = [], 0.0
        for seat, room in enumerate(rooms):
            if room and not self._void[seat] >> self._tiles[at] & 1:
                after = (*rooms[:seat], room - 1, *rooms[seat + 1 :])
                ways = self._fork(at + 1, after).ways
                if ways:
                    takers.append((seat, after, ways))
                    total += ways
        left = self._fork(at + 1, rooms).ways
        return Fork(tuple(takers), left, total + left)


def unlaid(state: State) -> int:
    """The mask of the tiles not laid, in the hands and in the stock."""
    return reduce(or_, state.hands) | sum(1 << tile for tile in state.stock)


def resampled(weights: Sequence[float], wanted: int, chance: Chance) -> list[int]:
    """The places of so many, drawn by weight: systematic resampling."""
    sums = list(accumulate(weights))
    begin, total, last = chance.below(UNIT) / UNIT, sums[-1], len(sums) - 1
    goals = [(number + begin) * total / wanted for number in range(wanted)]
    return [min(last, bisect_left(sums, goal)) for goal in goals]
