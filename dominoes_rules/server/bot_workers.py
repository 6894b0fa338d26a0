"""Bots think in processes of their own: slow ones hold nobody up, and stuck ones are ended."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import json
import logging
import pickle
import sys
from collections.abc import Sequence

from dominoes_lang.setup.ruleset import Ruleset
from dominoes_lang.text.quoting import short
from dominoes_rules.play.round import Round
from dominoes_rules.position.notation import Move

log = logging.getLogger(__name__)
WORKER = "dominoes_rules.server.bot_worker"


class _Worker:
    """A process that answers one question at a time; begun when the first is asked."""

    def __init__(self, rulesets: Sequence[Ruleset]) -> None:
        self._rulesets = base64.b64encode(pickle.dumps(tuple(rulesets)))
        self._process: asyncio.subprocess.Process | None = None

    async def ask(self, question: dict[str, object]) -> object:
        """The answer. Raises `OSError`, `EOFError` or `ValueError` where there is none."""
        if self._process is None:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                WORKER,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                start_new_session=True,  # Ctrl-C is for the server, which ends its workers itself
            )
            self._say(self._rulesets)
        self._say(json.dumps(question).encode())
        assert self._process.stdout is not None
        line = await self._process.stdout.readline()
        if not line:
            raise EOFError
        return json.loads(line)

    def _say(self, line: bytes) -> None:
        assert self._process is not None
        assert self._process.stdin is not None
        self._process.stdin.write(line + b"\n")

    async def end(self) -> None:
        """End the process, whatever it is doing."""
        process, self._process = self._process, None
        if process is not None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()


class BotWorkers:
    """So many processes in which bots think."""

    def __init__(self, rulesets: Sequence[Ruleset], count: int) -> None:
        self._rulesets = [*rulesets]
        self._workers = [_Worker(self._rulesets) for _ in range(count)]
        self._free: asyncio.LifoQueue[_Worker] = asyncio.LifoQueue()
        for worker in self._workers:
            self._free.put_nowait(worker)
        self._blamed: set[str] = set()

    async def move(self, bot: str, game: Round, seed: int, seconds: float) -> Move:
        """The move of a bot that is given what its seat knows; without one the first legal move."""
        legal = game.legal_moves
        if len(legal) == 1:
            return legal[0]
        question: dict[str, object] = {
            "bot": bot,
            "rules": self._rulesets.index(game.setup.ruleset),
            "position": game.text_seen_by(game.turn),
            "seed": seed,
            "round": game.state.round,
            "actions": len(game.actions),
            "seat": game.turn,
        }
        try:
            async with asyncio.timeout(seconds):
                move = await self._ask(question)
            return next(one for one in legal if str(one) == move)
        except (TimeoutError, OSError, EOFError, ValueError, StopIteration) as error:
            self._blame(bot, type(error).__name__)
            return legal[0]

    async def _ask(self, question: dict[str, object]) -> object:
        worker = await self._free.get()
        try:
            return await worker.ask(question)
        except BaseException:
            # Whatever it would still say would be taken for the answer to another question.
            await worker.end()
            raise
        finally:
            self._free.put_nowait(worker)

    def _blame(self, bot: str, why: str) -> None:
        if bot not in self._blamed:
            self._blamed.add(bot)
            log.warning(
                "bot %s gave no move (%s); the first legal one is played, "
                "now and whenever this happens again",
                short(bot),
                why,
            )

    async def close(self) -> None:
        """End all processes."""
        for worker in self._workers:
            await worker.end()
