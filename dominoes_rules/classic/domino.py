"""A domino."""

from __future__ import annotations

import collections
from typing import Any

DominoBase = collections.namedtuple("DominoBase", ["first", "second"])


class Domino(DominoBase):
    """Two values of any sortable kind, in either order; it remembers which came first.

    >>> domino = Domino(1, 2)
    >>> domino, domino.inverted(), 2 in domino
    ([1|2], [2|1], True)
    >>> domino == domino.inverted(), domino == Domino(1, 3)
    (True, False)
    """

    def inverted(self) -> Domino:
        """The same domino the other way round."""
        return Domino(self.second, self.first)

    def __str__(self) -> str:
        return f"[{self.first}|{self.second}]"

    def __repr__(self) -> str:
        return str(self)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, type(self)):
            return False
        return sorted((self.first, self.second)) == sorted((other.first, other.second))

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash(tuple(sorted((self.first, self.second))))

    def __contains__(self, key: object) -> Any:
        return key == self.first or key == self.second
