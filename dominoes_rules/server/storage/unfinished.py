"""Sets under way: saved move by move, so that they continue after the server was stopped or killed.

A file holds a head, and then a line for each event; deals follow from the seed in the head. A line
is written before any client learns of it, so a killed process loses none. Tokens are stored only as
digests.
"""

from __future__ import annotations

import contextlib
import errno
import json
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dominoes_lang.text.json_text import read_json
from dominoes_lang.text.own_files import PRIVATE_FILE, read_own
from dominoes_lang.text.quoting import short
from dominoes_lang.text.root_exception import DominoesError
from dominoes_rules import library
from dominoes_rules.play.match_rounds import is_name
from dominoes_rules.server.offered_games import MOST_ROUNDS, OfferedGame
from dominoes_rules.server.table import ServerTable

FORMAT, VERSION = "dominoes-rules set", 1
ENDING = ".set"
MAX_SEED = 2**128


class Spoilt(Exception):
    """A file that is no set that can go on; the message says why."""


@dataclass(eq=False)
class UnderWay:
    """A set and its file; its table is made when the first of its players is back."""

    path: Path
    game: OfferedGame
    reserved: Sequence[tuple[str, bytes | None]]
    """The nick of each seat, and the digest of the token that takes it back."""
    head: Mapping[str, Any]
    table: ServerTable | None = None

    @classmethod
    def begun(cls, table: ServerTable, path: Path) -> UnderWay:
        """Begin the file of a set. Raises `OSError`."""
        head = {
            "format": FORMAT,
            "version": VERSION,
            "gametype": table.game.gametype,
            "rules": library.digest(table.game.ruleset),
            "rounds": table.rounds,
            "seed": table.seed,
            "seats": [
                {
                    "nick": seat.nick,
                    "token": None if seat.token is None else seat.token.hex(),
                    "bot": seat.bot,
                    "events": seat.events,
                    "news": seat.news,
                }
                for seat in table.seats
            ],
        }
        reserved = [(seat.nick, seat.token) for seat in table.seats]
        under_way = cls(path, table.game, reserved, head, table)
        under_way.note(head)
        return under_way

    @classmethod
    def read(cls, path: Path, games: Mapping[str, OfferedGame]) -> UnderWay:
        """The set of a file. Raises `OSError` and `Spoilt`."""
        data = read_own(path)
        whole = data[: data.rfind(b"\n") + 1]
        try:
            head = read_json(whole.partition(b"\n")[0])
            game = games[head["gametype"]]
            reserved = [(row["nick"], _digest(row["token"])) for row in head["seats"]]
            fits = (
                (head["format"], head["version"]) == (FORMAT, VERSION)
                and head["rules"] == library.digest(game.ruleset)
                and type(head["rounds"]) is int and 1 <= head["rounds"] <= MOST_ROUNDS
                and type(head["seed"]) is int and 0 <= head["seed"] < MAX_SEED
                and len(reserved) in game.ruleset.players
                and all(is_name(nick) for nick, _ in reserved)
                and all(isinstance(row["bot"], str | None) for row in head["seats"])
            )  # fmt: skip
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise Spoilt(f"it is no set of this server ({type(error).__name__})") from None
        if not fits:
            raise Spoilt("it is of other rules, or of another version")
        if len(whole) < len(data):  # the machine has stopped while it was written
            os.truncate(path, len(whole))
        return cls(path, game, reserved, head)

    def note(self, entry: object) -> None:
        """Write down what has happened. Raises `OSError`."""
        line = json.dumps(entry, separators=(",", ":")).encode() + b"\n"
        number = os.open(self.path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, PRIVATE_FILE)
        try:
            if os.write(number, line) < len(line):
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(self.path))
        finally:
            os.close(number)

    def replay(self, table: ServerTable) -> None:
        """Bring a table to where the set was. Raises `OSError` and `Spoilt`."""
        try:
            for line in read_own(self.path).splitlines()[1:]:
                table.redo(read_json(line))
            if table.set.round is None:
                raise Spoilt("no round was dealt")
        except (DominoesError, AssertionError, LookupError, TypeError, ValueError) as error:
            raise Spoilt(f"it does not follow from the rules: {short(str(error), 100)}") from None

    def remove(self) -> None:
        """The set is over."""
        with contextlib.suppress(OSError):
            self.path.unlink()


def _digest(text: object) -> bytes | None:
    if text is None:
        return None
    if not isinstance(text, str) or len(text) != 64:
        raise ValueError
    return bytes.fromhex(text)


def unfinished(
    folder: Path, games: Mapping[str, OfferedGame]
) -> Iterator[UnderWay | tuple[Path, str]]:
    """The sets in a folder; a path and a reason for what can't go on."""
    for path in sorted(folder.glob(f"*{ENDING}")):
        try:
            yield UnderWay.read(path, games)
        except OSError as error:
            yield path, error.strerror or str(error)
        except Spoilt as error:
            yield path, str(error)
