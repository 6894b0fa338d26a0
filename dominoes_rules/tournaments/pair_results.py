"""The result of two bots against each other, and how its numbers are written."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from statistics import variance

from dominoes_solver.means import Mean


@dataclass(frozen=True, repr=False)
class Pair:
    """Two bots, from the point of view of the first: a number for each deal.

    A number is what the first got more than the second, the mean over all seatings of the deal, in
    points, or in rounds won where the match counts wins.
    """

    first: str
    second: str
    differences: tuple[float, ...]
    games: tuple[tuple[float, ...], ...]
    """For each deal the same of every game."""

    def __repr__(self) -> str:
        deals = f"{len(self.differences):,} deals"
        return f"<Pair of {self.first} and {self.second}, {deals}: {mean_text(self.points)}>"

    @cached_property
    def points(self) -> Mean:
        """Points a deal."""
        return Mean.of(self.differences)

    @property
    def won(self) -> int:
        """In how many deals the first got more than the second."""
        return sum(1 for difference in self.differences if difference > 0)

    @property
    def tied(self) -> int:
        return sum(1 for difference in self.differences if difference == 0)

    @property
    def lost(self) -> int:
        return len(self.differences) - self.won - self.tied

    @cached_property
    def variance_ratio(self) -> float | None:
        """The variance of a deal's number over that of as many games on deals of their own."""
        games = [result for row in self.games for result in row]
        if len(self.games) < 2 or not variance(games):
            return None
        return variance(self.differences) * len(self.games[0]) / variance(games)

    def as_json(self) -> dict[str, object]:
        interval = self.points.interval
        return {
            "bots": [self.first, self.second],
            "points": self.points.mean,
            "se": self.points.se,
            "interval": None if interval is None else list(interval),
            "superiority": self.points.superiority,
            "won": self.won,
            "tied": self.tied,
            "lost": self.lost,
            "variance_ratio": self.variance_ratio,
        }


def mean_text(value: Mean) -> str:
    """A mean with its error, and its sign."""
    error = "" if value.se is None else f" ± {value.se:.2f}"
    return f"{value.mean:+.2f}{error}"


def interval_text(points: Mean) -> str:
    """The 95 % interval of a mean; empty if nothing is known of its error."""
    bounds = points.interval
    return "" if bounds is None else f"{bounds[0]:+.2f} … {bounds[1]:+.2f}"
