"""Rules files as environments of PettingZoo: its own tests, rounds, illegal actions."""

from __future__ import annotations

import doctest
from functools import partial
from typing import Any

import pytest

import dominoes_rules as dr

pytest.importorskip("pettingzoo", reason="pettingzoo is not installed")

import numpy as np
from gymnasium.error import ResetNeeded
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
    for action in (0, 1):
        table.reset(seed=1)
        assert not table.infos[table.agent_selection]["action_mask"][action]
        seat = table.possible_agents.index(table.agent_selection)
        table.step(action)
        assert [*table.truncations.values()] == [True] * 4
        assert [*table.rewards.values()] == [-7 if (seat - n) % 2 == 0 else 0 for n in range(4)]


def test_what_is_no_action_is_refused_and_changes_nothing() -> None:
    table = env(dr.variant("partnership"))
    table.reset(seed=1)
    agent, most = table.agent_selection, len(table.tree.numbers)
    for action in (-1, most, 10_000):
        for refusing in (table.step, table.move):
            with pytest.raises(ArgumentError, match=f"no action {action}: .* to {most - 1};"):
                refusing(action)
    with pytest.raises(ArgumentError, match=f"None is no action of {agent}, who is still playing"):
        table.step(None)
    others: list[Any] = [3.5, "3", np.array([3])]
    for other in others:
        with pytest.raises(TypeError, match="is no action: an action is a number from 0"):
            table.step(other)
    assert table.agent_selection == agent
    assert not any(table.truncations.values())


def test_a_round_must_be_dealt_and_an_agent_must_be_there() -> None:
    table = env(dr.variant("block"), render_mode="ansi")
    asked = (
        partial(table.step, 3), table.last, table.state, table.render, partial(table.move, 3),
        partial(table.observe, "player_0"), partial(table.position, "player_0"),
    )  # fmt: skip
    for ask in asked:
        with pytest.raises(ResetNeeded, match="call reset"):
            ask()
    table.reset(seed=1)
    for ask_for in (table.observe, table.position):
        with pytest.raises(ArgumentError, match="no agent 'A'; the agents are player_0, player_1"):
            ask_for("A")
    while table.agents:
        *_, ended, cut_short, info = table.last()
        table.step(None if ended or cut_short else info["action_mask"].argmax())
    for ask in (partial(table.step, None), table.last):
        with pytest.raises(ResetNeeded, match="over for every agent"):
            ask()
    assert "score" in (table.render() or "")


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
