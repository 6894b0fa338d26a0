"""Pictures and pages on disk."""

from __future__ import annotations

from pathlib import Path

from dominoes_rules.authoring.files import NotWritten, replace_file, write_new
from dominoes_rules.board.as_html import OWN_PAGE

_PICTURE = b"<svg"


def write_picture(text: str, name: str) -> None:
    """Write a picture or a page to a file, or with `-` print it; only another one is overwritten.

    Raises `NotWritten`.
    """
    if name == "-":
        print(text)
        return
    save_picture(text, Path(name))
    print(f"Wrote {name}.")


def save_picture(text: str, path: Path) -> None:
    """Write a picture or a page to a file; only another one is overwritten. Raises `NotWritten`."""
    before = picture_before(path)
    try:
        if before is None:
            write_new(path, text)
        else:
            replace_file(path, before, text.encode())
    except OSError as error:
        raise NotWritten(f"{path} can't be written: {error.strerror or error}") from None


def picture_before(path: Path) -> bytes | None:
    """The picture or page that a new one would overwrite; None where there is no file yet.

    Raises `NotWritten` for a file of another kind, and where there is no folder.
    """
    if path.is_dir():
        raise NotWritten(f"{path} is a folder; write the name of a file")
    if not path.parent.is_dir():
        raise NotWritten(f"there is no folder {path.parent} to write {path.name} in; make it first")
    if not path.exists() and not path.is_symlink():
        return None
    try:
        before = path.read_bytes() if path.is_file() else b""
    except OSError as error:
        raise NotWritten(f"{path} can't be read: {error.strerror or error}") from None
    if not (before.startswith(_PICTURE) or OWN_PAGE.match(before)):
        raise NotWritten(f"{path} is already there and is no picture or page; nothing was changed")
    return before
