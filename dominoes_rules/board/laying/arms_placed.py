"""Where the tiles of a table with arms lie: each where it was laid, unless an end was walled in.

Then players push a crowded table apart: some of the latest tiles are laid again, more loosely. A
table is a pure function of the order of laying, so that a position that is read again looks alike.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from dominoes_rules.board.laying.arms_table import ArmsTable, Manner, Thread
from dominoes_rules.board.laying.joined_tiles import ArmRules, JoinedTile
from dominoes_rules.board.laying.lying import Lying
from dominoes_rules.board.laying.open_sides import Effort
from dominoes_rules.board.laying.windows import Window

KEPT_TABLES = 512
"""How many tables are kept as they were laid, so that one more tile lays none of them anew."""
KEPT_PLACES = 1024
_USUAL = Manner(12.0, 0.4)
_LOOSER = Manner(3.0, 0.3), Manner(0.5, 0.15)
MOST_LAID_AGAIN = 8
"""How many of the latest tiles may move."""
_LAID_AGAIN = 1, 2, 4, MOST_LAID_AGAIN
_TILES_AT_ONCE = 40
"""Laid before the next are asked for, which keeps the recursion short."""


class ArmsPlaced(NamedTuple):
    """The tiles of a table with arms where they lie, in the order of laying."""

    tiles: tuple[Lying, ...] = ()
    threads: tuple[Thread, ...] = ()
    """To tiles that lie at a distance, because there was no room beside their neighbours."""
    pushes: int = 0
    """How often tiles were laid again."""


def lay_arms(tiles: Sequence[JoinedTile], rules: ArmRules, window: Window) -> ArmsPlaced:
    """The tiles of a table with arms, as they lie in a window."""
    table = _table_of(tuple(tiles), rules, _lying_down(window))
    return _upright(ArmsPlaced(tuple(table.tiles), table.threads, table.pushes), window)


def next_in_arms(
    tiles: Sequence[JoinedTile], tile: JoinedTile, rules: ArmRules, window: Window
) -> Lying | None:
    """Where one more tile would lie; None if others would have to move for it."""
    lying = _next(tuple(tiles), tile, rules, _lying_down(window))
    return None if lying is None else _upright(ArmsPlaced((lying,)), window).tiles[0]


def _lying_down(window: Window) -> Window:
    return window.on_its_side if window.aspect < 1 else window


def _upright(placed: ArmsPlaced, window: Window) -> ArmsPlaced:
    """In an upright window the same table, after a quarter turn."""
    if window.aspect >= 1:
        return placed
    return placed._replace(
        tiles=tuple(Lying(tile.tile, -tile.y, tile.x, tile.angle + 90) for tile in placed.tiles),
        threads=tuple(
            Thread(*((-y, x) for x, y in (thread.start, thread.end))) for thread in placed.threads
        ),
    )


def _table_of(tiles: tuple[JoinedTile, ...], rules: ArmRules, window: Window) -> ArmsTable:
    for number in range(_TILES_AT_ONCE, len(tiles), _TILES_AT_ONCE):
        _table(tiles[:number], rules, window)
    return _table(tiles, rules, window)


@lru_cache(KEPT_TABLES)
def _table(tiles: tuple[JoinedTile, ...], rules: ArmRules, window: Window) -> ArmsTable:
    """The table after these tiles."""
    if not tiles:
        return ArmsTable(rules, window, _USUAL)
    before = _table(tiles[:-1], rules, window)
    grown = before.copy(_USUAL)
    return grown if grown.lay(tiles[-1]) else _pushed(before, tiles)


@lru_cache(KEPT_PLACES)
def _next(
    tiles: tuple[JoinedTile, ...], tile: JoinedTile, rules: ArmRules, window: Window
) -> Lying | None:
    """Where one more tile would lie."""
    table = _table_of(tiles, rules, window).copy(_USUAL)
    return table.tiles[-1] if table.lay(tile) else None


def _pushed(before: ArmsTable, tiles: tuple[JoinedTile, ...]) -> ArmsTable:
    """The table after a tile that has no room: as few of the latest tiles as that takes move.

    If that does not help, none moves, and the tile lies at a distance.
    """
    for again in _LAID_AGAIN:
        if again < len(tiles):
            start = _table(tiles[:-again], before.rules, before.window)
            for manner in _LOOSER:
                grown = start.copy(manner)
                if all(grown.lay(tile) for tile in tiles[-again:]):
                    grown.pushes = before.pushes + 1
                    return grown
    grown = before.copy(_USUAL)
    grown.lay(tiles[-1], Effort.FAR)
    return grown
