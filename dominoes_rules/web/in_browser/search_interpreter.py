"""A second interpreter, which searches: how the application asks it, and how it answers.

It is asked and answers in the lines of a search process. It hears nothing while it searches, so a
search that nobody waits for ends with its interpreter.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Protocol, TypeAlias

SECONDS_TO_START = 120.0
"""For an interpreter to load and to import what it needs."""
READY = json.dumps({"ready": True})
"""The first line of an interpreter."""


class Port(Protocol):
    """Messages to an interpreter and from it, as JavaScript passes them on."""

    def send(self, text: str) -> object:
        """Pass a message on."""

    def next(self) -> Awaitable[object]:
        """The next message; anything but a text once there will be none."""

    def end(self) -> object:
        """End the interpreter, whatever it is doing."""


OpenPort: TypeAlias = Callable[[], Port]
"""Starts an interpreter, and returns at once."""


class InterpreterConnection:
    """An interpreter, as a `SearchConnection`."""

    hears = False

    def __init__(self, port: Port) -> None:
        self._port = port
        self.is_open = True
        """Whether it is there to answer."""

    async def send(self, line: str) -> None:
        """Pass a line on; one for an interpreter that has ended is lost."""
        if self.is_open:
            self._port.send(line)

    async def next(self) -> str | None:
        """The next line; None where there will be none."""
        line = await self._port.next() if self.is_open else None
        if not isinstance(line, str):
            self.is_open = False
            return None
        return line

    async def end(self) -> None:
        """End the interpreter."""
        self.is_open = False
        self._port.end()


async def started_interpreter(open_port: OpenPort) -> InterpreterConnection:
    """An interpreter that waits for questions; one that does not start in time has ended."""
    connection = InterpreterConnection(open_port())
    try:
        async with asyncio.timeout(SECONDS_TO_START):
            ready = await connection.next()
    except TimeoutError:
        ready = None
    except BaseException:
        await connection.end()
        raise
    if ready != READY:
        await connection.end()
    return connection


class _Heedless:
    """The wish to cancel, which never reaches a search."""

    def is_set(self) -> bool:
        return False


def answering(send: Callable[[str], object]) -> Callable[[str], None]:
    """Say that this interpreter is ready; returns what answers a line, by lines that are sent."""
    # Imported here because it is all that a search needs, and the application needs little of it.
    from dominoes_rules.web.analysis.replies import reply

    def say(message: dict[str, object]) -> None:
        send(json.dumps(message, allow_nan=False))

    def answer(line: str) -> None:
        reply(json.loads(line), say, _Heedless())

    send(READY)
    return answer
