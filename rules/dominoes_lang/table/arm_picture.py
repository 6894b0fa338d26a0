"""Tiles in arms as they lie: the line, and a path for each further arm."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from dominoes_lang.table.arm_ends import (
    AWAITS_DOUBLE,
    CENTRE,
    DOUBLE,
    HALF,
    NUMBER_BITS,
    number_at_end,
)
from dominoes_lang.table.arms import Arms
from dominoes_lang.table.centres import (
    centre_of,
    spinner_to_name,
    spinners_among,
    tiles_against,
    with_full_centre,
)
from dominoes_lang.table.layout import Ends, Halves, LaidTiles, Misplaced
from dominoes_lang.table.rows import (
    broken_at,
    extended_at,
    number_of_tile,
    play_leaving,
    table_of,
    twice_in,
)
from dominoes_lang.table.spots import may_lie
from dominoes_lang.table.state import Action, End, More, leaving_at, place_at, play
from dominoes_lang.table.tiles import Tile


class _ArmTip(NamedTuple):
    """An open end, and where it is on the table."""

    end: int
    age: int
    """The place of its tile in the order of laying."""
    tile: int
    path: int
    """The path that a tile laid here extends; a new one where there is no such path."""
    on_left: bool = False


class ArmPicture:
    """A line with arms, each of which begins with a double that an earlier path has."""

    def __init__(self, rules: Arms) -> None:
        self.rules = rules
        self._fits = rules.fits
        self._sides = rules.sides

    def laid(self, paths: Sequence[Halves], spinner: int | None = None) -> LaidTiles:
        tiles, numbers = self._fits.tiles, list[int]()
        for number, path in enumerate(paths):
            place = self.broken_at(path)
            if place is not None:
                raise Misplaced("the halves don't match", number, place)
            if number and (path[0][0] != path[0][1] or Tile.of(*path[0]) not in {
                Tile.of(*halves) for halves in LaidTiles(tuple(paths[:number])).tiles()
            }):  # fmt: skip
                raise Misplaced("an arm begins with a double that lies on the table", number, 0)
            if number and len(path) == 1:
                raise Misplaced("an arm has a tile behind its double", number, 0)
            numbers += (number_of_tile(self._fits, halves) for halves in path[number > 0 :])
            twice = twice_in(numbers)
            if twice is not None:
                raise Misplaced(f"{tiles.tiles[twice]} appears twice", number, 0)
        laid = LaidTiles(tuple(paths), tuple(numbers))
        centres = spinners_among(self.rules, laid) if spinner is None else (spinner,)
        if len(centres) == 1:
            rest = (tile for tile in numbers if tile != centres[0])
            laid = laid._replace(order=(*centres, *rest))
        self._check_sides(laid)
        return laid

    def _check_sides(self, laid: LaidTiles) -> None:
        """Raise `Misplaced` for a tile with more beside it than it has room for."""
        against, centre = tiles_against(self._fits, laid), centre_of(self.rules, laid)
        for number, path in enumerate(laid.paths):
            for place, halves in enumerate(path):
                tile = number_of_tile(self._fits, halves)
                most = self._sides.of_centre if tile == centre else self._sides.of_double
                if against[tile] > (most if halves[0] == halves[1] else len(End)):
                    text = f"more than {most} tiles lie against {Tile.of(*halves)}"
                    raise Misplaced(text, number, place)

    def broken_at(self, row: Halves) -> int | None:
        return broken_at(self._fits, row)

    def as_written(self, laid: LaidTiles) -> LaidTiles:
        return self.laid(laid.paths, spinner_to_name(self.rules, laid))

    def with_open(self, laid: LaidTiles, _ends: Ends, _at_ends: Ends = ()) -> LaidTiles:
        return laid

    def ends(self, laid: LaidTiles) -> tuple[Ends, More]:
        tips = sorted(self._tips(laid), key=lambda tip: (tip.end, tip.age))
        return tuple(tip.end for tip in tips), More(at_ends=tuple(tip.tile for tip in tips))

    def _tips(self, laid: LaidTiles) -> Iterator[_ArmTip]:
        """Every open end, and where it is."""
        tiles, centre = self._fits.tiles, centre_of(self.rules, laid)
        against = tiles_against(self._fits, laid)
        age = {tile: number for number, tile in enumerate(laid.order)}
        at_double: dict[int, tuple[int, bool]] = {}
        for number, path in enumerate(laid.paths):
            sides = ((True, 0), (False, -1)) if number == 0 else ((False, -1),)
            for on_left, place in sides:
                halves = path[place]
                tile = number_of_tile(self._fits, halves)
                if halves[0] == halves[1] and (self._sides.told_apart or tile == centre):
                    at_double[tile] = (number, on_left)
                    continue
                inner = None if len(path) < 2 else path[1 if on_left else -2]
                waits = (
                    self.rules.shape.then_doubles
                    and inner is not None
                    and halves[0] != halves[1]
                    and number_of_tile(self._fits, inner) == centre
                )
                kind = AWAITS_DOUBLE if waits else HALF
                end = halves[0 if on_left else 1] | kind << NUMBER_BITS
                yield _ArmTip(end, age[tile], tile, number, on_left)
        for tile in laid.order:
            halves = tiles.tiles[tile]
            if not halves.is_double or not (self._sides.told_apart or tile == centre):
                continue
            kind = (CENTRE if tile == centre else DOUBLE) + against[tile]
            end = halves.high | kind << NUMBER_BITS
            if self._sides.free(end) > 0:
                path_number, on_left = at_double.get(tile, (len(laid.paths), False))
                yield _ArmTip(end, age[tile], tile, path_number, on_left)

    def extended(self, laid: LaidTiles, tile: int, end: int) -> LaidTiles:
        order = (*laid.order, tile)
        if not laid.paths:
            high, low = self._fits.tiles.tiles[tile]
            return LaidTiles((((high, low),),), order)
        tips = (tip for tip in self._tips(laid) if tip.end == place_at(end))
        tip = min(tips, key=lambda tip: tip.age)
        number = number_at_end(end)
        paths = [*laid.paths, ((number, number),)][: max(len(laid.paths), tip.path + 1)]
        paths[tip.path] = extended_at(
            self._fits, paths[tip.path], tile, leaving_at(end), on_left=tip.on_left
        )
        return LaidTiles(tuple(paths), order)

    def last_plays(self, laid: LaidTiles) -> Iterator[tuple[Action, LaidTiles]]:
        if len(laid.order) == 1:
            yield play(laid.order[0]), LaidTiles()
            return
        doubles = [tile for tile in laid.order if self._fits.tiles.doubles >> tile & 1]
        # A spinner is laid before all other doubles, and the centre of a star before all tiles.
        others_came = self.rules.shape.star or len(doubles) > 1
        earlier_centre = centre_of(self.rules, laid) if others_came else None
        for number, path in enumerate(laid.paths):
            for on_left in (True, False) if number == 0 and len(path) > 1 else (False,):
                tip, inner = (path[0], path[1]) if on_left else (path[-1], path[-2])
                tile, near = (number_of_tile(self._fits, halves) for halves in (tip, inner))
                if tiles_against(self._fits, laid)[tile] > 1 or tile == earlier_centre:
                    continue
                rest = path[1:] if on_left else path[:-1]
                paths = [*laid.paths]
                paths[number : number + 1] = [rest] if len(rest) > 1 or number == 0 else []
                order = tuple(other for other in laid.order if other != tile)
                before = with_full_centre(self.rules, LaidTiles(tuple(paths), order))
                far, at = (tip[0], inner[0]) if on_left else (tip[1], inner[1])
                ends = [
                    spot.end
                    for spot in self._tips(before)
                    if spot.tile == near
                    and number_at_end(spot.end) == at
                    and far in self._fits.halves_open(tile, at)
                ]
                if not ends:
                    continue
                action = play_leaving(self._fits, tile, ends[0], at, far)
                if may_lie(self.rules, table_of(self, before), action):
                    yield action, before
