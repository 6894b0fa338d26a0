"""What each move of a position is worth, with what that rests on: plain values."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from math import inf
from typing import TYPE_CHECKING

from dominoes_lang.setup.ruleset import Goal
from dominoes_rules.position.notation import Move
from dominoes_rules.position.position import Position
from dominoes_rules.position.remarks import remark_in
from dominoes_rules.position.world_numbers import BY_SWAPS, shown_count
from dominoes_rules.solving.weighed import Weights
from dominoes_rules.speech.sayings import retold
from dominoes_rules.speech.speech import ENGLISH, Speech
from dominoes_solver.means import Mean
from dominoes_solver.pimc.findings import Findings

if TYPE_CHECKING:
    from dominoes_rules.solving.why import Why

MACHINE_CODE, PLAIN_PYTHON = "machine code", "plain Python"

ERRORS_APART = 3.0
"""Standard errors by which one mean must be ahead of another to be clearly better."""


@dataclass(frozen=True, repr=False)
class Row:
    """What was found about one move; see `dominoes_solver.pimc.findings.MoveFindings`."""

    move: Move
    points: Mean
    win: float
    tie: float
    gap: Mean
    best_in: float
    sides: dict[str, float] = field(hash=False)
    worlds: int

    @property
    def is_close(self) -> bool:
        """Whether the worlds searched can't distinguish it from the best move."""
        return bool(self.gap.se) and self.gap.mean <= ERRORS_APART * (self.gap.se or 0.0)

    def __repr__(self) -> str:
        return f"<Row {self.move}: {self.points} points, wins {self.win:.1%}, gap {self.gap}>"


@dataclass(frozen=True, repr=False)
class AnsweredMoves:
    """The moves of a position, best first, and what their values rest on."""

    position: Position
    rows: tuple[Row, ...]
    findings: Findings | None
    """What the search reports of itself; None for a round that is over."""
    model: str
    only: tuple[Move, ...] | None = None
    """The moves that the search was limited to; gaps and `best_in` compare only these."""
    why: Why | None = None
    """What decides the value of the move that was asked about."""
    weights: Weights | None = None
    """How worlds were weighted, and what that changed; None if every world counted alike."""
    note: str = ""
    """What the user should know about the model of choices that was asked for; mostly empty."""

    @property
    def best(self) -> Move | None:
        """The best move; None only for a round that is over."""
        return self.rows[0].move if self.rows else None

    @property
    def compares(self) -> bool:
        """Whether there are gaps; not if only one of several moves was searched."""
        return self.only is None or len(self.rows) > 1

    @property
    def exact(self) -> bool:
        return self.findings is None or self.findings.exact

    @property
    def engine(self) -> str | None:
        """The engine: `machine code` or `plain Python`, which have different budgets.

        None for a round that is over.
        """
        if self.findings is None:
            return None
        return MACHINE_CODE if self.findings.natively else PLAIN_PYTHON

    @property
    def count(self) -> int | None:
        """The number of worlds that fit; None if there are too many to count.

        The order of the undrawn stock is not counted.
        """
        return self.position.evidence.count

    @property
    def used(self) -> int:
        """The number of worlds searched, in any order of the stock; all in an exact answer."""
        if self.findings is None or self.exact:
            return self.count or 0
        return self.findings.used

    @property
    def complete(self) -> int | None:
        """The number of worlds in which every move was searched; None if no move was dropped.

        The moves that were clearly worse after so many worlds were dropped.
        """
        fewest = min((row.worlds for row in self.rows), default=0)
        return fewest if self.findings is not None and fewest < self.findings.used else None

    @property
    def used_of(self) -> str:
        """The worlds searched and the worlds that fit: `200 of 5,000 worlds`."""
        return self.used_in(ENGLISH)

    def used_in(self, speech: Speech) -> str:
        """The same in a language."""
        if self.count is None:
            return speech.plural(
                "{count:,} world sampled by swaps", "{count:,} worlds sampled by swaps", self.used
            )
        of_all = shown_count(self.count, speech)
        return speech.text("{used:,} of {count} worlds", used=self.used, count=of_all)

    def __iter__(self) -> Iterator[Row]:
        return iter(self.rows)

    def __len__(self) -> int:
        return len(self.rows)

    def __getitem__(self, move: Move | str) -> Row:
        """The row of a move; the end may be left out if the tile has only one play."""
        matching = [row for row in self.rows if str(move) in {str(row.move), str(row.move.tile)}]
        if len(matching) != 1:
            raise KeyError(f"{move} is not one of the moves {', '.join(str(r.move) for r in self)}")
        return matching[0]

    @property
    def remarks(self) -> list[str]:
        """Notes on what the position lacks compared with a record, and on the model."""
        return self.remarks_in(ENGLISH)

    def remarks_in(self, speech: Speech) -> list[str]:
        """The same in a language."""
        notes = [remark_in(note, speech) for note in self.position.evidence.notes]
        notes += [retold(self.note, speech)] if self.note else []
        return [speech.text("note: {note}", note=note) for note in notes]

    def as_json(self) -> dict[str, object]:
        """The report as plain values, in a stable shape."""
        position, findings = self.position, self.findings
        head: dict[str, object] = {"variant": position.variant, "turn": position.turn}
        if findings is None:
            ended = position.outcome_bounds
            assert ended is not None, "the round is over"
            outcome = ended.outcome
            result = None if outcome is None else outcome.as_json()
            certain = ended.as_json()
            return {**head, "exact": True, "moves": [], "result": result, "certain": certain}
        worlds: dict[str, object] = {"count": self.count, "used": self.used}
        if self.count is None:
            worlds["drawn"] = BY_SWAPS
        head |= {
            "exact": findings.exact,
            "worlds": worlds,
            "seed": findings.seed,
            "model": self.model,
            "engine": self.engine,
        }
        if findings.estimated:
            head["estimated"] = findings.estimated
            head["cost"] = findings.cost if findings.cost != inf else None
        if findings.by_policy:
            head["by_policy"] = True
        if findings.interrupted:
            head["interrupted"] = True
        if findings.spent:
            head["spent"] = True
        if findings.goal is Goal.FEWEST:
            head["goal"] = findings.goal.value
        if self.only is not None:
            head["only"] = [str(move) for move in self.only]
        if self.weights is not None:
            head |= self.weights.as_json()
        if self.note:
            head["note"] = self.note
        head["moves"] = [self._row_json(row) for row in self.rows]
        return head if self.why is None else {**head, "why": self.why.as_json()}

    def _row_json(self, row: Row) -> dict[str, object]:
        found: dict[str, object] = {
            "move": str(row.move),
            "points": row.points.mean,
            "se": row.points.se,
            "win": row.win,
            "tie": row.tie,
            "gap": row.gap.mean if self.compares else None,
            "gap_se": row.gap.se if self.compares else None,
            "best_in": row.best_in if self.compares else None,
        }
        if self.complete is not None:
            found["worlds"] = row.worlds
        if self.position.setup.sides > 2:
            found["sides"] = row.sides
        return found
