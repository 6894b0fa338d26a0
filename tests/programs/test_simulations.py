"""Simulated rounds, column by column, are those of the rounds one by one."""

from __future__ import annotations

import sys
from array import array
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import dominoes_rules as dr
from dominoes_lang.table.state import Over
from dominoes_rules import library
from dominoes_solver.playouts.random_rounds import random_rounds


@given(name=st.sampled_from(dr.variants()), seed=st.integers(0, 1 << 64))
def test_the_columns_are_those_of_the_rounds(name: str, seed: int) -> None:
    rules = dr.variant(name)
    seats = rules.players[-1]
    found = dr.simulate(name, rounds=30, seed=seed, seats=seats)
    compiled = library.compiled(rules, seats)
    assert len(found) == 30
    assert found.sides == compiled.setup.side_names
    for number, outcome in enumerate(random_rounds(compiled, 30, seed)):
        assert tuple(found.points[side][number] for side in found.sides) == outcome.payoff
        assert found.winner[number] == outcome.winner
        assert found.opener[number] == outcome.opener
        assert found.length[number] == outcome.actions
        assert found.blocked[number] == (outcome.over == Over.BLOCKED)


def test_without_numpy_they_are_arrays_of_python(monkeypatch: pytest.MonkeyPatch) -> None:
    found = dr.simulate("domohnoes", rounds=50, seed=3, seats=3)
    monkeypatch.setitem(sys.modules, "numpy", None)
    plain = dr.simulate("domohnoes", rounds=50, seed=3, seats=3)
    for column in (plain.winner, plain.length, plain.blocked, *plain.points.values()):
        assert isinstance(column, array)
    assert list(plain.winner) == list(found.winner)
    assert list(plain.blocked) == list(found.blocked)
    assert {side: list(points) for side, points in plain.points.items()} == {
        side: list(points) for side, points in found.points.items()
    }


def test_parameters_and_rules_of_ones_own() -> None:
    rules = dr.loads('variant "Short"\nextends "block"\ndeal: 5 each\n')
    assert repr(dr.simulate(rules, rounds=10)) == "<Simulation of 10 rounds between A, B>"
    with pytest.raises(dr.ParameterError):
        dr.simulate("block", rounds=10, seats=9)


def test_rounds_one_by_one_are_played_with_little_work() -> None:
    """So that there are thousands a second: 33 calls of functions an action were counted."""
    rules, calls, actions = library.compiled(dr.variant("block")), 0, 0

    def count(_frame: object, event: str, _argument: object) -> None:
        nonlocal calls
        calls += event == "call"

    before = sys.getprofile()
    for seed in range(20):
        game, random = dr.Round(rules.setup.ruleset, seed=seed), Random(seed)
        sys.setprofile(count)
        try:
            while not game.is_over:
                game.push(random.choice(game.legal_moves))
            assert game.outcome is not None
        finally:
            sys.setprofile(before)
        actions += len(game.actions)
    assert calls < 36 * actions
