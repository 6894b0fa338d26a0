"""How many points a round can still pay: interval arithmetic over the awards."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor

from dominoes_lang.setup.arithmetic import constant
from dominoes_lang.setup.ruleset import Goal, Setup
from dominoes_lang.syntax import nodes
from dominoes_lang.syntax.nodes import Expression, Fact, Role

UNBOUNDED = 10**9


@dataclass(frozen=True)
class Range:
    """`[low, high]`, each end a number plus a number of times the pips that are left."""

    low: Fraction
    low_pips: Fraction
    high: Fraction
    high_pips: Fraction

    @classmethod
    def between(cls, low: int, high: int) -> Range:
        return cls(Fraction(low), Fraction(0), Fraction(high), Fraction(0))

    def __add__(self, other: Range) -> Range:
        return Range(
            self.low + other.low,
            self.low_pips + other.low_pips,
            self.high + other.high,
            self.high_pips + other.high_pips,
        )

    def times(self, factor: Fraction) -> Range:
        scaled = (self.low, self.low_pips, self.high, self.high_pips)
        low, low_pips, high, high_pips = (factor * end for end in scaled)
        if factor < 0:
            return Range(high, high_pips, low, low_pips)
        return Range(low, low_pips, high, high_pips)

    def largest(self, pips: int) -> Fraction:
        """The largest size of a value, either sign, with so many pips left."""
        return max(
            abs(self.low + self.low_pips * pips),
            abs(self.high + self.high_pips * pips),
            Fraction(0),
        )


_ANYTHING = Range.between(-UNBOUNDED, UNBOUNDED)


def bound(setup: Setup) -> Callable[[int], int]:
    """A function from the pips not yet laid to the most that the rest of a round can pay.

    For two sides that is the largest difference, for more the largest payoff of one side; either
    way its size, without a sign. `UNBOUNDED` where the awards set no limit.
    """
    if setup.goal is Goal.WINS:
        return lambda pips: 1
    awards = [(_amount(setup, award), _times_paid(setup, award)) for award in setup.awards]

    def most(pips: int) -> int:
        return min(UNBOUNDED, ceil(sum(size.largest(pips) * times for size, times in awards)))

    return most


def winner_takes_all(setup: Setup) -> bool:
    """Whether a round pays the winner alone, who wants it, and never takes points from it."""
    if setup.goal is Goal.WINS:
        return True
    return setup.goal is Goal.MOST and all(
        award.to == nodes.Who(Role.WINNER, span=award.span)
        and (size := _amount(setup, award)).low >= 0
        and size.low_pips >= 0
        for award in setup.awards
    )


def only_losers_pay(setup: Setup) -> bool:
    """Whether it takes all, and the pips in its own hand count for nothing."""
    losers = nodes.Related(
        "opponents", nodes.Who(Role.WINNER, span=setup.domino.span), span=setup.domino.span
    )
    return winner_takes_all(setup) and all(
        node.who == losers
        for award in setup.awards
        for node in nodes.walk(award.amount)
        if isinstance(node, nodes.Held) and node.measure == "pips"
    )


def _times_paid(setup: Setup, award: nodes.AwardClause) -> int:
    """How often one award may be paid to one side."""
    if award.each is Role.EACH_PLAYER:
        return setup.seats
    return setup.sides if award.each is Role.EACH_SIDE else 1


def _amount(setup: Setup, award: nodes.AwardClause) -> Range:
    """The range of an award: it covers that of every row."""
    ranges = [_range(setup, row.value) for row in award.amount.rows]
    return Range(
        min(one.low for one in ranges),
        min(one.low_pips for one in ranges),
        max(one.high for one in ranges),
        max(one.high_pips for one in ranges),
    )


def _range(setup: Setup, node: Expression) -> Range:
    known = constant(node)
    if known is not None:
        return Range(Fraction(known), Fraction(0), Fraction(known), Fraction(0))
    match node:
        case nodes.Held(measure="pips"):
            return Range(Fraction(0), Fraction(0), Fraction(0), Fraction(1))
        case nodes.Held():
            return Range.between(0, len(setup.tiles))
        case nodes.Read(fact=Fact.PIPS_ON_ENDS):
            return Range.between(0, 2 * setup.tiles.highest)
        case nodes.Read(fact=Fact.ENDS_ALIKE | Fact.ENDS_IT_FITTED):
            return Range.between(0, 2)
        case nodes.Read(fact=Fact.PLAYS | Fact.TILES_IN_STOCK):
            return Range.between(0, len(setup.tiles))
        case nodes.Arithmetic(operator="+", left=left, right=right):
            return _range(setup, left) + _range(setup, right)
        case nodes.Arithmetic(operator="-", left=left, right=right):
            return _range(setup, left) + _range(setup, right).times(Fraction(-1))
        case nodes.Arithmetic(operator="*", left=left, right=right):
            return _product(setup, left, right)
        case nodes.Arithmetic(operator="/", left=left, right=right):
            divisor = constant(right)
            return _range(setup, left).times(1 / Fraction(divisor)) if divisor else _ANYTHING
        case nodes.Rounded(amount=amount, to=to):
            step = constant(to)
            if step is None:
                return _ANYTHING
            return _range(setup, amount) + Range.between(-ceil(step), ceil(step))
    return _ANYTHING


def _product(setup: Setup, left: Expression, right: Expression) -> Range:
    for factor, other in ((left, right), (right, left)):
        known = constant(factor)
        if known is not None:
            return _range(setup, other).times(Fraction(known))
    one, other_range = _range(setup, left), _range(setup, right)
    pips = sum(setup.values)
    size = floor(one.largest(pips) * other_range.largest(pips)) + 1
    return Range.between(-size, size)
