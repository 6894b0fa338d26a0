"""Where the tiles of trains lie: a strip for each, in the order of the seats; no rules.

A train runs to the right and folds within its strip, so that within a strip no tile ever moves.
A strip has room for one more tile. As soon as that takes a further row, the strips below move down.
The unit is the side of a half tile, as in `lying.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import chain
from typing import NamedTuple

from dominoes_lang.table.layout import Halves
from dominoes_lang.text.quoting import short
from dominoes_rules.board.laying.line_placed import PITCH, lay_arm
from dominoes_rules.board.laying.lying import Lying, box_of
from dominoes_rules.board.laying.train_rows import TrainRow
from dominoes_rules.board.laying.windows import NARROWEST, Window

LETTER_WIDTH = 0.58
"""Of the height of letters."""
LONGEST_TITLE = 14
SHARE_OF_TITLES = 0.12
"""Of the window's width, at most."""
_BETWEEN_STRIPS = 0.1
_AFTER_TITLES = 0.35
_MIDDLE_TO_TRAINS = 1.4
"""From the left edge of the tile in the middle to where trains begin."""
_CORNER = 1.1
"""How far the tile at the left end of a row reaches beyond the edge."""
_WIDTHS: tuple[float, ...] = NARROWEST, 11, 13, *range(15, 25), 26, 28, 30, 34, 38, 42, 46
_SHARE_LAID = 0.75
"""Of the set, at the end of a long round."""
_UNEVEN = 4.0
"""Half tiles by which trains differ, and with which rows are not filled."""


class StripLabel(NamedTuple):
    """A text beside a strip, which begins at x and has its middle at height y."""

    text: str
    x: float
    y: float
    size: float
    """The height of its letters."""
    is_open: bool = False
    """Whether it is about a train that is open to everyone."""


class TrainsPlaced(NamedTuple):
    """The tiles of trains where they lie."""

    middle: Lying | None
    strips: tuple[tuple[Lying, ...], ...]
    """The tiles of each train, as `TrainRow.path` has them without that in the middle: those on
    its second side come last."""
    labels: tuple[StripLabel, ...]
    starts: tuple[tuple[float, float], ...]
    """Where each train begins."""

    @property
    def tiles(self) -> tuple[Lying, ...]:
        """The middle, then the tiles of each train."""
        return (*([self.middle] if self.middle else []), *chain(*self.strips))


def lay_trains(
    middle: tuple[int, int] | None, trains: Sequence[TrainRow], tiles: int, window: Window
) -> TrainsPlaced:
    """The tiles of trains as they lie in a window; `tiles` is the number of those of the set."""
    width = strip_width(tiles, len(trains), window)
    strips, starts = [], []
    x, y = (_MIDDLE_TO_TRAINS if middle else 0.0), 0.0
    for train in trains:
        strip, up, down = _strip(train.tiles, train.back, width, both_ways=middle is None)
        y += up
        strips.append(tuple(lying.moved(x, y) for lying in strip))
        starts.append((x, y))
        y += down + _BETWEEN_STRIPS
    hub = None
    if middle:
        # Where the middle of the strips is at first.
        height = len(trains) * (PITCH + _BETWEEN_STRIPS) - _BETWEEN_STRIPS
        hub = Lying(middle, 0.5, height / 2, 90.0)
    placed = TrainsPlaced(hub, tuple(strips), (), tuple(starts))
    return placed._replace(labels=tuple(_labels(placed, trains, window)))


def next_on_train(
    middle: tuple[int, int] | None,
    trains: Sequence[TrainRow],
    number: int,
    halves: tuple[int, int],
    tiles: int,
    window: Window,
    *,
    back: bool,
) -> Lying:
    """Where one more tile lies on a train; `back`: on its second side."""
    grown, train = [*trains], trains[number]
    if back:
        grown[number] = train._replace(back=(*train.back, halves))
    else:
        grown[number] = train._replace(tiles=(*train.tiles, halves))
    strip = lay_trains(middle, grown, tiles, window).strips[number]
    return strip[-1] if back else strip[len(train.tiles)]


@lru_cache
def strip_width(tiles: int, trains: int, window: Window) -> float:
    """How wide strips are, with which tiles are largest at the end of a long round.

    It depends on the set and the number of trains alone, so that no tile leaves its row.
    """
    laid = _SHARE_LAID * 2 * tiles / trains
    names = _longest(window) * LETTER_WIDTH * window.letters
    beside_names = window._replace(wide=window.wide - names)

    def pixels(width: float) -> float:
        rows = trains * max(1.0, (laid + _UNEVEN) / width + 0.5)
        wide = width + _MIDDLE_TO_TRAINS + _AFTER_TITLES
        return beside_names.pixels(wide, rows * PITCH + trains * _BETWEEN_STRIPS)

    return max(_WIDTHS, key=pixels)


@lru_cache(1024)
def _strip(
    tiles: Halves, back: Halves, width: float, *, both_ways: bool
) -> tuple[tuple[Lying, ...], float, float]:
    """The tiles of a train from where it begins, and how far its strip reaches up and down."""
    if not both_ways:
        edges = _CORNER, width  # where a row ends at the left, its corner is beside the middle
        down = _reach(tiles, 0.0, edges, behind_double=False)
        return tuple(lay_arm(tiles, 0.0, edges)), 1.0, down
    edges = -width / 2, width / 2
    first = [Lying(tiles[0], 0.0, 0.0, 90.0)] if tiles else []
    right = lay_arm(tiles[1:], 0.5, edges, behind_double=True)
    left = lay_arm(back, 0.5, edges, behind_double=True)
    return (
        (*first, *right, *(lying.turned() for lying in left)),
        _reach(back, 0.5, edges, behind_double=True),
        _reach(tiles[1:], 0.5, edges, behind_double=True),
    )


def _reach(tiles: Halves, x: float, edges: tuple[float, float], *, behind_double: bool) -> float:
    """How far an arm reaches down, with any tile behind it; at least half a double."""
    longer = ((*tiles, following) for following in ((0, 1), (0, 0)))
    arms = [lay_arm(arm, x, edges, behind_double=behind_double) for arm in longer]
    return max(1.0, *(box_of(arm)[3] for arm in arms))


def _longest(window: Window) -> int:
    """The letters of the longest title."""
    return min(LONGEST_TITLE, int(SHARE_OF_TITLES * window.wide / (LETTER_WIDTH * window.letters)))


def _labels(placed: TrainsPlaced, trains: Sequence[TrainRow], window: Window) -> list[StripLabel]:
    """The names to the left of the strips, in letters of the same size however far one looks."""
    titles = [short(train.title, _longest(window)) for train in trains]
    letters = max(map(len, [*titles, *(train.open_word for train in trains)])) * LETTER_WIDTH
    left, right, top, bottom = box_of(placed.tiles)
    # Names are as wide as the letters, whose size depends on how much is seen.
    high = max(bottom, placed.starts[-1][1] + 1) - min(top, -1.0)
    size = window.letters / window.pixels(right - left, high)
    wide = right - left + letters * size + _AFTER_TITLES
    size = window.letters / window.pixels(wide, high)
    x = left - letters * size - _AFTER_TITLES
    labels = []
    for title, train, (_, y) in zip(titles, trains, placed.starts, strict=True):
        labels.append(StripLabel(title, x, y - 0.6 * size * train.is_open, size))
        if train.is_open:
            labels.append(StripLabel(train.open_word, x, y + 0.6 * size, 0.85 * size, is_open=True))
    return labels
