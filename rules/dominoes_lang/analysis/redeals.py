"""Redeal conditions: bounds on single hands, so that hidden hands can be counted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from dominoes_lang.setup.arithmetic import constant
from dominoes_lang.setup.ruleset import Setup
from dominoes_lang.syntax import nodes
from dominoes_lang.syntax.nodes import Expression, Role
from dominoes_lang.text.diagnostics import Diagnostic


@dataclass(frozen=True)
class Bound:
    """A bound on the weight of the hand of one of these seats; `weights` is by tile."""

    weights: Sequence[int]
    at_least: bool
    amount: int
    seats: tuple[int, ...]

    def is_possible(self, hand_size: int) -> bool:
        """Whether it holds for some hand."""
        weights = sorted(self.weights)
        if self.at_least:
            return sum(weights[len(weights) - hand_size :]) >= self.amount
        return sum(weights[:hand_size]) <= self.amount

    def is_certain(self, hand_size: int) -> bool:
        """Whether it holds however these hands are dealt."""
        dealt = len(self.seats) * hand_size
        weights = sorted(self.weights)
        if self.at_least:
            return sum(weights[:dealt]) > len(self.seats) * (self.amount - 1)
        return sum(weights[len(weights) - dealt :]) < len(self.seats) * (self.amount + 1)


def check_redeal(setup: Setup, found: list[Diagnostic]) -> None:
    """Report a redeal condition of any other form, or one that makes every deal void."""
    for part in redeal_parts(setup):
        bound = bound_of(setup, part)
        if bound is None:
            found.append(
                Diagnostic(
                    "bad-redeal",
                    "with this condition the hidden hands could not be counted",
                    part.span,
                    "it must state what one hand holds",
                    helps=(
                        'write "any player holds at least 5 doubles", or several joined by "or"',
                    ),
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


def redeal_parts(setup: Setup) -> tuple[Expression, ...]:
    """The conditions that each make a deal void."""
    condition = setup.redeal
    if isinstance(condition, nodes.Both) and condition.joiner == "or":
        return condition.parts
    return () if condition is None else (condition,)


def bound_of(setup: Setup, part: Expression) -> Bound | None:
    """The bounds on single hands that a condition states; None where it states anything else."""
    match part:
        case nodes.HoldsAmount(who=who, relation=relation, amount=amount, measure=measure):
            value = constant(amount)
            if value is None or value != int(value):
                return None
            doubles = [int(tile.is_double) for tile in setup.tiles.tiles]
            measured = {"pips": setup.values, "doubles": doubles, "tiles": [1] * len(doubles)}
            weights, at_least, least = measured[measure], relation == "at least", int(value)
        case nodes.HoldsNumber(who=who, number=number, some=some):
            weights = [int(number in tile) for tile in setup.tiles.tiles]
            at_least, least = some, int(some)
        case nodes.HoldsTile(who=who, tile=nodes.TileLiteral(tile=tile)):
            weights = [int(tile == other) for other in setup.tiles.tiles]
            at_least, least = True, 1
        case _:
            return None
    if isinstance(who, nodes.Seat):
        return Bound(weights, at_least, least, (who.number,))
    if isinstance(who, nodes.Who) and who.role is Role.ANY_PLAYER:
        return Bound(weights, at_least, least, tuple(range(setup.seats)))
    return None
