"""A line that is open at one end: tiles are added on its right, and of the first its higher half.

A double at the end is bit 0 of `doubles`, also where it lies alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from dominoes_lang.table.layout import Ends, Halves, LaidTiles, Layout, NamedEnd
from dominoes_lang.table.marks import BY_SIDE, Mark
from dominoes_lang.table.state import Action, State, leaving_at


class OneEnd(Layout):
    """A line with one open end."""

    naming = BY_SIDE._replace(sample="64")

    @property
    def most_ends(self) -> int:
        return 1

    def named_ends(self, state: State) -> list[NamedEnd]:
        return [NamedEnd(number) for number in state.ends]

    def _where(self, state: State, place: int) -> str:  # noqa: ARG002 (there is one)
        return ""

    def place(self, state: State, end: int) -> Mark | None:  # noqa: ARG002 (there is one)
        return None

    def mark(self, state: State, action: Action) -> Mark | None:  # noqa: ARG002
        return None

    def lay(self, ends: Ends, tile: int, end: int, closed: int = 0) -> tuple[Ends, int]:
        if not ends:
            return (self.fits.tiles.tiles[tile].high,), 0
        far = self.fits.left_open(tile, ends[0], leaving_at(end))
        return (far,), int(self._fits_at(ends, tile, 0, closed))

    def doubles_after(self, doubles: int, tile: int, end: int, *, first: bool) -> int:  # noqa: ARG002
        return self.fits.tiles.doubles >> tile & 1

    def as_listed(self, state: State, action: Action) -> Action:  # noqa: ARG002
        return action

    def same_place(self, state: State, end: int, other: int) -> bool:  # noqa: ARG002
        return leaving_at(end) == leaving_at(other)

    def laid(self, paths: Sequence[Halves], spinner: int | None = None) -> LaidTiles:
        laid = super().laid(paths, spinner)
        # Of a single tile the higher half is open, whichever way round it is written.
        return LaidTiles(((_upward(laid.line[0]),),)) if len(laid.line) == 1 else laid

    def _begun_at(self, line: Halves) -> range:
        return range(min(1, len(line)))

    def extended(self, laid: LaidTiles, tile: int, end: int) -> LaidTiles:
        line, halves = laid.line, self.fits.tiles.tiles[tile]
        if not line:
            return LaidTiles(((_upward(halves),),))
        (far,), _ = self.lay(self._ends_of(line), tile, end)
        return LaidTiles(((*line, (halves.other_half(far), far)),))

    def opening_place(self, actions: Iterable[Action]) -> int:  # noqa: ARG002
        return 0

    def place_of(self, line: Halves, end: int) -> int:  # noqa: ARG002
        return len(line)

    def last_plays(self, laid: LaidTiles) -> tuple[tuple[Action, LaidTiles], ...]:
        *rest, tip = laid.line or [(0, 0)]
        if not self.plays_among(laid):
            return ()
        action = self._play_of(tip[1], tip, self._ends_of(tuple(rest)), 0)
        return ((action, LaidTiles((tuple(rest),) if rest else ())),)

    def _ends_of(self, line: Halves) -> Ends:
        return (line[-1][1],) if line else ()

    def _doubles_of(self, line: Halves) -> int:
        return int(bool(line) and line[-1][0] == line[-1][1])


def _upward(halves: tuple[int, int]) -> tuple[int, int]:
    return min(halves), max(halves)
