"""Minimax over games with open hands, in plain code."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from dominoes_rules.classic.orders import Player, identity

if TYPE_CHECKING:
    from dominoes_rules.classic.game import Game
    from dominoes_rules.classic.game_shape import Move


def make_moves(game: Game, player: Player = identity) -> Iterator[tuple[Move, Game]]:
    """Each move of a game, in the order of a player, with the game after it.

    The last one is made on the game itself, the others on copies.
    """
    if game.result is not None:
        return
    player(game)
    for move in game.valid_moves[:-1]:
        after = copy.deepcopy(game)
        after.make_move(*move)
        yield move, after
    move = game.valid_moves[-1]
    game.make_move(*move)
    yield move, game


OPEN = (-float("inf"), float("inf"))
"""The bounds that let any value through."""


def minimax(game: Game, alpha_beta: tuple[float, float], player: Player) -> tuple[list[Move], Any]:
    """`search.alphabeta` in plain code."""
    if game.result is not None:
        return [], game.result.points
    alpha, beta = alpha_beta
    fewest = bool(game.turn % 2)
    best_value: Any = float("inf") if fewest else -float("inf")
    for move, after in make_moves(game, player):
        moves, value = minimax(after, (alpha, beta), player)
        if value < best_value if fewest else value > best_value:
            best_value = value
            best_moves = [move, *moves]
            if fewest:
                beta = min(beta, value)
            else:
                alpha = max(alpha, value)
            if beta <= alpha:
                break
    return best_moves, best_value
