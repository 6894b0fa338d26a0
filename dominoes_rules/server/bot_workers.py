"""Bots think in processes of their own: slow ones hold nobody up, and stuck ones are ended."""

from __future__ import annotations

import asyncio
import sys
from concurrent.futures import ThreadPoolExecutor

from dominoes_rules.bots.processes import ANY, Program
from dominoes_rules.server.asked_bots import AskedBots

WORDS = (sys.executable, "-m", "dominoes_rules.bots.hosting", ANY)


class BotWorkers(AskedBots):
    """So many processes in which bots think; each is begun when it is first needed."""

    def __init__(self, count: int) -> None:
        super().__init__()
        self._programs = [Program(WORDS, hosts=True) for _ in range(count)]
        self._free: asyncio.LifoQueue[Program] = asyncio.LifoQueue()
        for program in self._programs:
            self._free.put_nowait(program)
        self._threads = ThreadPoolExecutor(count, "bot")

    async def _ask(self, question: dict[str, object], seconds: float) -> str:
        program = await self._free.get()
        asked = asyncio.get_running_loop().run_in_executor(
            self._threads, program.ask, question, seconds
        )

        def free(done: asyncio.Future[str]) -> None:
            done.exception()  # nobody may wait for it any more
            self._free.put_nowait(program)

        asked.add_done_callback(free)
        try:
            return await asyncio.shield(asked)
        except asyncio.CancelledError:
            program.close()  # so that its thread sees an end
            raise

    async def close(self) -> None:
        """End all processes, those as well that are just being started."""
        await super().close()
        for program in self._programs:
            program.close()
        await asyncio.to_thread(self._threads.shutdown)
        for program in self._programs:
            program.close()
