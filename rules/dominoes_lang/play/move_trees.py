"""Counted move trees: the quickest sign of a change in legal moves."""

from __future__ import annotations

from typing import Protocol

from dominoes_lang.table.state import Action, State


class Rules(Protocol):
    """A source of legal actions that plays them: the interpreter, or generated functions."""

    def legal(self, state: State, /) -> list[Action]:
        """The legal actions; none once the round is over."""

    def play(self, state: State, action: Action, /) -> State:
        """The state after a legal action."""


def perft(rules: Rules, state: State, depth: int) -> int:
    """The number of sequences of exactly `depth` actions from a state; every action counts one."""
    if depth == 0:
        return 1
    actions = rules.legal(state)
    if depth == 1:
        return len(actions)
    return sum(perft(rules, rules.play(state, action), depth - 1) for action in actions)
