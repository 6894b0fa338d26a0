"""Games of tricks that users wrote: they need no Python."""

from __future__ import annotations

from pathlib import Path

import pytest

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


@pytest.mark.parametrize(
    ("condition", "tricks"),
    [
        ("tricks taken by everyone is 7", 2),  # never: there are two tricks
        ("tricks taken by everyone is 7 or everyone has no tiles", 2),
        ("tricks taken by everyone is 1", 1),
    ],
)
def test_a_round_ends_at_the_latest_when_all_tiles_are_played(condition: str, tricks: int) -> None:
    text = f'variant "Short"\nextends "texas_42"\ndeal: 2 each\ndomino: when {condition}\n'
    ruleset = dr.loads(text)
    game = dr.Round(ruleset, seed=1)
    while not game.is_over:
        game.push(game.legal_moves[-1])
    assert game.state.plays == len(game.setup.seat_names) * tricks
