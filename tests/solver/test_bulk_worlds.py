"""Worlds in bulk are those that are made one by one, and so are the answers that rest on them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given

from dominoes_rules import bots, library
from dominoes_rules.bots import decide
from dominoes_rules.play.round import Round
from dominoes_rules.position.choice_models import bundled_models
from dominoes_rules.position.position import Position
from dominoes_solver.belief.weighing import Weighing
from dominoes_solver.limit import Limit
from dominoes_solver.pimc.open_worlds import OpenWorlds
from dominoes_solver.pimc.pimc import expectimax
from dominoes_solver.pimc.valued_world import World
from dominoes_solver.pimc.weighed_search import Belief, Worth
from dominoes_solver.search import native
from dominoes_solver.worlds.counting import WorldTable
from dominoes_solver.worlds.slots import Hidden
from tests.solver.hidden_problems import problems


class OneByOne(OpenWorlds):
    """Worlds of which none are made together."""

    def in_bulk(self, ranks: Sequence[int]) -> None:  # noqa: ARG002 (its signature)
        return None


def position(name: str, tiles: int) -> Position:
    """A choice with so many tiles left in the hands, after a round of equals."""
    game, bot = Round(library.find(name), seed=4), bots.bot("heaviest")
    while sum(game.hand_counts.values()) > tiles or len(game.legal_moves) < 2:
        game.push(decide(bot, game))
    return Position(game.text_seen_by(game.turn), game.setup.ruleset)


@given(problems())
def test_many_ranks_have_the_worlds_of_each(hidden: Hidden) -> None:
    table = WorldTable(hidden)
    assert table.masks(range(table.count)).tolist() == [list(world) for world in table]


@pytest.mark.parametrize("name", ["block", "partnership", "haitian", "cut_throat"])
@pytest.mark.parametrize("nodes", [None, 8])
def test_an_answer_in_bulk_is_the_answer_one_by_one(
    name: str, nodes: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("numba")
    monkeypatch.setattr(native.worth, "WORTH_IT", 0)
    here = position(name, 12)
    limit = Limit(worlds=120, nodes=nodes)
    found = []
    for kind in (OpenWorlds, OneByOne):
        seen: list[object] = []

        def note(rank: int, world: World, seen: list[object] = seen) -> None:
            seen.append((rank, [*world.values], [*world.wins]))

        findings = expectimax(
            here.compiled,
            kind(here.evidence),
            limit,
            seed=3,
            watch=note,
            costs=False,
        )
        found.append((replace(findings, seconds=0.0, nodes=0), seen))
    assert found[0] == found[1]
    assert found[0][0].natively or nodes is None
    assert bool(found[0][0].estimated) == (nodes is not None)


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
