"""The sides of a tile at which others may lie, and the ways in which a tile may lie at one.

A centre with many sides has rays around it, a foot has three toes, and a cross has an arm on each
side. Angles are those of `lying.py`.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import IntEnum
from functools import lru_cache
from math import pi, tan
from typing import NamedTuple, TypeAlias

from dominoes_rules.board.laying.joined_tiles import SIDES_IN_A_CROSS, ArmRules, JoinedTile
from dominoes_rules.board.laying.lying import GAP, Lying, way

Degrees: TypeAlias = int
KEPT_PLACINGS = 1024


class OpenSide(NamedTuple):
    """A side of a tile at which another may lie: a point of its edge, and the way out of it."""

    owner: int
    """The place of its tile in the order of laying."""
    x: float
    y: float
    angle: float
    rank: float = 0.0
    """How late it is used among the sides of its tile."""
    on_left: bool = False
    bends: tuple[Degrees, ...] | None = None
    """The bends that are allowed there; None for all."""
    since_turn: int = 0
    """How many tiles ago its arm turned; 0 for never."""
    number: int = -1
    """The number that is open there."""
    may_turn: bool = False
    """Whether a tile may turn off here at a right angle: behind a tile that lies lengthwise."""


class Effort(IntEnum):
    """How far one goes to find room for a tile."""

    USUAL = 0
    TIGHT = 1
    """Bent in other ways, a little farther off, a double lengthwise."""
    FAR = 2
    """At a distance, and a thread leads to it."""


class Placing(NamedTuple):
    """A way in which a tile may lie at a side."""

    lying: Lying
    angle: float
    """Where its arm goes on."""
    cost: float
    distance: float = 0.0
    """From the side to the tile, beyond the gap between neighbours."""


_BENDS = 0, 15, -15, 30, -30, 45, -45
_TIGHT_BENDS = 0, 8, -8, 15, -15, 22, -22, 30, -30, 38, -38, 45, -45, 60, -60
_WIDEST_BEND_OF_A_DOUBLE = 30
_LENGTHWISE_BENDS = 0, 15, -15, 30, -30
_LENGTHWISE_COST = 4.0
_DISTANCES = {
    Effort.USUAL: (0.0,),
    Effort.TIGHT: (0.0, 0.35, 0.8),
    Effort.FAR: (0.0, 0.35, 0.8, 1.5, 2.5, 4.0, 6.0, 9.0, 13.0, 18.0),
}
_DEGREES_PER_COST = 40
_DEGREES_PER_COST_OF_A_TOE = 12
_COST_PER_DISTANCE = 2.0
_BEYOND_THE_END, _BESIDE_THE_END = 1.0, 1.2
"""What a turn at a right angle costs."""
_TOE_REACH = 0.86
"""From the middle of a double to the start of its outer toes, in both directions."""
_TOE_ANGLE = 45
_MIDDLE_TOE_BENDS = 0, 10, -10
_OUTER_TOE_BENDS = 0, 15, 30, -8


@lru_cache(KEPT_PLACINGS)
def placings(
    side: OpenSide, double: bool, any_angle: bool, effort: Effort = Effort.USUAL
) -> tuple[Placing, ...]:
    """The ways in which a tile may lie at a side, the straight one first."""
    ways = [*_bent(side, double, any_angle, effort)]
    if double and effort:
        for bend in _LENGTHWISE_BENDS if any_angle else (0,):
            straight = side._replace(bends=(bend,), may_turn=False)
            ways += [
                placing._replace(cost=placing.cost + _LENGTHWISE_COST)
                for placing in placings(straight, double=False, any_angle=any_angle)
            ]
    if side.may_turn and not double:
        ways += _turned(side)
    return tuple(ways)


def _bent(side: OpenSide, double: bool, any_angle: bool, effort: Effort) -> Iterator[Placing]:
    """A tile turns about its inner corner, so that the outer one opens like a wedge."""
    half = 0.5 if double else 1.0
    bends: tuple[Degrees, ...] = (0,)
    if any_angle or effort is Effort.FAR:
        usual = _BENDS if side.bends is None else side.bends
        bends = _TIGHT_BENDS if effort else usual
    across = way(side.angle + 90)
    slope = _DEGREES_PER_COST if side.bends is None else _DEGREES_PER_COST_OF_A_TOE
    for bend in bends:
        if double and abs(bend) > _WIDEST_BEND_OF_A_DOUBLE:
            continue
        inner = 0.5 * ((bend > 0) - (bend < 0))
        angle = side.angle + bend
        ahead, beside = way(angle), way(angle + 90)
        for distance in _DISTANCES[effort] if any_angle or effort is Effort.FAR else (0.0,):
            out = half + GAP + distance
            lying = Lying(
                (0, 0),
                side.x + inner * (across[0] - beside[0]) + ahead[0] * out,
                side.y + inner * (across[1] - beside[1]) + ahead[1] * out,
                angle + 90 * double,
            )
            yield Placing(lying, angle, abs(bend) / slope + _COST_PER_DISTANCE * distance, distance)


def _turned(side: OpenSide) -> Iterator[Placing]:
    """A tile at a right angle, beyond the last half or beside it."""
    ahead = way(side.angle)
    for turn in (90, -90):
        off = way(side.angle + turn)
        for out, along, cost in (
            (0.5 + GAP, 0.5, _BEYOND_THE_END),
            (-0.5, 1.5 + GAP, _BESIDE_THE_END),
        ):
            x = side.x + out * ahead[0] + along * off[0]
            y = side.y + out * ahead[1] + along * off[1]
            yield Placing(Lying((0, 0), x, y, side.angle + turn), side.angle + turn, cost)


def sides_of(
    owner: int, joined: JoinedTile, lying: Lying, angle: float, rules: ArmRules, ring: float
) -> tuple[OpenSide, ...]:
    """The sides of a tile that has come to lie so, that at which its arm goes on first.

    owner: the place of the tile in the order of laying; angle: where its arm goes on.
    ring: how much farther than needed from the centre of a star its arms begin.
    """
    first = joined.neighbour < 0
    if joined.is_double and joined.sides not in {2, SIDES_IN_A_CROSS}:
        sides = [*_rays(owner, joined.sides, lying, ring, taken=None if first else angle + 180)]
    else:
        sides = [*_ends(owner, lying, angle, first)]
        if joined.is_double and joined.sides == SIDES_IN_A_CROSS:
            if rules.with_feet and not first and _is_crosswise(lying, angle):
                sides[0] = sides[0]._replace(bends=_MIDDLE_TOE_BENDS, may_turn=False)
                for side, (x, y, out) in zip((1, -1), toes_of(lying, angle)[1:], strict=True):
                    bends = tuple(side * bend for bend in _OUTER_TOE_BENDS)
                    sides.append(OpenSide(owner, x, y, out, 0.3, bends=bends))
            else:
                sides += _arms_beside(owner, lying, angle)
    near, far = joined.tile
    return tuple(end._replace(number=near if end.on_left else far) for end in sides)


def _ends(owner: int, lying: Lying, angle: float, both_ends: bool) -> Iterator[OpenSide]:
    """The end of a tile, and of the first one both."""
    crosswise = _is_crosswise(lying, angle)
    reach, (along, down) = (0.5 if crosswise else 1.0), way(angle)
    for heading, on_left in ((1, False), (-1, True)) if both_ends else ((1, False),):
        x, y = lying.x + heading * reach * along, lying.y + heading * reach * down
        out = angle if heading > 0 else angle + 180
        yield OpenSide(owner, x, y, out, on_left=on_left, may_turn=not crosswise)


def _arms_beside(owner: int, lying: Lying, angle: float) -> Iterator[OpenSide]:
    """The two sides of a cross that are not along its arm."""
    reach, (along, down) = (1.0 if _is_crosswise(lying, angle) else 0.5), way(angle + 90)
    for side in (1, -1):
        x, y = lying.x + side * reach * along, lying.y + side * reach * down
        yield OpenSide(owner, x, y, angle + 90 * side, 0.5)


def _is_crosswise(lying: Lying, angle: float) -> bool:
    return abs((lying.angle - angle) % 180 - 90) < 1


def _rays(
    owner: int, sides: int, lying: Lying, ring: float, taken: float | None
) -> Iterator[OpenSide]:
    """The arms of a star, so far out that neighbours do not touch."""
    least = 0.5 / tan(pi / sides) if sides > 2 else 0.5
    start = taken if taken is not None else -90 * (sides % 2)
    for rank, ray in enumerate(ray_order(sides)):
        if rank or taken is None:
            out = ray + start
            along, down = way(out - lying.angle)
            reach = max(least, abs(along) + 0.5 * abs(down)) + ring
            x, y = lying.x + reach * way(out)[0], lying.y + reach * way(out)[1]
            yield OpenSide(owner, x, y, out, 0.2 * rank, bends=(0,))


def ray_order(sides: int) -> list[float]:
    """The angles of a star's arms in the order of use.

    Each new one is farthest from those in use, of several the one opposite to the last.
    """
    rays = [360 * ray / sides for ray in range(sides)]
    order = [rays.pop(0)]

    def distance(ray: float, used: float) -> float:
        return round(abs((ray - used + 180) % 360 - 180), 3)

    while rays:
        best = max(
            rays,
            key=lambda ray: (min(distance(ray, used) for used in order), distance(ray, order[-1])),
        )
        rays.remove(best)
        order.append(best)
    return order


def toes_of(lying: Lying, angle: float) -> list[tuple[float, float, float]]:
    """Where the toes of a double begin that lies across its arm, and where they point.

    The outer ones begin beside the middle one, at the corners of the double.
    """
    ahead, across = way(angle), way(angle + 90)
    toes = [(lying.x + 0.5 * ahead[0], lying.y + 0.5 * ahead[1], angle)]
    for side in (1, -1):
        off = side * (_TOE_REACH + GAP)
        x = lying.x + _TOE_REACH * ahead[0] + off * across[0]
        y = lying.y + _TOE_REACH * ahead[1] + off * across[1]
        toes.append((x, y, angle + _TOE_ANGLE * side))
    return toes


@lru_cache(KEPT_PLACINGS)
def foot(lying: Lying, angle: float) -> tuple[Lying, ...]:
    """A double and the toes that it may get."""
    tiles = [lying]
    for x, y, out in toes_of(lying, angle):
        along, down = way(out)
        tiles.append(Lying((0, 0), x + (1 + GAP) * along, y + (1 + GAP) * down, out))
    return tuple(tiles)
