"""The arithmetic of the language: exact, and whole wherever points are paid."""

from __future__ import annotations

from fractions import Fraction
from typing import TypeAlias

from dominoes_lang.syntax import Arithmetic, Expression, Number, Rounded

Amount: TypeAlias = int | Fraction


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


def constant(amount: Expression) -> Amount | None:
    """The value of an amount that is made of numbers alone; None for any other.

    Raises `ZeroDivisionError`.
    """
    if isinstance(amount, Number):
        return amount.value
    if isinstance(amount, Arithmetic):
        left, right = constant(amount.left), constant(amount.right)
        if left is None or right is None:
            return None
        return combine(amount.operator, left, right)
    if isinstance(amount, Rounded):
        inner, to = constant(amount.amount), constant(amount.to)
        return None if inner is None or to is None else round_to(amount.way, inner, to)
    return None
