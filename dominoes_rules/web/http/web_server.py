"""The process that serves tables: uvicorn, with connections that end and descriptors that last."""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import Mapping
from contextlib import suppress
from functools import partial
from types import FrameType
from typing import Any

import uvicorn

from dominoes_rules.web.app import app
from dominoes_rules.web.hall import Hall
from dominoes_rules.web.http.timed_protocol import OpenConnections, TimedProtocol
from dominoes_rules.web.settings import Settings

log = logging.getLogger(__name__)
BACKLOG = 64
"""Connections that are accepted before others have their turn, and that the kernel keeps."""
DESCRIPTORS = 16_384
"""Files and connections that the server asks to have open at once."""
SECONDS_TO_END = 1
SECONDS_BETWEEN_COMPLAINTS = 60.0
OUT_OF_DESCRIPTORS = "socket.accept() out of system resource"
"""What asyncio calls it; it then accepts nobody for a second."""


class WebServer(uvicorn.Server):
    """A server of tables; where it can't accept connections, the log has one line of it."""

    def __init__(self, config: uvicorn.Config, hall: Hall) -> None:
        super().__init__(config)
        self._hall = hall

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Called by a signal, whatever the loop is doing."""
        self._hall.stop()
        super().handle_exit(sig, frame)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        asyncio.get_running_loop().set_exception_handler(Complaints())
        await super().startup(sockets)


class Complaints:
    """Logs what goes wrong in a loop; that no connection can be accepted, once a minute."""

    def __init__(self) -> None:
        self._last = float("-inf")

    def __call__(self, loop: asyncio.AbstractEventLoop, context: Mapping[str, Any]) -> None:
        if context.get("message") != OUT_OF_DESCRIPTORS:
            loop.default_exception_handler({**context})
        elif loop.time() - self._last >= SECONDS_BETWEEN_COMPLAINTS:
            self._last = loop.time()
            log.warning(
                "no connection can be accepted now: %s (`ulimit -n` allows more)",
                context.get("exception"),
            )


def web_server(settings: Settings, log_level: str = "warning") -> WebServer:
    """A server of tables, which listens on the sockets that `run` is given.

    Raises `OSError` if tables can't be kept in the folder.
    """
    connections = OpenConnections(settings.shares, max(2, descriptors() // 2), settings.proxies)
    served = app(settings)
    config = uvicorn.Config(
        served,
        http=partial(TimedProtocol, connections),  # type: ignore[arg-type] # makes one each
        ws="none",  # nothing here speaks it, and such a connection would have no deadlines
        loop="asyncio",
        log_level=log_level,
        access_log=False,  # addresses hold the secrets of links
        server_header=False,
        proxy_headers=False,
        backlog=BACKLOG,
        timeout_graceful_shutdown=SECONDS_TO_END,
    )
    return WebServer(config, served.state.tables.hall)


def descriptors() -> int:
    """How many files and connections may be open at once; asks the system for enough of them."""
    with suppress(ImportError):  # on Windows there is no such limit
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        most = DESCRIPTORS if hard == resource.RLIM_INFINITY else min(hard, DESCRIPTORS)
        if soft != resource.RLIM_INFINITY and soft < most:
            with suppress(OSError, ValueError):
                resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
                return most
        return DESCRIPTORS if soft == resource.RLIM_INFINITY else soft
    return DESCRIPTORS
