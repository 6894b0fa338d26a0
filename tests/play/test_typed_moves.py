"""Every legal move, as the program writes it, is read back wherever a move can be written."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import dominoes_rules as dr
from dominoes_lang.table.state import Kind
from dominoes_rules import library, testing
from dominoes_rules.conversation.move_words import play_words
from dominoes_rules.conversation.typed import move_of
from dominoes_rules.server.wire import protocol
from tests.play.test_conversation import Table, match_of

SHARE_PLAYED = 0.1
"""Of the states of a round, those whose legal moves are also played and read in positions."""


def steps_of(ruleset: dr.Ruleset, seats: int, seed: int) -> Iterator[dr.Round]:
    """A round before each of its random moves."""
    chance, game = Random(seed), dr.Round(ruleset, seats=seats, seed=seed)
    while not game.is_over:
        yield game
        game.push(chance.choice(game.legal_moves))


def expect_read_when_typed(game: dr.Round) -> None:
    """Type each legal move; where a number looks the same, type what the answer proposes."""
    legal = game.legal_moves
    for move in legal:
        for text in {f"{move}", f"{move}".lower()}:
            number = int(text) if text.isdigit() else 0
            if 1 <= number <= len(legal) and legal[number - 1] != move:
                with pytest.raises(dr.InvalidMove, match=f"write #{text} for the nu") as refused:
                    move_of(text, legal)
                proposed = str(refused.value).split(", ")[-1].removesuffix(" for the tile")
                assert move_of(f"#{text}", legal) == legal[number - 1]
                assert move_of(proposed, legal) == move
            else:
                assert move_of(text, legal) == move


def expect_read_by_rounds(game: dr.Round) -> None:
    """Push each legal move by its text, as the form of a table in the browser does."""
    for move in game.legal_moves:
        by_text, by_move = game.copy(), game.copy()
        by_text.push(f"{move}")
        by_move.push(move)
        assert by_text == by_move


def expect_read_on_the_wire(game: dr.Round) -> None:
    for move in game.legal_moves:
        message = protocol.as_message(move)
        assert protocol.move_of(message, opening=not game.state.opened) == move


def expect_read_in_position_text(game: dr.Round, moves: Iterable[dr.Move]) -> None:
    """Write each of these moves behind the record that a seat has seen."""
    for move in moves:
        seat = game.turn
        if move.kind is Kind.DRAW:  # the player's own record has the tile
            seat = next(one for one in game.setup.seat_names if one != seat)
        words = f"{game.seen_by(seat)}".split()
        if any(word.startswith("play:") for word in words):
            words = [f"{word},{move}" if word.startswith("play:") else word for word in words]
        else:
            words.append(f"play:{move}")
        after = game.copy()
        after.push(move)
        assert dr.Position(" ".join(words)) == after.seen_by(seat)


def hold(ruleset: dr.Ruleset, seats: int, seed: int) -> None:
    chance = Random(seed)
    for game in steps_of(ruleset, seats, seed):
        expect_read_when_typed(game)
        if game.setup.layout.is_line and not game.setup.turn.discards:  # what a server offers
            expect_read_on_the_wire(game)
        if chance.random() < SHARE_PLAYED:
            expect_read_by_rounds(game)
            if ruleset.name in library.bundled():  # others are read from their files
                expect_read_in_position_text(game, chance.sample(game.legal_moves, 1))


def test_legal_moves_of_every_game_are_read_back() -> None:
    for name in library.bundled():
        ruleset = library.variant(name)
        hold(ruleset, ruleset.players[0], seed=1)


@pytest.mark.slow
@pytest.mark.parametrize("name", library.bundled())
def test_legal_moves_of_every_table_are_read_back(name: str) -> None:
    ruleset = library.variant(name)
    for seats in ruleset.players:
        for seed in range(3):
            hold(ruleset, seats, seed)


@settings(max_examples=10)
@given(data=st.data())
def test_legal_moves_of_composed_rules_are_read_back(data: st.DataObject) -> None:
    ruleset = data.draw(testing.rulesets() | testing.trick_rulesets())
    seats = data.draw(st.sampled_from(ruleset.players))
    hold(ruleset, seats, data.draw(st.integers(0, 100)))


def test_a_play_on_a_train_in_many_words() -> None:
    game = dr.Round(dr.variant("mexican_train"), seats=4, seed=3)
    while "C8@A" not in map(str, game.legal_moves):
        game.push(game.legal_moves[0])
    for text in ("C8@A", "c8@a", "12-8@A", "C8 on A", "[12|8] on A's train", "play 8-12 at a"):
        assert f"{move_of(text, game.legal_moves)}" == "C8@A"
    for text in ("C8@P", "12-8 on the public train", "c8 on public"):
        assert f"{move_of(text, game.legal_moves)}" == "C8@P"


def test_a_play_is_typed_as_the_table_writes_it() -> None:
    names = dict(zip("ABCD", ("Ana", "Bea's twin", "C", "Ana's train"), strict=True))
    for game in steps_of(dr.variant("mexican_train"), 4, seed=3):
        for move in game.legal_moves:
            if move.kind is Kind.PLAY:
                written = play_words(move, names)
                assert move_of(written, game.legal_moves, names) == move


def test_a_play_on_a_train_is_typed_as_it_is_listed() -> None:
    table = Table(match_of("mexican_train", 3, player="first"))
    listed = f"{table.match.round.legal_moves[0]}"
    table.type(listed)
    assert listed in map(str, table.match.round.moves)
