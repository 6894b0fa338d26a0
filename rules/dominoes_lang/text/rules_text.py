"""The text of a rules file, from bytes that anybody may have written."""

from __future__ import annotations

import codecs
from pathlib import Path

from dominoes_lang.text.diagnostics import UnreadableFile
from dominoes_lang.text.reach import EVERYWHERE, NotRegular, OutOfReach, Reach
from dominoes_lang.text.source import Source

LARGEST_FILE = 256 * 1024
_DOCUMENTS = {
    b"{\\rtf": "a document of a word processor (RTF)",
    b"PK\x03\x04": "a document of a word processor, or an archive",
    b"%PDF": "a PDF",
    b"<!DOCTYPE html": "a web page",
    b"<html": "a web page",
}
"""How files begin that hold more than their text."""
LONGEST_MARK = max(map(len, _DOCUMENTS))
_SAVE_AS_TEXT = 'save it again as "plain text"'


def read(path: Path | str, reach: Reach = EVERYWHERE) -> Source:
    """The text of a rules file within reach. Raises `UnreadableFile` if there is none."""
    name = str(path)
    try:
        data = reach.read(name, LARGEST_FILE + 1)
    except OutOfReach as error:
        raise UnreadableFile(name, str(error)) from None
    except NotRegular:
        raise UnreadableFile(name, "this is not a regular file") from None
    except FileNotFoundError:
        raise UnreadableFile(name, "there is no such file") from None
    except IsADirectoryError:
        raise UnreadableFile(name, "this is a folder, not a file") from None
    except PermissionError:
        raise UnreadableFile(name, "you have no permission to read it") from None
    except (OSError, ValueError) as error:
        raise UnreadableFile(name, f"it can't be read: {error}") from None
    if len(data) > LARGEST_FILE:
        raise UnreadableFile(name, f"a rules file has at most {LARGEST_FILE // 1024} kB")
    _expect_plain_text(name, data)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise UnreadableFile(name, _not_utf8(data, error.start)) from None
    return Source(name, text.replace("\r\n", "\n").replace("\r", "\n"), reach)


def expect_length(name: str, text: str) -> None:
    """Raise `UnreadableFile` for a text that has no file and is longer than rules may be."""
    if len(text) > LARGEST_FILE:
        raise UnreadableFile(name, f"rules have at most {LARGEST_FILE:,} characters")


def expect_plain_source(source: Source) -> None:
    """Raise `UnreadableFile` for a document that holds more than its text."""
    _expect_plain_text(source.name, source.text[:LONGEST_MARK].encode("utf-8", "replace"))


def _expect_plain_text(name: str, data: bytes) -> None:
    for start, kind in _DOCUMENTS.items():
        if data.startswith(start):
            raise UnreadableFile(name, f"this is {kind}, not plain text; {_SAVE_AS_TEXT}")


def _not_utf8(data: bytes, offset: int) -> str:
    """Why bytes are not text, and what to do about it."""
    if data[:2] in {codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE}:
        where = "it is in UTF-16"
    else:
        line = data.count(b"\n", 0, offset) + 1
        where = f"line {line} has a letter in another encoding"
    return f'this is not UTF-8 text: {where}; save it again in your editor as "UTF-8"'
