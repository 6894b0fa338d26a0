"""Conditions made shorter by what is known: numbers compared, rows above that did not hold."""

from __future__ import annotations

from collections.abc import Sequence

from dominoes_lang.setup.partial import reduced
from dominoes_lang.syntax import nodes
from dominoes_lang.syntax.nodes import Expression, Fact

Known = tuple[tuple[Expression, bool], ...]
"""Conditions of which it is known whether they hold."""


def simplified(condition: Expression, known: Known = ()) -> Expression:
    """A condition that says the same where `known` is so; `YesNo` where nothing is left open."""
    return reduced(condition, dict(known).get)


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
