"""The table of a game of tricks: the trick that is being played, and who took those before it.

`Ends` are the trump, then, while a trick is being played, the seat that led it and its tiles in
order. There are none before the trump is named.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any, NamedTuple

from dominoes_lang.table.fits import Fits
from dominoes_lang.table.layout import (
    At,
    Bounds,
    Effect,
    Ends,
    Spot,
)
from dominoes_lang.table.shape import Shape, Where
from dominoes_lang.table.state import NOBODY, Action, More, State
from dominoes_lang.table.suits import NO_SUIT, DoublesRank, Suits


class Trick(NamedTuple):
    """The trick that is being played."""

    trump: int
    """As in `suits.py`; -1 before it is named."""
    leader: int = NOBODY
    tiles: tuple[int, ...] = ()


def trick_in(ends: Ends) -> Trick:
    """The trick of a state, by its `ends`."""
    if not ends:
        return Trick(NO_SUIT)
    return Trick(ends[0], ends[1], ends[2:]) if len(ends) > 1 else Trick(ends[0])


class Tricks:
    """What may be played to a trick, and what a play leaves."""

    def __init__(self, fits: Fits, shape: Shape, doubles: DoublesRank, seats: int) -> None:
        self.fits = fits
        self.shape = shape
        self.seats = seats
        self.suits = cache(lambda trump: Suits(fits.tiles, doubles, trump))
        """The suits under a trump."""
        self._anything = Spot(0, 0, fits.tiles.all)

    most = Bounds(1, 0, 0, 0)

    def suit_led(self, ends: Ends) -> int:
        """The suit of the tile led; `NO_SUIT` where none is."""
        trick = trick_in(ends)
        return self.suits(trick.trump).led_by[trick.tiles[0]] if trick.tiles else NO_SUIT

    def spots(self, ends: Ends, _more: More, _seat: int) -> list[Spot]:
        return [self._anything] if ends else []

    def spots_where(self, where: Where, at: At | State) -> list[Spot]:
        """Of the suit led: all tiles of the suit; whoever leads may play any."""
        if where is not Where.SUIT or not at.ends:
            return []
        led = self.suit_led(at.ends)
        if led == NO_SUIT:
            return [self._anything]
        return [self._anything._replace(fit=self.suits(at.ends[0]).following[led])]

    def mask(self, ends: Ends, _more: More, _seat: int) -> int:
        return self.fits.tiles.all if ends else 0

    def effect(self, before: Ends, more: More, seat: int, action: Action) -> Effect:
        trump, leader, tiles = trick_in(before)
        new: dict[str, Any] = {name: getattr(more, name) for name in self.shape.tracks}
        if not before:  # who follows the tiles alone does not know the trump
            return before, 0, new
        tiles = (*tiles, action.tile)
        leader = leader if len(tiles) > 1 else seat
        if len(tiles) < self.seats:
            return (trump, leader, *tiles), 0, new
        taker = (leader + self.suits(trump).best(tiles)) % self.seats
        taken = list(more.taken or (0,) * self.seats)
        for tile in tiles:
            taken[taker] |= 1 << tile
        return (trump,), 0, {**new, "taker": taker, "taken": tuple(taken)}

    def passed(self, ends: Ends, _seat: int, _is_open: bool) -> Ends:
        return ends

    def all_places(self, _tile: int) -> Iterable[int]:
        return (0,)

    def counted(self, _ends: Ends, _more: More) -> Iterable[tuple[int, int]]:
        return ()

    def numbers(self, _ends: Ends) -> tuple[int, ...]:
        return ()

    def number_at(self, _ends: Ends, _more: More, _place: int) -> int:
        return NO_SUIT

    def index(self, _ends: Ends, _more: More, _place: int) -> int:
        return 0
