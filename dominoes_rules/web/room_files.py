"""The two files of a table: the match, and who sits where. Both are whole at any moment."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from dominoes_lang.text.json_text import read_json
from dominoes_lang.text.own_files import PRIVATE_FILE
from dominoes_lang.text.whole_files import replacing
from dominoes_rules.play.match_file import MatchFile
from dominoes_rules.play.matches import Match

FORMAT, VERSION = "dominoes-rules table", 1
LARGEST_SEATING = 65_536


class RoomFiles:
    """Where one table is kept: `R.match` and `R.json`, which only the user can read."""

    def __init__(self, folder: Path, name: str) -> None:
        self._match, self._seating = folder / f"{name}.match", folder / f"{name}.json"
        self._file: MatchFile | None = None

    def begin(self, match: Match) -> None:
        """Make the file of the match; a table without the other file has never begun.

        Raises `OSError` and `MatchFileError`.
        """
        make_private(self._match)
        self._file = MatchFile(self._match)
        self._file.write(match)

    def write_match(self, match: Match) -> None:
        """Save the match; it is on disk when this returns. Raises `MatchFileError`."""
        assert self._file is not None
        self._file.write(match)

    def write_seating(self, seating: dict[str, object]) -> None:
        """Save who sits where. Raises `OSError`."""
        data = json.dumps({"format": FORMAT, "version": VERSION, **seating}, indent=1)
        write_private(self._seating, data.encode())

    def read(self) -> tuple[Match, dict[str, Any]]:
        """The match, and who sits where.

        Raises `OSError`, `ValueError`, and `DominoesError` for a match that can't be read.
        """
        data = self._seating.read_bytes()
        if len(data) > LARGEST_SEATING:
            raise ValueError("the file is too large")
        seating = read_json(data)
        if not isinstance(seating, dict) or seating.get("format") != FORMAT:
            raise ValueError("the file is not that of a table")
        match, self._file = MatchFile.read(self._match)
        return match, seating


def make_private(path: Path) -> None:
    """Make an empty file that only the user can read. Raises `OSError` if there is one already."""
    os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE_FILE))


def write_private(path: Path, data: bytes) -> None:
    """Write a file that only the user can read; it is whole at any moment. Raises `OSError`."""
    if not path.exists():
        make_private(path)
    with replacing(path) as stream:
        stream.write(data)
