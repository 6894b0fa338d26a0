"""Processes that answer questions: how one is started, asked and ended."""

from __future__ import annotations

import asyncio
import sys
from contextlib import suppress

from dominoes_rules.web.analysis.searches import MAX_WAITING, Searches

WORDS = (sys.executable, "-m", "dominoes_rules.web.analysis.worker")
LONGEST_LINE = 8 * 2**20
"""Bytes of an answer."""


class SearchProcess:
    """A process, as a `SearchConnection`."""

    hears = True

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process

    @property
    def is_open(self) -> bool:
        """Whether the process runs."""
        return self._process.returncode is None

    async def send(self, line: str) -> None:
        """Write a line; a process that has ended gives no answer, which is seen then."""
        assert self._process.stdin is not None
        with suppress(OSError):
            self._process.stdin.write(line.encode() + b"\n")
            await self._process.stdin.drain()

    async def next(self) -> str | None:
        """The next line; None where the process has ended, or writes what it should not."""
        assert self._process.stdout is not None
        try:
            line = await self._process.stdout.readline()
        except ValueError:  # longer than a line may be
            return None
        return line.decode() or None

    async def end(self) -> None:
        """Kill the process, if it runs."""
        with suppress(ProcessLookupError):
            self._process.kill()
        await self._process.wait()


async def started_process() -> SearchProcess:
    """A process that waits for questions."""
    process = await asyncio.create_subprocess_exec(
        *WORDS,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        limit=LONGEST_LINE,
        start_new_session=True,  # Ctrl-C is for the server
    )
    return SearchProcess(process)


def search_processes(count: int, most_waiting: int = MAX_WAITING) -> Searches:
    """So many processes that search."""
    return Searches(started_process, count, most_waiting)
