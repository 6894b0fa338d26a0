"""What a director decides before the first draw: system, rounds, fixed scores, criteria."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from dominoes_lang.text.quoting import short
from dominoes_lang.text.root_exception import ArgumentError
from dominoes_rules.club.score_rules import LARGEST_SCORE, ScoreRules

SYSTEMS = "lot", "swiss", "round robin"
UNITS = "player", "pair"
CRITERIA = {
    "wins": "matches won; a drawn match is half a win",
    "mutual": "wins in the matches among those who are level so far, if all of them have met",
    "difference": "points for less points against",
    "points": "points for",
    "buchholz": "the wins of all opponents",
    "best round": "the points of the best round",
    "lot": "an order drawn once, so that nobody is level",
}
"""What ranks the level, and what it counts."""
USUAL_RANKING = "wins", "difference", "mutual"
MOST_TOURNAMENT_PLAYERS = 400
MOST_TOURNAMENT_ROUNDS = 99
LONGEST_ROUND = 600
"""Minutes."""


@dataclass(frozen=True)
class TournamentFormat:
    """The settings of a tournament. No federation's rules are built in: all of it is chosen."""

    system: str = "swiss"
    unit: str = "pair"
    rounds: int = 5
    """As many as it takes in a round robin, whatever is given."""
    minutes: int | None = None
    """After these a match ends as it stands; None for no limit."""
    capped: bool = False
    """Whether points above the target do not count."""
    bye: tuple[int, int] = (0, 0)
    """The score of a unit that sits out, which wins, and what is counted against it."""
    absent: tuple[int, int] = (0, 0)
    """The score of a unit whose opponent does not come, and that of the opponent, who loses."""
    ranking: tuple[str, ...] = USUAL_RANKING
    apart: int = 0
    """In this many first rounds, two units of one club are kept apart while that can be helped."""

    def __post_init__(self) -> None:
        """Raises `ArgumentError` for settings that no tournament can have."""
        wrong = self._problem()
        if wrong:
            raise ArgumentError(wrong)

    def _problem(self) -> str:
        if self.system not in SYSTEMS:
            return f"There is no system {short(self.system)!r}. Choose {_choice(SYSTEMS)}."
        if self.unit not in UNITS:
            return f"Nobody can enter as {short(self.unit)!r}. Choose {_choice(UNITS)}."
        if not 1 <= self.rounds <= MOST_TOURNAMENT_ROUNDS:
            return f"A tournament has 1 to {MOST_TOURNAMENT_ROUNDS} rounds, not {self.rounds}."
        if not 0 <= self.apart <= MOST_TOURNAMENT_ROUNDS:
            return f"Clubs are kept apart in 0 to {MOST_TOURNAMENT_ROUNDS} rounds."
        if self.minutes is not None and not 1 <= self.minutes <= LONGEST_ROUND:
            return f"A round has 1 to {LONGEST_ROUND} minutes, not {self.minutes}."
        unknown = [name for name in self.ranking if name not in CRITERIA]
        if unknown:
            return f"There is no criterion {short(unknown[0])!r}. Choose {_choice([*CRITERIA])}."
        if not self.ranking or len({*self.ranking}) < len(self.ranking):
            return "A ranking has at least one criterion, and none twice."
        if any(abs(score) > LARGEST_SCORE for score in (*self.bye, *self.absent)):
            return f"A fixed score has at most {LARGEST_SCORE:,} points."
        return ""

    def expect_fits(self, rules: ScoreRules) -> None:
        """Raise `ArgumentError` if a game can't be played in this format."""
        if self.unit == "pair" and rules.team_size != 2:
            raise ArgumentError(
                f"{rules.game} with {len(rules.side_of)} players has no pairs. Let players enter "
                "one by one."
            )
        if self.system == "round robin" and self.units_at_table(rules) != 2:
            raise ArgumentError(
                "A round robin needs two units at a table. Choose swiss or lot, or let pairs enter."
            )
        for name, (own, against) in (("bye", self.bye), ("walk-over", self.absent)):
            if rules.sign * own < rules.sign * against:
                raise ArgumentError(
                    f"The {name} score {own}-{against} would be a defeat. Write the winner's "
                    "points first."
                )

    def units_at_table(self, rules: ScoreRules) -> int:
        """How many units share a table."""
        return len(rules.side_of) // self.players_of_unit

    @property
    def players_of_unit(self) -> int:
        return 2 if self.unit == "pair" else 1

    @classmethod
    def of_json(cls, kept: Mapping[str, Any]) -> TournamentFormat:
        """Raises `ValueError` and `TypeError` for what was not written by us."""
        fields = {
            **kept,
            **{name: tuple(kept[name]) for name in ("bye", "absent", "ranking")},
        }
        for name in ("bye", "absent"):
            if len(fields[name]) != 2 or not all(type(score) is int for score in fields[name]):
                raise TypeError(f"{name} must be two numbers")
        if not all(type(criterion) is str for criterion in fields["ranking"]):
            raise TypeError("a criterion must be a word")
        for name, kinds in _KINDS.items():
            if name in fields and type(fields[name]) not in kinds:
                raise TypeError(f"{name} must be {' or '.join(kind.__name__ for kind in kinds)}")
        return cls(**fields)


_KINDS: Mapping[str, tuple[type, ...]] = {
    "system": (str,),
    "unit": (str,),
    "rounds": (int,),
    "minutes": (int, type(None)),
    "capped": (bool,),
    "apart": (int,),
}


def _choice(words: Any) -> str:
    *most, last = words
    return f"{', '.join(most)} or {last}"
