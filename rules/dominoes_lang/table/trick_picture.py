"""The tiles of a trick as they lie: in the order in which they are played."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dominoes_lang.table.layout import Ends, Halves, LaidTiles, Misplaced
from dominoes_lang.table.state import Action, More, play
from dominoes_lang.table.tiles import Tile
from dominoes_lang.table.tricks import Tricks


class TrickPicture:
    """The trick in one row, in the order of play; it stays until the next one is led."""

    def __init__(self, rules: Tricks) -> None:
        self.rules = rules

    def laid(self, paths: Sequence[Halves], _spinner: int | None = None) -> LaidTiles:
        for path in paths[1:]:
            raise Misplaced("a trick is one row of tiles", paths.index(path), 0)
        for row in paths:
            if len(row) > self.rules.seats:
                raise Misplaced("a trick has one tile of each player", 0, self.rules.seats)
        number = self.rules.fits.tiles.number
        order = tuple(number[Tile.of(*halves)] for row in paths for halves in row)
        return LaidTiles(tuple(paths), order)

    def broken_at(self, _row: Halves) -> int | None:
        return None

    def extended(self, laid: LaidTiles, tile: int, _end: int) -> LaidTiles:
        high, low = self.rules.fits.tiles.tiles[tile]
        row = () if len(laid.line) == self.rules.seats else laid.line
        return LaidTiles(((*row, (high, low)),), (*laid.order, tile))

    def ends(self, _laid: LaidTiles) -> tuple[Ends, More]:
        return (), More()

    def last_plays(self, laid: LaidTiles) -> Iterator[tuple[Action, LaidTiles]]:
        if laid.line:
            before = laid.line[:-1]
            yield play(laid.order[-1]), LaidTiles((before,) if before else (), laid.order[:-1])

    def with_open(self, laid: LaidTiles, _ends: Ends, _at_ends: Ends = ()) -> LaidTiles:
        return laid

    def as_written(self, laid: LaidTiles) -> LaidTiles:
        return laid
