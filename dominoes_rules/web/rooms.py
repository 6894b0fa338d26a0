"""One table in the browser: a match, its seats, and whatever happens there by itself.

All of it lives in the one event loop of the server. A change is: check, do, write, count a version
up, wake the streams. Nobody reads a table while it is being written: `lock` is held.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any

from dominoes_lang.table.state import Kind
from dominoes_rules.errors import PositionError
from dominoes_rules.play.matches import Match
from dominoes_rules.play.taking_back import since_last_choice
from dominoes_rules.position.notation import Move
from dominoes_rules.web.analysis.hinting import Hints
from dominoes_rules.web.analysis.searches import Searches
from dominoes_rules.web.attendance import Attendance, WatcherQueue
from dominoes_rules.web.chronicle import Chronicle
from dominoes_rules.web.refusals import Rejected, not_yours, stale
from dominoes_rules.web.room_files import RoomFiles
from dominoes_rules.web.saved_or_undone import pushed_and_saved, saved_or_undone
from dominoes_rules.web.settings import Pace
from dominoes_rules.web.table_seats import RoomSeat, is_secret
from dominoes_rules.web.undoing import Undoing

SECONDS_TO_REOPEN = 600.0
"""After that a table that its host has closed is closed for good."""


class Room:
    """A table."""

    def __init__(
        self,
        name: str,
        match: Match,
        seats: Iterable[RoomSeat],
        *,
        host: str,
        files: RoomFiles,
        pace: Pace,
        auto: bool = True,
        think: int = 0,
        started: bool = False,
        open_to_all: bool = False,
        open_hints: bool = False,
        open_reviews: bool = False,
        searches: Searches | None = None,
        watchers: WatcherQueue | None = None,
        evening: str = "",
        paused: bool = False,
        reopens_until: float = 0.0,
    ) -> None:
        """`host` is the letter of the seat that may start, replace players and close the table.

        A table of an `evening` has no host.
        """
        self.name, self.match, self.host = name, match, host
        self.seats = {seat.letter: seat for seat in seats}
        self.auto, self.think, self.started = auto, think, started
        self.open_to_all = open_to_all
        """Whether somebody without a link may take a free seat."""
        self.open_hints = open_hints
        """Whether there are hints though several persons play."""
        self.open_reviews = open_reviews
        """Whether there are reviews after each round, and of all seats for everybody."""
        self.evening = evening
        self.listeners: list[Callable[[], None]] = []
        """Called after each change."""
        self.lock = asyncio.Lock()
        self.version = sum(len(game.actions) for game in match.rounds)
        """Counts every change."""
        self.acted = self.version
        """The version of the last action: what was sent before it comes too late."""
        self.chronicle = Chronicle(match)
        self.ready: set[str] = set()
        """Who has seen the result of a finished round."""
        self.undoing = Undoing(self)
        """A choice that somebody wants to take back."""
        self.hints = Hints(self, searches)
        self.rendered: dict[tuple[object, ...], Any] = {}
        """What streams have made of the table as it is, to be sent again."""
        self.paused = paused
        self.closed = False
        """Whether it is closed here for good."""
        self.reopens_until = reopens_until
        """Until when the host, who has closed it, may open it again, by `time.time`; 0 if open."""
        self.opened_from = ""
        """The address that the table counts for, while this server runs."""
        self.touched = self._now()
        self.files = files
        self.since = self._now()
        """When the last action was made."""
        self._stirred = asyncio.Event()
        self.attendance = Attendance(
            self.seats, pace.away, self._somebody_came_or_left, watchers or WatcherQueue()
        )

    # ------------------------------------------------------------------ who is there

    @property
    def persons(self) -> list[RoomSeat]:
        """The seats at which persons decide."""
        return [seat for seat in self.seats.values() if seat.plays]

    def seat_of(self, cookie: str) -> RoomSeat | None:
        """The seat of a browser, by the secret in its cookie."""
        seats = [seat for seat in self.seats.values() if is_secret(cookie, seat.cookie)]
        return seats[0] if seats else None

    def seat_of_link(self, secret: str) -> RoomSeat | None:
        """The seat that a link leads to."""
        seats = [seat for seat in self.seats.values() if is_secret(secret, seat.link)]
        return seats[0] if seats else None

    @property
    def free_seats(self) -> list[RoomSeat]:
        """The seats of persons who have not come."""
        return [seat for seat in self.seats.values() if seat.person and not seat.is_taken]

    async def sit(self, seat: RoomSeat, name: str = "", secret: str = "") -> str:
        """Let a browser take a seat, and no other any more; returns the secret of its cookie.

        A browser that sits there and is not away is asked first. A new secret is made if none is
        given. Raises `Rejected`.
        """
        if not await self.attendance.is_free(seat):
            raise not_yours("Somebody sits there, and has not agreed to leave the seat.")
        async with self.lock:
            renamed = bool(name) and name != self.match.names[seat.letter]
            with saved_or_undone(self):
                secret = self.attendance.sit_down(seat, secret)
                if renamed:
                    self.match.names[seat.letter] = name
                self.keep()
            if renamed:
                self.chronicle.retell()
            self.change()
        return secret

    # ------------------------------------------------------------------ the match

    async def move(self, seat: RoomSeat, text: str, version: int) -> None:
        """Make a move of a person. Raises `Rejected`."""
        async with self.lock:
            self.expect_now(version)
            game = self.match.round
            if game.is_over or game.turn != seat.letter or not seat.plays:
                raise not_yours()
            if not self.started or self.paused or self.is_shut:
                raise not_yours("The table is not playing.")
            try:
                move = Move.parse(text)
                if move.kind is Kind.DRAW and move.tile is not None:
                    # The answer would reveal whether this tile is next.
                    raise Rejected(422, "illegal", f"{move}: write + for a draw, without a tile")
                await self._push(move)
            except PositionError as error:
                raise Rejected(422, "illegal", f"{error}") from None

    def begin_anew(self, match: Match) -> None:
        """Begin with another match, at which each seat has the letter that it has now.

        Raises `MatchFileError` and `OSError`.
        """
        self.match, self.host = match, self.seats[self.host].letter
        by_letter = {seat.letter: seat for seat in self.seats.values()}
        self.seats = {letter: by_letter[letter] for letter in sorted(by_letter)}
        self.keep()
        self.chronicle.match = match
        self.chronicle.retell()
        self._acted()

    def close(self) -> None:
        """Close the table for good. Raises `OSError`, and then it is not saved yet."""
        self.closed = True
        self.keep_seating()

    def shut(self) -> None:
        """Close the table, which can be opened again for a while. Raises `OSError`."""
        self.reopens_until = time.time() + SECONDS_TO_REOPEN
        self.keep_seating()
        self.hints.end_all()
        self.chronicle.tell(f"{self.chronicle.names[self.host]} closes the table")

    def reopen(self) -> None:
        """Go on with a table that was shut. Raises `MatchFileError` and `OSError`."""
        self.reopens_until, self.since = 0.0, self._now()
        self.keep_seating()
        if self.ready:
            self.deal_if_ready()
        self.chronicle.tell(f"{self.chronicle.names[self.host]} opens the table again")

    def begin(self) -> None:
        """Begin the match. Raises `OSError`, and then it is not saved yet."""
        self.started = True
        self.since = self._now()
        self.keep_seating()

    def mark_hint(self) -> None:
        """Record that the one to move has a hint. Raises `MatchFileError`."""
        self.match.mark_hint()
        self.files.write_match(self.match)

    def pause(self) -> None:
        """Pause the match, or go on. Raises `OSError`, and then it is not saved yet."""
        self.paused = not self.paused
        self.since = self._now()
        self.keep_seating()

    def deal_if_ready(self) -> None:
        """Deal the next round once everybody has seen the result. Raises `MatchFileError`."""
        there = {seat.letter for seat in self.persons if not seat.away}
        if there <= self.ready and not self.match.is_over and not self.is_shut:
            self.match.next_round()
            self.files.write_match(self.match)
            self.ready.clear()
            self.chronicle.retell()
            self._acted()

    def take_back(self, seat: str) -> None:
        """Undo everything since the last choice of a seat. Raises `MatchFileError`."""
        self.match.take_back(since_last_choice(self.match.round, seat)[0])
        self.match.mark_undone()
        self.files.write_match(self.match)
        self.chronicle.retell()
        self.chronicle.tell(f"{self.chronicle.names[seat]} takes back a choice")
        self._acted()

    # ------------------------------------------------------------------ changes

    def expect_now(self, version: int) -> None:
        """Refuse what was meant for an earlier table. Raises `Rejected`."""
        if not self.acted <= version <= self.version:
            raise stale()

    async def _push(self, move: Move | str) -> None:
        """Make a move and save it. Raises `PositionError`, and `Rejected` if it can't be saved."""
        mover = self.match.round.turn
        await pushed_and_saved(self, move)
        self.chronicle.acted()
        self.undoing.play_on(mover)
        self._acted()

    def keep(self) -> None:
        """Save the match and who sits where. Raises `MatchFileError` and `OSError`."""
        self.files.write_match(self.match)
        self.keep_seating()

    def keep_seating(self) -> None:
        """Save who sits where. Raises `OSError`."""
        self.files.write_seating(self.seating)

    @property
    def seating(self) -> dict[str, object]:
        """Who sits where, as it is kept."""
        return {
            "room": self.name,
            "host": self.host,
            "auto": self.auto,
            "think": self.think,
            "started": self.started,
            "open_to_all": self.open_to_all,
            "open_hints": self.open_hints,
            "open_reviews": self.open_reviews,
            "evening": self.evening,
            "paused": self.paused,
            "closed": self.is_shut,
            "reopens_until": self.reopens_until,
            "seats": [
                {**seat.as_json(), "name": self.match.names[letter]}
                for letter, seat in self.seats.items()
            ],
        }

    def _acted(self) -> None:
        """The match has changed."""
        self.since = self._now()
        self.hints.end_all()
        self.change()
        self.acted = self.version

    def _somebody_came_or_left(self) -> None:
        if self.closed:  # perhaps put away only, and then the file must not call it closed
            return
        with suppress(Rejected), saved_or_undone(self):  # the log shows it
            self.keep_seating()
            if self.ready:
                self.deal_if_ready()
        self.change()

    def change(self) -> None:
        """Count a change, and wake whoever waits for one."""
        self.version += 1
        self.rendered.clear()
        self.touched = self._now()
        self._stirred.set()
        self.attendance.wake()
        for listener in self.listeners:
            listener()

    @staticmethod
    def _now() -> float:
        return asyncio.get_running_loop().time()

    @property
    def is_shut(self) -> bool:
        """Whether it is closed, for good or until the host opens it again."""
        return self.closed or bool(self.reopens_until)

    @property
    def goes_on(self) -> bool:
        """Whether somebody is to move, and nothing holds up the table."""
        held_up = self.paused or self.undoing.asking or self.is_shut
        return self.started and not held_up and not self.match.round.is_over

    @property
    def has_limit(self) -> bool:
        """Whether the one to move has so many seconds."""
        return bool(self.think) and self.goes_on and self.seats[self.match.round.turn].plays

    @property
    def clock(self) -> int | None:
        """The seconds left for a move; None if there is no limit, or nobody thinks."""
        return max(0, round(self.since + self.think - self._now())) if self.has_limit else None

    async def push(self, move: Move, version: int) -> None:
        """Make a move for whose turn it was at a version, unless things have changed since."""
        async with self.lock:
            if self.acted == version and self.goes_on and not self.closed:
                await self._push(move)

    @property
    def waits_until(self) -> float | None:
        """Until when the table waits for somebody who is not to move, as a time of the loop."""
        if not self.reopens_until:
            return self.undoing.until
        return self._now() + self.reopens_until - time.time()

    async def stop_waiting(self) -> None:
        """End a request to take back that nobody has answered in time, and a table left shut."""
        async with self.lock:
            until = self.undoing.until
            if until is not None and until <= self._now():
                self.undoing.expire()
                self.change()
            if self.reopens_until and self.reopens_until <= time.time():
                self.end()

    async def stirred(self, until: float | None) -> bool:
        """Wait for a change, until a time of the loop; whether there was one."""
        with suppress(TimeoutError):
            async with asyncio.timeout_at(until):
                await self._stirred.wait()
            self._stirred.clear()
            return True
        return False

    def end(self) -> None:
        """Close the table here; its files stay."""
        self.closed = True
        self.hints.end_all()
        self.change()
