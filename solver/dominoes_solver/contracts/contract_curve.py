"""From how often a bid is made with open hands to how often it is made in play: a fitted curve.

Players who see all hands find every finesse, and so does the bidder, who leads. So the share of
worlds in which a bid is made with open hands is not its chance. The chance follows from deals that
were played out by players who see their own hand alone: its log odds are a line in those of the
share.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from math import exp, log
from typing import Any, NamedTuple

FORMAT = "contract curve"
VERSION = 1
STEPS = 100
"""Of Newton's method, far more than it needs."""
LARGEST = 20.0
"""Of both numbers of a curve."""
RIDGE = 1e-3
"""What keeps the numbers finite where deals leave them open."""


class PlayedBid(NamedTuple):
    """A deal that was played out with one bid."""

    made_open: int
    """In how many worlds it was made with open hands."""
    worlds: int
    is_made: bool


@dataclass(frozen=True)
class ContractCurve:
    """The log odds that a bid is made: a line in those of the share with open hands."""

    level: float
    slope: float
    fitted: Mapping[str, Any] = field(default_factory=dict, hash=False)
    """The game, the deals and the seed that it was fitted to."""

    def chance(self, made_open: int, worlds: int) -> float:
        """The chance of a bid that was made in so many of some worlds with open hands."""
        return _logistic(self.level + self.slope * _log_odds(made_open, worlds))

    def as_json(self) -> dict[str, object]:
        """The curve as plain values."""
        numbers = {"level": round(self.level, 4), "slope": round(self.slope, 4)}
        return {"format": FORMAT, "version": VERSION, **numbers, "fitted": dict(self.fitted)}


def read_curve(text: str) -> ContractCurve:
    """The curve of a file. Raises `ValueError` for any other text."""
    values = json.loads(text)
    if not isinstance(values, dict) or values.get("format") != FORMAT:
        raise ValueError("this is no contract curve")
    if values.get("version") != VERSION:
        raise ValueError(f"this is version {values.get('version')} of a contract curve")
    fitted, numbers = values.get("fitted"), []
    for name in ("level", "slope"):
        number = values.get(name)
        if not isinstance(number, int | float) or not abs(number) <= LARGEST:
            raise ValueError(f"{name} is a number")
        numbers.append(float(number))
    if not isinstance(fitted, dict):
        raise ValueError("fitted is an object")  # noqa: TRY004 - of a text
    return ContractCurve(numbers[0], numbers[1], fitted)


def fitted_curve(deals: Iterable[PlayedBid], fitted: Mapping[str, Any]) -> ContractCurve:
    """The curve with which what was played is most likely (logistic regression)."""
    points = [(_log_odds(deal.made_open, deal.worlds), int(deal.is_made)) for deal in deals]
    level, slope = 0.0, 1.0
    for _ in range(STEPS):
        gradient, curvature = [-RIDGE * level, -RIDGE * (slope - 1)], [RIDGE, 0.0, RIDGE]
        for odds, made in points:
            chance = _logistic(level + slope * odds)
            weight = chance * (1 - chance)
            gradient[0] += made - chance
            gradient[1] += (made - chance) * odds
            curvature[0] += weight
            curvature[1] += weight * odds
            curvature[2] += weight * odds * odds
        size = curvature[0] * curvature[2] - curvature[1] ** 2
        level += (curvature[2] * gradient[0] - curvature[1] * gradient[1]) / size
        slope += (curvature[0] * gradient[1] - curvature[1] * gradient[0]) / size
        level, slope = (max(-LARGEST, min(LARGEST, number)) for number in (level, slope))
    return ContractCurve(level, slope, fitted)


def _log_odds(made: int, worlds: int) -> float:
    """Those of a share; neither none nor all of some worlds are certain."""
    return log((made + 0.5) / (worlds - made + 0.5))


def _logistic(odds: float) -> float:
    return 1 / (1 + exp(-odds))
