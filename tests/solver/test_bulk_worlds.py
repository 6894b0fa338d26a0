"""Worlds in bulk are those that are made one by one, and so are the answers that rest on them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import count
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dominoes_rules import bots, library
from dominoes_rules.bots import decide
from dominoes_rules.play.round import Round
from dominoes_rules.position.choice_models import bundled_models
from dominoes_rules.position.position import Position
from dominoes_solver.belief.weighing import Weighing
from dominoes_solver.limit import Limit
from dominoes_solver.pimc import budgets, chunk_plan
from dominoes_solver.pimc.budgets import Nodes, PlayoutBudget, Playouts
from dominoes_solver.pimc.chunk_plan import BATCH
from dominoes_solver.pimc.findings import Findings
from dominoes_solver.pimc.open_worlds import OpenWorlds
from dominoes_solver.pimc.valued_world import World
from dominoes_solver.pimc.weighed_search import Belief, Worth
from dominoes_solver.search import native
from dominoes_solver.worlds.counting import WorldTable
from dominoes_solver.worlds.slots import Hidden
from tests.solver.hidden_problems import problems
from tests.solver.searched import expectimax


class OneByOne(OpenWorlds):
    """Worlds of which none are made together."""

    def in_bulk(self, ranks: Sequence[int], orders: Sequence[Random]) -> None:  # noqa: ARG002 (its signature)
        return None


def position(name: str, tiles: int) -> Position:
    """A choice with so many tiles left in the hands, after a round of equals."""
    game, bot = Round(library.find(name), seed=4), bots.bot("heaviest")
    while sum(game.hand_counts.values()) > tiles or len(game.legal_moves) < 2:
        game.push(decide(bot, game))
    return Position(game.text_seen_by(game.turn), game.setup.ruleset)


def before_the_last_draw(name: str) -> Position:
    """A choice where one tile is left in the stock, and some hands are hidden."""
    for seed in count(1):
        game, chance = Round(library.find(name), seed=seed), Random(seed)
        while not game.is_over:
            here = Position(game.text_seen_by(game.turn), game.setup.ruleset)
            if here.evidence.stock_size == 1 and len(game.legal_moves) > 1:
                return here
            game.push(chance.choice(game.legal_moves))
    raise AssertionError("there is always another seed")


@given(problems())
def test_many_ranks_have_the_worlds_of_each(hidden: Hidden) -> None:
    table = WorldTable(hidden)
    assert table.masks(range(table.count)).tolist() == [list(world) for world in table]


def answer(here: Position, kind: type[OpenWorlds], limit: Limit) -> tuple[Findings, list[object]]:
    """The findings, and what was found in each world."""
    seen: list[object] = []

    def note(rank: int, world: World) -> None:
        seen.append((rank, [*world.values], [*world.wins]))

    worlds = kind(here.evidence)
    findings = expectimax(here.compiled, worlds, limit, seed=3, watch=note, costs=False)
    return replace(findings, seconds=0.0, nodes=0), seen


@pytest.mark.parametrize("name", ["block", "partnership", "haitian", "cut_throat"])
@pytest.mark.parametrize("nodes", [None, 8])
def test_an_answer_in_bulk_is_the_answer_one_by_one(
    name: str, nodes: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("numba")
    monkeypatch.setattr(native.worth, "WORTH_IT", 0)
    here = position(name, 12)
    limit = Limit(worlds=120, nodes=nodes)
    found = [answer(here, kind, limit) for kind in (OpenWorlds, OneByOne)]
    assert found[0] == found[1]
    assert found[0][0].natively or nodes is None
    assert bool(found[0][0].estimated) == (nodes is not None)


@pytest.mark.parametrize("name", ["draw", "all_fives", "chicken_foot", "domohnoes", "five_up"])
def test_estimates_in_bulk_are_those_one_by_one_and_in_plain_python(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("numba")
    budget = PlayoutBudget(1_000_000, 100, 120, 4)
    monkeypatch.setattr(chunk_plan, "playout_budget", lambda *_, **__: budget)
    monkeypatch.setattr(budgets, "playout_budget", lambda *_, **__: budget)
    monkeypatch.setattr(chunk_plan, "usual_nodes", lambda *_, **__: Nodes(1, 10**9))
    here = position(name, 16)
    natively = [answer(here, kind, Limit()) for kind in (OpenWorlds, OneByOne)]
    assert natively[0][0].estimated == natively[0][0].used > BATCH
    monkeypatch.setattr(native, "plays_rounds", lambda *_, **__: False)
    assert natively == [answer(here, OneByOne, Limit())] * 2


@pytest.mark.parametrize("name", ["draw", "bergen", "chicken_foot"])
def test_worlds_in_bulk_have_the_stock_of_each(name: str) -> None:
    pytest.importorskip("numpy")
    worlds = OpenWorlds(position(name, 16).evidence)
    assert not worlds.determined
    ranks = range(0, worlds.count or 0, (worlds.count or 0) // 5)
    together = worlds.in_bulk(ranks, [Random(rank) for rank in ranks])
    assert together is not None
    assert [*together] == [worlds.state(rank, Random(rank)) for rank in ranks]
    assert together[2:][0] == together[2]


@pytest.mark.parametrize("name", ["double_bergen", "draw"])
def test_a_last_tile_of_the_stock_is_that_of_each_world_in_bulk(name: str) -> None:
    """One tile has one order, so none is drawn for it; it is not the same tile in all worlds."""
    pytest.importorskip("numba")
    from dominoes_solver.search.native.programs import setup_tables

    worlds = OpenWorlds(before_the_last_draw(name).evidence)
    assert worlds.determined
    ranks = range(0, worlds.count or 0, (worlds.count or 0) // 5)
    together = worlds.in_bulk(ranks, ())
    assert together is not None
    alone = [worlds.state(rank, None) for rank in ranks]
    assert [*together] == alone
    assert setup_tables.stocks(together).tolist() == setup_tables.stocks(alone).tolist()


@given(
    st.integers(1, 60),
    st.integers(1, 9),
    st.integers(0, 10**6),
    st.integers(0, 10**6),
)
def test_the_rounds_of_a_world_cost_as_little_as_any_other_number(
    tiles: int, moves: int, within: int, between: int
) -> None:
    budget = PlayoutBudget(10**9, 300, 4_000, 8)
    chosen = Playouts(budget, tiles, 1, 8).after_pilot(moves, within, between).of_a_move

    def variance_by_cost(rounds: int) -> float:
        return (300 + rounds * moves * tiles) * (between + within / rounds)

    numbers = [1 << place for place in range(6)]
    assert chosen in numbers
    best = min(map(variance_by_cost, numbers))
    assert variance_by_cost(chosen) <= best * (1 + 1e-9)


@pytest.mark.parametrize("worth", Worth)
def test_so_it_is_where_worlds_are_weighted(worth: Worth, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("numba")
    monkeypatch.setattr(native.worth, "WORTH_IT", 0)
    here = position("block", 10)
    model = bundled_models()["block"]
    found = []
    for kind in (OpenWorlds, OneByOne):
        worlds = kind(here.evidence)
        belief = Belief(Weighing(here.evidence, here.view, model), worth, worlds)
        findings = expectimax(here.compiled, worlds, Limit(worlds=120), seed=3, belief=belief)
        found.append(replace(findings, seconds=0.0, nodes=0))
    assert found[0] == found[1]
    assert found[0].effective
