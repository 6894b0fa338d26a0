"""In place of a second interpreter, for applications without processes."""

from __future__ import annotations

import asyncio
from collections import deque

from dominoes_rules.web.in_browser.search_interpreter import READY, answering


class AtOnce:
    """One that answers as soon as it is asked."""

    begun = 0

    def __init__(self) -> None:
        AtOnce.begun += 1
        self._lines: deque[str] = deque()
        self._answer = answering(self._lines.append)

    def send(self, text: str) -> None:
        self._answer(text)

    async def next(self) -> object:
        return self._lines.popleft() if self._lines else None

    def end(self) -> None:
        self._lines.clear()


class Stuck:
    """One that starts, and is then busy for ever."""

    def __init__(self) -> None:
        self.ended = False
        self._started = False

    def send(self, text: str) -> None:
        pass

    async def next(self) -> object:
        if self._started:
            await asyncio.get_running_loop().create_future()
        self._started = True
        return READY

    def end(self) -> None:
        self.ended = True


class Missing:
    """One that does not start."""

    def send(self, text: str) -> None:
        raise AssertionError(text)

    async def next(self) -> object:
        return None

    def end(self) -> None:
        pass
