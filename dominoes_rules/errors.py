"""What can be wrong with a position or a move, in kinds that a caller treats differently."""

from __future__ import annotations

from typing import Any

from dominoes_lang.text.quoting import plain_lines
from dominoes_lang.text.root_exception import DominoesError


class ToldError(DominoesError):
    """An error that players read in their language: its message may be a `Saying`."""

    def __init__(self, sentence: str = "", **values: object) -> None:
        """`values`: they fill in the sentence; without any it is taken as it is."""
        if values:
            # Imported here because most errors need no table of a language.
            from dominoes_rules.speech.sayings import Saying

            sentence = Saying(sentence, "", **values)
        super().__init__(sentence)


class PositionError(ToldError, ValueError):
    """A position that can't be read or is impossible; the message shows the reason."""


class UnclearPosition(PositionError):
    """A legal position for which this version can't work out the hidden hands."""


class InvalidMove(PositionError):
    """A move that can't be read."""


class IllegalMove(PositionError):
    """A move, or an action of a record, that the rules don't allow here."""


class AmbiguousMove(PositionError):
    """A move with two meanings: the tile fits both ends, and the text names neither."""


class RecordError(DominoesError, ValueError):
    """A record of a match that can't be read, or that does not follow from the rules.

    `line` is the number of the line, and `why` the reason. If only the last line is cut off,
    `before` is the `Match` up to the line before.
    """

    def __init__(self, line: int, why: str, before: Any = None) -> None:
        super().__init__(line, why, before)
        self.line = line
        self.why = why
        self.before = before

    def __str__(self) -> str:
        return plain_lines(f"line {self.line}: {self.why}")


class MatchFileError(ToldError):
    """A file of a match that can't be read or saved; the message names it and gives the reason."""


class PadError(DominoesError, ValueError):
    """An answer, a correction or a file that a score pad can't use; the message gives the reason.

    Nothing of the pad has changed then.
    """
