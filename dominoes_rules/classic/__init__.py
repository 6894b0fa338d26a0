"""The public API of the package `dominoes` 6.1.0, with the searches of this project.

To move over, a program changes its import; docs/classic.md lists the differences.

>>> import dominoes_rules.classic as dominoes
>>> hand = dominoes.Hand([dominoes.Domino(1, 2), dominoes.Domino(1, 3)])
>>> hand
[1|2][1|3]
>>> dominoes.hand.contains_value(hand, 3)
True
"""

from dominoes_rules.classic import players, search
from dominoes_rules.classic.board import Board
from dominoes_rules.classic.domino import Domino
from dominoes_rules.classic.exceptions import (
    EmptyBoardException,
    EndsMismatchException,
    GameInProgressException,
    GameOverException,
    NoSuchDominoException,
    NoSuchPlayerException,
    SeriesOverException,
)
from dominoes_rules.classic.game import Game
from dominoes_rules.classic.hand import Hand
from dominoes_rules.classic.result import Result
from dominoes_rules.classic.series import Series
from dominoes_rules.classic.skinny_board import SkinnyBoard

__all__ = [
    "Board",
    "Domino",
    "EmptyBoardException",
    "EndsMismatchException",
    "Game",
    "GameInProgressException",
    "GameOverException",
    "Hand",
    "NoSuchDominoException",
    "NoSuchPlayerException",
    "Result",
    "Series",
    "SeriesOverException",
    "SkinnyBoard",
    "players",
    "search",
]
