"""Files that a server keeps its state in: how they are named, written and read again.

Whoever can write to the folder may have changed them, so nothing in them is taken for granted.
"""

from __future__ import annotations

import json
import os
import re
import secrets
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from dominoes_lang.text.json_text import read_json
from dominoes_lang.text.own_files import PRIVATE_FILE
from dominoes_lang.text.quoting import short
from dominoes_lang.text.reach import EVERYWHERE, why_failed
from dominoes_lang.text.root_exception import DominoesError
from dominoes_lang.text.whole_files import replacing

VERSION = 1
LONGEST_REASON = 200
_SIGNS = "abcdefghijkmnpqrstuvwxyz23456789"
"""Letters and digits that can't be mistaken for each other."""
_NAME_LENGTH = 8
_NAME = re.compile(f"[{_SIGNS}]{{{_NAME_LENGTH}}}")
_HASH = re.compile("[0-9a-f]{64}|")
UNREADABLE = OSError, ValueError, KeyError, TypeError, DominoesError
"""What is raised for a file that was not written by us."""


def new_name() -> str:
    """A name that nobody can guess."""
    return "".join(secrets.choice(_SIGNS) for _ in range(_NAME_LENGTH))


def expect_name(name: object) -> None:
    """Raise `ValueError` unless `new_name` may have made a name; then it is no path either."""
    if not isinstance(name, str) or not _NAME.fullmatch(name):
        raise ValueError(f"{short(str(name))!r} is no name of a table")


def expect_hash(*hashes: object) -> None:
    """Raise `ValueError` unless each is what is kept of a secret, or empty."""
    for digest in hashes:
        if not isinstance(digest, str) or not _HASH.fullmatch(digest):
            raise ValueError("what it keeps of a secret is no hash")


def read_state(path: Path, kind: str, most: int) -> dict[str, Any]:
    """What a file of ours keeps. Raises `OSError`, and `ValueError` for what is no such file.

    kind: what the file calls itself.
    most: bytes.
    """
    data = EVERYWHERE.read(str(path), most + 1)
    if len(data) > most:
        raise ValueError(f"the file is larger than {most:,} bytes")
    kept = read_json(data)
    if not isinstance(kept, dict) or kept.get("format") != kind:
        raise ValueError(f"the file is not a {kind}")
    version = kept.get("version")
    if type(version) is not int or not 1 <= version <= VERSION:
        raise ValueError(f"a {kind} of version {short(str(version))} can't be read here")
    return kept


def write_state(path: Path, kind: str, kept: Mapping[str, object]) -> None:
    """Write a file that only the user can read; it is whole at any moment. Raises `OSError`.

    The folder is not tidied: that is done by `kept_tables`.
    """
    data = json.dumps({"format": kind, "version": VERSION, **kept}, indent=1).encode()
    if not path.exists():
        make_private(path)
    with replacing(path, tidy=False) as stream:
        stream.write(data)


def make_private(path: Path) -> None:
    """Make an empty file that only the user can read. Raises `OSError` if there is one already."""
    os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE_FILE))


def reason(error: Exception) -> str:
    """Why a file can't be read, in part of a line."""
    why = f"{error} is missing" if isinstance(error, KeyError) else why_failed(error)
    return short(why, LONGEST_REASON)
