"""Machine code weighs, plays and learns by policies as plain Python does, in any game."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from dominoes_lang.codegen.compiled import Compiled, compile_rules
from dominoes_lang.codegen.dealing import starter_in
from dominoes_lang.load import load
from dominoes_lang.setup.ruleset import Ruleset
from dominoes_lang.text.source import Source
from dominoes_rules import library
from dominoes_rules.testing.composing import rulesets
from dominoes_solver.belief.features import Seen
from dominoes_solver.chance import Chance, key_of
from dominoes_solver.playouts.random_rounds import dealt_by
from dominoes_solver.policy.plain_rounds import PlainRounds
from dominoes_solver.policy.policy_features import policy_features
from dominoes_solver.policy.policy_player import PolicyPlayer
from dominoes_solver.search import native
from dominoes_solver.search.native.policies.policy_list import POLICY_FEATURES
from dominoes_solver.search.native.rounds.round_status import NoRound
from dominoes_solver.shown_facts import Facts
from tests.games import with_ends
from tests.policy.policies_at_random import (
    OF_EACH_KIND,
    policy_at_random,
    rules_of,
)

pytest.importorskip("numba")

from dominoes_solver.search.native.policies.policy_job import PolicyJob
from tests.solver.native_games import setups

MOST_ACTIONS = 400
"""Of a round of rules put together, which may hardly ever end."""


def check_actions(rules: Compiled, seed: int) -> set[str]:
    """Features and scores of all legal actions of a random round agree; the features that differ.

    Raises `NoRound`.
    """
    setup, random = rules.setup, Random(seed)
    policy = policy_at_random(setup, seed)
    job = PolicyJob(rules, [policy.rows], policy.phases)
    state = dealt_by(rules, Chance(key_of(seed), 0))
    facts = Facts.at_start(setup.seats, starter_in(state))
    telling = set[str]()
    for _ in range(MOST_ACTIONS):
        if state.over:
            break
        legal, hand = rules.legal(state), state.hands[state.mover]
        seen = Seen(rules, state, facts)
        rows, scores = job.scores(state, facts)
        plain = policy_features(seen, hand, legal)
        for action, row, numbers in zip(legal, rows.tolist(), plain, strict=True):
            assert _named(row) == _named(numbers), (state, action)
        assert scores.tolist() == policy.scores(seen, hand, legal)
        columns = zip(POLICY_FEATURES, zip(*plain, strict=True), strict=True)
        telling |= {name for name, column in columns if len({*column}) > 1}
        action = random.choice(legal)
        after = rules.play(state, action)
        facts, state = facts.after(setup, state, action, after), after
    return telling


def _named(row: list[float]) -> dict[str, float]:
    return dict(zip(POLICY_FEATURES, row, strict=True))


def check_rounds(rules: Compiled, seed: int, deals: int = 1) -> None:
    """Payoffs and slopes of rounds by two policies agree, by chance and by the best play.

    Raises `NoRound`.
    """
    setup = rules.setup
    policies = [policy_at_random(setup, seed), policy_at_random(setup, seed + 1)]
    casts = [[seat % 2 for seat in range(setup.seats)], [0] * setup.seats]
    asked = key_of(seed), 5, deals, 2, casts, [True, False]
    expected, expected_slopes = PlainRounds(rules, policies).play_rounds(*asked, slopes=True)
    job = PolicyJob(rules, [policy.rows for policy in policies], policies[0].phases)
    payoffs, slopes = job.play_rounds(*asked, slopes=True)
    assert payoffs.tolist() == expected.tolist()
    assert slopes == pytest.approx(expected_slopes, rel=1e-12, abs=1e-12)
    assert job.play_rounds(*asked)[0].tolist() == payoffs.tolist()


@pytest.mark.parametrize(("name", "seats"), OF_EACH_KIND)
def test_settings_of_each_kind(name: str, seats: int) -> None:
    rules = rules_of(name, seats)
    assert native.plays_policies(rules, wait=True)
    check_actions(rules, 1)
    check_rounds(rules, 1)


def test_every_feature_tells_some_actions_apart() -> None:
    telling = set[str]()
    for name, seats in OF_EACH_KIND:
        for seed in (4, 6):
            telling |= check_actions(rules_of(name, seats), seed)
    assert telling == {*POLICY_FEATURES}


@pytest.mark.parametrize(
    ("seeds", "deals"),
    [
        pytest.param(1, 1, marks=pytest.mark.thorough),
        pytest.param(4, 2, marks=pytest.mark.slow),
    ],
)
@pytest.mark.parametrize("name", with_ends())
def test_every_setting(name: str, seeds: int, deals: int) -> None:
    for rules in setups(name):
        if native.plays_policies(rules, wait=True):
            for seed in range(seeds):
                check_actions(rules, seed)
            check_rounds(rules, 7, deals=deals)


def check_composed(ruleset: Ruleset, seed: int) -> None:
    """Both ways agree on rules put together, where they can be played."""
    rules = compile_rules(ruleset.setup())
    assume(native.plays_policies(rules, wait=True))
    try:
        check_actions(rules, seed)
        check_rounds(rules, seed)
    except NoRound:
        assume(False)


@settings(max_examples=15)
@given(ruleset=rulesets(), seed=st.integers(0, 10**6))
def test_rules_put_together(ruleset: Ruleset, seed: int) -> None:
    check_composed(ruleset, seed)


@pytest.mark.slow
@settings(max_examples=500)
@given(ruleset=rulesets(largest="double-nine"), seed=st.integers(0, 10**6))
def test_many_rules_put_together(ruleset: Ruleset, seed: int) -> None:
    check_composed(ruleset, seed)


WIDEST = (
    ("block", "tiles: double-eighteen; players: 2..10; deal: 15 each"),
    ("fives_and_threes", "tiles: double-fifteen; deal: 25 each"),
    ("mexican_train", "tiles: double-eighteen; players: 3..10"),
    ("chicken_foot", "tiles: double-fifteen; deal: 11 each"),
)


@pytest.mark.parametrize(("parent", "clauses"), WIDEST)
def test_the_widest_games(parent: str, clauses: str) -> None:
    lines = ['variant "x"', f'extends "{parent}"', *clauses.split("; ")]
    ruleset = load(Source("wide.rules", "\n".join(lines) + "\n"), library.bundled)
    rules = compile_rules(ruleset.setup(ruleset.players[-1]))
    assert native.plays_policies(rules, wait=True)
    check_actions(rules, 3)


def test_scores_too_high_for_machine_code_are_played_in_plain_python() -> None:
    rules = rules_of("block", 2)
    state = dealt_by(rules, Chance(1, 1))._replace(scores=(10**9, 0))
    asked = state, Facts.at_start(2), rules.legal(state)
    policy = policy_at_random(rules.setup, 1)
    natively, plainly = (PolicyPlayer(rules, policy, natively=way) for way in (True, False))
    assert natively.scores(*asked) == plainly.scores(*asked)
