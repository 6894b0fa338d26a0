"""What the awards of one moment pay by facts that were told, each with its reason."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from dominoes_lang.play.interpreter import Interpreter
from dominoes_lang.sheet.message import Part
from dominoes_lang.sheet.reasons_told import ReasonsTold
from dominoes_lang.syntax import nodes
from dominoes_lang.table.state import State
from dominoes_rules.pad.table_questions import Unknown


@dataclass(frozen=True)
class PadPayment:
    """Points that a side was paid for one award, or has lost by it."""

    award: str
    """The name of the award in the rules."""
    because: Part | None
    """Why it was paid; None if the name of the award is all there is."""
    side: str
    """The side by the letters of its seats, `A` or `AC`."""
    points: int
    counts: bool = True
    """Whether the side got it: not where it would have gone beyond the target of the match."""


def paid_lines(
    rules: Interpreter, awards: Sequence[nodes.AwardClause], state: State
) -> tuple[tuple[int, ...], tuple[PadPayment, ...]]:
    """The points of each side for all awards of one moment, and the payments one by one."""
    setup = rules.setup
    paid = [(award, rules.paid_by(award, state)) for award in awards]
    totals = tuple(sum(points[side] for _, points in paid) for side in range(setup.sides))
    got = rules.without_overshoot(totals, state)
    lines = tuple(
        PadPayment(
            award.name,
            _because(rules, award, state),
            setup.side_names[side],
            amount,
            counts=got[side] == totals[side],
        )
        for award, points in paid
        for side, amount in enumerate(points)
        if amount
    )
    return got, lines


def _because(rules: Interpreter, award: nodes.AwardClause, state: State) -> Part | None:
    """Why an award was paid, as far as it follows from what was told."""
    told, rows = ReasonsTold(rules.setup), award.amount.rows
    if award.each is not None:
        # Which row holds, and what it measures, is another for each of those who are paid.
        return told.reason(award, 0, None) if len(rows) == 1 else None
    row = next(_rows_that_hold(rules, rows, state))
    try:
        return told.reason(award, row, lambda amount: rules.amount(amount, state))
    except Unknown:
        return told.reason(award, row, None)


def _rows_that_hold(
    rules: Interpreter, rows: Sequence[nodes.TableRow], state: State
) -> Iterator[int]:
    for number, row in enumerate(rows):
        if row.condition is None or rules.holds(row.condition, state):
            yield number
