"""From what a search says of a world to what is counted: points as wanted, wins, ties, noise."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import variance
from typing import TYPE_CHECKING

from dominoes_lang.setup import Goal, Setup
from dominoes_solver.tally import World

if TYPE_CHECKING:
    from dominoes_solver.open_hands import Evaluation


def world_of(setup: Setup, mover: int, found: Evaluation, weight: float) -> World:
    """What the moves are worth to the mover's side in one world."""
    sign = -1 if setup.goal is Goal.FEWEST else 1
    own = setup.side_of[mover]
    # An exact value is one outcome; an estimate is a mean over as many as there were playouts.
    outcomes = [
        [_outcome([sign * points for points in vector], own) for vector in vectors]
        for vectors in found.playouts or [[value] for value in found.values]
    ]
    return World(
        [sign * vector[own] for vector in found.values],
        found.values,
        [one.count(1) / len(one) for one in outcomes],
        [one.count(0) / len(one) for one in outcomes],
        weight,
        [_noise([vector[own] for vector in vectors]) for vectors in found.playouts] or None,
    )


def _noise(values: Sequence[float]) -> float:
    """The variance of the mean of playouts; that of a single one is taken to be its square."""
    if len(values) < 2:
        return sum(value * value for value in values)
    return variance(values) / len(values)


def _outcome(wanted: list[float], own: int) -> int:
    """1 if a side is ahead of every other, 0 if it shares the lead, else -1.

    `wanted` holds what each side gets as it wants it; for two sides, own minus other.
    """
    if len(wanted) == 2:
        return (wanted[own] > 0) - (wanted[own] < 0)
    others = max(points for side, points in enumerate(wanted) if side != own)
    return (wanted[own] > others) - (wanted[own] < others)
