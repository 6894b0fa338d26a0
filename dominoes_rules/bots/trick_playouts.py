"""Worlds of a game of tricks, played out and weighed by the rule of the bot `counts`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import repeat

from dominoes_lang.codegen.compiled import Compiled
from dominoes_lang.table.state import NOBODY, Action, Kind, State
from dominoes_rules.bots.bidding import said_first, speaks
from dominoes_rules.bots.counting_bot import counts
from dominoes_rules.bots.on_positions import replayed
from dominoes_rules.position.position import Position
from dominoes_solver.belief.shown import ShownSoFar
from dominoes_solver.evidence.view import Record
from dominoes_solver.search.native.rounds.round_jobs import FromStates

SLIP = 0.1
"""How likely it is that somebody says what the bots would not say with that hand."""


class CountingOut:
    """How a round of tricks goes on if every seat plays as `counts`, from its own hand."""

    def __init__(self, shown: ShownSoFar) -> None:
        self.shown = shown

    def ends(self, compiled: Compiled, state: State, action: Action, _key: int) -> Iterator[State]:
        """The end of the round after an action, again and again: nothing of it is by chance."""
        shown = self.shown.copy()
        while True:
            shown.note(state, action)
            state = compiled.play(state, action)
            if state.over:
                return repeat(state)
            actions = compiled.legal(state)
            action = actions[0] if len(actions) == 1 else counts(actions, state, shown, _no_chance)

    def job(self, *_asked: object) -> FromStates | None:
        """None: there is no machine code for it."""
        return None


def _no_chance() -> float:
    raise AssertionError("counts leaves nothing to chance")


class Said:
    """What the others said before the first trick, and how likely that is with other hands."""

    def __init__(self, position: Position) -> None:
        self.setup = position.setup
        self.played = [0] * self.setup.seats
        """For each seat the mask of the tiles that it has played."""
        self.said: list[tuple[State, Sequence[Action], Action]] = []
        """What others said where they had a choice, with the state before and what they might."""
        if not isinstance(position.view, Record):
            return
        state, tricks = position.some_state(), self.setup.tricks
        assert tricks is not None, "nobody bids in other games"
        takes = state.more.bidder if tricks.auction.has_widow else NOBODY
        states, actions = replayed(position)
        for before, action in zip(states, actions, strict=False):
            if action.kind is Kind.PLAY:
                self.played[before.mover] |= 1 << action.tile
            if action.kind is Kind.DISCARD:
                continue
            # What a bidder had before taking the stock is not seen in the hand any more.
            known = before.mover != takes or action.kind is Kind.NAME
            if known and speaks(self.setup, before) and before.mover != state.mover:
                self.said.append((before, position.compiled.legal(before), action))

    def likelihood(self, state: State) -> float:
        """How likely all of it is in a world, if they bid as the bots do; `SLIP` for each lapse."""
        likelihood = 1.0
        for before, legal, said in self.said:
            hands = [0] * self.setup.seats
            hands[before.mover] = state.hands[before.mover] | self.played[before.mover]
            expected = said_first(legal, before._replace(hands=tuple(hands)), self.setup)
            if expected != said:
                likelihood *= SLIP
        return likelihood
