"""Connections of browsers: how many there may be, and how long each of their requests may take."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import Any, cast

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from dominoes_rules.server.limits import Addresses, Limits, address_of
from dominoes_rules.web.http.proxies import Proxies, Proxy
from dominoes_rules.web.settings import Shares

MAX_UNREAD_BYTES = 16_384
"""Of a connection, beyond what the kernel holds; then sending waits."""
SECONDS_TO_ASK = 10.0
"""For the headers of a request to arrive, from the end of the last answer or from their start."""
SECONDS_TO_SEND_BODY = 15.0
"""For the rest of it: longer than `guards` waits, so that an answer still reaches the browser."""
SECONDS_TO_READ = 10.0
"""For a browser to read so much that sending goes on, or `MAX_UNREAD_BYTES` at least."""


class OpenConnections:
    """How many connections a server has, of each address and in all."""

    def __init__(self, shares: Shares, in_all: int, proxies: Iterable[Proxy] = ()) -> None:
        """`in_all` is what the server can have open, if that is less than its share.

        proxies: addresses that bring everybody, and so have as many connections as there are.
        """
        self._proxies = Proxies(proxies)
        most = min(shares.connections_in_all, in_all)
        share = min(shares.connections, max(1, most // 2))  # nobody takes all of them
        self._counted = Addresses(Limits(per_address=share, connections=most))
        self._names: dict[asyncio.Protocol, str] = {}

    def enter(self, connection: asyncio.Protocol, transport: asyncio.BaseTransport) -> bool:
        """Count a connection, unless it is one too many."""
        peer = transport.get_extra_info("peername")
        name = address_of(peer[0]) if peer else ""
        if peer and self._proxies.of(peer[0]):
            name = f"{peer}"  # of one connection alone
        if not self._counted.enter(name):
            return False
        self._names[connection] = name
        return True

    def leave(self, connection: asyncio.Protocol) -> None:
        """A connection is gone, whether or not it was counted."""
        name = self._names.pop(connection, None)
        if name is not None:
            self._counted.leave(name)


class TimedProtocol(H11Protocol):
    """HTTP as uvicorn speaks it, with deadlines for every request of a connection.

    uvicorn knows only how long a connection may be idle: a byte of the next request ends that, and
    a browser that reads nothing is waited for without an end.
    """

    def __init__(self, connections: OpenConnections, **options: Any) -> None:
        super().__init__(**options)
        self._open = connections
        self._stage = ""
        self._asking: asyncio.TimerHandle | None = None
        self._reading: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        transport = cast(asyncio.Transport, transport)
        if not self._open.enter(self, transport):
            transport.abort()
        super().connection_made(transport)
        transport.set_write_buffer_limits(high=MAX_UNREAD_BYTES)
        self._time_request()

    def connection_lost(self, exc: Exception | None) -> None:
        self._open.leave(self)
        for timer in (self._asking, self._reading):
            if timer is not None:
                timer.cancel()
        super().connection_lost(exc)

    # ------------------------------------------------------------------ a request arrives

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._time_request()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._time_request()

    def _time_request(self) -> None:
        """Begin the time of what is awaited from the browser, if that is something else now."""
        stage = self._awaited()
        if stage == self._stage:
            return
        self._stage = stage
        if self._asking is not None:
            self._asking.cancel()
        seconds = SECONDS_TO_SEND_BODY if stage == "body" else SECONDS_TO_ASK
        self._asking = self.loop.call_later(seconds, self._too_late) if stage else None

    def _awaited(self) -> str:
        """What is awaited: `nothing` sent yet, the rest of `headers` or of a `body`; or empty."""
        if self.transport.is_closing():
            return "end"
        if self.conn.their_state is h11.SEND_BODY:
            return "body"
        if self.conn.their_state is h11.IDLE:
            return "headers" if self.conn.trailing_data[0] else "nothing"
        return ""

    def _too_late(self) -> None:
        if self._reading is None:  # otherwise the browser still has an answer to read
            self.transport.abort()
        else:
            self._stage = ""
            self._time_request()

    # ------------------------------------------------------------------ an answer is read

    def pause_writing(self) -> None:
        super().pause_writing()
        self._time_reading()

    def resume_writing(self) -> None:
        super().resume_writing()
        if self._reading is not None:
            self._reading.cancel()
            self._reading = None

    def _time_reading(self) -> None:
        unread = self.transport.get_write_buffer_size()
        self._reading = self.loop.call_later(SECONDS_TO_READ, self._look, unread)

    def _look(self, before: int) -> None:
        """End the connection of a browser that has read next to nothing of its answer."""
        if before - self.transport.get_write_buffer_size() < MAX_UNREAD_BYTES:
            self.transport.abort()
        else:
            self._time_reading()
