"""Subsets of tiles of one size, numbered in the order of the sorted tile numbers."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations
from math import comb

from dominoes_lang.table.tiles import numbers_in


@lru_cache(maxsize=64)
def subsets_of(tiles: int, size: int) -> tuple[int, ...]:
    """All subsets of that size, in the order of the sorted tile numbers."""
    return tuple(map(sum, combinations([1 << tile for tile in numbers_in(tiles)], size)))


def subset_at(tiles: int, size: int, position: int) -> int:
    """The subset of that size at a position, in the order of the sorted tile numbers."""
    chosen = 0
    further = tiles.bit_count()
    while size:
        if size == further:
            return chosen | tiles
        further -= 1
        lowest = tiles & -tiles
        tiles ^= lowest
        # The combinatorial number system: this many subsets begin with the lowest tile.
        beginning = comb(further, size - 1)
        if position < beginning:
            chosen |= lowest
            size -= 1
        else:
            position -= beginning
    return chosen


def position_of(tiles: int, chosen: int) -> int:
    """The position of a subset among those of its size: undoes `subset_at`."""
    position = 0
    size = chosen.bit_count()
    further = tiles.bit_count()
    for tile in numbers_in(tiles):
        if not size:
            break
        further -= 1
        if chosen >> tile & 1:
            size -= 1
        else:
            position += comb(further, size - 1)
    return position
