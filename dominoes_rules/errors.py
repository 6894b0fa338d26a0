"""What can be wrong with a position or a move; told apart by what the caller does next."""

from __future__ import annotations

from dominoes_lang.text.exceptions import DominoesError


class PositionError(DominoesError, ValueError):
    """A position that can't be read, or that can't have come about. The message says why."""


class UnclearPosition(PositionError):
    """A position that is legal, and whose hidden hands this version can't work out."""


class InvalidMove(PositionError):
    """A move that can't be read."""


class IllegalMove(PositionError):
    """A move that the rules don't allow in this position, or an action of a record."""


class AmbiguousMove(PositionError):
    """A move that could mean two: the tile fits both ends, and none is named."""
