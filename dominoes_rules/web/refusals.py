"""What a browser is answered where a request is refused."""

from __future__ import annotations

from typing import TypeVar

from dominoes_rules.errors import PositionError
from dominoes_rules.speech.sayings import said
from dominoes_rules.speech.speech import marked
from dominoes_rules.web.http.reader import READER

TOO_SLOW = marked(
    "The answer takes too long to find. A position with fewer hidden tiles, or without what is "
    "supposed, is answered sooner."
)


_Value = TypeVar("_Value")

NAMED_DRAW = marked("{move}: write + for a draw, without a tile")
UNSAVED = marked("The table can't be saved, so nothing was changed.")
OF_HTTP = marked("Not Found"), marked("Method Not Allowed")
"""What Starlette says of an address that is not there, or is asked in another way."""


class Rejected(Exception):
    """A request that is refused: the status of HTTP, a kind for programs, a message for people.

    A message that catalogues have is told in the language of whoever has sent the request.
    """

    def __init__(self, status: int, kind: str, message: str, /, **values: object) -> None:
        """values: what is filled in where the message has `{name}`."""
        super().__init__(status, kind, message)
        self.status, self.kind = status, kind
        self.message = READER.get().text(message, **values)


def no_table() -> Rejected:
    """The same for a table that is not there and for a wrong link: nobody learns which exist."""
    message = marked("There is no such table, or this link is no longer valid.")
    return Rejected(404, "not_found", message)


def stale() -> Rejected:
    """The table is not what the page shows."""
    return Rejected(409, "stale", marked("The table has changed since."))


def not_yours(message: str = marked("It is not your turn."), /, **values: object) -> Rejected:
    """Nothing is wrong with the request but its moment."""
    return Rejected(409, "not_now", message, **values)


def illegal(error: PositionError) -> Rejected:
    """The rules do not allow a move, or it can't be read."""
    return Rejected(422, "illegal", said(error, READER.get()))


def forbidden(message: str, /, **values: object) -> Rejected:
    """The browser may not do this."""
    return Rejected(403, "forbidden", message, **values)


def malformed(message: str, /, **values: object) -> Rejected:
    """The request can't be read."""
    return Rejected(400, "malformed", message, **values)


def readable(value: _Value | str) -> _Value:
    """What a form asks for. Raises `Rejected` where it is a text that tells what is wrong."""
    if isinstance(value, str):
        raise Rejected(422, "not_readable", value)
    return value
