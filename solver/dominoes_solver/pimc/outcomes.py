"""From the result of a search in one world to what is counted: points, wins, ties, noise."""

from __future__ import annotations

from collections.abc import Sequence
from operator import mul
from typing import TYPE_CHECKING

from dominoes_lang.setup.ruleset import Setup
from dominoes_solver.pimc.valued_world import World

if TYPE_CHECKING:
    from dominoes_solver.search.one_world import Evaluation


def world_of(
    setup: Setup, mover: int, answer: Evaluation, weight: float, *, shared: bool = True
) -> World:
    """The values of the moves for the mover's side in one world.

    shared: whether the moves share the chance of their playouts.
    """
    sign = setup.sign
    own = setup.side_of[mover]
    values = [sign * vector[own] for vector in answer.values]
    if not answer.playouts:
        ahead = values
        if setup.sides > 2:
            ahead = [_ahead(vector, own, sign) for vector in answer.values]
        return World(values, answer.values, [x > 0 for x in ahead], [x == 0 for x in ahead], weight)
    # An estimate is a mean over as many outcomes as there were playouts.
    outcomes = [[_ahead(vector, own, sign) for vector in vectors] for vectors in answer.playouts]
    return World(
        values,
        answer.values,
        [sum([x > 0 for x in leads]) / len(leads) for leads in outcomes],
        [leads.count(0) / len(leads) for leads in outcomes],
        weight,
        _noise([[vector[own] for vector in vectors] for vectors in answer.playouts], shared),
    )


def halved(best: World, played: World) -> World:
    """A world in which half the worth of a move is from either; `played` holds estimates."""
    assert played.noise is not None

    def half(first: Sequence[float], second: Sequence[float]) -> list[float]:
        return [(a + b) / 2 for a, b in zip(first, second, strict=True)]

    pairs = zip(best.vectors, played.vectors, strict=True)
    return World(
        half(best.values, played.values),
        [half(best_part, played_part) for best_part, played_part in pairs],
        half(best.wins, played.wins),
        half(best.ties, played.ties),
        best.weight,
        [[noise / 4 for noise in row] for row in played.noise],
    )


def _noise(values: Sequence[Sequence[float]], shared: bool) -> list[list[float]]:
    """The covariances of the means of playouts, moves x moves.

    Between moves there are some only if these share the chance of each round. That of a single
    round is taken to be the product.
    """
    number = len(values[0])
    # `statistics.covariance` is exact, and takes longer than the playouts.
    apart = values
    if number > 1:
        apart = [[value - sum(row) / number for value in row] for row in values]
    return [
        [
            sum(map(mul, row, column)) / max(1, number - 1) / number
            if shared or row is column
            else 0.0
            for column in apart
        ]
        for row in apart
    ]


def _ahead(vector: Sequence[float], own: int, sign: int) -> float:
    """The lead of a side over the best of the others; 0 where it shares the lead.

    `vector` holds the points of each side, for two sides own minus other; `sign` is -1 where fewest
    points are best.
    """
    if len(vector) == 2:
        return sign * vector[own]
    return sign * vector[own] - max(
        [sign * points for side, points in enumerate(vector) if side != own]
    )
