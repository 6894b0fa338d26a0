"""No round is longer, and none pays more or less, than the profile says."""

from __future__ import annotations

import json
from functools import cache
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dominoes_lang.analysis.payoffs.paid_on_the_way import paid_on_the_way
from dominoes_lang.analysis.payoffs.payoff_bound import most_still_paid
from dominoes_lang.analysis.payoffs.payoff_range import score_bounds
from dominoes_lang.analysis.profile import profile
from dominoes_lang.analysis.turns.length import length
from dominoes_lang.codegen.compiled import Compiled
from dominoes_lang.load import load
from dominoes_lang.lowering.intervals import Interval
from dominoes_lang.play.interpreter import Interpreter
from dominoes_lang.setup.ruleset import Goal
from dominoes_lang.table.state import Kind, State, not_laid
from dominoes_lang.table.tiles import numbers_in
from dominoes_lang.text.source import Source
from dominoes_rules import library
from tests.promises.rounds import games, random_round, starts
from tests.promises.small import AWARDS, EACH_SIDE, GAMES, small

pytestmark = pytest.mark.xdist_group("games")  # all are compiled once

AT_THE_BOUND = {
    "three tiles",
    "three tiles, drawing",
    "six tiles, free pass",
    "six tiles, three, free",
    "six tiles, patience",
    "draw until able, three",
    "who opens may pass",
}
"""Small games with a round that is as long as the bound."""
SCORES_MET = {
    ("six tiles, free pass", "all pips"),
    ("six tiles, free pass", "others' pips"),
    ("six tiles, free pass", "own pips"),
    ("six tiles, free pass", "last tile"),
    ("six tiles, free pass", "table"),
    ("six tiles, three", "own pips"),
    ("one tile left", "all pips"),
    ("one tile left", "others' pips"),
    ("one tile left", "own pips"),
}
"""Small games and awards of which both bounds of a side's score are met by some round."""
SCORED = [
    "six tiles",
    "six tiles, free pass",
    "six tiles, three",
    "draw until able",
    "one tile left",
]


def contains(bounds: Interval, amount: int) -> bool:
    low, high = bounds.low, bounds.high
    return (low is None or low <= amount) and (high is None or amount <= high)


@settings(max_examples=1)
@given(seed=st.integers(0, 2**32))
def test_no_random_round_is_longer_or_pays_more(seed: int) -> None:
    small_games = (small("six tiles, three", award) for award in EACH_SIDE)
    for compiled in (*games(), *small_games):
        promised, scores = length(compiled.setup), score_bounds(compiled.setup)
        assert promised is not None
        done = dict.fromkeys(Kind, 0)
        played = list(random_round(compiled, seed))
        end = played[-1][2]
        looked_at = {0, Random(seed).randrange(len(played))}
        for number, (before, action, after) in enumerate(played):
            assert compiled.legal(before)
            if number in looked_at:
                assert_within(compiled, before, done, compiled.payoff(*end))
            done[action.kind] += 1
            assert after.passes <= promised.passes_in_a_row
        assert done[Kind.PLAY] <= promised.plays
        assert done[Kind.DRAW] <= promised.draws
        assert sum(done.values()) <= promised.total
        paid = compiled.payoff(*end)
        assert all(contains(*pair) for pair in zip(scores.sides, paid, strict=True))
        assert contains(scores.total, sum(paid))


def assert_within(
    compiled: Compiled, state: State, done: dict[Kind, int], payoff: tuple[int, ...]
) -> None:
    """What was paid before a state, and what is paid after it, are within their bounds."""
    setup, nothing = compiled.setup, (0,) * compiled.setup.sides
    paid = state.more.paid or nothing
    low, high = paid_on_the_way(setup, done[Kind.PLAY], state.passes, done[Kind.DRAW])
    assert all(contains(Interval(low, high), points) for points in paid)
    if setup.goal is not Goal.WINS:
        most = most_still_paid(setup, state)
        assert most is None or all(now + most >= end for now, end in zip(paid, payoff, strict=True))
    size = abs(payoff[0] - payoff[1]) if setup.sides == 2 else max(map(abs, payoff))
    assert size <= compiled.bound(sum(setup.values[tile] for tile in numbers_in(not_laid(state))))


@pytest.mark.parametrize("name", GAMES)
def test_the_longest_round_of_a_small_game(name: str) -> None:
    compiled = small(name)
    promised = length(compiled.setup)
    assert promised is not None
    longest = max(most_actions(compiled, start) for start in starts(compiled))
    assert longest <= promised.total
    assert max(end.passes for end in every_end(compiled)) <= promised.passes_in_a_row
    assert (longest == promised.total) == (name in AT_THE_BOUND)


def most_actions(compiled: Compiled, start: State) -> int:
    @cache
    def most(state: State) -> int:
        if state.over:
            return 0
        return 1 + max(most(compiled.play(state, action)) for action in compiled.legal(state))

    return most(start)


@pytest.mark.parametrize("award", AWARDS)
@pytest.mark.parametrize("name", SCORED)
def test_the_scores_of_a_small_game(name: str, award: str) -> None:
    compiled = small(name, award)
    bounds = score_bounds(compiled.setup)
    rules = Interpreter(compiled.setup)
    paid = {rules.payoff(end) for end in every_end(compiled)}
    assert all(contains(bounds.total, sum(points)) for points in paid)
    for side, interval in enumerate(bounds.sides):
        points = {one[side] for one in paid}
        assert all(contains(interval, one) for one in points)
        met = (min(points), max(points)) == (interval.low, interval.high)
        assert met == ((name, award) in SCORES_MET)


def test_awards_of_the_stock_and_of_an_excess_have_bounds() -> None:
    awards = [
        "pips in stock to winner at round end",
        "excess of pips held by everyone over winner to winner at round end",
    ]
    named = [f"award number{number}: {award}" for number, award in enumerate(awards)]
    text = "\n".join(['variant "x"', 'extends "block"', *named, ""])
    bounds = score_bounds(load(Source("x.rules", text), library.bundled).setup())
    assert bounds.total.low == 0
    assert bounds.total.high is not None


def every_end(compiled: Compiled) -> set[State]:
    """Every way in which a small game may end."""
    seen: set[State] = set()
    waiting = list(starts(compiled))
    while waiting:
        state = waiting.pop()
        if state not in seen:
            seen.add(state)
            waiting += [compiled.play(state, action) for action in compiled.legal(state)]
    return {state for state in seen if state.over}


def test_a_profile_says_the_numbers() -> None:
    partnership = next(one.setup for one in games() if one.setup.name == "partnership")
    found = profile(partnership)
    assert found.lines()[:3] == [
        "Tiles: 4 players × 7 = 28 of 28; all are dealt.",
        "Every round ends after at most 94 actions, with at most 25 plays and 69 passes.",
        "The player to move always has a legal action, and each action has exactly one result.",
    ]
    assert "A round pays each side from 0 to 153." in found.lines()
    assert found.as_json()["scores"] == {"AC": (0, 153), "BD": (0, 153)}


def test_every_profile_is_plain_values_and_whole_sentences() -> None:
    for compiled in games():
        found = profile(compiled.setup)
        assert json.loads(json.dumps(found.as_json()))["seats"] == compiled.setup.seats
        assert found.always_legal
        for line in found.lines():
            assert line.endswith(".")
            assert "None" not in line
