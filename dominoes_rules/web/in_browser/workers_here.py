"""Who searches and decides for bots where there are no processes: a second interpreter."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Protocol

from dominoes_rules.bots.asked_move import asked_move
from dominoes_rules.bots.catalogue import needs_search
from dominoes_rules.bots.levels import UNCOMPILED_LEVELS
from dominoes_rules.bots.named import NoAnswer
from dominoes_rules.server.asked_bots import AskedBots
from dominoes_rules.web.analysis.searches import Searches
from dominoes_rules.web.refusals import Rejected
from dominoes_rules.web.table_workers import Workers

SECONDS_TO_START = 120.0
"""For an interpreter to load and to import what it needs."""
PATIENCE = 4.0
"""How much longer an answer may take than on a computer that compiles its searches."""
ASKER, MAX_BOTS_WAITING = "bots", 64


class OtherInterpreter(Protocol):
    """One that has been started: each message to it is a text."""

    def send(self, line: str) -> object:
        """Send it a line."""

    def end(self) -> object:
        """End it, whatever it is doing."""


class Ports(Protocol):
    """Starts interpreters."""

    def open(self, heard: Callable[[object], None]) -> Awaitable[OtherInterpreter]:
        """Start one, which is ready when this returns.

        heard: called with each line that comes, and at the end with what is no text.
        """


class InterpreterConnection:
    """Another interpreter, as a `SearchConnection`: it hears nothing while it searches."""

    hears = False

    def __init__(self) -> None:
        self._ended = asyncio.Event()
        self._other: OtherInterpreter | None = None
        self._heard: asyncio.Queue[str | None] = asyncio.Queue()

    @property
    def is_open(self) -> bool:
        """Whether somebody answers at its other end."""
        return not self._ended.is_set()

    async def start(self, ports: Ports) -> None:
        """Start an interpreter; without one in time this is closed."""
        opening = asyncio.ensure_future(ports.open(self._hear))
        ended = asyncio.ensure_future(self._ended.wait())
        try:
            await asyncio.wait(
                {opening, ended}, timeout=SECONDS_TO_START, return_when=asyncio.FIRST_COMPLETED
            )
        except asyncio.CancelledError:
            opening.add_done_callback(_end_late_one)
            raise
        finally:
            ended.cancel()
        if self.is_open and opening.done() and opening.exception() is None:
            self._other = opening.result()
        else:
            self._hear(None)
            opening.add_done_callback(_end_late_one)

    def _hear(self, line: object) -> None:
        """Take a line, or anything else where the interpreter has ended."""
        if not isinstance(line, str):
            line = None
            self._ended.set()
        self._heard.put_nowait(line)

    async def send(self, line: str) -> None:
        """Send a line; one for an interpreter that has ended is lost."""
        if self.is_open and self._other is not None:
            self._other.send(line)

    async def next(self) -> str | None:
        """The next line; None where there will be none."""
        return await self._heard.get()

    async def end(self) -> None:
        """End the other interpreter."""
        self._hear(None)
        if self._other is not None:
            self._other.end()


def _end_late_one(opening: asyncio.Future[OtherInterpreter]) -> None:
    """End an interpreter that nobody waits for any more, once it has started."""
    if not opening.cancelled() and opening.exception() is None:
        opening.result().end()


async def _connected(ports: Ports) -> InterpreterConnection:
    connection = InterpreterConnection()
    await connection.start(ports)
    return connection


class BotsHere(AskedBots):
    """Bots that decide in this interpreter, or in the other one if they search."""

    def __init__(self, searches: Searches) -> None:
        super().__init__(UNCOMPILED_LEVELS)
        self._searches = searches

    async def _ask(self, question: dict[str, object], seconds: float) -> str:
        if not needs_search(f"{question['bot']}"):
            return asked_move(question)
        askers = {ASKER: MAX_BOTS_WAITING}
        try:
            answer = await self._searches.answer({**question, "ask": "bot"}, seconds, askers)
        except Rejected as refused:
            raise NoAnswer(refused.message) from None
        if "move" not in answer:
            raise NoAnswer(answer["error"])
        return f"{answer['move']}"


def workers_here(ports: Ports) -> Workers:
    """One other interpreter for all searches, started when it is first needed."""
    searches = Searches(partial(_connected, ports), 1, patience=PATIENCE)
    return Workers(searches=searches, looks=searches, lessons=searches, bots=BotsHere(searches))
