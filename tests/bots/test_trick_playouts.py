"""Worlds of games of tricks as the bots that search them play them out, and weigh them by bids."""

from __future__ import annotations

from itertools import count
from random import Random

import pytest

import dominoes_rules as dr
from dominoes_lang.table.tiles import Tile
from dominoes_rules import library
from dominoes_rules.bots import bot
from dominoes_rules.bots.bot_rounds import Turn, play_round, simple_player
from dominoes_rules.bots.counting_bot import counts
from dominoes_rules.bots.on_positions import shown_in
from dominoes_rules.bots.trick_playouts import SLIP, CountingOut, Said
from dominoes_rules.play.round import Round

GAMES = ("texas_42", "moon")
PLAYER = simple_player(counts)
STRONG, HOPELESS, OTHERWISE = "66.65.64.63.55.44.21", "62.60.42.41.31.20.11", "61.50.40.32.30.51.10"


def played(game: str, seed: int) -> tuple[Turn, int]:
    """A round in which every seat plays as `counts`, and the number of the first lead."""
    rules = library.compiled(dr.variant(game))
    for number in count():  # until somebody bids
        turn = Turn.dealt(rules, seed, number)
        play_round(turn, [PLAYER] * rules.setup.seats)
        if turn.states[-1].begun:
            return turn, next(at for at, state in enumerate(turn.states) if state.begun)
    raise AssertionError("without end")


def before(turn: Turn, number: int) -> Round:
    """The same round before one of its actions."""
    return Round.dealt(turn.rules, turn.states[0], turn.actions[:number])


@pytest.mark.parametrize("game", GAMES)
def test_a_round_of_counts_goes_on_as_it_did(game: str) -> None:
    turn, begun = played(game, 3)
    for number in range(begun, len(turn.actions), 5):
        seen = before(turn, number).seen_by("ABCD"[turn.states[number].mover])
        by = CountingOut(shown_in(seen))
        action = turn.actions[number]
        ends = by.ends(turn.rules, turn.states[number], action, 0)
        assert next(ends) == next(ends) == turn.state


@pytest.mark.parametrize("game", GAMES)
def test_what_bots_have_said_is_certain_of_their_hands(game: str) -> None:
    for seed in range(3):
        turn, begun = played(game, seed)
        for number in (begun, begun + 6):
            state = turn.states[number]
            said = Said(before(turn, number).seen_by("ABCD"[state.mover]))
            assert said.likelihood(state) == 1


@pytest.mark.parametrize(
    ("of_a", "of_b", "likelihood"),
    [
        (HOPELESS, STRONG, 1),
        (HOPELESS, OTHERWISE, SLIP),  # who hopes for nothing does not bid
        (STRONG, OTHERWISE, SLIP * SLIP),  # and who hopes for much does not pass
    ],
)
def test_what_a_hand_would_not_say_is_a_lapse(of_a: str, of_b: str, likelihood: float) -> None:
    position = dr.Position(f"texas_42 A:x7/B:x7/C:{OTHERWISE}/D:x7 play:-,b30 opener:A")
    tiles = position.setup.tiles
    hands = [tiles.mask(map(Tile.parse, hand.split("."))) for hand in (of_a, of_b)]
    world = position.some_state()._replace(hands=(*hands, 0, 0))
    assert Said(position).likelihood(world) == likelihood


def test_who_sees_all_hands_of_moon_beats_counts() -> None:
    names = ("omniscient", "counts")
    assert dr.tournament(names, "moon", deals=4, seed=1).points("omniscient").mean > 0


@pytest.mark.parametrize("name", ["solver:worlds=4", "strong:worlds=4"])
@pytest.mark.parametrize("game", GAMES)
def test_they_play_a_round_and_play_it_again(game: str, name: str) -> None:
    player, (turn, begun) = bot(name), played(game, 5)
    for number in (begun, begun + 4, begun + 11):
        seen = before(turn, number).seen_by("ABCD"[turn.states[number].mover])
        move = player(seen, Random(number))
        assert move in seen.legal_moves
        assert player(seen, Random(number)) == move
