"""The rules of a line, which is open at both ends or at one.

`Ends` are the numbers at its ends, left before right. Where doubles count both halves,
`More.doubles` says at which ends one lies: 1 left, 2 right, and 4 for a double that lies alone,
whose halves are the two ends. A line that is open at one end grows on the right, its first tile has
the higher half open, and a double at the end is bit 0, also where it lies alone.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from itertools import product
from typing import NamedTuple

from dominoes_lang.table.fits import Fits
from dominoes_lang.table.layout import At, Bounds, Effect, Ends, Layout, Spot
from dominoes_lang.table.shape import Shape, Where
from dominoes_lang.table.spots import plays_at
from dominoes_lang.table.state import (
    NOBODY,
    NOTHING_MORE,
    Action,
    End,
    More,
    State,
    leaving_at,
    place_at,
)

ALONE = 4
"""A double that is the only tile on the table, among the values of `doubles`."""


class Laid(NamedTuple):
    """A play and the ends that it leaves."""

    tile: int
    end: int
    ends: Ends
    fitted: int
    """How many ends the tile fitted before it was laid."""


class Lines:
    """A line of tiles with two open ends, or with one."""

    def __init__(self, fits: Fits, shape: Shape) -> None:
        self.fits = fits
        self.shape = shape
        self.open_sides = 1 if shape.one_end else len(End)
        self._spots: dict[tuple[Ends, int, int, int], list[Spot]] = {}
        """Those that do not depend on the tiles on the table, kept."""

    @property
    def most(self) -> Bounds:
        sides, counted = self.open_sides, 1 + self.shape.counts_both
        return Bounds(sides, sides * self.fits.tiles.highest * counted, sides, 2 * sides)

    def spots(self, ends: Ends, more: More, _seat: int) -> list[Spot]:
        closed = self.fits.closed(more.laid)
        key = ends, more.doubles, more.owed, more.last_end
        if not closed and key in self._spots:
            return self._spots[key]
        listed = {_listed_alike(more)} if _is_one_place(ends, more.doubles) else {*End}
        spots = [
            Spot(end, number, self.fits.at(number, closed), 1, end in listed)
            for end, number in enumerate(ends)
        ]
        if not closed:
            self._spots[key] = spots
        return spots

    def spots_where(self, where: Where, at: At | State) -> list[Spot]:
        """On the last tile: the ends that it left open; if it lies alone, all of them.

        If both show its number, it does not matter which, unless doubles count both halves.
        """
        ends, more = at.ends, at.more
        spots = self.spots(ends, more, at.mover)
        if where is not Where.LAST:
            return []
        first = at.plays + self.shape.begun < 2
        if first or len(ends) < 2 or _is_one_place(ends, more.doubles):
            return spots
        showing = [spot for spot in spots if spot.number == more.left_open]
        if len(showing) < 2:
            return showing
        double = self.fits.tiles.doubles >> at.last_tile & 1
        return [spot for spot in spots if more.doubles >> spot.place & 1 == double]

    def mask(self, ends: Ends, more: More, _seat: int) -> int:
        closed = self.fits.closed(more.laid)
        return self.fits.mask(ends, closed) if closed else self.fitting[ends]

    def effect(self, before: Ends, more: More, _seat: int, action: Action) -> Effect:
        first, end = not before, action.place
        ends, fitted = self.lay(before, action.tile, action.end, self.fits.closed(more.laid))
        return ends, fitted, {
            "left_open": ends[End.LEFT if first else end],
            "doubles": self.doubles_after(more.doubles, action.tile, end, first=first),
            "laid": more.laid | 1 << action.tile,
            "last_end": end,
        }  # fmt: skip

    def lay(self, ends: Ends, tile: int, end: int, closed: int = 0) -> tuple[Ends, int]:
        """The ends that are open after a play, and how many ends the tile fitted before it."""
        if not ends:
            return tuple(self.fits.tiles.tiles[tile])[: self.open_sides], 0
        after, place = list(ends), place_at(end)
        after[place] = self.fits.left_open(tile, ends[place], leaving_at(end))
        return tuple(after), sum([self.fits.at(number, closed) >> tile & 1 for number in ends])

    def doubles_after(self, doubles: int, tile: int, end: int, *, first: bool) -> int:
        """The ends at which doubles lie after a play."""
        double = self.fits.tiles.doubles >> tile & 1
        if self.shape.one_end:
            return double
        if first:
            return ALONE * double
        other = 1 << 1 - end
        return (other if doubles == ALONE else doubles & other) | double << end

    def passed(self, ends: Ends, _seat: int, _is_open: bool) -> Ends:
        return ends

    def all_places(self, _tile: int) -> Iterable[int]:
        return range(self.open_sides)

    def counted(self, ends: Ends, more: More) -> Iterable[tuple[int, int]]:
        return [(number, 1 + (more.doubles >> end & 1)) for end, number in enumerate(ends)]

    def numbers(self, ends: Ends) -> tuple[int, ...]:
        return ends

    def number_at(self, ends: Ends, _more: More, place: int) -> int:
        return ends[place]

    def index(self, _ends: Ends, _more: More, place: int) -> int:
        return place

    def listed_at(self, state: State, place: int) -> int:
        """The end at which a play is listed; of equal ends one."""
        alike = _is_one_place(state.ends, state.more.doubles)
        return _listed_alike(state.more) if alike else place

    # ------------------------------------------------------------------ for frequent callers

    @cached_property
    def fitting(self) -> dict[Ends, int]:
        """The tiles that fit, for any ends that may be open."""
        numbers = range(self.fits.tiles.highest + 1)
        every = [(), *product(numbers, repeat=self.open_sides)]
        return {ends: self.fits.mask(ends) for ends in every}

    @cached_property
    def plays(self) -> _Plays:
        """For open ends every play of any tile, by tile, left before right; fills itself."""
        return _Plays(self)


class _Plays(dict[Ends, tuple[Laid, ...]]):
    """Every play of any tile on some open ends, kept; empty in a copy or a pickle."""

    def __init__(self, rules: Lines) -> None:
        self.rules = rules

    def __missing__(self, ends: Ends) -> tuple[Laid, ...]:
        rules = self.rules
        plays = plays_at(rules, ends, NOTHING_MORE, NOBODY, rules.fits.tiles.all)
        self[ends] = tuple(Laid(tile, end, *rules.lay(ends, tile, end)) for _, tile, end in plays)
        return self[ends]

    def __reduce__(self) -> tuple[type[_Plays], tuple[Lines]]:
        return _Plays, (self.rules,)


def pips_on(ends: Ends, doubles: int = 0) -> int:
    """`pips on ends` of a line."""
    return sum(ends) + sum(number for end, number in enumerate(ends) if doubles >> end & 1)


def halves_like(number: int, ends: Ends, doubles: int = 0) -> int:
    """How many halves at the ends of a line show a number."""
    return sum(1 + (doubles >> end & 1) for end, shown in enumerate(ends) if shown == number)


def _is_one_place(ends: Ends, doubles: int) -> bool:
    """Whether all ends are alike, and no double at one of two counts twice."""
    return len(set(ends)) < len(End) and doubles in {0, ALONE}


def _listed_alike(more: More) -> int:
    """Of ends that are alike the one at which plays are listed.

    A line grows at the end that the rules ask for, though nobody could tell it from the other.
    """
    return next((end for end in (more.owed, more.last_end) if end >= 0), End.LEFT)


def line_of(layout: Layout) -> Lines:
    """The rules of a layout that is known to be a line, for what has a line written out."""
    assert isinstance(layout.rules, Lines), "what is written out for a line refuses the rest"
    return layout.rules
