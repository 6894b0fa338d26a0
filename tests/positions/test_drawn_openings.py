"""Openings whose worlds are drawn: as often as the rules, and a lot, lead from them to it."""

from __future__ import annotations

from collections import Counter
from math import sqrt

import pytest

from dominoes_solver.evidence.replay import replay
from dominoes_solver.worlds import counting
from tests.positions.small_variants import VARIED
from tests.positions.test_worlds_exact import records

DRAWN = 3_000


@pytest.mark.parametrize(
    "name",
    [
        "the heaviest by two measures",
        "the lot, a double or any tile",
        "the most doubles, the lot, or the first",
    ],
)
def test_worlds_are_drawn_as_often_as_they_are_counted(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    compiled = VARIED[name]()
    found = [(replay(compiled, record), record) for record in records(compiled, name, 40)]
    counted = [
        (Counter(evidence.table), record)
        for evidence, record in found
        if evidence.unread or evidence.depends_on_lot
    ]
    monkeypatch.setattr("dominoes_solver.evidence.evidence.MOST_LISTED", 0)
    monkeypatch.setattr(counting, "MOST_EDGES", -1)
    times, record = max(counted, key=lambda pair: (len(set(pair[0].values())), len(pair[0])))
    evidence = replay(compiled, record)
    assert evidence.count is None
    drawn = Counter(evidence.sampled(DRAWN, seed=5))
    assert set(drawn) <= set(times)
    total = sum(times.values())
    squares = sum(
        (drawn[world] - DRAWN * number / total) ** 2 / (DRAWN * number / total)
        for world, number in times.items()
    )
    free = len(times) - 1
    assert abs(squares - free) < 5 * sqrt(2 * max(1, free))
