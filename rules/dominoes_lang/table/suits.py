"""The suits of tiles in games of tricks: what a trump makes of each tile, and which takes a trick.

A trump is a number: that of its suit, `DOUBLES` where the doubles are trumps among themselves, or
one of `NO_TRUMPS`, where no suit beats the one led.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from functools import cached_property

from dominoes_lang.table.tiles import HIGHEST_PIP, Tile, TileSet

NO_SUIT = -1


class DoublesRank(Enum):
    """How doubles rank in the suit of their number."""

    HIGH = "high"
    LOW = "low"
    APART = "apart"
    """In no suit but their own."""


DOUBLES = HIGHEST_PIP + 1
"""The suit of the doubles, and the trump that they are."""
NO_TRUMP = DOUBLES + 1
"""No trump, doubles as always."""
NO_TRUMP_WITH = {rank: NO_TRUMP + 1 + place for place, rank in enumerate(DoublesRank)}
"""No trump, and doubles as they are named."""
_RANKED = {trump: rank for rank, trump in NO_TRUMP_WITH.items()}
MOST_TRUMPS = NO_TRUMP + 1 + len(DoublesRank)


def is_suit(trump: int) -> bool:
    """Whether a trump has a suit."""
    return trump <= DOUBLES


def trump_sign(trump: int) -> str:
    """A trump as records write it: `5`, `12`, `D`, `N`, `Nl`."""
    if trump < DOUBLES:
        return str(trump)
    return "D" if trump == DOUBLES else "N" + (_RANKED[trump].value[0] if trump in _RANKED else "")


TRUMPS_BY_SIGN = {trump_sign(trump): trump for trump in range(MOST_TRUMPS)}


def trump_in_rules(trump: int) -> str:
    """A trump as rules write it: `5`, `doubles`, `none with doubles low`."""
    if trump < DOUBLES:
        return str(trump)
    if trump == DOUBLES:
        return "doubles"
    return "none" + (f" with doubles {_RANKED[trump].value}" if trump in _RANKED else "")


class Suits:
    """The tiles of a set under one trump. Tiles are numbers of the set, suits numbers of pips."""

    def __init__(self, tiles: TileSet, doubles: DoublesRank, trump: int) -> None:
        self.tiles = tiles
        self.doubles = _RANKED.get(trump, doubles)
        self.trump = trump

    @cached_property
    def _doubles_apart(self) -> bool:
        return self.trump == DOUBLES or self.doubles is DoublesRank.APART

    def suits_of(self, tile: Tile) -> tuple[int, ...]:
        """The suits that a tile belongs to, the one that it leads first."""
        if tile.is_double:
            return (DOUBLES,) if self._doubles_apart else (tile.high,)
        return (self.trump,) if self.trump in tile else tuple(tile)

    @cached_property
    def led_by(self) -> tuple[int, ...]:
        """For each tile the suit that it leads."""
        return tuple(self.suits_of(tile)[0] for tile in self.tiles.tiles)

    @cached_property
    def following(self) -> dict[int, int]:
        """For each suit the mask of its tiles."""
        suits = (*range(self.tiles.highest + 1), DOUBLES)
        return {
            suit: self.tiles.mask(tile for tile in self.tiles.tiles if suit in self.suits_of(tile))
            for suit in suits
        }

    def rank(self, tile: int, suit: int) -> int:
        """How high a tile stands in a suit to which it belongs."""
        halves = self.tiles.tiles[tile]
        if suit == DOUBLES or not halves.is_double:
            return halves.other_half(suit) if suit != DOUBLES else halves.high
        return -1 if self.doubles is DoublesRank.LOW else HIGHEST_PIP + 1

    @cached_property
    def strength(self) -> dict[int, tuple[int, ...]]:
        """For each suit led how strong each tile is: -1 for one of neither suit."""
        trumps = self.following[self.trump] if is_suit(self.trump) else 0
        above = 2 * (HIGHEST_PIP + 2)

        def strength(tile: int, suit: int, tiles: int) -> int:
            if trumps >> tile & 1:
                return above + self.rank(tile, self.trump)
            return 1 + self.rank(tile, suit) if tiles >> tile & 1 else -1

        return {
            suit: tuple(strength(tile, suit, tiles) for tile in range(len(self.tiles)))
            for suit, tiles in self.following.items()
        }

    def best(self, trick: Sequence[int]) -> int:
        """The place in a trick of the tile that takes it, the tile led at place 0."""
        strength = self.strength[self.led_by[trick[0]]]
        return max(range(len(trick)), key=lambda place: strength[trick[place]])
