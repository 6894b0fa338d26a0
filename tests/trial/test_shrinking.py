"""Known faults are found, shrunk to the line that they should be, and played again from it."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dominoes_lang.setup.ruleset import Ruleset
from dominoes_lang.table.state import Action, State
from dominoes_rules import library
from dominoes_rules.play.deals import deal
from dominoes_rules.position.position import Position
from dominoes_rules.trial import TrialOutcome, try_again, try_invariant, try_matches, try_rounds
from dominoes_rules.trial.checks import CheckedGame
from dominoes_rules.trial.played import play_at_random, play_through
from dominoes_rules.trial.shrinking import shrink
from dominoes_solver.evidence.replay import Replay
from tests.trial import planted

SORTED = (
    "A:00.10.11.20.21.22.30/B:31.32.33.40.41.42.43 stock:44.50.51.52.53.54.55.60.61.62.63.64.65.66"
)
# The lowest hands in which nobody holds a tile that fits the first one.
STUCK = (
    "A:00.10.11.20.21.22.30/B:31.32.33.40.41.42.55 "
    "stock:43.44.50.51.52.53.54.60.61.62.63.64.65.66 play:55 opener:B"
)
FALSE = {
    "plays is at most 0": f"{SORTED} play:00 opener:A",
    "plays is at most 2": f"{SORTED} play:00,40l,10r opener:A",
    "not blocked": STUCK,
    "not B holds [0|0]": "A:10.11.20.21.22.30.31/B:00.32.33.40.41.42.43 "
    "stock:44.50.51.52.53.54.55.60.61.62.63.64.65.66 opener:A",
    "passes in a row is 0": "A:00.10.11.20.21.22.30/B:31.32.33.40.41.42.44 "
    "stock:43.50.51.52.53.54.55.60.61.62.63.64.65.66 play:44,- opener:B",
    "not domino": f"{SORTED} play:00,40l,10r,31r,30r,41l,11l,-,20r,32r,21l,33r,22l opener:A",
}


def assert_again(ruleset: Ruleset, outcome: TrialOutcome) -> None:
    """The line fails alike, and is as short as it may be."""
    assert outcome.failure is not None
    assert outcome.position is not None
    again = try_again(ruleset, outcome.position)
    assert again.failure == outcome.failure
    assert again.place == outcome.place


@pytest.mark.parametrize("condition", FALSE)
def test_a_false_invariant(condition: str) -> None:
    ruleset = planted.house("block", f'invariant "false": {condition}')
    outcome = try_rounds(ruleset, 2, 100, seed=3)
    assert outcome.failure is not None
    assert outcome.failure.startswith('the invariant "false" does not hold (house.rules:3)')
    assert outcome.position == f"house.rules {FALSE[condition]}"
    assert_again(ruleset, outcome)
    # It is a position like any other, too.
    assert Position(outcome.position, ruleset).knows_mover


FAULTS: dict[str, tuple[planted.Fault, str, str, str]] = {
    "winner": (planted.winner_swapped, "who wins", "winner", f"block {STUCK}"),
    "pass": (planted.pass_too_early, "what is legal", "turn", f"block {SORTED} play:00 opener:A"),
    "points": (
        planted.points_of_a_block_doubled,
        "the points",
        "award hand",
        f"block {STUCK}",
    ),
    "tile": (
        planted.tile_lost,
        "what an action does",
        "turn",
        f"block {SORTED} play:30,33l opener:A",
    ),
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_in_generated_code(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    fault, what, clause, line = FAULTS[name]
    planted.plant(monkeypatch, fault)
    ruleset = library.variant("block")
    outcome = try_rounds(ruleset, 2, 100, seed=0)
    assert outcome.failure is not None
    assert f"disagree on {what}" in outcome.failure
    assert outcome.place == str(ruleset.clauses[clause].span)
    assert outcome.position == line
    assert_again(ruleset, outcome)
    monkeypatch.undo()
    assert try_again(ruleset, line).failure is None


def test_a_fault_that_only_later_rounds_show(monkeypatch: pytest.MonkeyPatch) -> None:
    planted.plant(monkeypatch, planted.next_opener_shifted)
    ruleset = library.variant("partnership")
    assert try_rounds(ruleset, 4, 10, seed=0).failure is None
    outcome = try_matches(ruleset, 4, 2, seed=0)
    assert outcome.failure is not None
    assert "disagree on who opens the next round" in outcome.failure
    assert outcome.position is not None
    assert " round:2" in outcome.position
    assert_again(ruleset, outcome)


def test_a_record_that_gives_another_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    settle = Replay.settle

    def turned(self: Replay, before: State, action: Action) -> None:
        settle(self, before, action)
        if action.tile == 0:
            self.state = self.state._replace(mover=before.mover)

    monkeypatch.setattr(Replay, "settle", turned)
    ruleset = library.variant("block")
    outcome = try_rounds(ruleset, 2, 20, seed=0)
    assert outcome.failure is not None
    assert "the record gives another turn" in outcome.failure
    assert outcome.position == f"block {SORTED} play:00 opener:A"
    assert_again(ruleset, outcome)


@pytest.mark.parametrize(
    ("parent", "seats", "condition", "actions"),
    [
        ("draw", 2, "tiles in stock is at least 12", "55,+43,+44,+50"),
        ("partnership", 4, "passes in a row is at most 1", "66,-,-"),
        ("domohnoes", 3, "passes in a row is at most 2", "33,-,-,-"),
    ],
)
def test_games_with_draws_and_passes(parent: str, seats: int, condition: str, actions: str) -> None:
    ruleset = planted.house(parent, f'invariant "false": {condition}')
    outcome = try_rounds(ruleset, seats, 100, seed=1)
    assert outcome.position is not None
    assert f" play:{actions} " in outcome.position
    assert_again(ruleset, outcome)


def test_any_round_shrinks_to_the_same_one() -> None:
    ruleset = planted.house("draw", 'invariant "false": plays is at most 1')
    found = {try_rounds(ruleset, 2, 100, seed=seed).position for seed in range(3)}
    assert len(found) == 1


CONDITIONS = st.sampled_from(
    [
        "plays is at most 4",
        "passes in a row is 0",
        "not any player holds at least 9 tiles",
        "pips held by A is at least 20",
        "tiles in stock is more than 9",
        "not last tile is [5|3]",
        "ends alike is less than 2 or plays is less than 3",
    ]
)


@settings(max_examples=10)
@given(condition=CONDITIONS, seed=st.integers(0, 2**16), parent=st.sampled_from(["draw", "block"]))
def test_shrinking_keeps_the_failure_and_never_makes_it_longer(
    condition: str, seed: int, parent: str
) -> None:
    ruleset = planted.house(parent, f'invariant "false": {condition}')
    game = CheckedGame(library.compiled(ruleset, 2))
    random = Random(seed)
    played = play_at_random(game, deal(game.compiled, random), random)
    if played.problem is None:
        return
    best = shrink(game, played, 3_000)
    assert best.problem == played.problem
    assert len(best.actions) <= len(played.actions)
    assert play_through(game, best.start, best.actions).problem == played.problem
    assert try_again(ruleset, best.line(game)).position == best.line(game)


def test_one_invariant_alone() -> None:
    ruleset = planted.house(
        "domohnoes", 'invariant "true": plays is at most 28\ninvariant "false": plays is at most 1'
    )
    clauses = {key: one for key, one in ruleset.clauses.items() if key.startswith("invariant")}
    trial: Callable[..., TrialOutcome] = try_invariant
    true = trial(ruleset, clauses["invariant true"], rounds=5)
    assert (true.failure, true.covered) == (None, "5 random rounds for 2, 3 and 4 players")
    false = trial(ruleset, clauses["invariant false"], rounds=5)
    assert false.position is not None
    assert false.position.startswith("house.rules/2 A:00.")
    assert_again(ruleset, false)
