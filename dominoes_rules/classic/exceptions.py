"""The exceptions of the package `dominoes`, below the root of all of ours.

There they have no base of their own.
"""

from dominoes_lang.text.root_exception import DominoesError


class ClassicError(DominoesError):
    """Root of the exceptions here."""

    # The text as it is, whatever values a domino has: programs compare it.
    __str__ = Exception.__str__


class EmptyBoardException(ClassicError):
    """An empty board has no ends."""


class EndsMismatchException(ClassicError):
    """A domino does not fit the end at which it should be laid."""


class GameInProgressException(ClassicError):
    """The game must be over first."""


class GameOverException(ClassicError):
    """The game is over."""


class NoSuchDominoException(ClassicError):
    """The domino is not there."""


class NoSuchPlayerException(ClassicError):
    """Players are 0, 1, 2 and 3."""


class SeriesOverException(ClassicError):
    """The series is over."""
