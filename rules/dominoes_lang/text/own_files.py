"""Files that only the user can have written, for data that runs when it is read."""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from pathlib import Path

PRIVATE_FILE, PRIVATE_FOLDER = 0o600, 0o700
_POSIX = os.name != "nt"
"""Windows has rights of another kind, and a user's folders are closed to others there."""


class NotOwn(OSError):
    """A file or folder that somebody else owns, or that others may write to."""


def own_cache() -> Path | None:
    """The user's folder for what can be made again; None if the user has no home."""
    return _own("user_cache_path")


def own_state() -> Path | None:
    """The user's folder for what lasts from one run to the next; None if there is no home."""
    return _own("user_state_path")


def _own(kind: str) -> Path | None:
    import platformdirs  # not every command reads a cache

    with suppress(OSError, RuntimeError, ValueError):
        path: Path = getattr(platformdirs, kind)("dominoes-rules", appauthor=False)
        if path.is_absolute():  # without a home older versions leave `~` as it is
            return path
    return None


def read_own(path: Path) -> bytes:
    """A regular file that nobody else can have written, in a folder of which the same holds.

    Neither may be a link, and both are opened before they are judged, so that nobody can replace
    them in between. Raises `OSError`, and `NotOwn` for a file or a folder that others can write.
    """
    if not _POSIX:
        return path.read_bytes()
    folder = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    try:
        _expect_own(folder, path.parent)
        number = os.open(path.name, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK, dir_fd=folder)
    finally:
        os.close(folder)
    with open(number, "rb") as stream:  # noqa: PTH123 (opened already)
        if not stat.S_ISREG(os.fstat(number).st_mode):
            raise NotOwn(f"{path} is not a regular file")
        _expect_own(number, path)
        return stream.read()


def make_own(folder: Path) -> None:
    """Make a folder that only the user can open, unless it is there.

    Raises `OSError`, and `NotOwn` if others can write to the one that is there.
    """
    folder.mkdir(mode=PRIVATE_FOLDER, parents=True, exist_ok=True)
    if _POSIX:
        number = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
        try:
            _expect_own(number, folder)
        finally:
            os.close(number)


def _expect_own(number: int, path: Path) -> None:
    """Raises `NotOwn` unless only the user can write to what is open."""
    status = os.fstat(number)
    if status.st_uid != os.getuid() or status.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
        raise NotOwn(f"others can write to {path}")
