"""Amounts as values: exact arithmetic on numbers that are read elsewhere."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import lcm
from typing import NamedTuple

from dominoes_lang.lowering.program import (
    Type,
    Value,
    divided,
    minus,
    plus,
    remainder,
    times,
    whole,
)
from dominoes_lang.setup.arithmetic import constant
from dominoes_lang.syntax import nodes
from dominoes_lang.syntax.nodes import Expression

Leaf = Callable[[Expression], Value]
"""The value of an amount that is no arithmetic."""


class Exact(NamedTuple):
    """An amount: a whole number divided by a number above 0 that is known beforehand."""

    value: Value
    below: int

    def times(self, below: int) -> Value:
        """The amount times a multiple of its denominator."""
        return times(self.value, whole(below // self.below))

    @property
    def points(self) -> Value:
        """A whole amount; the checker lets no quotient pass that may not be whole."""
        return divided(self.value, self.below)


def exact(node: Expression, leaf: Leaf) -> Exact:
    """An amount, exactly."""
    fixed = constant(node)
    if fixed is not None:
        known = Fraction(fixed)
        return Exact(whole(known.numerator), known.denominator)
    match node:
        case nodes.Arithmetic(operator="/", left=left, right=right):
            first, by = exact(left, leaf), _divisor(right, leaf)
            if isinstance(by, int):
                return Exact(first.value, first.below * by)
            return Exact(Value("/", Type.WHOLE, (first.value, by)), first.below)
        case nodes.Arithmetic(operator="*", left=left, right=right):
            first, second = exact(left, leaf), exact(right, leaf)
            return Exact(times(first.value, second.value), first.below * second.below)
        case nodes.Arithmetic(operator=operator, left=left, right=right):
            first, second = exact(left, leaf), exact(right, leaf)
            below = lcm(first.below, second.below)
            joined = plus if operator == "+" else minus
            return Exact(joined(first.times(below), second.times(below)), below)
        case nodes.Rounded(way=way, amount=amount, to=to):
            return Exact(_rounded(way, exact(amount, leaf), _divisor(to, leaf)), 1)
    return Exact(leaf(node), 1)


def beyond(node: Expression, of: Expression, leaf: Leaf) -> Value:
    """What an amount is beyond a multiple of another; 0 if it is one."""
    dividend, by = exact(node, leaf), _divisor(of, leaf)
    if isinstance(by, int):
        return remainder(dividend.value, dividend.below * by)
    return Value("%", Type.WHOLE, (dividend.value, by))


def _rounded(way: str, amount: Exact, to: int | Value) -> Value:
    """A multiple of `to` at or next to an amount; all by a division that rounds down."""
    if isinstance(to, Value):
        return Value("rounded", Type.WHOLE, (amount.value, to), (way, amount.below))
    value, size = amount.value, amount.below * to
    if way == "up":
        value = plus(value, whole(size - 1))
    elif way == "nearest":  # halves up
        value, size = plus(times(value, whole(2)), whole(size)), 2 * size
    return times(divided(value, size), whole(to))


def _divisor(node: Expression, leaf: Leaf) -> int | Value:
    """The checker lets nothing be divided by or rounded to anything but a number above 0.

    A parameter that is left open is such a number as well.
    """
    if isinstance(node, nodes.Name):
        return leaf(node)
    number = constant(node)
    assert isinstance(number, int), f"no divisor: {node}"
    assert number > 0, f"no divisor: {node}"
    return number
