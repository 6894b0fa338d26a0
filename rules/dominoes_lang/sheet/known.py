"""Conditions simplified by what is known: compared numbers, rows above that did not hold."""

from __future__ import annotations

from collections.abc import Sequence

from dominoes_lang.setup.partial import reduced
from dominoes_lang.syntax import nodes
from dominoes_lang.syntax.nodes import Expression, Fact

Known = tuple[tuple[Expression, bool], ...]
"""Conditions whose truth is known."""


def simplified(condition: Expression, known: Known = ()) -> Expression:
    """A condition equivalent to this one given `known`; `YesNo` where it is decided."""
    return reduced(condition, dict(known).get)


def ended(fact: Fact, condition: Expression) -> Known:
    """The facts about a finished round that follow from a condition on how it ended."""
    opposite = Fact.BLOCKED if fact is Fact.DOMINO else Fact.DOMINO
    span = condition.span
    return ((nodes.Read(fact, span=span), True), (nodes.Read(opposite, span=span), False))


def open_rows(
    rows: Sequence[tuple[Expression | None, object]], known: Known = ()
) -> list[tuple[Expression | None, object]]:
    """The rows of a table that can still apply, simplified; the last has None as condition."""
    open_now: list[tuple[Expression | None, object]] = []
    for condition, value in rows:
        short = None if condition is None else simplified(condition, known)
        if isinstance(short, nodes.YesNo):
            if not short.value:
                continue
            short = None
        open_now.append((short, value))
        if short is None:
            break
    return open_now
