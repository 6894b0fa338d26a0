"""In place of other interpreters, for applications without processes."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import NoReturn

from dominoes_rules.web.in_browser.search_interpreter import answer


class AtOnce:
    """Starts one that answers as soon as it is asked."""

    def __init__(self) -> None:
        self.opened = 0
        self._heard: Callable[[object], None] = print

    async def open(self, heard: Callable[[object], None]) -> AtOnce:
        self.opened, self._heard = self.opened + 1, heard
        return self

    def send(self, line: str) -> None:
        answer(line, self._heard)

    def end(self) -> None:
        pass


class Stuck:
    """Starts those that are busy for ever."""

    def __init__(self) -> None:
        self.opened = self.ended = 0

    async def open(self, _: Callable[[object], None]) -> Stuck:
        self.opened += 1
        return self

    def send(self, _: str) -> None:
        pass

    def end(self) -> None:
        self.ended += 1


class Missing:
    """Cannot start one."""

    async def open(self, _: Callable[[object], None]) -> NoReturn:
        raise OSError("no memory")


class Crashed:
    """Starts one that ends before it is ready."""

    async def open(self, heard: Callable[[object], None]) -> NoReturn:
        heard(None)
        await asyncio.get_running_loop().create_future()
        raise AssertionError
