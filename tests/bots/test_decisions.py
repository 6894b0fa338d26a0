"""A bot's turn in a round: what it is given, what chance it has, whom it may not see."""

from __future__ import annotations

import gc
from dataclasses import replace
from random import Random
from types import BuiltinFunctionType, FunctionType, MethodType, ModuleType

import pytest
from hypothesis import given
from hypothesis import strategies as st

import dominoes_rules as dr
from dominoes_rules import testing
from dominoes_rules.bots import NamedBot, bot, cheat, decide, sampling_bots
from dominoes_rules.solving.move_search import MoveSearch
from dominoes_solver.search import estimate, native

CODE = (ModuleType, FunctionType, BuiltinFunctionType, MethodType, type)


def reached(root: object) -> list[object]:
    """Everything that references lead to from an object, but for code and what it knows."""
    found: dict[int, object] = {}
    waiting = [root]
    while waiting:
        one = waiting.pop()
        if id(one) not in found and not isinstance(one, CODE):
            found[id(one)] = one
            waiting += gc.get_referents(one)
    return list(found.values())


@pytest.mark.parametrize("name", dr.variants())
def test_no_reference_leads_to_the_other_hands(name: str) -> None:
    game = dr.Round(dr.variant(name), seed=5)
    given_to: list[dr.Position] = []

    def watch(position: dr.Position, _random: Random) -> dr.Move:
        given_to.append(position)
        objects = reached(position)
        hands = game.state.hands
        hidden = [hand for seat, hand in enumerate(hands) if seat != game.state.mover]
        assert hands[game.state.mover] in objects  # such a mask would be found
        assert not any(hand in objects for hand in hidden if hand.bit_count() > 2)
        assert not any(isinstance(one, dr.Round) for one in objects)
        assert game.state not in objects
        return position.legal_moves[-1]

    watching = NamedBot("watch", watch)
    while not game.is_over and len(given_to) < 4:
        game.push(decide(watching, game))
    assert given_to


@given(data=st.data())
def test_a_bot_sees_what_its_seat_has_seen(data: st.DataObject) -> None:
    game = data.draw(testing.rounds(data.draw(st.sampled_from(dr.variants()).map(dr.variant))))
    for seat in game.hand_counts:
        assert game.text_seen_by(seat) == str(game.seen_by(seat))


def test_chance_depends_on_seed_round_action_and_seat_alone() -> None:
    game = dr.Round(dr.variant("block"), seed=1)
    drawn = []

    def watch(position: dr.Position, random: Random) -> dr.Move:
        drawn.append(random.random())
        return position.legal_moves[0]

    expected = []
    while not game.is_over:
        if len(game.legal_moves) > 1:
            expected.append(Random(f"9/1/{len(game.actions) + 1}/{game.turn}").random())
        game.push(decide(NamedBot("watch", watch), game, seed=9))
    assert drawn == expected
    assert len(drawn) > 3


def test_only_a_declared_cheat_gets_the_round_and_it_is_a_copy() -> None:
    game = dr.Round(dr.variant("block"), seed=1)

    @cheat
    def peek(round_: dr.Round, _random: Random) -> dr.Move:
        assert isinstance(round_, dr.Round)
        move = round_.legal_moves[-1]
        assert round_.state.hands == game.state.hands
        round_.push(move)
        return move

    expected = game.legal_moves[-1]
    assert decide(NamedBot("peek", peek), game) == expected
    assert not game.actions


def test_omniscient_plays_the_exact_value() -> None:
    game = dr.Round(dr.variant("partnership"), seed=3)
    while not game.is_over:
        move = decide(bot("omniscient"), game)
        if len(game.legal_moves) > 1 and len(game.line) > 12:
            report = dr.solve(game.position)
            assert report[move].points.mean == report.rows[0].points.mean
        game.push(move)


@pytest.mark.parametrize("name", ["solver:worlds=5", "strong", "vote", "omniscient"])
def test_ctrl_c_ends_a_decision_though_a_search_answers(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    usual = MoveSearch.report

    def interrupted(search: MoveSearch) -> dr.Report:
        report = usual(search)
        assert report.findings is not None
        return replace(report, findings=replace(report.findings, interrupted=True))

    monkeypatch.setattr(MoveSearch, "report", interrupted)
    game = dr.Round(dr.variant("block"), seed=0)
    while len(game.legal_moves) < 2 or len(game.actions) < 5:
        game.push(game.legal_moves[0])
    with pytest.raises(KeyboardInterrupt):
        decide(bot(name, rated=True), game)


def test_a_world_out_of_reach_is_played_out_in_machine_code(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Without a search that can't end, and with the same playouts as in plain Python."""
    monkeypatch.setattr(sampling_bots, "evaluate_many", None)
    game = dr.Round(dr.variant("chicken_foot"), seats=2, seed=5)
    moves = [decide(bot("playouts:n=8"), game)]
    with monkeypatch.context() as native_alone:
        native_alone.setattr(estimate, "playout", None)
        moves.append(decide(bot("playouts:n=8"), game))
        assert decide(bot("solver:worlds=2"), game) in game.legal_moves
    monkeypatch.setenv(native.SWITCH, "0")
    moves.append(decide(bot("playouts:n=8"), game))
    assert len(set(moves)) == 1
    assert len(game.legal_moves) > 1


def test_no_bot_estimates_what_an_exact_answer_would_take(monkeypatch: pytest.MonkeyPatch) -> None:
    """It may take longer than all else, where the nodes of a world run out."""
    asked = []

    def cost(*_: object, **__: object) -> float:
        asked.append(1)
        return 1.0

    monkeypatch.setattr("dominoes_solver.pimc.counted_worlds.exact_cost", cost)
    monkeypatch.setattr(sampling_bots, "NODES_OTHERWISE", 20)
    monkeypatch.setattr(sampling_bots, "_in_reach", lambda *_: True)
    position = dr.Position("draw A:x7/B:10.30.32.42.43.50.51 play:66,+20,+52,+64,64l,44l,42l,63r")
    assert bot("solver:worlds=2")(position, Random(0)) in position.legal_moves
    assert not asked
    dr.solve(position, dr.Limit(worlds=2, nodes=20), model="counted")
    assert asked
