"""What a round says that it has paid, held against the interpreter; and why, in words."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import dominoes_rules as dr
from dominoes_lang.play.interpreter import Interpreter
from dominoes_rules.play.payments import unpaid
from dominoes_rules.testing.composing import rulesets

PAYING = ("bergen", "dominican", "fives_and_threes")


@settings(max_examples=60)
@given(
    rules=st.sampled_from(PAYING).map(dr.variant) | rulesets(largest="double-four"),
    seed=st.integers(0, 10**6),
)
def test_payments_add_up_to_what_the_interpreter_pays(rules: dr.Ruleset, seed: int) -> None:
    game, random = dr.Round(rules, seed=seed), Random(seed)
    sides = game.setup.side_names

    def counted() -> tuple[int, ...]:
        got = [(one.side, one.points) for one in game.payments if one.counts]
        return tuple(sum(points for side, points in got if side == name) for name in sides)

    for _ in range(200):
        if game.is_over:
            break
        game.push(random.choice(game.legal_moves))
        on_the_way = game.state.more.paid or (0,) * len(sides)
        plain = Interpreter(game.setup)
        assert counted() == (plain.awards(game.state) if game.is_over else on_the_way)


@pytest.mark.parametrize(
    ("game", "reasons"),
    [
        ("bergen", {"three halves at the open ends are alike"}),
        ("bergen", {"winning the round"}),
        ("dominican", {"a pass behind the opener", "the pips left in all hands"}),
        ("fives_and_threes", {"the ends make 15", "winning the round"}),
        ("block", {"the pips left in the loser's hand"}),
        ("haitian", {"going out at both ends", "winning the round"}),
        ("muggins", {"the pips left in the loser's hand are 24, rounded to 25"}),
        ("mexican_train", {"the pips left in their own hand"}),
        ("seven_rocks", {"the pips left in their own hands"}),
        ("puerto_rico_500", {"it is the second round"}),
    ],
)
def test_every_payment_has_a_reason_or_a_name(game: str, reasons: set[str]) -> None:
    random, found = Random(5), set[str]()
    for seed in range(6):
        match = dr.Match(dr.variant(game), seed=seed)
        for _ in range(4):
            while not match.round.is_over:
                match.round.push(random.choice(match.round.legal_moves))
            found |= {one.reason for one in match.round.payments}
            if match.is_over:
                break
            match.next_round()
    assert reasons <= found


def test_what_goes_beyond_the_target_is_listed_and_does_not_count() -> None:
    game = dr.Round(dr.variant("fives_and_threes"), seed=1, scores=(0, 56))
    while not game.is_over:
        game.push(game.legal_moves[-1])
    paid = [one for one in game.payments if one.side == "BD"]
    assert [(one.action, one.award, one.points, one.counts) for one in paid] == [
        (2, "fives", 1, True),
        (6, "fives", 1, True),
        (12, "threes", 6, False),
        (16, "threes", 4, False),
    ]
    assert game.outcome is not None
    assert game.outcome.points["BD"] == 2


def test_why_a_winner_gets_nothing() -> None:
    """Without a point before, a side needs thirteen pips in Kozel."""
    rules = dr.variant("kozel")
    for seed in range(60):
        game, random = dr.Round(rules, seed=seed), Random(seed)
        while not game.is_over:
            game.push(random.choice(game.legal_moves))
        why = unpaid(game.compiled, game.state)
        outcome = game.outcome
        assert outcome is not None
        assert bool(why) == (outcome.winner is not None and not any(outcome.points.values()))
        if why:
            assert why == (
                "the winning side has no points yet and the losing side holds fewer than 13 pips"
            )
            return
    raise AssertionError("no such round")
