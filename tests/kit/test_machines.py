"""State machines made from a ruleset: they run, they find faults, and they shrink them."""

from __future__ import annotations

import unittest

import pytest
from hypothesis import Phase, settings

import dominoes_rules as dr
from dominoes_lang.load import load
from dominoes_lang.text.source import Source
from dominoes_rules import library, testing

SMALL = load(
    Source(
        "small.rules",
        'variant "Small"\nextends "block"\ntiles: double-three\nplayers: 2\ndeal: 3 each\n',
    ),
    library.bundled,
)
QUICK = settings(max_examples=8, stateful_step_count=30)

TestPartnership = testing.state_machine(dr.variant("partnership"), settings=QUICK)
TestDraw = testing.state_machine(dr.variant("draw"), settings=QUICK)
TestThreeAtDomohnoes = testing.state_machine(dr.variant("domohnoes"), seats=3, settings=QUICK)


def failure(case: type[unittest.TestCase]) -> str:
    """What a failing test case says."""
    result = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(case).run(result)
    assert result.testsRun == 1
    (found,) = [*result.failures, *result.errors]
    return found[1]


def test_a_fault_is_found_and_shrunk() -> None:
    def nobody_passes(game: dr.Round) -> None:
        assert not game.state.passes, f"a pass in {game.position}"

    case = testing.state_machine(
        SMALL,
        invariants=[nobody_passes],
        settings=settings(
            max_examples=100,
            stateful_step_count=12,
            database=None,
            derandomize=True,
            phases=[Phase.generate, Phase.shrink],
        ),
    )
    said = failure(case)
    assert "a pass in small" in said
    # Nobody can pass before a tile lies: one play and the pass are the fewest moves.
    assert said.count("state.play(") <= 3


@pytest.mark.thorough
def test_a_fault_in_a_whole_game_shrinks_in_few_rounds() -> None:
    """Without a phase of Hypothesis that traces every line; as the user's settings are."""
    rounds = 0

    def three_plays_at_most(game: dr.Round) -> None:
        nonlocal rounds
        rounds += not game.actions
        assert game.state.plays <= 3

    case = testing.state_machine(
        dr.variant("block"),
        invariants=[three_plays_at_most],
        settings=settings(database=None, derandomize=True),
    )
    said = failure(case)
    assert rounds < 1000
    assert said.count("state.play(") == 4
    assert "take_back" not in said
    assert "A:00.10.11.20.21.22.30/" in said, said
    assert "Explanation" not in said


def test_a_sound_game_passes() -> None:
    case = testing.state_machine(
        dr.variant("block"),
        invariants=[lambda game: game.state.plays <= 28],
        settings=settings(max_examples=5, database=None),
    )
    result = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(case).run(result)
    assert result.wasSuccessful()
