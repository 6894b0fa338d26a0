"""A match on disk: what was saved is whole at any moment, and nothing of anybody else's is lost."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

from dominoes_lang.text.quoting import short
from dominoes_lang.text.reach import EVERYWHERE, NotRegular, why_failed
from dominoes_lang.text.root_exception import expect_type
from dominoes_lang.text.whole_files import replacing
from dominoes_rules.errors import MatchFileError, RecordError
from dominoes_rules.play.match_lines import head_line, round_line
from dominoes_rules.play.matches import Match
from dominoes_rules.play.round import Round

LARGEST_FILE = 256 * 1024 * 1024
LONGEST_SHOWN = 100


class MatchFile:
    """A file that one match is saved in, again and again.

    Each time the whole record is written to a new file next to it, which then takes its place: a
    process that is killed leaves the old file or the new one. A file that this process has not
    written or read is never replaced.
    """

    tidy = True
    """Whether saving removes what killed processes have left of the file; see `replacing`."""

    def __init__(self, path: str | Path) -> None:
        """Take a name that is free, or that of an empty file. Raises `MatchFileError`."""
        expect_type("path", path, str | Path, "the path of a file")
        self.path = Path(path)
        try:
            self._target = self.path.resolve()  # what a link points to is replaced, not the link
            if self._target.exists() and not self._target.is_file():
                raise IsADirectoryError if self._target.is_dir() else NotRegular
            with self._target.open("ab") as stream:
                status = os.fstat(stream.fileno())
            if status.st_size:
                raise FileExistsError
        except FileExistsError:
            raise MatchFileError(
                f"{self._shown} already exists, and was not changed; --resume continues it, "
                "and another name keeps both"
            ) from None
        except (OSError, ValueError, RuntimeError) as error:
            raise self._failed("can't be saved", error) from None
        self._known = _identity(status)
        self._settled: list[tuple[Round, str]] = []
        """Finished rounds in order, each with its line."""

    @classmethod
    def read(cls, path: str | Path) -> tuple[Match, MatchFile]:
        """The match of a file, and the file to save it in.

        Raises `MatchFileError` for a file that can't be read, and `RecordError` for one that is not
        a match or does not follow from the rules.
        """
        expect_type("path", path, str | Path, "the path of a file")
        file = cls.__new__(cls)
        file.path = Path(path)
        try:
            data = EVERYWHERE.read(str(path), LARGEST_FILE + 1)
            file._target = file.path.resolve()
            file._known = _identity(file._target.stat())
            file._settled = []
        except (OSError, ValueError, RuntimeError) as error:
            raise file._failed("can't be read", error) from None
        if len(data) > LARGEST_FILE:
            raise MatchFileError(f"{file._shown} is larger than {LARGEST_FILE // 1024**2} MB")
        return Match.read(_text(data)), file

    def is_at(self, path: str | Path) -> bool:
        """Whether a path is that of this file."""
        with contextlib.suppress(OSError, ValueError, RuntimeError):
            return Path(path).resolve() == self._target
        return False

    def write(self, match: Match) -> None:
        """Save a match; when this returns, it is on disk.

        Raises `MatchFileError`, and then the file is what it was.
        """
        try:
            if self._target.exists() and _identity(self._target.stat()) != self._known:
                raise MatchFileError(
                    f"{self._shown} was changed by another program, and is left as it is; "
                    "save the match by another name"
                )
            with replacing(self._target, tidy=self.tidy) as stream:
                stream.write("".join(f"{line}\n" for line in self._lines(match)).encode())
                stream.flush()
                written = _identity(os.fstat(stream.fileno()))
            self._known = written
        except OSError as error:
            raise self._failed("can't be saved", error) from None

    def _lines(self, match: Match) -> list[str]:
        """The record, in which the line of a round that others follow is made only once."""
        *finished, _ = match.rounds
        for number, game in enumerate(finished, 1):
            settled = self._settled[number - 1 : number]
            if not settled or settled[0][0] is not game:  # as after a round that was undone
                self._settled[number - 1 :] = [(game, round_line(match, number))]
        lines = (line for _, line in self._settled[: len(finished)])
        return [head_line(match), *lines, round_line(match, len(match.rounds))]

    @property
    def _shown(self) -> str:
        return short(str(self.path), LONGEST_SHOWN)

    def _failed(self, failure: str, error: Exception) -> MatchFileError:
        gone = isinstance(error, FileNotFoundError)
        why = "there is no such file or folder" if gone else why_failed(error)
        return MatchFileError(f"{self._shown} {failure}: {why}")


def _identity(status: os.stat_result) -> tuple[int, ...]:
    """What tells a file from one that has taken its place, or was written to."""
    return status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns


def _text(data: bytes) -> str:
    """The text of a record; one whose last line breaks off within a character does so there."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        if b"\n" not in data[error.start :] and error.reason == "unexpected end of data":
            return data[: error.start].decode("utf-8-sig")
        line = data.count(b"\n", 0, error.start) + 1
        raise RecordError(line, "this is not UTF-8 text") from None
