"""Which tiles fit an open end, and which end they leave open: the single owner of that rule.

Two halves touch if they show the same number, or two numbers with a given sum. A wild number
touches every number, and a wild tile every open half. Whether a tile bears a number, which
`holds a 5` and `void:` ask, is another question, answered by the tile set.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from operator import and_

from dominoes_lang.table.tiles import Tile, TileSet, numbers_in


@dataclass(frozen=True)
class Touching:
    """Which halves touch, as `fits:` states it, without the tiles."""

    total: int | None = None
    """The sum of two halves that touch; None for equal numbers."""
    wild_tiles: tuple[Tile, ...] = ()
    wild_numbers: tuple[int, ...] = ()
    after_double: bool = False
    """Whether an open half takes nothing but its double until that lies on the table."""

    @property
    def tracks(self) -> frozenset[str]:
        """The fields of `More` that the rule asks for."""
        return frozenset({"laid"} if self.after_double else ())


EQUAL = Touching()
_ONE_WAY = (-1,)


class Fits:
    """The fitting rule for the tiles of one set. Tiles are numbers of the set."""

    def __init__(self, tiles: TileSet, rule: Touching = EQUAL) -> None:
        self.tiles = tiles
        self.rule = rule
        self.is_equal = rule == EQUAL
        """Whether halves touch that show the same number, and no others.

        Whatever has that rule written out asks this, and refuses every other one.
        """

    @cached_property
    def two_ways(self) -> bool:
        """Whether there may be a tile that fits an open end either way round."""
        return not self.is_equal and any(len(ways) > 1 for row in self._open for ways in row)

    @cached_property
    def wild(self) -> int:
        """The mask of the wild tiles."""
        return self.tiles.mask(self.rule.wild_tiles)

    @cached_property
    def by_number(self) -> tuple[int, ...]:
        """For each number at an open end the mask of the tiles that fit it."""
        if self.is_equal:
            return self.tiles.bearing
        return tuple(sum(1 << tile for tile, ways in enumerate(row) if ways) for row in self._open)

    @cached_property
    def double_of(self) -> tuple[int, ...]:
        """For each number the mask of its double; 0 where the set has none."""
        number = self.tiles.number
        doubles = (Tile.of(one, one) for one in range(self.tiles.highest + 1))
        return tuple(1 << number[double] if double in number else 0 for double in doubles)

    @cached_property
    def own_double(self) -> tuple[int, ...]:
        """For each number the mask of its double, where that fits it."""
        return tuple(map(and_, self.by_number, self.double_of))

    def closed(self, laid: int) -> int:
        """The numbers, as a mask, that take nothing but their double, by the tiles on the table."""
        if not self.rule.after_double:
            return 0
        doubles = numbers_in(laid & self.tiles.doubles)
        return ~sum(1 << self.tiles.tiles[tile].high for tile in doubles)

    def at(self, number: int, closed: int = 0) -> int:
        """The tiles that fit an open end with a number; `closed` as above."""
        return (self.own_double if closed >> number & 1 else self.by_number)[number]

    def mask(self, ends: tuple[int, ...], closed: int = 0) -> int:
        """The tiles that fit one of these open ends; on the empty table any tile."""
        if not ends:
            return self.tiles.all
        found = 0
        for number in ends:
            found |= self.at(number, closed)
        return found

    def halves_open(self, tile: int, number: int) -> tuple[int, ...]:
        """The numbers that a tile may leave open when it is laid against a number."""
        return self._open[number][tile]

    def ways(self, tile: int, number: int) -> tuple[int, ...]:
        """What `Action.leaving` may be when a tile that fits is laid against a number."""
        if self.is_equal:
            return _ONE_WAY
        ways = self._open[number][tile]
        return ways if len(ways) > 1 else _ONE_WAY

    def left_open(self, tile: int, number: int, leaving: int = -1) -> int:
        """The half that is open once a tile is laid against an end with this number.

        leaving: which of the two, where the tile fits either way round.
        """
        if leaving >= 0:
            return leaving
        if self.is_equal:
            return self.tiles.tiles[tile].other_half(number)
        return self._open[number][tile][0]

    def touch(self, half: int, other: int) -> bool:
        """Whether these two halves may be laid against each other, of tiles that are not wild."""
        if half in self.rule.wild_numbers or other in self.rule.wild_numbers:
            return True
        return half == other if self.rule.total is None else half + other == self.rule.total

    @cached_property
    def _open(self) -> tuple[tuple[tuple[int, ...], ...], ...]:
        """For each number at an open end, for each tile: the numbers that it may leave open."""
        return tuple(
            tuple(
                tuple(
                    sorted(
                        {
                            halves.other_half(half)
                            for half in halves
                            if self.wild >> tile & 1 or self.touch(half, number)
                        }
                    )
                )
                for tile, halves in enumerate(self.tiles.tiles)
            )
            for number in range(self.tiles.highest + 1)
        )
