"""How a round ended."""

from __future__ import annotations

from dataclasses import dataclass, field

from dominoes_lang.setup.ruleset import Setup
from dominoes_lang.table.state import Over


@dataclass(frozen=True)
class Outcome:
    """How a round ended. Sides are named by the letters of their seats, `A` or `AC`."""

    over: str
    """`domino`, `blocked`, or `cut` where a payment brought a side to the target of the match."""
    winner: str | None
    """The side that wins; None if nobody does."""
    points: dict[str, int] = field(hash=False)
    """What each side gets: points, or 1 for a win where wins are counted."""

    @property
    def how(self) -> str:
        """The way it ended, in the words of players: `domino`, `blocked` or `target reached`."""
        return "target reached" if self.over == "cut" else self.over

    @property
    def verdict(self) -> str:
        """Who wins, or that the match is over; then the round itself has no winner."""
        if self.over == "cut":
            return "the match is over"
        return f"{self.winner or 'nobody'} wins"

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
