"""The deals and positions that are measured, fixed by their seeds."""

from __future__ import annotations

import random
from functools import cache
from typing import NamedTuple

from dominoes_lang.compiled import Compiled, compile_rules
from dominoes_lang.load import load
from dominoes_lang.source import Source
from dominoes_lang.state import Action, Kind, State
from dominoes_rules import library
from dominoes_rules.dealing import deal
from dominoes_rules.position import Position
from dominoes_solver.view import Holding, Move, Record


def rules_of(name: str, seats: int) -> Compiled:
    """A bundled variant for so many seats."""
    return library.compiled(library.find(name), seats)


def deals(rules: Compiled, number: int) -> list[State]:
    """First rounds, opened as the rules say."""
    return [deal(rules, random.Random(seed)) for seed in range(number)]


def openings(rules: Compiled, number: int) -> list[State]:
    """Deals opened by A with any tile, as in a second round."""
    anything = rules.setup.tiles.all
    return [
        state._replace(mover=0, opener=0, opening=anything, round=2)
        for state in deals(rules, number)
    ]


def later(rules: Compiled, state: State, length: int, seed: int) -> tuple[State, list[Action]]:
    """The state some random actions on, and these; nobody draws or passes who could play."""
    choice = random.Random(seed)
    actions: list[Action] = []
    for _ in range(length):
        legal = rules.legal(state)
        plays = [action for action in legal if action.kind is Kind.PLAY]
        action = choice.choice(plays or legal)
        after = rules.play(state, action)
        if after.over:
            break
        state = after
        actions.append(action)
    return state, actions


class Decision(NamedTuple):
    """A choice between two plays or more: what happened, how it lies, and what the mover knows."""

    start: State
    actions: list[Action]
    state: State

    def position(self) -> Position:
        """The round as its mover sees it; made anew, so that nothing is known of it yet."""
        dealt = tuple(
            Holding(hand) if seat == self.state.mover else Holding(0, hand.bit_count())
            for seat, hand in enumerate(self.start.hands)
        )
        moves = tuple(Move(action) for action in self.actions)
        record = Record(dealt=dealt, moves=moves, opener=self.start.opener, round=self.start.round)
        return Position.from_view(rules_of("partnership", 4), record)


def decisions(ply: int, number: int) -> list[Decision]:
    """Partnership, so many actions after a free opening."""
    rules = rules_of("partnership", 4)
    found: list[Decision] = []
    for seed, start in enumerate(openings(rules, 30 * number)):
        state, actions = later(rules, start, ply, seed)
        if len(actions) == ply and len(rules.legal(state)) > 1 and len(found) < number:
            found.append(Decision(start, actions, state))
    return found


@cache
def double_nine() -> Compiled:
    """Partnership with the double-nine set, ten tiles each."""
    text = library.find("partnership").source.text
    text = text[: text.index("example ")]
    for old, new in (
        ("double-six", "double-nine"),
        ("holder of key_tile plays key_tile", "lot plays any tile"),
        ("7 each", "10 each"),
        ("parameter key_tile = [6|6]\n", ""),
    ):
        if old not in text:
            raise ValueError(f"{old!r} is gone from the rules of partnership")
        text = text.replace(old, new)
    return compile_rules(load(Source("double_nine.rules", text)).setup(4))
