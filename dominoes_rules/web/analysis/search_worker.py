"""Whoever answers questions, one at a time, behind a connection: a process, or an interpreter."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping
from contextlib import aclosing
from itertools import count
from typing import Any, NamedTuple, Protocol, TypeAlias

from dominoes_rules.speech.speech import marked
from dominoes_rules.web.http.reader import READER
from dominoes_rules.web.refusals import TOO_SLOW

SECONDS_TO_WARM = 60.0
"""For a worker that takes the place of another to start."""
SECONDS_TO_STOP = 3.0
"""For a search that was cancelled to end by itself; then its worker is ended."""
_ENDED = marked("The search has ended without an answer.")


class SearchConnection(Protocol):
    """What joins the application to whoever answers; `replies` has what the lines say."""

    hears: bool
    """Whether lines arrive during a search, so that one may cancel it."""

    @property
    def is_open(self) -> bool:
        """Whether somebody answers at its other end."""

    async def send(self, line: str) -> None:
        """Send a line; one that nobody reads any more is lost."""

    async def next(self) -> str | None:
        """The next line; None where there will be none, or one that is too long."""

    async def end(self) -> None:
        """End whoever answers, whatever that is doing."""


Connect: TypeAlias = Callable[[], Awaitable[SearchConnection]]


class Message(NamedTuple):
    """A part of an answer: `progress`, and last `answer` or `refused`."""

    kind: str
    data: dict[str, Any]


class SearchWorker:
    """Answers one question at a time; started when it is asked, again after each end."""

    def __init__(self, connect: Connect) -> None:
        self._connect = connect
        self._connection: SearchConnection | None = None
        self._numbers = count(1)
        self._number = 0

    @property
    def is_running(self) -> bool:
        """Whether it is started, and has imported what it needs."""
        return self._connection is not None and self._connection.is_open

    async def prepare(self) -> None:
        """Be started and have answered a question, so that the next one finds it warm."""
        if not self.is_running:
            async with aclosing(self.ask({"ask": "warm"}, SECONDS_TO_WARM)) as messages:
                async for _ in messages:
                    pass

    async def ask(self, question: Mapping[str, object], seconds: float) -> AsyncGenerator[Message]:
        """The parts of an answer; the last is no `progress`."""
        connection = self._connection
        if connection is None or not connection.is_open:
            connection = self._connection = await self._connect()
        self._number = next(self._numbers)
        await connection.send(json.dumps({**question, "number": self._number}))
        until = asyncio.get_running_loop().time() + seconds
        while True:
            try:
                async with asyncio.timeout_at(until):
                    message = await _next_message(connection)
            except TimeoutError:
                await self.end()
                message = Message("refused", {"kind": "too_slow", "message": _told(TOO_SLOW)})
            if message is None:
                await self.end()
                message = Message("refused", {"kind": "failed", "message": _told(_ENDED)})
            yield message
            if message.kind != "progress":
                return

    async def stop(self) -> None:
        """End the search under way, by a word or else with its worker."""
        connection = self._connection
        if connection is None or not connection.is_open:
            return
        message = None
        if connection.hears:
            try:
                async with asyncio.timeout(SECONDS_TO_STOP):
                    await connection.send(json.dumps({"cancel": self._number}))
                    while (message := await _next_message(connection)) and (
                        message.kind == "progress"
                    ):
                        pass
            except TimeoutError:
                message = None
        if message is None:
            await self.end()

    async def end(self) -> None:
        """End it, if it runs, whatever it is doing."""
        connection, self._connection = self._connection, None
        if connection is not None:
            await connection.end()


def _told(sentence: str) -> str:
    return READER.get().text(sentence)


async def _next_message(connection: SearchConnection) -> Message | None:
    """The next part of an answer; None where there is none to come."""
    line = await connection.next()
    return None if line is None else Message(*next(iter(json.loads(line).items())))
