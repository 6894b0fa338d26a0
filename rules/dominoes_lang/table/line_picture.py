"""The tiles of a line as they lie, from left to right."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dominoes_lang.table.layout import Ends, Halves, LaidTiles, Misplaced
from dominoes_lang.table.lines import ALONE, Lines
from dominoes_lang.table.rows import (
    broken_at,
    can_be_laid,
    extended_at,
    number_of_tile,
    play_leaving,
    table_of,
)
from dominoes_lang.table.spots import may_lie
from dominoes_lang.table.state import Action, End, More, leaving_at, place_at, play


class LinePicture:
    """One row of tiles, which grows at both ends or on its right alone."""

    def __init__(self, rules: Lines) -> None:
        self.rules = rules
        self._open_sides = [*End][-rules.open_sides :]
        """As many as there are, the last one on the right."""

    def laid(self, paths: Sequence[Halves], _spinner: int | None = None) -> LaidTiles:
        for path in paths[1:]:
            raise Misplaced("a line has no arms", paths.index(path), 0)
        for line in paths:
            place = self.broken_at(line)
            if place is not None:
                raise Misplaced("the halves don't match", 0, place)
            if not self._can_be_laid(line):
                raise Misplaced("no order of play leads to this line", 0, len(line) - 1)
        if len(self._open_sides) == 1 and paths and len(paths[0]) == 1:
            # Of a single tile the higher half is open, whichever way round it is written.
            return LaidTiles((_upward(paths[0][0]),))
        return LaidTiles(tuple(paths))

    def broken_at(self, row: Halves) -> int | None:
        return broken_at(self.rules.fits, row)

    def _can_be_laid(self, line: Halves) -> bool:
        begun_at = range(len(line) if len(self._open_sides) > 1 else 1)
        return can_be_laid(self.rules.fits, line, begun_at)

    def extended(self, laid: LaidTiles, tile: int, end: int) -> LaidTiles:
        fits, line = self.rules.fits, laid.line
        if not line:
            high, low = fits.tiles.tiles[tile]
            halves = (high, low) if len(self._open_sides) > 1 else (low, high)
            return LaidTiles(((halves,),))
        on_left = self._open_sides[place_at(end)] is End.LEFT
        return LaidTiles((extended_at(fits, line, tile, leaving_at(end), on_left=on_left),))

    def ends(self, laid: LaidTiles) -> tuple[Ends, More]:
        doubles = self._doubles_of(laid.line) if self.rules.shape.counts_both else 0
        return self._ends_of(laid.line), More(doubles=doubles)

    def _ends_of(self, line: Halves) -> Ends:
        """The open ends of a line."""
        return tuple(line[-side][side] for side in self._open_sides) if line else ()

    def _doubles_of(self, line: Halves) -> int:
        """The ends of a line at which a double lies."""
        lies = [line[-side][0] == line[-side][1] for side in self._open_sides if line]
        if len(line) == 1 and len(lies) > 1:
            return ALONE if lies[0] else 0
        return sum(1 << end for end, is_double in enumerate(lies) if is_double)

    def last_plays(self, laid: LaidTiles) -> Iterator[tuple[Action, LaidTiles]]:
        fits, line = self.rules.fits, laid.line
        for end, side in enumerate(self._open_sides):
            tip, rest = line[-side], line[1:] if side is End.LEFT else line[:-1]
            before = LaidTiles((rest,) if rest else ())
            tile, ends = number_of_tile(fits, tip), self._ends_of(rest)
            action = (
                play_leaving(fits, tile, end, ends[end], tip[side]) if ends else play(tile, end)
            )
            if len(self._open_sides) < 2 or fits.is_equal or not rest or (
                self._can_be_laid(rest) and may_lie(self.rules, table_of(self, before), action)
            ):  # fmt: skip
                yield action, before

    def with_open(self, laid: LaidTiles, _ends: Ends, _at_ends: Ends = ()) -> LaidTiles:
        return laid

    def as_written(self, laid: LaidTiles) -> LaidTiles:
        return laid


def _upward(halves: tuple[int, int]) -> Halves:
    """One tile with its higher half on the right."""
    return ((min(halves), max(halves)),)
