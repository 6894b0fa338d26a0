"""Policies of OpenSpiel and agents of PettingZoo as bots."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import dominoes_rules as dr
from dominoes_lang.text.root_exception import ArgumentError
from dominoes_rules.bots import bot
from dominoes_rules.bots.deciding import decide

AGENTS = '''
class First:
    """A policy: it takes the first legal action, and remembers what it was shown."""
    seen = []

    def __init__(self, game):
        self.game = game

    def action_probabilities(self, state, player_id=None):
        self.seen.append(state)
        return {state.legal_actions()[0]: 1.0}

def last_of(game):
    class Last:
        def step(self, state):
            return state.legal_actions()[-1]
    return Last()

def last(observation, info):
    return info["action_mask"].nonzero()[0][-1]

def wrong(observation, info):
    return 100_000

number = 7
'''


@pytest.fixture(autouse=True)
def _agents(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "agents_of_test.py").write_text(AGENTS)
    monkeypatch.chdir(tmp_path)


GAMES = [("block", 2), ("draw", 2), ("kozel", 4), ("chicken_foot", 3)]


@pytest.mark.parametrize(("variant", "seats"), GAMES)
@pytest.mark.parametrize(
    ("kind", "name", "place"),
    [("openspiel", "First", 0), ("openspiel", "last_of", -1), ("pettingzoo", "last", -1)],
)
def test_an_agent_plays_the_move_of_its_number(
    kind: str, name: str, place: int, variant: str, seats: int
) -> None:
    pytest.importorskip("pyspiel" if kind == "openspiel" else kind, reason="not installed")
    player = bot(f"{kind}:agents_of_test:{name}", say=pytest.fail)
    game = dr.Round(dr.variant(variant), seats=seats, seed=4)
    while not game.is_over:
        move = decide(player, game, seed=1)
        assert move == game.legal_moves[place]
        game.push(move)
    assert player.replaced == 0


def test_a_policy_sees_what_its_seat_sees_and_a_world_for_the_rest() -> None:
    pytest.importorskip("pyspiel", reason="open_spiel is not installed")
    player = bot("openspiel:agents_of_test:First")
    game = dr.Round(dr.variant("block"), seed=4)
    for _ in range(4):
        game.push(game.legal_moves[-1])
    seen = game.seen_by(game.turn)
    for seed in range(6):
        player(seen, Random(seed))
    import agents_of_test  # type: ignore[import-not-found]

    states = agents_of_test.First.seen[-6:]
    assert {state.information_state_string() for state in states} == {str(seen)}
    assert len({str(state) for state in states}) > 1


def test_agents_in_a_tournament(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("pettingzoo", reason="pettingzoo is not installed")
    from dominoes_rules.cli import main

    arguments = ["pettingzoo:agents_of_test:last", "heaviest", "--deals", "2"]
    assert main(["tournament", *arguments]) == 0
    assert "pettingzoo:agents_of_test:last" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("openspiel:agents_of_test:nobody", "has no function 'nobody'"),
        ("openspiel:no_such_agents:one", "there is no module 'no_such_agents'"),
        ("agents_of_test:number", "number is not a function"),
    ],
)
def test_what_is_no_agent(name: str, why: str) -> None:
    with pytest.raises(ArgumentError, match=why):
        bot(name)


def test_a_stranger_names_no_module() -> None:
    with pytest.raises(ArgumentError, match="only bots that come with the project"):
        bot("openspiel:agents_of_test:First", own=False)


def test_an_answer_that_is_no_action_is_replaced() -> None:
    pytest.importorskip("pettingzoo", reason="pettingzoo is not installed")
    said: list[str] = []
    player = bot("pettingzoo:agents_of_test:wrong", say=said.append)
    game = dr.Round(dr.variant("block"), seed=4)
    assert decide(player, game) == game.legal_moves[0]
    assert "100000 is not the number of an action" in said[0]


def test_a_later_round_is_shown_as_a_first_one() -> None:
    pytest.importorskip("pyspiel", reason="open_spiel is not installed")
    player = bot("openspiel:agents_of_test:First", say=pytest.fail)
    game = dr.Round(dr.variant("block"), seed=4, opener="B", round=3, scores=(20, 30))
    while not game.is_over:
        game.push(decide(player, game))
    import agents_of_test

    text = agents_of_test.First.seen[-1].information_state_string()
    assert text.startswith("block ")
    assert "round" not in text
    assert "score" not in text
