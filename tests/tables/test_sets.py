"""A set of rounds: it is what its entries say, and its rounds are those of a match."""

from __future__ import annotations

import json
from random import Random

import pytest

import dominoes_rules as dr
from dominoes_lang.setup.ruleset import Goal
from dominoes_rules import library
from dominoes_rules.errors import PositionError
from dominoes_rules.tables.sets import PlayedSet, deals_of
from tests.games import FIRST

SERVED = (*FIRST, "cut_throat", "dominican", "all_fives", "kozel")
ROUNDS = 2


def begun(game: str, seed: int = 3) -> PlayedSet:
    return PlayedSet(library.compiled(dr.variant(game)), deals_of(seed))


def known(played: PlayedSet) -> object:
    """All that a set knows, in a form that can be compared."""
    scores = played.scores, played.final_scores, [*played.winners], played.is_won
    more = played.began, played.credited, [*played.earlier], played.forfeits
    return played.round, played.laid, played.hands, scores, more


@pytest.mark.parametrize("game", SERVED)
def test_a_set_is_what_its_entries_say_and_its_rounds_are_those_of_the_match(game: str) -> None:
    random, played, again = Random(game), begun(game), begun(game)
    match = dr.Match(dr.variant(game), seed=3)

    def do(entry: object) -> None:
        played.do(entry)
        again.do(json.loads(json.dumps(entry)))

    for number in range(1, ROUNDS + 1):
        do({"deal": [0]})
        assert played.played.states[0] == match.round.states[0]
        while not played.played.is_over:
            state, tiles = played.played.state, played.setup.tiles
            assert [tiles.mask(hand) for hand in played.hands] == [*state.hands]
            assert played.laid == played.played.laid
            move = random.choice(played.played.legal_moves)
            do(str(move))
            match.round.push(move)
        do({"credited": [*played.winners]})
        assert known(played) == known(again)
        if match.is_over or number == ROUNDS:
            break
        match.next_round()
    if played.setup.goal is not Goal.WINS:
        names = played.setup.side_names
        by_seat = [match.scores[names[side]] for side in played.setup.side_of]
        assert played.final_scores == by_seat


def test_a_side_that_forfeits_keeps_its_score_and_the_last_one_left_wins() -> None:
    compiled = library.compiled(dr.variant("cut_throat"), 4)
    played = PlayedSet(compiled, deals_of(3))
    played.do({"deal": []})
    for side in (0, 2, 3):
        assert not played.is_forfeit
        played.do({"forfeit": side})
    assert played.is_forfeit
    assert [*played.winners] == [1]
    while not played.played.is_over:
        played.do(str(played.played.legal_moves[0]))
    assert [*played.winners] == [1]
    assert [played.final_scores[side] for side in (0, 2, 3)] == [0, 0, 0]


@pytest.mark.parametrize(
    ("entry", "error"),
    [
        ({"dealt": []}, dr.ArgumentError),
        (7, dr.ArgumentError),
        ("nonsense", PositionError),
        ("+", PositionError),
        ({"forfeit": 9}, LookupError),
    ],
)
def test_what_is_no_entry_is_refused(entry: object, error: type[Exception]) -> None:
    played = begun("block")
    played.do({"deal": [0, 1]})
    before = known(played)
    with pytest.raises(error):
        played.do(entry)
    assert known(played) == before
