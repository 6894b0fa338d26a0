"""Workers that search, a queue before them, and what each asker may take of them."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import aclosing
from typing import Any

from dominoes_rules.speech.speech import marked
from dominoes_rules.web.analysis.fair_queue import FairQueue
from dominoes_rules.web.analysis.search_worker import Connect, Message, SearchWorker
from dominoes_rules.web.http.reader import READER
from dominoes_rules.web.refusals import Rejected

MAX_WAITING = 64
"""Questions that wait for a worker."""
TOO_MANY = marked("Too many searches are under way from here.")
BUSY = marked("Too many searches are under way; try again in a minute.")


class Searches:
    """So many workers; each is started when it is first needed, and again after a failure."""

    def __init__(
        self,
        connect: Connect,
        count_of_workers: int,
        most_waiting: int = MAX_WAITING,
        *,
        patience: float = 1.0,
    ) -> None:
        """`connect` starts a worker; `patience` multiplies the time that answers may take."""
        self.running = 0
        """Questions that a worker has or that wait for one."""
        self._taken: Counter[str] = Counter()
        self._workers = [SearchWorker(connect) for _ in range(count_of_workers)]
        self._free = FairQueue(self._workers)
        self._most = count_of_workers + most_waiting
        self._patience = patience
        self._settling: set[asyncio.Task[None]] = set()

    def expect_room(self, askers: Mapping[str, int]) -> None:
        """Raise `Rejected` where a question too many would be under way.

        askers: whom the question counts for, with how many each may have.
        """
        if any(self._taken[asker] >= most for asker, most in askers.items()):
            raise Rejected(429, "too_many", READER.get().text(TOO_MANY))
        if self.running >= self._most:
            raise Rejected(503, "busy", READER.get().text(BUSY))

    async def ask(
        self, question: Mapping[str, object], seconds: float, askers: Mapping[str, int]
    ) -> AsyncGenerator[Message]:
        """The parts of an answer as they come; to close it ends the search.

        seconds: what the answer may take once a worker has the question, where patience is usual.
        Raises `Rejected` as `expect_room` does.
        """
        self.expect_room(askers)
        self._taken.update(askers.keys())
        self.running += 1
        settling = False
        try:
            turn = self._free.turn(next(iter(askers), ""))
            try:
                while (place_in_line := turn.place) and not turn.worker.done():
                    yield Message("progress", {"waiting": True, "place": place_in_line})
                    await turn.moved()
                worker = await turn.worker
            except BaseException:
                turn.leave()
                raise
            finished = False
            try:
                async with aclosing(worker.ask(question, seconds * self._patience)) as messages:
                    async for message in messages:
                        finished = message.kind != "progress"
                        yield message
            finally:
                if finished and worker.is_running:
                    self._free.put(worker)
                else:
                    settling = True
                    task = asyncio.create_task(self._settle(worker, askers))
                    self._settling.add(task)
                    task.add_done_callback(self._settling.discard)
        finally:
            if not settling:
                self._leave(askers)

    async def _settle(self, worker: SearchWorker, askers: Mapping[str, int]) -> None:
        """End a search that nobody waits for, and have a worker ready for the next one."""
        try:
            try:
                await worker.stop()
            finally:
                self._leave(askers)
            await worker.prepare()
        finally:
            self._free.put(worker)

    def _leave(self, askers: Mapping[str, int]) -> None:
        self.running -= 1
        self._taken.subtract(askers.keys())
        for asker in askers:
            if not self._taken[asker]:
                del self._taken[asker]

    async def answer(
        self,
        question: Mapping[str, object],
        seconds: float,
        askers: Mapping[str, int],
        told: Callable[[Mapping[str, Any]], None] = lambda _: None,
    ) -> dict[str, Any]:
        """The answer alone; `told` is called with what is reported of how far the search is.

        Raises `Rejected`, with status 422 where the question is refused.
        """
        async with aclosing(self.ask(question, seconds, askers)) as messages:
            async for kind, data in messages:
                if kind == "answer":
                    return data
                if kind == "progress":
                    told(data)
                if kind == "refused":
                    raise Rejected(422, data["kind"], data["message"])
        raise AssertionError("an answer ends with its last part")

    async def close(self) -> None:
        """End all workers."""
        for task in self._settling:
            task.cancel()
        await asyncio.gather(*self._settling, return_exceptions=True)
        for worker in self._workers:
            await worker.end()
