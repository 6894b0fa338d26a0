"""What a bot asks of positions and rounds: the two give one answer, and the rules decide it."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import dominoes_rules as dr
from dominoes_lang.table.state import laid_aside
from dominoes_lang.table.tricks import trick_in
from dominoes_rules import testing

SNAPSHOT = "block/2 26-66-61-15 A:22.24.20.43/B:x6 A void:B=2.5 passes:1 opener:A score:20-35"
ANY_VARIANT = st.sampled_from(dr.variants()).map(dr.variant)


@given(data=st.data())
def test_a_round_and_what_is_seen_of_it(data: st.DataObject) -> None:
    game = data.draw(testing.rounds(data.draw(ANY_VARIANT)))
    position = game.position
    assert (position.turn, position.ends, position.line) == (game.turn, game.ends, game.line)
    assert position.score == game.score
    assert position.hand_counts == game.hand_counts
    assert position.stock_count == game.stock_count
    laid = len([*game.laid.tiles()])
    if game.setup.tricks is not None:
        laid = len(trick_in(game.state.ends).tiles)
        laid += sum(mask.bit_count() for mask in game.state.more.taken)
    aside = sum(laid_aside(game.state, seat).bit_count() for seat in range(game.setup.seats))
    tiles = len(game.setup.tiles)
    assert sum(game.hand_counts.values()) + game.stock_count + laid + aside == tiles
    seen = game.seen_by("B")
    for seat, count in game.hand_counts.items():
        hand = game.hand(seat)
        assert position.hand(seat) == hand
        assert len(hand) == count == seen.hand_counts[seat]
        assert seen.hand(seat) == (hand if seat == "B" else ())
    assert seen.stock_count == game.stock_count


@given(data=st.data())
def test_what_is_legal_can_be_played_and_nothing_else(data: st.DataObject) -> None:
    game = data.draw(testing.rounds(data.draw(ANY_VARIANT)))
    places: list[dr.Round | dr.Position] = [game, game.position]
    if not game.is_over:  # which depends on hands that a player does not see
        places.append(game.seen_by(game.turn))
    ends = ["l", "r"] if game.ends else [""]
    moves = ["-", "+", *(f"{tile}{end}" for tile in game.setup.tiles.tiles for end in ends)]
    for move in moves:
        try:
            after = game.peek(move)
        except dr.AmbiguousMove:
            for place in places:
                with pytest.raises(dr.AmbiguousMove):
                    place.is_legal(move)
            continue
        except dr.IllegalMove:
            assert {place.is_legal(move) for place in places} == {False}, move
        else:
            assert {place.is_legal(move) for place in places} == {True}, move
            played = game.copy()
            played.push(move)
            assert after == played.position
    assert all(place.is_legal(move) for place in places for move in game.legal_moves)


def test_of_a_hidden_hand_it_says_what_can_be() -> None:
    position = dr.Position(SNAPSHOT).play("22l")
    assert not position.knows_mover
    assert position.is_legal("-")
    assert not position.is_legal("21l")  # void:B=2.5
    assert not position.is_legal("64l")
    with pytest.raises(dr.InvalidMove):
        position.is_legal("six")


@given(data=st.data())
def test_a_round_goes_on_from_its_record(data: st.DataObject) -> None:
    game = data.draw(testing.rounds(data.draw(ANY_VARIANT)))
    again = dr.Round.from_position(game.position)
    assert again == game
    assert again.states == game.states


@settings(max_examples=15)
@given(data=st.data(), seed=st.integers(0, 99))
def test_a_round_goes_on_from_one_world(data: st.DataObject, seed: int) -> None:
    """What the mover knows is true of it; a stock in unknown order is in some order."""
    rules = data.draw(ANY_VARIANT)
    position = data.draw(testing.positions(rules))
    world = dr.worlds(position).sample(1, seed=seed)[0]
    game = dr.Round.from_position(world, seed=seed)
    assert game == dr.Round.from_position(world, seed=seed)
    assert game.seen_by(position.turn) == position
    assert game.legal_moves == position.legal_moves
    while not game.is_over:
        game.push(data.draw(st.sampled_from(game.legal_moves)))
        testing.check(game)
    assert game.outcome == game.position.outcome is not None


@given(data=st.data())
def test_a_round_goes_on_from_a_snapshot(data: st.DataObject) -> None:
    start = dr.Position(SNAPSHOT)
    game = dr.Round.from_position(dr.worlds(start)[data.draw(st.integers(0, 923))])
    assert game.seen_by("A") == start
    seen = start
    while not game.is_over:
        testing.check(game)
        assert game.seen_by("A") == seen
        move = data.draw(st.sampled_from(game.legal_moves))
        game.push(move)
        if not game.is_over:  # a snapshot can't show the end of a round
            seen = seen.play(move)
            shown = game.position.evidence.state
            assert shown[:4] == game.state[:4]  # hands, ends, stock and mover
    testing.check(game)
    assert game.outcome is not None
    assert game.score == {"A": 20, "B": 35}


def test_hidden_hands_make_no_round() -> None:
    with pytest.raises(dr.PositionError, match=r"several worlds .* dr\.worlds\(position\)\.sample"):
        dr.Round.from_position(dr.Position(SNAPSHOT))


def test_rules_from_a_text_and_names() -> None:
    assert {"block", "domohnoes", "draw", "draw_one", "partnership"} <= set(dr.variants())
    rules = dr.loads('variant "Short"\r\nextends "block"\r\ndeal: 5 each\r\n')
    assert dr.Round(rules).hand_counts == {"A": 5, "B": 5}
    with pytest.raises(dr.RulesError):
        dr.loads("variant")
    assert dr.__version__.count(".") == 2


def test_values_read_well_at_a_prompt() -> None:
    game = dr.Round(dr.variant("block"), seed=7)
    assert repr(game.legal_moves[0]) == f"<Move {game.legal_moves[0]}>"
    report = dr.solve(dr.Position(SNAPSHOT), dr.Limit(exact=True))
    assert repr(report.rows[1]) == "<Row 42l: 9.46 points, wins 85.3%, gap 6.22>"
