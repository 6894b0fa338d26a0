"""What can be wrong with a position or a move, in kinds that a caller treats differently."""

from __future__ import annotations

from dominoes_lang.text.exceptions import DominoesError


class PositionError(DominoesError, ValueError):
    """A position that can't be read or can't have come about; the message gives the reason."""


class UnclearPosition(PositionError):
    """A legal position whose hidden hands this version can't work out."""


class InvalidMove(PositionError):
    """A move that can't be read."""


class IllegalMove(PositionError):
    """A move that the rules don't allow in this position, or such an action of a record."""


class AmbiguousMove(PositionError):
    """A move with two meanings: the tile fits both ends, and the text names neither."""
