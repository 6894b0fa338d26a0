"""What flows down to a page: a view whenever the table has changed, the newest one only."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from contextlib import AbstractContextManager, contextmanager

from sse_starlette import EventSourceResponse, ServerSentEvent
from starlette.types import Receive, Scope, Send

from dominoes_rules.speech.speech import marked
from dominoes_rules.web.http.reader import READER
from dominoes_rules.web.rooms import Room
from dominoes_rules.web.table_seats import RoomSeat
from dominoes_rules.web.views import laid_ahead, view_of

RECONNECT_MILLISECONDS = 3000
SECONDS_BETWEEN_COMMENTS = 15
MAX_KEPT_VIEWS = 32
"""Of a table: those of the newest version, for some seats, widths and languages."""


class PageStream(EventSourceResponse):
    """The answer that events flow in."""

    def __init__(
        self, events: AsyncIterator[ServerSentEvent], counted: AbstractContextManager[object]
    ) -> None:
        """counted: entered already, so that nobody else is let in meanwhile; left at the end."""
        super().__init__(
            events,
            ping=SECONDS_BETWEEN_COMMENTS,
            headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"},
        )
        self._counted = counted

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        with self._counted:  # also where the browser has gone before anything flows
            await super().__call__(scope, receive, send)


@contextmanager
def open_page(room: Room, seat: RoomSeat | None) -> Iterator[asyncio.Event]:
    """A page that follows a table while this lasts; the event is set by each change.

    Raises `Rejected` for a page too many.
    """
    wake = room.attendance.enter(seat)
    try:
        yield wake
    finally:
        room.attendance.leave(seat, wake)
        if seat is not None and not seat.sitter.streams:
            room.hints.end(room.as_now(seat).letter)


async def events_of(
    room: Room,
    seat: RoomSeat | None,
    cookie: str,
    screen: str,
    base: str,
    wake: asyncio.Event,
) -> AsyncIterator[ServerSentEvent]:
    """The events of a seat, or of the public.

    screen: a kind of screen, as `screens` names them.
    wake: set by each change, see `open_page`.
    """
    shown, told = -1, room.chronicle.count
    while not room.closed and (seat is None or _sits(room, seat, cookie)):
        wake.clear()
        if room.version != shown:
            async with room.lock:  # what is not on disk yet is not shown
                now, lost = seat and room.as_now(seat), had_seat(room, seat, cookie)
                events = await _shown(room, now, screen, told, base, had_seat=lost)
                told, shown = room.chronicle.count, room.version
            for event in events:
                yield event
        await wake.wait()
    yield _event("bye", _farewell(room, seat), room.version)


def _sits(room: Room, seat: RoomSeat, cookie: str) -> bool:
    """Whether a browser still has a seat, wherever that is now."""
    own = room.seat_of(cookie)
    return own is not None and own.sitter is seat.sitter


def had_seat(room: Room, seat: RoomSeat | None, cookie: str) -> bool:
    """Whether a browser that watches once sat at this table; that of an evening may have had none.

    cookie: what it has kept of this table.
    """
    return seat is None and bool(cookie) and not room.options.evening


def _farewell(room: Room, seat: RoomSeat | None) -> dict[str, object]:
    """Why a stream ends at a table that goes on; nothing if the table is closed."""
    if room.closed or seat is None:
        return {}
    if not room.as_now(seat).is_taken:
        why = marked("You have left the seat to a bot. Reload the page to watch.")
    else:
        why = marked("Another browser plays here now: it has the link. Reload the page to watch.")
    return {"why": READER.get().text(why)}


async def _shown(
    room: Room, seat: RoomSeat | None, screen: str, since: int, base: str, *, had_seat: bool
) -> list[ServerSentEvent]:
    """The view of a table and the panels beside it; made once for all pages that show the same."""
    letter, reader = seat and seat.letter, READER.get()
    for_whom = (reader, room.version, letter, screen, since, base, room.clock, had_seat)
    events = room.rendered.get(for_whom)
    if events is None:
        await laid_ahead(room, seat, screen)
        view = view_of(room, seat, screen=screen, since=since, base=base, had_seat=had_seat)
        panels = {kind: view.pop(kind) for kind in ("over", "ask") if kind in view}
        events = [_event("view", view, room.version)]
        events += [_event(kind, {"html": html}, room.version) for kind, html in panels.items()]
        if len(room.rendered) >= MAX_KEPT_VIEWS:
            room.rendered.clear()
        room.rendered[for_whom] = events
    return events


class SharedEvent(ServerSentEvent):
    """An event that is written once for all streams that it is sent to."""

    def encode(self) -> bytes:
        if "written" not in vars(self):
            self.written = super().encode()
        return self.written


def _event(kind: str, data: dict[str, object], version: int) -> ServerSentEvent:
    return SharedEvent(
        json.dumps(data, ensure_ascii=False, separators=(",", ":")),
        event=kind,
        id=str(version),
        retry=RECONNECT_MILLISECONDS,
    )
