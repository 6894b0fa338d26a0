"""Tiles and the sets that they come in.

A tile set numbers its tiles 0, 1, 2, … by the higher half, then by the lower:
[0|0] [1|0] [1|1] [2|0] …; a hand is an `int` with one bit for each tile.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from itertools import product
from typing import NamedTuple

from dominoes_lang.text.root_exception import ArgumentError

DIGITS = "0123456789ABCDEFGHI"
HIGHEST_PIP = len(DIGITS) - 1
HIGHEST_CHARACTER = 6
"""Unicode has the tiles up to double-six."""
_LYING, _UPRIGHT = 0x1F031, 0x1F063


def tile_character(left: int, right: int, *, upright: bool = False) -> str:
    """The character of a tile with these halves; of an upright one `left` is above."""
    return chr((_UPRIGHT if upright else _LYING) + (HIGHEST_CHARACTER + 1) * left + right)


_HALVES = range(HIGHEST_CHARACTER + 1)
CHARACTERS = {
    tile_character(left, right, upright=upright): f"{left}{right}"
    for left, right, upright in product(_HALVES, _HALVES, (False, True))
}
"""The domino characters of Unicode, each with its two numbers."""
_IN_DIGITS = str.maketrans(CHARACTERS)


def in_digits(text: str) -> str:
    """A text with the two numbers of each domino character of Unicode in its place."""
    return text if text.isascii() else text.translate(_IN_DIGITS)


_SPELLINGS = re.compile(
    r"\[\s*(?P<a1>\d{1,2})\s*[|:]\s*(?P<b1>\d{1,2})\s*\]"
    r"|(?P<a2>\d{1,2})\s*[-|]\s*(?P<b2>\d{1,2})"
    r"|(?P<a3>[0-9A-I])-?(?P<b3>[0-9A-I])"
)


class Order(Enum):
    """An order of tiles by which the rules look for the one that opens."""

    HIGHEST_DOUBLE = "highest double"
    LOWEST_DOUBLE = "lowest double"
    HEAVIEST_TILE = "heaviest tile"

    @property
    def of_doubles(self) -> bool:
        """Whether it has doubles alone."""
        return self is not Order.HEAVIEST_TILE


class Tile(NamedTuple):
    """A domino: the numbers on its higher and its lower half."""

    high: int
    low: int

    @classmethod
    def parse(cls, text: str) -> Tile:
        """Read `64`, `46`, `6-4`, `6|4`, `[6|4]` or a domino character of Unicode.

        Ten and above may be letters: `CB` is 12-11.
        Raises `ArgumentError` for anything else.
        """
        if not isinstance(text, str):
            raise TypeError(
                f"a tile is read from a text such as '64' or '[6|4]', not from {text!r}"
            )
        match = _SPELLINGS.fullmatch(in_digits(text.strip()))
        if match is None:
            raise ArgumentError(f"{text!r} is not a tile; write it as 64, 6-4 or [6|4]")
        found = match.groupdict()
        if found["a3"] is not None:
            return cls.of(DIGITS.index(found["a3"]), DIGITS.index(found["b3"]))
        halves = [int(value) for key, value in found.items() if value and key[1] in "12"]
        if max(halves) > HIGHEST_PIP:
            raise ArgumentError(f"{text!r} is not a tile: the largest set is double-{HIGHEST_PIP}")
        return cls.of(*halves)

    @classmethod
    def of(cls, one: int, other: int) -> Tile:
        """The tile with these two halves, in either order."""
        return cls(max(one, other), min(one, other))

    @property
    def is_double(self) -> bool:
        return self.high == self.low

    @property
    def pips(self) -> int:
        return self.high + self.low

    def other_half(self, number: int) -> int:
        """The half that stays open after the half with `number` is laid against the line."""
        return self.low if number == self.high else self.high

    def __str__(self) -> str:
        return DIGITS[self.high] + DIGITS[self.low]

    @property
    def decimal(self) -> str:
        """The tile for people: `64`, and `12-9` where letters would stand for numbers."""
        return str(self) if self.high < 10 else f"{self.high}-{self.low}"

    @property
    def bracketed(self) -> str:
        """The tile in the form of the rules language, `[6|4]`."""
        return f"[{self.high}|{self.low}]"


@dataclass(frozen=True)
class TileSet:
    """The tiles of a game in their canonical order, and masks over them.

    `tiles` must be sorted; `TileSet.up_to(6)` is double-six.
    """

    tiles: tuple[Tile, ...]

    @classmethod
    def up_to(cls, highest: int, without: Iterable[Tile] = (), *, doubles: bool = True) -> TileSet:
        """Every tile with halves from 0 to `highest`, except the tiles of `without`."""
        left_out = frozenset(without)
        return cls(
            tuple(
                tile
                for high in range(highest + 1)
                for tile in (Tile(high, low) for low in range(high + 1))
                if tile not in left_out and (doubles or not tile.is_double)
            )
        )

    @cached_property
    def number(self) -> dict[Tile, int]:
        """The number (bit) of each tile."""
        return {tile: position for position, tile in enumerate(self.tiles)}

    @cached_property
    def all(self) -> int:
        """The mask of every tile."""
        return (1 << len(self.tiles)) - 1

    @cached_property
    def highest(self) -> int:
        """The largest number of pips on a half."""
        return max((tile.high for tile in self.tiles), default=0)

    @cached_property
    def bearing(self) -> tuple[int, ...]:
        """For each number of pips the mask of the tiles that bear it."""
        return tuple(
            self.mask(tile for tile in self.tiles if number in tile)
            for number in range(self.highest + 1)
        )

    def showing(self, number: int) -> int:
        """The mask of the tiles that bear a number; 0 for one beyond the set."""
        return self.bearing[number] if number <= self.highest else 0

    def missing(self, tiles: int, among: int | None = None) -> list[int]:
        """The numbers that no tile of a mask bears; of those that `among` bears, if it is given."""
        return [
            number
            for number, bearing in enumerate(self.bearing)
            if not bearing & tiles and (among is None or bearing & among)
        ]

    @cached_property
    def doubles(self) -> int:
        """The mask of the doubles."""
        return self.mask(tile for tile in self.tiles if tile.is_double)

    def in_order(self, order: Order) -> tuple[int, ...]:
        """The numbers of the tiles of an order, first to last; of equal pips the higher half."""
        if order.of_doubles:
            doubles = tuple(numbers_in(self.doubles))
            return doubles if order is Order.LOWEST_DOUBLE else doubles[::-1]
        return tuple(sorted(range(len(self)), key=lambda n: (self.pips[n], n), reverse=True))

    @cached_property
    def pips(self) -> tuple[int, ...]:
        """The pips of each tile."""
        return tuple(tile.pips for tile in self.tiles)

    def mask(self, tiles: Iterable[Tile]) -> int:
        """The mask of these tiles. Raises `KeyError` for a tile that is not of the set."""
        mask = 0
        for tile in tiles:
            mask |= 1 << self.number[tile]
        return mask

    def in_mask(self, mask: int) -> tuple[Tile, ...]:
        """The tiles of a mask, in canonical order."""
        return tuple(self.tiles[number] for number in numbers_in(mask))

    def __len__(self) -> int:
        return len(self.tiles)


def numbers_in(mask: int) -> Iterator[int]:
    """The numbers of the tiles of a mask, in canonical order."""
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest
