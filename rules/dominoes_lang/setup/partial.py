"""Conditions evaluated as far as the facts that they read are known."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import NamedTuple

from dominoes_lang.setup.arithmetic import Amount, compare, constant
from dominoes_lang.syntax import nodes
from dominoes_lang.syntax.nodes import Expression

Answer = Callable[[Expression], bool | None]
"""Whether a condition holds, or None if that is not known (or only its parts are)."""


MIRRORED = {
    "is": "is",
    "is not": "is not",
    "at least": "at most",
    "at most": "at least",
    "more than": "less than",
    "less than": "more than",
}
"""The relations that say the same with both amounts exchanged."""


class NumberComparison(NamedTuple):
    """An amount compared with a number."""

    amount: Expression
    relation: str
    number: Amount


def compared_with_number(node: nodes.Node) -> NumberComparison | None:
    """A comparison of an amount with a number, whichever is written first; None for any other."""
    if not isinstance(node, nodes.Compare):
        return None
    right = constant(node.right)
    if right is not None:
        return NumberComparison(node.left, node.relation, right)
    left, mirrored = constant(node.left), MIRRORED.get(node.relation)
    return (
        None if left is None or mirrored is None else NumberComparison(node.right, mirrored, left)
    )


def reduced(condition: Expression, answer: Answer) -> Expression:
    """An equivalent condition, given the answers; `YesNo` where it is decided.

    Numbers and tiles that are compared with each other need no answer.
    """
    known = answer(condition)
    if known is not None:
        return nodes.YesNo(known, span=condition.span)
    match condition:
        case nodes.Not(condition=inner):
            short = reduced(inner, answer)
            if isinstance(short, nodes.YesNo):
                return replace(short, value=not short.value)
            return replace(condition, condition=short)
        case nodes.Both():
            return _joined(condition, answer)
        case nodes.Compare():
            return _compared(condition)
    return condition


def truths(condition: Expression | None, answer: Answer) -> set[bool]:
    """The truth values that a condition may have; None, the condition of a last row, holds."""
    if condition is None:
        return {True}
    short = reduced(condition, answer)
    return {short.value} if isinstance(short, nodes.YesNo) else {True, False}


def certain(truths: set[bool]) -> bool | None:
    """The only truth, or None if there are two."""
    return None if len(truths) > 1 else True in truths


def joined(answers: Iterable[set[bool]], *, decides: bool) -> set[bool]:
    """The truth of several conditions together, where one that is `decides` decides."""
    listed = list(answers)
    if {decides} in listed:
        return {decides}
    return {True, False} if any(decides in answer for answer in listed) else {not decides}


def _joined(node: nodes.Both, answer: Answer) -> Expression:
    decides = node.joiner == "or"
    parts: list[Expression] = []
    for part in node.parts:
        operand = reduced(part, answer)
        if isinstance(operand, nodes.YesNo):
            if operand.value == decides:
                return operand
        elif isinstance(operand, nodes.Both) and operand.joiner == node.joiner:
            parts += operand.parts
        else:
            parts.append(operand)
    if not parts:
        return nodes.YesNo(not decides, span=node.span)
    return parts[0] if len(parts) == 1 else replace(node, parts=tuple(parts))


def _compared(node: nodes.Compare) -> Expression:
    left, right = node.left, node.right
    if isinstance(left, nodes.TileLiteral) and isinstance(right, nodes.TileLiteral):
        return nodes.YesNo((left == right) == (node.relation == "is"), span=node.span)
    try:
        left_value, right_value = constant(left), constant(right)
        if left_value is None or right_value is None:
            return node
        return nodes.YesNo(compare(node.relation, left_value, right_value), span=node.span)
    except ZeroDivisionError:
        return node
