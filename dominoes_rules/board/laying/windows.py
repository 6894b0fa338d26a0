"""The windows that a board is laid for. A board depends on the shape of its window, not on pixels.

What lies on the table is always seen as a whole, so a window has a shape and a largest tile alone.
"""

from __future__ import annotations

from typing import NamedTuple

NARROWEST = 9
"""The least width at which a line can always turn where it should."""


class Window(NamedTuple):
    """What a picture is looked at through."""

    wide: float
    """Its usual size in pixels."""
    high: float
    largest: float
    """Pixels of half a tile; where there is more room, there is cloth around the tiles."""
    letters: float
    """The height of letters in pixels."""

    @property
    def aspect(self) -> float:
        """The width, of the height."""
        return self.wide / self.high

    @property
    def units(self) -> tuple[float, float]:
        """Its width and height in half tiles where tiles are largest."""
        return self.wide / self.largest, self.high / self.largest

    def pixels(self, wide: float, high: float) -> float:
        """Of half a tile, if so many half tiles are seen."""
        return min(self.wide / wide, self.high / high, self.largest)

    @property
    def on_its_side(self) -> Window:
        """The window after a quarter turn."""
        return self._replace(wide=self.high, high=self.wide)


WIDE = Window(1150, 560, 46, 14)
"""Of a laptop, beside the log."""
NARROW = Window(377, 490, 34, 11)
"""Of a phone or a tablet held upright."""
SQUARE = Window(312, 376, 34, 9.5)
"""Of a small phone."""
PAGE = Window(640, 480, 34, 13)
"""Of a picture among text."""


def window_of(width: float) -> Window:
    """The window that is about so many half tiles wide."""
    return WIDE if width >= 24 else PAGE if width >= 15 else NARROW
