"""A seat at a table: its player, its hand, and its early messages."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field

from dominoes_rules.server.wire.connection import Connection
from dominoes_rules.server.wire.protocol import Message

MOST_KEPT = 8
"""Moves out of turn that are kept until the turn comes."""


@dataclass(eq=False)
class TableSeat:
    """A seat at a table."""

    nick: str
    connection: Connection | None
    """The client that plays here; None for a bot, and once the client has gone."""
    events: bool = False
    news: bool = False
    bot: str | None = None
    """The bot that plays here where no client does; None for one whose seat is forfeit."""
    left: bool = False
    """Whether a client sat here and has gone."""
    returns: bool = False
    """Whether the client wants a token, by which it may take its seat back."""
    token: bytes | None = None
    """The digest of that token; None where nobody may take the seat back."""
    kept: deque[Message] = field(default_factory=deque)

    @property
    def own_bot(self) -> str | None:
        """The bot that has played here from the beginning of the set; None where a client has."""
        return None if self.left else self.bot

    def send(self, frame: bytes) -> None:
        """Send a frame to the client, if there is one."""
        if self.connection is not None:
            self.connection.send(frame)

    def allow(self, seconds: float | None) -> None:
        """Give the client, if there is one, so many seconds."""
        if self.connection is not None:
            self.connection.allow(seconds)
