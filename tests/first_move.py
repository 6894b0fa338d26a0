"""Bots that need no process, for servers and tables in the browser."""

from __future__ import annotations

from dominoes_rules.play.round import Round
from dominoes_rules.position.notation import Move


class FirstMove:
    """Makes the first legal move at once."""

    closing = False

    async def move(self, _bot: str, game: Round, *_: object) -> Move:
        return game.legal_moves[0]

    async def close(self) -> None:
        pass
