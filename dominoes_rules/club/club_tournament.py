"""A tournament with tiles on real tables: entrants, rounds, results, and who changed what."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from dominoes_lang.text.root_exception import ArgumentError
from dominoes_rules.club.score_rules import ScoreRules
from dominoes_rules.club.tournament_format import MOST_TOURNAMENT_ROUNDS, TournamentFormat
from dominoes_rules.club.typed_result import TypedResult


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
            raise ArgumentError(
                f"There is no round {number}. {len(self.rounds)} rounds have been drawn."
            )
        return self.rounds[number - 1]

    def table(self, round_number: int, number: int) -> DrawnTable:
        """A table of a round by its number, from 1. Raises `ArgumentError`."""
        tables = self.round(round_number).tables
        if not 1 <= number <= len(tables):
            raise ArgumentError(
                f"There is no table {number} in round {round_number}, which has {len(tables)}."
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
        if table.result == result:
            return self
        tables = [*drawn.tables]
        tables[table_number - 1] = replace(table, result=result)
        corrections = self.corrections
        if table.result is not None:
            change = Correction(round_number, table_number, table.result, result, at)
            corrections = (*corrections, change)
        changed = self._with_round(round_number, replace(drawn, tables=tuple(tables)))
        return replace(changed, corrections=corrections)

    def with_closed_round(self, number: int) -> ClubTournament:
        """The same with a round whose results are final. Raises `ArgumentError`."""
        drawn = self.round(number)
        self._expect_open(number)
        missing = [f"{at}" for at, table in enumerate(drawn.tables, 1) if table.result is None]
        if missing:
            raise ArgumentError(
                f"Round {number} has no result for table {', '.join(missing)}. Type it first."
            )
        return self._with_round(number, replace(drawn, closed=True))

    def with_reopened_round(self, number: int, by: str, at: str) -> ClubTournament:
        """The same with a round that can be corrected again, which is shown for good."""
        drawn = self.round(number)
        if not drawn.closed:
            raise ArgumentError(f"Round {number} is not closed.")
        if self.closed:
            raise ArgumentError("The tournament is closed, and its results are final.")
        changed = self._with_round(number, replace(drawn, closed=False))
        return replace(changed, reopenings=(*self.reopenings, Reopening(number, by, at)))

    def with_penalty(self, penalty: Penalty) -> ClubTournament:
        """The same with points taken off an entrant. Raises `ArgumentError`."""
        self._expect_entrant(penalty.entrant)
        if self.closed:
            raise ArgumentError("The tournament is closed, and its results are final.")
        if not penalty.reason.strip():
            raise ArgumentError("Give the reason of the penalty.")
        if penalty.points < 1:
            raise ArgumentError("A penalty takes at least 1 point off.")
        return replace(self, penalties=(*self.penalties, penalty))

    def with_entrants(self, entrants: Sequence[Entrant]) -> ClubTournament:
        """The same with more entrants, who are drawn from the next round on."""
        if self.closed:
            raise ArgumentError("The tournament is closed, so nobody can enter.")
        late = [replace(entrant, since=len(self.rounds)) for entrant in entrants]
        return replace(self, entrants=(*self.entrants, *late))

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
                raise ArgumentError(f"Round {number} is still open. Close it first.")
        return replace(self, closed=True)

    def _expect_open(self, number: int) -> None:
        if self.round(number).closed:
            raise ArgumentError(
                f"Round {number} is closed, so its results are final. Reopen it first, which "
                "the standings will show."
            )

    def _expect_entrant(self, number: int) -> None:
        if not 0 <= number < len(self.entrants):
            raise ArgumentError(f"There is no entrant {number + 1}.")

    def _with_round(self, number: int, drawn: DrawnRound) -> ClubTournament:
        rounds = [*self.rounds]
        rounds[number - 1] = drawn
        return replace(self, rounds=tuple(rounds))
