"""Where the tiles of a table with arms lie; no drawing, no rules.

The tiles are placed in the order in which they were laid, each as well as it can be at that time,
so none moves because of a later one. A tile whose neighbour is walled in lies beside a copy of that
neighbour, above or below all others. So there is always room.

The unit is the side of a half tile, as in `geometry.py`; the first tile has its middle at 0, 0.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple, TypeAlias

from dominoes_lang.table.layout import LaidTiles, Layout
from dominoes_lang.table.tiles import Tile
from dominoes_lang.text.root_exception import ArgumentError
from dominoes_rules.board.geometry import NARROWEST, Placement, bounds
from dominoes_rules.board.train_rows import RowLabel

KEPT_TABLES = 2048
"""Tables of which the placements are kept, so that one more tile does not place all again."""
KEPT_BLOCKS = 8192
SIDES_OF_A_TILE = 4
_EASY_HEIGHT = 9.0
"""Half tiles above and below the first tile that are used before an arm turns."""
_BAND = 6.0
"""From the first tile to the copy of it that bears further arms of a large star."""
_RAY = 8
"""Half tiles ahead of an open end that other arms leave free while they can."""
_STEPS = (1, 0), (0, 1), (-1, 0), (0, -1)
"""One step in each direction; directions are numbered as quarter turns are."""

Cells: TypeAlias = frozenset[tuple[int, int]]
"""Squares with sides of half a unit."""


class JoinedTile(NamedTuple):
    """A tile on the table and the one that it was laid against."""

    tile: tuple[int, int]
    """Its halves: that at its neighbour, then the other; of the first tile the left one first."""
    neighbour: int = -1
    """The place of that tile among all in the order of laying; -1 for the first one."""
    on_left: bool = False
    """Whether it is on the left of its neighbour in their path."""
    sides: int = 2
    """How many tiles may lie against it."""


class Spread(NamedTuple):
    """The tiles of a table with arms where they lie."""

    placements: tuple[Placement, ...]
    copies: tuple[Placement, ...]
    """Tiles that are shown a second time, at the start of an arm that has no room beside them."""
    labels: tuple[RowLabel, ...] = ()
    """Texts among the tiles."""


def joined(laid: LaidTiles, layout: Layout) -> tuple[JoinedTile, ...]:
    """The tiles on a table in the order of laying, each with the one that it was laid against."""
    beside: dict[Tile, dict[Tile, JoinedTile]] = {Tile.of(*halves): {} for halves in laid.tiles()}
    lying = {Tile.of(*halves): halves for halves in laid.tiles()}
    for path in laid.paths:
        for left, right in pairwise(path):
            one, other = Tile.of(*left), Tile.of(*right)
            beside[one][other] = JoinedTile(right)
            beside[other][one] = JoinedTile(left[::-1], on_left=True)
    tiles = layout.fits.tiles.tiles
    waiting = [tiles[number] for number in laid.order]
    order: dict[Tile, int] = {}
    found = []
    while waiting:
        # In a snapshot a tile may be listed before the one that it lies against.
        tile = next((one for one in waiting if order.keys() & beside[one].keys()), waiting[0])
        near = next((one for one in order if one in beside[tile]), None)
        new = JoinedTile(lying[tile]) if near is None else beside[near][tile]
        sides = layout.sides_of(laid, tile)
        found.append(new._replace(neighbour=-1 if near is None else order[near], sides=sides))
        waiting.remove(tile)
        order[tile] = len(order)
    return tuple(found)


def lay_arms(tiles: tuple[JoinedTile, ...], width: float) -> Spread:
    """The placements of the tiles on a table with arms, in the order of laying.

    All x are from -`width` / 2 to `width` / 2. Raises `ArgumentError` for a width below
    `NARROWEST`.
    """
    if width < NARROWEST:
        raise ArgumentError(f"width={width}: a table needs a width of at least {NARROWEST}")
    table = _table(tiles, width)
    return Spread(table.placements, table.copies)


class _Option(NamedTuple):
    """A way in which the next tile may lie at an open end."""

    placement: Placement
    way: int
    """The direction in which the arm goes on."""
    turns: bool
    needed: Cells
    """The cells of the tile, and those around it that other tiles leave free."""


class _OpenEnd(NamedTuple):
    """A side of a tile against which another may be laid."""

    tile: int
    """The place of its tile in the order of laying."""
    on_left: bool
    rank: int
    """0 where the arm of the tile goes on; the sides of a double come after that, one by one."""
    is_corner: bool
    singles: tuple[_Option, ...]
    doubles: tuple[_Option, ...]
    ray: tuple[Cells, ...]
    """The cells ahead, a step each."""

    def options(self, double: bool) -> tuple[_Option, ...]:
        return self.doubles if double else self.singles

    def without(self, cells: Cells) -> _OpenEnd:
        """The end once these cells are taken."""
        return self._replace(
            singles=tuple(one for one in self.singles if one.needed.isdisjoint(cells)),
            doubles=tuple(one for one in self.doubles if one.needed.isdisjoint(cells)),
        )


class _Table(NamedTuple):
    """Tiles where they lie, in the order of laying, and the ends at which they may go on."""

    placements: tuple[Placement, ...] = ()
    copies: tuple[Placement, ...] = ()
    taken: Cells = frozenset()
    free: tuple[_OpenEnd, ...] = ()


@lru_cache(KEPT_TABLES)
def _table(tiles: tuple[JoinedTile, ...], width: float) -> _Table:
    """Where some tiles lie, in the order of laying."""
    if not tiles:
        return _Table()
    *_, tile = tiles
    if len(tiles) == 1:
        double = _is_double(tile.tile)
        first = Placement(tile.tile, *((-0.5, -1.0, 1) if double else (-1.0, -0.5, 0)))
        free = _ends(0, tile, _Option(first, 0, False, _cells(first)), frozenset(), width)
        return _Table((first,), (), _cells(first), tuple(free))
    before = _table(tiles[:-1], width)
    near = tiles[tile.neighbour]
    if not _hosts(before, tile):
        before = _with_copy(before, tile.neighbour, tile.on_left, near, width)
    double = _is_double(tile.tile)
    ways = [(end, way) for end in _hosts(before, tile) for way in end.options(double)]
    end, option = min(ways, key=lambda pair: _cost(before, pair[0], pair[1], tile, width))
    option = option._replace(placement=option.placement._replace(tile=tile.tile))
    cells = _cells(option.placement)
    taken = before.taken | cells
    own = _ends(len(tiles) - 1, tile, option, before.taken, width)
    against = sum(one.neighbour == tile.neighbour for one in tiles) + (near.neighbour >= 0)
    full = against >= near.sides
    free = [
        one.without(cells)
        for one in before.free
        if one is not end and not (full and one.tile == tile.neighbour)
    ]
    placements = (*before.placements, option.placement)
    return _Table(placements, before.copies, taken, (*free, *own))


def _hosts(table: _Table, tile: JoinedTile) -> list[_OpenEnd]:
    """The ends at which there is room for a tile."""
    double = _is_double(tile.tile)
    return [
        end
        for end in table.free
        if end.tile == tile.neighbour
        # Of the first tile the two halves are told apart, unless they are alike.
        and (end.tile or _is_double(table.placements[0].tile) or end.on_left == tile.on_left)
        and end.options(double)
    ]


def _cost(
    table: _Table, end: _OpenEnd, option: _Option, tile: JoinedTile, width: float
) -> tuple[float, int]:
    """How much worse than another a way to lay a tile is."""
    placement = option.placement
    cells = _cells(placement)
    cost = 1.0 * option.turns + 0.5 * end.rank
    # What is on the left in the text is so in the picture, if there is as much room.
    cost += 0.1 * (end.on_left != tile.on_left)
    for other in table.free:
        if other is end:
            continue
        if other.singles and not other.without(cells).singles:
            cost += 8
        cost += 2 * any(not step.isdisjoint(cells) for step in other.ray)
    own = _ends(len(table.placements), tile, option, table.taken, width)
    for one in own:
        cost += (3 if one.rank else 8) * (not one.singles)
    ahead = own[0].ray
    cost += 0.6 * max(0, 4 - len(ahead))
    middle = abs(placement.y + placement.height / 2)
    cost += max(0.0, middle - _EASY_HEIGHT)
    if end.is_corner and not option.turns:
        cost += 2
    return cost, option.way


def _ends(
    number: int, tile: JoinedTile, option: _Option, taken: Cells, width: float
) -> list[_OpenEnd]:
    """The sides of a tile at which others may lie, as far as these cells are not taken.

    That at which its arm goes on is the first.
    """
    placement, way = option.placement, option.way
    double, first = _is_double(tile.tile), tile.neighbour < 0
    x, y = placement.x + placement.width / 2, placement.y + placement.height / 2
    crosswise = double and placement.upright == (way % 2 == 0)
    reach = 0.5 if crosswise else 1.0
    ways = [(way, reach, 0, False)]
    if first:
        ways.append((way + 2, reach, 0, True))
    if double and 2 < tile.sides <= SIDES_OF_A_TILE:
        side = 1.5 - reach
        ways += [(way - 1, side, 1, False), (way + 1, side, 2, False)]
    found = []
    corner = option.turns and way % 2 == 1
    for heading, far, rank, on_left in ways:
        across, down = _STEPS[heading % 4]
        at = x + far * across, y + far * down
        turns = not (crosswise or rank)
        singles, doubles = (
            _options(at, heading % 4, placement, taken, width, double=lays_double, turns=turns)
            for lays_double in (False, True)
        )
        ray = _ray(at, heading % 4, taken, width)
        found.append(_OpenEnd(number, on_left, rank, corner, singles, doubles, ray))
    return found


def _options(
    at: tuple[float, float],
    way: int,
    near: Placement,
    taken: Cells,
    width: float,
    *,
    double: bool,
    turns: bool,
) -> tuple[_Option, ...]:
    """The ways to lay a tile at a point of another's edge."""
    x, y = at
    across, down = _STEPS[way]
    found = [_lying_from(x, y, way, turns=False, crosswise=double)]
    for turned in ((way - 1) % 4, (way + 1) % 4) if turns else ():
        side, up = _STEPS[turned]
        found += [
            # Beside the last half, or beyond it.
            _lying_from(
                x - 0.5 * across + 0.5 * side, y - 0.5 * down + 0.5 * up, turned, turns=True
            ),
            _lying_from(
                x + 0.5 * across - 0.5 * side, y + 0.5 * down - 0.5 * up, turned, turns=True
            ),
        ]
    blocked = taken - _cells(near)
    return tuple(
        one
        for one in found
        if -width / 2 <= one.placement.x
        and one.placement.x + one.placement.width <= width / 2
        and one.needed.isdisjoint(blocked)
    )


def _lying_from(x: float, y: float, way: int, *, turns: bool, crosswise: bool = False) -> _Option:
    """A tile that begins at a point and lies in a direction, or across it."""
    across, down = _STEPS[way]
    length = 1 if crosswise else 2
    upright = (way % 2 == 1) != crosswise
    wide, high = (1, 2) if upright else (2, 1)
    left, top = x + length / 2 * across - wide / 2, y + length / 2 * down - high / 2
    placement = Placement((0, 0), left, top, (way + crosswise) % 4 if not crosswise else upright)
    return _Option(placement, way, turns, _cells(placement, around=1))


def _ray(at: tuple[float, float], way: int, taken: Cells, width: float) -> tuple[Cells, ...]:
    """The cells ahead, a step each, as far as they are free."""
    found = []
    (x, y), (across, down) = at, _STEPS[way]
    for step in range(_RAY):
        middle_x, middle_y = x + (step + 0.5) * across, y + (step + 0.5) * down
        left, top = round(2 * middle_x) - 1, round(2 * middle_y) - 1
        cells = _block(left, top, 2, 2)
        if abs(middle_x) + 0.5 > width / 2 or not cells.isdisjoint(taken):
            break
        found.append(cells)
    return tuple(found)


def _with_copy(table: _Table, number: int, on_left: bool, near: JoinedTile, width: float) -> _Table:
    """The table with a copy of a tile, at which there is room."""
    placed = table.placements[number]
    (_, top), (_, bottom) = bounds((*table.placements, *table.copies))
    double, middle = _is_double(near.tile), placed.y + placed.height / 2
    below = middle > 0 or (middle == 0 and bottom <= -top)
    high = 2 if double else 1
    if double and near.sides > SIDES_OF_A_TILE:
        # The arms of a large star are as far apart as they may need to be.
        gap = _BAND - high
    else:
        gap = 1 + (not double)
    y = bottom + gap if below else top - gap - high
    if double:
        copy = Placement(near.tile, -0.5, y, 1)
    else:
        # Of the first tile either half may be the one that is covered, of others the second.
        turned = near.neighbour < 0 and on_left
        copy = Placement(near.tile, -width / 2, y, 2 if turned else 0)
    cells = _cells(copy)
    shown = JoinedTile(near.tile, -1 if double else number, on_left)
    option = _Option(copy, 0, False, cells)
    sides = _ends(number, shown, option, table.taken, width)
    own = (one._replace(on_left=on_left) for one in sides)
    free = (one.without(cells) for one in table.free)
    return _Table(table.placements, (*table.copies, copy), table.taken | cells, (*free, *own))


def _cells(placement: Placement, around: int = 0) -> Cells:
    """The cells of a tile, and so many around it."""
    left, top = round(2 * placement.x) - around, round(2 * placement.y) - around
    wide, high = 2 * placement.width + 2 * around, 2 * placement.height + 2 * around
    return _block(left, top, wide, high)


@lru_cache(KEPT_BLOCKS)
def _block(left: int, top: int, wide: int, high: int) -> Cells:
    return frozenset((x, y) for x in range(left, left + wide) for y in range(top, top + high))


def _is_double(tile: tuple[int, int]) -> bool:
    return tile[0] == tile[1]
