"""Rules files as environments of PettingZoo: its own tests, rounds, illegal actions."""

from __future__ import annotations

import doctest
from functools import partial

import pytest

import dominoes_rules as dr

pytest.importorskip("pettingzoo", reason="pettingzoo is not installed")

from pettingzoo.test import api_test, render_test, seed_test

from dominoes_lang.text.root_exception import ArgumentError
from dominoes_rules.adapters import pettingzoo
from dominoes_rules.adapters.pettingzoo import env

GAMES = [("block", 2), ("partnership", 4), ("draw", 2), ("chicken_foot", 3)]
SETUPS = [
    (variant, seats)
    for variant in dr.variants()
    for seats in dr.variant(variant).players
    if seats <= 4
]


def check(variant: str, seats: int, cycles: int) -> None:
    for recall in (False, True):
        make = partial(env, dr.variant(variant), seats=seats, recall=recall)
        api_test(make(), num_cycles=cycles)
        seed_test(make, num_cycles=cycles)
    render_test(make)


def test_the_example_of_the_module() -> None:
    assert doctest.testmod(pettingzoo).failed == 0


@pytest.mark.parametrize(("variant", "seats"), GAMES)
def test_pettingzoo_s_own_tests(variant: str, seats: int) -> None:
    check(variant, seats, 20)


@pytest.mark.slow
@pytest.mark.parametrize(("variant", "seats"), SETUPS)
def test_pettingzoo_s_own_tests_on_every_game(variant: str, seats: int) -> None:
    check(variant, seats, 200)


@pytest.mark.parametrize(("variant", "seats"), GAMES)
def test_a_seed_deals_our_round(variant: str, seats: int) -> None:
    """With the same moves it is the same round, and partners are paid the same."""
    table = env(dr.variant(variant), seats=seats)
    table.reset(seed=11)
    ours = dr.Round(dr.variant(variant), seats=seats, seed=11)
    while not any(table.terminations.values()):
        agent = table.agent_selection
        assert "ABCD"[table.possible_agents.index(agent)] == ours.turn
        assert table.position(agent) == ours.seen_by(ours.turn)
        _, _, _, _, info = table.last()
        legal = info["action_mask"].nonzero()[0]
        assert [table.move(number) for number in legal] == [*ours.legal_moves]
        ours.push(table.move(legal[-1]))
        table.step(legal[-1])
    rewards, outcome = [*table.rewards.values()], ours.outcome
    assert outcome is not None
    assert ours.is_over
    sides = [rewards[seat] for seat in range(ours.setup.sides)]
    assert rewards == sides * ours.setup.team_size
    if ours.setup.sides == 2:
        mine, theirs = outcome.points.values()
        assert rewards[0] == mine - theirs


def test_an_illegal_action_costs_its_side_and_ends_the_round() -> None:
    table = env(dr.variant("partnership"), illegal_reward=-7)
    for action in (None, 10_000, -1):
        table.reset(seed=1)
        seat = table.possible_agents.index(table.agent_selection)
        table.step(action)
        assert [*table.truncations.values()] == [True] * 4
        assert [*table.rewards.values()] == [-7 if (seat - n) % 2 == 0 else 0 for n in range(4)]


def test_pictures_and_text(capsys: pytest.CaptureFixture[str]) -> None:
    shown: dict[str, str] = {}
    for mode in pettingzoo.RENDER_MODES:
        table = env(dr.variant("block"), render_mode=mode)
        table.reset(seed=7)
        shown[mode] = table.render() or ""
    assert shown["svg"].startswith("<svg")
    assert "51" in shown["ansi"]
    assert not shown["human"]
    assert capsys.readouterr().out == f"{shown['ansi']}\n"
    with pytest.raises(ArgumentError, match="render_mode='rgb_array': must be human, ansi, svg"):
        env(dr.variant("block"), render_mode="rgb_array")
