"""State machines that play rounds of a ruleset and check invariants; no subclassing needed."""

from __future__ import annotations

import unittest
from collections.abc import Iterable, Mapping

from hypothesis import Phase
from hypothesis import settings as Settings  # noqa: N812 (a class, whatever its name)
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
)

from dominoes_lang.setup.binding import Value
from dominoes_lang.setup.ruleset import Ruleset
from dominoes_rules.play.round import Round
from dominoes_rules.testing.invariants import STANDARD, Invariant, check
from dominoes_rules.testing.strategies import deals


def state_machine(
    rules: Ruleset,
    *,
    seats: int | None = None,
    parameters: Mapping[str, Value] | None = None,
    invariants: Iterable[Invariant] = (),
    settings: Settings | None = None,
) -> type[unittest.TestCase]:
    """A test case that deals, plays and takes back moves, with invariants checked at every step.

    The standard invariants are always checked, and yours are added. For pytest or unittest, use a
    name that they collect:

        TestHouse = testing.state_machine(dr.load("house.rules"), invariants=[nobody_is_rich])

    A failure shrinks towards a deal in order and few moves, each the first legal one. It is printed
    as its moves and as a position. Hypothesis' slow phase `explain` is skipped, because it traces
    every line of a round.
    """
    watched = (*STANDARD, *invariants)
    start = deals(rules, seats=seats, parameters=parameters)

    class Machine(RuleBasedStateMachine):
        game: Round

        @initialize(game=start)
        def deal(self, game: Round) -> None:
            # A copy: Hypothesis may use the drawn value again when it retries an example.
            self.game = Round.dealt(game.compiled, game.states[0])

        @precondition(lambda self: not self.game.is_over)
        @rule(data=st.data())
        def play(self, data: st.DataObject) -> None:
            self.game.push(data.draw(st.sampled_from(self.game.legal_moves), label="move"))

        @precondition(lambda self: self.game.actions)
        @rule()
        def take_back(self) -> None:
            before, move = self.game.state, self.game.pop()
            self.game.push(move)
            assert self.game.state == before, f"{move} taken back and played again differs"
            self.game.pop()

        @precondition(lambda self: self.game.is_over)
        @rule(game=start)
        def deal_again(self, game: Round) -> None:
            self.deal(game)

        @invariant()
        def hold(self) -> None:
            check(self.game, watched)

    Machine.__name__ = Machine.__qualname__ = f"{rules.name}_machine"
    case: type[unittest.TestCase] = Machine.TestCase
    asked: Settings = case.settings if settings is None else settings  # type: ignore[attr-defined]
    phases = [phase for phase in asked.phases if phase is not Phase.explain]
    case.settings = Settings(asked, phases=phases)  # type: ignore[attr-defined]
    return case
