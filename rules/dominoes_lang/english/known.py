"""Conditions made shorter by what is known: numbers compared, rows above that did not hold."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from dominoes_lang.setup.arithmetic import Amount, constant
from dominoes_lang.syntax import nodes
from dominoes_lang.syntax.nodes import Expression, Fact

Known = tuple[tuple[Expression, bool], ...]
"""Conditions of which it is known whether they hold."""


def simplified(condition: Expression, known: Known = ()) -> Expression:
    """A condition that says the same where `known` is so; `YesNo` where nothing is left open."""
    for one, holds in known:
        if condition == one:
            return nodes.YesNo(holds, span=condition.span)
    if isinstance(condition, nodes.Not):
        inner = simplified(condition.condition, known)
        if isinstance(inner, nodes.YesNo):
            return replace(inner, value=not inner.value)
        return replace(condition, condition=inner)
    if isinstance(condition, nodes.Both):
        return _joined(condition, known)
    if isinstance(condition, nodes.Compare):
        return _compared(condition)
    return condition


def _joined(node: nodes.Both, known: Known) -> Expression:
    decides = node.joiner == "or"
    parts: list[Expression] = []
    for part in node.parts:
        one = simplified(part, known)
        if isinstance(one, nodes.YesNo):
            if one.value == decides:
                return one
        elif isinstance(one, nodes.Both) and one.joiner == node.joiner:
            parts += one.parts
        else:
            parts.append(one)
    if not parts:
        return nodes.YesNo(not decides, span=node.span)
    return parts[0] if len(parts) == 1 else replace(node, parts=tuple(parts))


def _compared(node: nodes.Compare) -> Expression:
    left, right = node.left, node.right
    if isinstance(left, nodes.TileLiteral) and isinstance(right, nodes.TileLiteral):
        return nodes.YesNo((left == right) == (node.relation == "is"), span=node.span)
    try:
        one, other = constant(left), constant(right)
    except ZeroDivisionError:
        return node
    if one is None or other is None:
        return node
    return nodes.YesNo(_holds(node.relation, one, other), span=node.span)


def _holds(relation: str, one: Amount, other: Amount) -> bool:
    return {
        "is": one == other,
        "is not": one != other,
        "at least": one >= other,
        "at most": one <= other,
        "more than": one > other,
        "less than": one < other,
        "multiple of": other != 0 and one % other == 0,
    }[relation]


def ended(fact: Fact, condition: Expression) -> Known:
    """What is known of a finished round of which a condition says that it ended so."""
    other = Fact.BLOCKED if fact is Fact.DOMINO else Fact.DOMINO
    span = condition.span
    return ((nodes.Read(fact, span=span), True), (nodes.Read(other, span=span), False))


def open_rows(
    rows: Sequence[tuple[Expression | None, object]], known: Known = ()
) -> list[tuple[Expression | None, object]]:
    """The rows of a table that can still count, simplified; the last has None for its condition."""
    found: list[tuple[Expression | None, object]] = []
    for condition, value in rows:
        short = None if condition is None else simplified(condition, known)
        if isinstance(short, nodes.YesNo):
            if not short.value:
                continue
            short = None
        found.append((short, value))
        if short is None:
            break
    return found
