"""A board: the line of dominoes laid so far."""

from __future__ import annotations

import collections
from typing import Any

from dominoes_rules.classic.domino import Domino
from dominoes_rules.classic.line import Line, mismatch, no_end


class Board(Line):
    """A line of dominoes whose touching values match, as the deque `board`.

    >>> board = Board()
    >>> board.add(Domino(1, 2), True)
    >>> board.add(Domino(1, 3), True)
    >>> board, board.left_end(), board.right_end(), len(board)
    ([3|1][1|2], 3, 2, 2)
    >>> board.add(Domino(1, 3), False)
    Traceback (most recent call last):
    dominoes_rules.classic.exceptions.EndsMismatchException: [1|3] cannot be added to the right of \
the board - values do not match!
    """

    def __init__(self) -> None:
        self.board: collections.deque[Domino] = collections.deque()

    def left_end(self) -> Any:
        """The open value on the left. Raises `EmptyBoardException`."""
        try:
            return self.board[0].first
        except IndexError:
            raise no_end("left") from None

    def right_end(self) -> Any:
        """The open value on the right. Raises `EmptyBoardException`."""
        try:
            return self.board[-1].second
        except IndexError:
            raise no_end("right") from None

    def _add_left(self, d: Domino) -> None:
        if not self:
            self.board.append(d)
        elif d.first == self.left_end():
            self.board.appendleft(d.inverted())
        elif d.second == self.left_end():
            self.board.appendleft(d)
        else:
            raise mismatch(d, "left")

    def _add_right(self, d: Domino) -> None:
        if not self or d.first == self.right_end():
            self.board.append(d)
        elif d.second == self.right_end():
            self.board.append(d.inverted())
        else:
            raise mismatch(d, "right")

    def __len__(self) -> int:
        return len(self.board)

    def __str__(self) -> str:
        return "".join(str(d) for d in self.board)
