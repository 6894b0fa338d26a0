"""What `longest_train` chooses, on positions made by hand."""

from __future__ import annotations

from random import Random

import pytest

import dominoes_rules as dr
from dominoes_rules.bots import bot
from dominoes_solver.trains.chain_search import ChainSearch

OTHERS = "99.96.92.90.66.62.60.22.20.AA.A9.A6"
"""Tiles that fit nothing on the table and nothing else in the hand."""
TABLE = f"mexican_train CC/P:{{public}} A:{{hand}}.{OTHERS}/B:x{{hidden}} A opener:A"


def choice(position: str) -> str:
    return str(bot("longest_train")(dr.Position(position), Random(0)))


@pytest.mark.parametrize(
    ("public", "hand", "best"),
    [
        # its chain is 12-7 7-3 3-5, and what is in no chain goes to the public train
        ("C4", "C7.73.35.48", "84@P"),
        # of two such tiles the heavier one
        ("C4", "C7.73.48.4B", "B4@P"),
        # 7-5 would fit its own train as well, but there the chain goes on with 7-3 3-1
        ("C5", "C7.73.31.75", "75@P"),
        # nothing fits the public train: the chain that leaves less begins
        ("C4", "C7.73.35.C1", "C7@A"),
        ("C4", "C7.CB.81.11", "CB@A"),
        # 4-8 can cover 4-4 on the public train, so both leave the hand
        ("C4", "C7.71.44.48", "44@P"),
    ],
)
def test_it_keeps_the_chain_that_leaves_the_lightest_rest(
    public: str, hand: str, best: str
) -> None:
    hidden = 31 - len(hand.split(".")) - len(OTHERS.split("."))
    assert choice(TABLE.format(public=public, hand=hand, hidden=hidden)) == best


def test_its_train_begins_with_the_double_of_the_best_chain() -> None:
    hands = "A:x10/B:x13/C:88.55.54.43.32.20.10.71.72.30.61.60.62/D:x13"
    assert choice(f"basic_trains /A:59-99-94 {hands} C opener:A") == "55"


@pytest.mark.parametrize("game", ["block", "all_fives"])
def test_without_trains_it_plays_as_heaviest(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ChainSearch, "best", None)
    trains, heaviest = bot("longest_train"), bot("heaviest")
    round_ = dr.Round(dr.variant(game), seed=4)
    while not round_.is_over:
        position = round_.position
        move = trains(position, Random(0))
        assert move == heaviest(position, Random(0))
        round_.push(move)
