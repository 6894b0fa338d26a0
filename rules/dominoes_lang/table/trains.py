"""Trains: a row of tiles for each player, and one for everyone, all begun at one double.

`Ends` has the trains by place, those of the seats before the public one. No two are
interchangeable, however alike their numbers, and a play is at the place of its train. An open end
is the number of its half, with `OPEN` where everyone may lay a tile and `DOUBLE` for a double that
lies at the end, where a rule distinguishes it. A pass opens the train of who passes; a tile of its
owner closes it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import reduce
from operator import or_
from typing import Any

from dominoes_lang.table.arm_ends import NUMBER_BITS, number_at_end
from dominoes_lang.table.branches import Branches
from dominoes_lang.table.fits import Fits
from dominoes_lang.table.layout import (
    Ends,
    Halves,
    LaidTiles,
    Misplaced,
    NamedEnd,
    NoPlace,
)
from dominoes_lang.table.marks import BY_TRAIN, Mark, Train
from dominoes_lang.table.shape import Shape, Where
from dominoes_lang.table.state import (
    NOBODY,
    SEAT_LETTERS,
    Action,
    More,
    State,
    end_leaving,
    leaving_at,
    place_at,
    play,
)
from dominoes_lang.table.tiles import Tile, numbers_in

OPEN, DOUBLE = 1 << NUMBER_BITS, 2 << NUMBER_BITS


class Trains(Branches):
    """A train for each seat, and a public one. To `NOBODY`, who reads a record, all are open."""

    open_to_all = False
    notes_passes = True
    naming = BY_TRAIN

    def __init__(self, fits: Fits, shape: Shape, seats: int) -> None:
        super().__init__(fits, shape)
        self.owners = (*range(seats), *[NOBODY] * shape.one_public)
        self._told_apart = shape.must_cover or shape.counts_both

    @property
    def most_ends(self) -> int:
        return len(self.owners)

    # ------------------------------------------------------------------ what is open

    def _open_places(self, ends: Ends, more: More, seat: int) -> list[int]:
        """The places of the trains at which a seat may lay a tile."""
        feet = self._feet(ends, more)
        if feet:
            return feet
        every = seat == NOBODY
        return [place for place, end in enumerate(ends) if every or place == seat or end & OPEN]

    def _feet(self, ends: Ends, more: More) -> list[int]:
        """The places of the doubles that must be covered first, as long as some tile can."""
        if not self.shape.must_cover:
            return []
        fitting = self.fits.by_number
        return [
            place
            for place, end in enumerate(ends)
            if end & DOUBLE and fitting[number_at_end(end)] & ~more.laid
        ]

    def _fitting_at(self, ends: Ends, more: More, seat: int) -> list[tuple[int, int]]:
        """The places that are open to a seat, each with the tiles that fit there."""
        closed = self.fits.closed(more.laid)
        return [
            (place, self.fits.at(number_at_end(ends[place]), closed))
            for place in self._open_places(ends, more, seat)
        ]

    def open_at(self, ends: Ends, more: More, seat: int) -> Ends:
        return tuple(ends[place] for place in self._open_places(ends, more, seat))

    def mask_at(self, ends: Ends, more: More, seat: int) -> int:
        if not ends:
            return self.fits.tiles.all
        mask = 0
        for _, fit in self._fitting_at(ends, more, seat):
            mask |= fit
        return mask

    def places_of(
        self,
        where: Where,
        ends: Ends,
        more: More,
        seat: int,
        plays: int,  # noqa: ARG002
        last_tile: int,  # noqa: ARG002
    ) -> list[int]:
        if where is Where.LAST:
            return []
        own = where is Where.OWN
        return [
            place
            for place in self._open_places(ends, more, seat)
            if (place == seat) == own and (own or not more.used_trains >> place & 1)
        ]

    def mask_of(
        self, where: Where, ends: Ends, more: More, seat: int, plays: int, last_tile: int
    ) -> int:
        there = self.places_of(where, ends, more, seat, plays, last_tile)
        fitting = self._fitting_at(ends, more, seat) if there else []
        return reduce(or_, (fit for place, fit in fitting if place in there), 0)

    def may_lie(self, state: State, action: Action) -> bool:
        return action.end in self.places(state, action.tile)

    def places(self, state: State, tile: int) -> list[int]:
        return [one.end for one in self.plays_at(state.ends, state.more, state.mover, 1 << tile)]

    def plays_at(self, ends: Ends, more: More, seat: int, hand: int) -> list[Action]:
        if not ends:
            return [play(tile) for tile in numbers_in(hand)]
        fitting = self._fitting_at(ends, more, seat)
        mask = 0
        for _, fit in fitting:
            mask |= fit
        return [
            play(tile, end_leaving(place, way))
            for tile in numbers_in(hand & mask)
            for place, fit in fitting
            if fit >> tile & 1
            for way in self.fits.ways(tile, number_at_end(ends[place]))
        ]

    def numbers(self, state: State) -> tuple[int, ...]:
        return tuple(map(number_at_end, state.ends))

    def number_of(self, open_end: int) -> int:
        return number_at_end(open_end)

    def number_at(self, state: State, end: int) -> int:
        return number_at_end(state.ends[place_at(end)])

    def shown(self, state: State) -> list[str]:
        ends = self.open_to(state, state.mover)
        return [str(number) for number in dict.fromkeys(map(number_at_end, ends))]

    def named_ends(self, state: State) -> list[NamedEnd]:
        is_open = self._open_places(state.ends, state.more, state.mover)
        return [
            NamedEnd(number_at_end(end), place, self._mark(place), is_open=place in is_open)
            for place, end in enumerate(state.ends)
        ]

    def _mark(self, place: int) -> Train:
        return Train(self.owners[place])

    def _where(self, state: State, place: int) -> str:  # noqa: ARG002 (trains have names)
        return self._mark(place).where

    def place(self, state: State, end: int) -> Mark | None:  # noqa: ARG002
        return self._mark(place_at(end))

    def mark(self, state: State, action: Action) -> Mark | None:
        return self._mark(action.place) if state.ends else None

    def ends_at(self, state: State, mark: Mark) -> tuple[int, ...]:  # noqa: ARG002
        seats = [mark.seat] if isinstance(mark, Train) else []
        return tuple(place for place, owner in enumerate(self.owners) if owner in seats)

    def places_at(self, state: State, tile: int, mark: Mark) -> list[int]:
        if not isinstance(mark, Train):
            name = self.fits.tiles.tiles[tile]
            raise NoPlace(f"this table has trains; write whose, as in {name}@{SEAT_LETTERS[0]}")
        ends = self.ends_at(state, mark)
        if not ends:
            raise NoPlace("there is no public train" if mark.seat == NOBODY else "no such train")
        places = [end for end in self.places(state, tile) if place_at(end) in ends]
        if not places:
            if ends[0] not in self._open_places(state.ends, state.more, state.mover):
                raise NoPlace(f"{mark.words} is not open")
            raise NoPlace(f"it does not fit the {self.number_at(state, ends[0])} there")
        return places

    # ------------------------------------------------------------------ what counts

    def counted_ends(self, state: State) -> Iterator[tuple[int, int]]:
        for end in state.ends:
            yield number_at_end(end), 2 if self.counts_both and end & DOUBLE else 1

    # ------------------------------------------------------------------ what a play leaves

    def effect(
        self, before: Ends, more: More, seat: int, action: Action
    ) -> tuple[Ends, int, dict[str, Any]]:
        tile, place = action.tile, action.place
        fitted = sum(fit >> tile & 1 for _, fit in self._fitting_at(before, more, seat))
        if before:
            end = self._end(tile, self._left_open(before, action))
            ends = (*before[:place], end | before[place] & OPEN, *before[place + 1 :])
            if place == seat:
                ends = self._with_open(ends, seat, is_open=False)
        else:
            number = self.fits.tiles.tiles[tile].high
            ends = tuple(number | OPEN * (owner == NOBODY) for owner in self.owners)
        left_open = number_at_end(ends[place])
        laid = more.laid | 1 << tile
        new = {"left_open": left_open, "doubles": 0, "laid": laid, "at_ends": ()}
        return ends, fitted, new | {"used_trains": more.used_trains | 1 << place}

    def _left_open(self, ends: Ends, action: Action) -> int:
        number = number_at_end(ends[action.place])
        return self.fits.left_open(action.tile, number, action.leaving)

    def _end(self, tile: int, number: int) -> int:
        """The open end that a tile makes with one of its halves."""
        return number | DOUBLE * (self._told_apart and self.fits.tiles.doubles >> tile & 1)

    def _with_open(self, ends: Ends, seat: int, *, is_open: bool) -> Ends:
        """The same trains, that of a seat open to everyone or not."""
        end = ends[seat] & ~OPEN | OPEN * is_open
        return (*ends[:seat], end, *ends[seat + 1 :])

    def after_pass(self, ends: Ends, seat: int) -> Ends:
        return self._with_open(ends, seat, is_open=True)

    def before_passes(self, ends: Ends, seats: Iterable[int]) -> Ends:
        for seat in seats:
            ends = self._with_open(ends, seat, is_open=False)
        return ends

    # ------------------------------------------------------------------ the tiles as they lie

    def train_paths(self, middle: Halves, trains: Mapping[Train, Halves]) -> tuple[Halves, ...]:
        """The middle, then a path for each train, which begins with the middle as all paths do."""
        own = (trains.get(self._mark(place), ()) for place in range(len(self.owners)))
        return (middle, *((*middle, *train) for train in own))

    def laid(self, paths: Sequence[Halves], spinner: int | None = None) -> LaidTiles:  # noqa: ARG002
        middle = paths[0]
        if len(middle) != 1 or middle[0][0] != middle[0][1]:
            raise Misplaced("the trains begin at one double in the middle", 0, 0)
        for number, path in enumerate(paths):
            place = self.broken_at(path)
            if place is not None:
                raise Misplaced("the halves don't match", number, place)
        laid = LaidTiles(tuple(paths))
        order = tuple(self.fits.tiles.number[Tile.of(*halves)] for halves in laid.tiles())
        twice = next((tile for tile in order if order.count(tile) > 1), None)
        if twice is not None:
            raise Misplaced(f"{self.fits.tiles.tiles[twice]} appears twice", 0, 0)
        table = self.table(laid)
        feet = self._feet(table.ends, table.more)
        if len(feet) > 1:
            number = 1 + feet[1]
            text = "two doubles can't wait to be covered at the same time"
            raise Misplaced(text, number, len(paths[number]) - 1)
        return laid._replace(order=order)

    def broken_at(self, line: Halves) -> int | None:
        for place in range(1, len(line)):
            number, (near, far) = line[place - 1][1], line[place]
            tile = self.fits.tiles.number.get(Tile.of(near, far))
            if tile is None or far not in self.fits.halves_open(tile, number):
                return place
        return None

    def path_names(self, laid: LaidTiles) -> tuple[str, ...]:  # noqa: ARG002 (of all)
        return ("", *(self._mark(place).name for place in range(len(self.owners))))

    def with_open(self, laid: LaidTiles, ends: Ends, at_ends: Ends = ()) -> LaidTiles:  # noqa: ARG002
        pairs = zip(self.owners, ends, strict=False)
        is_open = (owner for owner, end in pairs if end & OPEN and owner != NOBODY)
        return laid._replace(is_open=tuple(is_open))

    def extended(self, laid: LaidTiles, tile: int, end: int) -> LaidTiles:
        order = (*laid.order, tile)
        if not laid.paths:
            high, low = self.fits.tiles.tiles[tile]
            return laid._replace(paths=self.train_paths(((high, low),), {}), order=order)
        path = laid.paths[1 + place_at(end)]
        far = self.fits.left_open(tile, path[-1][1], leaving_at(end))
        near = self.fits.tiles.tiles[tile].other_half(far)
        return self._with_path(laid, place_at(end), (*path, (near, far)))._replace(order=order)

    def _with_path(self, laid: LaidTiles, place: int, path: Halves) -> LaidTiles:
        return laid._replace(paths=(*laid.paths[: 1 + place], path, *laid.paths[2 + place :]))

    def opening_place(self, actions: Iterable[Action]) -> int:  # noqa: ARG002
        return 0

    def table(self, laid: LaidTiles) -> State:
        number = self.fits.tiles.number
        ends = []
        for owner, path in zip(self.owners, laid.paths[1:], strict=True) if laid.paths else ():
            half = path[-1][1]
            end = self._end(number[Tile.of(*path[-1])], half) if len(path) > 1 else half
            ends.append(end | OPEN * (owner == NOBODY or owner in laid.is_open))
        more = More(laid=self.laid_mask(laid) if "laid" in self.tracks else 0)
        plays = self.plays_among(laid)
        return State((), tuple(ends), (), NOBODY, NOBODY, 0, plays=plays, more=more)

    def last_plays(self, laid: LaidTiles) -> tuple[tuple[Action, LaidTiles], ...]:
        return tuple(self._last_plays(laid))

    def _last_plays(self, laid: LaidTiles) -> Iterator[tuple[Action, LaidTiles]]:
        for place, path in enumerate(laid.paths[1:]):
            if len(path) < 2:
                continue
            rest = self._with_path(laid, place, path[:-1])
            tile = self.fits.tiles.number[Tile.of(*path[-1])]
            rest = rest._replace(order=tuple(one for one in laid.order if one != tile))
            far, number = path[-1][1], path[-2][1]
            two = len(self.fits.ways(tile, number)) > 1
            action = play(tile, end_leaving(place, far if two else -1))
            if self.may_lie(self.table(rest), action):
                yield action, rest
