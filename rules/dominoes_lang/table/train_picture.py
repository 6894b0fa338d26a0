"""Trains as they lie: the double in the middle, and a path for each train, which begins with it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dominoes_lang.table.layout import Ends, Halves, LaidTiles, Misplaced
from dominoes_lang.table.rows import (
    extended_at,
    number_of_tile,
    play_leaving,
    table_of,
    train_paths,
    twice_in,
)
from dominoes_lang.table.spots import may_lie
from dominoes_lang.table.state import NOBODY, Action, More, leaving_at, place_at, play
from dominoes_lang.table.trains import OPEN, Trains


class TrainPicture:
    """Rows that grow on the right, all from one double."""

    def __init__(self, rules: Trains) -> None:
        self.rules = rules
        self._fits = rules.fits

    def laid(self, paths: Sequence[Halves], _spinner: int | None = None) -> LaidTiles:
        middle = paths[0]
        if len(middle) != 1 or middle[0][0] != middle[0][1]:
            raise Misplaced("the trains begin at one double in the middle", 0, 0)
        for number, path in enumerate(paths):
            place = self.broken_at(path)
            if place is not None:
                raise Misplaced("the halves don't match", number, place)
        laid = LaidTiles(tuple(paths))
        order = tuple(number_of_tile(self._fits, halves) for halves in laid.tiles())
        twice = twice_in(order)
        if twice is not None:
            raise Misplaced(f"{self._fits.tiles.tiles[twice]} appears twice", 0, 0)
        state = table_of(self, laid)
        feet = self.rules.feet(state.ends, state.more)
        if len(feet) > 1:
            number = 1 + feet[1]
            text = "two doubles can't wait to be covered at the same time"
            raise Misplaced(text, number, len(paths[number]) - 1)
        return laid._replace(order=order)

    def broken_at(self, row: Halves) -> int | None:
        for place in range(1, len(row)):
            number, halves = row[place - 1][1], row[place]
            tile = number_of_tile(self._fits, halves)
            if tile < 0 or halves[1] not in self._fits.halves_open(tile, number):
                return place
        return None

    def extended(self, laid: LaidTiles, tile: int, end: int) -> LaidTiles:
        order = (*laid.order, tile)
        if not laid.paths:
            high, low = self._fits.tiles.tiles[tile]
            paths = train_paths(self.rules.owners, ((high, low),), {})
            return laid._replace(paths=paths, order=order)
        place = place_at(end)
        path = extended_at(self._fits, laid.paths[1 + place], tile, leaving_at(end))
        return _with_path(laid, place, path)._replace(order=order)

    def ends(self, laid: LaidTiles) -> tuple[Ends, More]:
        ends = []
        for owner, path in zip(
            self.rules.owners if laid.paths else (), laid.paths[1:], strict=True
        ):
            half = path[-1][1]
            tile = number_of_tile(self._fits, path[-1])
            end = self.rules.end_of(tile, half) if len(path) > 1 else half
            ends.append(end | OPEN * (owner <= NOBODY or owner in laid.open_trains))
        return tuple(ends), More()

    def last_plays(self, laid: LaidTiles) -> Iterator[tuple[Action, LaidTiles]]:
        for place, path in enumerate(laid.paths[1:]):
            if len(path) < 2:
                continue
            tile = number_of_tile(self._fits, path[-1])
            order = tuple(other for other in laid.order if other != tile)
            before = _with_path(laid, place, path[:-1])._replace(order=order)
            action = play_leaving(self._fits, tile, place, path[-2][1], path[-1][1])
            if may_lie(self.rules, table_of(self, before), action):
                yield action, before
        if len(laid.order) == 1:
            yield play(laid.order[0]), LaidTiles()

    def with_open(self, laid: LaidTiles, ends: Ends, _at_ends: Ends = ()) -> LaidTiles:
        pairs = zip(self.rules.owners, ends, strict=False)
        is_open = (owner for owner, end in pairs if end & OPEN and owner > NOBODY)
        return laid._replace(open_trains=tuple(is_open))

    def as_written(self, laid: LaidTiles) -> LaidTiles:
        return laid


def _with_path(laid: LaidTiles, place: int, path: Halves) -> LaidTiles:
    """The same tiles with another train at a place."""
    return laid._replace(paths=(*laid.paths[: 1 + place], path, *laid.paths[2 + place :]))
