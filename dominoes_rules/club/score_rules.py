"""What the rules of a game say of a typed score: how many sides, how far, and in which steps."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import gcd

from dominoes_lang.analysis.payoffs.payoff_range import score_bounds
from dominoes_lang.play.match import TO_A_TARGET
from dominoes_lang.setup.ruleset import Setup
from dominoes_lang.syntax import nodes
from dominoes_lang.syntax.nodes import MatchKind
from dominoes_rules.speech.sayings import GameTitle, Saying
from dominoes_rules.speech.speech import marked

LARGEST_SCORE = 99_999


@dataclass(frozen=True)
class ScoreRules:
    """The part of a game that typed scores are held against; a tournament keeps it in its file."""

    game: str
    """The title of the game."""
    side_of: tuple[int, ...]
    """The side of each seat, in order of play."""
    target: int | None
    """What ends a match once a side has it; None if a match has a number of rounds."""
    fewest_win: bool = False
    exact: bool = False
    """Whether no side can come beyond the target."""
    step: int = 1
    """Every score is a multiple of this."""
    least: int = 0
    """The lowest score that can be: 0, or -`LARGEST_SCORE` if the game can cost points."""
    drawn_when: int | None = None
    """The score of a loser from which a match is drawn."""
    lead: int = 0
    """How far ahead of all others a side must be to end a match."""

    @classmethod
    def of(cls, title: str, setup: Setup, target: int | None = None) -> ScoreRules:
        """What a setup says of its scores.

        title: what the game is called.
        target: another end of the match than that of the rules.
        """
        match = setup.match
        if match.has_sets:  # a result is in sets
            return cls(title, tuple(setup.side_of), match.sets_to_win if target is None else target)
        to_a_target = match.series in TO_A_TARGET
        points = setup.target is not None or match.series in {
            MatchKind.ROUNDS_LOWEST,
            MatchKind.ROUNDS_HIGHEST,
        }
        lows = [bounds.low for bounds in score_bounds(setup).sides]
        may_cost = points and any(low is None or low < 0 for low in lows)
        return cls(
            title,
            tuple(setup.side_of),
            (match.amount if target is None else target) if to_a_target else None,
            setup.sign < 0,
            match.overshoot_ignored,
            gcd(_step(setup), *match.head_start) if points else 1,
            -LARGEST_SCORE if may_cost else 0,
            match.drawn_when,
            match.lead,
        )

    @property
    def sides(self) -> int:
        return max(self.side_of) + 1

    @property
    def team_size(self) -> int:
        """Players on a side."""
        return len(self.side_of) // self.sides

    @property
    def sign(self) -> int:
        """What a point is worth: 1, or -1 where the fewest win."""
        return -1 if self.fewest_win else 1

    def winners(self, scores: Sequence[int]) -> tuple[int, ...]:
        """The sides that are ahead; none if the rules make the match a draw."""
        best = max(self.sign * score for score in scores)
        won = tuple(side for side, score in enumerate(scores) if self.sign * score == best)
        losing = [score for side, score in enumerate(scores) if side not in won]
        if self.drawn_when is not None and max(losing, default=-1) >= self.drawn_when:
            return ()
        return won

    def problem(self, scores: Sequence[int], ended: str) -> str:
        """Why a match can't have ended so, and what to type instead; empty if it can.

        ended: `target`, `time` or `drawn`.
        """
        if len(scores) != self.sides:
            return Saying(
                marked("{game} has {sides} sides. Type {sides} scores."),
                game=GameTitle(self.game),
                sides=self.sides,
            )
        for score in scores:
            if not self.least <= score <= LARGEST_SCORE:
                return Saying(
                    marked("{score} is no score. Type numbers from {least} to {most}."),
                    score=score,
                    least=self.least,
                    most=f"{LARGEST_SCORE:,}",
                )
            if score % self.step:
                no_multiple = marked(
                    "Scores of {game} are multiples of {step}, and {score} is not. "
                    "Look at the sheet again."
                )
                game = GameTitle(self.game)
                return Saying(no_multiple, game=game, step=self.step, score=score)
        return self._wrong_end(scores, ended)

    def _wrong_end(self, scores: Sequence[int], ended: str) -> str:
        level = len(self.winners(scores)) != 1
        if ended == "drawn" and not level:
            return Saying(
                marked(
                    "A match is drawn if nobody is ahead. Type how it ended, such as target or "
                    "time."
                )
            )
        if self.target is None:
            return ""
        most = max(scores)
        if self.exact and most > self.target:
            return Saying(
                marked("Nobody can have more than {target} in {game}, and {score} is more."),
                target=self.target,
                game=GameTitle(self.game),
                score=most,
            )
        if ended == "target" and most < self.target:
            not_reached = marked(
                "No side has reached {target}. If the time was up, type the result as ended by "
                "time."
            )
            return Saying(not_reached, target=self.target)
        if ended == "target" and self.winners(scores) and self.ahead(scores) < self.lead:
            not_ahead = marked(
                "A match of {game} goes on until a side leads by {lead}. If the time was up, type "
                "the result as ended by time."
            )
            return Saying(not_ahead, game=GameTitle(self.game), lead=self.lead)
        if ended == "time" and most >= self.target and self.ahead(scores) >= self.lead:
            reached = marked(
                "{score} reaches {target}, so the match ended by its target, not by time."
            )
            return Saying(reached, score=most, target=self.target)
        return ""

    def ahead(self, scores: Sequence[int]) -> int:
        """How far the leader is ahead of the next side."""
        first, second, *_ = sorted((self.sign * score for score in scores), reverse=True)
        return first - second


def _step(setup: Setup) -> int:
    """A number of which every payment is a multiple, as far as the rules show it; at least 1."""
    return gcd(*(_award_step(award) for award in (*setup.awards, *setup.in_play))) or 1


def _award_step(award: nodes.AwardClause) -> int:
    conditions = [*_parts(award.condition)]
    return gcd(
        *(
            _amount_step(row.value, [*conditions, *_parts(row.condition)])
            for row in award.amount.rows
        )
    )


def _parts(condition: object) -> Iterator[object]:
    """What has to hold for a condition, as far as it is joined by `and`."""
    if isinstance(condition, nodes.Both) and condition.joiner == "and":
        for part in condition.parts:
            yield from _parts(part)
    elif condition is not None:
        yield condition


def _amount_step(amount: object, conditions: Sequence[object]) -> int:
    for condition in conditions:
        if (
            isinstance(condition, nodes.Compare)
            and condition.relation == "multiple of"
            and condition.left == amount
            and isinstance(condition.right, nodes.Number)
        ):
            return abs(condition.right.value)
    if isinstance(amount, nodes.Number):
        return abs(amount.value)
    if isinstance(amount, nodes.Rounded) and isinstance(amount.to, nodes.Number):
        return abs(amount.to.value)
    return 1
