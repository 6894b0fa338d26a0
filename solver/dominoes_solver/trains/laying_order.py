"""The order in which the tiles of a chain are laid."""

from __future__ import annotations

from dominoes_lang.table.tiles import numbers_in
from dominoes_solver.trains.tile_graph import TileGraph


def laid_in_order(graph: TileGraph, start: int, tiles: int) -> tuple[tuple[int, ...], int]:
    """The tiles of a chain from a number, one after the other, and the number at its end.

    A double comes as soon as it fits, then the highest tile after which the others can follow.
    Source: Fleury, "Deux problèmes de géométrie de situation" (1883).
    """
    laid, end = [], start
    while tiles:
        fitting = tiles & graph.bearing[end]
        for tile in reversed([*numbers_in(fitting & graph.doubles or fitting)]):
            rest, after = tiles & ~(1 << tile), graph.other_half(tile, end)
            if graph.reached(after, rest).tiles == rest:
                break
        laid.append(tile)
        tiles, end = rest, after
    return tuple(laid), end
