"""The seats of a table in the browser: who sits there, by which link, and whether they are away."""

from __future__ import annotations

import secrets
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from hashlib import sha256
from typing import Any

from dominoes_lang.text.quoting import plain
from dominoes_rules.bots.levels import COUNTS, LEVELS, STAND_IN
from dominoes_rules.play.match_rounds import PERSON, is_name
from dominoes_rules.state_files import expect_hash
from dominoes_rules.tables.match_table import Presence

LONGEST_NAME = 24
SECRET_BYTES = 16
"""128 bits, which are 22 characters."""


@dataclass(eq=False)
class Sitter:
    """Whoever sits in a seat, as far as this server has seen; seats that are swapped keep it."""

    streams: int = 0
    left: float | None = None
    """When the last stream ended, by the clock of the loop; None while there is one."""
    away: bool = False


@dataclass(frozen=True)
class RoomSeat:
    """A seat: a bot's, or one for a person who may still have to come."""

    letter: str
    bot: str
    """The level that plays here; of a person's seat it counts for nothing, and is kept as ever."""
    person: bool
    """Whether this seat is for a person, who may be invited only."""
    link: str = ""
    """The hash of the secret in the link; empty if there is no link."""
    cookie: str = ""
    """The hash of the secret of the browser that sits here; empty while nobody does."""
    stands_in: bool = False
    """Whether a bot plays in place of the person."""
    shown_link: str = ""
    """The secret of the link, while this server knows it."""
    sitter: Sitter = field(default_factory=Sitter)

    @property
    def is_taken(self) -> bool:
        """Whether somebody has sat down here."""
        return bool(self.cookie)

    @property
    def plays(self) -> bool:
        """Whether a person decides here."""
        return self.person and not self.stands_in

    @property
    def plays_as(self) -> str:
        """The bot that plays here while no person does."""
        return STAND_IN if self.person else self.bot

    @property
    def away(self) -> bool:
        """Whether whoever sits here has had no page open for a while."""
        return self.sitter.away

    @property
    def presence(self) -> Presence:
        """Who decides here, and whether they are there."""
        if not self.plays:
            return Presence.BOT
        return Presence.AWAY if self.away else Presence.HERE

    @property
    def usual_name(self) -> str:
        """What this seat is called before a person gives a name."""
        return self.letter if self.person else f"Bot {self.letter}"

    @property
    def player(self) -> str:
        """Who plays here, as a match keeps it."""
        return PERSON if self.person else self.bot

    def invited(self) -> RoomSeat:
        """The same with a new link, which ends any that there was."""
        secret = new_secret()
        return replace(self, shown_link=secret, link=hashed(secret))

    def taken(self, secret: str) -> RoomSeat:
        """The same with a browser that sits there, and no other any more; by its secret."""
        return replace(self, cookie=hashed(secret), stands_in=False)

    def as_json(self) -> dict[str, object]:
        kept = ("letter", "bot", "person", "link", "cookie", "stands_in")
        return {name: getattr(self, name) for name in kept}

    @classmethod
    def of_json(cls, kept: Mapping[str, Any]) -> RoomSeat:
        """Raises `ValueError`, `KeyError` and `TypeError` for what was not written by us."""
        seat = cls(
            kept["letter"],
            kept["bot"],
            kept["person"],
            kept["link"],
            kept["cookie"],
            kept["stands_in"],
        )
        is_text = type(seat.letter) is str and type(seat.bot) is str
        if not is_text or seat.bot not in {*LEVELS, *COUNTS}:
            raise TypeError("a seat has a letter, and its bot is a level")
        if type(seat.person) is not bool or type(seat.stands_in) is not bool:
            raise TypeError("whether a person or a bot plays in a seat must be true or false")
        expect_hash(seat.link, seat.cookie)
        return seat


def new_secret() -> str:
    """A secret for a link or a cookie."""
    return secrets.token_urlsafe(SECRET_BYTES)


def hashed(secret: str) -> str:
    """What is kept of a secret."""
    return sha256(secret.encode()).hexdigest()


def is_secret(secret: str, kept: str) -> bool:
    """Whether a secret is the one that is kept; takes as long whichever it is."""
    return bool(kept) & secrets.compare_digest(hashed(secret), kept)


def name_of_person(text: str) -> str | None:
    """A name as it is shown; None for one that nobody can have.

    1 to 24 visible characters after NFC: no controls, no marks that turn the direction of writing.
    """
    name = unicodedata.normalize("NFC", text).strip()
    if len(name) > LONGEST_NAME or not is_name(name) or plain(name) != name:
        return None
    if all(unicodedata.category(sign)[0] in "MZ" for sign in name):
        return None
    return name
