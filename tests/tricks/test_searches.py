"""The searches of games of tricks, in plain Python and in machine code, against plain minimax."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dominoes_lang.codegen.compiled import Compiled
from dominoes_lang.setup.ruleset import Ruleset
from dominoes_lang.table.state import State
from dominoes_rules import library, loads, variant
from dominoes_rules.play.deals import deal
from dominoes_rules.testing import trick_rulesets
from dominoes_solver.limit import Budget
from dominoes_solver.search import native
from dominoes_solver.search.native.searches import exact_values
from dominoes_solver.search.one_world import best_actions, solver
from dominoes_solver.search.python import reference
from dominoes_solver.search.trick_scores import counts_tricks, score_of

FEW = 9
"""Tiles in the hands, so that plain minimax takes no time."""
BUNDLED = ("texas_42", "texas_42_points", "texas_42_forced", "texas_42_low")


def late(rules: Compiled, seed: int, most: int = FEW) -> State:
    """A state of a random round with few tiles left, after the name of the trump."""
    random = Random(seed)
    while True:
        state = deal(rules, random)
        while not state.over:
            held = sum(hand.bit_count() for hand in state.hands)
            if state.begun and held <= most:
                return state
            state = rules.play(state, random.choice(rules.legal(state)))


def in_python(rules: Compiled, state: State) -> tuple[reference.Vector, ...]:
    value_of = solver(rules, state, Budget())
    return tuple([value_of(rules.play(state, action)) for action in rules.legal(state)])


def by_minimax(rules: Compiled, state: State) -> tuple[reference.Vector, ...]:
    return tuple([value for _, value in reference.values(rules, state)])


def _compiled(ruleset: Ruleset) -> Compiled:
    return library.compiled(ruleset, max(ruleset.players))


@settings(max_examples=30)
@given(trick_rulesets(largest="double-four"), st.integers(0, 10**6))
def test_values_of_composed_games(ruleset: Ruleset, seed: int) -> None:
    """Whatever is paid, and whether points decide it or not."""
    rules = _compiled(ruleset)
    state = late(rules, seed)
    truth = by_minimax(rules, state)
    assert in_python(rules, state) == truth
    if native.supports(rules) and native.available(rules):
        (solved,) = native.evaluate_many(rules, [state])
        assert solved is None or solved.values == truth


@pytest.mark.parametrize("name", BUNDLED)
@pytest.mark.parametrize("nodes_a_call", [3, 100_000])
def test_machine_code_finds_the_values_of_plain_python(
    name: str, nodes_a_call: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However often it is stopped, and in worlds of several trumps and bids together."""
    monkeypatch.setattr(exact_values, "NODES_A_CALL", nodes_a_call)
    rules = _compiled(variant(name))
    assert counts_tricks(rules.setup)
    assert native.available(rules)
    states = [late(rules, seed, 12) for seed in range(8)]
    for state, solved in zip(states, native.evaluate_many(rules, states), strict=True):
        assert solved is not None
        assert list(solved.actions) == rules.legal(state)
        assert solved.values == in_python(rules, state)
        plainly, natively = (best_actions(rules, [state], natively=way) for way in (False, True))
        (one,), (other,) = plainly, natively
        assert (one.value, set(one.actions)) == (other.value, set(other.actions))
        best = native.best_value(rules, state)
        assert best is not None
        assert best.values == (one.value,)


def test_a_world_whose_nodes_run_out_is_left_and_the_next_one_begun() -> None:
    rules = _compiled(variant("texas_42_points"))
    assert native.available(rules)
    states = [late(rules, seed, most) for seed, most in ((1, 28), (2, 5), (3, 28))]
    first, second, third = native.evaluate_many(rules, states, nodes=200)
    assert first is not None
    assert second is not None
    assert third is not None
    assert (first.values, third.values) == (None, None)
    assert 200 <= first.nodes <= 201
    assert second.values == in_python(rules, states[1])


def test_payments_are_steps_of_points() -> None:
    rules = _compiled(variant("texas_42"))
    states = [late(rules, seed) for seed in range(12)]
    for state in (state for state in states if state.more.bid < 42):
        score = score_of(rules, state)
        assert score is not None
        # Side 0 makes its bid, or keeps the others from theirs.
        is_theirs = state.more.bidder % 2
        assert score.steps == (43 - state.more.bid if is_theirs else state.more.bid,)
        assert score.paid == (-1, 1)


TWO_SIDES = """
variant "Children's tricks"
tiles:          double-four
players:        4 in teams of 2
deal:           3 each
layout:         tricks
suits:          by higher half, doubles {doubles}
bids:           1..2, once each, last must bid
trumps:         any number
lead:           bidder, then taker
first opener:   lot
turn:
    play a tile of suit led
    or else play a tile
winner:         bidder's side
award points:   {award}
match:          first side to reach 10
"""


@pytest.mark.parametrize(
    ("award", "points", "falls"),
    [
        ("tricks taken by bidder's side to bidder's side at round end", True, False),
        ("tricks taken by bidder's opponents to bidder's side at round end", True, True),
        ("2 * pips taken by each side + tricks taken by them to them at round end", True, False),
        ("1 to taker after trick", False, False),
        ("tricks taken by bidder to bidder at round end", False, False),
        ("1 to taker's side at round end", False, False),
        ("1 to bidder's side at round end when pips taken by bidder's side is 20", None, False),
    ],
)
@pytest.mark.parametrize("doubles", ["high", "low", "apart"])
def test_what_points_do_not_decide_is_searched_as_before(
    award: str, points: bool | None, falls: bool, doubles: str
) -> None:
    """Payments that rise with a sum, or fall with it, and such as no sum decides."""
    rules = _compiled(loads(TWO_SIDES.format(award=award, doubles=doubles)))
    assert native.supports(rules) == counts_tricks(rules.setup) == (points is not False)
    for seed in range(4):
        state = late(rules, seed)
        truth = by_minimax(rules, state)
        assert in_python(rules, state) == truth
        if points is False:
            continue
        score = score_of(rules, state)
        assert (score is None) == (points is None)
        assert score is None or score.keen == falls
        (solved,) = native.evaluate_many(rules, [state]) if native.available(rules) else (None,)
        assert solved is None or solved.values == truth
