"""How a round ended."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field

from dominoes_lang.setup.ruleset import Setup
from dominoes_lang.table.state import Over
from dominoes_rules.speech.speech import ENGLISH, Speech, marked

_WAYS = {
    "domino": marked("domino"),
    "blocked": marked("blocked"),
    "cut": marked("target reached"),
    "void": marked("nobody has bid"),
}
"""How a round ends, in the words of players."""


@dataclass(frozen=True)
class Outcome:
    """How a round ended. Sides are named by the letters of their seats, `A` or `AC`."""

    over: str
    """`domino`, `blocked`, `cut` where a payment brought a side to the target of the match, or
    `void` where nobody has bid."""
    winner: str | None
    """The side that wins; None if nobody does."""
    points: dict[str, int] = field(hash=False)
    """What each side gets: points, or 1 for a win where wins are counted."""

    @property
    def how(self) -> str:
        """The way it ended, in the words of players: `domino`, `blocked` or `target reached`."""
        return OutcomeBounds.known(self).how

    @property
    def verdict(self) -> str:
        """Who wins, or that the match is over; then the round itself has no winner."""
        return OutcomeBounds.known(self).verdict

    @classmethod
    def of(cls, setup: Setup, over: int, winner: int, points: tuple[int, ...]) -> Outcome:
        """The outcome for the numbers of the rules; `winner` is negative if nobody wins."""
        names = setup.side_names
        return cls(
            Over(over).name.lower(),
            names[winner] if winner >= 0 else None,
            dict(zip(names, points, strict=True)),
        )

    def as_json(self) -> dict[str, object]:
        """The same as plain values, in a stable shape."""
        return {"over": self.over, "winner": self.winner, "points": self.points}


@dataclass(frozen=True)
class OutcomeBounds:
    """What is certain of how a round ended: hidden hands may decide who won, or how much."""

    over: str
    """As in `Outcome`."""
    winners: tuple[str | None, ...]
    """The sides that may have won, in order; None, the last, if the round may have no winner."""
    points: dict[str, tuple[int, int]] = field(hash=False)
    """The least and the most that each side gets: points, or 1 for a win where wins are counted."""
    exact: bool = True
    """Whether each of these is so in some world; otherwise less may be possible."""

    @property
    def outcome(self) -> Outcome | None:
        """The outcome; None if it depends on hidden hands."""
        points = {side: most for side, (least, most) in self.points.items() if least == most}
        if len(self.winners) > 1 or len(points) < len(self.points):
            return None
        return Outcome(self.over, self.winners[0], points)

    @property
    def how(self) -> str:
        """The way it ended, in the words of players: `domino`, `blocked` or `target reached`."""
        return self.how_in(ENGLISH)

    def how_in(self, speech: Speech) -> str:
        """The same in a language."""
        return speech.text(_WAYS[self.over])

    @property
    def verdict(self) -> str:
        """Who wins or may win, or that the match is over; then the round itself has no winner."""
        return self.verdict_in(ENGLISH)

    def verdict_in(self, speech: Speech) -> str:
        """The same in a language."""
        if self.over == "cut":
            return speech.text("the match is over")
        if self.winners == (None,):
            return speech.text("nobody wins")
        sides = speech.listed([side or speech.text("nobody") for side in self.winners], "or")
        return speech.text("{sides} wins", sides=sides)

    @property
    def result(self) -> str:
        """Who wins or may win, and what each side gets."""
        return self.result_in(ENGLISH)

    def result_in(self, speech: Speech) -> str:
        """The same in a language."""
        bounds = ((side, f"{least:,}", f"{most:,}") for side, (least, most) in self.points.items())
        paid = ", ".join(
            f"{side} {least}"
            if least == most
            else speech.text("{side} {least} to {most}", side=side, least=least, most=most)
            for side, least, most in bounds
        )
        verdict = self.verdict_in(speech)
        if self.outcome:
            return f"{verdict}; {paid}"
        return speech.text(
            "{verdict}; {paid}, depending on hidden hands", verdict=verdict, paid=paid
        )

    def ending_in(self, speech: Speech) -> str:
        """The way it ended, and the result."""
        return f"{self.how_in(speech)}: {self.result_in(speech)}"

    @classmethod
    def of(
        cls,
        setup: Setup,
        over: int,
        winners: Collection[int],
        points: Iterable[tuple[int, int]],
        *,
        exact: bool,
    ) -> OutcomeBounds:
        """The bounds for the numbers of the rules; a winner is negative if nobody wins."""
        names = setup.side_names
        sides = tuple(names[side] for side in sorted(winners) if side >= 0)
        return cls(
            Over(over).name.lower(),
            (*sides, None) if min(winners) < 0 else sides,
            dict(zip(names, points, strict=True)),
            exact,
        )

    @classmethod
    def known(cls, outcome: Outcome) -> OutcomeBounds:
        """Those of an outcome that is known."""
        points = {side: (paid, paid) for side, paid in outcome.points.items()}
        return cls(outcome.over, (outcome.winner,), points)

    def as_json(self) -> dict[str, object]:
        """The same as plain values, in a stable shape."""
        return {
            "over": self.over,
            "winners": [*self.winners],
            "points": {side: [*bounds] for side, bounds in self.points.items()},
            "exact": self.exact,
        }
