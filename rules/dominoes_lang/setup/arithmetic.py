"""The arithmetic of the language: exact, and whole wherever points are paid."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TypeAlias

from dominoes_lang.syntax.nodes import Arithmetic, Expression, Fact, Number, Read, Rounded

Amount: TypeAlias = int | Fraction
_NOTHING: Mapping[Fact, int] = {}


def compare(relation: str, left: Amount, right: Amount) -> bool:
    """Whether a relation of the language holds between two amounts. Raises `ZeroDivisionError`."""
    match relation:
        case "is":
            return left == right
        case "is not":
            return left != right
        case "at least":
            return left >= right
        case "at most":
            return left <= right
        case "more than":
            return left > right
        case "less than":
            return left < right
    return left % right == 0


def combine(operator: str, left: Amount, right: Amount) -> Amount:
    """`left operator right`; a division is exact. Raises `ZeroDivisionError`."""
    if operator == "+":
        return left + right
    if operator == "-":
        return left - right
    if operator == "*":
        return left * right
    return Fraction(left) / Fraction(right)


def round_to(way: str, amount: Amount, to: Amount) -> int:
    """The multiple of `to` at or next to an amount; halfway goes up. Raises `ZeroDivisionError`."""
    steps = Fraction(amount) / Fraction(to)
    if way == "up":
        whole = -(-steps.numerator // steps.denominator)
    elif way == "down":
        whole = steps.numerator // steps.denominator
    else:
        whole = (2 * steps.numerator + steps.denominator) // (2 * steps.denominator)
    return int(whole * to)


def constant(amount: Expression, facts: Mapping[Fact, int] = _NOTHING) -> Amount | None:
    """The value of an amount made of numbers, and of `facts` that are known; None for any other.

    Raises `ZeroDivisionError`.
    """
    if isinstance(amount, Number):
        return amount.value
    if isinstance(amount, Read):
        return facts.get(amount.fact)
    if isinstance(amount, Arithmetic):
        left, right = constant(amount.left, facts), constant(amount.right, facts)
        if left is None or right is None:
            return None
        return combine(amount.operator, left, right)
    if isinstance(amount, Rounded):
        inner, to = constant(amount.amount, facts), constant(amount.to, facts)
        return None if inner is None or to is None else round_to(amount.way, inner, to)
    return None
