"""Who is at a table: streams that are open, players who are away, browsers that want a seat."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Mapping
from itertools import islice

from dominoes_rules.speech.speech import marked
from dominoes_rules.web.refusals import Rejected
from dominoes_rules.web.table_seats import RoomSeat, Sitter

MAX_WATCHERS = 100
"""Pages without a seat that follow one table; each change is sent to all of them."""

WOKEN_AT_ONCE = 8
"""Pages without a seat that are sent a view before others have their turn."""


class WatcherQueue:
    """Pages that only watch, at all tables: after a change they are woken a few at a time.

    Between two groups the loop serves everything else, so that players never wait for a crowd.
    """

    def __init__(self) -> None:
        self._due: dict[asyncio.Event, None] = {}
        """In order; a page that is still waiting when its table changes again keeps its place."""

    def add(self, streams: Iterable[asyncio.Event]) -> None:
        """Wake these pages soon."""
        idle = not self._due
        self._due.update(dict.fromkeys(streams))
        if idle and self._due:
            asyncio.get_running_loop().call_soon(self._wake_some)

    def _wake_some(self) -> None:
        for stream in [*islice(self._due, WOKEN_AT_ONCE)]:
            del self._due[stream]
            stream.set()
        if self._due:
            asyncio.get_running_loop().call_soon(self._wake_some)


class Attendance:
    """The players of a table who are there, and everybody who watches."""

    def __init__(
        self,
        seats: Mapping[str, RoomSeat],
        away: float,
        changed: Callable[[Sitter], None],
        came_back: Callable[[Sitter], None],
        watchers: WatcherQueue,
    ) -> None:
        """Must be made in a running loop.

        away: the seconds without a stream until a player is shown as away.
        changed: called when somebody is away, or is asked for a seat.
        came_back: called when somebody is there again who was away, or for whom a bot plays.
        """
        self._away, self._changed, self._came_back = away, changed, came_back
        self._queue = watchers
        self._streams: set[asyncio.Event] = set()
        """Those of players."""
        self._watchers: dict[asyncio.Event, None] = {}
        self._knocking: dict[Sitter, asyncio.Future[bool]] = {}
        """By who sits there: another browser that has its link waits for a yes."""
        for seat in seats.values():
            if seat.is_taken:  # as after a restart
                self.watch(seat.sitter)

    @property
    def is_empty(self) -> bool:
        """Whether no page is open."""
        return not self._streams and not self._watchers

    def wake(self) -> None:
        """Let every stream look at the table."""
        for stream in self._streams:
            stream.set()
        self._queue.add(self._watchers)

    def enter(self, seat: RoomSeat | None) -> asyncio.Event:
        """A stream begins; the event is set whenever the table changes.

        Raises `Rejected` for one page too many that only watches.
        """
        if seat is None and len(self._watchers) >= MAX_WATCHERS:
            raise Rejected(429, "too_many", marked("Too many people are watching this table."))
        wake = asyncio.Event()
        if seat is None:
            self._watchers[wake] = None
        else:
            self._streams.add(wake)
            seat.sitter.streams += 1
            seat.sitter.left = None
            if seat.away or seat.stands_in:
                seat.sitter.away = False
                self._came_back(seat.sitter)
        return wake

    def leave(self, seat: RoomSeat | None, wake: asyncio.Event) -> None:
        """A stream has ended."""
        if seat is None:
            del self._watchers[wake]
        else:
            self._streams.discard(wake)
            seat.sitter.streams -= 1
            if not seat.sitter.streams:
                self.watch(seat.sitter)

    def watch(self, sitter: Sitter) -> None:
        """Look later whether a player without a stream has come back."""
        loop = asyncio.get_running_loop()
        sitter.left = loop.time()
        loop.call_later(self._away, self._look, sitter)

    def _look(self, sitter: Sitter) -> None:
        """Show a player as away who has not come back."""
        if self._is_gone(sitter) and not sitter.away:
            sitter.away = True
            self._changed(sitter)

    def _is_gone(self, sitter: Sitter) -> bool:
        now = asyncio.get_running_loop().time()
        return sitter.left is not None and now - sitter.left >= self._away

    # ------------------------------------------------------------------ a second browser

    async def is_free(self, seat: RoomSeat) -> bool:
        """Whether another browser may take a seat; one that is there is asked, about one only."""
        sitter = seat.sitter
        if not seat.is_taken or self._is_gone(sitter):
            return True
        if sitter in self._knocking:
            return False
        answer: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._knocking[sitter] = answer
        self._changed(sitter)
        try:
            async with asyncio.timeout(self._away):
                return await answer
        except TimeoutError:
            return self._is_gone(sitter)
        finally:
            del self._knocking[sitter]
            self._changed(sitter)

    def is_asked_to_leave(self, seat: RoomSeat) -> bool:
        """Whether another browser waits for this seat."""
        return seat.sitter in self._knocking

    def answer(self, seat: RoomSeat, *, leaves: bool) -> None:
        """What the browser in a seat says to another one that wants to sit there."""
        answer = self._knocking[seat.sitter]
        if not answer.done():
            answer.set_result(leaves)
