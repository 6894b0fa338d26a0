"""Where the tiles of a trick lie: each before its player, and the tricks taken below; no rules.

Seats lie around the middle, clockwise from the one at the bottom. The unit is the side of a half
tile, as in `lying.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import pi, tan
from typing import NamedTuple

from dominoes_lang.text.quoting import short
from dominoes_rules.board.laying.lying import Box, Lying, box_of, way
from dominoes_rules.board.laying.strips import LETTER_WIDTH, LONGEST_TITLE, StripLabel
from dominoes_rules.board.laying.windows import Window

_BOTTOM = 90.0
_NEAREST = 2.0
"""From the middle of the table to that of a tile, at least."""
_BROADER = 1.3, 1.7
"""How much farther away tiles at the sides are, so that the middle has room for words: with names
beside them, and with names below or an odd number of players."""
_BESIDE = 0.62
"""Half the room that a tile takes beside its neighbour."""
_LOWER = 0.2
"""How far below the middle words are where players are odd in number."""
_TO_NAME = 1.6
_NEXT_BACK = 0.35
"""From one trick of a pile to the next, each of which shows a back."""
_PILE_ROW = 2.3
_BETWEEN_PILES = 1.0
_LETTERS = 0.4, 0.75
"""The least and the largest size of letters."""


class TrickSeat(NamedTuple):
    """A player at a trick."""

    title: str
    """The letter of the seat, and the name if there is one."""
    tile: tuple[int, int] | None
    """The tile laid to this trick."""
    note: str = ""
    """What is said of the player: the bid, or that they lead."""


class TrickPile(NamedTuple):
    """What a side has taken."""

    title: str
    tricks: int


class TrickTable(NamedTuple):
    """A trick as pictures show it."""

    seats: tuple[TrickSeat, ...]
    """Clockwise, from the one at the bottom."""
    piles: tuple[TrickPile, ...]
    middle: tuple[str, ...] = ()
    """What is written in the middle: the trump, the bid."""


class TrickPlaced(NamedTuple):
    """The tiles of a trick where they lie."""

    tiles: tuple[Lying, ...]
    places: tuple[Lying, ...]
    """Where those lie who have not laid a tile yet."""
    backs: tuple[Lying, ...]
    """A back for each trick taken."""
    labels: tuple[StripLabel, ...]


def seat_angle(number: int, seats: int) -> float:
    """Where a seat is from the middle: 90 is below, 180 on the left."""
    return (_BOTTOM + 360.0 * number / seats) % 360


def lay_trick(trick: TrickTable, window: Window) -> TrickPlaced:
    """The tiles of a trick as they lie in a window."""
    count = len(trick.seats)
    far = max(_NEAREST, 1 + _BESIDE / tan(pi / count))
    columns = 2 if window.aspect > 1 else 1
    broader, lying = _BROADER[columns == 1 or count % 2], []
    for number in range(count):
        angle = seat_angle(number, count)
        along, down = way(angle)
        lying.append(Lying((0, 0), broader * far * along, far * down, angle))
    around = box_of(lying)
    size = _letters(around, -(-len(trick.piles) // columns), window)
    # Where nobody sits opposite, the tiles at the sides lie above the middle.
    labels = [*_middle(trick.middle, size, _LOWER * (count % 2))]
    for seat, at in zip(trick.seats, lying, strict=True):
        labels.append(_named(seat, at, size, beside=columns > 1))
    bottom = around[3] + _TO_NAME + size
    backs, named = _piles(trick.piles, bottom, size, columns)
    return TrickPlaced(
        tuple(
            at._replace(tile=seat.tile)
            for seat, at in zip(trick.seats, lying, strict=True)
            if seat.tile is not None
        ),
        tuple(at for seat, at in zip(trick.seats, lying, strict=True) if seat.tile is None),
        backs,
        (*labels, *named),
    )


def _letters(around: Box, rows: int, window: Window) -> float:
    """The size of letters, which are as high however far one looks; `rows`: of piles."""
    left, right, top, bottom = around
    high = bottom - top + 2 * _TO_NAME + _PILE_ROW * rows
    least, most = _LETTERS
    return min(most, max(least, window.letters / window.pixels(right - left + 4, high)))


def _middle(words: Sequence[str], size: float, lower: float) -> list[StripLabel]:
    step = 1.25 * size
    top = lower - step * (len(words) - 1) / 2
    return [
        StripLabel(word, -_width(word, size) / 2, top + step * row, size)
        for row, word in enumerate(words)
    ]


def _named(seat: TrickSeat, at: Lying, size: float, *, beside: bool) -> StripLabel:
    """A player's name behind their tile, with what is said of them.

    beside: whether there is room at the sides of the table; otherwise it is below the tile.
    """
    title = short(seat.title, LONGEST_TITLE)
    text = f"{title} \N{MIDDLE DOT} {seat.note}" if seat.note else title
    along, down = way(at.angle)
    x, y = at.x + _TO_NAME * along, at.y + _TO_NAME * down
    if not beside and abs(along) > abs(down):
        return StripLabel(text, at.x - _width(text, size) / 2, at.y + 0.7 + size, size)
    # It begins at the right of a tile, ends at the left of one, and is in the middle below it.
    return StripLabel(text, x + (along - 1) / 2 * _width(text, size), y, size)


def _piles(
    piles: Sequence[TrickPile], top: float, size: float, columns: int
) -> tuple[tuple[Lying, ...], list[StripLabel]]:
    """The backs of the tricks taken, each pile above its name, in one column or two."""
    backs: list[Lying] = []
    labels = []
    for number, pile in enumerate(piles):
        row, column = divmod(number, columns)
        y = top + _PILE_ROW * row
        wide = 2 + _NEXT_BACK * max(0, pile.tricks - 1)
        broad = max(wide if pile.tricks else 0.0, _width(pile.title, size))
        x = _BETWEEN_PILES / 2 if column else -_BETWEEN_PILES / 2 - broad
        if columns == 1:
            x = -broad / 2
        xs = (x + 1 + _NEXT_BACK * trick for trick in range(pile.tricks))
        backs.extend(Lying((0, 0), at, y + 0.5, 0.0) for at in xs)
        labels.append(StripLabel(pile.title, x, y + 1.2 + size / 2, size))
    return tuple(backs), labels


def _width(text: str, size: float) -> float:
    return LETTER_WIDTH * size * len(text)
