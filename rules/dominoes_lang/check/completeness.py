"""Whether the tables of a ruleset have a row for every case, and a case for every row."""

from __future__ import annotations

from collections.abc import Sequence

from dominoes_lang.analysis.turns.guarded_rows import MOST_CONDITIONS, NO_SIDE, cases, names_winner
from dominoes_lang.check.context import Checking
from dominoes_lang.check.names import Names
from dominoes_lang.syntax import nodes
from dominoes_lang.syntax.nodes import Expression

MOST_CASES = 40_000


def check_tables(checking: Checking, names: Names) -> None:
    """Report tables that are not complete, and rows that no case reaches."""
    winner = checking.clause(nodes.WinnerClause)
    if winner is None or not checking.is_clean(winner):
        return
    checker = _Tables(checking, names)
    won = checker.full_table(winner.table)
    if won is None:
        return
    checker.table(winner, "winner", winner.table.rows, None)
    if not checking.is_clean(winner):
        return
    for award in checking.each(nodes.AwardClause):
        if checking.is_clean(award):
            name = f"award {award.name}"
            checker.table(award, name, award.amount.rows, won, when=award.condition)
    opener = checking.clause(nodes.NextOpenerClause)
    if opener is not None and checking.is_clean(opener):
        checker.table(opener, "next opener", opener.rows, won, may_be_void=_may_be_void(checking))
        if checking.is_clean(opener):
            checker.opener_is_somebody(opener.rows, won)


def _may_be_void(checking: Checking) -> bool:
    """Whether the next opener may be asked for after an auction in which all have passed."""
    bids = checking.clause(nodes.BidsClause)
    return bids is not None and bids.redeal


class _Tables:
    def __init__(self, checking: Checking, names: Names) -> None:
        self.checking = checking
        self.names = names
        self.tried = 0

    def table(
        self,
        clause: nodes.Clause,
        name: str,
        rows: Sequence[nodes.TableRow] | Sequence[nodes.OpeningRow],
        winner: nodes.Table | None,
        *,
        when: Expression | None = None,
        may_be_void: bool = False,
    ) -> None:
        """Check the rows in every case in which a condition holds, if there is one."""
        report = self.checking.report
        conditions = self.full(rows)
        premise = None if when is None else self.names.written_out(when)
        if conditions is None or conditions == [None] or (when is not None and premise is None):
            return
        known = cases(
            conditions,
            winner,
            premise,
            on_a_line=self.checking.on_a_line,
            may_be_void=may_be_void,
        )
        self.tried += known.count if known is not None else 0
        if known is None or self.tried > MOST_CASES:
            report(
                "too-many-cases",
                f'"{name}" depends on too many conditions',
                rows[0].span,
                "use fewer conditions",
                label=f'at most {MOST_CONDITIONS} are allowed, those of "winner" included',
            )
            self.tried = 0
            return
        counted: set[int] = set()
        for case in known:
            reached = known.reached(case)
            if reached is None:
                report(
                    "incomplete-table",
                    f'"{name}" does not cover every case',
                    clause.span,
                    f'add a row "{known.row(case)}", or a last row "otherwise: …"',
                    label=f"no row covers: {known.described(case)}",
                )
                return
            counted.add(reached)
        if not counted:
            return  # no case meets the condition, which is a fault of its own
        for number, row in enumerate(rows):
            if number not in counted:
                report(
                    "dead-row",
                    f'this row of "{name}" can never apply',
                    row.span,
                    "remove it, or move it up",
                    label="the rows above cover every case, or this row's own case can't happen",
                )
                return

    def opener_is_somebody(self, rows: Sequence[nodes.OpeningRow], winner: nodes.Table) -> None:
        """No row of `next opener` may name `winner` in a case where nobody has won."""
        conditions = self.full(rows)
        known = (
            cases(
                conditions,
                winner,
                on_a_line=self.checking.on_a_line,
                may_be_void=_may_be_void(self.checking),
            )
            if conditions is not None
            else None
        )
        if known is None:
            return
        for case in known:
            number = known.reached(case)
            if number is None or case.winner != NO_SIDE:
                continue
            who = rows[number].choices[-1].who
            full = None if who is None else self.names.written_out(who)
            if who is not None and full is not None and names_winner(full):
                self.checking.report(
                    "no-opener",
                    "there may be nobody to open the round",
                    who.span,
                    'add a row "when winner is nobody: …" above'
                    if len(rows) > 1
                    else f'write "when winner is nobody: opener otherwise: {rows[0].span.words}"',
                    label=f"for instance: {known.described(case)}",
                )
                return

    def full(
        self, rows: Sequence[nodes.TableRow] | Sequence[nodes.OpeningRow]
    ) -> list[Expression | None] | None:
        """The conditions of the rows, written out; None if one of them can't be."""
        conditions: list[Expression | None] = []
        for row in rows:
            full = None if row.condition is None else self.names.written_out(row.condition)
            if row.condition is not None and full is None:
                return None
            conditions.append(full)
        return conditions

    def full_table(self, table: nodes.Table) -> nodes.Table | None:
        conditions = self.full(table.rows)
        if conditions is None:
            return None
        rows = []
        for row, condition in zip(table.rows, conditions, strict=True):
            value = self.names.written_out(row.value)
            if value is None:
                return None
            rows.append(nodes.TableRow(condition, value, span=row.span))
        return nodes.Table(tuple(rows), span=table.span)
