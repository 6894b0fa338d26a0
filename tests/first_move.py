"""Bots that need no process, for servers and tables in the browser."""

from __future__ import annotations

from typing import Any

from dominoes_rules.position.notation import Move
from dominoes_rules.server.asked_bots import AskedBots


class FirstMove(AskedBots):
    """Makes the first legal move at once."""

    async def move(self, *asked: Any, **_: Any) -> Move:
        move: Move = asked[1].legal_moves[0]
        return move

    async def _ask(self, question: dict[str, object], seconds: float) -> str:
        raise NotImplementedError
