"""The two files of a table: the match, and who sits where. Both are whole at any moment."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

from dominoes_lang.text.whole_files import replacing
from dominoes_rules.play.match_file import MatchFile
from dominoes_rules.play.matches import Match
from dominoes_rules.state_files import expect_name, make_private, read_state, write_state

FORMAT = "dominoes-rules table"
LARGEST_SEATING = 65_536


class RoomFiles:
    """Where one table is kept: `R.match` and `R.json`, which only the user can read."""

    def __init__(self, folder: Path, name: str) -> None:
        """Raises `ValueError` for a name that no table can have."""
        expect_name(name)
        self._match, self._seating = folder / f"{name}.match", folder / f"{name}.json"
        self._file: MatchFile | None = None

    def begin(self, match: Match, seating: dict[str, object]) -> None:
        """Make both files, or none; a table without the second has never begun.

        Raises `OSError` and `MatchFileError`.
        """
        make_private(self._match)
        try:
            self._file = MatchFile(self._match)
            self._file.tidy = False  # there may be the files of many tables
            self.write_match(match)
            self.write_seating(seating)
        except BaseException:
            for path in (self._seating, self._match):
                path.unlink(missing_ok=True)
            raise

    @contextmanager
    def match_put_aside(self) -> Iterator[None]:
        """Keep a copy of the match, `R.1.match` or the next number, while another is written.

        If that fails, there is no copy. Raises `OSError`.
        """
        copies = (self._match.with_suffix(f".{number}.match") for number in count(1))
        copy = next(path for path in copies if not path.exists())
        try:
            make_private(copy)
            with replacing(copy, tidy=False) as stream:
                stream.write(self._match.read_bytes())
            yield
        except BaseException:
            copy.unlink(missing_ok=True)
            raise

    def write_match(self, match: Match) -> None:
        """Save the match; it is on disk when this returns. Raises `MatchFileError`."""
        assert self._file is not None
        self._file.write(match)

    def write_seating(self, seating: dict[str, object]) -> None:
        """Save who sits where. Raises `OSError`."""
        write_state(self._seating, FORMAT, seating)

    def read_match(self) -> Match:
        """The match. Raises `DominoesError` if it can't be read."""
        match, self._file = MatchFile.read(self._match)
        self._file.tidy = False
        return match

    def read_seating(self) -> dict[str, Any]:
        """Who sits where. Raises `OSError` and `ValueError`."""
        return read_state(self._seating, FORMAT, LARGEST_SEATING)
