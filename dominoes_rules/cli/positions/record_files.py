"""Rounds that were played, as commands take them: as text, in a file of records, or a match."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from dominoes_lang.text.quoting import short
from dominoes_rules.cli.common import is_there
from dominoes_rules.errors import PositionError, RecordError
from dominoes_rules.play.match_file import MatchFile
from dominoes_rules.position.position import Position
from dominoes_solver.belief.model import UnfitModel

MATCH_ENDING = ".match"
"""Of a file that has a saved match; any other has records, one a line."""
LARGEST_RECORDS = 16 << 20


def records(
    words: list[str], check: Callable[[Position], object] = lambda position: None
) -> Iterator[Position]:
    """The rounds that are written on the command line, or in files; of a match, the finished ones.

    Raises `PositionError` for a round that can't be read, or that `check` refuses by a
    `PositionError` or `UnfitModel`; the message names the file and the line.
    """
    for word in words:
        for where, played in _of_match(word) if word.endswith(MATCH_ENDING) else _of_text(word):
            try:
                position = Position(played) if isinstance(played, str) else played
                check(position)
            except (PositionError, UnfitModel) as error:
                raise PositionError(f"{where}{error}") from None
            yield position


def _of_match(file: str) -> Iterator[tuple[str, Position]]:
    try:
        match = MatchFile.read(file)[0]
    except RecordError as error:
        raise PositionError(f"{short(file)}, {error}") from None
    for number, game in enumerate(match.rounds, 1):
        if game.is_over:
            yield f"{short(file)}, round {number}: ", game.position


def text_of_file(name: str) -> str:
    """The text of a file of records or of a log. Raises `PositionError`."""
    try:
        with Path(name).open("rb") as stream:
            data = stream.read(LARGEST_RECORDS + 1)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise PositionError(f"{short(name)} can't be read: {reason}") from None
    if len(data) > LARGEST_RECORDS:
        raise PositionError(f"{short(name)} has more than {LARGEST_RECORDS >> 20} MB")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise PositionError(f"{short(name)} is not UTF-8 text") from None


def _of_text(word: str) -> Iterator[tuple[str, str]]:
    text, named = word, ""
    if " " not in word or is_there(Path.is_file, word):
        text, named = text_of_file(word), short(word)
    for number, row in enumerate(text.splitlines(), 1):
        line = row.split("#", 1)[0].strip()
        if line:
            yield f"{named}, line {number}: " if named else "", line
