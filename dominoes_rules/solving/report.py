"""The answer of `solve` as Python and notebooks show it."""

from __future__ import annotations

from dataclasses import dataclass

from dominoes_rules.solving import footer
from dominoes_rules.solving.answered_moves import AnsweredMoves


@dataclass(frozen=True, repr=False)
class Report(AnsweredMoves):
    """The moves of a position, best first; `report["22l"]` is the row of one move.

    >>> from dominoes_rules import Position, solve
    >>> solve(Position("block 26-66-61-15 A:22.24.20.43/B:x6 A void:B=2.5 passes:1 opener:A"))
    <Report block 26-66-61-15 A:20.22.42.43/B:x6 A void:B=2.5 passes:1 opener:A: 22l 15.68, ...>
    """

    def __repr__(self) -> str:
        """Short enough for a prompt: the position, and the moves with their points."""
        shown = [f"{row.move} {row.points}" for row in self.rows] or ["the round is over"]
        used = "exact" if self.exact else self.used_of
        return f"<Report {self.position}: {', '.join(shown)}; {used}>"

    def _repr_html_(self) -> str:
        """For notebooks: the table, the moves with their figures, and the model behind them."""
        # Imported here because only notebooks ask for it.
        from dominoes_rules.board.as_html import html_table
        from dominoes_rules.position.drawing import svg

        dropped = self.complete is not None
        head = ["move", "points", "wins", "ties", *(["gap", "best in"] if self.compares else [])]
        head += ["worlds"] if dropped else []
        rows = [
            (f"{row.move}{'*' if row.is_close else ''}", str(row.points), row.win, row.tie,
             *((str(row.gap), row.best_in) if self.compares else ()),
             *((f"{row.worlds:,}",) if dropped else ()))
            for row in self.rows
        ]  # fmt: skip
        return html_table(svg(self.position), self._title, head, rows, self._notes)

    @property
    def _title(self) -> str:
        if self.findings is not None:
            return f"{self.position.turn} to move"
        ended = self.position.outcome_bounds
        assert ended is not None, "the round is over"
        return f"{ended.how}: {ended.result}"

    @property
    def _notes(self) -> list[str]:
        findings = self.findings
        if findings is None:
            return []
        estimated = []
        if findings.estimated:
            played = footer.playouts_in(findings)
            estimated = [f"{findings.estimated:,} of the worlds estimated by {played}"]
        return [*footer.legend(self), *estimated, *footer.footer(self), *self.remarks]
