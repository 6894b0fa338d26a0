"""The rules of trains: a row of tiles for each player, and some for everyone, from one double.

`Ends` has the trains by place, those of the seats before the public ones. No two are
interchangeable, however alike their numbers, and a play is at the place of its train. An open end
is the number of its half, with `OPEN` where everyone may lay a tile and `DOUBLE` for a double that
lies at the end, where a rule distinguishes it. A pass opens the train of who passes; a tile of its
owner closes it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from dominoes_lang.table.arm_ends import NUMBER_BITS, number_at_end
from dominoes_lang.table.fits import Fits
from dominoes_lang.table.layout import At, Bounds, Effect, Ends, Spot
from dominoes_lang.table.shape import Shape, Where
from dominoes_lang.table.spots import fitted, mask_of
from dominoes_lang.table.state import NOBODY, Action, More, State

OPEN, DOUBLE = 1 << NUMBER_BITS, 2 << NUMBER_BITS


class Trains:
    """A train for each seat, and public ones. To `NOBODY`, who reads a record, all are open."""

    def __init__(self, fits: Fits, shape: Shape, owners: tuple[int, ...]) -> None:
        self.fits = fits
        self.shape = shape
        self.owners = owners
        self._told_apart = shape.must_cover or shape.counts_both
        self._spots = _spots_with(fits, owners, fits.by_number)
        self._closed_spots = _spots_with(fits, owners, fits.own_double)

    @property
    def most(self) -> Bounds:
        trains = len(self.owners)
        pips = trains * self.fits.tiles.highest * (1 + self.shape.counts_both)
        return Bounds(trains, pips, trains, 2 * trains)

    # ------------------------------------------------------------------ what is open

    def open_places(self, ends: Ends, more: More, seat: int) -> list[int]:
        """The places of the trains at which a seat may lay a tile."""
        feet = self.feet(ends, more)
        if feet:
            return feet
        every = seat == NOBODY
        return [place for place, end in enumerate(ends) if every or place == seat or end & OPEN]

    def feet(self, ends: Ends, more: More) -> list[int]:
        """The places of the doubles that must be covered first, as long as some tile can."""
        if not self.shape.must_cover:
            return []
        fitting = self.fits.by_number
        return [
            place
            for place, end in enumerate(ends)
            if end & DOUBLE and fitting[number_at_end(end)] & ~more.laid
        ]

    def spots(self, ends: Ends, more: More, seat: int) -> list[Spot]:
        places = self.open_places(ends, more, seat)
        if not self.fits.rule.after_double:
            spots = self._spots
            return [spots[place][ends[place] & OPEN - 1] for place in places]
        closed = self.fits.closed(more.laid)
        numbers = [(place, number_at_end(ends[place])) for place in places]
        return [
            (self._closed_spots if closed >> number & 1 else self._spots)[place][number]
            for place, number in numbers
        ]

    def spots_where(self, where: Where, at: At | State) -> list[Spot]:
        if where is Where.LAST:
            return []
        own, used = where is Where.OWN, at.more.used_trains
        return [
            spot
            for spot in self.spots(at.ends, at.more, at.mover)
            if (spot.place == at.mover) == own and (own or not used >> spot.place & 1)
        ]

    def mask(self, ends: Ends, more: More, seat: int) -> int:
        return mask_of(self.spots(ends, more, seat)) if ends else self.fits.tiles.all

    def all_places(self, _tile: int) -> Iterable[int]:
        return range(len(self.owners))

    # ------------------------------------------------------------------ what counts

    def counted(self, ends: Ends, _more: More) -> Iterator[tuple[int, int]]:
        for end in ends:
            yield number_at_end(end), 2 if self.shape.counts_both and end & DOUBLE else 1

    def numbers(self, ends: Ends) -> tuple[int, ...]:
        return tuple(map(number_at_end, ends))

    def number_at(self, ends: Ends, _more: More, place: int) -> int:
        return number_at_end(ends[place])

    def index(self, _ends: Ends, _more: More, place: int) -> int:
        return place

    # ------------------------------------------------------------------ what a play leaves

    def effect(self, before: Ends, more: More, seat: int, action: Action) -> Effect:
        tile, place = action.tile, action.place
        ends_fitted = fitted(self.spots(before, more, seat), tile)
        if before:
            number = number_at_end(before[place])
            end = self.end_of(tile, self.fits.left_open(tile, number, action.leaving))
            ends = (*before[:place], end | before[place] & OPEN, *before[place + 1 :])
            if place == seat:
                ends = self.passed(ends, seat, False)
        else:
            number = self.fits.tiles.tiles[tile].high
            ends = tuple(number | OPEN * (owner <= NOBODY) for owner in self.owners)
        return ends, ends_fitted, {
            "left_open": number_at_end(ends[place]),
            "doubles": 0,
            "laid": more.laid | 1 << tile,
            "at_ends": (),
            "used_trains": more.used_trains | bool(before) << place,
        }  # fmt: skip

    def end_of(self, tile: int, number: int) -> int:
        """The open end that a tile makes with one of its halves."""
        return number | DOUBLE * (self._told_apart and self.fits.tiles.doubles >> tile & 1)

    def passed(self, ends: Ends, seat: int, is_open: bool) -> Ends:
        """The same trains, that of a seat open to everyone or not."""
        end = ends[seat] & ~OPEN | OPEN * is_open
        return (*ends[:seat], end, *ends[seat + 1 :])


def _spots_with(fits: Fits, owners: tuple[int, ...], fitting: tuple[int, ...]) -> list[list[Spot]]:
    """For each train the spot at each number."""
    numbers = range(fits.tiles.highest + 1)
    return [
        [Spot(place, number, fitting[number]) for number in numbers] for place in range(len(owners))
    ]
