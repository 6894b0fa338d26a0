"""A game of tricks that a user wrote, with four suits: it needs no Python."""

from __future__ import annotations

from pathlib import Path

import dominoes_rules as dr
from dominoes_lang.examples import example_runs
from dominoes_rules import testing

FOUR_HOUSES = dr.load(Path(__file__).parents[2] / "examples" / "four_houses.rules")


def test_its_examples_hold_and_a_round_can_be_played() -> None:
    assert len(FOUR_HOUSES.examples) == 5
    runs = (example_runs.run(FOUR_HOUSES, example) for example in FOUR_HOUSES.examples)
    assert [*filter(None, runs)] == []
    game = dr.Round(FOUR_HOUSES, seed=1)
    while not game.is_over:
        game.push(game.legal_moves[-1])
    testing.check_throughout(game)
