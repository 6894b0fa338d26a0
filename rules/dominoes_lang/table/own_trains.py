"""The rules of trains that begin with a double of their owner, and grow at both ends.

`Ends` has two open ends for each seat, by seat, -1 where a train has not begun; of the two the
lower number first, and of equal numbers the end whose tile was laid first. `More.at_ends` has the
tiles there. `Action.end` is the tile that a play is laid against, and for the first tile of a train
that tile itself, so records need not show whose train it is. To `NOBODY`, who reads a record,
trains are begun in any order; `OwnTrainPicture.with_open` puts them in the order of their owners.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from dominoes_lang.table.fits import Fits
from dominoes_lang.table.layout import At, Bounds, Effect, Ends, Spot
from dominoes_lang.table.shape import Shape, Where
from dominoes_lang.table.state import NOBODY, Action, End, More, State
from dominoes_lang.table.tiles import numbers_in

NOT_BEGUN = -1
"""An end of a train that has not begun, and the tile there."""
TRAIN_ENDS = len(End)


class OwnTrains:
    """A train for each seat; one that has begun is open to everyone."""

    def __init__(self, fits: Fits, shape: Shape, owners: tuple[int, ...]) -> None:
        self.fits = fits
        self.shape = shape
        self.owners = owners
        self._beginnings = [
            Spot(tile, fits.tiles.tiles[tile].high, 1 << tile, sides=0)
            for tile in numbers_in(fits.tiles.doubles)
        ]
        self._spots: dict[tuple[int, int, bool, int], Spot] = {}

    @property
    def most(self) -> Bounds:
        ends = TRAIN_ENDS * len(self.owners)
        pips = ends * self.fits.tiles.highest * (1 + self.shape.counts_both)
        return Bounds(ends, pips, ends, 2 * ends)

    # ------------------------------------------------------------------ what is open

    def begins(self, ends: Ends, seat: int) -> bool:
        """Whether a seat may begin a train."""
        return NOT_BEGUN in ends if seat == NOBODY else ends[TRAIN_ENDS * seat] == NOT_BEGUN

    def spots(self, ends: Ends, more: More, seat: int) -> list[Spot]:
        if not ends:
            return []
        spots = self._at_ends(ends, more, self.owners)
        return spots + self._to_begin(more) if self.begins(ends, seat) else spots

    def _at_ends(self, ends: Ends, more: More, owners: Iterable[int]) -> list[Spot]:
        """The open ends of some trains; of two alike of one train the first is listed."""
        closed, at_ends = self.fits.closed(more.laid), more.at_ends
        spots = []
        for owner in owners:
            first = TRAIN_ENDS * owner
            lower, higher = ends[first : first + TRAIN_ENDS]
            if lower != NOT_BEGUN:
                is_other = higher != lower
                spots.append(self._spot(at_ends[first], lower, True, closed >> lower & 1))
                spots.append(self._spot(at_ends[first + 1], higher, is_other, closed >> higher & 1))
        return spots

    def _spot(self, tile: int, number: int, is_listed: bool, is_closed: int) -> Spot:
        """The spot at a tile with a number; kept, since there are few."""
        key = tile, number, is_listed, is_closed
        spot = self._spots.get(key)
        if spot is None:
            fits = self.fits.own_double if is_closed else self.fits.by_number
            spot = self._spots[key] = Spot(tile, number, fits[number], listed=is_listed)
        return spot

    def _to_begin(self, more: More) -> list[Spot]:
        """Each double with which a train may begin, at itself."""
        return [spot for spot in self._beginnings if spot.place not in more.at_ends]

    def spots_where(self, where: Where, at: At | State) -> list[Spot]:
        ends, more, seat = at.ends, at.more, at.mover
        if where is Where.LAST or not ends:
            return []
        if where is Where.OTHERS:
            used = more.used_trains
            others = [owner for owner in self.owners if owner != seat and not used >> owner & 1]
            return self._at_ends(ends, more, others)
        return (
            self._to_begin(more) if self.begins(ends, seat) else self._at_ends(ends, more, (seat,))
        )

    def mask(self, ends: Ends, more: More, seat: int) -> int:
        if not ends:
            return self.fits.tiles.all
        mask = self.fits.tiles.doubles if self.begins(ends, seat) else 0
        closed = self.fits.closed(more.laid)
        for number in ends:
            if number != NOT_BEGUN:
                mask |= self.fits.at(number, closed)
        return mask

    def all_places(self, _tile: int) -> Iterable[int]:
        return range(len(self.fits.tiles))

    def listed_at(self, state: State, place: int) -> int:
        """The tile at the first of two equal ends of a train, where one of them is meant."""
        at_ends = state.more.at_ends
        if not state.ends or place not in at_ends:
            return place
        first = at_ends.index(place) // TRAIN_ENDS * TRAIN_ENDS
        alike = state.ends[first] == state.ends[first + 1]
        return at_ends[first] if alike else place

    # ------------------------------------------------------------------ what counts

    def counted(self, ends: Ends, more: More) -> Iterator[tuple[int, int]]:
        """The number at each open end, and its halves; a lone double counts one at each end."""
        at_ends = more.at_ends
        for place, number in enumerate(ends):
            if number != NOT_BEGUN:
                alone = at_ends[place] == at_ends[place ^ 1]
                double = self.fits.tiles.doubles >> at_ends[place] & 1
                yield number, 1 + (double and self.shape.counts_both and not alone)

    def numbers(self, ends: Ends) -> tuple[int, ...]:
        return tuple(number for number in ends if number != NOT_BEGUN)

    def number_at(self, ends: Ends, more: More, place: int) -> int:
        if place not in more.at_ends:
            return self.fits.tiles.tiles[place].high
        return ends[more.at_ends.index(place)]

    def index(self, _ends: Ends, more: More, place: int) -> int:
        return more.at_ends.index(place) if place in more.at_ends else 0

    # ------------------------------------------------------------------ what a play leaves

    def effect(self, before: Ends, more: More, seat: int, action: Action) -> Effect:
        tile, against = action.tile, action.place
        closed = self.fits.closed(more.laid)
        ends_fitted = sum(
            [self.fits.at(number, closed) >> tile & 1 for number in self.numbers(before)]
        )
        nothing = [NOT_BEGUN] * TRAIN_ENDS * len(self.owners)
        ends, at_ends = (list(before), list(more.at_ends)) if before else (nothing, [*nothing])
        if not before or against == tile:
            begun = ends.index(NOT_BEGUN) // TRAIN_ENDS if seat == NOBODY else seat
            left_open = self.fits.tiles.tiles[tile].high
            pair = [(left_open, tile)] * TRAIN_ENDS
        else:
            place = at_ends.index(against)
            begun = place // TRAIN_ENDS
            left_open = self.fits.left_open(tile, ends[place], action.leaving)
            other = place ^ 1
            pair = [(ends[other], at_ends[other]), (left_open, tile)]
            pair.sort(key=lambda end: end[0])
        for at, (number, there) in enumerate(pair, TRAIN_ENDS * begun):
            ends[at], at_ends[at] = number, there
        return tuple(ends), ends_fitted, {
            "left_open": left_open,
            "doubles": 0,
            "laid": more.laid | 1 << tile,
            "at_ends": tuple(at_ends),
            "used_trains": more.used_trains | 1 << begun,
        }  # fmt: skip

    def passed(self, ends: Ends, _seat: int, _is_open: bool) -> Ends:
        return ends
