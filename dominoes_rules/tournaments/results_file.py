"""Results in SQLite, one transaction a deal, so a killed process loses only the current deals."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

from dominoes_lang.text.json_text import read_json
from dominoes_lang.text.quoting import short
from dominoes_lang.text.root_exception import ArgumentError
from dominoes_rules.tournaments.contest import Contest, Played

FORMAT = "dominoes-rules tournament"
VERSION = 2
_TABLES = (
    "CREATE TABLE about (format TEXT NOT NULL, version INTEGER NOT NULL)",
    "CREATE TABLE contests (key TEXT PRIMARY KEY, description TEXT NOT NULL)",
    """CREATE TABLE deals (
        contest TEXT NOT NULL REFERENCES contests, number INTEGER NOT NULL, played TEXT NOT NULL,
        PRIMARY KEY (contest, number)
    ) WITHOUT ROWID""",
)


_CALLED = {
    "variant": "game",
    "seats": "players",
    "rounds_a_match": "rounds a match",
    "types": "learning of types",
    "unit": "played",
}
"""What the parts of a description are called that have another name there."""
_USUAL = {"rounds_a_match": 1, "types": "on", "unit": "deal"}
_IN_FULL = {"bots", "variant", "seats", "parameters", "seed", "streams", *_USUAL}
"""The parts whose values say something to people."""


class ResultsFile:
    """The deals of contests that have been played, by bots, rules, seed and number."""

    def __init__(self, path: str | Path, *, resume: bool) -> None:
        """Raises `ArgumentError` for a file that is not one of results, or that is there already.

        resume: the file must exist; without it, the file must not.
        """
        self.path = Path(path)
        if self.path.is_dir():
            raise ArgumentError(f"{path} is a folder; write the name of a file")
        exists = self.path.exists() and self.path.stat().st_size > 0
        if exists and not resume:
            raise ArgumentError(f"{path} already exists; --resume {path} continues it")
        if resume and not exists:
            raise ArgumentError(f"{path}: there is no such file to resume; --out {path} begins it")
        try:
            self.base = sqlite3.connect(self.path, isolation_level=None)
            if exists:
                self._check()
            self.base.execute("PRAGMA journal_mode = WAL")
            if not exists:
                self.base.execute("BEGIN")
                for table in _TABLES:
                    self.base.execute(table)
                self.base.execute("INSERT INTO about VALUES (?, ?)", (FORMAT, VERSION))
                self.base.execute("COMMIT")
        except (sqlite3.Error, UnicodeDecodeError) as error:
            raise ArgumentError(f"{path} can't hold results: {error}") from None

    def _check(self) -> None:
        with closing(sqlite3.connect(f"{self.path.resolve().as_uri()}?mode=ro", uri=True)) as base:
            try:
                about = base.execute("SELECT format, version FROM about").fetchone()
            except UnicodeDecodeError:  # which the message of `sqlite3` quotes
                raise ArgumentError(f"{self.path} is damaged: its text is not UTF-8") from None
            except sqlite3.Error as error:
                if "malformed" in str(error):
                    raise ArgumentError(f"{self.path} is damaged: {short(str(error))}") from None
                about = None
        if about is None or about[0] != FORMAT:
            raise ArgumentError(f"{self.path} is not a file of tournament results")
        if about[1] != VERSION:
            raise ArgumentError(
                f"{self.path} has version {about[1]} of the format; this program reads {VERSION}"
            )

    def begin(self, contest: Contest) -> None:
        """Make room for a contest. Raises `ArgumentError` if the file holds another one."""
        known = dict(self.base.execute("SELECT key, description FROM contests"))
        if known and contest.key not in known:
            _, text = known.popitem()
            try:
                held = dict(read_json(text))
            except (ValueError, TypeError):
                raise self._damaged(text, "description of a tournament") from None
            raise ArgumentError(
                f"{self.path} holds another tournament ({_difference(held, contest.description)}); "
                "ask for the same one, or begin a new file with --out"
            )
        row = contest.key, json.dumps(contest.description, ensure_ascii=False)
        self.base.execute("INSERT OR IGNORE INTO contests VALUES (?, ?)", row)

    def played(self, contest: Contest) -> Iterator[Played]:
        """The deals of a contest that are there, in order."""
        query = "SELECT number, played FROM deals WHERE contest = ? ORDER BY number"
        for number, text in self.base.execute(query, (contest.key,)):
            try:
                deal = Played.of_json(text)
            except (ValueError, TypeError):
                raise self._damaged(text, "deal") from None
            if deal.number != number or not contest.could_play(deal):
                raise self._damaged(text, "deal")
            yield deal

    def _damaged(self, text: object, expected: str) -> ArgumentError:
        return ArgumentError(f"{self.path} is damaged: {short(str(text))} is not a {expected}")

    def add(self, contest: Contest, deal: Played) -> None:
        """Keep a deal, once and for all."""
        row = contest.key, deal.number, deal.as_json()
        self.base.execute("INSERT OR REPLACE INTO deals VALUES (?, ?, ?)", row)

    def close(self) -> None:
        self.base.close()


def _difference(held: dict[str, Any], asked: dict[str, Any]) -> str:
    """What differs between the tournament of a file and another one, in words."""
    parts = []
    for key in (*asked, *(key for key in _USUAL if key not in asked)):
        usual = _USUAL.get(key)
        there, here = held.get(key, usual), asked.get(key, usual)
        if there != here:
            name = _CALLED.get(key, key)
            parts.append(
                f"{name}: {_words(there)} there, {_words(here)} here"
                if key in _IN_FULL
                else f"the {name} differ"
            )
    return "; ".join(parts)


def _words(value: object) -> str:
    if isinstance(value, dict):
        value = [f"{name}={part}" for name, part in value.items()]
    return short(" ".join(map(str, value)) if isinstance(value, list) else str(value))
