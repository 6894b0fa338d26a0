"""What lies on any table, where it lies in a window: a line, arms, trains or a trick."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from dominoes_rules.board.laying.arms_placed import lay_arms
from dominoes_rules.board.laying.arms_table import Thread
from dominoes_rules.board.laying.line_placed import SOFT_EDGE, lay_line, row_width
from dominoes_rules.board.laying.lying import Box, Lying, box_of, joined_box
from dominoes_rules.board.laying.strips import LETTER_WIDTH, StripLabel, lay_trains
from dominoes_rules.board.laying.tricks_placed import lay_trick
from dominoes_rules.board.laying.windows import NARROWEST, Window
from dominoes_rules.board.tabletop import Tabletop

_MARGIN = 0.25


class LaidTable(NamedTuple):
    """The tiles of a table where they lie, and what is drawn between them."""

    tiles: tuple[Lying, ...] = ()
    threads: tuple[Thread, ...] = ()
    """To tiles that lie at a distance."""
    rails: tuple[Thread, ...] = ()
    """From the middle to each train."""
    labels: tuple[StripLabel, ...] = ()
    places: tuple[Lying, ...] = ()
    """Where tiles of a trick are still to be laid."""
    backs: tuple[Lying, ...] = ()
    """Of tricks taken."""

    @property
    def box(self) -> Box:
        """The box of all that lies there, and of the labels."""
        drawn = (*self.tiles, *self.places, *self.backs)
        box = box_of(drawn)
        for label in self.labels:
            right = label.x + LETTER_WIDTH * label.size * len(label.text)
            around = label.x, right, label.y - label.size, label.y + label.size
            box = joined_box(box, around) if drawn else around
        return box

    def seen_box(self, window: Window, more: Iterable[Lying] = ()) -> Box:
        """The same with more tiles and a margin; not smaller than the window at the largest size.

        What is seen of it is in the middle of a window of any shape.
        """
        left, right, top, bottom = box_of(more, self.box)
        wide, high = right - left + 2 * _MARGIN, bottom - top + 2 * _MARGIN
        least_wide, least_high = window.units
        x, y = (left + right) / 2, (top + bottom) / 2
        wide, high = max(wide, least_wide) / 2, max(high, least_high) / 2
        return x - wide, x + wide, y - high, y + high


def lay_table(table: Tabletop, window: Window, width: float | None = None) -> LaidTable:
    """The tiles of a table as they lie in a window.

    width: that of a line; without it, a line of the whole set fills the window.
    """
    if table.trains:
        middle = table.line[0] if table.line else None
        trains = lay_trains(middle, table.trains, table.set_size, window)
        hub = trains.middle
        rails = tuple(Thread((hub.x + 0.5, hub.y), start) for start in trains.starts) if hub else ()
        return LaidTable(trains.tiles, (), rails, trains.labels)
    if table.trick is not None:
        trick = lay_trick(table.trick, window)
        return LaidTable(trick.tiles, labels=trick.labels, places=trick.places, backs=trick.backs)
    if table.arm_rules is not None:
        arms = lay_arms(table.joined, table.arm_rules, window)
        return LaidTable(arms.tiles, arms.threads)
    rows = line_width(table, window) if width is None else max(NARROWEST, width - SOFT_EDGE)
    return LaidTable(lay_line(table.line, table.opening, rows))


def line_width(table: Tabletop, window: Window) -> float:
    """That of the rows of a table's line."""
    return row_width(table.set_size, table.highest + 1, window)
