"""Bots think in processes of their own: slow ones hold nobody up, and stuck ones are ended."""

from __future__ import annotations

import asyncio
import logging
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from dominoes_lang.text.quoting import short
from dominoes_rules import library
from dominoes_rules.bots.deciding import seed_of
from dominoes_rules.bots.named import NoAnswer
from dominoes_rules.bots.processes import ANY, Program
from dominoes_rules.play.round import Round
from dominoes_rules.position.notation import Move

log = logging.getLogger(__name__)
WORDS = (sys.executable, "-m", "dominoes_rules.bots.hosting", ANY)


class BotWorkers:
    """So many processes in which bots think; each is begun when it is first needed."""

    def __init__(self, count: int) -> None:
        self._programs = [Program(WORDS, hosts=True) for _ in range(count)]
        self._free: asyncio.LifoQueue[Program] = asyncio.LifoQueue()
        for program in self._programs:
            self._free.put_nowait(program)
        self._threads = ThreadPoolExecutor(count, "bot")
        self._blamed: set[str] = set()
        self.closing = False
        """Whether no further move is of use; may be set by a signal."""

    async def move(
        self,
        bot: str,
        game: Round,
        seed: int,
        seconds: float,
        earlier: Sequence[str] = (),
        policy: str = "",
    ) -> Move:
        """The move of a bot that is given what its seat knows; without one the first legal move.

        `earlier` are the records of the rounds before, with every hand. `policy` is the text of one
        that was learnt of these very rules, and is then used before all others.
        """
        legal = game.legal_moves
        if len(legal) == 1:
            return legal[0]
        question: dict[str, object] = {
            "bot": bot,
            "position": game.text_seen_by(game.turn),
            "rules": library.kept_files(game.setup.ruleset),
            "earlier": list(earlier),
            "policy": policy,
            "chance": seed_of(seed, game.state.round, len(game.actions), game.turn),
        }
        try:
            async with asyncio.timeout(seconds):
                move = await self._ask(question, seconds)
            return next(candidate for candidate in legal if str(candidate) == move)
        except (TimeoutError, NoAnswer, StopIteration) as error:
            self._blame(bot, str(error) or "too slow, or not legal")
            return legal[0]

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

    def _blame(self, bot: str, why: str) -> None:
        if bot not in self._blamed:
            self._blamed.add(bot)
            log.warning(
                "bot %s gave no move (%s); the first legal one is played, "
                "now and whenever this happens again",
                short(bot),
                short(why),
            )

    async def close(self) -> None:
        """End all processes, those as well that are just being started."""
        self.closing = True
        for program in self._programs:
            program.close()
        await asyncio.to_thread(self._threads.shutdown)
        for program in self._programs:
            program.close()
