"""How a tournament stands: what each round was worth, and the order by a list of criteria."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from random import Random

from dominoes_rules.club.club_tournament import ClubTournament, DrawnRound
from dominoes_rules.club.score_rules import LARGEST_SCORE
from dominoes_rules.club.table_results import LOSS, WIN

NOTHING_YET = -LARGEST_SCORE - 1
"""The best round of an entrant without any."""


@dataclass(frozen=True)
class RoundWorth:
    """What one round was worth to one entrant."""

    entrant: int
    round: int
    match_points: int
    points: int
    against: int
    opponents: tuple[int, ...] = ()
    """Those of a match that was played; none after a bye or a walk-over."""


@dataclass(frozen=True)
class StandingLine:
    """A line of the standings."""

    place: int
    """From 1; the same for entrants who are level in every criterion."""
    entrant: int
    rounds: int
    """Rounds that count for this entrant, with byes and walk-overs."""
    values: tuple[int, ...]
    """For each criterion of the format its value; more is better. Wins are in match points."""


def outcomes_of(tournament: ClubTournament) -> Iterator[RoundWorth]:
    """Everything that counts: typed results, and what a finished round gives without a match.

    A result counts as soon as it is typed. Byes, and the rounds before a late entry, count when all
    results of their round are there.
    """
    rules, settings = tournament.rules, tournament.settings
    for number, drawn in enumerate(tournament.rounds, 1):
        for table in drawn.tables:
            if table.result is None:
                continue
            for side, counted in enumerate(table.result.counted(rules, settings)):
                others = [other for at, other in enumerate(table.sides) if at != side]
                opponents = tuple(entrant for other in others for entrant in other)
                played = opponents if table.result.ended != "absent" else ()
                for entrant in table.sides[side]:
                    yield RoundWorth(entrant, number, *counted, played)
        if drawn.is_complete:
            yield from _without_match(tournament, number, drawn)


def _without_match(
    tournament: ClubTournament, number: int, drawn: DrawnRound
) -> Iterator[RoundWorth]:
    for entrant in drawn.resting:
        yield RoundWorth(entrant, number, WIN, *tournament.settings.bye)
    won, lost = tournament.settings.absent
    for entered, late in enumerate(tournament.entrants):
        if number <= late.since:
            yield RoundWorth(entered, number, LOSS, lost, won)


def standings_of(tournament: ClubTournament) -> list[StandingLine]:
    """The standings, best first; the level share a place, in the order of their entry."""
    table = _Totals(tournament)
    everybody = [*range(len(tournament.entrants))]
    values: dict[int, tuple[int, ...]] = dict.fromkeys(everybody, ())
    level = [everybody]
    for criterion in tournament.settings.ranking:
        finer = []
        for group in level:
            worth = table.values(criterion, group)
            for entrant in group:
                values[entrant] = (*values[entrant], worth[entrant])
            best_first = sorted(group, key=worth.__getitem__, reverse=True)
            finer += [[*same] for _, same in groupby(best_first, worth.__getitem__)]
        level = finer
    lines: list[StandingLine] = []
    for group in level:
        place = len(lines) + 1
        lines += [
            StandingLine(place, entrant, len(table.outcomes[entrant]), values[entrant])
            for entrant in group
        ]
    return lines


class _Totals:
    """The numbers of every entrant, from which each criterion takes its own."""

    def __init__(self, tournament: ClubTournament) -> None:
        self.tournament, self.sign = tournament, tournament.rules.sign
        self.outcomes: dict[int, list[RoundWorth]] = defaultdict(list)
        for outcome in outcomes_of(tournament):
            self.outcomes[outcome.entrant].append(outcome)
        self.taken_off: dict[int, int] = defaultdict(int)
        for penalty in tournament.penalties:
            self.taken_off[penalty.entrant] += penalty.points

    def values(self, criterion: str, group: Sequence[int]) -> Mapping[int, int]:
        """The value of each of a group who are level so far; more is better."""
        if criterion == "mutual":
            return self._mutual(group)
        value = _VALUES[criterion]
        return {entrant: value(self, entrant) for entrant in group}

    def wins(self, entrant: int) -> int:
        return sum(outcome.match_points for outcome in self.outcomes[entrant])

    def difference(self, entrant: int) -> int:
        total = sum(outcome.points - outcome.against for outcome in self.outcomes[entrant])
        return self.sign * total - self.taken_off[entrant]

    def points(self, entrant: int) -> int:
        total = sum(outcome.points for outcome in self.outcomes[entrant])
        return self.sign * total - self.taken_off[entrant]

    def buchholz(self, entrant: int) -> int:
        return sum(
            self.wins(opponent)
            for outcome in self.outcomes[entrant]
            for opponent in outcome.opponents
        )

    def best_round(self, entrant: int) -> int:
        return max(
            (self.sign * outcome.points for outcome in self.outcomes[entrant]), default=NOTHING_YET
        )

    def lot(self, entrant: int) -> int:
        return self._lots[entrant]

    @cached_property
    def _lots(self) -> list[int]:
        """A number for each entrant, which stays as it is when more of them enter."""
        seed = self.tournament.seed
        numbers = [
            Random(f"{seed}/lot/{entrant}").getrandbits(64)
            for entrant in range(len(self.tournament.entrants))
        ]
        order = {number: at for at, number in enumerate(sorted(numbers))}
        return [order[number] for number in numbers]

    def _mutual(self, group: Sequence[int]) -> Mapping[int, int]:
        among = dict.fromkeys(group, 0)
        for entrant in group:
            met = {other for outcome in self.outcomes[entrant] for other in outcome.opponents}
            if not {*group} <= met | {entrant}:
                return dict.fromkeys(group, 0)
            among[entrant] = sum(
                outcome.match_points
                for outcome in self.outcomes[entrant]
                if not among.keys().isdisjoint(outcome.opponents)
            )
        return among


_VALUES: Mapping[str, Callable[[_Totals, int], int]] = {
    "wins": _Totals.wins,
    "difference": _Totals.difference,
    "points": _Totals.points,
    "buchholz": _Totals.buchholz,
    "best round": _Totals.best_round,
    "lot": _Totals.lot,
}


def shown_value(criterion: str, value: int, sign: int) -> int | float | None:
    """A value as a page shows it: wins with halves, points as they were typed.

    None for the best round of an entrant without any.
    """
    if value == NOTHING_YET:
        return None
    if criterion in {"wins", "mutual", "buchholz"}:
        return value / WIN if value % WIN else value // WIN
    if criterion == "lot":
        return value + 1
    return value * sign if criterion in {"points", "best round"} else value
