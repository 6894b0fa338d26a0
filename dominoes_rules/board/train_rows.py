"""Where the tiles of trains lie: a row for each, and the middle above them; no drawing, no rules.

The unit is the side of a half tile, as in `geometry.py`, and 0, 0 is the middle of the whole.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import NamedTuple

from dominoes_lang.table.layout import Halves
from dominoes_lang.text.quoting import short
from dominoes_lang.text.root_exception import ArgumentError
from dominoes_rules.board.geometry import NARROWEST, Placement

OPEN = "open"
"""What is written beside a train that is open to everyone."""
PITCH = 2.25
"""From one row to the next: the length of a double that lies crosswise, and a gap."""
LETTER_WIDTH = 0.38
TITLE_GAP = 0.6
"""From a title to the first tile of its train."""
LONGEST_TITLE = 14
_NEXT_TILE = 2.0


class TrainRow(NamedTuple):
    """A train as a picture shows it."""

    title: str
    """Its owner, or that it is public."""
    tiles: Halves
    """The tiles as they lie, from the middle or from the double that was laid first."""
    is_open: bool
    order: tuple[int, ...]
    """For each of them its place in the order of laying."""
    back: Halves = ()
    """Where a train grows at both ends, those on the other side of that double, outwards."""
    back_order: tuple[int, ...] = ()

    @property
    def path(self) -> Halves:
        """All tiles from one end to the other."""
        return (*((far, near) for near, far in reversed(self.back)), *self.tiles)


class RowLabel(NamedTuple):
    """A text in a picture, which begins at x and has its middle at height y."""

    text: str
    x: float
    y: float


class TrainRows(NamedTuple):
    """The tiles of trains where they lie."""

    placements: tuple[Placement, ...]
    """The middle, then the tiles of each train."""
    copies: tuple[Placement, ...]
    """Doubles that are shown a second time, where the other side of their train begins."""
    labels: tuple[RowLabel, ...]
    next_places: tuple[tuple[tuple[float, float], ...], ...]
    """For each train the upper left corners of the space for one more tile in its rows."""


class _Strand(NamedTuple):
    """Tiles in a row that grows to the right, and goes on in a row of its own."""

    train: int
    tiles: Halves
    order: Sequence[int]
    copy: tuple[int, int] | None = None
    """A tile of the train that is shown again, from which these go on."""


def lay_trains(
    middle: tuple[int, int] | None, trains: Sequence[TrainRow], width: float
) -> TrainRows:
    """The tiles of trains in rows at most `width` wide, with room for one more tile in each.

    A train of two sides has a row for each. A row that is full goes on below all others, so that no
    tile ever moves; 0, 0 is the middle of the upper edge. Raises `ArgumentError` for a width below
    `NARROWEST`.
    """
    if width < NARROWEST:
        raise ArgumentError(f"width={width}: a table needs a width of at least {NARROWEST}")
    most = min(LONGEST_TITLE, int((width / 3 - TITLE_GAP) / LETTER_WIDTH) - 1)
    titles = [short(train.title, most) for train in trains]
    longest = max([len(OPEN), *map(len, titles)])
    left, start = -width / 2, LETTER_WIDTH * longest + TITLE_GAP - width / 2
    strands = []
    for number, train in enumerate(trains):
        strands.append(_Strand(number, train.tiles, train.order))
        if middle is None:
            copy = train.tiles[0] if train.tiles else None
            strands.append(_Strand(number, train.back, train.back_order, copy))
    first = PITCH if middle else 0.0
    corners = [(start, first + row * PITCH) for row in range(len(strands))]
    labels, copies = [], []
    for strand, (x, y) in zip(strands, corners, strict=True):
        if strand is strands[0] or strand.train != strands[strands.index(strand) - 1].train:
            labels.append(RowLabel(titles[strand.train], left, y + 0.7))
            if trains[strand.train].is_open:
                labels.append(RowLabel(OPEN, left, y + 1.5))
        if strand.copy is not None:
            copies.append(Placement(strand.copy, x, y, 1))
    corners = [
        (x + (strand.copy is not None), y) for strand, (x, y) in zip(strands, corners, strict=True)
    ]
    below = first + len(strands) * PITCH
    placed: list[list[Placement]] = [[] for _ in strands]
    going_on: set[int] = set()
    laid = sorted(
        (age, number, tile)
        for number, strand in enumerate(strands)
        for age, tile in zip(strand.order, strand.tiles, strict=True)
    )
    for _, number, tile in laid:
        x, y = corners[number]
        double = tile[0] == tile[1]
        if number in going_on:
            labels.append(RowLabel(titles[strands[number].train], left, y + 1))
            going_on.remove(number)
        placed[number].append(Placement(tile, x, y if double else y + 0.5, int(double)))
        x += 1 if double else _NEXT_TILE
        if x + _NEXT_TILE > width / 2:
            x, y, below = start, below, below + PITCH
            going_on.add(number)
        corners[number] = x, y
    free: list[list[tuple[float, float]]] = [[] for _ in trains]
    for strand, (x, y) in zip(strands, corners, strict=True):
        free[strand.train].append((x, y + 0.5))
    return TrainRows(
        (*([Placement(middle, start, 0.0, 1)] if middle else []), *chain(*placed)),
        tuple(copies),
        tuple(labels),
        tuple(map(tuple, free)),
    )


def next_tile(tile: tuple[int, int], at: tuple[float, float]) -> Placement:
    """A tile in the space for the next one of a train; a double lies crosswise."""
    x, y = at
    return Placement(tile, x, y - 0.5, 1) if tile[0] == tile[1] else Placement(tile, x, y, 0)
