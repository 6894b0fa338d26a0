"""Exact interval arithmetic: the bounds of amounts."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import floor
from typing import TypeAlias

from dominoes_lang.setup.arithmetic import Amount, compare, round_to

Bound: TypeAlias = Amount | None
"""One end of an interval; None if there is none."""


@dataclass(frozen=True)
class Interval:
    """All amounts from `low` to `high`, both included."""

    low: Bound
    high: Bound

    @classmethod
    def of(cls, amount: Amount) -> Interval:
        return cls(amount, amount)

    @property
    def value(self) -> Amount | None:
        """The amount, where there is only one."""
        return self.low if self.low == self.high else None

    def __add__(self, other: Interval) -> Interval:
        return Interval(_plus(self.low, other.low), _plus(self.high, other.high))

    def __neg__(self) -> Interval:
        return Interval(
            None if self.high is None else -self.high, None if self.low is None else -self.low
        )

    def __sub__(self, other: Interval) -> Interval:
        return self + -other

    def __mul__(self, other: Interval) -> Interval:
        zero = Interval.of(0)
        if zero in (self, other):
            return zero
        if None in (self.low, self.high, other.low, other.high):
            positive = all(part.low is not None and part.low >= 0 for part in (self, other))
            return Interval(0, None) if positive else ANYTHING
        corners = [
            left * right  # type: ignore[operator]
            for left in (self.low, self.high)
            for right in (other.low, other.high)
        ]
        return Interval(min(corners), max(corners))

    def over(self, divisor: Interval) -> Interval:
        """Divided by something; anything, unless that is above 0."""
        if divisor.low is None or divisor.low <= 0:
            return ANYTHING
        if divisor.value is None:
            least = 0 if divisor.high is None else Fraction(1) / Fraction(divisor.high)
            return self * Interval(least, Fraction(1) / Fraction(divisor.low))
        return Interval(
            None if self.low is None else Fraction(self.low) / divisor.low,
            None if self.high is None else Fraction(self.high) / divisor.low,
        )

    def rounded(self, way: str, to: Interval) -> Interval:
        """Rounded to a multiple of something; anything, unless that is above 0."""
        if to.low is None or to.low <= 0 or to.high is None:
            return ANYTHING
        if to.value is None:
            return self + Interval(-to.high, to.high)
        # Rounding keeps the order.
        return Interval(
            None if self.low is None else round_to(way, self.low, to.value),
            None if self.high is None else round_to(way, self.high, to.value),
        )

    def floored(self) -> Interval:
        """Each amount rounded down."""
        return Interval(
            None if self.low is None else floor(self.low),
            None if self.high is None else floor(self.high),
        )

    def most(self, other: Interval) -> Interval:
        """The larger of an amount of this and one of the other."""
        lows = [interval.low for interval in (self, other) if interval.low is not None]
        high = None if None in (self.high, other.high) else max(self.high, other.high)  # type: ignore[type-var]
        return Interval(max(lows, default=None), high)

    @property
    def size(self) -> Bound:
        """The largest absolute value; None if there is no bound."""
        if self.low is None or self.high is None:
            return None
        return self.high if self.high >= -self.low else -self.low

    def hull(self, other: Interval) -> Interval:
        """The smallest interval that contains both."""
        return Interval(
            None if self.low is None or other.low is None else min(self.low, other.low),
            None if self.high is None or other.high is None else max(self.high, other.high),
        )

    def compared(self, relation: str, other: Interval) -> set[bool]:
        """The truth values that a comparison of amounts from two intervals may have."""
        if self.value is not None and other.value is not None:
            return {compare(relation, self.value, other.value)}
        match relation:
            case "at least":
                return _ordered(self.low, self.high, other.low, other.high)
            case "at most":
                return _ordered(other.low, other.high, self.low, self.high)
            case "less than":
                return {not truth for truth in self.compared("at least", other)}
            case "more than":
                return {not truth for truth in self.compared("at most", other)}
            case "is" | "is not":
                apart = {False} in (
                    self.compared("at least", other),
                    self.compared("at most", other),
                )
                return {relation == "is not"} if apart else {True, False}
        return {True, False}


ANYTHING = Interval(None, None)


def hull(intervals: Iterable[Interval]) -> Interval:
    """The smallest interval that contains all of some intervals."""
    first, *rest = intervals
    for interval in rest:
        first = first.hull(interval)
    return first


def _plus(left: Bound, right: Bound) -> Bound:
    return None if left is None or right is None else left + right


def _ordered(low: Bound, high: Bound, other_low: Bound, other_high: Bound) -> set[bool]:
    """Whether something from the first interval is at least something from the second."""
    if low is not None and other_high is not None and low >= other_high:
        return {True}
    if high is not None and other_low is not None and high < other_low:
        return {False}
    return {True, False}
