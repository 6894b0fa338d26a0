"""One table in the browser: a match, its seats, and whatever happens there by itself.

All of it lives in the one event loop of the server. What happens at the table is worked out by
`dominoes_rules.tables`: a change is another state, which is saved, taken and told, or nothing at
all. Nobody reads a table while it is being written: `lock` is held.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

from dominoes_lang.table.state import Kind
from dominoes_rules.errors import MatchFileError, PositionError
from dominoes_rules.play.matches import Match
from dominoes_rules.position.notation import Move
from dominoes_rules.speech.speech import marked
from dominoes_rules.tables.events import Acted, Event, RoundBegan, TakenBack
from dominoes_rules.tables.match_table import Answers, MatchTable, Step, ToMove
from dominoes_rules.web.analysis.hinting import Hints
from dominoes_rules.web.analysis.lessons import Classroom, Lesson
from dominoes_rules.web.analysis.searches import Searches
from dominoes_rules.web.attendance import Attendance, WatcherQueue
from dominoes_rules.web.chronicle import Chronicle
from dominoes_rules.web.refusals import NAMED_DRAW, UNSAVED, Rejected, illegal, not_yours, stale
from dominoes_rules.web.room_files import RoomFiles
from dominoes_rules.web.room_state import RoomOptions, RoomState
from dominoes_rules.web.settings import Pace
from dominoes_rules.web.table_seats import RoomSeat, Sitter, is_secret, new_secret

log = logging.getLogger(__name__)
SECONDS_TO_REOPEN = 600.0
"""After that a table that its host has closed is closed for good."""
SECONDS_TO_ANSWER = 60.0
"""After that a choice stands that somebody wants to take back, also where the others are gone."""


class Room:
    """A table."""

    def __init__(
        self,
        name: str,
        state: RoomState,
        *,
        files: RoomFiles,
        pace: Pace,
        searches: Searches | None = None,
        classroom: Classroom | None = None,
        watchers: WatcherQueue | None = None,
    ) -> None:
        """Must be made in a running loop."""
        self.name, self.state, self.files = name, state, files
        self.closed = False
        """Whether it is closed here for good."""
        self._saved: tuple[Match, dict[str, object]] = state.match, self.seating
        """What the two files hold."""
        self.listeners: list[Callable[[], None]] = []
        """Called after each change."""
        self.lock = asyncio.Lock()
        self.version = sum(len(game.actions) for game in state.match.rounds)
        """Counts every change."""
        self.acted = self.version
        """The version of the last action: what was sent before it comes too late."""
        self.chronicle = Chronicle(state.match)
        self.hints = Hints(name, searches, self.change)
        self.lesson = Lesson(name, state.match.setup, classroom, self.change)
        self.rendered: dict[tuple[object, ...], Any] = {}
        """What streams have made of the table as it is, to be sent again."""
        self.opened_from = ""
        """The address that the table counts for, while this server runs."""
        self.touched = self.now
        self._stirred = asyncio.Event()
        self.attendance = Attendance(
            state.seats, pace.away, self._changed_at, self._came_back, watchers or WatcherQueue()
        )

    # ------------------------------------------------------------------ its parts

    @property
    def table(self) -> MatchTable:
        """What is played, and whom it waits for."""
        return self.state.table

    @property
    def match(self) -> Match:
        """The match as it is now; another one after each action."""
        return self.state.match

    @property
    def seats(self) -> Mapping[str, RoomSeat]:
        """By letter, in the order of play."""
        return self.state.seats

    @property
    def options(self) -> RoomOptions:
        """What is chosen for the table."""
        return self.state.options

    @property
    def host(self) -> str:
        """The letter of the host's seat; empty at a table of an evening."""
        return self.options.host

    # ------------------------------------------------------------------ who is there

    @property
    def persons(self) -> list[RoomSeat]:
        """The seats at which persons decide."""
        return [seat for seat in self.seats.values() if seat.plays]

    def seat_of(self, cookie: str) -> RoomSeat | None:
        """The seat of a browser, by the secret in its cookie."""
        return self._seat(lambda seat: is_secret(cookie, seat.cookie))

    def seat_of_link(self, secret: str) -> RoomSeat | None:
        """The seat that a link leads to."""
        return self._seat(lambda seat: is_secret(secret, seat.link))

    def _seat(self, fits: Callable[[RoomSeat], bool]) -> RoomSeat | None:
        """The first seat that fits; all are looked at, which takes as long whichever it is."""
        seats = [seat for seat in self.seats.values() if fits(seat)]
        return seats[0] if seats else None

    def as_now(self, seat: RoomSeat | Sitter) -> RoomSeat:
        """What has become of a seat since somebody looked at it."""
        sitter = seat.sitter if isinstance(seat, RoomSeat) else seat
        return next(one for one in self.seats.values() if one.sitter is sitter)

    @property
    def free_seats(self) -> list[RoomSeat]:
        """The seats of persons who have not come."""
        return [seat for seat in self.seats.values() if seat.person and not seat.is_taken]

    async def sit(self, seat: RoomSeat, name: str = "", secret: str = "") -> str:
        """Let a browser take a seat, and no other any more; returns the secret of its cookie.

        A browser that sits there and is not away is asked first. A new secret is made if none is
        given. Raises `Rejected`.
        """
        before = self.as_now(seat).cookie
        if not await self.attendance.is_free(seat):
            raise not_yours(marked("Somebody sits there, and has not agreed to leave the seat."))
        secret = secret or new_secret()
        async with self.lock:
            seat = self.as_now(seat)
            if seat.is_taken and seat.cookie != before:
                raise not_yours(marked("Somebody else has just taken this seat."))
            taken = seat.taken(secret)
            renamed = bool(name) and name != self.match.names[taken.letter]
            state = self.state
            if renamed:
                match = state.match.copy()
                match.names[taken.letter] = name
                state = replace(state, table=replace(state.table, match=match))
            self._take(state.seated(taken))
            self.attendance.watch(taken.sitter)
            if renamed:
                self.chronicle.retell(self.match)
            self.change()
        return secret

    def reseat(self, seat: RoomSeat) -> None:
        """Let a seat be as it is given, and wait no more for who is gone. Raises `Rejected`."""
        state = self.state.seated(seat)
        self.go_on(state.table.sit(seat.letter, seat.presence, self.now), state=state)

    def _changed_at(self, sitter: Sitter, *, back: bool = False) -> None:
        """Somebody is away, or asked for the seat, or is back, for whom no bot plays any more."""
        if self.closed:  # perhaps put away only, and then the file must not call it closed
            return
        seat = self.as_now(sitter)
        seat = replace(seat, stands_in=seat.stands_in and not back)
        try:
            self.reseat(seat)
        except Rejected:  # the log shows it
            self.state = self.state.seated(seat)
        self.change()

    def _came_back(self, sitter: Sitter) -> None:
        self._changed_at(sitter, back=True)

    # ------------------------------------------------------------------ the match

    async def move(self, seat: RoomSeat, text: str, version: int) -> None:
        """Make a move of a person. Raises `Rejected`."""
        async with self.lock:
            self.expect_now(version)
            game, seat = self.match.round, self.as_now(seat)
            if game.is_over or game.turn != seat.letter or not seat.plays:
                raise not_yours()
            if not self.table.started or self.table.paused or self.is_shut:
                raise not_yours(marked("The table is not playing."))
            try:
                move = Move.parse(text)
                if move.kind is Kind.DRAW and move.tile is not None:
                    raise Rejected(422, "illegal", NAMED_DRAW, move=move)  # it may be next
                await self._play(move)
            except PositionError as error:
                raise illegal(error) from None

    async def push(self, move: Move, version: int) -> None:
        """Make a move for whose turn it was at a version, unless things have changed since."""
        async with self.lock:
            if self.acted == version and self.goes_on:
                await self._play(move)

    async def _play(self, move: Move) -> None:
        """Make a move, which is saved in a thread, since a disk may be slow. The lock is held.

        Raises `PositionError`, and `Rejected` if it can't be saved.
        """
        table, told = self.table.play(move, self.now)
        try:
            await asyncio.to_thread(self.files.write_match, table.match)
        except (MatchFileError, OSError) as error:
            raise self.unsaved(error) from None
        self._saved = table.match, self._saved[1]
        # Meanwhile somebody may have come or gone, for which no lock is needed.
        self.state = replace(self.state, table=replace(table, seats=self.table.seats))
        self._tell(told)

    def go_on(self, step: Step, *also: Event, state: RoomState | None = None) -> None:
        """Go on with what was done at the table, once it is saved. Raises `Rejected`.

        also: what is told after all that the table tells.
        state: where more has changed than the table.
        """
        table, told = step
        self._take(replace(state or self.state, table=table), (*told, *also))

    def choose(self, *told: Event, **options: object) -> None:
        """Take other options, and tell so. Raises `Rejected`."""
        chosen = replace(self.options, **options)  # type: ignore[arg-type]
        self._take(replace(self.state, options=chosen), told)

    def begin(self) -> None:
        """Begin the match; bots play for those who have not come. Raises `Rejected`."""
        seats = self.seats.values()
        sitting = (replace(seat, stands_in=seat.person and not seat.is_taken) for seat in seats)
        state = self.state.seated(*sitting)
        self._take(replace(state, table=state.table.begin(self.now)))

    def pause(self) -> None:
        """Pause the match, or go on. Raises `Rejected`."""
        self._take(replace(self.state, table=self.table.pause(self.now)))

    def shut(self) -> None:
        """Close the table, which can be opened again for a while. Raises `Rejected`."""
        state = replace(self.state, reopens_until=time.time() + SECONDS_TO_REOPEN)
        self.go_on(self.table.close(self.host), state=state)
        self.hints.end_all()
        self.lesson.end()

    def reopen(self) -> None:
        """Go on with a table that was shut. Raises `Rejected`."""
        state = replace(self.state, reopens_until=0.0)
        self.go_on(self.table.reopen(self.host, self.now), state=state)

    def close(self) -> None:
        """Close the table for good. Raises `OSError`, and then it is not saved yet."""
        self.closed = True
        self.files.write_seating(self.seating)

    def end(self) -> None:
        """Close the table here; its files stay."""
        self.closed = True
        self.hints.end_all()
        self.lesson.end()
        self.change()

    # ------------------------------------------------------------------ changes

    def expect_now(self, version: int) -> None:
        """Refuse what was meant for an earlier table. Raises `Rejected`."""
        if not self.acted <= version <= self.version:
            raise stale()

    def _take(self, state: RoomState, told: Sequence[Event] = ()) -> None:
        """Go on with a state once it is saved, and tell what has led to it.

        Raises `Rejected` if a file can't be written: all is then as it was, and if one of the two
        files was written already, so is it again.
        """
        before, self.state = self.state, state
        try:
            self._save()
        except (MatchFileError, OSError) as error:
            self.state = before
            # If only the seating changed, another thread may be writing the match.
            if state.match is not before.match:
                with suppress(MatchFileError, OSError):
                    self.files.write_match(self._saved[0])
            with suppress(MatchFileError, OSError):
                self.files.write_seating(self._saved[1])
            raise self.unsaved(error) from None
        self._tell(told)

    def _tell(self, told: Sequence[Event]) -> None:
        """Tell what has led to the state, which is saved."""
        self.chronicle.hear(told, self.match)
        if any(isinstance(event, Acted | RoundBegan | TakenBack) for event in told):
            self.hints.end_all()
            self.lesson.forget_outcome()
            self.change()
            self.acted = self.version

    def unsaved(self, error: Exception) -> Rejected:
        """The refusal of what can't be saved, which the log shows."""
        log.warning("table %s can't be saved: %s", self.name, error)
        return Rejected(503, "unsaved", UNSAVED)

    def _save(self) -> None:
        """Write what has changed. Raises `MatchFileError` and `OSError`."""
        saved = self.match, self.seating
        if self.match is not self._saved[0]:
            self.files.write_match(self.match)
        if self.seating != self._saved[1]:
            self.files.write_seating(self.seating)
        self._saved = saved

    @property
    def seating(self) -> dict[str, object]:
        """All that is kept besides the match."""
        return self.state.as_json(self.name, closed=self.closed)

    def change(self) -> None:
        """Count a change, and wake whoever waits for one."""
        self.version += 1
        self.rendered.clear()
        self.touched = self.now
        self._stirred.set()
        self.attendance.wake()
        for listener in self.listeners:
            listener()

    @property
    def now(self) -> float:
        """The time, by the clock of the loop."""
        return asyncio.get_running_loop().time()

    @property
    def is_shut(self) -> bool:
        """Whether it is closed, for good or until the host opens it again."""
        return self.closed or self.table.shut

    @property
    def goes_on(self) -> bool:
        """Whether somebody is to move, and nothing holds up the table."""
        return not self.closed and isinstance(self.table.asks, ToMove)

    @property
    def has_limit(self) -> bool:
        """Whether the one to move has so many seconds."""
        return bool(self.options.think) and self.goes_on and self.seats[self.match.round.turn].plays

    @property
    def clock(self) -> int | None:
        """The seconds left for a move; None if there is no limit, or nobody thinks."""
        if not self.has_limit:
            return None
        return max(0, round(self.table.thinking_since + self.options.think - self.now))

    @property
    def _answers_until(self) -> float | None:
        """Until when the table waits for answers, as a time of the loop; None for no such time."""
        is_waiting = isinstance(self.table.asks, Answers)
        return self.table.asked_at + SECONDS_TO_ANSWER if is_waiting else None

    @property
    def waits_until(self) -> float | None:
        """Until when the table waits for somebody who is not to move, as a time of the loop."""
        if not self.table.shut:
            return self._answers_until
        return self.now + self.state.reopens_until - time.time()

    async def stop_waiting(self) -> None:
        """End a request to take back that nobody has answered in time, and a table left shut."""
        async with self.lock:
            until = self._answers_until
            if until is not None and until <= self.now:
                self.go_on(self.table.expire(self.now))
                self.change()
            if self.table.shut and self.state.reopens_until <= time.time():
                self.end()

    async def stirred(self, until: float | None) -> bool:
        """Wait for a change, until a time of the loop; whether there was one."""
        with suppress(TimeoutError):
            async with asyncio.timeout_at(until):
                await self._stirred.wait()
            self._stirred.clear()
            return True
        return False
