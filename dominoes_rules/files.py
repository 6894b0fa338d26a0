"""Files written whole or not at all."""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path


def write_whole(path: Path, text: str) -> None:
    """Write a text as UTF-8 with plain line ends in place of a file; never a half of it.

    The file keeps its mode, and a link stays a link. Raises `OSError`.
    """
    target = path.resolve()
    handle, name = tempfile.mkstemp(prefix=f".{target.name[:100]}.", dir=target.parent)
    new = Path(name)
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(text.encode("utf-8"))
        if target.exists():
            shutil.copymode(target, new)
        new.replace(target)
    except BaseException:
        new.unlink(missing_ok=True)
        raise


def write_new(path: Path, text: str) -> None:
    """Write a text as a file that is not there yet. Raises `FileExistsError` where one is."""
    with path.open("x", encoding="utf-8", newline="\n") as stream:
        stream.write(text)
