"""Where worlds times orders of the stock are few, every one of them is looked at."""

from __future__ import annotations

import pytest

import dominoes_rules as dr
from dominoes_rules.position.position import Position
from tests.positions.small_variants import small

POSITIONS = {
    "draw 33-31-10 A:30.20/B:x1 A opener:A": 120,
    "draw 33-31-10 A:30.20/B:x1 A stock:22.21.x2 opener:A": 6,
    "draw 33-31-10 A:30.20/B:11 A stock:22.21.32.x1 opener:A": 1,
}


def position(text: str) -> Position:
    return Position(text, small("draw", "double-three", 2).setup.ruleset)


@pytest.mark.parametrize("text", POSITIONS)
def test_all_worlds_in_all_orders(text: str) -> None:
    place = position(text)
    report, exact = dr.solve(place), dr.solve(place, dr.Limit(exact=True))
    for one in (report, exact):
        assert one.findings is not None
        assert (one.findings.exact, one.findings.used) == (True, POSITIONS[text])
    assert report.as_json() | {"seconds": 0} == exact.as_json() | {"seconds": 0}
    assert "every order of the stock equally likely" in report.model
