"""Which awards are paid on top of inherited ones by mistake, and which on purpose."""

from __future__ import annotations

import pytest

from dominoes_lang.load import load
from dominoes_lang.text.source import Source
from dominoes_rules import library


def warned(base: str, award: str) -> list[str]:
    text = f'variant "House"\nextends "{base}"\naward extra: {award}\n'
    return [one.code for one in load(Source("house.rules", text), library.bundled).warnings]


@pytest.mark.parametrize(
    ("base", "award"),
    [
        ("all_fives", "5 to mover after play when pips on ends is a multiple of 5"),
        ("azneef", "pips held by winner's opponents - pips held by winner to winner at round end"),
        ("dominican", "30 to finisher after pass when passes in a row is 3"),
    ],
)
def test_the_same_side_is_paid_on_the_same_occasion(base: str, award: str) -> None:
    assert warned(base, award) == ["added-award"]


@pytest.mark.parametrize(
    ("base", "award"),
    [
        ("all_fives", "3 to mover after play when pips on ends is a multiple of 3"),
        ("all_fives", "pips held by winner's opponents to winner at round end when domino"),
        ("partnership", "25 to winner at round end"),
        ("partnership", "pips held by everyone to winner's opponents at round end"),
        ("partnership", "5 to mover after pass when passes in a row is 3"),
        ("haitian", "1 to winner at round end when domino and last tile is double"),
        ("draw", "0 - 1 to mover after draw"),
        ("draw", "pips in stock to winner at round end"),
    ],
)
def test_other_awards_are_not(base: str, award: str) -> None:
    assert warned(base, award) == []
