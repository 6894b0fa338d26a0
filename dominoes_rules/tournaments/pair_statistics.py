"""The result of two bots over deals: a mean with its error, and the test of when to stop.

Each deal is played in every seating, so the luck of the deal cancels within it, and deals are
independent of one another: the error is that of a mean of independent numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, log, sqrt
from random import Random
from statistics import fmean, variance

from dominoes_solver.means import Mean

FEWEST_DEALS = 200
"""No sequential test decides before so many deals: the variance is not known well enough."""
RISK = 0.05
BOOTSTRAPS = 200
ROUNDS_OF_A_FIT = 200


@dataclass(frozen=True)
class Verdict:
    """A sequential test of a mean between two bounds (GSPRT, normal approximation).

    Source: the generalized test as used for chess engines, M. Van den Bergh, "A practical
    introduction to the GSPRT" (2017), for the mean of a pair of games with estimated variance.
    """

    low: float
    high: float
    ratio: float
    """The logarithm of the likelihood of `high` over that of `low`."""
    accepted: float | None
    """The bound that was accepted; None while the test goes on."""


def sequential(numbers: Sequence[float], low: float, high: float) -> Verdict:
    """Whether a mean is rather `low` or `high`, each wrongly accepted once in 20 times at most."""
    ratio = 0.0
    if len(numbers) > 1:
        spread = variance(numbers)
        mean = fmean(numbers)
        if spread:
            ratio = len(numbers) * (high - low) * (2 * mean - low - high) / (2 * spread)
    limit = log((1 - RISK) / RISK)
    accepted = None
    if len(numbers) >= FEWEST_DEALS and abs(ratio) >= limit:
        accepted = high if ratio > 0 else low
    return Verdict(low, high, ratio, accepted)


def bradley_terry(scores: Sequence[Sequence[float]]) -> list[float]:
    """Ratings from a table of scores (a win 1, a tie a half): logarithms, 0 on average.

    A tie is added to every pair, so that who has lost all is not infinitely weak. Source: Hunter,
    "MM algorithms for generalized Bradley-Terry models", Annals of Statistics 32 (2004).
    """
    players = range(len(scores))
    strengths = [1.0 for _ in players]
    totals = [sum(scores[i][j] + 0.5 for j in players if j != i) for i in players]
    for _ in range(ROUNDS_OF_A_FIT):
        strengths = [
            totals[i]
            / sum(
                (scores[i][j] + scores[j][i] + 1) / (strengths[i] + strengths[j])
                for j in players
                if j != i
            )
            for i in players
        ]
        scale = exp(fmean(map(log, strengths)))
        strengths = [strength / scale for strength in strengths]
    return [log(strength) for strength in strengths]


def ratings(differences: Sequence[Sequence[float]], pairs: Sequence[tuple[int, int]]) -> list[Mean]:
    """The rating of each bot with its error from a bootstrap over deals.

    differences: for each pair those of all deals. The same deals are drawn for all pairs, since
    a deal that is good for one bot is so against all others.
    """
    players = 1 + max(second for _, second in pairs)
    deals = len(differences[0])
    outcomes = [[(gap > 0) + 0.5 * (gap == 0) for gap in numbers] for numbers in differences]

    def fit(chosen: Sequence[int]) -> list[float]:
        scores = [[0.0] * players for _ in range(players)]
        for (first, second), outcome in zip(pairs, outcomes, strict=True):
            won = sum([outcome[deal] for deal in chosen])
            scores[first][second] = won
            scores[second][first] = len(chosen) - won
        return bradley_terry(scores)

    fitted = fit(range(deals))
    random = Random("bootstrap")
    drawn = [fit(random.choices(range(deals), k=deals)) for _ in range(BOOTSTRAPS)]
    return [
        Mean(mean, sqrt(variance([sample[player] for sample in drawn])) if deals > 1 else None)
        for player, mean in enumerate(fitted)
    ]
