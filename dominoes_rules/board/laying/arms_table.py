"""A table with arms as it grows: each tile lies where it costs least, and none that lies moves.

What costs is a larger whole, since it makes every tile smaller; a bend; and room that open ends
lose. The unit is the side of a half tile; the first tile has its middle at 0, 0.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from math import sqrt
from typing import NamedTuple, TypeAlias

from dominoes_rules.board.laying.joined_tiles import ArmRules, JoinedTile
from dominoes_rules.board.laying.lying import CLEAR, Box, Lying, are_apart, joined_box, way
from dominoes_rules.board.laying.open_sides import (
    Effort,
    OpenSide,
    Placing,
    foot,
    placings,
    sides_of,
)
from dominoes_rules.board.laying.windows import Window

AHEAD = 7.0
"""How far ahead of an open end there should be room."""
_NEAR = 40.0
"""The square of the distance from a tile within which it can be in the way of an end's next."""
_TIGHTLY_CLEAR = 0.03
_ALL_WAYS, _ROOM_OF_A_DOUBLE, _SOME_WAYS = 40.0, 20.0, 6.0
"""What it costs that an end loses all ways to go on; those of a double that may still come; one by
one."""
_FEW_WAYS = 4
_HALF_BREADTH = 0.75
"""Of the strip ahead of an end that should be free."""
_NEXT_TILE = 2.3

Way: TypeAlias = tuple[Lying, ...]
"""A tile as it may lie, and what comes along with it: the toes of a double."""
Ways: TypeAlias = tuple[tuple[Way, ...], tuple[Way, ...]]
"""Those of a tile that is no double, and of a double."""


class Manner(NamedTuple):
    """How loosely a table is laid."""

    growth: float
    """What one more unit of the window's height costs."""
    fill: float
    """The share of the box that the whole set would fill; ends shun the edge of the box."""
    ring: float = 0.0
    """How much farther than needed from the centre of a star its arms begin."""


class Thread(NamedTuple):
    """A line from a tile to one that lies at a distance from it."""

    start: tuple[float, float]
    end: tuple[float, float]


@dataclass
class ArmsTable:
    """Tiles where they lie, in the order of laying, and the sides at which they may go on."""

    rules: ArmRules
    window: Window
    """At least as wide as it is high."""
    manner: Manner
    tiles: list[Lying] = field(default_factory=list)
    joined: list[JoinedTile] = field(default_factory=list)
    free: list[OpenSide] = field(default_factory=list)
    rooms: list[float] = field(default_factory=list)
    """For each free side how far one can go from it."""
    ways: list[Ways] = field(default_factory=list)
    threads: tuple[Thread, ...] = ()
    pushes: int = 0
    """How often tiles were laid again because an end was walled in."""
    box: Box = (0.0, 0.0, 0.0, 0.0)
    doubles: frozenset[int] = frozenset()
    """The numbers whose doubles lie on the table."""

    def __post_init__(self) -> None:
        area, aspect = 2 * self.rules.tiles / self.manner.fill, self.window.aspect
        self.high = sqrt(area / aspect) / 2
        self.wide = self.high * aspect

    def copy(self, manner: Manner) -> ArmsTable:
        """A table with the same tiles, to be gone on with in a manner."""
        return replace(
            self,
            manner=manner,
            tiles=[*self.tiles],
            joined=[*self.joined],
            free=[*self.free],
            rooms=[*self.rooms],
            ways=[*self.ways],
        )

    # ------------------------------------------------------------------ laying a tile

    def lay(self, joined: JoinedTile, most: Effort = Effort.TIGHT) -> bool:
        """Lay a tile where it costs least; returns False, and does nothing, if there is no room."""
        if joined.neighbour < 0:
            first = Lying(joined.tile, 0.0, 0.0, 90.0 * joined.is_double)
            self._put(joined, Placing(first, 0.0, 0.0), None)
            return True
        chosen = self.chosen(joined, most)
        if chosen is None:
            return False
        side, placing = chosen
        if placing.distance:
            end = placing.lying.x, placing.lying.y
            self.threads = (*self.threads, Thread((side.x, side.y), end))
        lying = placing.lying._replace(tile=joined.tile)
        self._put(joined, placing._replace(lying=lying), side)
        return True

    def chosen(self, joined: JoinedTile, most: Effort) -> tuple[OpenSide, Placing] | None:
        """The side for the next tile and how it lies there; None if there is no room."""
        told_apart = joined.neighbour == 0 and not self.joined[0].is_double
        hosts = [
            side
            for side in self.free
            if side.owner == joined.neighbour and (not told_apart or side.on_left == joined.on_left)
        ]
        tight = Effort.TIGHT if most is Effort.TIGHT else Effort.FAR
        for effort, clear in (
            (Effort.USUAL, CLEAR),
            (tight, CLEAR),
            (tight, _TIGHTLY_CLEAR),
        ):
            candidates = [
                (self._cost(joined, side, placing), order, side, placing)
                for side in hosts
                for order, placing in enumerate(
                    placings(side, joined.is_double, self.rules.any_angle, effort)
                )
                if self._fits(placing.lying, joined.neighbour, clear)
            ]
            if candidates:
                _, _, side, placing = min(candidates, key=lambda candidate: candidate[0])
                return side, placing
        return None

    def _fits(self, lying: Lying, near: int, clear: float) -> bool:
        """Whether a tile is clear of the others; toes of one foot lie closer to each other."""
        for number, (neighbour, joined) in enumerate(zip(self.tiles, self.joined, strict=True)):
            is_beside = number == near or joined.neighbour == near
            if not are_apart(lying, neighbour, 0.0 if is_beside else clear):
                return False
        return True

    def _put(self, joined: JoinedTile, placing: Placing, side: OpenSide | None) -> None:
        lying, number = placing.lying, len(self.tiles)
        self.tiles.append(lying)
        self.joined.append(joined)
        if joined.is_double:
            self.doubles |= {joined.tile[0]}
        self.box = joined_box(self.box, lying.box)
        own = sides_of(number, joined, lying, placing.angle, self.rules, self.manner.ring)
        if side is not None and not joined.is_double:
            turned = abs(placing.angle - side.angle) > 20
            since = side.since_turn + 1 if 0 < side.since_turn < _FEW_WAYS else 0
            own = tuple(end._replace(since_turn=1 if turned else since) for end in own)
        free, rooms, ways = [], [], []
        full = joined.neighbour >= 0 and self._is_full(joined.neighbour)
        for free_side, room, kinds in zip(self.free, self.rooms, self.ways, strict=True):
            if free_side is side or (full and free_side.owner == joined.neighbour):
                continue
            free.append(free_side)
            rooms.append(min(room, room_ahead(free_side, lying, _HALF_BREADTH)))
            ways.append(_left(kinds, free_side, lying, joined.neighbour))
        self.free = [*free, *own]
        self.rooms = rooms + [self._room(end) for end in own]
        self.ways = ways + [self._possible(end, lying) for end in own]

    def _is_full(self, number: int) -> bool:
        near = self.joined[number]
        against = sum(tile.neighbour == number for tile in self.joined)
        return against + (near.neighbour >= 0) >= near.sides

    # ------------------------------------------------------------------ what it costs

    def _cost(self, joined: JoinedTile, side: OpenSide, placing: Placing) -> float:
        lying, cost = placing.lying, placing.cost + side.rank
        box = lying.box
        cost += max(box[1] - self.wide, -self.wide - box[0], 0.0)
        cost += max(box[3] - self.high, -self.high - box[2], 0.0)
        grown = self._height(joined_box(self.box, box))
        least = max(self._height(self.box), self.window.units[1])
        cost += self.manner.growth * max(0.0, grown - least)
        if side.since_turn and placing.angle != side.angle:
            cost += max(0.0, 0.5 - 0.15 * side.since_turn)  # no zigzag
        for free_side, room, kinds in zip(self.free, self.rooms, self.ways, strict=True):
            if free_side is not side:
                cost += self._taken_from(free_side, room, kinds, lying, joined.neighbour)
        own = sides_of(len(self.tiles), joined, lying, placing.angle, self.rules, self.manner.ring)
        return cost + sum(self._own_room(end, joined, lying) for end in own)

    def _height(self, box: Box) -> float:
        """The height of the window that a box needs."""
        return max((box[1] - box[0]) / self.window.aspect, box[3] - box[2])

    def _taken_from(
        self, end: OpenSide, room: float, kinds: Ways, lying: Lying, near: int
    ) -> float:
        """What a tile costs that takes room from another open end."""
        cost = 0.0
        left_kinds = _left(kinds, end, lying, near)
        if left_kinds is not kinds:
            worths = (_ALL_WAYS, 0.0 if end.number in self.doubles else _ROOM_OF_A_DOUBLE)
            for ways, left, worth in zip(kinds, left_kinds, worths, strict=True):
                if ways and worth:
                    cost += worth * (not left) + _SOME_WAYS * (1 - len(left) / len(ways))
        ahead = room_ahead(end, lying, _HALF_BREADTH)
        if ahead < room and end.owner != near:  # arms of one double are close where they begin
            # The last two units ahead of an end are worth the most.
            cost += 0.25 * (min(room, AHEAD) - ahead)
            cost += 6 * (ahead < _NEXT_TILE <= room) + 3 * (ahead < 1)
        return cost

    def _own_room(self, own: OpenSide, joined: JoinedTile, lying: Lying) -> float:
        """What it costs that a tile has little room behind it."""
        singles, doubles = self._possible(own, lying)
        cost = _ALL_WAYS * (not singles)
        cost += _SOME_WAYS * max(0, _FEW_WAYS - len(singles)) / _FEW_WAYS
        if not doubles and not joined.is_double and own.number not in self.doubles:
            cost += _ROOM_OF_A_DOUBLE
        room = self._room(own)
        needed = 2.2 if own.may_turn or self.rules.any_angle else 3.2
        shut = 0.22 * (AHEAD - room) + 0.1 * (AHEAD - self._to_the_edge(own)) + 5 * (room < needed)
        return cost + shut * (0.6 if own.rank else 1.0)

    def _room(self, side: OpenSide) -> float:
        """How far one can go from a side before a tile."""
        reach = AHEAD
        for number, lying in enumerate(self.tiles):
            if number != side.owner:
                reach = min(reach, room_ahead(side, lying, _HALF_BREADTH))
        return reach

    def _to_the_edge(self, side: OpenSide) -> float:
        """How far one can go from a side before the edge of the box, which is a soft wall."""
        reach, (along, down) = AHEAD, way(side.angle)
        for at, step, edge in ((side.x, along, self.wide), (side.y, down, self.high)):
            if abs(step) > 0.2:
                reach = min(reach, max(0.0, (edge - at if step > 0 else edge + at) / abs(step)))
        return reach

    def _possible(self, side: OpenSide, near: Lying) -> Ways:
        """The ways in which a tile and a double may lie at a side of a tile that lies so.

        With feet a double takes its toes along: without room for them it has no room itself.
        """
        around = [
            beside
            for number, beside in enumerate(self.tiles)
            if number != side.owner and _is_near(side, beside)
        ]
        free_ways = []
        for double in (False, True):
            ways = []
            for placing in () if double and side.number in self.doubles else placings(
                side, double, self.rules.any_angle
            ):  # fmt: skip
                with_toes = double and self.rules.with_feet
                tiles = foot(placing.lying, placing.angle) if with_toes else (placing.lying,)
                if are_apart(placing.lying, near) and all(
                    are_apart(part, beside, CLEAR) for part in tiles for beside in around
                ):
                    ways.append(tiles)
            free_ways.append(tuple(ways))
        return free_ways[0], free_ways[1]


def _is_near(side: OpenSide, tile: Lying) -> bool:
    return (tile.x - side.x) ** 2 + (tile.y - side.y) ** 2 < _NEAR


def _left(kinds: Ways, side: OpenSide, lying: Lying, near: int) -> Ways:
    """Those ways to go on at a side that a tile leaves; the same if it leaves all."""
    if not _is_near(side, lying):
        return kinds
    clear = 0.0 if side.owner == near else CLEAR
    singles, doubles = (
        tuple(tiles for tiles in ways if all(are_apart(part, lying, clear) for part in tiles))
        for ways in kinds
    )
    same = len(singles) == len(kinds[0]) and len(doubles) == len(kinds[1])
    return kinds if same else (singles, doubles)


def room_ahead(side: OpenSide, tile: Lying, broad: float) -> float:
    """How far one can go from a side, with so much room on both sides, before a tile."""
    across, down = tile.x - side.x, tile.y - side.y
    if across * across + down * down > (AHEAD + 1.2) ** 2:
        return AHEAD
    ahead, lies = way(side.angle), way(tile.angle)
    same = abs(ahead[0] * lies[0] + ahead[1] * lies[1])
    skew = abs(ahead[0] * lies[1] - ahead[1] * lies[0])
    along, aside = across * ahead[0] + down * ahead[1], abs(down * ahead[0] - across * ahead[1])
    if along + same + 0.5 * skew <= 0.05 or aside - skew - 0.5 * same >= broad:
        return AHEAD
    return max(0.0, along - same - 0.5 * skew)
