"""The tiles of a table with arms in the order of laying, each with the one that it lies against."""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

from dominoes_lang.table.arm_ends import ArmSides
from dominoes_lang.table.centres import sides_of
from dominoes_lang.table.layout import LaidTiles, Layout
from dominoes_lang.table.shape import LayoutKind
from dominoes_lang.table.tiles import Tile

SIDES_IN_A_CROSS = 4


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

    @property
    def is_double(self) -> bool:
        return self.tile[0] == self.tile[1]


class ArmRules(NamedTuple):
    """What of a game's rules decides how its arms lie."""

    tiles: int
    """The tiles of the set."""
    with_feet: bool
    """Whether a double has three toes on one side, rather than an arm on each."""
    any_angle: bool
    """Whether arms lie at any angle, or at right angles alone."""


def arm_rules(layout: Layout) -> ArmRules:
    """How the arms of a layout lie: a star with other than four arms, or feet, take any angle."""
    assert layout.kind is LayoutKind.ARMS, "trains and lines have no arms"
    sides = ArmSides(layout.shape)
    feet = layout.shape.must_cover and sides.of_double == SIDES_IN_A_CROSS
    is_star = sides.of_centre not in {2, SIDES_IN_A_CROSS}
    return ArmRules(len(layout.fits.tiles.tiles), feet, feet or is_star)


def joined(laid: LaidTiles, layout: Layout) -> tuple[JoinedTile, ...]:
    """The tiles on a table in the order of laying, each with the one that it was laid against."""
    beside: dict[Tile, dict[Tile, JoinedTile]] = {Tile.of(*halves): {} for halves in laid.tiles()}
    lying = {Tile.of(*halves): halves for halves in laid.tiles()}
    for path in laid.paths:
        for left, right in pairwise(path):
            left_tile, right_tile = Tile.of(*left), Tile.of(*right)
            beside[left_tile][right_tile] = JoinedTile(right)
            beside[right_tile][left_tile] = JoinedTile(left[::-1], on_left=True)
    tiles = layout.fits.tiles.tiles
    waiting = [tiles[number] for number in laid.order]
    order: dict[Tile, int] = {}
    in_order = []
    while waiting:
        # In a snapshot a tile may be listed before the one that it lies against.
        tile = next(
            (unlaid for unlaid in waiting if order.keys() & beside[unlaid].keys()), waiting[0]
        )
        near = next((earlier for earlier in order if earlier in beside[tile]), None)
        new = JoinedTile(lying[tile]) if near is None else beside[near][tile]
        sides = sides_of(layout.rules, laid, tile)
        in_order.append(new._replace(neighbour=-1 if near is None else order[near], sides=sides))
        waiting.remove(tile)
        order[tile] = len(order)
    return tuple(in_order)
