"""Seats that their players may take back: by a nick and a token that only they were given."""

from __future__ import annotations

import hmac
import secrets
from collections import defaultdict
from collections.abc import Iterator
from hashlib import sha256
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dominoes_rules.server.storage.unfinished import UnderWay

TOKEN_BYTES = 32


def new_token() -> tuple[str, bytes]:
    """A token that nobody can guess, and its digest: the server keeps that alone."""
    token = secrets.token_urlsafe(TOKEN_BYTES)
    return token, digest_of(token)


def digest_of(token: str) -> bytes:
    """What is kept of a token."""
    return sha256(token.encode()).digest()


class Reserved:
    """The seats that are kept for their players, by nick."""

    def __init__(self) -> None:
        self._of: defaultdict[str, list[tuple[bytes, UnderWay, int]]] = defaultdict(list)

    def add(self, under_way: UnderWay) -> None:
        """Reserve the seats of a set."""
        for number, (nick, digest) in enumerate(under_way.reserved):
            if digest is not None:
                self._of[nick].append((digest, under_way, number))

    def remove(self, under_way: UnderWay) -> None:
        """A set is over: its seats are nobody's."""
        for nick, _ in under_way.reserved:
            rest = [entry for entry in self._of.pop(nick, ()) if entry[1] is not under_way]
            if rest:
                self._of[nick] = rest

    def find(self, nick: str, token: str) -> tuple[UnderWay, int] | None:
        """The set and the seat of a token; each comparison takes the same time."""
        digest, reserved = digest_of(token), None
        for known, under_way, number in self._of.get(nick, ()):
            if hmac.compare_digest(known, digest):
                reserved = under_way, number
        return reserved

    def __iter__(self) -> Iterator[UnderWay]:
        return iter({id(entry[1]): entry[1] for of in self._of.values() for entry in of}.values())
