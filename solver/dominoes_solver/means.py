"""Means and shares, with their standard errors."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import erf, sqrt
from statistics import fmean, variance
from typing import NamedTuple

SURE = 1.959964
"""Errors on each side of a mean that make a 95 % interval."""


@dataclass(frozen=True)
class Mean:
    """A mean and its standard error, which is None for fewer than two numbers.

    It is None too for a mean over worlds of which every one was searched.
    """

    mean: float
    se: float | None

    @classmethod
    def of(cls, numbers: Sequence[float]) -> Mean:
        """The mean of independent numbers."""
        if len(numbers) < 2:
            return cls(numbers[0] if numbers else 0.0, None)
        return cls(fmean(numbers), sqrt(variance(numbers) / len(numbers)))

    def __str__(self) -> str:
        error = "" if self.se is None else f" ± {self.se:.2f}"
        return f"{round(self.mean, 2) + 0.0:.2f}{error}"  # never -0.00

    @property
    def interval(self) -> tuple[float, float] | None:
        """Where the true mean is in 95 of 100 cases."""
        if self.se is None:
            return None
        return self.mean - SURE * self.se, self.mean + SURE * self.se

    @property
    def superiority(self) -> float:
        """The likelihood that the true mean is above 0."""
        if not self.se:
            return 0.5 + 0.5 * ((self.mean > 0) - (self.mean < 0))
        return 0.5 * (1 + erf(self.mean / self.se / sqrt(2)))


class RunningMean:
    """Sums of whole numbers, for a mean and its standard error."""

    def __init__(self) -> None:
        self.count, self.total, self.squares = 0, 0, 0

    def add(self, value: int) -> None:
        self.count += 1
        self.total += value
        self.squares += value * value

    @property
    def mean(self) -> Mean:
        if self.count < 2:
            return Mean(self.total / max(1, self.count), None)
        mean = self.total / self.count
        variance = max(0.0, self.squares / self.count - mean * mean) / (self.count - 1)
        return Mean(mean, variance**0.5)


class Share(NamedTuple):
    """A weighted probability; the standard error is None if all worlds were weighted."""

    probability: float
    se: float | None
