"""What both kinds of board have in common."""

from __future__ import annotations

from typing import Literal

from dominoes_rules.classic.domino import Domino
from dominoes_rules.classic.exceptions import EmptyBoardException, EndsMismatchException

Side = Literal["left", "right"]


class Line:
    """A line of dominoes with two ends, equal to one of its class with the same attributes."""

    def add(self, d: Domino, left: object) -> None:
        """Lay a domino on the left (`True`) or on the right. Raises `EndsMismatchException`."""
        if left:
            self._add_left(d)
        else:
            self._add_right(d)

    def _add_left(self, d: Domino) -> None:
        raise NotImplementedError

    def _add_right(self, d: Domino) -> None:
        raise NotImplementedError

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, type(self)):
            return False
        return self.__dict__ == other.__dict__

    def __repr__(self) -> str:
        return str(self)


def no_end(side: Side) -> EmptyBoardException:
    """What is raised for an end of an empty board."""
    return EmptyBoardException(f"Cannot retrieve the {side} end of the board because it is empty!")


def mismatch(d: Domino, side: Side) -> EndsMismatchException:
    """What is raised for a domino that does not fit."""
    return EndsMismatchException(
        f"{d} cannot be added to the {side} of the board - values do not match!"
    )
