"""A server that is told to end does so at once, however many bots think at its tables."""

from __future__ import annotations

import asyncio
import threading
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from dominoes_rules.bots.named import NoAnswer
from dominoes_rules.server import bot_workers
from dominoes_rules.web.hall import Hall
from dominoes_rules.web.rooms import Room
from tests.web.clients import settings

TABLES = 30


class Thinking:
    """A program that thinks until it is closed."""

    asked = 0

    def __init__(self, *_: Any, **__: Any) -> None:
        self._closed = threading.Event()

    def ask(self, _question: object, _seconds: float) -> str:
        Thinking.asked += 1
        self._closed.wait()
        self._closed.clear()
        raise NoAnswer

    def close(self) -> None:
        self._closed.set()


def table_of_bots(hall: Hall) -> Room:
    room, _ = hall.begin("draw", 2, "Ana", ["beginner"], think=0)
    room.state = room.state.seated(replace(room.seats["A"], person=False))
    return room


def test_no_table_gets_the_bot_of_another_that_ends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bot_workers, "Program", Thinking)

    async def end() -> None:
        hall = Hall(settings(tmp_path))
        await hall.open()
        rooms = [table_of_bots(hall) for _ in range(TABLES)]
        while not Thinking.asked:
            await asyncio.sleep(0)
        await hall.close()
        assert Thinking.asked == 1
        assert all(room.closed for room in rooms)

    asyncio.run(asyncio.wait_for(end(), 60))


def test_after_the_signal_no_move_is_made(tmp_path: Path) -> None:
    async def stop() -> None:
        hall = Hall(settings(tmp_path))
        await hall.open()
        rooms = [table_of_bots(hall) for _ in range(TABLES)]
        hall.stop()
        before = [room.version for room in rooms]
        await asyncio.gather(*hall._drivers.values())
        assert [room.version for room in rooms] == before
        await hall.close()

    asyncio.run(asyncio.wait_for(stop(), 60))
