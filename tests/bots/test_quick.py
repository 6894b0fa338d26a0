"""The net of choices and the bot that plays by it: two ways, its file, its fit, where it plays."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import dominoes_rules as dr
from dominoes_lang.table.state import Action, Kind, State
from dominoes_rules import library
from dominoes_rules.bots import bot, decide
from dominoes_rules.bots.bot_rounds import Turn, play_round, simple_chooser, simple_player
from dominoes_rules.cli import main
from dominoes_rules.position import choice_models
from dominoes_rules.position.choice_models import bundled_nets, chosen_net, read_model
from dominoes_rules.tournaments.duplicate import contest_of
from dominoes_rules.tournaments.tournament_options import TournamentOptions
from dominoes_solver.belief.applied_net import NetPlayer
from dominoes_solver.belief.features import Seen
from dominoes_solver.belief.model import Choices, UnfitModel
from dominoes_solver.belief.net import Net
from dominoes_solver.belief.net_inputs import net_inputs
from dominoes_solver.search import native
from dominoes_solver.search.native.choices.feature_list import INPUTS
from dominoes_solver.shown_facts import Facts, opening
from tests.solver.small_games import Game, compiled


def net_of(seed: int, units: int = 5) -> Net:
    """A net that nobody would fit: every number drawn at random."""
    random = Random(seed)

    def row(size: int) -> tuple[float, ...]:
        return tuple(random.gauss(0, 1) for _ in range(size))

    names = tuple(name for name in INPUTS if random.random() < 0.9)
    weights = tuple(row(units) for _ in names)
    return Net("block", "", "", names, weights, row(units), row(units), row(len(names)))


@settings(max_examples=8, deadline=None)
@given(st.sampled_from(["block", "partnership", "small", "latin_match"]), st.integers(0, 1 << 30))
def test_machine_code_plays_as_plain_python_does(name: str, seed: int) -> None:
    rules = compiled(Game(3, 2, 1, 3)) if name == "small" else library.compiled(library.find(name))
    assert native.reads_choices(rules)
    net = net_of(seed)
    fast, slow = NetPlayer(rules, net, natively=True), NetPlayer(rules, net, natively=False)
    random = Random(seed)

    def choose(turn: Turn) -> Action:
        asked = turn.state, turn.shown.facts_before(turn.state), turn.legal
        assert fast.place(*asked) == slow.place(*asked)
        return random.choice(turn.legal)

    turn = Turn.dealt(rules, seed, 0)
    end = play_round(turn, [choose] * rules.setup.seats)
    facts, states = Facts.at_start(rules.setup.seats), [*turn.states, end]
    for action, (before, after) in zip(turn.actions, pairwise(states), strict=True):
        facts = facts.after(rules.setup, before, action, after)
    assert facts == turn.shown.facts_before(turn.state)


def test_what_a_net_sees_of_who_opened_which_number() -> None:
    """A began with [6|6] and opened 1 on it; B opened 6 again, and A lays [1|3] or [6|3]."""
    rules = library.compiled(library.find("block"))
    tiles = [str(tile) for tile in rules.setup.tiles.tiles]
    hand = 1 << tiles.index("31") | 1 << tiles.index("63")
    opened = opening([6]) + opening([1]), opening([6])
    state = State((hand, 63), (1, 6), (), 0, 0, 0, plays=4, scores=(0, 0))
    seen = Seen(rules, state, Facts(0, (0, 0), (0, 1), opened))
    plays = [Action(Kind.PLAY, tiles.index("31"), 0), Action(Kind.PLAY, tiles.index("63"), 1)]
    rows = [dict(zip(INPUTS, row, strict=True)) for row in net_inputs(seen, hand, plays)]
    names = [
        f"{which} {whose} plays" for which in ("other", "covered") for whose in ("own", "next")
    ]
    assert [7 * rows[0][name] for name in names] == [1, 1, 1, 0]
    assert [7 * rows[1][name] for name in names] == [1, 0, 1, 1]
    assert rows[0]["opened own plays"] == rows[0]["opened next plays"] == 0


def test_the_bot_of_a_position_is_that_of_a_tournament() -> None:
    """From what a seat has seen, as text, it takes the same plays as on the state itself."""
    rules = library.compiled(library.find("block"))
    chooser, named = simple_chooser("quick"), bot("quick")
    assert chooser is not None
    of_states = simple_player(chooser)

    def choose(turn: Turn) -> Action:
        action, game = of_states(turn), turn.round()
        game.push(decide(named, game))
        assert game.actions[-1] == action
        return action

    for number in range(6):
        play_round(Turn.dealt(rules, 7, number), [choose] * 2)
    assert not named.replaced


def test_its_own_net_comes_before_that_of_kin(monkeypatch: pytest.MonkeyPatch) -> None:
    setup = library.find("domohnoes").setup(2)
    kin = bundled_nets()["block"]
    nets = {"block": kin, "domohnoes_2": replace(kin, **kin.made_for(setup))}
    monkeypatch.setattr(choice_models, "bundled_nets", lambda: nets)
    assert chosen_net(None, setup).file == "domohnoes_2.net.json"


def test_where_it_plays(capsys: pytest.CaptureFixture[str]) -> None:
    assert chosen_net(None, library.find("domohnoes").setup(2)).file == "block.net.json"
    for name, reason in (
        ("draw", "tiles are drawn"),
        ("all_fives", "the table is no line"),
        ("cut_throat", "--net"),
    ):
        with pytest.raises(UnfitModel, match=reason):
            chosen_net(None, library.find(name).setup())
    for name, file in (("block", "block.net.json"), ("draw", "draw.policy.json")):
        contest = contest_of(TournamentOptions(["quick", "random"], library.find(name)))
        assert file in str(contest.models)
    said: list[str] = []
    net = Path(library.__file__).parents[1] / "variants" / "block.net.json"
    named = bot(f"quick:net={net}", say=said.append)
    position = dr.Position("draw A:66.60.50.11.20.22.21/B:x7 play:66,65l")
    assert named(position, Random(0)) in position.legal_moves
    assert named.replaced == 1
    assert "tiles are drawn" in said[0]
    with pytest.raises(dr.ArgumentError, match="there is no such file"):
        bot("quick:net=missing.json")
    other = Path(library.__file__).parents[1] / "variants" / "partnership.net.json"
    assert main(["play", "block", "--bot", f"A=quick:net={other}", "--bot", "B=random"]) == 2
    assert "the net is that of partnership" in capsys.readouterr().err
    assert main(["choices", "fit", "draw", "--net", "--rounds", "5", "--teacher", "random"]) == 2
    assert "tiles are drawn" in capsys.readouterr().err


@pytest.mark.thorough
def test_a_fit_finds_the_bot_that_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    words = ["choices", "fit", "block", "--net", "--rounds", "30", "--teacher", "heaviest"]
    assert main([*words, "--from", "block"]) == 2
    assert "--net can't be used with --from" in capsys.readouterr().err
    assert main(words) == main([*words, "-o", "again.json"]) == 0
    assert Path("again.json").read_text() == Path("block.net.json").read_text()
    net = Net.loads(Path("again.json").read_text())
    assert net.fitted["held_out"]["agreement"] > 0.75
    assert "--net" in net.fitted["command"]
    assert main(["choices", "show", "again.json"]) == 0
    assert "66 inputs and 128 hidden units" in capsys.readouterr().out
    with pytest.raises(UnfitModel, match="this is a net; `choices fit` makes a model of choices"):
        read_model("again.json")
    assert contest_of(
        TournamentOptions(["quick:net=again.json", "first"], library.find("block"))
    ).models


def test_a_net_is_its_file() -> None:
    net = net_of(3)
    assert Net.loads(net.text()) == net
    assert all(Net.loads(one.text()) == one for one in bundled_nets().values())
    with pytest.raises(
        UnfitModel, match="this is a model of choices; `choices fit --net` makes a net"
    ):
        Net.loads(Choices("block", "", "", ("value",), ((1.0,),), phases=(1,)).text())


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"kind": "tree"}, '"kind" must be "net"'),
        ({"version": 3}, "this is a policy; `choices fit --net` makes a net"),
        ({"version": 4}, "another version than 2"),
        ({"inputs": ["beauty"]}, "no input 'beauty'"),
        ({"inputs": ["value", "value"]}, "must be different"),
        ({"bias": []}, "from 1 to 128 units"),
        ({"bias": [0.0] * 129}, "from 1 to 128 units"),
        ({"out": [1.0]}, '"out" has 1 numbers in place of 5'),
        ({"skip": [1e9] * 99}, '"skip" has 99 numbers'),
        ({"weights": [[1.0]]}, '"weights" has 1 numbers'),
        ({"weights": "abc"}, "is not a number"),
        ({"weights": 7}, "something is not a list"),
        ({"out": [1.0, 1.0, 1.0, 1.0, 1e9]}, "a number up to 1000"),
        ({"bias": [float("nan")] * 5}, "."),
        ({"kin": 7}, "is not a text"),
        ({"fitted": []}, '"fitted" must be an object'),
    ],
)
def test_files_that_are_no_net(change: dict[str, object], message: str) -> None:
    with pytest.raises(UnfitModel, match=message):
        Net.loads(json.dumps({**net_of(3).as_json(), **change}))
