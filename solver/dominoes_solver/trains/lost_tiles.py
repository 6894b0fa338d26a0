"""The least that a chain must leave out so that no number stops it halfway."""

from __future__ import annotations

from collections.abc import Sequence

from dominoes_lang.table.tiles import numbers_in
from dominoes_solver.trains.tile_graph import TileGraph


def least_loss(
    graph: TileGraph,
    numbers: Sequence[int],
    odd: Sequence[int],
    tiles: int,
    weights: Sequence[int],
) -> int | None:
    """The weight of the lightest tiles without which a single one of the numbers `odd` is odd.

    tiles: those that may be left out; between any two numbers there is at most one. None if they
    are not enough. It is a cheapest T-join: the odd numbers but one are paired, and each pair is
    joined by a cheapest path, so no path shares a tile with another. Source: Edmonds and Johnson,
    "Matching, Euler tours and the Chinese postman", Mathematical Programming 5 (1973).
    """
    if len(odd) == 1:
        return 0
    without = sum(weights) + 1
    between = _cheapest_paths(graph, numbers, tiles & ~graph.doubles, weights, without)
    row_of = {number: row for row, number in enumerate(numbers)}
    rows = [row_of[number] for number in odd]
    costs = [[between[row][column] for column in rows] for row in rows]
    known: dict[int, int] = {}

    def paired(left: int) -> int:
        """The cheapest pairs among the odd numbers of a mask; of an odd count one stays alone."""
        if left & left - 1 == 0:
            return 0
        if left in known:
            return known[left]
        last = left.bit_length() - 1
        rest = left ^ 1 << last
        lowest = paired(rest) if left.bit_count() & 1 else without
        for mate in numbers_in(rest):
            cost = costs[last][mate]
            if cost < lowest:
                lowest = min(lowest, cost + paired(rest ^ 1 << mate))
        known[left] = lowest
        return lowest

    loss = paired((1 << len(odd)) - 1)
    return None if loss >= without else loss


def _cheapest_paths(
    graph: TileGraph, numbers: Sequence[int], tiles: int, weights: Sequence[int], without: int
) -> list[list[int]]:
    """The weight of a cheapest path between any two numbers; `without` stands for no path."""
    row_of = {number: row for row, number in enumerate(numbers)}
    between = [[without] * len(numbers) for _ in numbers]
    for row in range(len(numbers)):
        between[row][row] = 0
    for tile in numbers_in(tiles):
        high, low = (row_of[half] for half in graph.halves[tile])
        between[high][low] = between[low][high] = weights[tile]
    for by_way, onwards in enumerate(between):
        for row, direct in enumerate(between):
            there = direct[by_way]
            if 0 < there < without:
                between[row] = [
                    min(cost, there + further)
                    for cost, further in zip(direct, onwards, strict=True)
                ]
    return between
