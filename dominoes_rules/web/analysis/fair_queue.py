"""A queue in which nobody who asks often is in the way of those who ask once."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from itertools import count
from typing import Any, Generic, TypeVar

MAX_ASKERS = 1000
"""How many askers are remembered, with the number of their last turn."""
Served = TypeVar("Served")


class FairQueue(Generic[Served]):
    """What is free goes to the one of those waiting who was served longest ago, or never."""

    def __init__(self, free: Iterable[Served]) -> None:
        self._free = [*free]
        self._waiting: list[QueuePlace[Served]] = []
        self._last: dict[str, int] = {}
        """By asker, the number of the turn that was served last; the newest is the last."""
        self._numbers = count(1)

    def turn(self, asker: str) -> QueuePlace[Served]:
        """A place in the queue; at once at its end where something is free."""
        turn = QueuePlace(self, asker)
        self._waiting.append(turn)
        self._serve()
        return turn

    def put(self, free: Served) -> None:
        """Something is free again."""
        self._free.append(free)
        self._serve()

    def place(self, turn: QueuePlace[Served]) -> int:
        """The place of a turn, from 1; 0 once it is served."""
        return self._ordered().index(turn) + 1 if turn in self._waiting else 0

    def leave(self, turn: QueuePlace[Served]) -> None:
        """Somebody waits no longer; what was given to the turn and not taken is free again."""
        if turn in self._waiting:
            self._waiting.remove(turn)
            self._tell()
        elif turn.worker.done() and not turn.worker.cancelled():
            self.put(turn.worker.result())
        turn.worker.cancel()

    def _ordered(self) -> list[QueuePlace[Served]]:
        """Those who wait, in the order in which they will be served if nobody else comes."""
        last, ahead, order = dict(self._last), [*self._waiting], []
        for number in range(len(ahead)):
            first = min(ahead, key=lambda turn: last.get(turn.asker, 0))
            ahead.remove(first)
            order.append(first)
            last[first.asker] = 2**62 + number
        return order

    def _serve(self) -> None:
        while self._free and self._waiting:
            turn = self._ordered()[0]
            self._waiting.remove(turn)
            self._last.pop(turn.asker, None)
            self._last[turn.asker] = next(self._numbers)
            if len(self._last) > MAX_ASKERS:
                del self._last[next(iter(self._last))]
            turn.worker.set_result(self._free.pop())
        self._tell()

    def _tell(self) -> None:
        for turn in self._waiting:
            turn.changed.set()


class QueuePlace(Generic[Served]):
    """Somebody who waits."""

    def __init__(self, queue: FairQueue[Served], asker: str) -> None:
        self._queue, self.asker = queue, asker
        self.worker: asyncio.Future[Served] = asyncio.get_running_loop().create_future()
        """What is waited for."""
        self.changed = asyncio.Event()

    @property
    def place(self) -> int:
        """The place in the queue, from 1; 0 once this is served."""
        return self._queue.place(self)

    async def moved(self) -> None:
        """Wait until the place is another."""
        before = self.place
        while self.place == before:
            self.changed.clear()
            ready = asyncio.ensure_future(self.changed.wait())
            try:
                waited: set[asyncio.Future[Any]] = {ready, self.worker}
                await asyncio.wait(waited, return_when=asyncio.FIRST_COMPLETED)
            finally:
                ready.cancel()

    def leave(self) -> None:
        """Wait no longer."""
        self._queue.leave(self)
