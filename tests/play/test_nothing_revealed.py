"""No line that a player reads in `play` depends on what that player can't know."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, reject, settings
from hypothesis import strategies as st

import dominoes_rules as dr
from dominoes_lang.table.state import Kind
from dominoes_rules import library, testing
from dominoes_rules.bots.named import NamedBot
from dominoes_rules.conversation.keeper import MatchKeeper
from dominoes_rules.conversation.screen import Screen
from dominoes_rules.conversation.talk import Conversation
from tests.play.test_conversation import COUNSEL

MOST_MOVES = 40


class Onlooker:
    """A part of a round, played again as it was, and what one player reads of it.

    The others are bots, or persons who take turns at the same screen.
    """

    def __init__(self, shown: dr.Round, viewer: str, *, alone: bool) -> None:
        match = self._dealt = dr.Match(shown.setup.ruleset, seats=shown.setup.seats, seed=1)
        match._rounds = [dr.Round.dealt(shown.compiled, shown.states[0])]
        self.moves = [one.unseen if one.kind is Kind.DRAW else one for one in shown.moves]
        self.viewer, self.alone, self.read = viewer, alone, list[str]()
        bots = {}
        for seat in shown.setup.seat_names:
            if alone and seat != viewer:
                match.players[seat] = "script"
                bots[seat] = NamedBot("script", lambda *_: self.next_move())
        keeper = MatchKeeper(match, None, self.say)
        self.talk: Conversation | None = None
        self.talk = Conversation(match, bots, keeper, COUNSEL, Screen(self.say, self.columns))

    @property
    def match(self) -> dr.Match:
        return self._dealt if self.talk is None else self.talk.match

    @property
    def done(self) -> int:
        """How many moves of the round have been made, also those behind the part to be read."""
        return len(self.match.rounds[0].actions)

    def next_move(self) -> dr.Move:
        """The move that was made here. Raises `EOFError` behind the last one."""
        if self.done >= len(self.moves):
            raise EOFError
        return self.moves[self.done]

    def columns(self) -> int:
        """The width of the screen, asked for before anything is said; `EOFError` as above."""
        if self.done > len(self.moves):
            raise EOFError
        return 80

    def say(self, text: str) -> None:
        """Keep what the viewer reads."""
        if self.talk is None or self.alone or self.talk.prompt == f"{self.viewer}> ":
            self.read.append(text)

    def read_all(self) -> list[str]:
        assert self.talk is not None
        try:
            self.talk.go_on()
            while not self.talk.is_over:
                if "press Enter" in self.talk.prompt:
                    self.talk.answer("")
                legal = self.match.round.legal_moves
                self.talk.answer(f"#{legal.index(self.next_move()) + 1}")
                self.talk.go_on()
        except EOFError:
            if self.done == len(self.moves) and self.match.round.turn == self.viewer:
                self.talk.answer("worlds")
        return self.read


def hold(ruleset: dr.Ruleset, seed: int) -> None:
    """Play a part of a round, and read it again with other hands behind each back."""
    chance = Random(seed)
    game = dr.Round(ruleset, seats=chance.choice([*ruleset.players]), seed=seed)
    for _ in range(chance.randrange(1, MOST_MOVES)):
        if not game.is_over:
            game.push(chance.choice(game.legal_moves))
    if game.is_over:
        game.pop()
    viewer, alone = chance.choice(game.setup.seat_names), chance.random() < 0.5
    (world,) = dr.worlds(game.seen_by(viewer)).sample(1, seed=seed)
    other = dr.Round.from_position(world, seed=seed)
    assert len(other.actions) == len(game.actions)
    read, of_other = (Onlooker(shown, viewer, alone=alone).read_all() for shown in (game, other))
    assert read == of_other


@pytest.mark.parametrize(
    ("name", "seed"),
    [
        ("basic_trains", 8),  # a stop that was the only action
        ("double_bergen", 3),  # an opening with the only double
        ("draw", 3),
        ("gaple", 3),  # tiles that are laid aside
        ("kozel", 4),  # a stop
        ("old_draw", 1),  # draws, some of which were choices
        ("tiddly_wink", 3),  # a stop
    ],
)
def test_hidden_hands_may_be_others_and_every_line_is_the_same(name: str, seed: int) -> None:
    hold(library.variant(name), seed)


@pytest.mark.slow
@pytest.mark.parametrize("name", library.bundled())
def test_every_game_keeps_every_secret(name: str) -> None:
    for seed in range(20):
        hold(library.variant(name), seed)


@settings(max_examples=10)
@given(ruleset=testing.rulesets() | testing.trick_rulesets(), seed=st.integers(0, 100))
def test_composed_rules_keep_every_secret(ruleset: dr.Ruleset, seed: int) -> None:
    try:
        hold(ruleset, seed)
    except dr.UnclearPosition:  # no position of such a round can be made for anybody
        reject()
