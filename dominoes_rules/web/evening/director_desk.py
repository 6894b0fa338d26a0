"""The desk of a director: a tournament with real tiles, and what browsers may do with it."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import TypeVar

from dominoes_lang.setup.ruleset import Setup
from dominoes_lang.text.root_exception import DominoesError
from dominoes_rules.club.club_tournament import ClubTournament, DrawnTable, Entrant, Penalty
from dominoes_rules.club.tournament_draw import with_next_round
from dominoes_rules.club.tournament_file import (
    TOURNAMENT_SUFFIX,
    read_tournament,
    write_tournament,
)
from dominoes_rules.club.typed_result import TypedResult
from dominoes_rules.speech.sayings import said
from dominoes_rules.speech.speech import marked
from dominoes_rules.state_files import new_name
from dominoes_rules.web.evening.desk_forms import ChosenTournament
from dominoes_rules.web.evening.desk_state import DESK_SUFFIX, DeskState, TableClaim
from dominoes_rules.web.evening.season import season_ratings
from dominoes_rules.web.http.reader import READER
from dominoes_rules.web.refusals import Rejected, not_yours
from dominoes_rules.web.settings import Settings
from dominoes_rules.web.table_seats import hashed, is_secret, new_secret

log = logging.getLogger(__name__)
_Changed = TypeVar("_Changed")
DIRECTOR, TABLE = "director", "table"
"""Who has typed a result."""
SECONDS_OF_A_MINUTE = 60
BITS_OF_SEED = 53


class DirectorDesk:
    """One tournament. Every change is on disk before anybody sees it."""

    def __init__(
        self,
        tournament: ClubTournament,
        state: DeskState,
        file: Path,
        settings: Settings,
        changed: Callable[[], None],
    ) -> None:
        """file: that of the tournament, which `dominoes-rules club` reads too."""
        self.tournament, self.state = tournament, state
        self._file, self._settings, self._changed = file, settings, changed
        self._lock = asyncio.Lock()
        self.ratings = season_ratings(file.parent)
        """Of everybody who has played enough, by name, best first."""

    @classmethod
    def begin(
        cls,
        chosen: ChosenTournament,
        entrants: Sequence[Entrant],
        settings: Settings,
        changed: Callable[[], None],
    ) -> tuple[DirectorDesk, str]:
        """Open a desk; returns it, and the secret of the director's browser. Raises `Rejected`."""
        secret = new_secret()
        state = DeskState(hashed(secret), new_secret(), chosen.game, chosen.setup.seats)
        seed = secrets.randbits(BITS_OF_SEED)
        tournament = ClubTournament(chosen.title, chosen.rules, chosen.format, seed, begun=now())
        file = settings.folder / f"{new_name()}{TOURNAMENT_SUFFIX}"
        desk = cls(tournament, state, file, settings, changed)
        desk._keep_state(state)
        desk._keep(_checked(lambda: tournament.with_entrants(entrants)))
        return desk, secret

    @property
    def setup(self) -> Setup:
        """The game. Raises `Rejected` if the server does not offer it any more."""
        rules = self._settings.games.get(self.state.game)
        if rules is None or self.state.seats not in rules.players:
            raise not_yours(marked("The game of this evening is not among those of the server."))
        return rules.setup(self.state.seats)

    @property
    def is_closed(self) -> bool:
        return self.tournament.closed

    @property
    def round_number(self) -> int:
        """The last round that was drawn, from 1; 0 before the first."""
        return len(self.tournament.rounds)

    @property
    def is_open(self) -> bool:
        """Whether results of the last round can be typed."""
        return self.tournament.current is not None and not self.is_closed

    @property
    def seconds_left(self) -> int | None:
        """Of the time of the round; None while no clock runs."""
        ends_at = self.state.ends_at
        return None if ends_at is None else max(0, round(ends_at - time.time()))

    def is_host(self, cookie: str) -> bool:
        """Whether a browser is the director's."""
        return is_secret(cookie, self.state.host)

    def next_table(self, after: int = 0) -> int | None:
        """The table without a result that comes next, in a circle; None if all have one."""
        current = self.tournament.current
        tables = () if current is None else current.tables
        open_tables = [number for number, table in enumerate(tables, 1) if table.result is None]
        later = [number for number in open_tables if number > after]
        return next(iter([*later, *open_tables]), None)

    def round_of_link(self, table: int, secret: str) -> int | None:
        """The round for which a table has a link; None for a wrong link."""
        if not secret.isascii():  # no link of ours, and `compare_digest` takes no other signs
            return None
        for number in range(self.round_number, 0, -1):
            is_there = 1 <= table <= len(self.tournament.round(number).tables)
            if is_there and secrets.compare_digest(self.state.link(number, table), secret):
                return number
        return None

    # ------------------------------------------------------------------ what the director does

    async def draw(self) -> None:
        """Draw the next round. Raises `Rejected`."""
        async with self._lock:
            tournament = self.tournament
            drawn = await asyncio.to_thread(_checked, lambda: with_next_round(tournament))
            self._keep_state(replace(self.state, ends_at=None, claims=()))
            self._keep(drawn)

    async def type_result(self, round_number: int, table: int, result: TypedResult) -> None:
        """Note a result, or correct it. Raises `Rejected`."""
        async with self._lock:
            self._note(round_number, table, result)

    async def close_round(self) -> None:
        """Make the results of the last round final. Raises `Rejected`."""
        async with self._lock:
            closed = _checked(lambda: self.tournament.with_closed_round(self.round_number))
            self._keep_state(replace(self.state, ends_at=None, claims=()))
            self._keep(closed)

    async def reopen_round(self) -> None:
        """Let the results of the last round be corrected. Raises `Rejected`."""
        async with self._lock:
            number = self.round_number
            self._keep(
                _checked(lambda: self.tournament.with_reopened_round(number, DIRECTOR, now()))
            )

    async def take_off(self, entrant: int, points: int, why: str) -> None:
        """Take points off an entrant. Raises `Rejected`."""
        async with self._lock:
            penalty = Penalty(entrant, points, why, DIRECTOR, now())
            self._keep(_checked(lambda: self.tournament.with_penalty(penalty)))

    async def enter(self, entrants: Sequence[Entrant]) -> None:
        """Let more entrants in, who are drawn from the next round on. Raises `Rejected`."""
        async with self._lock:
            self._keep(_checked(lambda: self.tournament.with_entrants(entrants)))

    async def leave_or_return(self, entrant: int) -> None:
        """Note that an entrant has gone, or has come back. Raises `Rejected`."""
        async with self._lock:
            left = not self.tournament.entrants[entrant].left
            self._keep(_checked(lambda: self.tournament.with_presence(entrant, left)))

    async def start_clock(self) -> None:
        """Let the time of the round run. Raises `Rejected`."""
        async with self._lock:
            minutes = self.tournament.settings.minutes
            if minutes is None or not self.is_open:
                raise not_yours(marked("No round with a time is being played."))
            ends_at = round(time.time()) + minutes * SECONDS_OF_A_MINUTE
            self._keep_state(replace(self.state, ends_at=ends_at))

    async def stop_clock(self) -> None:
        """Show no time any more. Raises `Rejected`."""
        async with self._lock:
            self._keep_state(replace(self.state, ends_at=None))

    async def close(self) -> None:
        """End the evening. Raises `Rejected`."""
        async with self._lock:
            self._keep(_checked(self.tournament.finished))
            self.ratings = await asyncio.to_thread(season_ratings, self._file.parent)
            self._changed()

    # ------------------------------------------------------------------ what a table does

    async def claim(
        self, round_number: int, table: int, side: int, scores: tuple[int, ...], ended: str
    ) -> None:
        """Send a result for a side, or agree to it; it counts once all sides agree.

        Raises `Rejected`.
        """
        async with self._lock:
            if self.seated(round_number, table).result is not None:
                raise not_yours(
                    marked("This table has a result. Only the director can correct it.")
                )
            result = TypedResult(scores, ended, TABLE)
            _checked(lambda: self.tournament.with_result(round_number, table, result, now()))
            earlier = self.state.claim(round_number, table)
            agreed = {side}
            if earlier is not None and (earlier.scores, earlier.ended) == (scores, ended):
                agreed |= {*earlier.agreed}
            if len(agreed) == self.tournament.rules.sides:
                self._note(round_number, table, result)
                return
            claim = TableClaim(round_number, table, scores, ended, tuple(sorted(agreed)))
            self._keep_state(self.state.with_claim(claim))

    def seated(self, round_number: int, table: int) -> DrawnTable:
        """Who plays at a table, and the result. Raises `Rejected`."""
        return _checked(lambda: self.tournament.table(round_number, table))

    # ------------------------------------------------------------------ keeping

    def _note(self, round_number: int, table: int, result: TypedResult) -> None:
        self._keep(
            _checked(lambda: self.tournament.with_result(round_number, table, result, now()))
        )
        if self.state.claim(round_number, table) is not None:
            self._keep_state(self.state.without_claim(round_number, table))

    def _keep(self, tournament: ClubTournament) -> None:
        """Take a new tournament once it is on disk. Raises `Rejected`."""
        _saved(lambda: write_tournament(self._file, tournament))
        self.tournament = tournament
        self._changed()

    def _keep_state(self, state: DeskState) -> None:
        _saved(lambda: state.write(self._file.with_suffix(DESK_SUFFIX)))
        self.state = state
        self._changed()

    @classmethod
    def read(cls, file: Path, settings: Settings, changed: Callable[[], None]) -> DirectorDesk:
        """Go on with a tournament after a restart. Raises one of `UNREADABLE`."""
        state = DeskState.read(file.with_suffix(DESK_SUFFIX))
        tournament = read_tournament(file)
        state.expect_fits(tournament)
        return cls(tournament, state, file, settings, changed)


def now() -> str:
    """The time of a change, for people."""
    return datetime.now().astimezone().isoformat(" ", "minutes")


def _checked(change: Callable[[], _Changed]) -> _Changed:
    """What a change leads to. Raises `Rejected` with the reason if it can't be made."""
    try:
        return change()
    except DominoesError as wrong:
        raise Rejected(422, "not_possible", said(wrong, READER.get())) from None


def _saved(write: Callable[[], None]) -> None:
    try:
        write()
    except OSError as error:
        log.warning("the evening can't be saved: %s", error)
        unsaved = marked("The evening can't be saved, so nothing was changed.")
        raise Rejected(503, "unsaved", unsaved) from None
