"""A file that is saved again and again: whole at any moment, and nobody else's is overwritten."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path
from typing import Self

from dominoes_lang.text.quoting import short
from dominoes_lang.text.reach import EVERYWHERE, NotRegular, why_failed
from dominoes_lang.text.root_exception import expect_type
from dominoes_lang.text.whole_files import replacing
from dominoes_rules.errors import MatchFileError
from dominoes_rules.speech.speech import marked

LONGEST_SHOWN = 100
_NOT_SAVED = marked("{file} can't be saved: {why}")
_NOT_READ = marked("{file} can't be read: {why}")


class KeptFile:
    """A file that one match is saved in, again and again.

    Each time the whole is written to a new file next to it, which then takes its place: a process
    that is killed leaves the old file or the new one. A file that this process has not written or
    read is never replaced.
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
                marked(
                    "{file} already exists, and was not changed; --resume continues it, and "
                    "another name keeps both"
                ),
                file=self._shown,
            ) from None
        except (OSError, ValueError, RuntimeError) as error:
            raise self._failed(_NOT_SAVED, error) from None
        self._known = _identity(status)

    @classmethod
    def opened(cls, path: str | Path, largest: int) -> tuple[Self, bytes]:
        """A file that is there, to be saved again, and what it holds.

        largest: the most bytes. Raises `MatchFileError`.
        """
        expect_type("path", path, str | Path, "the path of a file")
        file = cls.__new__(cls)
        file.path = Path(path)
        try:
            data = EVERYWHERE.read(str(path), largest + 1)
            file._target = file.path.resolve()
            file._known = _identity(file._target.stat())
        except (OSError, ValueError, RuntimeError) as error:
            raise file._failed(_NOT_READ, error) from None
        if len(data) > largest:
            raise MatchFileError(
                marked("{file} is larger than {size} MB"), file=file._shown, size=largest // 1024**2
            )
        return file, data

    def is_at(self, path: str | Path) -> bool:
        """Whether a path is that of this file."""
        with contextlib.suppress(OSError, ValueError, RuntimeError):
            return Path(path).resolve() == self._target
        return False

    def replace(self, data: bytes) -> None:
        """Save these bytes in place of what the file holds; when this returns, they are on disk.

        Raises `MatchFileError`, and then the file is what it was.
        """
        try:
            if self._target.exists() and _identity(self._target.stat()) != self._known:
                raise MatchFileError(
                    marked(
                        "{file} was changed by another program, and is left as it is; save the "
                        "match by another name"
                    ),
                    file=self._shown,
                )
            with replacing(self._target, tidy=self.tidy) as stream:
                stream.write(data)
                stream.flush()
                written = _identity(os.fstat(stream.fileno()))
            self._known = written
        except OSError as error:
            raise self._failed(_NOT_SAVED, error) from None

    @property
    def _shown(self) -> str:
        return short(str(self.path), LONGEST_SHOWN)

    def _failed(self, sentence: str, error: Exception) -> MatchFileError:
        """The error of a file, by a sentence about it; the system's own reason is in English."""
        gone = isinstance(error, FileNotFoundError)
        why = "there is no such file or folder" if gone else why_failed(error)
        return MatchFileError(sentence, file=self._shown, why=why)


def _identity(status: os.stat_result) -> tuple[int, ...]:
    """What tells a file from one that has taken its place, or was written to."""
    return status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns
