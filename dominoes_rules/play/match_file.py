"""A match on disk: what was saved is whole at any moment, and nothing of anybody else's is lost."""

from __future__ import annotations

from pathlib import Path

from dominoes_rules.errors import RecordError
from dominoes_rules.play.kept_file import KeptFile
from dominoes_rules.play.match_lines import head_line, round_line
from dominoes_rules.play.matches import Match
from dominoes_rules.play.round import Round

LARGEST_FILE = 256 * 1024 * 1024


class MatchFile(KeptFile):
    """A file that the record of one match is saved in, again and again."""

    def __init__(self, path: str | Path) -> None:
        """Take a name that is free, or that of an empty file. Raises `MatchFileError`."""
        super().__init__(path)
        self._settled: list[tuple[Round, str]] = []
        """Finished rounds in order, each with its line."""

    @classmethod
    def read(cls, path: str | Path) -> tuple[Match, MatchFile]:
        """The match of a file, and the file to save it in.

        Raises `MatchFileError` for a file that can't be read, and `RecordError` for one that is not
        a match or does not follow from the rules.
        """
        file, data = cls.opened(path, LARGEST_FILE)
        file._settled = []
        return Match.read(_text(data)), file

    def write(self, match: Match) -> None:
        """Save a match; when this returns, it is on disk.

        Raises `MatchFileError`, and then the file is what it was.
        """
        self.replace("".join(f"{line}\n" for line in self._lines(match)).encode())

    def _lines(self, match: Match) -> list[str]:
        """The record, in which the line of a round that others follow is made only once."""
        *finished, _ = match.rounds
        for number, game in enumerate(finished, 1):
            settled = self._settled[number - 1 : number]
            if not settled or settled[0][0] is not game:  # as after a round that was undone
                self._settled[number - 1 :] = [(game, round_line(match, number))]
        lines = (line for _, line in self._settled[: len(finished)])
        return [head_line(match), *lines, round_line(match, len(match.rounds))]


def _text(data: bytes) -> str:
    """The text of a record; one whose last line breaks off within a character does so there."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        if b"\n" not in data[error.start :] and error.reason == "unexpected end of data":
            return data[: error.start].decode("utf-8-sig")
        line = data.count(b"\n", 0, error.start) + 1
        raise RecordError(line, "this is not UTF-8 text") from None
