"""A tournament with tiles on real tables: entrants, rounds, results, and who changed what."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from dominoes_lang.text.quoting import short
from dominoes_lang.text.root_exception import ArgumentError
from dominoes_rules.club.score_rules import LARGEST_SCORE, ScoreRules
from dominoes_rules.club.tournament_format import (
    MOST_TOURNAMENT_PLAYERS,
    MOST_TOURNAMENT_ROUNDS,
    TournamentFormat,
)
from dominoes_rules.club.typed_result import LONGEST_AUTHOR, TypedResult
from dominoes_rules.play.match_rounds import expect_name
from dominoes_rules.speech.sayings import Saying
from dominoes_rules.speech.speech import marked

MOST_CHANGES = 5_000
"""Corrections, reopened rounds and penalties, of each kind."""
LONGEST_TEXT = 200
_Change = TypeVar("_Change")


@dataclass(frozen=True)
class Entrant:
    """A unit of the draw: one player, or two partners."""

    names: tuple[str, ...]
    club: str = ""
    """A club or a family, which may be kept apart in the first rounds; empty for none."""
    since: int = 0
    """How many rounds had been drawn before; each of them is lost by walk-over."""
    left: bool = False
    """Whether the unit has gone, and is not drawn any more."""

    @property
    def label(self) -> str:
        return " / ".join(self.names)


@dataclass(frozen=True)
class DrawnTable:
    """One match of a round."""

    sides: tuple[tuple[int, ...], ...]
    """The entrants of each side, in order of seats; the first of the first side sits at A."""
    result: TypedResult | None = None

    @property
    def entrants(self) -> tuple[int, ...]:
        return tuple(entrant for side in self.sides for entrant in side)

    @property
    def opener(self) -> int:
        return self.sides[0][0]


@dataclass(frozen=True)
class DrawnRound:
    """The matches of one draw."""

    tables: tuple[DrawnTable, ...]
    resting: tuple[int, ...] = ()
    closed: bool = False
    """Whether its results are final."""

    @property
    def is_complete(self) -> bool:
        return all(table.result is not None for table in self.tables)


@dataclass(frozen=True)
class Correction:
    """A result that took the place of another."""

    round: int
    """From 1, as the tables are."""
    table: int
    before: TypedResult
    after: TypedResult
    at: str
    """When, as the caller writes it; there is no clock in here."""


@dataclass(frozen=True)
class Reopening:
    """A closed round whose results could be changed again; the standings show it."""

    round: int
    by: str
    at: str


@dataclass(frozen=True)
class Penalty:
    """Points taken off an entrant."""

    entrant: int
    points: int
    reason: str
    by: str
    at: str


@dataclass(frozen=True)
class ClubTournament:
    """A tournament between two changes. Each change makes another one."""

    title: str
    rules: ScoreRules
    settings: TournamentFormat
    seed: int
    """What draws and lots follow from."""
    entrants: tuple[Entrant, ...] = ()
    rounds: tuple[DrawnRound, ...] = ()
    corrections: tuple[Correction, ...] = ()
    reopenings: tuple[Reopening, ...] = ()
    penalties: tuple[Penalty, ...] = ()
    begun: str = ""
    """When, as the caller writes it; ratings follow this order."""
    closed: bool = False
    """Whether no more rounds follow, and the matches count for ratings."""

    @property
    def present(self) -> list[int]:
        """The numbers of the entrants who are drawn."""
        return [number for number, entrant in enumerate(self.entrants) if not entrant.left]

    @property
    def most_rounds(self) -> int:
        """How many rounds there will be; in a round robin as many as everybody needs."""
        if self.settings.system != "round robin":
            return self.settings.rounds
        return min(MOST_TOURNAMENT_ROUNDS, max(1, len(self.present) - 1 + len(self.present) % 2))

    @property
    def current(self) -> DrawnRound | None:
        """The round that is being played; None between rounds."""
        return self.rounds[-1] if self.rounds and not self.rounds[-1].closed else None

    def round(self, number: int) -> DrawnRound:
        """A round by its number, from 1. Raises `ArgumentError`."""
        if not 1 <= number <= len(self.rounds):
            no_round = marked("There is no round {number}. Rounds drawn so far: {count}.")
            raise ArgumentError(Saying(no_round, number=number, count=len(self.rounds)))
        return self.rounds[number - 1]

    def table(self, round_number: int, number: int) -> DrawnTable:
        """A table of a round by its number, from 1. Raises `ArgumentError`."""
        tables = self.round(round_number).tables
        if not 1 <= number <= len(tables):
            no_table = marked("There is no table {number} in round {round}, which has {count}.")
            raise ArgumentError(
                Saying(no_table, number=number, round=round_number, count=len(tables))
            )
        return tables[number - 1]

    def side(self, table: DrawnTable, number: int) -> str:
        """Who plays on a side of a table, from 0."""
        return " + ".join(self.entrants[entrant].label for entrant in table.sides[number])

    # ------------------------------------------------------------------ what a director does

    def with_result(
        self, round_number: int, table_number: int, result: TypedResult, at: str
    ) -> ClubTournament:
        """The same with a result, which may correct one. Raises `ArgumentError`.

        Nothing changes a round that is closed.
        """
        table = self.table(round_number, table_number)
        drawn = self.round(round_number)
        self._expect_open(round_number)
        result.expect_possible(self.rules)
        _expect_shown(result.by, LONGEST_AUTHOR)
        if table.result == result:
            return self
        tables = [*drawn.tables]
        tables[table_number - 1] = replace(table, result=result)
        corrections = self.corrections
        if table.result is not None:
            change = Correction(round_number, table_number, table.result, result, at)
            corrections = _longer(corrections, change)
        changed = self._with_round(round_number, replace(drawn, tables=tuple(tables)))
        return replace(changed, corrections=corrections)

    def with_closed_round(self, number: int) -> ClubTournament:
        """The same with a round whose results are final. Raises `ArgumentError`."""
        drawn = self.round(number)
        self._expect_open(number)
        missing = [f"{at}" for at, table in enumerate(drawn.tables, 1) if table.result is None]
        if missing:
            no_result = marked("Round {number} has no result for table {tables}. Type it first.")
            raise ArgumentError(Saying(no_result, number=number, tables=", ".join(missing)))
        return self._with_round(number, replace(drawn, closed=True))

    def with_reopened_round(self, number: int, by: str, at: str) -> ClubTournament:
        """The same with a round that can be corrected again, which is shown for good."""
        drawn = self.round(number)
        if not drawn.closed:
            raise ArgumentError(Saying(marked("Round {number} is not closed."), number=number))
        if self.closed:
            raise ArgumentError(
                Saying(marked("The tournament is closed, and its results are final."))
            )
        _expect_shown(by, LONGEST_AUTHOR)
        changed = self._with_round(number, replace(drawn, closed=False))
        return replace(changed, reopenings=_longer(self.reopenings, Reopening(number, by, at)))

    def with_penalty(self, penalty: Penalty) -> ClubTournament:
        """The same with points taken off an entrant. Raises `ArgumentError`."""
        self._expect_entrant(penalty.entrant)
        if self.closed:
            raise ArgumentError(
                Saying(marked("The tournament is closed, and its results are final."))
            )
        if not penalty.reason.strip():
            raise ArgumentError(Saying(marked("Give the reason of the penalty.")))
        if not 1 <= penalty.points <= LARGEST_SCORE:
            too_many = marked("A penalty takes 1 to {most} points off.")
            raise ArgumentError(Saying(too_many, most=f"{LARGEST_SCORE:,}"))
        _expect_shown(penalty.by, LONGEST_AUTHOR)
        _expect_shown(penalty.reason)
        return replace(self, penalties=_longer(self.penalties, penalty))

    def with_entrants(self, entrants: Sequence[Entrant]) -> ClubTournament:
        """The same with more entrants, who are drawn from the next round on.

        Raises `ArgumentError` for names that can't be, or are there twice.
        """
        if self.closed:
            raise ArgumentError(Saying(marked("The tournament is closed, so nobody can enter.")))
        late = [replace(entrant, since=len(self.rounds)) for entrant in entrants]
        changed = replace(self, entrants=(*self.entrants, *late))
        changed.expect_names()
        return changed

    def with_presence(self, number: int, left: bool) -> ClubTournament:
        """The same with an entrant who has gone, or has come back. Raises `ArgumentError`."""
        self._expect_entrant(number)
        entrants = [*self.entrants]
        entrants[number] = replace(entrants[number], left=left)
        return replace(self, entrants=tuple(entrants))

    def finished(self) -> ClubTournament:
        """The same with no rounds to follow. Raises `ArgumentError` while a round is open."""
        for number, drawn in enumerate(self.rounds, 1):
            if not drawn.closed:
                is_open = marked("Round {number} is still open. Close it first.")
                raise ArgumentError(Saying(is_open, number=number))
        return replace(self, closed=True)

    def expect_names(self) -> None:
        """Raise `ArgumentError` for names that can't be shown or are there twice, or too many."""
        names = [name for entrant in self.entrants for name in entrant.names]
        clubs = [entrant.club for entrant in self.entrants if entrant.club]
        for name in (self.title, *names, *clubs):
            expect_name(name)
        twice = [name for name, count in Counter(names).items() if count > 1]
        if twice:
            is_twice = marked("{name} is there twice. Add a letter, such as {name} B.")
            raise ArgumentError(Saying(is_twice, name=twice[0]))
        if len(self.entrants) > MOST_TOURNAMENT_PLAYERS:
            too_many = marked("A tournament has at most {most} entrants.")
            raise ArgumentError(Saying(too_many, most=MOST_TOURNAMENT_PLAYERS))
        players = self.settings.players_of_unit
        if any(len(entrant.names) != players for entrant in self.entrants):
            needed = marked("Each player has {count} names.")
            if players > 1:
                needed = marked("Each pair has {count} names.")
            raise ArgumentError(Saying(needed, count=players))

    def _expect_open(self, number: int) -> None:
        if self.round(number).closed:
            is_closed = marked(
                "Round {number} is closed, so its results are final. Reopen it first, which the "
                "standings will show."
            )
            raise ArgumentError(Saying(is_closed, number=number))

    def _expect_entrant(self, number: int) -> None:
        if not 0 <= number < len(self.entrants):
            raise ArgumentError(Saying(marked("There is no entrant {number}."), number=number + 1))

    def _with_round(self, number: int, drawn: DrawnRound) -> ClubTournament:
        rounds = [*self.rounds]
        rounds[number - 1] = drawn
        return replace(self, rounds=tuple(rounds))


def _longer(changes: tuple[_Change, ...], change: _Change) -> tuple[_Change, ...]:
    """Changes with one more. Raises `ArgumentError` if a file can't hold it."""
    if len(changes) == MOST_CHANGES:
        too_many = marked("A tournament has at most {most} changes of one kind.")
        raise ArgumentError(Saying(too_many, most=f"{MOST_CHANGES:,}"))
    return (*changes, change)


def _expect_shown(text: str, longest: int = LONGEST_TEXT) -> None:
    """Raise `ArgumentError` for a text that is not one line, or too long."""
    if len(text) > longest or (text and not text.isprintable()):
        hidden = marked("{text} can't be shown. Write one line of {longest} signs.")
        raise ArgumentError(Saying(hidden, text=repr(short(text)), longest=longest))
