"""Files that are written whole or not at all."""

from __future__ import annotations

import contextlib
import errno
import os
import re
import stat
import time
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from dominoes_lang.text.reach import NotRegular

_ENDING = re.compile(r"\.[0-9a-f]{16}\.tmp")
_REMAINS = re.compile(r"\..+" + _ENDING.pattern)
ABANDONED = 24 * 3600.0
"""Seconds after which nobody can still be writing a file."""


@contextlib.contextmanager
def replacing(path: Path, *, tidy: bool = True) -> Iterator[BinaryIO]:
    """A stream whose contents take the place of a file when it ends without an exception.

    Until then, and after any exception, the file is as it was, or is not there; afterwards it is on
    disk. It keeps its permissions, and a link stays a link. What a process that was killed has
    left of the file is removed a day later, unless `remove_abandoned` is called for the folder
    (`tidy`): to look for it takes time in proportion to the files there. Raises `OSError`, which
    names the file, also for one that is read-only; and `NotRegular` rather than replace a device.
    """
    target = Path(os.path.realpath(path))
    if target.exists() and not target.is_file():
        raise IsADirectoryError if target.is_dir() else NotRegular
    if target.exists() and not os.access(target, os.W_OK):  # its folder alone would allow it
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
    prefix = f".{target.name[:40]}"
    new = target.with_name(f"{prefix}.{os.urandom(8).hex()}.tmp")
    try:
        stream = new.open("xb")
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from None
    try:
        with stream:
            with contextlib.suppress(FileNotFoundError):
                new.chmod(stat.S_IMODE(target.stat().st_mode))
            yield stream
            stream.flush()
            os.fsync(stream.fileno())
        new.replace(target)
    finally:  # after a success it has another name
        with contextlib.suppress(OSError):
            new.unlink()
    with contextlib.suppress(OSError):
        _settle(target.parent)
        if tidy:
            remove_abandoned(target.parent, prefix)


def _settle(folder: Path) -> None:
    """See to it that the names in a folder are on disk; Windows knows no such thing."""
    if hasattr(os, "O_DIRECTORY"):
        number = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(number)
        finally:
            os.close(number)


def remove_abandoned(folder: Path, prefix: str = "") -> None:
    """Remove what processes that were killed have left here. Raises `OSError`.

    prefix: what the names of one file's remains begin with; without it, those of all files go.
    """
    ending = _ENDING if prefix else _REMAINS
    with os.scandir(folder) as entries:
        remains = [
            entry
            for entry in entries
            if entry.name.startswith(prefix) and ending.fullmatch(entry.name, len(prefix))
        ]
    for entry in remains:
        with contextlib.suppress(FileNotFoundError):  # one that was being written just now
            if time.time() - entry.stat(follow_symlinks=False).st_mtime > ABANDONED:
                os.unlink(entry.path)  # noqa: PTH108 (a path of the system, as it came)
