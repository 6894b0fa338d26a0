"""Redeal conditions: bounds on a hand or those of a side, so that hidden hands can be counted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from dominoes_lang.lowering.lower import Lowering
from dominoes_lang.lowering.program import known
from dominoes_lang.setup.arithmetic import constant
from dominoes_lang.setup.ruleset import Setup
from dominoes_lang.syntax import nodes
from dominoes_lang.syntax.nodes import Expression, Role
from dominoes_lang.text.diagnostics import Diagnostic


@dataclass(frozen=True)
class RedealBound:
    """A bound on the weight of what one of these groups of seats holds together.

    `weights` is by tile. The groups have one size and no seat in common.
    """

    weights: Sequence[int]
    at_least: bool
    amount: int
    groups: tuple[tuple[int, ...], ...]

    def is_possible(self, hand_size: int) -> bool:
        """Whether it holds for some hands."""
        dealt = len(self.groups[0]) * hand_size
        weights = sorted(self.weights)
        if self.at_least:
            return sum(weights[len(weights) - dealt :]) >= self.amount
        return sum(weights[:dealt]) <= self.amount

    def is_certain(self, hand_size: int) -> bool:
        """Whether it holds however these hands are dealt."""
        dealt = sum(map(len, self.groups)) * hand_size
        weights = sorted(self.weights)
        if self.at_least:
            return sum(weights[:dealt]) > len(self.groups) * (self.amount - 1)
        return sum(weights[len(weights) - dealt :]) < len(self.groups) * (self.amount + 1)


def check_redeal(setup: Setup, findings: list[Diagnostic]) -> None:
    """Report a redeal condition of any other form, or one that makes every deal void."""
    for part in redeal_parts(setup):
        bound = bound_of(setup, part)
        if bound is None:
            joined = isinstance(part, nodes.Both)
            findings.append(
                Diagnostic(
                    "bad-redeal",
                    "with this condition the hidden hands could not be counted",
                    part.span,
                    'conditions can only be joined by "or" here'
                    if joined
                    else "it must state what a hand, or a side, holds",
                    helps=(
                        'write "any player holds at least 5 doubles", or several joined by "or"',
                    ),
                )
            )
            return
        if bound.is_certain(setup.hand_size):
            findings.append(
                Diagnostic(
                    "always-void",
                    "every deal would be void",
                    part.span,
                    f"with {setup.seats} players this always holds",
                    helps=("ask for more, or remove it",),
                )
            )
            return


def redeal_parts(setup: Setup) -> tuple[Expression, ...]:
    """The conditions that each make a deal void."""
    condition = setup.redeal
    if isinstance(condition, nodes.Both) and condition.joiner == "or":
        return condition.parts
    return () if condition is None else (condition,)


def bound_of(setup: Setup, part: Expression) -> RedealBound | None:
    """The bounds on hands that a condition states; None if it states anything else."""
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
            weights = [int(tile == candidate) for candidate in setup.tiles.tiles]
            at_least, least = True, 1
        case _:
            return None
    groups = _groups(setup, who)
    return RedealBound(weights, at_least, least, groups) if groups else None


def _groups(setup: Setup, who: Expression) -> tuple[tuple[int, ...], ...]:
    """The groups of seats of which one must meet a condition; none if hands decide it."""
    if isinstance(who, nodes.Who):
        return setup.quantified(who) if who.role in {Role.ANY_PLAYER, Role.ANY_SIDE} else ()
    named = Lowering(setup).seats(who)
    seats = known(named) or 0
    return (tuple(seat for seat in range(setup.seats) if seats >> seat & 1),) if seats else ()
