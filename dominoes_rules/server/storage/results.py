"""Who has won how many rounds: a table of SQLite."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from dominoes_lang.text.quoting import short
from dominoes_lang.text.root_exception import DominoesError

LONGEST_REASON = 200
_VERSION = 1
_PATIENCE = 10.0
"""Seconds to wait for another process that is writing to the same file."""
_SCHEMA = f"""
    CREATE TABLE standings (
        gametype TEXT NOT NULL,
        nick TEXT NOT NULL,
        bot INTEGER NOT NULL,
        rounds INTEGER NOT NULL,
        won INTEGER NOT NULL,
        PRIMARY KEY (gametype, nick, bot)
    ) STRICT, WITHOUT ROWID;
    PRAGMA user_version = {_VERSION};
"""

_COUNTED = """
    CREATE TABLE IF NOT EXISTS counted (record TEXT PRIMARY KEY, round INTEGER NOT NULL) STRICT
"""

DAMAGE = sqlite3.Error, UnicodeDecodeError
"""What `sqlite3` raises for a damaged file; the second where its message quotes the file."""


class StandingsError(DominoesError):
    """Standings that can't be read or written; the message names the file and the reason."""


class Standing(NamedTuple):
    """The rounds of one player in one game."""

    gametype: str
    nick: str
    bot: bool
    """Whether this is a bot of the server and not a client."""
    rounds: int
    won: int


class Results:
    """The file in which a server counts; used by one thread at a time."""

    def __init__(self, file: Path) -> None:
        """Open the file, or begin it. Raises `StandingsError`."""
        try:
            self._connection = sqlite3.connect(file, timeout=_PATIENCE, check_same_thread=False)
            version = _version(self._connection, file)
            # A reader does not stop the server, nor the server a reader.
            self._connection.execute("PRAGMA journal_mode = WAL")
            if not version:
                self._connection.executescript(_SCHEMA)
            self._connection.execute(_COUNTED)
        except DAMAGE as error:
            raise _failed(file, error) from None
        self._file = file

    def add(self, results: Iterable[Standing], counted: Iterable[tuple[str, int]] = ()) -> None:
        """Add rounds to what is counted; they are on disk when this returns.

        counted: names of records that may be gone on with, each with its last round counted here.
        Raises `StandingsError`, and then nothing is counted.
        """
        try:
            with self._connection:
                self._connection.executemany(
                    "INSERT INTO standings VALUES (?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET "
                    "rounds = rounds + excluded.rounds, won = won + excluded.won",
                    results,
                )
                self._connection.executemany(
                    "INSERT OR REPLACE INTO counted VALUES (?, ?)", counted
                )
        except DAMAGE as error:
            raise _failed(self._file, error) from None

    def counted(self, record: str) -> int:
        """The last round of a record that may be gone on with. Raises `StandingsError`."""
        query = "SELECT round FROM counted WHERE record = ?"
        try:
            row = self._connection.execute(query, (record,)).fetchone()
        except DAMAGE as error:
            raise _failed(self._file, error) from None
        return row[0] if row is not None and isinstance(row[0], int) else 0

    def forget(self, record: str) -> None:
        """Nobody goes on with a record."""
        with contextlib.suppress(*DAMAGE), self._connection:
            self._connection.execute("DELETE FROM counted WHERE record = ?", (record,))

    def close(self) -> None:
        self._connection.close()


def standings(file: Path) -> list[Standing]:
    """What a file holds, game by game, most wins first. Raises `StandingsError`."""
    if not file.is_file():
        raise StandingsError(f"{file}: there are no standings; `serve --db` writes them")
    try:
        with closing(sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True)) as connection:
            if not _version(connection, file):
                return []
            rows = connection.execute(
                "SELECT * FROM standings ORDER BY gametype, won DESC, rounds, nick, bot"
            )
            return [_standing(file, row) for row in rows]
    except DAMAGE as error:
        raise _failed(file, error) from None


def _standing(file: Path, row: tuple[object, ...]) -> Standing:
    match row:
        case str(gametype), str(nick), 0 | 1 as is_bot, int(rounds), int(won) if 0 < rounds >= won:
            return Standing(gametype, nick, bool(is_bot), rounds, won)
    raise StandingsError(f"{file} is damaged: {short(str(row))} is not a row of standings")


def _failed(file: Path, error: Exception) -> StandingsError:
    why = "its text is not UTF-8" if isinstance(error, UnicodeDecodeError) else str(error)
    return StandingsError(f"{file}: {short(why, LONGEST_REASON)}")


def _version(connection: sqlite3.Connection, file: Path) -> int:
    """The version of a file: 0 where it is empty. Raises `StandingsError` where it isn't ours."""
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master")}
    ours = version == _VERSION and "standings" in tables
    if not ours and (version or tables):
        raise StandingsError(f"{file} is a database, but not one of standings that can be read")
    return int(version)
