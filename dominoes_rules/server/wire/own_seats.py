"""Seats of this user on servers: their tokens, kept in the user's own folder while a set lasts."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

from dominoes_lang.text.own_files import PRIVATE_FILE, make_own, own_state, read_own
from dominoes_lang.text.quoting import as_json

ENDING = ".seat"
MOST_SEATS = 64
"""Files; the oldest ones make room."""
LONGEST_TOKEN = 1_000
"""Characters."""


class OwnSeat:
    """Where the token of one seat is kept, so that a client that is started again takes it back.

    One process at a time uses it: another with the same nick at such a table is another player, and
    its token is not kept. Nothing is kept where there is no folder that only the user can write to.
    """

    def __init__(self, house: str, port: int, gametype: str, players: int, nick: str) -> None:
        """A seat at a table for so many players, on the server at this address."""
        seat = as_json([house, port, gametype, players, nick])
        self._name = sha256(seat.encode()).hexdigest()[:32] + ENDING
        self._path: Path | None = None
        self._lock: int | None = None
        with suppress(OSError):
            self._open()

    def _open(self) -> None:
        folder = own_state()
        if folder is None:
            return
        folder /= "seats"
        make_own(folder)
        older = [path for path in folder.glob(f"*{ENDING}") if path.name != self._name]
        for path in sorted(older, key=_written)[: -MOST_SEATS + 1]:
            path.unlink(missing_ok=True)
        path = folder / self._name
        flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0)
        lock = os.open(path, flags, PRIVATE_FILE)
        try:
            if sys.platform != "win32":
                import fcntl  # not on Windows

                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(lock)
        else:
            self._path, self._lock = path, lock

    @property
    def token(self) -> str | None:
        """The token of a set that was not played to its end; None where there is none."""
        if self._path is None:
            return None
        with suppress(OSError, ValueError):
            token = read_own(self._path).decode("ascii")
            if 0 < len(token) <= LONGEST_TOKEN:
                return token
        return None

    def keep(self, token: str) -> None:
        """Write a token down, as far as that is possible."""
        data = token.encode()
        if self._lock is not None and len(data) <= LONGEST_TOKEN:
            with suppress(OSError):
                os.ftruncate(self._lock, 0)
                os.lseek(self._lock, 0, os.SEEK_SET)
                os.write(self._lock, data)

    def forget(self) -> None:
        """The set is over, or has been left for good."""
        if self._lock is not None:
            with suppress(OSError):
                os.ftruncate(self._lock, 0)

    def close(self) -> None:
        """Leave the file to the next process; one without a token is removed."""
        if self._lock is None or self._path is None:
            return
        with suppress(OSError):
            if self.token is None:
                self._path.unlink(missing_ok=True)
            os.close(self._lock)
        self._path = self._lock = None


def _written(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:  # another process has just removed it
        return 0.0
