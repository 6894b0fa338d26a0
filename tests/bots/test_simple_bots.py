"""What each bot chooses, on positions made by hand for every clause of its rule."""

from __future__ import annotations

from random import Random

import pytest

import dominoes_rules as dr
from dominoes_rules.bots import bot


def choice(name: str, position: str) -> str:
    return str(bot(name)(dr.Position(position), Random(0)))


@pytest.mark.parametrize(
    ("name", "hand", "best"),
    [
        ("first", "64.65.53.51.10.30", "51r"),
        ("first", "60.65.00.10.30.33", "60l"),
        ("first", "65.00.10.30.33.31", "65l"),  # at both ends: left before right
        ("lowest", "64.53.61.00.10.30", "61l"),
        ("lowest", "64.54.00.10.30.33", "64l"),  # of equal new numbers left before right
        ("heaviest", "64.50.53.00.10.30", "64l"),
        ("heaviest", "64.55.00.10.30.33", "55r"),  # of equal pips the first in order
        ("heaviest", "61.60.00.44.33.43", "61l"),  # heavier tiles do not fit
        ("double", "65.64.55.00.10.30", "55r"),
        ("double", "65.64.44.00.10.30", "64l"),  # a double that does not fit
        ("double", "65.54.44.00.10.30", "54r"),
    ],
)  # fmt: skip
def test_from_hand_and_ends(name: str, hand: str, best: str) -> None:
    assert choice(name, f"block 66-62-25 A:{hand}/B:x5 A opener:A") == best


@pytest.mark.parametrize(
    ("name", "best"), [("lowest", "10"), ("heaviest", "64"), ("double", "33"), ("first", "10")]
)
def test_on_the_empty_table(name: str, best: str) -> None:
    assert choice(name, "block A:64.53.61.54.10.30.33/B:x7 opener:A") == best


@pytest.mark.parametrize("name", ["first", "lowest", "heaviest", "double", "random"])
def test_without_a_play(name: str) -> None:
    """Who may draw draws, even where passing is allowed as well."""
    dealt = "draw A:66.00.10.11.20.22.21/B:x7 play:66,65l"
    assert choice(name, dealt) == "+"


def test_after_a_tile_laid_aside_that_nobody_saw() -> None:
    position = "gaple A:31.50.41.44.60.63.66/B:x7/C:x7/D:x7 play:00,~ opener:C"
    assert choice("lowest", position) == "50l"


def test_random_reaches_every_move_evenly() -> None:
    position = dr.Position("block 66-62-25 A:64.61.53.00.10.30/B:x5 A opener:A")
    found = [str(bot("random")(position, Random(seed))) for seed in range(600)]
    assert {move: 160 < found.count(move) < 240 for move in found} == dict.fromkeys(
        ["53r", "61l", "64l"], True
    )


@pytest.mark.parametrize(
    "name", ["solver:worlds=30", "solver:time=5", "vote:worlds=30", "playouts"]
)
def test_one_tile_wins_at_once(name: str) -> None:
    """With one tile left on each side, the one that ends the round is best in every world."""
    position = "block 66-62-25-50-04-43-31-16-60-01-12 A:20.22/B:x1 A"
    assert choice(name, position) in {"22r", "20r"}
