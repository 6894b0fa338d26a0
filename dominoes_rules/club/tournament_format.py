"""What a director decides before the first draw: system, rounds, fixed scores, criteria."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from dominoes_lang.text.quoting import short
from dominoes_lang.text.root_exception import ArgumentError
from dominoes_rules.club.score_rules import LARGEST_SCORE, ScoreRules
from dominoes_rules.speech.sayings import GameTitle, Saying
from dominoes_rules.speech.speech import marked

SYSTEMS = "lot", "swiss", "round robin"
UNITS = "player", "pair"
CRITERIA = {
    "wins": marked("matches won; a drawn match is half a win"),
    "mutual": marked(
        "wins in the matches among those who are level so far, if all of them have met"
    ),
    "difference": marked("points for less points against"),
    "points": marked("points for"),
    "buchholz": marked("the wins of all opponents"),
    "best round": marked("the points of the best round"),
    "lot": marked("an order drawn once, so that nobody is level"),
}
"""What ranks the level, and what it counts."""
CRITERION_NAMES = {
    # Translators: what a column of the standings counts, as are the six that follow
    "wins": marked("wins"),
    "mutual": marked("mutual"),
    "difference": marked("difference"),
    "points": marked("points"),
    "buchholz": marked("buchholz"),
    "best round": marked("best round"),
    "lot": marked("lot"),
}
"""What the columns of the standings are called."""
USUAL_RANKING = "wins", "difference", "mutual"
MOST_TOURNAMENT_PLAYERS = 400
MOST_TOURNAMENT_ROUNDS = 99
LONGEST_ROUND = 600
"""Minutes."""

_BYE_IS_LOST = marked(
    "The bye score {own}-{against} would be a defeat. Write the winner's points first."
)
_WALK_OVER_IS_LOST = marked(
    "The walk-over score {own}-{against} would be a defeat. Write the winner's points first."
)


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
            return Saying(
                marked("There is no system {system}. Choose {systems}."),
                system=repr(short(self.system)),
                systems=_choice(SYSTEMS),
            )
        if self.unit not in UNITS:
            return f"Nobody can enter as {short(self.unit)!r}. Choose {_choice(UNITS)}."
        if not 1 <= self.rounds <= MOST_TOURNAMENT_ROUNDS:
            return Saying(
                marked("A tournament has 1 to {most} rounds, not {rounds}."),
                most=MOST_TOURNAMENT_ROUNDS,
                rounds=self.rounds,
            )
        if not 0 <= self.apart <= MOST_TOURNAMENT_ROUNDS:
            return Saying(
                marked("Clubs are kept apart in 0 to {most} rounds."), most=MOST_TOURNAMENT_ROUNDS
            )
        if self.minutes is not None and not 1 <= self.minutes <= LONGEST_ROUND:
            return Saying(
                marked("A round has 1 to {most} minutes, not {minutes}."),
                most=LONGEST_ROUND,
                minutes=self.minutes,
            )
        unknown = [name for name in self.ranking if name not in CRITERIA]
        if unknown:
            return Saying(
                marked("There is no criterion {criterion}. Choose {criteria}."),
                criterion=repr(short(unknown[0])),
                criteria=_choice([*CRITERIA]),
            )
        if not self.ranking or len({*self.ranking}) < len(self.ranking):
            return Saying(marked("A ranking has at least one criterion, and none twice."))
        if any(abs(score) > LARGEST_SCORE for score in (*self.bye, *self.absent)):
            return Saying(
                marked("A fixed score has at most {most} points."), most=f"{LARGEST_SCORE:,}"
            )
        return ""

    def expect_fits(self, rules: ScoreRules) -> None:
        """Raise `ArgumentError` if a game can't be played in this format."""
        if self.unit == "pair" and rules.team_size != 2:
            no_pairs = marked(
                "{game} with {players} players has no pairs. Let players enter one by one."
            )
            raise ArgumentError(
                Saying(no_pairs, game=GameTitle(rules.game), players=len(rules.side_of))
            )
        if self.system == "round robin" and self.units_at_table(rules) != 2:
            needs_two = marked(
                "A round robin needs two units at a table. Choose swiss or lot, or let pairs enter."
            )
            raise ArgumentError(Saying(needs_two))
        for text, (own, against) in ((_BYE_IS_LOST, self.bye), (_WALK_OVER_IS_LOST, self.absent)):
            if rules.sign * own < rules.sign * against:
                raise ArgumentError(Saying(text, own=own, against=against))

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
