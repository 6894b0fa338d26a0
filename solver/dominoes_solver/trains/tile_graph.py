"""Tiles as a graph: each number is a corner, each tile an edge between its halves."""

from __future__ import annotations

from typing import NamedTuple

from dominoes_lang.table.tiles import TileSet, numbers_in


class Reached(NamedTuple):
    """The part of a graph that hangs together with a number."""

    numbers: tuple[int, ...]
    """The numbers of this part, the one where it begins first."""
    tiles: int
    """The mask of its tiles, doubles included."""


class TileGraph:
    """The graph of a tile set; hands and chains are masks of its edges."""

    def __init__(self, tiles: TileSet) -> None:
        self.doubles = tiles.doubles
        self.bearing = tiles.bearing
        self.halves = tiles.tiles

    def other_half(self, tile: int, number: int) -> int:
        """The half that stays open after a tile is laid against a number."""
        return self.halves[tile].other_half(number)

    def reached(self, number: int, tiles: int) -> Reached:
        """What can be reached from a number by some tiles."""
        numbers, seen, hanging = [number], 1 << number, 0
        for near in numbers:  # grows on the way
            bearing = self.bearing[near] & tiles
            hanging |= bearing
            for tile in numbers_in(bearing):
                far = self.other_half(tile, near)
                if not seen >> far & 1:
                    seen |= 1 << far
                    numbers.append(far)
        return Reached(tuple(numbers), hanging)

    def odd(self, part: Reached, start: int) -> list[int]:
        """The numbers with an odd number of tiles if one more leads to `start`, without doubles.

        They are as many as an odd number. A chain from `start` can use every tile of the part if
        there is one, which is where the chain ends.
        """
        tiles = part.tiles & ~self.doubles
        return [
            number
            for number in part.numbers
            if (self.bearing[number] & tiles).bit_count() + (number == start) & 1
        ]

    def bearing_any(self, numbers: tuple[int, ...]) -> int:
        """The tiles with one of these numbers."""
        mask = 0
        for number in numbers:
            mask |= self.bearing[number]
        return mask

    def leading_out(self, part: Reached, tiles: int) -> int:
        """Those of some tiles that join the numbers of a part with others."""
        inside = sum(1 << number for number in part.numbers)
        return sum(
            1 << tile
            for tile in numbers_in(tiles & self.bearing_any(part.numbers))
            if not all(inside >> half & 1 for half in self.halves[tile])
        )
