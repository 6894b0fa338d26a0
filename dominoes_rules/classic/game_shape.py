"""What the searches and draws read of a game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol, TypeAlias

from dominoes_rules.classic.board import Board
from dominoes_rules.classic.domino import Domino
from dominoes_rules.classic.hand import Hand
from dominoes_rules.classic.skinny_board import SkinnyBoard

Move: TypeAlias = tuple[Domino, Any]
"""A domino, and whether it goes to the left."""


class GameShape(Protocol):
    """The parts of a `Game`."""

    board: Board | SkinnyBoard
    hands: list[Hand]
    moves: list[Move | None]
    turn: int
    valid_moves: tuple[Move, ...]
    starting_player: int
    result: Any

    def missing_values(self) -> Sequence[set[object]]: ...
