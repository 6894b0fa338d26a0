"""Tiles in arms as they lie: the line, and a path for each further arm."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import pairwise
from typing import NamedTuple

from dominoes_lang.table.arm_ends import (
    AWAITS_DOUBLE,
    CENTRE,
    DOUBLE,
    HALF,
    NUMBER_BITS,
    ArmEnds,
    number_at_end,
)
from dominoes_lang.table.fits import Fits
from dominoes_lang.table.layout import Halves, LaidTiles, Misplaced
from dominoes_lang.table.shape import Shape
from dominoes_lang.table.state import (
    NO_TILE,
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
from dominoes_lang.table.tiles import Tile


class _Spot(NamedTuple):
    """An open end, and where it is on the table."""

    end: int
    age: int
    """The place of its tile in the order of laying."""
    tile: int
    path: int
    """The path that a tile laid here extends; a new one where there is no such path."""
    on_left: bool = False


class Arms(ArmEnds):
    """A table on which more than two tiles may lie against a double, or doubles come first."""

    def __reduce__(self) -> tuple[type[Arms], tuple[Fits, Shape]]:
        return Arms, (self.fits, self.shape)

    def _can_be_laid(self, line: Halves) -> bool:  # noqa: ARG002 (one path is not the whole table)
        return True

    def laid(self, paths: Sequence[Halves], spinner: int | None = None) -> LaidTiles:
        tiles = self.fits.tiles
        numbers: list[int] = []
        for number, path in enumerate(paths):
            place = self.broken_at(path)
            if place is not None:
                raise Misplaced("the halves don't match", number, place)
            if number and (path[0][0] != path[0][1] or _tile_of(path[0]) not in map(
                _tile_of, LaidTiles(tuple(paths[:number])).tiles()
            )):  # fmt: skip
                raise Misplaced("an arm begins with a double that lies on the table", number, 0)
            if number and len(path) == 1:
                raise Misplaced("an arm has a tile behind its double", number, 0)
            numbers += (tiles.number[_tile_of(halves)] for halves in path[number > 0 :])
            twice = [tile for tile in numbers if numbers.count(tile) > 1]
            if twice:
                raise Misplaced(f"{tiles.tiles[twice[0]]} appears twice", number, 0)
        laid = LaidTiles(tuple(paths), tuple(numbers))
        centres = self.spinners(laid) if spinner is None else (spinner,)
        if len(centres) == 1:
            laid = laid._replace(order=(*centres, *(one for one in numbers if one != centres[0])))
        against = self._against(laid)
        for number, path in enumerate(laid.paths):
            for place, halves in enumerate(path):
                tile = tiles.number[_tile_of(halves)]
                first = tile == self._centre(laid)
                most = self._sides_of_centre if first else self._sides
                if against[tile] > (most if halves[0] == halves[1] else len(End)):
                    text = f"more than {most} tiles lie against {_tile_of(halves)}"
                    raise Misplaced(text, number, place)
        return laid

    def spinners(self, laid: LaidTiles) -> tuple[int, ...]:
        if not self._has_centre:
            return ()
        tiles = self.fits.tiles
        doubles = [tile for tile in laid.order if tiles.doubles >> tile & 1]
        against = self._against(laid)
        beyond = [tile for tile in doubles if against[tile] > self._sides]
        if beyond or len(doubles) < 2:
            return tuple(beyond or doubles)
        if not self.shape.star:
            return tuple(doubles)
        # Before the centre is full no other double lies anywhere.
        full = self._sides_of_centre
        most = min(full, max(against[tile] for tile in doubles))
        alike = tuple(tile for tile in doubles if against[tile] == most)
        return alike[:1] if self._is_like_others and most == full else alike

    @property
    def _is_like_others(self) -> bool:
        """Whether a full centre is like any double that is full: nothing waits behind it."""
        return self._sides_of_centre == self._sides and not self.shape.then_doubles

    def as_written(self, laid: LaidTiles) -> LaidTiles:
        return self.laid(laid.paths, self.spinner_to_name(laid))

    def spinner_of(self, starter: int) -> int | None:
        is_double = starter != NO_TILE and self.fits.tiles.doubles >> starter & 1
        return starter if self._has_centre and is_double else None

    def spinner_to_name(self, laid: LaidTiles) -> int | None:
        centres = self.spinners(laid)
        return None if len(centres) < 2 else self._centre(laid)

    def sides_of(self, laid: LaidTiles, tile: Tile) -> int:
        if not tile.is_double:
            return len(End)
        is_centre = self.fits.tiles.number[tile] == self._centre(laid)
        return self._sides_of_centre if is_centre else self._sides

    def _centre(self, laid: LaidTiles) -> int | None:
        """The centre of a star, or the only spinner."""
        if not self._has_centre:
            return None
        doubles = self.fits.tiles.doubles
        may_be = laid.order[:1] if self.shape.star else laid.order
        return next((tile for tile in may_be if doubles >> tile & 1), None)

    def _against(self, laid: LaidTiles) -> Counter[int]:
        """How many tiles lie against each."""
        number = self.fits.tiles.number
        found: Counter[int] = Counter()
        for path in laid.paths:
            row = [number[_tile_of(halves)] for halves in path]
            for one, other in pairwise(row):
                found[one] += 1
                found[other] += 1
        return found

    def _spots(self, laid: LaidTiles) -> Iterator[_Spot]:
        """Every open end, and where it is."""
        tiles, centre = self.fits.tiles, self._centre(laid)
        against, age = self._against(laid), {tile: n for n, tile in enumerate(laid.order)}
        tips: dict[int, tuple[int, bool]] = {}
        for number, path in enumerate(laid.paths):
            sides = ((True, 0), (False, -1)) if number == 0 else ((False, -1),)
            for on_left, place in sides:
                halves = path[place]
                tile = tiles.number[_tile_of(halves)]
                if halves[0] == halves[1] and (self._told_apart or tile == centre):
                    tips[tile] = (number, on_left)
                    continue
                inner = None if len(path) < 2 else path[1 if on_left else -2]
                waits = (
                    self.shape.then_doubles
                    and inner is not None
                    and halves[0] != halves[1]
                    and tiles.number[_tile_of(inner)] == centre
                )
                kind = AWAITS_DOUBLE if waits else HALF
                end = halves[0 if on_left else 1] | kind << NUMBER_BITS
                yield _Spot(end, age[tile], tile, number, on_left)
        for tile in laid.order:
            halves = tiles.tiles[tile]
            if not halves.is_double or not (self._told_apart or tile == centre):
                continue
            kind = (CENTRE if tile == centre else DOUBLE) + against[tile]
            end = halves.high | kind << NUMBER_BITS
            if self._free(end) > 0:
                path_number, on_left = tips.get(tile, (len(laid.paths), False))
                yield _Spot(end, age[tile], tile, path_number, on_left)

    def extended(self, laid: LaidTiles, tile: int, end: int) -> LaidTiles:
        order = (*laid.order, tile)
        if not laid.paths:
            high, low = self.fits.tiles.tiles[tile]
            return LaidTiles((((high, low),),), order)
        spots = (spot for spot in self._spots(laid) if spot.end == place_at(end))
        spot = min(spots, key=lambda one: one.age)
        number = number_at_end(end)
        far = self.fits.left_open(tile, number, leaving_at(end))
        near = self.fits.tiles.tiles[tile].other_half(far)
        paths = [*laid.paths]
        if spot.path == len(paths):
            paths.append(((number, number), (near, far)))
        elif spot.on_left:
            paths[0] = ((far, near), *paths[0])
        else:
            paths[spot.path] = (*paths[spot.path], (near, far))
        return LaidTiles(tuple(paths), order)

    def opening_place(self, actions: Iterable[Action]) -> int:
        actions = [action for action in actions if action.kind is Kind.PLAY]
        if not actions:
            return 0
        line = map(_tile_of, self.laid_by(actions).line)
        return [*line].index(self.fits.tiles.tiles[actions[0].tile])

    def table(self, laid: LaidTiles) -> State:
        spots = sorted(self._spots(laid), key=lambda one: (one.end, one.age))
        more = More(
            laid=self.laid_mask(laid) if "laid" in self.tracks else 0,
            at_ends=tuple(spot.tile for spot in spots),
        )
        ends = tuple(spot.end for spot in spots)
        plays = self.plays_among(laid)
        return State((), ends, (), NOBODY, NOBODY, 0, plays=plays, more=more)

    def last_plays(self, laid: LaidTiles) -> tuple[tuple[Action, LaidTiles], ...]:
        tiles = self.fits.tiles
        if not self.plays_among(laid):
            return ()
        if len(laid.order) == 1:
            return ((play(laid.order[0]), LaidTiles()),)
        found = []
        for number, path in enumerate(laid.paths):
            for on_left in (True, False) if number == 0 and len(path) > 1 else (False,):
                tip, inner = (path[0], path[1]) if on_left else (path[-1], path[-2])
                tile, near = tiles.number[_tile_of(tip)], tiles.number[_tile_of(inner)]
                if self._against(laid)[tile] > 1 or tile == self._centre(laid):
                    continue
                rest = path[1:] if on_left else path[:-1]
                paths = [*laid.paths]
                paths[number : number + 1] = [rest] if len(rest) > 1 or number == 0 else []
                order = tuple(one for one in laid.order if one != tile)
                before = self._with_full_centre(LaidTiles(tuple(paths), order))
                far = tip[0] if on_left else tip[1]
                at = inner[0] if on_left else inner[1]
                table = self.table(before)
                ends = [
                    spot.end
                    for spot in self._spots(before)
                    if spot.tile == near
                    and number_at_end(spot.end) == at
                    and far in self.fits.halves_open(tile, at)
                ]
                action = self._leaving(tile, ends[0], far) if ends else None
                if action is not None and self.may_lie(table, action):
                    found.append((action, before))
        return tuple(found)

    def _with_full_centre(self, laid: LaidTiles) -> LaidTiles:
        """The same tiles; of doubles that are alike when full, from one that is full already."""
        centres = self.spinners(laid) if self.shape.star and self._is_like_others else ()
        if not centres or self._centre(laid) in centres:
            return laid
        rest = (one for one in laid.order if one != centres[0])
        return laid._replace(order=(centres[0], *rest))

    def _leaving(self, tile: int, place: int, far: int) -> Action:
        """The play at an open end that leaves a half open."""
        two = len(self.fits.ways(tile, number_at_end(place))) > 1
        return play(tile, end_leaving(place, far if two else -1))


@cache
def _tile_of(halves: tuple[int, int]) -> Tile:
    return Tile.of(*halves)
