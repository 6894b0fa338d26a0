"""Processes that search, a queue before them, and what each asker may take of them."""

from __future__ import annotations

import asyncio
import json
import sys
from collections import Counter
from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import aclosing, suppress
from itertools import count
from typing import Any, NamedTuple

from dominoes_rules.web.analysis.fair_queue import FairQueue
from dominoes_rules.web.refusals import TOO_SLOW, Rejected

WORDS = (sys.executable, "-m", "dominoes_rules.web.analysis.worker")
LONGEST_LINE = 8 * 2**20
"""Bytes of an answer."""
MAX_WAITING = 64
"""Questions that wait for a process."""
SECONDS_TO_WARM = 60.0
"""For a process that takes the place of another to start."""
SECONDS_TO_STOP = 3.0
"""For a search that was cancelled to end by itself; then its process is ended."""


class Message(NamedTuple):
    """A part of an answer: `progress`, and last `answer` or `refused`."""

    kind: str
    data: dict[str, Any]


class Searches:
    """So many processes; each is started when it is first needed, and again after a failure."""

    def __init__(self, count_of_workers: int, most_waiting: int = MAX_WAITING) -> None:
        self.running = 0
        """Questions that are in a process or wait for one."""
        self._taken: Counter[str] = Counter()
        self._workers = [_Worker() for _ in range(count_of_workers)]
        self._free = FairQueue(self._workers)
        self._most = count_of_workers + most_waiting
        self._settling: set[asyncio.Task[None]] = set()

    def expect_room(self, askers: Mapping[str, int]) -> None:
        """Raise `Rejected` where a question too many would be under way.

        askers: whom the question counts for, with how many each may have.
        """
        if any(self._taken[asker] >= most for asker, most in askers.items()):
            raise Rejected(429, "too_many", "Too many searches are under way from here.")
        if self.running >= self._most:
            raise Rejected(503, "busy", "Too many searches are under way; try again in a minute.")

    async def ask(
        self, question: Mapping[str, object], seconds: float, askers: Mapping[str, int]
    ) -> AsyncGenerator[Message]:
        """The parts of an answer as they come; to close it ends the search.

        seconds: what the answer may take once a process has the question.
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
                async with aclosing(worker.ask(question, seconds)) as messages:
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

    async def _settle(self, worker: _Worker, askers: Mapping[str, int]) -> None:
        """End a search that nobody waits for, and have a process ready for the next one."""
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
        told: Callable[[str], None] = lambda _: None,
    ) -> dict[str, Any]:
        """The answer alone; `told` is called with each word of how far the search is.

        Raises `Rejected`, with status 422 where the question is refused.
        """
        async with aclosing(self.ask(question, seconds, askers)) as messages:
            async for kind, data in messages:
                if kind == "answer":
                    return data
                if kind == "progress" and "text" in data:
                    told(data["text"])
                if kind == "refused":
                    raise Rejected(422, data["kind"], data["message"])
        raise AssertionError("an answer ends with its last part")

    async def close(self) -> None:
        """End all processes."""
        for task in self._settling:
            task.cancel()
        await asyncio.gather(*self._settling, return_exceptions=True)
        for worker in self._workers:
            await worker.end()


class _Worker:
    """A process that answers one question at a time."""

    def __init__(self) -> None:
        self._process: asyncio.subprocess.Process | None = None
        self._numbers = count(1)
        self._number = 0

    @property
    def is_running(self) -> bool:
        """Whether there is a process, which has imported what it needs."""
        return self._process is not None and self._process.returncode is None

    async def prepare(self) -> None:
        """Have a process that has answered a question, so that the next one finds it warm."""
        if not self.is_running:
            async with aclosing(self.ask({"ask": "warm"}, SECONDS_TO_WARM)) as messages:
                async for _ in messages:
                    pass

    async def ask(self, question: Mapping[str, object], seconds: float) -> AsyncGenerator[Message]:
        """The parts of an answer; the last is no `progress`."""
        if not self.is_running:
            self._process = await asyncio.create_subprocess_exec(
                *WORDS,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                limit=LONGEST_LINE,
                start_new_session=True,  # Ctrl-C is for the server
            )
        self._number = next(self._numbers)
        await self._send({**question, "number": self._number})
        until = asyncio.get_running_loop().time() + seconds
        while True:
            try:
                async with asyncio.timeout_at(until):
                    message = await self._next()
            except TimeoutError:
                await self.end()
                message = Message("refused", {"kind": "too_slow", "message": TOO_SLOW})
            if message is None:
                await self.end()
                message = Message("refused", {"kind": "failed", "message": _ENDED})
            yield message
            if message.kind != "progress":
                return

    async def _send(self, line: Mapping[str, object]) -> None:
        assert self._process is not None
        assert self._process.stdin is not None
        with suppress(OSError):  # a process that has ended gives no answer, which is seen then
            self._process.stdin.write(json.dumps(line).encode() + b"\n")
            await self._process.stdin.drain()

    async def _next(self) -> Message | None:
        """The next part; None where the process has ended, or writes what it should not."""
        assert self._process is not None
        assert self._process.stdout is not None
        try:
            line = await self._process.stdout.readline()
        except ValueError:  # longer than a line may be
            return None
        return Message(*next(iter(json.loads(line).items()))) if line else None

    async def stop(self) -> None:
        """End the search under way, by a word or else with its process."""
        if not self.is_running:
            return
        try:
            async with asyncio.timeout(SECONDS_TO_STOP):
                await self._send({"cancel": self._number})
                while (message := await self._next()) and message.kind == "progress":
                    pass
        except TimeoutError:
            message = None
        if message is None:
            await self.end()

    async def end(self) -> None:
        """End the process, if it runs, whatever it is doing."""
        process, self._process = self._process, None
        if process is not None:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()


_ENDED = "The search has ended without an answer."
