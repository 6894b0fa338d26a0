"""What a redeal condition may say: bounds on single hands, so that hidden hands can be counted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from dominoes_lang import syntax
from dominoes_lang.arithmetic import constant
from dominoes_lang.diagnostics import Diagnostic
from dominoes_lang.setup import Setup
from dominoes_lang.syntax import Expression, Role


@dataclass(frozen=True)
class Bound:
    """Somebody's hand weighs at least, or at most, so much; `weights` is by tile."""

    weights: Sequence[int]
    at_least: bool
    amount: int
    hands: int
    """How many hands are meant: one seat's, or any."""

    def is_certain(self, hand_size: int) -> bool:
        """Whether it holds however these hands are dealt."""
        dealt = self.hands * hand_size
        weights = sorted(self.weights)
        if self.at_least:
            return sum(weights[:dealt]) > self.hands * (self.amount - 1)
        return sum(weights[len(weights) - dealt :]) < self.hands * (self.amount + 1)


def check_redeal(setup: Setup, found: list[Diagnostic]) -> None:
    """Report a redeal condition that says anything else, or that makes every deal void."""
    condition = setup.redeal
    if condition is None:
        return
    either = isinstance(condition, syntax.Both) and condition.joiner == "or"
    parts = condition.parts if isinstance(condition, syntax.Both) and either else (condition,)
    for part in parts:
        bound = _bound(setup, part)
        if bound is None:
            found.append(
                Diagnostic(
                    "bad-redeal",
                    "with this redeal condition the hidden hands could not be counted",
                    part.span,
                    "it must say what one hand holds",
                    helps=('write "any player holds at least 5 doubles", or join such by "or"',),
                )
            )
            return
        if bound.is_certain(setup.hand_size):
            found.append(
                Diagnostic(
                    "always-void", "every deal would be void", part.span, "this always holds"
                )
            )
            return


def _bound(setup: Setup, part: Expression) -> Bound | None:
    match part:
        case syntax.HoldsAmount(who=who, relation=relation, amount=amount, measure=measure):
            value = constant(amount)
            if value is None or value != int(value):
                return None
            doubles = [int(tile.is_double) for tile in setup.tiles.tiles]
            measured = {"pips": setup.values, "doubles": doubles, "tiles": [1] * len(doubles)}
            weights, at_least, least = measured[measure], relation == "at least", int(value)
        case syntax.HoldsNumber(who=who, number=number, some=some):
            weights = [int(number in tile) for tile in setup.tiles.tiles]
            at_least, least = some, int(some)
        case syntax.HoldsTile(who=who, tile=syntax.TileLiteral(tile=tile)):
            weights = [int(tile == other) for other in setup.tiles.tiles]
            at_least, least = True, 1
        case _:
            return None
    if isinstance(who, syntax.Seat):
        return Bound(weights, at_least, least, 1)
    if isinstance(who, syntax.Who) and who.role is Role.ANY_PLAYER:
        return Bound(weights, at_least, least, setup.seats)
    return None
