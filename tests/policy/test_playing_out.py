"""Worlds played out by a policy: machine code and plain Python, and the answers that rest on it."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

import dominoes_rules as dr
from dominoes_lang.codegen.compiled import Compiled
from dominoes_lang.table.state import Action, State
from dominoes_rules.bots import bot, sampling_bots
from dominoes_rules.cli.positions import solve as solve_command
from dominoes_rules.position import policy_files
from dominoes_rules.position.policy_files import ChosenPolicy
from dominoes_rules.solving import footer, hint, move_search
from dominoes_solver.belief.weighing import shown_by
from dominoes_solver.chance import Chance, key_of
from dominoes_solver.limit import Limit
from dominoes_solver.pimc import pimc
from dominoes_solver.pimc.open_worlds import OpenWorlds
from dominoes_solver.pimc.weighed_search import Worth
from dominoes_solver.policy.playing_out import PlayingOut
from dominoes_solver.search import native
from dominoes_solver.search.estimate import playout_values
from tests.policy.policies_at_random import OF_EACH_KIND, policy_at_random, rules_of
from tests.solver.searched import expectimax

np: Any = pytest.importorskip("numpy")
pytest.importorskip("numba")

MANY = "bergen", 3
"""A setting with draws and payments, without a model of choices."""


def seen_after(rules: Compiled, actions: int, seed: int) -> dr.Position:
    """What a mover with a choice sees, after so many random actions of a deal or a few more."""
    chance, setup = Chance(key_of(seed), 0), rules.setup
    while True:
        game = dr.Round(setup.ruleset, seats=setup.seats, seed=chance.below(10**6))
        while not game.is_over and (len(game.actions) < actions or len(game.legal_moves) == 1):
            game.push(game.legal_moves[chance.below(len(game.legal_moves))])
        if not game.is_over:
            return game.seen_by(game.turn)


def by_any_policy(position: dr.Position, seed: int) -> PlayingOut:
    """A policy with weights at random, and what the round of a position has shown."""
    policy = policy_at_random(position.setup, seed)
    return PlayingOut(policy, shown_by(position.evidence, position.view))


def worlds_of(position: dr.Position, number: int) -> list[State]:
    """So many worlds of a position with every hand open."""
    evidence = position.evidence
    worlds = evidence.sampled(number, 1)
    return [evidence.open_state(world, Random(index)) for index, world in enumerate(worlds)]


def played(
    position: dr.Position, states: list[State], actions: list[Action], by: PlayingOut, first: int
) -> list[Any]:
    """Two playouts of each action in each state, as plain numbers."""
    rounds = playout_values(
        position.compiled, states, actions, playouts=2, key=9, number=first, by=by
    )
    return [
        world
        for some in rounds
        for world in np.array(some).reshape(-1, len(actions), 2, position.setup.sides).tolist()
    ]


@pytest.mark.parametrize(("name", "seats"), OF_EACH_KIND)
def test_machine_code_plays_worlds_out_as_plain_python_does(
    name: str, seats: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = rules_of(name, seats)
    position = seen_after(rules, 5, seats)
    by, states = by_any_policy(position, 3), worlds_of(position, 2)
    legal = rules.legal(states[0])
    assert native.plays_policies(rules, wait=True)
    assert by.job(rules, states, legal, 9, 4) is not None
    natively = played(position, states, legal, by, 4)
    # Any cut of the worlds has the same chance, and so has any choice of the actions.
    (last,) = played(position, states[1:], legal[-1:], by, 5)
    assert last == natively[1][-1:]
    monkeypatch.setenv(native.SWITCH, "0")
    assert by.job(rules, states, legal, 9, 4) is None
    assert played(position, states, legal, by, 4) == natively


@pytest.fixture
def position(monkeypatch: pytest.MonkeyPatch) -> dr.Position:
    """A position of a game whose bundled policy has weights at random."""
    rules = rules_of(*MANY)
    assert native.plays_policies(rules, wait=True)
    chosen = ChosenPolicy(policy_at_random(rules.setup, 1), "any.policy.json")
    monkeypatch.setattr(policy_files, "bundled_policy", lambda setup: chosen)
    return seen_after(rules, 4, 2)


@pytest.mark.parametrize("worth", [Worth.PLAY, Worth.HALF])
def test_playouts_count_alone_or_for_half(position: dr.Position, worth: Worth) -> None:
    limit, worlds = Limit(worlds=60), OpenWorlds(position.evidence)
    by = by_any_policy(position, 1)
    asked = {"by": by, "all_moves": True, "costs": False}
    searched = expectimax(position.compiled, worlds, limit, **asked)
    found = expectimax(position.compiled, worlds, limit, worth=worth, **asked)
    assert not searched.by_policy
    assert found.by_policy
    assert found.used == 60
    assert found.estimated == (60 if worth is Worth.PLAY else 0)
    assert not found.exact
    points = {row.action: row.points.mean for row in searched.rows}
    assert any(row.points.mean != points[row.action] for row in found.rows)
    again = expectimax(position.compiled, worlds, limit, worth=worth, **asked)
    assert replace(again, seconds=0.0) == replace(found, seconds=0.0)


@pytest.mark.parametrize("worth", [Worth.PLAY, Worth.HALF])
def test_several_processes_find_the_same(
    position: dr.Position, worth: Worth, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pimc, "HEAD_START", 0.0)
    by, worlds = by_any_policy(position, 1), OpenWorlds(position.evidence)
    asked = {"by": by, "worth": worth, "seed": 4}
    alone = expectimax(position.compiled, worlds, Limit(worlds=120), **asked)
    shared = expectimax(position.compiled, worlds, Limit(worlds=120), jobs=2, **asked)
    assert replace(shared, seconds=0.0) == replace(alone, seconds=0.0)


def test_half_the_worth_is_the_mean_of_both(position: dr.Position) -> None:
    """Of one world, played out as often either way."""
    worlds, by = OpenWorlds(position.evidence), by_any_policy(position, 1)

    def sides(worth: Worth) -> dict[Action, tuple[float, ...]]:
        found = expectimax(position.compiled, worlds, Limit(worlds=1), worth=worth, by=by)
        return {row.action: row.sides for row in found.rows}

    best, half = sides(Worth.BEST), sides(Worth.HALF)
    assert {*best} == {*half}
    for action, values in half.items():
        for value, exact in zip(values, best[action], strict=True):
            # Four playouts, of whole points.
            assert (2 * value - exact) * 4 == pytest.approx(round((2 * value - exact) * 4))


def test_what_is_to_be_exact_and_a_limit_of_nodes_are_searched(position: dr.Position) -> None:
    by, worlds = by_any_policy(position, 1), OpenWorlds(position.evidence)
    for limit in (Limit(worlds=2, nodes=1), Limit(worlds=3, nodes=10**7)):
        plain = expectimax(position.compiled, worlds, limit)
        asked = expectimax(position.compiled, worlds, limit, by=by, worth=Worth.PLAY)
        assert not asked.by_policy
        assert replace(asked, seconds=0.0) == replace(plain, seconds=0.0)


def test_the_answer_says_by_what_worlds_were_played_out(position: dr.Position) -> None:
    limit = Limit(worlds=30)
    report = dr.solve(position, limit)
    assert footer.worth_in(report) == "playouts by a policy"
    assert "by a policy that learnt by playing itself" in report.model
    assert report.as_json()["by_policy"] is True
    assert report == dr.solve(position, limit)
    assert "each of 30 worlds was played out" in solve_command.text(report, "")
    assert "playouts by a policy" in hint.hint_model(report)
    half = dr.solve(position, limit, worth="half")
    assert footer.worth_in(half) == "half open hands, half playouts by a policy"
    assert "half of a move's value is from worlds played out by a policy" in half.model


def test_options_that_name_a_way_keep_their_meaning(position: dr.Position) -> None:
    limit = Limit(worlds=10)
    for report in (
        dr.solve(position, limit, model="counted"),
        dr.solve(position, limit, worth="best"),
    ):
        assert "by_policy" not in report.as_json()
        assert footer.worth_in(report) == "all hands open"


def test_without_machine_code_the_answer_is_that_of_a_search(
    position: dr.Position, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(native, "plays_policies", lambda *_, **__: False)
    alone, limit = dr.solve(position, Limit(worlds=5)), Limit(worlds=5)
    monkeypatch.setattr(move_search, "playing_out", lambda position: None)
    assert dr.solve(position, limit).rows == alone.rows


def test_strong_plays_by_the_policy_and_solver_does_not(
    position: dr.Position, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[PlayingOut | None] = []
    by_playouts = sampling_bots._by_playouts

    def seen(*arguments: Any) -> Any:
        asked.append(arguments[-1] if len(arguments) == 5 else None)
        return by_playouts(*arguments)

    monkeypatch.setattr(sampling_bots, "_by_playouts", seen)
    moves = {bot("strong:worlds=2")(position, Random(1)) for _ in range(2)}
    assert len(moves) == 1
    assert [by is None for by in asked] == [False, False]
    bot("solver:worlds=2")(position, Random(1))
    assert not any(by is not None for by in asked[2:])


def test_a_tile_laid_aside_unseen_shows_nothing() -> None:
    moves = "00,40l,10r,43l,33l,61r,30l,50l,62r,51l,~,41l,42r,~,44l,~53,54l,~,55l,52l,~,21l,~,~32"
    hands = "A:x7/B:x7/C:x7/D:22.32.41.43.50.52.53"
    position = dr.Position(f"gaple {hands} play:{moves},11l,~,~ opener:A")
    by = policy_files.playing_out(position)
    assert by is not None
    assert by.shown.laid.bit_count() == len([*position.laid.tiles()])
    assert dr.solve(position, dr.Limit(worlds=20)).best == position.legal_moves[0]
