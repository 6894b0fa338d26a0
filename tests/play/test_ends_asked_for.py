"""Where the rules ask for one end, a tile lies there, though both ends show the same number."""

from __future__ import annotations

import re
from functools import cache
from random import Random

import pytest

import dominoes_rules as dr
from dominoes_lang.play.interpreter import Interpreter
from dominoes_lang.setup.ruleset import Setup
from dominoes_lang.syntax.nodes import PLAYING, Act
from dominoes_lang.table.state import Action, Kind, State, play

_ON_LAST = "play a tile on the last tile or else draw until able then play or else pass"
GAMES = {
    "hungarian": "",
    "double_draw": "",
    "on the last": f"turn: {_ON_LAST}",
    "both halves": f"turn: {_ON_LAST}\ndoubles: count both halves at ends",
    "doubles too": "turn: play a tile when tiles this turn is 0 or else play a double or "
    f"{_ON_LAST} again after plays is at least 2",
    "at each": "turn: play a tile at each end or play a double or else draw 1 then stop or else "
    "pass\nblocked: when everyone passed in a row",
}


@cache
def rules_of(name: str) -> dr.Ruleset:
    if not GAMES[name]:
        return dr.variant(name)
    return dr.loads(f'variant "Small"\nextends "draw"\ntiles: double-four\n{GAMES[name]}\n')


def are_alike(state: State) -> bool:
    """Whether both ends show one number, and no double at one of them counts twice."""
    return len(state.ends) == 2 and len({*state.ends}) == 1 and state.more.doubles in {0, 4}


def asked_for(setup: Setup, state: State, action: Action) -> Act | None:
    """The step that alone allows a play and names its end."""
    if not state.plays or action.kind is not Kind.PLAY:
        return None
    if state.more.owed >= 0:
        return Act.PLAY_AT_EACH
    rules = Interpreter(setup)
    acts = {
        step.act
        for number, step in enumerate(setup.turn.steps)
        if step.act in PLAYING and state.step < 0 and action in rules.step_actions(state, number)
    }
    return Act.PLAY_ON_LAST if acts == {Act.PLAY_ON_LAST} else None


@pytest.mark.parametrize("name", GAMES)
def test_a_tile_lies_at_the_end_that_the_rules_ask_for(name: str) -> None:
    asked = 0
    for seed in range(12 if GAMES[name] else 5):
        random, game = Random(seed), dr.Round(rules_of(name), seed=seed)
        setup, either = game.setup, []
        while not game.is_over:
            state, action = game.state, random.choice(game.compiled.legal(game.state))
            game.push(dr.Move.of(action, setup.layout, state))
            either.append(are_alike(state) and action.kind is Kind.PLAY)
            step = asked_for(setup, state, action)
            if step is None:
                continue
            asked += are_alike(state)
            line = [setup.tiles.number[dr.Tile.of(*halves)] for halves in game.laid.line]
            apart = 1 if step is Act.PLAY_ON_LAST else len(line) - 1
            assert abs(line.index(action.tile) - line.index(state.last_tile)) == apart
        # A record that leaves out the end of such plays is drawn the same.
        moves = [
            f"{one.tile if plain else one}" for one, plain in zip(game.moves, either, strict=True)
        ]
        record = re.sub(r"(?<= play:)\S+", ",".join(moves), f"{game.position}")
        assert dr.Position(record, rules_of(name)).laid == game.laid
    assert asked


@pytest.mark.parametrize("name", GAMES)
def test_the_other_end_is_the_same_play(name: str) -> None:
    for seed in range(6):
        random, game = Random(seed), dr.Round(rules_of(name), seed=seed)
        while not game.is_over:
            state, layout = game.state, game.setup.layout
            plays = [one for one in game.compiled.legal(state) if one.kind is Kind.PLAY]
            for listed in plays if are_alike(state) else []:
                other = play(listed.tile, 1 - listed.end)
                rounds = game.copy(), game.copy()
                for after, action in zip(rounds, (listed, other), strict=True):
                    after.push(dr.Move.of(action, layout, state))
                    assert after.state == Interpreter(game.setup).play(state, action)
                    assert dr.Position(f"{after.position}", rules_of(name)).laid == after.laid
                one, two = rounds
                assert one.state.ends == two.state.ends[::-1]
                assert [move.tile for move in one.legal_moves] == [
                    move.tile for move in two.legal_moves
                ]
            game.push(random.choice(game.legal_moves))


@pytest.mark.parametrize(
    ("played", "kept", "line"),
    [
        ("63", "63r", "31-10-03-36"),
        ("63r", "63r", "31-10-03-36"),
        ("63,65", "63r,65r", "31-10-03-36-65"),
        # The other name is kept, as in records that were written with it.
        ("63l", "63l", "63-31-10-03"),
        ("63l,65l", "63l,65l", "56-63-31-10-03"),
    ],
)
def test_a_record_goes_on_at_the_end_of_the_turn(played: str, kept: str, line: str) -> None:
    hand = "A:10.21.22.30.31.40.50.53.60.61.63.65"
    record = f"hungarian/2 {hand}/B:x12 play:31,10r,30r,{played} opener:A"
    position = dr.Position(record)
    assert f"{position}" == record.replace(f"r,{played}", f"r,{kept}")
    assert "-".join(f"{left}{right}" for left, right in position.laid.line) == line


def test_plays_are_named_l_where_no_step_asks_for_an_end() -> None:
    hand = "A:00.11.22.32.40.44.50.51.52.54.55.64"
    record = f"hungarian/2 {hand}/B:x12 play:20,30r,33r,43r,42r,. opener:B"
    assert [f"{move}" for move in dr.Position(record).legal_moves] == ["22l", "32l", "52l"]
    assert dr.Position(record.replace(",.", ",.,22")).laid.line[0] == (2, 2)
