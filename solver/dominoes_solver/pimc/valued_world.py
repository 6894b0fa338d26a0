"""One world of an answer, with the values of the moves in it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class World(NamedTuple):
    """The values of the moves in one world."""

    values: Sequence[float]
    """Values for the mover, as it wants them: the largest is best."""
    vectors: Sequence[Sequence[float]]
    """Values for each side, from its own point of view."""
    wins: Sequence[float]
    """1 where the mover's side wins, otherwise 0; a share of the playouts for an estimate."""
    ties: Sequence[float]
    """Likewise where it shares the lead."""
    weight: float = 1.0
    noise: Sequence[Sequence[float]] | None = None
    """The covariances of the values where they are estimates: moves x moves, of which the upper
    half counts; None where all are exact."""
