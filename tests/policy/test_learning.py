"""A policy learns by playing itself: the same one from the same seed, in any game there is."""

from __future__ import annotations

import os
import subprocess
import sys
from itertools import count
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dominoes_lang.codegen import dealing
from dominoes_lang.codegen.compiled import compile_rules
from dominoes_lang.load import load
from dominoes_lang.setup.ruleset import Ruleset
from dominoes_lang.text.source import Source
from dominoes_rules.testing.composing import rulesets
from dominoes_solver.policy import learning
from dominoes_solver.policy.duel import heaviest, lead
from dominoes_solver.policy.learning import ROUNDS, Learnt, learn
from dominoes_solver.policy.policy import policies_of, text_of
from dominoes_solver.search import native
from dominoes_solver.search.native.rounds.round_status import NoRound
from tests.policy.policies_at_random import rules_of
from tests.solver.native_games import games
from tests.solver.small_games import Game, compiled

pytest.importorskip("numba")

TINY = Game(3, 2, 1, 3)


@pytest.fixture
def few_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    """Steps of a few rounds, which plain Python plays in no time."""
    monkeypatch.setattr(learning, "DEALS", 4)
    monkeypatch.setattr(learning, "TIMES", 3)
    monkeypatch.setattr(learning, "ROUNDS", 12)


SCRIPT = """
from dominoes_rules import library
from dominoes_solver.policy.learning import learn
from dominoes_solver.policy.policy import text_of
print(text_of([learn(library.compiled(library.find("draw_one"), 2), rounds=2000)]), end="")
"""


def test_the_same_seed_gives_the_same_file_in_any_process() -> None:
    rules = rules_of("draw_one", 2)
    text = text_of([learn(rules, rounds=2000)])
    assert text_of([learn(rules, rounds=2000)]) == text
    assert text_of([learn(rules, rounds=2000, seed=2)]) != text
    path = os.pathsep.join(filter(None, sys.path))
    environment = {**os.environ, "PYTHONPATH": path, "OPENBLAS_NUM_THREADS": "1"}
    words = [sys.executable, "-c", SCRIPT]
    run = subprocess.run(
        words, env=environment, capture_output=True, text=True, timeout=60, check=True
    )
    assert (run.stdout, run.stderr) == (text, "")


@settings(max_examples=5)
@given(game=games(), seed=st.integers(0, 1000))
def test_plain_python_learns_the_same(game: Game, seed: int) -> None:
    rules = compiled(game)
    with pytest.MonkeyPatch.context() as patch:
        for name, number in (("DEALS", 4), ("TIMES", 3), ("ROUNDS", 12)):
            patch.setattr(learning, name, number)
        natively = learn(rules, rounds=36, seed=seed)
        patch.setenv(native.SWITCH, "0")
        plainly = learn(rules, rounds=36, seed=seed)
    assert natively.weights.keys() == plainly.weights.keys()
    for name, row in natively.weights.items():
        assert plainly.weights[name] == pytest.approx(row, rel=0.01, abs=1e-6)


@pytest.mark.usefixtures("few_deals")
def test_time_gives_a_number_of_rounds_that_learn_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rules, heard = compiled(TINY), list[Learnt]()
    monkeypatch.setattr(learning, "time", SimpleNamespace(monotonic=count().__next__))
    timed = learn(rules, seconds=20.0, tick=heard.append)
    assert timed.fitted["rounds"] == 12 * 18
    assert learn(rules, rounds=timed.fitted["rounds"]) == timed
    assert [progress.rounds for progress in heard] == [12 * step for step in range(18)]
    assert {progress.of for progress in heard} == {0, 12 * 18}


@pytest.mark.usefixtures("few_deals")
@pytest.mark.parametrize("steps", [1, 5])
def test_an_interrupt_keeps_what_was_learnt(steps: int) -> None:
    rules = compiled(TINY)

    def tick(progress: Learnt) -> None:
        if progress.rounds == 12 * steps:
            raise KeyboardInterrupt

    stopped = learn(rules, rounds=1200, tick=tick)
    assert stopped.fitted == {"rounds": 12 * steps, "interrupted": True}
    assert any(map(any, stopped.weights.values()))
    with pytest.raises(KeyboardInterrupt):
        learn(rules, tick=lambda _: (_ for _ in ()).throw(KeyboardInterrupt))


@pytest.mark.usefixtures("few_deals")
def test_an_interrupt_within_a_step_loses_that_step_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    rules, solved = compiled(TINY), count()
    import numpy as np

    solve: Any = np.linalg.solve

    def interrupted(*asked: Any) -> Any:
        if next(solved) == 3:
            raise KeyboardInterrupt
        return solve(*asked)

    monkeypatch.setattr(np.linalg, "solve", interrupted)
    stopped = learn(rules, rounds=1200)
    assert stopped.fitted["rounds"] == 36

    def tick(progress: Learnt) -> None:
        if progress.rounds == 36:
            raise KeyboardInterrupt

    assert learn(rules, rounds=1200, tick=tick) == stopped


def test_nothing_is_learnt_where_nothing_is_paid() -> None:
    award = "award number0: pips held by everyone to winner at round end"
    assert award in TINY.text
    text = TINY.text.replace(award, "award all: 5 to each player at round end")
    rules = compile_rules(load(Source("equal.rules", text)).setup())
    policy = learn(rules, rounds=3 * ROUNDS)
    assert policy.weights == {"value": (0.0,) * len(policy.rows)}


@pytest.mark.parametrize(
    "game",
    [
        Game(4, 2, 1, 4),
        Game(4, 2, 1, 4, award="own pips", match="fewest"),
        Game(4, 2, 1, 4, match="wins"),
        Game(4, 3, 1, 4),
        Game(4, 4, 1, 3, award="own pips", match="fewest"),
        Game(5, 4, 2, 4, award="losers' pips"),
    ],
)
def test_it_learns_to_beat_a_player_of_heavy_tiles(game: Game) -> None:
    """Whether the most or the fewest points win, with and without partners, at three sides too."""
    rules = compiled(game)
    policy = learn(rules, rounds=40 * ROUNDS)
    gain = lead(rules, policy, heaviest(rules.setup), deals=1000, seed=99)
    assert gain.se is not None
    assert gain.mean > 2 * gain.se


@settings(max_examples=8)
@given(ruleset=rulesets(), seed=st.integers(0, 1000))
def test_any_rules_are_learnt(ruleset: Ruleset, seed: int) -> None:
    rules = compile_rules(ruleset.setup())
    with pytest.MonkeyPatch.context() as patch:
        for name, number in (("DEALS", 2), ("TIMES", 2), ("ROUNDS", 4)):
            patch.setattr(learning, name, number)
        try:
            policy = learn(rules, rounds=12, seed=seed)
        except NoRound:
            return
    assert policy.fitted["rounds"] == 12
    assert policies_of(text_of([policy])) == (policy,)


@pytest.mark.parametrize("switch", ["0", "wait"])
def test_rules_whose_rounds_cannot_be_played(switch: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(native.SWITCH, switch)
    monkeypatch.setattr(dealing, "MOST_ACTIONS", 3)
    with pytest.raises(NoRound, match="block: a round by a policy does not end"):
        learn(rules_of("block", 2))
    monkeypatch.setattr(dealing, "MOST_DEALS", 0)
    with pytest.raises(NoRound, match="0 deals in a row were void"):
        learn(rules_of("block", 2))
