"""Types of players: Bayes' rule, worlds weighed by several models, and matches in tournaments."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from math import exp, prod
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import dominoes_rules as dr
from dominoes_rules import library
from dominoes_rules.bots.bot_rounds import Turn, play_round, simple_chooser, simple_player
from dominoes_rules.play.round import Round
from dominoes_rules.position.choice_models import (
    bundled_models,
    bundled_types,
    types_beside,
    usual_model,
)
from dominoes_rules.tournaments.contest_table import ContestTable
from dominoes_rules.tournaments.duplicate import contest_of
from dominoes_rules.tournaments.tournament_options import TournamentOptions
from dominoes_solver.belief.applied_model import Reading
from dominoes_solver.belief.fit import choices_of
from dominoes_solver.belief.likelihood import LEAST, RecordedPast
from dominoes_solver.belief.player_types import FIRST_SHARE, TypeBelief, cast
from dominoes_solver.evidence.view import Record
from dominoes_solver.search import native

BLOCK = library.compiled(library.variant("block"))
TYPES = types_beside(bundled_models()["block"])


def learnt(bots: tuple[str, ...], rounds: int, seed: int, variant: str = "block") -> TypeBelief:
    """What some rounds of simple bots show."""
    rules = library.compiled(library.variant(variant))
    players = [simple_player(chooser) for bot in bots if (chooser := simple_chooser(bot))]
    found = TypeBelief.at_first(types_beside(bundled_models()[variant]), len(players))
    for number in range(rounds):
        turn = Turn.dealt(rules, seed, number)
        play_round(turn, players)
        found = found.after(choices_of(rules, turn.states[0], turn.actions))
    return found


def test_no_two_types_have_one_name() -> None:
    """A model may have been fitted to one of the bots that are types."""
    for name, one in bundled_types().items():
        types = types_beside(one)
        assert [row.name for row in types] == ["the model", *bundled_types(), "random"]
        assert types[0].model is one, name


@given(st.lists(st.lists(st.floats(-3, 0), min_size=5, max_size=5), max_size=6))
@settings(max_examples=40)
def test_the_posterior_is_bayes_rule(rounds: list[list[float]]) -> None:
    """Against products of chances, without logarithms."""
    belief = TypeBelief.at_first(TYPES, 2)
    for row in rounds:
        belief = belief.adding([row, [0.0] * 5])
    prior = [FIRST_SHARE] + [(1 - FIRST_SHARE) / 4] * 4
    odds = [p * prod(exp(row[n]) for row in rounds) for n, p in enumerate(prior)]
    assert belief.shares(0) == pytest.approx([one / sum(odds) for one in odds])
    assert belief.shares(1) == pytest.approx(prior)


def test_a_few_rounds_show_who_plays_how() -> None:
    belief = learnt(("heaviest", "long_suit"), 6, 3)
    assert [belief.likeliest(seat)[0] for seat in (0, 1)] == ["heaviest", "long_suit"]
    assert all(belief.likeliest(seat)[1] > 0.9 for seat in (0, 1))
    # So unlikely a round would make every chance 0 but for the logarithms.
    far = learnt(("lowest", "random"), 120, 3)
    assert far.likeliest(0)[0] == "lowest"
    name, share = far.likeliest(1)
    assert (name, round(share, 9)) == ("random", 1)


@pytest.mark.parametrize("variant", ["block", "partnership"])
def test_worlds_weigh_what_the_types_say(variant: str) -> None:
    """Weights and playouts by either way; the weights worked out again, type by type."""
    model = bundled_models()[variant]
    seats = 2 if variant == "block" else 4
    if variant == "partnership":  # as many phases as a model may have, and not those of the types
        early, middle, late = model.theta
        theta = (early,) * 5 + (middle, middle, late)
        model = replace(model, phases=(20, 10, 9, 8, 7, 5, 3, 0), theta=theta)
    belief = learnt(("heaviest", "random", "lowest", "long_suit")[:seats], 1, 1, variant)
    assert max(map(len, belief.mixtures)) > 1
    game = Round(library.variant(variant), seed=5)
    random = Random(5)
    while len(game.actions) < 9:
        game.push(random.choice(game.legal_moves))
    position = game.seen_by(game.turn)
    assert isinstance(position.view, Record)
    rules, past = game.compiled, RecordedPast(position.compiled, position.evidence, position.view)
    worlds = position.evidence.table.sample(30, 1)
    plain, fast = (Reading(rules, model, types=belief, natively=way) for way in (False, True))
    expected = []
    for world in worlds:
        weight = 1.0
        for seat, mixture in enumerate(belief.mixtures):
            rows = {place: past.factors(TYPES[place].model, world) for place, _ in mixture}
            if variant != "block" and 0 in rows:
                rows[0] = past.factors(model, world)
            own = [number for number, mover in enumerate(past.movers) if mover == seat]
            weight *= sum(
                share * prod(max(rows[place][number], LEAST) for number in own)
                for place, share in mixture
            )
        expected.append(weight)
    assert plain.weights(past, worlds) == pytest.approx(expected, rel=1e-9)
    assert fast.weights(past, worlds) == pytest.approx(expected, rel=1e-9)
    for row, same in zip(fast.factors(past, worlds), plain.factors(past, worlds), strict=True):
        assert row == pytest.approx(same, rel=1e-9)
    states = [position.evidence.open_state(world) for world in worlds[:6]]
    asked = (states, rules.legal(states[0]), 2, [7, 8, 9, 10, 11, 12], past.shown)
    assert native.reads_choices(rules)
    assert plain.playouts(*asked) == fast.playouts(*asked)
    raised = plain.under(model.with_slip(0.5))
    assert [one.slip for one in raised.models] == [0.5] * 4 + [1.0]
    # Before anything was seen, everybody is read as without types.
    at_first, without = (
        Reading(rules, model, types=types, natively=True)
        for types in (TypeBelief.at_first(belief.types, seats), None)
    )
    assert at_first.weights(past, worlds) == without.weights(past, worlds)
    assert at_first.playouts(*asked) == without.playouts(*asked)


def test_types_are_drawn_as_likely_as_they_are() -> None:
    mixtures = (((0, 0.5), (3, 0.5)), ((1, 1.0),), ((0, 0.25), (2, 0.75)))
    drawn = cast(mixtures, 0, range(4_000))
    assert {row[0] for row in drawn} == {0}, "who decides is of the first type"
    assert {row[1] for row in drawn} == {1}
    assert Counter(row[2] for row in drawn)[2] == pytest.approx(3_000, abs=120)


def test_bots_that_ask_for_positions_learn_alike() -> None:
    """In a tournament, from the same rounds as a bot that is decided in bulk."""
    bots = ["strong:worlds=3", "solver:worlds=3,model=choices"]
    contest = contest_of(TournamentOptions(bots, dr.variant("block"), seed=2, rounds_a_match=3))
    contest.__dict__["ways"] = contest.ways[0], None
    table = ContestTable(contest)
    for number in range(2):
        table.play(number)
    for game in range(2):
        position = dr.Round(dr.variant("block"), seed=1).seen_by("A")
        model = usual_model(position.after_rounds(*table._records[0, game]))
        assert model.types is not None
        assert model.types.rounds == 2
        for seat in range(2):
            shares = table._learnt[0, game, 0].shares(seat)
            assert shares == pytest.approx(model.types.shares(seat))


def test_earlier_rounds_are_given_in_a_tournament(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a match from its first deal on; in `draw`, which is not decided in bulk."""
    asked: list[int] = []

    def first(_: object, position: dr.Position, __: object) -> dr.Move:
        asked.append(len(position.earlier_rounds))
        return position.legal_moves[0]

    monkeypatch.setattr("dominoes_rules.bots.named.NamedBot.__call__", first)
    for types, rounds in ((True, 3), (False, 1)):
        asked.clear()
        dr.tournament(
            ["strong", "heaviest"], "draw", deals=4, seed=1, rounds_a_match=3, types=types
        )
        assert set(asked) == set(range(rounds))


def test_a_match_of_a_tournament_is_the_same_from_any_deal_on(tmp_path: Path) -> None:
    """Resumed in the middle of a match, too; a new match begins with nothing learnt."""
    bots = ["strong:worlds=3", "heaviest"]
    contest = contest_of(TournamentOptions(bots, dr.variant("block"), seed=2, rounds_a_match=4))
    whole = [ContestTable(contest).play(number) for number in (4, 7)]
    table = ContestTable(contest)
    first = [table.play(number) for number in range(8)]
    assert [first[4], first[7]] == whole
    plays: dict[str, Any] = {"deals": 4, "seed": 2, "rounds_a_match": 4}
    found = dr.tournament(bots, **plays)
    assert found.deals == tuple(first[:4])
    file = tmp_path / "results"
    dr.tournament(bots, **plays | {"deals": 2}, out=file)
    assert dr.tournament(bots, **plays, resume=file) == found
    alone = dr.tournament(bots, deals=4, seed=2)
    assert found.deals[0] == alone.deals[0]
    off = dr.tournament(bots, **plays, types=False)
    assert off.deals == alone.deals != found.deals
    unlearnt = dr.tournament(["strong:worlds=3,types=off", "heaviest"], **plays)
    assert [deal.payoffs for deal in unlearnt.deals] == [deal.payoffs for deal in off.deals]
    later = found.as_json()["by_rounds"]
    differences = found.pairs[0].differences
    assert later[0]["later"]["points"] == pytest.approx(sum(differences[2:]) / 2)  # type: ignore[index]
