"""Trains of own doubles as they lie: a path for each, behind the middle, which is empty."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dominoes_lang.table.fits import Fits
from dominoes_lang.table.layout import Ends, Halves, LaidTiles, Misplaced
from dominoes_lang.table.own_trains import NOT_BEGUN, TRAIN_ENDS, OwnTrains
from dominoes_lang.table.rows import (
    broken_at,
    can_be_laid,
    extended_at,
    number_of_tile,
    play_leaving,
    table_of,
    train_paths,
    twice_in,
)
from dominoes_lang.table.spots import may_lie
from dominoes_lang.table.state import Action, End, More, end_leaving, leaving_at, place_at, play


class OwnTrainPicture:
    """Rows that begin with a double, and grow at both ends."""

    def __init__(self, rules: OwnTrains) -> None:
        self.rules = rules
        self._fits = rules.fits

    def laid(self, paths: Sequence[Halves], _spinner: int | None = None) -> LaidTiles:
        if paths and paths[0]:
            raise Misplaced(
                "every train begins with a double of its owner, not in the middle", 0, 0
            )
        for at, path in enumerate(paths):
            place = self.broken_at(path)
            if place is not None:
                raise Misplaced("the halves don't match", at, place)
            if path and not _doubles_in(path):
                raise Misplaced("a train begins with a double, and none lies there", at, 0)
            if not can_be_laid(self._fits, path, _doubles_in(path)):
                raise Misplaced("no order of play leads to this train", at, len(path) - 1)
        laid = self.as_written(LaidTiles(tuple(paths)))
        twice = twice_in(laid.order)
        if twice is not None:
            at = next(at for at, path in enumerate(paths) for halves in path
                      if number_of_tile(self._fits, halves) == twice)  # fmt: skip
            raise Misplaced(f"{self._fits.tiles.tiles[twice]} appears twice", at, 0)
        return laid if laid.order else LaidTiles()

    def broken_at(self, row: Halves) -> int | None:
        return broken_at(self._fits, row)

    def as_written(self, laid: LaidTiles) -> LaidTiles:
        order = (number_of_tile(self._fits, halves) for halves in laid.tiles())
        return laid._replace(order=tuple(order))

    def with_open(self, laid: LaidTiles, _ends: Ends, at_ends: Ends = ()) -> LaidTiles:
        owners = {
            tile: place // TRAIN_ENDS for place, tile in enumerate(at_ends) if tile != NOT_BEGUN
        }
        paths: list[Halves] = [()] * (1 + len(self.rules.owners))
        for path in laid.paths[1:]:
            tile = number_of_tile(self._fits, path[-1]) if path else NOT_BEGUN
            if path and tile not in owners:
                return laid
            if path:
                paths[1 + owners[tile]] = path
        return laid._replace(paths=tuple(paths)) if laid.paths else laid

    def extended(self, laid: LaidTiles, tile: int, end: int) -> LaidTiles:
        order = (*laid.order, tile)
        paths = [*(laid.paths or train_paths(self.rules.owners, (), {}))]
        against = place_at(end)
        if not laid.paths or against == tile:
            high, low = self._fits.tiles.tiles[tile]
            paths[paths.index((), 1)] = ((high, low),)
            return laid._replace(paths=tuple(paths), order=order)
        for at, path in enumerate(paths):
            tips = [number_of_tile(self._fits, path[side]) for side in (-1, 0) if path]
            if against in tips:
                on_left = against != tips[0]
                paths[at] = extended_at(self._fits, path, tile, leaving_at(end), on_left=on_left)
        return laid._replace(paths=tuple(paths), order=order)

    def ends(self, laid: LaidTiles) -> tuple[Ends, More]:
        ends, at_ends = list[int](), list[int]()
        for path in laid.paths[1:]:
            if not path:
                ends += [NOT_BEGUN] * TRAIN_ENDS
                at_ends += [NOT_BEGUN] * TRAIN_ENDS
                continue
            pair = [(path[-side][side], number_of_tile(self._fits, path[-side])) for side in End]
            pair.sort(key=lambda end: (end[0], laid.order.index(end[1])))
            ends += [open_half for open_half, _ in pair]
            at_ends += [tile for _, tile in pair]
        return tuple(ends), More(at_ends=tuple(at_ends))

    def last_plays(self, laid: LaidTiles) -> Iterator[tuple[Action, LaidTiles]]:
        for at, path in enumerate(laid.paths):
            if not path:
                continue
            ways = ((path[0], path[1:]), (path[-1], path[:-1]))[len(path) == 1 :]
            for tip, rest in ways:
                if rest and not (
                    _doubles_in(rest) and can_be_laid(self._fits, rest, _doubles_in(rest))
                ):
                    continue
                tile = number_of_tile(self._fits, tip)
                paths = (*laid.paths[:at], rest, *laid.paths[at + 1 :])
                order = tuple(other for other in laid.order if other != tile)
                before = LaidTiles(paths, order) if order else LaidTiles()
                if not rest:
                    action = play(tile, tile if order else End.LEFT)
                else:
                    on_left = rest == path[1:]
                    inner, far = (rest[0], tip[0]) if on_left else (rest[-1], tip[1])
                    against, number = number_of_tile(self._fits, inner), inner[not on_left]
                    action = play_leaving(self._fits, tile, against, number, far)
                state = table_of(self, before)
                listed = self.rules.listed_at(state, action.place)
                action = play(tile, end_leaving(listed, action.leaving))
                if may_lie(self.rules, state, action):
                    yield action, before


def _doubles_in(path: Halves) -> list[int]:
    """The places of the tiles from which a train may have grown."""
    return [place for place, (left, right) in enumerate(path) if left == right]


def first_of(fits: Fits, laid: LaidTiles, path: Halves) -> int:
    """The place in a train of the double that was laid first, as far as that is shown."""
    return min(
        _doubles_in(path), key=lambda place: laid.order.index(number_of_tile(fits, path[place]))
    )
