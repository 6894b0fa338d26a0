"""Games paid by the ends or the passes behind a play have the values of the search of any game."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dominoes_lang.codegen.compiled import Compiled, compile_rules
from dominoes_lang.load import load
from dominoes_lang.table.state import State
from dominoes_lang.text.source import Source
from dominoes_rules import library
from dominoes_rules.play.deals import deal
from dominoes_solver.search import native
from dominoes_solver.search.native import able_games
from dominoes_solver.search.native.searches import exact_values
from dominoes_solver.search.one_world import Question, best_actions, evaluate_many
from tests.solver.small_games import Game, drawn
from tests.solver.test_points_on_the_way import game

pytest.importorskip("numba")

SEEDS = st.integers(0, 10**6)


def states_of(rules: Compiled, random: Random, number: int, plays: int) -> list[State]:
    """Positions of rounds in which the target may be near."""
    states: list[State] = []
    target = rules.setup.target or 100
    while len(states) < number:
        state = deal(rules, random)
        scores = [random.randrange(random.choice([1, target])) for _ in range(2)]
        state = state._replace(scores=tuple(scores))
        for _ in range(random.randrange(plays)):
            if not state.over:
                state = rules.play(state, random.choice(rules.legal(state)))
        if not state.over:
            states.append(state)
    return states


def assert_same_values(rules: Compiled, states: list[State]) -> None:
    """Values and best moves are those of the search of any game."""
    assert native.kernel_of(rules) == "kernel_points"
    found = list(native.evaluate_many(rules, states))
    best = list(best_actions(rules, states, natively=True))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(able_games, "gains", lambda _: None)
        assert native.kernel_of(rules) == "kernel_any"
        for one, other in zip(found, native.evaluate_many(rules, states), strict=True):
            assert one is not None
            assert other is not None
            assert one[:2] == other[:2]
        for choice, other_choice in zip(
            best, best_actions(rules, states, natively=True), strict=True
        ):
            assert choice.value == other_choice.value
            assert {*choice.actions} == {*other_choice.actions}


@pytest.mark.parametrize("hand", [5, 7])
def test_fives_and_threes(hand: int) -> None:
    assert native.available()
    rules = library.compiled(library.find("fives_and_threes"), 4, {"hand": hand})
    states = [
        state
        for state in states_of(rules, Random(hand), 60, 4 * hand)
        if sum(held.bit_count() for held in state.hands) <= 20
    ]
    assert_same_values(rules, states)
    late = [state for state in states if state.plays > 3 * hand]
    plainly = evaluate_many(rules, late, Question(natively=False))
    for one, other in zip(native.evaluate_many(rules, late), plainly, strict=True):
        assert one is not None
        assert one.values == other.values


def test_dominican() -> None:
    assert native.available()
    rules = library.compiled(library.find("dominican"), 4)
    states = [
        state
        for state in states_of(rules, Random(1), 60, 28)
        if sum(held.bit_count() for held in state.hands) <= 20
    ]
    assert_same_values(rules, states)


@cache
def side_game(text: str) -> Compiled:
    return compile_rules(load(Source("paid.rules", text)).setup())


@st.composite
def paying_games(draw: st.DrawFn) -> str:
    """A game of two sides that pays plays by the ends, and may go on after a player is out."""
    size = draw(st.sampled_from([(4, 2, 1, 6), (5, 4, 2, 4)]))
    one = replace(drawn(draw, size, "pass"), award="fives")
    text = replace(one, match="most").text if one.match == "wins" else one.text
    if draw(st.booleans()):
        text = text.replace("mover has no tiles", "mover's side has no tiles")
    if draw(st.booleans()):
        text = text.replace(
            "match:",
            "award like_it: halves like it * 2 to finisher's side after play "
            "when ends alike is 2\nmatch:",
        )
    if one.match not in {"cut", "exactly"} and not one.passed_in_a_row and draw(st.booleans()):
        text = text.replace(
            "match:",
            "award first: 4 to opener's side after pass when plays is 1\n"
            "award run: passes in a row * 2 + plays to finisher's side after pass "
            "when passes in a row is players - 1\nmatch:",
        )
    if draw(st.booleans()):
        text = text.replace(
            "3 to winner", "pips held by winner's opponents / 2 rounded down to 1 to winner"
        )
    return text


@settings(max_examples=40)
@given(paying_games(), SEEDS)
def test_generated_games(text: str, seed: int) -> None:
    assert native.available()
    rules = side_game(text)
    states = [
        state
        for state in states_of(rules, Random(seed), 4, 8)
        if exact_values.is_ordinary(rules, state)
    ]
    assert_same_values(rules, states)


KNOWN = (
    "a play", "a pass", "quotients", "both halves", "halves alike", "both halves alike",
    "overshoot", "cut", "overshoot and cut", "the lowest wins",
)  # fmt: skip
OTHERS = (
    "a pass of the mover's", "passes before", "the last number", "the score",
    "the score at the end", "only wins", "turns that go on, paid", "nobody can follow",
    "somebody can follow, overshoot and cut", "each of them",
)  # fmt: skip


@pytest.mark.parametrize("name", [*KNOWN, *OTHERS])
def test_which_games_are_paid_by_ends(name: str) -> None:
    for shape in ("two", "four in teams"):
        kernel = native.kernel_of(game(name, shape))
        assert kernel == ("kernel_points" if name in KNOWN else "kernel_any")
    assert native.kernel_of(game(name, "three")) == "kernel_many"


def test_a_side_that_has_reached_the_target_is_left_to_plain_python() -> None:
    """In no match, but positions may say so: then a payment to either side ends the round."""
    assert native.available()
    rules = game("cut", "two")
    (state,) = states_of(rules, Random(1), 1, 2)
    assert list(native.evaluate_many(rules, [state._replace(scores=(12, 0))])) == [None]


def test_a_first_tile_of_another_than_the_opener_is_left_to_plain_python() -> None:
    """In no round, but positions may say so: then its passes would pay the other side."""
    assert native.available()
    rules = game("a pass", "two")
    (state,) = states_of(rules, Random(1), 1, 1)
    after = rules.play(state, rules.legal(state)[0])
    assert None not in native.evaluate_many(rules, [after])
    odd = after._replace(opener=1 - after.finisher)
    assert list(native.evaluate_many(rules, [odd])) == [None]


def test_rounds_that_pay_nothing_on_the_way_are_no_such_games() -> None:
    assert native.kernel_of(side_game(Game(4, 2, 1, 6).text)) == "kernel_two"
