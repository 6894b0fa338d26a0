"""Bots that are asked for their moves, wherever they think; each answers in time, or not at all."""

from __future__ import annotations

import asyncio
import logging
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence

from dominoes_lang.text.quoting import short
from dominoes_rules import library
from dominoes_rules.bots.deciding import seed_of_turn
from dominoes_rules.bots.levels import LEVELS, Level, behind
from dominoes_rules.bots.named import NoAnswer
from dominoes_rules.play.round import Round
from dominoes_rules.position.notation import Move

log = logging.getLogger(__name__)


class AskedBots(ABC):
    """Whoever thinks for the bots of a server, which goes on meanwhile."""

    def __init__(self, levels: Mapping[str, Level] = LEVELS) -> None:
        self.levels = levels
        """What plays at each level."""
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
        level = behind(bot, self.levels)
        question: dict[str, object] = {
            "bot": level.bot,
            "overlooks": level.overlooks,
            "position": game.text_seen_by(game.turn),
            "rules": library.kept_files(game.setup.ruleset),
            "earlier": list(earlier),
            "policy": policy,
            "chance": seed_of_turn(seed, game, len(game.actions)),
        }
        try:
            async with asyncio.timeout(seconds):
                move = await self._ask(question, seconds)
            return next(candidate for candidate in legal if str(candidate) == move)
        except (TimeoutError, NoAnswer, StopIteration) as error:
            self._blame(bot, str(error) or "too slow, or not legal")
            return legal[0]

    @abstractmethod
    async def _ask(self, question: dict[str, object], seconds: float) -> str:
        """The text of a move, the answer to a question of `asked_move`.

        seconds: the time that the answer may take, which ends this in any case.
        Raises `NoAnswer`.
        """

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
        """End whatever still thinks."""
        self.closing = True
