"""The result of two bots against each other, in points or matches, and how it is written."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import sqrt
from statistics import variance

from dominoes_solver.means import SURE, Mean

MatchPoints = tuple[float, int]
"""What the first of two bots got more in all games of a match, and the deals of these games."""


@dataclass(frozen=True, repr=False)
class Pair:
    """Two bots, from the point of view of the first: a number for each deal, or each match.

    A number is what the first got more than the second, the mean over all seatings of the deal, in
    points, or in rounds won where the match counts wins. If whole matches were played, it is in
    matches won.
    """

    first: str
    second: str
    differences: tuple[float, ...]
    games: tuple[tuple[float, ...], ...]
    """For each deal the same of every game."""
    match_points: tuple[MatchPoints, ...] | None = None
    """Of each match, if whole matches were played."""

    def __repr__(self) -> str:
        number, lead = len(self.differences), self.lead
        counted = f"{number:,} deals: {mean_text(lead)}"
        if self.matches_won is not None:
            counted = f"{number:,} matches: {share_text(self.matches_won)}"
        return f"<Pair of {self.first} and {self.second}, {counted}>"

    @cached_property
    def lead(self) -> Mean:
        """The mean of the differences."""
        return Mean.of(self.differences)

    @property
    def points(self) -> Mean:
        """Points a deal."""
        return self.lead if self.match_points is None else points_a_deal(self.match_points)

    @property
    def matches_won(self) -> Mean | None:
        """The share of matches that the first won, a drawn one as a half; None for deals."""
        return None if self.match_points is None else share_of(self.lead)

    @property
    def _counted(self) -> Sequence[float]:
        """What is won or lost: a deal by all its games, and every single match."""
        if self.match_points is None:
            return self.differences
        return [game for match in self.games for game in match]

    @property
    def won(self) -> int:
        """In how many deals, or games of matches, the first got more than the second."""
        return sum(1 for difference in self._counted if difference > 0)

    @property
    def tied(self) -> int:
        return sum(1 for difference in self._counted if difference == 0)

    @property
    def lost(self) -> int:
        return len(self._counted) - self.won - self.tied

    @cached_property
    def variance_ratio(self) -> float | None:
        """The variance of a deal's number over that of as many games on deals of their own."""
        games = [result for row in self.games for result in row]
        if len(self.games) < 2 or not variance(games):
            return None
        return variance(self.differences) * len(self.games[0]) / variance(games)

    def as_json(self) -> dict[str, object]:
        interval, won = self.points.interval, self.matches_won
        return {
            "bots": [self.first, self.second],
            **({} if won is None else share_json(won, len(self._counted))),
            "points": self.points.mean,
            "se": self.points.se,
            "interval": None if interval is None else list(interval),
            "superiority": self.lead.superiority,
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


def points_a_deal(matches: Sequence[MatchPoints]) -> Mean:
    """Points a deal in matches of unequal length: all points over all deals.

    The error is that of a ratio: of what each match has more than its deals would give it.
    """
    deals = sum(number for _, number in matches)
    ratio = sum(points for points, _ in matches) / deals if deals else 0.0
    surplus = Mean.of([points - ratio * number for points, number in matches])
    return Mean(ratio, None if surplus.se is None else surplus.se * len(matches) / deals)


def share_of(lead: Mean) -> Mean:
    """The share of matches won by a bot that won so many more of them than it lost."""
    return Mean((1 + lead.mean) / 2, None if lead.se is None else lead.se / 2)


def share_interval(share: Mean, games: int) -> tuple[float, float] | None:
    """Where the true share is in 95 of 100 cases (Wilson's interval); within 0 and 1.

    The games that count are those of which independent ones would have this error. Without an
    error, as where all were won, they are all `games`.
    """
    if share.se is None:
        return None
    mean, spread = share.mean, share.mean * (1 - share.mean)
    counted = spread / share.se**2 if share.se and spread else games
    weight = SURE**2 / counted
    middle = (mean + weight / 2) / (1 + weight)
    half = SURE * sqrt(spread / counted + weight / (4 * counted)) / (1 + weight)
    return max(0.0, middle - half), min(1.0, middle + half)


def share_text(share: Mean) -> str:
    """A share with its error, in percent."""
    error = "" if share.se is None else f" ± {share.se:.1%}"
    return f"{share.mean:.1%}{error}"


def share_interval_text(share: Mean, games: int) -> str:
    """The 95 % interval of a share; empty if nothing is known of its error."""
    bounds = share_interval(share, games)
    return "" if bounds is None else f"{bounds[0]:.1%} … {bounds[1]:.1%}"


def share_json(share: Mean, games: int) -> dict[str, object]:
    """The members of a share of matches won."""
    interval = share_interval(share, games)
    return {
        "matches_won": share.mean,
        "matches_won_se": share.se,
        "matches_won_interval": None if interval is None else list(interval),
    }
