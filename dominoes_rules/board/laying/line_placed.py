"""Where the tiles of a line lie, around the one that was laid first: rows that run to and fro.

No tile's place depends on a tile that is laid later. The unit is the side of a half tile, as in
`lying.py`; the first tile has its middle at 0, 0.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import sqrt

from dominoes_lang.table.layout import Halves
from dominoes_lang.text.root_exception import ArgumentError
from dominoes_rules.board.laying.lying import CLEAR, GAP, Lying
from dominoes_rules.board.laying.windows import NARROWEST, Window

PITCH = 2 + CLEAR
"""From one row to the next: two halves of doubles that lie crosswise, and a gap."""
_ROOM_BEHIND_A_DOUBLE = 3.1
SOFT_EDGE = 3.0
"""Two half tiles may lie beyond each edge, and stay in the window at the largest size of tiles."""


def row_width(tiles: int, doubles: int, window: Window) -> float:
    """How wide the rows of a line are, with which a whole set just fills a window.

    They are not less wide than the window at the largest size of tiles. Since the width depends on
    the set alone, no tile moves while a round is played.
    """
    whole = sqrt((2 * tiles - doubles) * PITCH * window.aspect) - 1
    return max(NARROWEST, whole, window.units[0] - SOFT_EDGE)


def lay_line(line: Halves, opening: int, width: float) -> tuple[Lying, ...]:
    """The tiles of a line where they lie, in its order.

    The right arm runs right, turns down and comes back; the left arm is the same turned by half a
    circle. Rows end at `width` / 2 from the middle; a double may lie beyond by its own breadth, and
    a tile behind it.

    opening: the place in the line of the tile that was laid first.
    Raises `ArgumentError` for a width below `NARROWEST`.
    """
    if width < NARROWEST:
        raise ArgumentError(f"width={width}: a line needs a width of at least {NARROWEST}")
    if not line:
        return ()
    first = line[opening]
    lengthwise = first[0] != first[1]
    middle = Lying(first, 0.0, 0.0, 0.0 if lengthwise else 90.0)
    start, edge = (1.0 if lengthwise else 0.5), width / 2
    outwards = [(near, far) for far, near in line[:opening][::-1]]
    # Half a turn of the table, and its halves again from left to right.
    left = [
        Lying(lying.tile[::-1], -lying.x, -lying.y, lying.angle)
        for lying in lay_arm(outwards, start, (-edge, edge), behind_double=not lengthwise)
    ]
    right = lay_arm(line[opening + 1 :], start, (-edge, edge), behind_double=not lengthwise)
    return (*left[::-1], middle, *right)


def lay_arm(
    tiles: Iterable[tuple[int, int]],
    x: float,
    edges: tuple[float, float],
    *,
    behind_double: bool = False,
) -> Iterator[Lying]:
    """The tiles to the right of a point, at height 0, that turn at the edges and lead down.

    At an edge a tile lies upright beyond the last half, and the next row begins below its lower
    half. A tile behind a double lies lengthwise, so a double with no room for that is itself the
    tile at the edge. behind_double: whether a double lies at the point.
    """
    y, heading, behind_corner = 0.0, 1, False
    slack = (PITCH - 2) / 2
    for tile in tiles:
        double = tile[0] == tile[1]
        room = edges[1] - x if heading > 0 else x - edges[0]
        needed = _ROOM_BEHIND_A_DOUBLE if double else 2.0
        if room < needed and not behind_corner and not behind_double:
            x += heading * (0.5 + GAP)
            yield Lying(tile, x, y + 0.5 + slack, 90.0)
            x += heading * 0.5
            y, heading, behind_corner = y + PITCH, -heading, True
            continue
        crosswise = double and not behind_corner
        half = 0.5 if crosswise else 1.0
        x += heading * (half + GAP * (not behind_corner))
        lengthwise = 0.0 if heading > 0 else 180.0
        yield Lying(tile, x, y, 90.0 if crosswise else lengthwise)
        x += heading * half
        behind_double, behind_corner = crosswise, False
