"""The bot `quick` that strays from its best, and what plays where it has learnt nothing."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

import dominoes_rules as dr
from dominoes_lang.table.state import Action
from dominoes_rules import library
from dominoes_rules.bots import bot, decide
from dominoes_rules.bots.bot_rounds import Turn, play_round, simple_chooser, simple_player
from dominoes_rules.bots.deciding import models_of
from dominoes_rules.bots.random_streams import Stream
from dominoes_rules.position import choice_models, policy_files
from dominoes_solver.belief.features import Seen
from dominoes_solver.belief.model import UnfitModel, softmax
from dominoes_solver.policy.policy import text_of
from tests.policy.policies_at_random import policy_at_random, rules_of

DRAWS = 100
TEMPERATURES = (0.5, 1.0, 4.0)


@pytest.fixture
def policy_file(tmp_path: Path) -> Path:
    """The file of a policy of Bergen for three."""
    path = tmp_path / "any.policy.json"
    path.write_text(text_of([policy_at_random(rules_of("bergen", 3).setup, 4)]), encoding="utf-8")
    return path


@pytest.mark.parametrize("temperature", TEMPERATURES)
def test_plays_are_drawn_by_the_scores_of_the_policy(policy_file: Path, temperature: float) -> None:
    rules = rules_of("bergen", 3)
    policy = policy_files.read_policies(policy_file)[0]
    drawn = simple_chooser(f"quick:policy={policy_file},temperature={temperature:g}")
    best = simple_chooser(f"quick:policy={policy_file}")
    assert drawn is not None
    assert best is not None
    turns = 0

    def choose(turn: Turn) -> Action:
        nonlocal turns
        asked = turn.legal, turn.state, turn.shown
        draws = ((at + 0.5) / DRAWS for at in range(DRAWS))
        taken = [drawn(*asked, partial(float, number)) for number in draws]
        seen = Seen(rules, turn.state, turn.shown.facts_before(turn.state))
        scores = policy.scores(seen, turn.state.hands[turn.state.mover], turn.legal)
        odds = softmax([score / temperature for score in scores], 0.0)
        for action, likely in zip(turn.legal, odds, strict=True):
            assert abs(taken.count(action) / DRAWS - likely) < 2 / DRAWS
        turns += 1
        return best(*asked, turn.draw)

    play_round(Turn.dealt(rules, 5, 0), [choose] * 3)
    assert turns > 3


def test_the_bot_of_a_position_strays_as_that_of_a_tournament(policy_file: Path) -> None:
    name = f"quick:policy={policy_file},temperature=2"
    chooser, named = simple_chooser(name), bot(name)
    assert chooser is not None
    of_states = simple_player(chooser)

    def choose(turn: Turn) -> Action:
        action, game = of_states(turn), turn.round()
        game.push(decide(named, game, chance=Stream(turn.chance)))
        assert game.actions[-1] == action
        return action

    for number in range(3):
        play_round(Turn.dealt(rules_of("bergen", 3), 7, number), [choose] * 3)
    assert not named.replaced


def test_a_plain_bot_plays_where_nothing_was_learnt(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(policy_files, "bundled_policies", dict)
    monkeypatch.setattr(choice_models, "bundled_nets", dict)
    rules = library.compiled(library.find("draw"))
    plain, otherwise = simple_chooser("essay"), simple_chooser("quick:otherwise=essay")
    assert plain is not None
    assert otherwise is not None

    def choose(turn: Turn) -> Action:
        asked = turn.legal, turn.state, turn.shown, turn.draw
        assert otherwise(*asked) == plain(*asked)
        return plain(*asked)

    play_round(Turn.dealt(rules, 5, 0), [choose] * 2)
    assert models_of(bot("quick:otherwise=essay,temperature=2"), rules.setup) == []
    assert models_of(bot("club"), rules.setup) == []
    with pytest.raises(UnfitModel, match="there is no policy for draw"):
        models_of(bot("quick"), rules.setup)


def test_a_temperature_leaves_nets_out(monkeypatch: pytest.MonkeyPatch) -> None:
    setup = library.find("block").setup()
    policy = policy_at_random(setup, 1)
    monkeypatch.setattr(policy_files, "bundled_policies", lambda: {policy.variant: policy})
    files = [models_of(bot(name), setup)[0][0] for name in ("quick", "quick:temperature=1")]
    assert files == ["block.net.json", "block.policy.json"]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ("temperature=0", "temperature= must be a number from 0.01 to 100, not '0'"),
        ("temperature=nan", "must be a number from 0.01 to 100"),
        ("temperature=hot", "must be a number from 0.01 to 100, not 'hot'"),
        ("otherwise=solver", "otherwise= must be one of random, lowest, "),
        ("net={net},temperature=1", "net and temperature can't be used together"),
    ],
)
def test_wrong_options(options: str, message: str) -> None:
    net = Path(library.__file__).parents[1] / "variants" / "block.net.json"
    with pytest.raises(dr.ArgumentError, match=message):
        bot(f"quick:{options.format(net=net)}")
