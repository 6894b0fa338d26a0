"""A board that remembers its ends and its length alone."""

from __future__ import annotations

from typing import Any

from dominoes_rules.classic.board import Board
from dominoes_rules.classic.domino import Domino
from dominoes_rules.classic.line import Line, mismatch, no_end


class SkinnyBoard(Line):
    """A `Board` with only its ends and its length; cheaper to copy.

    >>> board = SkinnyBoard()
    >>> board.add(Domino(1, 2), True)
    >>> board
    [1|2]
    >>> board.add(Domino(1, 3), True)
    >>> board, board.left_end(), board.right_end(), len(board)
    ([3|?][?|2], 3, 2, 2)
    """

    def __init__(self, left: Any = None, right: Any = None, length: int = 0) -> None:
        self._left = left
        self._right = right
        self._length = length

    @classmethod
    def from_board(cls, board: Board | SkinnyBoard) -> SkinnyBoard:
        """The ends and the length of a board."""
        if len(board):
            return cls(board.left_end(), board.right_end(), len(board))
        return cls(None, None, len(board))

    def left_end(self) -> Any:
        """The open value on the left. Raises `EmptyBoardException`."""
        if not self:
            raise no_end("left")
        return self._left

    def right_end(self) -> Any:
        """The open value on the right. Raises `EmptyBoardException`."""
        if not self:
            raise no_end("right")
        return self._right

    def _add_left(self, d: Domino) -> None:
        if not self:
            self._left = d.first
            self._right = d.second
        elif d.second == self.left_end():
            self._left = d.first
        elif d.first == self.left_end():
            self._left = d.second
        else:
            raise mismatch(d, "left")
        self._length += 1

    def _add_right(self, d: Domino) -> None:
        if not self:
            self._left = d.first
            self._right = d.second
        elif d.first == self.right_end():
            self._right = d.second
        elif d.second == self.right_end():
            self._right = d.first
        else:
            raise mismatch(d, "right")
        self._length += 1

    def __len__(self) -> int:
        return self._length

    def __str__(self) -> str:
        if not self:
            return ""
        if self._length == 1:
            return str(Domino(self._left, self._right))
        hidden = [Domino("?", "?")] * (self._length - 2)
        line = [Domino(self._left, "?"), *hidden, Domino("?", self._right)]
        return "".join(str(d) for d in line)
