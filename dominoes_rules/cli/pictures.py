"""Pictures and pages on disk."""

from __future__ import annotations

from pathlib import Path

from dominoes_rules.authoring.files import NotWritten, replace_file, write_new
from dominoes_rules.board.as_html import PAGE_START

_STARTS = (b"<svg", PAGE_START.encode())


def write_picture(text: str, name: str) -> None:
    """Write a picture or a page to a file, or with `-` print it; only another one is overwritten.

    Raises `NotWritten`.
    """
    if name == "-":
        print(text)
        return
    path = Path(name)
    try:
        if not path.exists():
            write_new(path, text)
        elif not path.is_file() or not (before := path.read_bytes()).startswith(_STARTS):
            raise NotWritten(f"{path} already exists and is not a picture; nothing was changed")
        else:
            replace_file(path, before, text.encode())
    except FileNotFoundError:
        raise NotWritten(f"there is no folder {path.parent} to write {path.name} in") from None
    except OSError as error:
        raise NotWritten(f"{path} can't be written: {error.strerror or error}") from None
    print(f"Wrote {path}.")
