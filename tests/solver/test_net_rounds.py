"""Rounds between nets in machine code against those in plain Python; and a net that learns."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from dominoes_lang.codegen.compiled import Compiled
from dominoes_lang.table.state import Action, State
from dominoes_lang.text.root_exception import ArgumentError
from dominoes_rules import library
from dominoes_rules.bots.bot_rounds import Turn, play_round
from dominoes_rules.cli import main
from dominoes_rules.position.choice_models import bundled_nets
from dominoes_rules.tournaments.duplicate import contest_of
from dominoes_rules.tournaments.tournament_options import TournamentOptions
from dominoes_solver.belief.applied_net import NetPlayer
from dominoes_solver.belief.features import Seen
from dominoes_solver.belief.net import Net
from dominoes_solver.belief.net_inputs import net_inputs
from dominoes_solver.belief.self_play import layers, learn_net
from dominoes_solver.belief.self_play.learn_net import why_not_learnt
from dominoes_solver.chance import key_of
from dominoes_solver.search import native
from dominoes_solver.search.native.choices.feature_list import INPUTS
from tests.bots.test_quick import net_of
from tests.solver.small_games import Game, compiled

SEED = 5


def rules_named(name: str) -> Compiled:
    rules = compiled(Game(3, 2, 1, 3)) if name == "small" else library.compiled(library.find(name))
    assert native.plays_nets(rules)
    return rules


def lead_of_first(rules: Compiled, end: State) -> float:
    points = rules.payoff(*end)
    return rules.setup.sign * (points[0] - points[1])


@pytest.mark.parametrize("name", ["partnership", "block", "small", "domohnoes"])
def test_in_lockstep_each_choice_is_that_of_its_round(name: str) -> None:
    """The inputs of every play are those of plain Python, and so is what the round pays."""
    from dominoes_solver.search.native.choices.net_rounds_job import NetRoundsJob

    rules, rounds = rules_named(name), 6
    random = np.random.default_rng(SEED)
    lockstep = NetRoundsJob(rules).lockstep(key_of(SEED), 0, rounds, 0.0)
    taken = np.zeros(rounds, np.int64)
    seen: list[list[tuple[int, np.ndarray]]] = [[] for _ in range(rounds)]
    while len((choices := lockstep.next(taken)).rounds):
        lines = np.split(choices.inputs, np.cumsum(choices.plays)[:-1])
        taken[choices.rounds] = random.integers(choices.plays)
        for number, inputs in zip(choices.rounds, lines, strict=True):
            seen[number].append((int(taken[number]), inputs))
    for number, (choices_of_round, lead) in enumerate(zip(seen, lockstep.leads, strict=True)):
        left = iter(choices_of_round)

        def choose(turn: Turn, left: Iterator[tuple[int, np.ndarray]] = left) -> Action:
            if len(turn.legal) == 1:
                return turn.legal[0]
            place, inputs = next(left)
            about = Seen(rules, turn.state, turn.shown.facts_before(turn.state))
            hand = turn.state.hands[turn.state.mover]
            assert np.array_equal(inputs, np.array(net_inputs(about, hand, turn.legal), np.float32))
            return turn.legal[place]

        end = play_round(Turn.dealt(rules, SEED, number), [choose] * rules.setup.seats)
        assert next(left, None) is None
        assert lead_of_first(rules, end) == lead


@pytest.mark.parametrize("name", ["partnership", "small"])
def test_deals_between_two_nets_are_those_of_plain_python(name: str) -> None:
    from dominoes_solver.search.native.choices.net_rounds_job import NetRoundsJob, numbers_of

    rules, nets = rules_named(name), [net_of(1), net_of(2)]
    seats = rules.setup.seats
    cast = [seat % 2 for seat in range(seats)]
    numbers = [numbers_of(net.bias, net.out, net.columns) for net in nets]
    leads = NetRoundsJob(rules).leads(key_of(SEED), 0, 5, numbers, 5, [cast])
    players = [NetPlayer(rules, net, natively=False) for net in nets]
    for number, (lead,) in enumerate(leads):

        def choose(turn: Turn) -> Action:
            player = players[turn.state.mover % 2]
            return turn.legal[
                player.place(turn.state, turn.shown.facts_before(turn.state), turn.legal)
            ]

        end = play_round(Turn.dealt(rules, SEED, number), [choose] * seats)
        assert lead_of_first(rules, end) == lead


def test_slopes_are_those_of_small_differences() -> None:
    random = np.random.default_rng(SEED)
    net: list[Any] = [random.normal(size=size) for size in ((7, 4), 4, 4, 7)]
    inputs: Any = random.normal(size=(9, 7))
    pushes: Any = random.normal(size=9)
    slopes = layers.slopes_of(net, inputs, layers.scores_of(net, inputs)[1], pushes)
    for part, slope in zip(net, slopes, strict=True):
        for place in np.ndindex(part.shape):
            before = layers.scores_of(net, inputs)[0] @ pushes
            part[place] += 1e-6
            assert (layers.scores_of(net, inputs)[0] @ pushes - before) / 1e-6 == pytest.approx(
                slope[place], abs=1e-4
            )
            part[place] -= 1e-6


def test_a_critic_learns_what_it_is_taught() -> None:
    random = np.random.default_rng(SEED)
    critic = layers.Critic(6, random)
    tables = random.normal(size=(256, 6)).astype(np.float32)
    targets = tables[:, 0] - np.abs(tables[:, 1])
    errors = []
    for _ in range(100):
        errors.append(float(np.mean((critic.values(tables) - targets) ** 2)))
        critic.learn(tables, targets, 3e-3)
    assert errors[-1] < errors[0] / 5


def learnt(rules: Compiled, start: Net | None, rounds: int, seed: int = 1) -> Net:
    return learn_net.learn_net(rules, start, rounds=rounds, seed=seed)[0]


@pytest.fixture
def quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    """Learn from few rounds at a time, and soon."""
    for name, number in (("HANDS", 256), ("ALONE", 1), ("JUDGED", 50), ("BATCH", 64)):
        monkeypatch.setattr(learn_net, name, number)


@pytest.mark.usefixtures("quickly")
def test_the_same_seed_and_rounds_give_the_same_net() -> None:
    rules, start = rules_named("block"), bundled_nets()["block"]
    net = learnt(rules, start, 512)
    assert net == learnt(rules, start, 512)
    assert net != learnt(rules, start, 512, seed=2)
    assert net.fitted["rounds"] == 512
    assert Net.loads(net.text()) == net
    assert net.refuse_others(rules.setup) == ""


@pytest.mark.usefixtures("quickly")
def test_an_interrupt_keeps_what_was_learnt() -> None:
    rules = rules_named("block")

    def interrupt(done: int) -> None:
        if done >= 256:
            raise KeyboardInterrupt

    net, gain = learn_net.learn_net(rules, None, rounds=1 << 20, tick=interrupt)
    assert net.fitted["rounds"] == 256
    assert net.inputs == tuple(INPUTS)
    assert gain.deals == 50


@pytest.mark.usefixtures("quickly")
def test_a_net_that_has_learnt_beats_the_one_it_began_with() -> None:
    """From a net drawn at random, in a game of a few tiles."""
    _, gain = learn_net.learn_net(rules_named("small"), None, rounds=4_000)
    assert gain.mean > 2 * gain.error


def test_where_no_net_learns() -> None:
    with pytest.raises(ArgumentError, match="tiles are drawn"):
        learn_net.learn_net(library.compiled(library.find("draw")), None, rounds=1)
    three = library.compiled(library.find("cut_throat"), 3)
    assert why_not_learnt(three.setup) == "more than two sides play"


@pytest.mark.usefixtures("quickly")
def test_the_command_writes_a_net_that_quick_plays_by(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    words = ["choices", "learn", "block", "--net", "--rounds", "300"]
    assert main(words) == main([*words, "-o", "again.json"]) == 0
    assert Path("again.json").read_text() == Path("block.net.json").read_text()
    net = Net.loads(Path("again.json").read_text())
    assert net.fitted["command"].endswith("learn block --net --rounds 384 --seed 1")
    assert "points a deal over block.net.json, where it began" in capsys.readouterr().out
    assert main(["choices", "show", "again.json"]) == 0
    assert "points a deal over the net it began with, 50 deals" in capsys.readouterr().out
    options = TournamentOptions(["quick:net=again.json", "first"], library.find("block"))
    assert contest_of(options).models
    assert main(words) == 2
    assert "already exists; --force replaces it" in capsys.readouterr().err
    assert main(["choices", "learn", "draw", "--net"]) == 2
    assert "tiles are drawn" in capsys.readouterr().err
