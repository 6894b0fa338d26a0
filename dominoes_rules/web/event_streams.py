"""What flows down to a page: a view whenever the table has changed, the newest one only."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Callable

from sse_starlette import EventSourceResponse, ServerSentEvent

from dominoes_rules.web.rooms import Room
from dominoes_rules.web.table_seats import RoomSeat
from dominoes_rules.web.views import view_of

RECONNECT_MILLISECONDS = 3000
SECONDS_BETWEEN_COMMENTS = 15
SECONDS_TO_READ = 10.0
"""For a page to take what it was sent; then it loses the stream, not the seat."""


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
    narrow: bool,
    base: str,
    began: Callable[[], bool],
    ended: Callable[[], None],
) -> AsyncIterator[ServerSentEvent]:
    """The events of a seat, or of the public.

    began, ended: called when they begin to flow, which may be refused, and when they end.
    """
    if not began():
        return
    wake = room.enter(seat)
    try:
        shown, told = -1, room.chronicle.count
        while not room.closed and (seat is None or room.seat_of(cookie) is seat):
            wake.clear()
            if room.version != shown:
                async with room.lock:  # what is not on disk yet is not shown
                    view = view_of(room, seat, narrow=narrow, since=told, base=base)
                    told, shown = room.chronicle.count, room.version
                panels = {kind: view.pop(kind) for kind in ("over", "ask") if kind in view}
                yield _event("view", view, shown)
                for kind, html in panels.items():
                    yield _event(kind, {"html": html}, shown)
            await wake.wait()
        yield _event("bye", {}, room.version)
    finally:
        room.leave(seat, wake)
        ended()


def _event(kind: str, data: dict[str, object], version: int) -> ServerSentEvent:
    return ServerSentEvent(
        json.dumps(data, ensure_ascii=False, separators=(",", ":")),
        event=kind,
        id=str(version),
        retry=RECONNECT_MILLISECONDS,
    )
