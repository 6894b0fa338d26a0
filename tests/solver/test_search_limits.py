"""Limits, budgets, and what answers when they are spent."""

from __future__ import annotations

import math
import time
from pathlib import Path
from typing import Any, cast

import pytest

from dominoes_lang.codegen.compiled import Compiled
from dominoes_lang.setup.ruleset import Goal
from dominoes_lang.table.state import Action, Kind, State
from dominoes_rules import library
from dominoes_solver.chance import Chance
from dominoes_solver.limit import Budget, Limit, OutOfBudget
from dominoes_solver.search import estimate
from dominoes_solver.search.one_world import exact_cost, solver, value
from dominoes_solver.search.python import any_game, reference, two_sides
from dominoes_solver.search.python.reference import preferences, rank
from tests.solver.small_games import Game, after, compiled, deal, evaluate

RULESETS = Path(__file__).parent.parent / "rulesets"
PARTNERSHIP = Game(6, 4, 2, 7)
DRAW_ONE = Game(6, 2, 1, 7, turn="then stop")
THREE = Game(6, 3, 1, 7)


@pytest.mark.parametrize(
    "wrong",
    [{"worlds": 0}, {"time": 0.0}, {"time": math.nan}, {"nodes": 0}, {"worlds": 5, "exact": True}],
)
def test_a_limit_out_of_range_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=next(iter(wrong))):
        Limit(**wrong)


def test_budget_counts_and_ends() -> None:
    ticks: list[int] = []
    budget = Budget(5000, tick=ticks.append)
    assert budget.allowance < 4096
    budget.spend(4096)
    assert budget.allowance <= 904
    with pytest.raises(OutOfBudget):
        budget.spend(904)
    assert budget.spent == 5000
    assert ticks == [4096, 904]


@pytest.mark.parametrize("game", [PARTNERSHIP, DRAW_ONE, THREE])
def test_out_of_nodes_all_values_are_estimates(game: Game) -> None:
    rules = compiled(game)
    state = deal(rules, 3)
    found = evaluate(rules, state, nodes=500, seed=1)
    assert not found.exact
    assert found.nodes == 500
    assert list(found.actions) == rules.legal(state)
    again = evaluate(rules, state, nodes=500, seed=1)
    assert found == again
    assert found != evaluate(rules, state, nodes=500, seed=2)
    for vector in found.values:
        assert len(vector) == rules.setup.sides
        if len(vector) == 2:
            assert vector[0] == -vector[1]


@pytest.mark.parametrize(
    "game", [PARTNERSHIP, pytest.param(DRAW_ONE, marks=pytest.mark.thorough), THREE]
)
def test_a_search_goes_on_with_a_fresh_budget(game: Game) -> None:
    """What was proved before the budget ran out is neither lost nor wrong."""
    rules = compiled(game)
    state = after(rules, deal(rules, 3), 14, seed=3)
    truth = value(rules, state)
    budget = Budget(50)
    value_of = solver(rules, state, budget)
    for _ in range(10_000):
        try:
            assert value_of(state) == truth
            break
        except OutOfBudget:
            budget.nodes = budget.spent + 50
    else:
        pytest.fail("it never came to an end")


def test_a_deadline_is_kept() -> None:
    rules = compiled(DRAW_ONE)
    started = time.monotonic()
    found = evaluate(rules, deal(rules, 1), deadline=started + 0.3)
    assert not found.exact
    assert time.monotonic() - started < 60  # without the deadline it would take hours


def test_a_forgetful_table_changes_no_value(monkeypatch: pytest.MonkeyPatch) -> None:
    for game in (PARTNERSHIP, DRAW_ONE, THREE):
        rules = compiled(game)
        state = after(rules, deal(rules, 5), 12 if game is not DRAW_ONE else 24, seed=5)
        truth = evaluate(rules, state)
        monkeypatch.setattr("dominoes_solver.limit.CHECKED_EVERY", 16)
        for kernel in (two_sides, any_game):
            monkeypatch.setattr(kernel, "MOST_ENTRIES", 10)
        assert evaluate(rules, state).values == truth.values
        monkeypatch.undo()


def test_interrupts_are_not_swallowed() -> None:
    def interrupt(_: int) -> None:
        raise KeyboardInterrupt

    rules = compiled(PARTNERSHIP)
    with pytest.raises(KeyboardInterrupt):
        evaluate(rules, deal(rules, 0), tick=interrupt)


def test_cost_is_right_to_a_power_of_ten_or_so() -> None:
    rules = compiled(PARTNERSHIP)
    ratios = []
    for seed in range(5):
        state = deal(rules, seed)
        truth = evaluate(rules, state).nodes
        ratios.append(math.log10(exact_cost(rules, state, nodes=20_000, seed=0) / truth))
    ratios.sort()
    assert -1.5 < ratios[2] < 1.5


def test_whom_a_mover_looks_at_first() -> None:
    """The tie rule: most for the own side, then least for the next sides in order of play."""
    three = compiled(Game(3, 3, 1, 2)).setup
    assert preferences(three)[1] == ((1, 1), (2, -1), (0, -1))
    teams = compiled(Game(4, 4, 2, 2)).setup
    assert preferences(teams)[3] == ((1, 1), (0, -1))
    fewest = compiled(Game(3, 3, 1, 2, match="fewest")).setup
    assert fewest.goal is Goal.FEWEST
    assert preferences(fewest)[0] == ((0, -1), (1, 1), (2, 1))
    order = preferences(three)[0]
    assert rank((3, 1, 5), order) > rank((3, 2, 0), order) > rank((2, 0, 0), order)


def test_a_finished_round_is_worth_what_it_paid() -> None:
    rules = compiled(Game(2, 2, 1, 2))
    state = deal(rules, 0)
    while not state.over:
        state = rules.play(state, rules.legal(state)[0])
    assert evaluate(rules, state).actions == ()
    assert value(rules, state) == reference.settled(rules, state)


@pytest.mark.parametrize("name", ["pass_freely", "draw_by_choice"])
def test_nobody_draws_or_passes_in_a_playout_while_a_tile_fits(name: str) -> None:
    rules, idle = library.compiled(library.load(RULESETS / f"{name}.rules")), 0

    class Watched:
        legal = staticmethod(rules.legal)

        @staticmethod
        def play(state: State, action: Action) -> State:
            nonlocal idle
            can_play = any(one.kind is Kind.PLAY for one in rules.legal(state))
            assert can_play == (action.kind is Kind.PLAY)
            idle += can_play and len({one.kind for one in rules.legal(state)}) > 1
            return rules.play(state, action)

    for seed in range(3):
        estimate.playout(cast(Compiled, Watched), deal(rules, seed), Chance(seed, 0))
    assert idle
