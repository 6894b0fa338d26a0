"""The result of a match at a real table, as it is typed."""

from __future__ import annotations

from dataclasses import dataclass

from dominoes_lang.text.root_exception import ArgumentError
from dominoes_rules.club.score_rules import ScoreRules
from dominoes_rules.club.table_results import DRAW, LOSS, WIN
from dominoes_rules.club.tournament_format import TournamentFormat
from dominoes_rules.speech.sayings import Saying
from dominoes_rules.speech.speech import marked

ENDINGS = "target", "time", "drawn", "absent"
LONGEST_AUTHOR = 40


@dataclass(frozen=True)
class TypedResult:
    """What one match came to."""

    scores: tuple[int, ...]
    """The points of each side; empty after a walk-over, which has a fixed score."""
    ended: str = "target"
    """`target`: by the rules. `time`: by the clock. `drawn`: level. `absent`: by walk-over."""
    by: str = ""
    """Who typed it."""
    absent: tuple[int, ...] = ()
    """The sides that did not come."""

    def problem(self, rules: ScoreRules) -> str:
        """Why no match of a game can end so; empty if it can."""
        if self.ended not in ENDINGS:
            ways = f"{', '.join(ENDINGS[:-1])} or {ENDINGS[-1]}"
            return Saying(marked("A match ends by {ways}."), ways=ways)
        if self.ended != "absent":
            if self.absent:
                return Saying(
                    marked("A side that did not come makes a walk-over, which ends by absent.")
                )
            return rules.problem(self.scores, self.ended)
        if self.scores:
            return Saying(marked("A walk-over has a fixed score. Leave the scores out."))
        if not self.absent or {*self.absent} - {*range(rules.sides)}:
            return Saying(marked("Give the side that did not come."))
        return ""

    def expect_possible(self, rules: ScoreRules) -> None:
        """Raise `ArgumentError` if no match of a game can end so."""
        wrong = self.problem(rules)
        if wrong:
            raise ArgumentError(wrong)

    def typed_points(self, settings: TournamentFormat, side: int) -> int:
        """The points of a side as they were typed, or the fixed ones of a walk-over."""
        if self.ended != "absent":
            return self.scores[side]
        return settings.absent[side in self.absent]

    def counted(self, rules: ScoreRules, settings: TournamentFormat) -> list[tuple[int, int, int]]:
        """For each side: its match points, its points, and the points against it.

        The points against it are those of the best other side.
        """
        if self.ended == "absent":
            won, lost = settings.absent
            return [
                (LOSS, lost, won) if side in self.absent else (WIN, won, lost)
                for side in range(rules.sides)
            ]
        scores = [*self.scores]
        winners = rules.winners(scores)
        if settings.capped and rules.target is not None:
            scores = [min(score, rules.target) for score in scores]
        rows = []
        for side, score in enumerate(scores):
            others = [rules.sign * other for at, other in enumerate(scores) if at != side]
            gained = DRAW if not winners else LOSS if side not in winners else WIN
            if len(winners) > 1 and side in winners:
                gained = DRAW
            rows.append((gained, score, rules.sign * max(others)))
        return rows
