"""Errors are honest, tests end when they may, ratings follow from scores."""

from __future__ import annotations

import math
from random import Random

import pytest

import dominoes_rules as dr
from dominoes_rules.tournaments.contest import line_ups
from dominoes_rules.tournaments.pair_statistics import (
    bradley_terry,
    ratings,
    sequential,
)
from dominoes_solver.means import Mean


def test_an_estimate() -> None:
    found = Mean.of([1, 2, 3, 4])
    assert found.mean == 2.5
    assert found.se == pytest.approx(math.sqrt(5 / 3 / 4))
    assert Mean.of([2.0]).se is None
    assert Mean(0.0, 1.0).superiority == 0.5
    assert Mean(1.644854, 1.0).superiority == pytest.approx(0.95, abs=1e-6)
    assert (Mean(1, 0.0).superiority, Mean(-1, 0.0).superiority) == (1.0, 0.0)


def test_a_sequential_test() -> None:
    """It finds a lead, denies one, waits for 200 deals, and is rarely wrong."""
    chance = Random(3)
    ahead = [chance.gauss(2, 7) for _ in range(4000)]
    assert sequential(ahead, 0, 2).accepted == 2
    assert sequential([one - 2 for one in ahead], 0, 2).accepted == 0
    assert sequential([5.0 + (n % 2) for n in range(199)], 0, 2).accepted is None
    assert sequential([5.0 + (n % 2) for n in range(200)], 0, 2).accepted == 2
    wrong = 0
    for seed in range(200):
        chance, found = Random(f"none/{seed}"), list[float]()
        verdict = None
        while verdict is None and len(found) < 4000:
            found += [chance.gauss(0, 7) for _ in range(50)]
            verdict = sequential(found, 0, 1.5).accepted
        wrong += verdict == 1.5
    assert wrong <= 20


@pytest.mark.parametrize(("lead", "accepted"), [(0.73, None), (0.75, 2), (-0.73, None), (-0.75, 0)])
def test_a_sequential_test_ends_at_its_bound(lead: float, accepted: float | None) -> None:
    """At 19 to 1: here the likelihoods are e ** (3.98 times the lead over the middle) to 1."""
    assert sequential([1 + lead + 10, 1 + lead - 10] * 100, 0, 2).accepted == accepted


def test_ratings_follow_from_scores() -> None:
    """Two bots: the logarithm of the odds. Three: those who made the scores are found again."""
    two = bradley_terry([[0, 30], [10, 0]])
    assert two[0] - two[1] == pytest.approx(math.log(30.5 / 10.5), abs=1e-6)
    true = [0.8, 0.0, -0.8]
    chance = Random(1)
    pairs = [(0, 1), (0, 2), (1, 2)]
    rows = []
    for first, second in pairs:
        likely = 1 / (1 + math.exp(true[second] - true[first]))
        rows.append([1.0 if chance.random() < likely else -1.0 for _ in range(2000)])
    for value, found in zip(true, ratings(rows, pairs), strict=True):
        assert found.se is not None
        assert abs(found.mean - value) < 4 * found.se
        assert 0.02 < found.se < 0.06


@pytest.mark.parametrize("sides", [2, 3, 4])
def test_every_seat_is_taken_equally_often(sides: int) -> None:
    rows = line_ups(sides)
    assert len(set(rows)) == len(rows)
    for side in range(sides):
        assert sum(row[side] for row in rows) * 2 == len(rows)


@pytest.mark.thorough
def test_errors_are_honest() -> None:
    """A bot against itself, 100 times: no more surprises than the error says."""
    surprises = []
    for seed in range(100):
        found = dr.tournament(["random", "random"], deals=150, seed=seed, streams="independent")
        points = found.pairs[0].points
        assert points.se is not None
        surprises.append(points.mean / points.se)
    assert sum(abs(one) <= 2 for one in surprises) >= 90
    assert 0.75 <= sum(one * one for one in surprises) / 100 <= 1.3
