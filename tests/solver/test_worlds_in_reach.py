"""A search that can have only a few worlds is given up for playouts of many."""

from __future__ import annotations

import pytest

from dominoes_lang.codegen.compiled import Compiled
from dominoes_solver.limit import Limit
from dominoes_solver.pimc import chunk_plan, worlds_in_reach
from dominoes_solver.pimc.budgets import Nodes
from dominoes_solver.pimc.valued_world import World
from dominoes_solver.pimc.worlds_in_reach import is_in_vain, nodes_in_reach
from tests.solver.searched import expectimax
from tests.solver.small_games import Game, after, compiled, deal
from tests.solver.test_search_expectimax import Dealt, worlds

ASKED = 40
"""Worlds of the searches here; all of them are in reach, or none."""


def drawing() -> tuple[Compiled, Dealt]:
    rules = compiled(Game(4, 2, 1, 5, turn="until able"))
    return rules, worlds(after(rules, deal(rules, 1), 2, 1), ASKED)


def budget_for(share: float, nodes: int, monkeypatch: pytest.MonkeyPatch) -> Nodes:
    """A usual budget of a share of these nodes, of which one world may take all."""
    usual = Nodes(10**9, int(share * nodes))
    monkeypatch.setattr(chunk_plan, "usual_nodes", lambda *_, **__: usual)
    return usual


@pytest.mark.parametrize("asked", [1, 2, 30, 200, 1000])
def test_the_nodes_in_reach_grow_with_the_worlds_up_to_those_of_an_answer(asked: int) -> None:
    nodes = Nodes(1, 100_000)
    fewest = min(asked, worlds_in_reach.FEWEST_IN_REACH)
    amounts = [nodes_in_reach(nodes, number, asked) for number in range(1, asked + 1)]
    assert amounts == sorted(amounts)
    assert set(amounts[fewest - 1 :]) == {nodes.of_an_answer}
    for number, amount in enumerate(amounts, 1):
        assert not is_in_vain(nodes, amount, number, asked)
        assert is_in_vain(nodes, amount + 1, number, asked) == (number < fewest)


def test_too_few_in_reach_are_given_up_for_playouts_of_all(monkeypatch: pytest.MonkeyPatch) -> None:
    rules, source = drawing()
    searched = expectimax(rules, source, Limit(worlds=ASKED), seed=1)
    watched: list[int] = []

    def watch(rank: int, world: World) -> None:
        assert world.noise is not None, "it was played out"
        watched.append(rank)

    for share in (0.05, 0.5):
        usual = budget_for(share, searched.nodes, monkeypatch)
        played = expectimax(rules, source, seed=1)
        assert played.used == played.estimated == ASKED
        assert not played.exact
        assert played.cost is not None
        # One more world may be under way when it is given up, and playouts take none.
        assert 0 < played.nodes <= usual.of_an_answer + searched.nodes / 4
        again = expectimax(rules, source, seed=1, watch=watch)
        assert again.rows == played.rows
        assert len(watched) == len(set(watched)) == ASKED
        watched.clear()
    budget_for(2, searched.nodes, monkeypatch)
    assert expectimax(rules, source, seed=1).rows == searched.rows


def test_what_was_asked_for_is_searched_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    rules, source = drawing()
    full = expectimax(rules, source, Limit(worlds=ASKED), seed=1)
    budget_for(0.05, full.nodes, monkeypatch)
    for limit in (Limit(worlds=ASKED), Limit(exact=True), Limit(worlds=5, nodes=10**6)):
        assert expectimax(rules, source, limit, seed=1).estimated == 0
    assert expectimax(rules, Dealt(source.states[:1])).estimated == 0
