"""Files written whole or not at all."""

from __future__ import annotations

import os
import stat
import tempfile
from pathlib import Path

from dominoes_lang.text.exceptions import DominoesError


class NotWritten(DominoesError, ValueError):
    """A file that can't be written, and is unchanged; the message gives the reason."""


def replace_file(path: Path, before: bytes, after: bytes) -> None:
    """Replace the contents of a file in one step, so that it is never half written.

    The file keeps its mode, and a link stays a link. `before` is what was read from it: where it
    has changed since then, it is left alone. Raises `NotWritten`.
    """
    try:
        target = path.resolve(strict=True)
        mode = target.stat().st_mode
        if not mode & stat.S_IWUSR or not os.access(target, os.W_OK):
            raise NotWritten(f"{path} is read-only; nothing was changed")
        _replace(target, before, after, stat.S_IMODE(mode))
    except OSError as error:
        raise NotWritten(f"{path} can't be written: {error.strerror or error}") from None


def _replace(target: Path, before: bytes, after: bytes, mode: int) -> None:
    handle, name = tempfile.mkstemp(prefix=f".{target.name[:100]}.", dir=target.parent)
    new = Path(name)
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(after)
            stream.flush()
            os.fsync(stream.fileno())
        new.chmod(mode)
        if target.read_bytes() != before:
            raise NotWritten(f"{target} was changed by somebody else meanwhile; it is as it was")
        new.replace(target)
    except BaseException:
        new.unlink(missing_ok=True)
        raise


def write_new(path: Path, text: str) -> None:
    """Write a text to a new file; no file is left where that fails.

    Raises `FileExistsError` where there is one already, and other kinds of `OSError`.
    """
    with path.open("x", encoding="utf-8", newline="\n") as stream:
        try:
            stream.write(text)
            stream.flush()
        except BaseException:
            path.unlink(missing_ok=True)
            raise
