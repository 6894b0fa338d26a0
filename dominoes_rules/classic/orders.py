"""Players whose order follows from the moves alone; `players` has them all."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from dominoes_rules.classic.game import Game

Player: TypeAlias = "Callable[[Game], Any]"


def identity(game: Game) -> None:
    """Leaves the moves as they are."""


def reverse(game: Game) -> None:
    """The order turned round."""
    game.valid_moves = tuple(reversed(game.valid_moves))


def bota_gorda(game: Game) -> None:
    """Heavy dominoes first."""
    game.valid_moves = tuple(sorted(game.valid_moves, key=lambda m: -(m[0].first + m[0].second)))


def double(game: Game) -> None:
    """Doubles first."""
    game.valid_moves = tuple(sorted(game.valid_moves, key=lambda m: m[0].first != m[0].second))
