"""Files written whole or not at all."""

from __future__ import annotations

import os
import stat
from pathlib import Path

from dominoes_lang.text.root_exception import DominoesError
from dominoes_lang.text.whole_files import replacing


class NotWritten(DominoesError, ValueError):
    """A file that can't be written, and is unchanged; the message gives the reason."""


def replace_file(path: Path, before: bytes, after: bytes) -> None:
    """Replace the contents of a file in one step, so that it is never half written.

    before: what was read from it; where it has changed since then, it is left alone.
    Raises `NotWritten`.
    """
    try:
        target = path.resolve(strict=True)
        if not target.stat().st_mode & stat.S_IWUSR or not os.access(target, os.W_OK):
            raise NotWritten(f"{path} is read-only; nothing was changed")
        with replacing(target) as stream:
            stream.write(after)
            if target.read_bytes() != before:
                raise NotWritten(f"{path} was changed by somebody else meanwhile; it is as it was")
    except OSError as error:
        raise NotWritten(f"{path} can't be written: {error.strerror or error}") from None


def write_new(path: Path, text: str) -> None:
    """Write a text to a new file; no file is left where that fails.

    Raises `FileExistsError` if there is one already, and other kinds of `OSError`.
    """
    with path.open("x", encoding="utf-8", newline="\n") as stream:
        try:
            stream.write(text)
            stream.flush()
        except BaseException:
            path.unlink(missing_ok=True)
            raise
