"""What is wrong with a record of a game of tricks, in words that say what to write instead."""

from __future__ import annotations

import pytest

import dominoes_rules as dr
from dominoes_rules import library
from dominoes_rules.bots.teaching import taught_model

TEXAS = "texas_42 A:66.65.64.63.62.61.60/B:x7/C:x7/D:x7 opener:A"
MOON = "moon A:66.65.64.63.61.55.54/B:x7/C:x7 opener:A"


@pytest.mark.parametrize(
    ("record", "why"),
    [
        (f"{TEXAS} play:b99", "action 1: A can't bid 99: it is legal to pass or bid 30"),
        (f"{TEXAS} play:b30,b30", "action 2: B can't bid 30: it is time to pass or bid from 31 to"),
        (f"{TEXAS} play:b84,b84", "it is time to pass or bid 126"),
        (f"{TEXAS} play:t5", "action 1: A can't name 5: it is legal to pass or bid 30"),
        (f"{TEXAS} play:b84,b126,b168,b210,-", "D can't pass: it is time to name a trump"),
        (f"{TEXAS} play:tX", "'tX' is not a move: .* b31 for a bid and t5, tD or tN for a trump"),
        (f"{MOON} play:b4,-,-,t6", "A can't name 6: it is time to lay a tile aside"),
    ],
)
def test_wrong_records(record: str, why: str) -> None:
    with pytest.raises(dr.DominoesError, match=why):
        dr.Position(record)


def test_a_bidder_who_took_an_unseen_tile() -> None:
    position = dr.Position(f"{MOON} play:b4,-,-,~54,t6")
    with pytest.raises(dr.DominoesError, match=r"not all that A took is written; .* stock:64"):
        dr.solve(position)


def test_no_model_of_choices_is_fitted() -> None:
    rules = dr.variant("moon")
    with pytest.raises(dr.DominoesError, match="does not know bids and tricks"):
        taught_model(library.compiled(rules, 3, {}))
