"""What flows down to a page: a view whenever the table has changed, the newest one only."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Callable

from sse_starlette import EventSourceResponse, ServerSentEvent

from dominoes_rules.web.rooms import Room
from dominoes_rules.web.table_seats import RoomSeat
from dominoes_rules.web.views import laid_ahead, view_of

RECONNECT_MILLISECONDS = 3000
SECONDS_BETWEEN_COMMENTS = 15
SECONDS_TO_READ = 10.0
"""For a page to take what it was sent; then it loses the stream, not the seat."""
MAX_KEPT_VIEWS = 32
"""Of a table: those of the newest version, for some seats and widths."""


def stream(events: AsyncIterator[ServerSentEvent]) -> EventSourceResponse:
    """The answer that events flow in."""
    return EventSourceResponse(
        events,
        ping=SECONDS_BETWEEN_COMMENTS,
        send_timeout=SECONDS_TO_READ,
        headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"},
    )


async def events_of(
    room: Room,
    seat: RoomSeat | None,
    cookie: str,
    screen: str,
    base: str,
    began: Callable[[], bool],
    ended: Callable[[], None],
) -> AsyncIterator[ServerSentEvent]:
    """The events of a seat, or of the public.

    screen: a kind of screen, as `drawn_board` names them.
    began, ended: called when they begin to flow, which may be refused, and when they end.
    """
    if not began():
        return
    wake = room.attendance.enter(seat)
    try:
        shown, told = -1, room.chronicle.count
        while not room.closed and (seat is None or room.seat_of(cookie) is seat):
            wake.clear()
            if room.version != shown:
                async with room.lock:  # what is not on disk yet is not shown
                    events = await _shown(room, seat, screen, told, base)
                    told, shown = room.chronicle.count, room.version
                for event in events:
                    yield event
            await wake.wait()
        yield _event("bye", {}, room.version)
    finally:
        room.attendance.leave(seat, wake)
        if seat is not None and not seat.streams:
            room.hints.end(seat.letter)
        ended()


async def _shown(
    room: Room, seat: RoomSeat | None, screen: str, since: int, base: str
) -> list[ServerSentEvent]:
    """The view of a table and the panels beside it; made once for all pages that show the same."""
    for_whom = (room.version, seat and seat.letter, screen, since, base, room.clock)
    events = room.rendered.get(for_whom)
    if events is None:
        await laid_ahead(room, seat, screen)
        view = view_of(room, seat, screen=screen, since=since, base=base)
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
