"""Trains that begin with a double of their owner, and grow at both ends.

`Ends` has two open ends for each seat, by seat, -1 where a train has not begun; of the two the
lower number first, and of equal numbers the end whose tile was laid first. `More.at_ends` has the
tiles there. `Action.end` is the tile that a play is laid against, and for the first tile of a train
that tile itself, so records need not show whose train it is. To `NOBODY`, who reads a record,
trains are begun in any order; `with_open` puts them in the order of their owners.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import reduce
from operator import or_
from typing import Any

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
from dominoes_lang.table.marks import BY_OWN_TRAIN, Mark, Train
from dominoes_lang.table.shape import Shape, Where
from dominoes_lang.table.state import (
    NOBODY,
    Action,
    End,
    Kind,
    More,
    State,
    end_leaving,
    leaving_at,
    place_at,
    play,
)
from dominoes_lang.table.tiles import Tile, numbers_in

_NONE = -1
"""An end of a train that has not begun."""
TRAIN_ENDS = len(End)


class OwnTrains(Branches):
    """A train for each seat; one that has begun is open to everyone."""

    open_to_all = False
    naming = BY_OWN_TRAIN

    def __init__(self, fits: Fits, shape: Shape, seats: int) -> None:
        super().__init__(fits, shape)
        self.owners = tuple(range(seats))

    @property
    def most_ends(self) -> int:
        return TRAIN_ENDS * len(self.owners)

    # ------------------------------------------------------------------ what is open

    def _begins(self, ends: Ends, seat: int) -> bool:
        """Whether a seat may begin a train."""
        return _NONE in ends if seat == NOBODY else ends[TRAIN_ENDS * seat] == _NONE

    def _open_places(self, ends: Ends) -> list[int]:
        """The places in `ends` of all open ends; of two alike of one train the first."""
        return [
            place
            for place, number in enumerate(ends)
            if number != _NONE and not (place % TRAIN_ENDS and ends[place - 1] == number)
        ]

    def open_at(self, ends: Ends, more: More, seat: int) -> Ends:  # noqa: ARG002
        return tuple(number for number in ends if number != _NONE)

    def _fit(self, ends: Ends, more: More, places: Iterable[int]) -> int:
        closed = self.fits.closed(more.laid)
        return reduce(or_, (self.fits.at(ends[place], closed) for place in places), 0)

    def mask_at(self, ends: Ends, more: More, seat: int) -> int:
        if not ends:
            return self.fits.tiles.all
        doubles = self.fits.tiles.doubles if self._begins(ends, seat) else 0
        return self._fit(ends, more, self._open_places(ends)) | doubles

    def plays_at(self, ends: Ends, more: More, seat: int, hand: int) -> list[Action]:
        if not ends:
            return [play(tile) for tile in numbers_in(hand)]
        doubles = self.fits.tiles.doubles if self._begins(ends, seat) else 0
        return self._plays(ends, more, self._open_places(ends), hand, hand & doubles)

    def _plays(
        self, ends: Ends, more: More, places: Iterable[int], hand: int, doubles: int
    ) -> list[Action]:
        """The plays of a hand at these places, and of doubles that begin a train."""
        closed = self.fits.closed(more.laid)
        found = [(tile, tile, -1) for tile in numbers_in(doubles)]
        for place in places:
            number = ends[place]
            found += [
                (tile, more.at_ends[place], way)
                for tile in numbers_in(hand & self.fits.at(number, closed))
                for way in self.fits.ways(tile, number)
            ]
        return [play(tile, end_leaving(against, way)) for tile, against, way in sorted(found)]

    def plays_among_places(
        self,
        where: Where,
        ends: Ends,
        more: More,
        seat: int,
        plays: int,  # noqa: ARG002
        last_tile: int,  # noqa: ARG002
        hand: int,
    ) -> list[Action]:
        if where is Where.LAST:
            return []
        if where is Where.OWN and self._begins(ends, seat):
            return self._plays(ends, more, (), hand, hand & self.fits.tiles.doubles)
        return self._plays(ends, more, self._places_of(where, ends, more, seat), hand, 0)

    def ends_for(self, tile: int) -> list[int]:
        return sorted({End.LEFT, *self._both_ways(range(len(self.fits.tiles)), tile)})

    def places(self, state: State, tile: int) -> list[int]:
        return [one.end for one in self.plays_at(state.ends, state.more, state.mover, 1 << tile)]

    def unmarked(self, state: State, tile: int) -> list[int]:
        places = self.places(state, tile)
        return [tile] if tile in places and state.begun else places

    def may_lie(self, state: State, action: Action) -> bool:
        return self.as_listed(state, action).end in self.places(state, action.tile)

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
        if where is Where.OWN and self._begins(ends, seat):
            doubles = self.fits.tiles.doubles & ~sum(1 << tile for tile in {*more.at_ends} - {-1})
            return list(numbers_in(doubles))
        return [more.at_ends[place] for place in self._places_of(where, ends, more, seat)]

    def _places_of(self, where: Where, ends: Ends, more: More, seat: int) -> list[int]:
        own = where is Where.OWN
        return [
            place
            for place in self._open_places(ends)
            if (place // TRAIN_ENDS == seat) == own
            and (own or not more.used_trains >> place // TRAIN_ENDS & 1)
        ]

    def mask_of(
        self,
        where: Where,
        ends: Ends,
        more: More,
        seat: int,
        plays: int,  # noqa: ARG002
        last_tile: int,  # noqa: ARG002
    ) -> int:
        if where is Where.LAST or not ends:
            return 0
        if where is Where.OWN and self._begins(ends, seat):
            return self.fits.tiles.doubles
        return self._fit(ends, more, self._places_of(where, ends, more, seat))

    # ------------------------------------------------------------------ names of places

    def numbers(self, state: State) -> tuple[int, ...]:
        return self.open_at(state.ends, state.more, NOBODY)

    def number_at(self, state: State, end: int) -> int:
        against = place_at(end)
        if against not in state.more.at_ends:
            return self.fits.tiles.tiles[against].high
        return state.ends[state.more.at_ends.index(against)]

    def left_open(self, state: State, action: Action) -> int:
        if not state.begun or action.place == action.tile:
            return self.fits.tiles.tiles[action.tile].high
        return super().left_open(state, action)

    def place_among(self, state: State, end: int) -> int:
        at_ends, against = state.more.at_ends, place_at(end)
        return at_ends.index(against) if against in at_ends else 0

    def named_ends(self, state: State) -> list[NamedEnd]:
        named = []
        for place, number in enumerate(state.ends):
            pair = state.more.at_ends[place // TRAIN_ENDS * TRAIN_ENDS :][:TRAIN_ENDS]
            alone = pair[0] == pair[1]
            if number != _NONE and not (alone and place % TRAIN_ENDS):
                tile = state.more.at_ends[place]
                sides = TRAIN_ENDS if alone else 1
                named.append(NamedEnd(number, tile, self.fits.tiles.tiles[tile], sides))
        return named

    def _where(self, state: State, place: int) -> str:
        mark = self.place(state, place)
        if mark is None:
            return ""
        return mark.where if isinstance(mark, Train) else f"on {mark.bracketed}"  # type: ignore[union-attr]

    def place(self, state: State, end: int) -> Mark | None:
        if not state.ends:
            return None
        against = place_at(end)
        if against in state.more.at_ends:
            return self.fits.tiles.tiles[against]
        return None if state.mover == NOBODY else Train(state.mover)

    def mark(self, state: State, action: Action) -> Mark | None:
        is_first = not state.ends or action.place == action.tile
        return None if is_first else self.fits.tiles.tiles[action.place]

    def ends_at(self, state: State, mark: Mark) -> tuple[int, ...]:
        at_ends = state.more.at_ends
        if isinstance(mark, Train):
            if mark.seat not in self.owners or not state.ends:
                return ()
            if self._begins(state.ends, mark.seat):
                own = state.mover in {mark.seat, NOBODY}
                return tuple(numbers_in(self.fits.tiles.doubles)) if own else ()
            return at_ends[TRAIN_ENDS * mark.seat :][:TRAIN_ENDS]
        tile = self.fits.tiles.number.get(mark, _NONE) if isinstance(mark, Tile) else _NONE
        return (tile,) if tile in at_ends and tile != _NONE else ()

    def places_at(self, state: State, tile: int, mark: Mark) -> list[int]:
        if not isinstance(mark, Tile | Train):
            most = self.fits.tiles.highest
            raise NoPlace(f"write the tile that it is laid against, as in {most}0@{most}{most}")
        ends = self.ends_at(state, mark)
        if not ends:
            what = f"at {mark}" if isinstance(mark, Tile) else mark.where
            raise NoPlace(f"there is no open end {what}")
        alike = {self._first_alike(state, end) for end in ends}
        places = [end for end in self.places(state, tile) if place_at(end) in alike]
        if isinstance(mark, Train) and self._begins(state.ends, mark.seat):
            places = [end for end in places if end == tile]
        if not places:
            what = f"at {mark}" if isinstance(mark, Tile) else mark.where
            raise NoPlace(f"it does not fit {what}")
        return places

    def _first_alike(self, state: State, against: int) -> int:
        """The tile at the first of two equal ends of a train, where one of them is meant."""
        at_ends = state.more.at_ends
        if against not in at_ends:
            return against
        first = at_ends.index(against) // TRAIN_ENDS * TRAIN_ENDS
        alike = state.ends[first] == state.ends[first + 1]
        return at_ends[first] if alike else against

    # ------------------------------------------------------------------ what counts

    def counted_ends(self, state: State) -> Iterator[tuple[int, int]]:
        """The number at each open end, and its halves; a lone double counts one at each end."""
        at_ends = state.more.at_ends
        for place, number in enumerate(state.ends):
            if number != _NONE:
                alone = at_ends[place] == at_ends[place ^ 1]
                double = self.fits.tiles.doubles >> at_ends[place] & 1
                yield number, 1 + (double and self.counts_both and not alone)

    # ------------------------------------------------------------------ what a play leaves

    def effect(
        self, before: Ends, more: More, seat: int, action: Action
    ) -> tuple[Ends, int, dict[str, Any]]:
        tile, against = action.tile, action.place
        closed = self.fits.closed(more.laid)
        is_open = self.open_at(before, more, seat)
        fitted = sum(self.fits.at(number, closed) >> tile & 1 for number in is_open)
        nothing = (_NONE,) * self.most_ends
        ends, at_ends = list(before or nothing), list(more.at_ends if before else nothing)
        if not before or against == tile:
            begun = ends.index(_NONE) // TRAIN_ENDS if seat == NOBODY else seat
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
        return tuple(ends), fitted, {
            "left_open": left_open,
            "doubles": 0,
            "laid": more.laid | 1 << tile,
            "at_ends": tuple(at_ends),
            "used_trains": more.used_trains | 1 << begun,
        }  # fmt: skip

    def opened_by(self, tile: int) -> list[int]:
        return super().opened_by(tile) if self.fits.tiles.doubles >> tile & 1 else []

    # ------------------------------------------------------------------ what is the same

    def same_place(self, state: State, end: int, other: int) -> bool:
        one, two = (self._first_alike(state, place_at(at)) for at in (end, other))
        return one == two and leaving_at(end) == leaving_at(other)

    def as_listed(self, state: State, action: Action) -> Action:
        if not state.ends or action.kind is not Kind.PLAY:
            return action
        return play(
            action.tile, end_leaving(self._first_alike(state, action.place), action.leaving)
        )

    # ------------------------------------------------------------------ the tiles as they lie

    def train_paths(self, middle: Halves, trains: Mapping[Train, Halves]) -> tuple[Halves, ...]:
        """A path for each train, behind the middle, which is empty."""
        return (middle, *(trains.get(Train(owner), ()) for owner in self.owners))

    def laid(self, paths: Sequence[Halves], spinner: int | None = None) -> LaidTiles:  # noqa: ARG002
        if paths and paths[0]:
            raise Misplaced(
                "every train begins with a double of its owner, not in the middle", 0, 0
            )
        number = self.fits.tiles.number
        for at, path in enumerate(paths):
            place = self.broken_at(path)
            if place is not None:
                raise Misplaced("the halves don't match", at, place)
            if path and not self._begun_at(path):
                raise Misplaced("a train begins with a double, and none lies there", at, 0)
            if not self._can_be_laid(path):
                raise Misplaced("no order of play leads to this train", at, len(path) - 1)
        laid = self.as_written(LaidTiles(tuple(paths)))
        twice = next((tile for tile in laid.order if laid.order.count(tile) > 1), None)
        if twice is not None:
            at = next(at for at, path in enumerate(paths) for one in path
                      if number[Tile.of(*one)] == twice)  # fmt: skip
            raise Misplaced(f"{self.fits.tiles.tiles[twice]} appears twice", at, 0)
        return laid if laid.order else LaidTiles()

    def _begun_at(self, line: Halves) -> list[int]:  # type: ignore[override]
        return [place for place, (left, right) in enumerate(line) if left == right]

    def as_written(self, laid: LaidTiles) -> LaidTiles:
        number = self.fits.tiles.number
        return laid._replace(order=tuple(number[Tile.of(*halves)] for halves in laid.tiles()))

    def path_names(self, laid: LaidTiles) -> tuple[str, ...]:  # noqa: ARG002 (of all)
        return ("", *(Train(owner).name for owner in self.owners))

    def with_open(self, laid: LaidTiles, ends: Ends, at_ends: Ends = ()) -> LaidTiles:  # noqa: ARG002
        owners = {tile: place // TRAIN_ENDS for place, tile in enumerate(at_ends) if tile != _NONE}
        paths: list[Halves] = [()] * (1 + len(self.owners))
        for path in laid.paths[1:]:
            tile = self.fits.tiles.number[Tile.of(*path[-1])] if path else _NONE
            if path and tile not in owners:
                return laid
            if path:
                paths[1 + owners[tile]] = path
        return laid._replace(paths=tuple(paths)) if laid.paths else laid

    def extended(self, laid: LaidTiles, tile: int, end: int) -> LaidTiles:
        order, paths = (*laid.order, tile), [*(laid.paths or self.train_paths((), {}))]
        against, number = place_at(end), self.fits.tiles.number
        if not laid.paths or against == tile:
            high, low = self.fits.tiles.tiles[tile]
            paths[paths.index((), 1)] = ((high, low),)
            return laid._replace(paths=tuple(paths), order=order)
        for at, path in enumerate(paths):
            if not path or against not in {number[Tile.of(*path[one])] for one in (0, -1)}:
                continue
            on_right = number[Tile.of(*path[-1])] == against
            far = self.fits.left_open(
                tile, path[-1][1] if on_right else path[0][0], leaving_at(end)
            )
            near = self.fits.tiles.tiles[tile].other_half(far)
            paths[at] = (*path, (near, far)) if on_right else ((far, near), *path)
        return laid._replace(paths=tuple(paths), order=order)

    def opening_place(self, actions: Iterable[Action]) -> int:  # noqa: ARG002
        return 0

    def first_of(self, laid: LaidTiles, path: Halves) -> int:
        """The place in a path of the double that was laid first, as far as that is shown."""
        number = self.fits.tiles.number
        return min(
            self._begun_at(path), key=lambda place: laid.order.index(number[Tile.of(*path[place])])
        )

    def table(self, laid: LaidTiles) -> State:
        number, ends, at_ends = self.fits.tiles.number, [], []
        for path in laid.paths[1:]:
            if not path:
                ends += [_NONE] * TRAIN_ENDS
                at_ends += [_NONE] * TRAIN_ENDS
                continue
            pair = [(path[0][0], number[Tile.of(*path[0])])]
            pair.append((path[-1][1], number[Tile.of(*path[-1])]))
            pair.sort(key=lambda end: (end[0], laid.order.index(end[1])))
            ends += [open_half for open_half, _ in pair]
            at_ends += [tile for _, tile in pair]
        more = More(
            at_ends=tuple(at_ends), laid=self.laid_mask(laid) if "laid" in self.tracks else 0
        )
        plays = self.plays_among(laid)
        return State((), tuple(ends), (), NOBODY, NOBODY, 0, plays=plays, more=more)

    def last_plays(self, laid: LaidTiles) -> tuple[tuple[Action, LaidTiles], ...]:
        return tuple(self._last_plays(laid))

    def _last_plays(self, laid: LaidTiles) -> Iterator[tuple[Action, LaidTiles]]:
        number = self.fits.tiles.number
        for at, path in enumerate(laid.paths):
            if not path:
                continue
            ways = ((path[0], path[1:]), (path[-1], path[:-1]))[len(path) == 1 :]
            for tip, rest in ways:
                if rest and not (self._begun_at(rest) and self._can_be_laid(rest)):
                    continue
                tile = number[Tile.of(*tip)]
                paths = (*laid.paths[:at], rest, *laid.paths[at + 1 :])
                order = tuple(one for one in laid.order if one != tile)
                before = LaidTiles(paths, order) if order else LaidTiles()
                on_left = rest == path[1:]
                if not rest:
                    action = play(tile, tile if order else End.LEFT)
                else:
                    inner, far = (rest[0], tip[0]) if on_left else (rest[-1], tip[1])
                    two = len(self.fits.ways(tile, inner[0 if on_left else 1])) > 1
                    against = number[Tile.of(*inner)]
                    action = play(tile, end_leaving(against, far if two else -1))
                table = self.table(before)
                action = self.as_listed(table, action)
                if self.may_lie(table, action):
                    yield action, before
