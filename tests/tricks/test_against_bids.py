"""Beside what the bidder's side has taken is what that makes of its bid."""

from __future__ import annotations

import pytest

import dominoes_rules as dr
from dominoes_rules.position.trick_words import trick_table

TEXAS = "texas_42 A:x7/B:66.65.64.63.62.61.60/C:x7/D:x7 opener:B"
MOON = "moon A:66.65.64.63.61.55.54/B:x7/C:x7 opener:A"


@pytest.mark.parametrize(
    ("record", "taken"),
    [
        (f"{TEXAS} play:b31", ["0 tricks, 0 pips", "0 tricks, 0 pips"]),
        (f"{TEXAS} play:b31,-,-,-,t6,66", ["0 tricks, 0 pips", "0 tricks, 0 pips, 0 of 31"]),
        (
            f"{TEXAS} play:b31,-,-,-,t6,66,55,22,41,64,11,00,50",
            ["0 tricks, 0 pips", "2 tricks, 30 pips, 32 of 31"],
        ),
        # Two marks need all 42, not 84.
        (
            f"{TEXAS} play:b84,-,-,-,t6,66,55,22,41",
            ["0 tricks, 0 pips", "1 trick, 15 pips, 16 of 42"],
        ),
        (f"{MOON} play:b5,-,-,~54,t6,66,11,22", ["1 trick of 5", "0 tricks", "0 tricks"]),
        (f"{MOON} play:b21,~54,t6,66,11,22", ["1 trick of 7", "0 tricks", "0 tricks"]),
    ],
)
def test_what_is_made_of_a_bid(record: str, taken: list[str]) -> None:
    table = trick_table(dr.Position(record))
    assert table is not None
    assert [pile.title.partition(": ")[2] for pile in table.piles] == taken
