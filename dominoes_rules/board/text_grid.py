"""Where each tile of a line lies in a text, whose rows are two half tiles apart; no rules.

The unit is the side of a half tile: a tile is 2 by 1. x grows to the right, y downwards.
"""

from __future__ import annotations

from typing import NamedTuple

from dominoes_lang.table.layout import Halves
from dominoes_lang.text.root_exception import ArgumentError
from dominoes_rules.board.laying.windows import NARROWEST

ROW = 2.0
"""From one row to the next: the length of the tile that leads down."""


class Square(NamedTuple):
    """A half of a tile: its number, and its upper left corner."""

    number: int
    x: float
    y: float


class Placement(NamedTuple):
    """A tile of the line, and where it lies."""

    tile: tuple[int, int]
    """Its halves in the order of the line."""
    x: float
    """The upper left corner of the tile as it lies; crosswise doubles are off by half a unit."""
    y: float
    turn: int
    """Quarter turns clockwise: with 0 the first half is on the left, with 1 above, 2 right."""

    @property
    def upright(self) -> bool:
        return self.turn % 2 == 1

    @property
    def width(self) -> int:
        return 1 if self.upright else 2

    @property
    def height(self) -> int:
        return 3 - self.width

    @property
    def squares(self) -> tuple[Square, Square]:
        """Both halves in the order of the line."""
        x, y = self.x + self.width - 1, self.y + self.height - 1
        near, far = (self.x, self.y), (x, y)
        if self.turn >= 2:
            near, far = far, near
        return Square(self.tile[0], *near), Square(self.tile[1], *far)


def lay(line: Halves, width: int) -> tuple[Placement, ...]:
    """The placements of a line's tiles, in its order, in rows that are at most `width` wide.

    The line starts at the upper left and runs to and fro. Near the edge an upright tile leads down
    to the next row, which begins below it. Doubles lie crosswise: at right angles to the tiles on
    both sides, at an edge too. The first row is at y = 0.5, so that its doubles begin at 0.

    Raises `ArgumentError` for a width below `NARROWEST`.
    """
    if width < NARROWEST:
        raise ArgumentError(f"width={width}: a line needs a width of at least {NARROWEST}")
    placed: list[Placement] = []
    first, x, y, right = 0, 0.0, 0.5, True
    while first < len(line):
        corner = _corner(line, first, width - x if right else x)
        for index in range(first, min(corner + 1, len(line))):
            if index == corner:
                turn, down = 1, 0.0
            elif _lies_crosswise(line, index, first):
                turn, down = 1, -0.5
            else:
                turn, down = 0 if right else 2, 0.0
            placement = Placement(line[index], x, y + down, turn)
            if not right:
                placement = placement._replace(x=x - placement.width)
            placed.append(placement)
            x = placement.x + placement.width if right else placement.x
        # The row after begins below the whole width of the corner.
        first, y, right = corner + 1, y + ROW, not right
        x = placed[-1].x + placed[-1].width if not right else placed[-1].x
    return tuple(placed)


def _corner(line: Halves, first: int, room: float) -> int:
    """The tile that leads down from the row of `first`; the length of the line where none does.

    It is as far along as there is room, but where each double is at right angles to its neighbours:
    not beside a double, unless it is one itself, and not before one, since the first tile of the
    next row lies lengthwise.
    """
    length, corner = 0, first + 1
    for index in range(first, len(line)):
        fits = index > first and length + 1 <= room and not _is_double(line, index + 1)
        if fits and (_is_double(line, index) or not _is_double(line, index - 1)):
            corner = index
        length += 1 if _lies_crosswise(line, index, first) else 2
        if length > room:
            return corner
    return len(line)


def _is_double(line: Halves, index: int) -> bool:
    return index < len(line) and line[index][0] == line[index][1]


def _lies_crosswise(line: Halves, index: int, first: int) -> bool:
    """Whether a tile of the row of `first`, not at its corner, lies across the line."""
    return _is_double(line, index) and (index > first or not first)
