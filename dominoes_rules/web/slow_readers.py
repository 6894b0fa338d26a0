"""Connections that hold little for pages that do not read, and do not wait for silent ones."""

from __future__ import annotations

import asyncio
from typing import cast

from uvicorn.protocols.http.auto import AutoHTTPProtocol

MAX_UNREAD_BYTES = 16_384
"""Of a connection, beyond what the kernel holds; then sending waits."""

SECONDS_TO_ASK = 10.0
"""From the start of a connection to the end of the headers of its first request."""


class SparingProtocol(AutoHTTPProtocol):  # type: ignore[misc, valid-type]
    """HTTP as uvicorn speaks it, with a quarter of the usual buffer."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        cast(asyncio.Transport, transport).set_write_buffer_limits(high=MAX_UNREAD_BYTES)
        asyncio.get_running_loop().call_later(SECONDS_TO_ASK, self._end_if_silent)

    def _end_if_silent(self) -> None:
        if self.cycle is None:  # no request has begun
            self.transport.close()
