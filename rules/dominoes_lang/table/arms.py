"""The rules of tiles in arms: stars, spinners, and doubles that must be covered.

`Ends` has the open ends sorted, since arms have no names: two that are alike are one number written
twice. A play is at the open end itself, and not at its place among the others. `arm_ends.py` says
what the number of an end means.

Where a double counts no more than its free sides and need not be covered first, each of these sides
is as good as an open half. A tile that fits both then has one play, at the half. A record may have
the other, since that decides how the table is drawn.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any, NamedTuple, TypeAlias

from dominoes_lang.table.arm_ends import (
    AWAITS_DOUBLE,
    CENTRE,
    DOUBLE,
    HALF,
    NUMBER_BITS,
    ArmSides,
    number_at_end,
)
from dominoes_lang.table.fits import Fits
from dominoes_lang.table.layout import At, Bounds, Effect, Ends, Spot
from dominoes_lang.table.shape import Shape, Spinners, Where
from dominoes_lang.table.spots import fitted
from dominoes_lang.table.state import Action, End, More, State, leaving_at, place_at

MAX_KEPT = 50_000
"""Answers on sets of open ends that are kept, of each kind of question."""

_KeptEffect: TypeAlias = tuple[Ends, int, int, tuple[int, ...]]


class _Fitting(NamedTuple):
    """The tiles that fit some open ends."""

    mask: int
    spots: tuple[Spot, ...]


class _Kept(dict[Any, Any]):
    """Answers that are kept, and begun again where there are too many."""

    def __setitem__(self, key: object, value: object) -> None:
        if len(self) >= MAX_KEPT:
            self.clear()
        super().__setitem__(key, value)


class Arms:
    """A table on which more than two tiles may lie against a double, or doubles come first."""

    def __init__(self, fits: Fits, shape: Shape) -> None:
        self.fits = fits
        self.shape = shape
        self.sides = ArmSides(shape)
        self._open: dict[tuple[Ends, int], Ends] = _Kept()
        self._fitting: dict[object, _Fitting] = _Kept()
        self._spots: dict[tuple[int, int, bool, int], Spot] = {}
        self._waits = fits.rule.after_double
        self._effects: dict[tuple[object, ...], _KeptEffect] = _Kept()

    def __reduce__(self) -> tuple[type[Arms], tuple[Fits, Shape]]:
        return Arms, (self.fits, self.shape)

    @cached_property
    def most(self) -> Bounds:
        """A tile covers one open end, and only a double with several free sides opens more."""
        sides, tiles = self.sides, self.fits.tiles
        first = sides.of_centre if sides.has_centre else sides.of_double
        doubles = tiles.doubles.bit_count() if sides.of_double > len(End) else 0
        ends = max(len(End), first) + (sides.of_double - len(End)) * doubles
        singles = tiles.all & ~tiles.doubles
        tips = max((mask & singles).bit_count() for mask in tiles.bearing)
        counted = 2 if self.shape.counts_both else 1
        halves_alike = tips + (2 if self.shape.counts_both else sides.most)
        return Bounds(
            ends, tiles.highest * ends * counted, min(ends, tips + sides.most), halves_alike
        )

    # ------------------------------------------------------------------ what is open

    def open_ends(self, ends: Ends, more: More) -> Ends:
        """Those of the open ends at which a tile may be laid now."""
        key = ends, more.laid if self.shape.must_cover else 0
        in_turn = self._open.get(key)
        if in_turn is None:
            in_turn = self._open[key] = self._in_turn(*key)
        return in_turn

    def _in_turn(self, ends: Ends, laid: int) -> Ends:
        """The same by the tiles on the table."""
        # Ends are sorted by kind: halves, those that wait, doubles, the centre.
        if self.shape.star and ends and ends[-1] >> NUMBER_BITS >= CENTRE:
            return ends[-1:]
        doubles = bisect_left(ends, DOUBLE << NUMBER_BITS)
        if self.shape.then_doubles:
            waiting = ends[bisect_left(ends, AWAITS_DOUBLE << NUMBER_BITS) : doubles]
            if waiting:
                return waiting
        if self.shape.must_cover and doubles < len(ends):
            by_number = self.fits.by_number
            feet = [end for end in ends[doubles:] if by_number[number_at_end(end)] & ~laid]
            return tuple(feet) or ends
        return ends

    def spots(self, ends: Ends, more: More, _seat: int) -> Sequence[Spot]:
        return self._fitting_at(ends, more).spots if ends else ()

    def spots_where(self, _where: Where, _at: At | State) -> Sequence[Spot]:
        return ()

    def mask(self, ends: Ends, more: More, _seat: int) -> int:
        return self._fitting_at(ends, more).mask

    def _fitting_at(self, ends: Ends, more: More) -> _Fitting:
        closed = self.fits.closed(more.laid) if self._waits else 0
        return self._fitting_of(self.open_ends(ends, more), closed)

    def _fitting_of(self, ends: Ends, closed: int) -> _Fitting:
        """The tiles that fit some ends; `closed` are numbers that take only their double."""
        key = (ends, closed) if closed else ends
        fitting = self._fitting.get(key)
        if fitting is None:
            mask, spots, like_halves = 0, list[Spot](), self.sides.like_halves
            for end in dict.fromkeys(ends):
                is_listed = not like_halves[end >> NUMBER_BITS] or (
                    self._listed_among(ends, end) == end
                )
                spot = self._spot(end, ends.count(end), is_listed, closed)
                mask |= spot.fit
                spots.append(spot)
            mask = mask if ends else self.fits.tiles.all
            fitting = self._fitting[key] = _Fitting(mask, tuple(spots))
        return fitting

    def _spot(self, end: int, count: int, is_listed: bool, closed: int) -> Spot:
        """The spot at some ends that are alike; kept, since there are few."""
        number = number_at_end(end)
        key = end, count, is_listed, closed >> number & 1
        spot = self._spots.get(key)
        if spot is None:
            fit, sides = self._fit(end, closed), self.sides.free(end) * count
            spot = self._spots[key] = Spot(end, number, fit, sides, is_listed)
        return spot

    def _fit(self, end: int, closed: int = 0) -> int:
        """The tiles that fit an open end; `closed` are numbers that take only their double."""
        number = number_at_end(end)
        fits = self.fits.at(number, closed)
        if end >> NUMBER_BITS != AWAITS_DOUBLE:
            return fits
        return self.fits.own_double[number] or fits & self.fits.tiles.doubles

    def _listed_among(self, is_open: Ends, end: int) -> int:
        """Of some open ends the one at which a play at an end is listed; itself if not open."""
        number, like_halves = number_at_end(end), self.sides.like_halves
        if not like_halves[end >> NUMBER_BITS] or end not in is_open:
            return end
        alike = (at for at in is_open if number_at_end(at) == number)
        return next((at for at in alike if like_halves[at >> NUMBER_BITS]), end)

    def listed_at(self, state: State, place: int) -> int:
        """The end at which a play is listed, at a half rather than a double that is like it."""
        if not state.ends:
            return place
        return self._listed_among(self.open_ends(state.ends, state.more), place)

    def all_places(self, tile: int) -> Iterable[int]:
        kinds = [HALF, *(DOUBLE + covered for covered in range(self.sides.of_double))]
        if self.shape.then_doubles:
            kinds.append(AWAITS_DOUBLE)
        if self.sides.has_centre:
            kinds += [CENTRE + covered for covered in range(self.sides.of_centre)]
        numbers = range(self.fits.tiles.highest + 1)
        every = (number | kind << NUMBER_BITS for kind in kinds for number in numbers)
        return sorted({End.LEFT, *(end for end in every if self._fit(end) >> tile & 1)})

    # ------------------------------------------------------------------ what counts

    def counted(self, ends: Ends, _more: More) -> Iterable[tuple[int, int]]:
        return [(number_at_end(end), self.sides.halves(end)) for end in ends]

    def numbers(self, ends: Ends) -> tuple[int, ...]:
        return tuple(number_at_end(end) for end in ends for _ in range(self.sides.free(end)))

    def number_at(self, _ends: Ends, _more: More, place: int) -> int:
        return number_at_end(place)

    def index(self, ends: Ends, _more: More, place: int) -> int:
        return ends.index(place) if place in ends else 0

    # ------------------------------------------------------------------ what a play leaves

    def passed(self, ends: Ends, _seat: int, _is_open: bool) -> Ends:
        return ends

    def effect(self, before: Ends, more: More, _seat: int, action: Action) -> Effect:
        tile, end = action.tile, action.end
        no_double = not more.laid & self.fits.tiles.doubles
        closed = self.fits.closed(more.laid) if self._waits else 0
        key = (before, tile, end, no_double, self.open_ends(before, more), closed)
        kept = self._effects.get(key)
        if kept is None:
            kept = self._effects[key] = self._effect(*key)
        ends, ends_fitted, left_open, sources = kept
        at_ends = tuple([tile if place < 0 else more.at_ends[place] for place in sources])
        laid = more.laid | 1 << tile
        return (
            ends,
            ends_fitted,
            {"left_open": left_open, "doubles": 0, "laid": laid, "at_ends": at_ends},
        )

    def _effect(
        self, before: Ends, tile: int, end: int, no_double: bool, open_now: Ends, closed: int
    ) -> _KeptEffect:
        """What a play leaves, and for each end the place that its tile had; -1 for the new one.

        no_double: whether there is none on the table, where that counts.
        closed: the numbers that take only their double.
        """
        at = place_at(end)
        ends, sources = [*before], [*range(len(before))]
        ends_fitted = 0
        if ends:
            ends_fitted = fitted(self._fitting_of(open_now, closed).spots, tile)
            place = ends.index(at)
            del ends[place], sources[place]
            if self.sides.free(at) > 1:
                _insert(ends, at + (1 << NUMBER_BITS), sources, place)
            opened = [self._opened(tile, end, no_double=no_double)]
        else:
            opened = self._opened_first(tile)
        for new_end in opened:
            _insert(ends, new_end, sources, -1)
        return tuple(ends), ends_fitted, number_at_end(opened[0]), tuple(sources)

    def _opened_first(self, tile: int) -> list[int]:
        """The open ends of a tile that lies alone."""
        halves = self.fits.tiles.tiles[tile]
        if not halves.is_double:
            return [*halves]
        return [halves.high | (CENTRE if self.sides.has_centre else DOUBLE) << NUMBER_BITS]

    def _opened(self, tile: int, end: int, *, no_double: bool) -> int:
        """The end that a tile opens behind the one that it is laid at."""
        tiles = self.fits.tiles
        number = self.fits.left_open(tile, number_at_end(end), leaving_at(end))
        if not tiles.doubles >> tile & 1:
            waits = self.shape.then_doubles and place_at(end) >> NUMBER_BITS >= CENTRE
            return number | (AWAITS_DOUBLE if waits else HALF) << NUMBER_BITS
        if self.shape.spinners is Spinners.FIRST and no_double:
            return number | CENTRE + 1 << NUMBER_BITS
        return number | (DOUBLE + 1 if self.sides.told_apart else HALF) << NUMBER_BITS


def _insert(ends: list[int], end: int, sources: list[int], source: int) -> None:
    """Add an open end behind those that are alike, and where its tile comes from."""
    place = bisect_right(ends, end)
    ends.insert(place, end)
    sources.insert(place, source)
