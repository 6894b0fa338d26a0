"""`play` by rules that no policy is of: what is asked, learnt, kept, used again and refused."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from pathlib import Path
from typing import cast

import pytest

import dominoes_rules as dr
from dominoes_rules import library
from dominoes_rules.bots import bot
from dominoes_rules.bots.deciding import expect_right_file
from dominoes_rules.cli.tables import learning_offer
from dominoes_rules.cli.tables.learning_offer import offer_learning
from dominoes_rules.cli.terminal import Terminal
from dominoes_rules.conversation.seating import USUAL_BOT, Seating
from dominoes_rules.play.matches import Match
from dominoes_rules.position import own_policies, policy_files
from dominoes_rules.position.own_policies import own_policy_file, plays_as_another
from dominoes_rules.position.policy_files import read_policies
from dominoes_rules.speech.speech import ENGLISH
from dominoes_solver.policy.learning import Learner
from dominoes_solver.policy.policy import text_of
from dominoes_solver.search import native
from tests.policy.policies_at_random import policy_at_random

KITCHEN = 'variant "Kitchen"\nextends "muggins"\n\ndeal: 5 each\n'
ASKED = "Let them learn this game"


class Typed:
    """A terminal at which these lines are typed, or the pipe in its place."""

    speech = ENGLISH

    def __init__(self, *lines: str, asks: bool = True) -> None:
        self.asks = asks
        self.said: list[str] = []
        self._lines = [*lines]

    def say(self, text: str) -> None:
        self.said.append(text)

    def read(self, prompt: str) -> str | None:
        self.said.append(prompt)
        return self._lines.pop(0) if self._lines else None

    def thinking(self, _: str) -> AbstractContextManager[None]:
        return nullcontext()


@pytest.fixture
def kitchen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Match:
    """A match by a house rule, against a bot that nobody has asked for."""
    monkeypatch.setattr(own_policies, "own_cache", lambda: tmp_path / "cache")
    monkeypatch.setattr(policy_files, "_adopted", {})
    monkeypatch.setattr(learning_offer, "SECONDS", 0.1)
    path = tmp_path / "kitchen.rules"
    path.write_text(KITCHEN, encoding="utf-8")
    match = Match(library.find(str(path)), seed=3)
    match.players["B"] = USUAL_BOT
    if not native.plays_policies(library.compiled(match.setup.ruleset, 2), wait=True):
        pytest.skip("machine code is not there")
    return match


def offered(
    match: Match, *lines: str, bots: dict[str, str] | None = None, asks: bool = True
) -> str:
    """What is said when these lines are typed."""
    terminal = Typed(*lines, asks=asks)
    offer_learning(match, Seating({}, bots or {}), cast(Terminal, terminal), plainly=True)
    return "\n".join(terminal.said)


def kept_in(match: Match) -> Path:
    path = own_policy_file(match.setup)
    assert path is not None
    return path


def test_a_game_is_learnt_once(kitchen: Match) -> None:
    assert ASKED in offered(kitchen, "y")
    path = kept_in(kitchen)
    assert kitchen.players == {"A": "person", "B": "quick"}
    player = bot(kitchen.players["B"])
    expect_right_file(player, [kitchen.setup])
    assert player.quick is not None
    chosen = player.quick.chosen(kitchen.setup)
    assert chosen is not None
    assert chosen.model == read_policies(path)[0]
    again = Match(kitchen.setup.ruleset, seed=4)
    again.players["B"] = "quick"
    said = offered(again, bots={"B": "quick"})
    assert ASKED not in said
    assert str(path) in said
    assert again.players == kitchen.players


@pytest.mark.parametrize("line", ["", "n", "what?"])
def test_nothing_is_learnt_unasked(kitchen: Match, line: str) -> None:
    assert ASKED in offered(kitchen, line)
    assert ASKED in offered(kitchen)  # the end of the input
    assert not offered(kitchen, "y", asks=False)
    assert not offered(kitchen, "y", bots={"B": USUAL_BOT})
    kitchen.players["B"] = "casual"
    assert not offered(kitchen, "y")
    assert not kept_in(kitchen).exists()
    assert kitchen.players["B"] == "casual"


def test_a_game_that_is_known_is_not_offered() -> None:
    match = Match(dr.variant("block"), seed=3)
    match.players["B"] = "quick"
    assert not plays_as_another(match.setup)
    assert not offered(match, "y")


def test_an_interrupt_keeps_what_was_learnt(
    kitchen: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    step, steps = Learner.step, 0

    def interrupted(learner: Learner, size: float) -> None:
        nonlocal steps
        if steps in {0, 3}:
            steps += 1
            raise KeyboardInterrupt
        steps += 1
        step(learner, size)

    monkeypatch.setattr(learning_offer, "SECONDS", 600.0)
    monkeypatch.setattr(Learner, "step", interrupted)
    assert "Nothing was learnt." in offered(kitchen, "y")
    assert kitchen.players["B"] == USUAL_BOT
    assert "Learnt from 720 rounds" in offered(kitchen, "y")
    assert read_policies(kept_in(kitchen))[0].fitted["rounds"] == 720


@pytest.mark.parametrize("spoilt", ["text", "rules", "rights", "folder"])
def test_what_others_may_have_written_is_not_used(kitchen: Match, spoilt: str) -> None:
    path = kept_in(kitchen)
    policy = policy_at_random(kitchen.setup, 1)
    text = text_of([replace(policy, rules="0" * 64) if spoilt == "rules" else policy])
    path.parent.mkdir(parents=True)
    if spoilt == "folder":
        path.mkdir()
    else:
        path.write_text("[" * 10_000 if spoilt == "text" else text, encoding="utf-8")
        path.chmod(0o666 if spoilt == "rights" else 0o600)
    said = offered(kitchen, "")
    assert "What the bots have learnt is left alone: " in said
    assert "can't be used: " in said
    assert ASKED in said
    assert kitchen.players["B"] == USUAL_BOT
    said = offered(kitchen, "y")
    assert (", and not kept in " in said) == (spoilt == "folder")
    assert kitchen.players["B"] == "quick"
