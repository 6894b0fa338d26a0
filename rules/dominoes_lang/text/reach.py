"""Which files rules may be read from, and the one way to read one."""

from __future__ import annotations

import os
import stat
from dataclasses import dataclass
from pathlib import Path, PurePath


class OutOfReach(ValueError):
    """A name of a file that may not be read, whether or not there is such a file."""


class NotRegular(OSError):
    """A pipe, a device or the like, which might never end."""


def why_failed(error: Exception) -> str:
    """Why a file can't be read or written, as part of a line."""
    match error:
        case NotRegular():
            return "it is not a regular file"
        case IsADirectoryError():
            return "it is a folder"
        case OSError() if error.strerror:
            return error.strerror[0].lower() + error.strerror[1:]
    return str(error)


@dataclass(frozen=True)
class Reach:
    """The files that rules may be read from: those in a folder, none without one, or all."""

    root: Path | None = None
    """The folder, resolved. Names are relative to it."""
    everywhere: bool = False

    def path(self, name: str) -> Path:
        """Where the file of a name is, without links. Raises `OutOfReach` and `OSError`."""
        if self.everywhere:
            return Path(name)
        if self.root is None:
            raise OutOfReach("only the bundled variants can be used here")
        pure = PurePath(name)
        # Windows would ask another machine for a name such as \\host\file already to resolve it.
        path = None if pure.anchor or pure.suffix != ".rules" else resolved(self.root / pure)
        if path is None or not path.is_relative_to(self.root):
            raise OutOfReach("only rules files in the folder of the library can be used here")
        return path

    def has(self, name: str) -> bool:
        """Whether there is a file of a name. Raises `OutOfReach` and `OSError`."""
        return self.path(name).exists()

    def read(self, name: str, most: int) -> bytes:
        """A file, or so many bytes of it. Raises `OutOfReach`, `OSError` and `ValueError`."""
        path = self.path(name)
        if path.exists() and not path.is_file() and not path.is_dir():
            raise NotRegular  # opening a device may have an effect of its own
        with open(os.open(path, os.O_RDONLY | _AT_ONCE), "rb") as stream:  # noqa: PTH123
            status = os.fstat(stream.fileno())
            if stat.S_ISDIR(status.st_mode):
                raise IsADirectoryError
            if not stat.S_ISREG(status.st_mode):
                raise NotRegular
            # A link may have been laid since the name was looked at: where is what was opened?
            if not self.everywhere and not os.path.samestat(status, self.path(name).lstat()):
                raise OutOfReach("the file was replaced while it was read")
            return stream.read(most)


EVERYWHERE = Reach(everywhere=True)
_AT_ONCE = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
"""Do not wait for the other end of a pipe; and on Windows, bytes as they are."""


def resolved(path: Path) -> Path:
    """A path without links. Raises `OSError` for links that go in a circle."""
    try:
        return path.resolve()
    except RuntimeError:  # what Python 3.11 and 3.12 raise for links that go in a circle
        raise OSError("its links go in a circle") from None
