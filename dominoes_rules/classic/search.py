"""Minimax over games with open hands."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dominoes_rules.classic.open_hands_search import OPEN, make_moves, minimax
from dominoes_rules.classic.orders import Player, identity

if TYPE_CHECKING:
    from dominoes_rules.classic.game import Game
    from dominoes_rules.classic.game_shape import Move


def alphabeta(
    game: Game, alpha_beta: tuple[float, float] = OPEN, player: Player = identity
) -> tuple[list[Move], Any]:
    """The best line of play of a game with open hands, and its points; alters the game.

    Points are those of `Result`: players 0 and 2 want many, 1 and 3 few. Among equal moves the
    first one is taken, in the order of `valid_moves` once `player` has sorted them.
    alpha_beta: with less than the first or more than the second the value is a bound only.
    """
    from dominoes_rules.classic import engine

    solved = engine.alphabeta(game, player) if alpha_beta == OPEN else None
    return minimax(game, alpha_beta, player) if solved is None else solved


__all__ = ["OPEN", "alphabeta", "make_moves", "minimax"]
