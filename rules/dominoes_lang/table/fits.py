"""Which tiles fit an open end, and which end they leave open: the single owner of that rule.

A half fits an end that shows the same number. Whether a tile bears a number, which `holds a 5` and
`void:` ask, is another question, answered by the tile set.
"""

from __future__ import annotations

from functools import cached_property

from dominoes_lang.table.tiles import TileSet


class Fits:
    """The fitting rule for the tiles of one set. Tiles are numbers of the set."""

    def __init__(self, tiles: TileSet) -> None:
        self.tiles = tiles

    @cached_property
    def by_number(self) -> tuple[int, ...]:
        """For each number at an open end the mask of the tiles that fit it."""
        return self.tiles.bearing

    def mask(self, ends: tuple[int, ...]) -> int:
        """The tiles that fit one of these open ends; on the empty table any tile."""
        if not ends:
            return self.tiles.all
        found = 0
        for number in ends:
            found |= self.by_number[number]
        return found

    def left_open(self, tile: int, number: int) -> int:
        """The half that is open once a tile is laid against an end with this number."""
        return self.tiles.tiles[tile].other_half(number)

    def touch(self, half: int, other: int) -> bool:
        """Whether these two halves may be laid against each other."""
        return half == other
