"""Redeal conditions: bounds on hands or those of sides, so that hidden hands can be counted."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal as OneOf
from typing import TypeAlias

from dominoes_lang.lowering.lower import Lowering
from dominoes_lang.lowering.program import known
from dominoes_lang.setup.arithmetic import constant
from dominoes_lang.setup.measures import Weights, weights_of
from dominoes_lang.setup.ruleset import Setup
from dominoes_lang.syntax import nodes
from dominoes_lang.syntax.nodes import Expression, Role
from dominoes_lang.text.diagnostics import Diagnostic


@dataclass(frozen=True)
class HandBound:
    """A bound on the weight of what some seats were dealt together, at least or at most."""

    weights: Weights
    seats: tuple[int, ...]
    at_least: bool
    amount: int

    def opposite(self) -> HandBound:
        """What holds exactly where this does not."""
        beyond = self.amount - 1 if self.at_least else self.amount + 1
        return replace(self, at_least=not self.at_least, amount=beyond)

    def is_possible(self, hand_size: int) -> bool:
        """Whether it holds for some hands."""
        dealt = len(self.seats) * hand_size
        weights = sorted(self.weights)
        if self.at_least:
            return sum(weights[len(weights) - dealt :]) >= self.amount
        return sum(weights[:dealt]) <= self.amount


@dataclass(frozen=True)
class JoinedBounds:
    """Bounds on hands joined by `and` or `or`."""

    joiner: OneOf["and", "or"]
    parts: tuple[HandBounds, ...]

    def opposite(self) -> JoinedBounds:
        """What holds exactly where this does not."""
        joiner: OneOf["and", "or"] = "or" if self.joiner == "and" else "and"
        return JoinedBounds(joiner, tuple(part.opposite() for part in self.parts))


HandBounds: TypeAlias = HandBound | JoinedBounds


def check_redeal(setup: Setup, findings: list[Diagnostic]) -> None:
    """Report a redeal condition of any other form, or one that makes every deal void."""
    for part in redeal_parts(setup):
        refused = next(_refused(setup, part), None)
        if refused is not None:
            findings.append(
                Diagnostic(
                    "bad-redeal",
                    "with this condition the hidden hands could not be counted",
                    refused.span,
                    "it must state what a hand, or a side, holds",
                    helps=('write "any player holds at least 5 doubles", alone or joined',),
                )
            )
            return
    condition = setup.redeal
    if condition is not None and _is_certain(setup, condition):
        part = next((part for part in redeal_parts(setup) if _is_certain(setup, part)), condition)
        findings.append(
            Diagnostic(
                "always-void",
                "every deal would be void",
                part.span,
                f"with {setup.player_count} players this always holds",
                helps=("ask for more, or remove it",),
            )
        )


def redeal_parts(setup: Setup) -> tuple[Expression, ...]:
    """The conditions that each make a deal void."""
    condition = setup.redeal
    if isinstance(condition, nodes.Both) and condition.joiner == "or":
        return condition.parts
    return () if condition is None else (condition,)


def _refused(setup: Setup, condition: Expression) -> Iterator[Expression]:
    """The parts of a condition that state no bound on hands."""
    match condition:
        case nodes.Both(parts=parts):
            for part in parts:
                yield from _refused(setup, part)
        case nodes.Not(condition=inner):
            yield from _refused(setup, inner)
        case _ if bounds_of(setup, condition) is None:
            yield condition


def bounds_of(setup: Setup, condition: Expression) -> HandBounds | None:
    """The bounds on hands that a condition states; None if it states anything else."""
    match condition:
        case nodes.YesNo(value=holds):
            return JoinedBounds("and" if holds else "or", ())
        case nodes.Not(condition=inner):
            bounds = bounds_of(setup, inner)
            return None if bounds is None else bounds.opposite()
        case nodes.Both(joiner=joiner, parts=parts):
            joined = [bounds_of(setup, part) for part in parts]
            stated = [bounds for bounds in joined if bounds is not None]
            return _join(joiner, stated) if len(stated) == len(joined) else None
        case nodes.HoldsAmount(who=who, relation=relation, amount=amount, measure=measure):
            value = constant(amount)
            if value is None or value != int(value):
                return None
            at_least, least = relation == "at least", int(value)
            ways = weights_of(setup, measure)
        case nodes.HoldsNumber(who=who, number=number, some=some):
            ways = weights_of(setup, nodes.TilesWith(number))
            at_least, least = some, int(some)
        case nodes.HoldsTile(who=who, tile=nodes.TileLiteral(tile=tile)):
            ways = (tuple(int(tile == candidate) for candidate in setup.tiles.tiles),)
            at_least, least = True, 1
        case _:
            return None
    groups = hands_of(setup, who)
    if not groups:
        return None
    # The largest of several sums reaches an amount if one does, and is within it if all are.
    of_each = [
        _join("or" if at_least else "and", [HandBound(way, seats, at_least, least) for way in ways])
        for seats in groups
    ]
    role = who.role if isinstance(who, nodes.Who) else None
    if role is Role.EVERYONE:
        return _join("and", of_each)
    of_any = _join("or", of_each)
    return of_any.opposite() if role is Role.NOBODY else of_any


def hands_of(setup: Setup, who: Expression) -> tuple[tuple[int, ...], ...]:
    """The groups of seats that a condition is about, one by one; none if hands decide it."""
    groups = setup.quantified(who)
    if groups or isinstance(who, nodes.Who):
        return groups
    seats = known(Lowering(setup).seats(who)) or 0
    return (tuple(seat for seat in setup.playing if seats >> seat & 1),) if seats else ()


def _join(joiner: OneOf["and", "or"], parts: list[HandBounds]) -> HandBounds:
    return parts[0] if len(parts) == 1 else JoinedBounds(joiner, tuple(parts))


# ------------------------------------------------------------------ never, and always


def is_possible(setup: Setup, condition: Expression) -> bool:
    """Whether a condition may hold for some deal; False is sure."""
    bounds = bounds_of(setup, condition)
    return bounds is None or _may_hold(bounds, setup.hand_size)


def _is_certain(setup: Setup, condition: Expression) -> bool:
    """Whether a condition holds for every deal; True is sure."""
    bounds = bounds_of(setup, condition)
    return bounds is not None and not _may_hold(bounds.opposite(), setup.hand_size)


def _may_hold(bounds: HandBounds, hand_size: int) -> bool:
    if isinstance(bounds, HandBound):
        return bounds.is_possible(hand_size)
    if bounds.joiner == "or":
        return any(_may_hold(part, hand_size) for part in bounds.parts)
    plain = [part for part in _conjuncts(bounds) if isinstance(part, HandBound)]
    return all(_may_hold(part, hand_size) for part in _conjuncts(bounds)) and all(
        bound.is_possible(hand_size) for bound in _together(plain)
    )


def _conjuncts(bounds: HandBounds) -> Iterator[HandBounds]:
    """The parts of bounds that must all hold."""
    if isinstance(bounds, JoinedBounds) and bounds.joiner == "and":
        for part in bounds.parts:
            yield from _conjuncts(part)
    else:
        yield bounds


def _together(bounds: list[HandBound]) -> Iterator[HandBound]:
    """What bounds that all hold imply of the hands that they are about, taken together."""
    least = {(bound.weights, bound.seats): bound.amount for bound in bounds if bound.at_least}
    for bound in bounds:
        reached = least.get((bound.weights, bound.seats))
        if not bound.at_least and reached is not None:
            # More than the one is less than the other allows: a bound that no hand keeps.
            yield HandBound((0,) * len(bound.weights), bound.seats, False, bound.amount - reached)
    for at_least in (True, False):
        alike = [bound for bound in bounds if bound.at_least == at_least]
        of_hand = [
            _sum([bound for bound in alike if bound.seats == seats])
            for seats in dict.fromkeys(bound.seats for bound in alike)
        ]
        yield from of_hand
        for weights in dict.fromkeys(bound.weights for bound in (*alike, *of_hand)):
            apart: list[HandBound] = []
            for bound in (*alike, *of_hand):
                taken = {seat for earlier in apart for seat in earlier.seats}
                if bound.weights == weights and taken.isdisjoint(bound.seats):
                    apart.append(bound)
            seats = tuple(seat for bound in apart for seat in bound.seats)
            yield HandBound(weights, seats, at_least, sum(bound.amount for bound in apart))


def _sum(bounds: list[HandBound]) -> HandBound:
    """Bounds of one hand added up."""
    weights = tuple(map(sum, zip(*(bound.weights for bound in bounds), strict=True)))
    return replace(bounds[0], weights=weights, amount=sum(bound.amount for bound in bounds))
