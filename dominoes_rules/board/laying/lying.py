"""Tiles that lie at any angle: rectangles, whether two are apart, and the box around them.

The unit is the side of a half tile: a tile is 2 by 1. x grows to the right, y downwards. Angles are
degrees, clockwise on the screen.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from math import cos, radians, sin
from typing import NamedTuple, TypeAlias

GAP = 0.04
"""Between two tiles that lie against each other."""
CLEAR = 0.16
"""Between any two others: enough that nobody takes them for neighbours."""
KEPT_ANGLES = 4096
_FARTHEST = 5**0.5
"""Between the middles of two tiles that touch at their corners."""
_ROUNDING = 1e-6

Box: TypeAlias = tuple[float, float, float, float]
"""The least and the largest x, then the least and the largest y."""


class Lying(NamedTuple):
    """A tile, and where it lies."""

    tile: tuple[int, int]
    """Its halves: the one that lies first along the angle, then the other."""
    x: float
    """The middle of the tile."""
    y: float
    angle: float
    """Where the second half points from the first: 0 to the right, 90 down."""

    @property
    def box(self) -> Box:
        wide, high = extent(self.angle)
        return self.x - wide, self.x + wide, self.y - high, self.y + high

    @property
    def halves(self) -> tuple[tuple[float, float], tuple[float, float]]:
        """The middles of both halves."""
        along, down = way(self.angle)
        near = self.x - along / 2, self.y - down / 2
        return near, (self.x + along / 2, self.y + down / 2)

    def turned(self, x: float = 0.0, y: float = 0.0) -> Lying:
        """The tile after half a turn of the table around a point."""
        return Lying(self.tile, 2 * x - self.x, 2 * y - self.y, self.angle + 180)

    def moved(self, x: float, y: float) -> Lying:
        return self._replace(x=self.x + x, y=self.y + y)


@lru_cache(KEPT_ANGLES)
def way(angle: float) -> tuple[float, float]:
    """A step of one unit at an angle."""
    return cos(radians(angle)), sin(radians(angle))


@lru_cache(KEPT_ANGLES)
def extent(angle: float) -> tuple[float, float]:
    """From the middle of a tile at an angle to its outermost x and y."""
    along, down = map(abs, way(angle))
    return along + 0.5 * down, down + 0.5 * along


def are_apart(lying: Lying, other: Lying, clear: float = 0.0) -> bool:
    """Whether two tiles are at least so far apart, by separating axes."""
    across, down = other.x - lying.x, other.y - lying.y
    distance = across * across + down * down
    if distance > (_FARTHEST + clear) ** 2:
        return True
    if distance < (1 + clear - _ROUNDING) ** 2:
        return False
    first, second = way(lying.angle), way(other.angle)
    same = abs(first[0] * second[0] + first[1] * second[1])
    skew = abs(first[0] * second[1] - first[1] * second[0])
    long, broad = 1 + same + 0.5 * skew + clear, 0.5 + skew + 0.5 * same + clear
    return any(
        abs(across * axis[0] + down * axis[1]) >= long - _ROUNDING
        or abs(down * axis[0] - across * axis[1]) >= broad - _ROUNDING
        for axis in (first, second)
    )


def box_of(tiles: Iterable[Lying], start: Box | None = None) -> Box:
    """The box around tiles, and around another box; all 0 around nothing."""
    boxes = [lying.box for lying in tiles] + ([start] if start else [])
    if not boxes:
        return 0.0, 0.0, 0.0, 0.0
    left, right, top, bottom = zip(*boxes, strict=True)
    return min(left), max(right), min(top), max(bottom)


def joined_box(box: Box, other: Box) -> Box:
    """The box around two boxes."""
    return (
        min(box[0], other[0]),
        max(box[1], other[1]),
        min(box[2], other[2]),
        max(box[3], other[3]),
    )
