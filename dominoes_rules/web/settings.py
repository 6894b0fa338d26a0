"""What holds for all tables of a server, and what one address may take of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextvars import ContextVar
from dataclasses import dataclass, field
from pathlib import Path

from dominoes_lang.setup.ruleset import Ruleset
from dominoes_rules import library
from dominoes_rules.web.http.proxies import Proxy

ALONE: ContextVar[bool] = ContextVar("ALONE", default=False)
"""Whether nobody else can open the pages of the application that answers the request."""


@dataclass(frozen=True, kw_only=True)
class Pace:
    """Seconds that pass, so that eyes can follow and the time reveals nothing."""

    forced: float = 1.2
    """Before a forced action."""
    bot: float = 0.6
    """The least that a bot takes for a move."""
    bot_limit: float = 20.0
    """The most; then the first legal move is made."""
    away: float = 20.0
    """Without a stream, until a player is shown as away."""
    idle: float = 12 * 3600.0
    """Until a table that nobody has touched is closed."""
    finished: float = 3600.0
    """Until one is closed whose match is over, and at which no page is open."""
    kept: float = 7 * 24 * 3600.0
    """Until a table does not go on after a restart: then no browser has a seat there any more."""

    def patience(self, evening: object) -> float:
        """The seconds until a finished table is closed; results stay in reach for an evening."""
        return self.idle if evening else self.finished


@dataclass(frozen=True, kw_only=True)
class Shares:
    """What one address may take: how many, and how many a second where it is `float`."""

    streams: int = 100
    """Open pages: those of everybody behind one router, who may be a whole club."""
    posts_per_second: float = 20.0
    posts_at_once: int = 60
    questions_per_second: float = 40.0
    """About a game that somebody writes, who asks while typing."""
    questions_at_once: int = 120
    rooms: int = 30
    """Tables with a match that is not over, and new ones in a row."""
    rooms_per_minute: float = 1.0
    """New tables, after those in a row."""
    wrong_secrets_a_minute: int = 20
    body: int = 2048
    """Bytes of a request."""
    connections: int = 256
    """Open at once; those of a server that may open few files are fewer."""
    rooms_in_all: int = 1000
    streams_in_all: int = 2000
    connections_in_all: int = 4000


class OfferedGames(Mapping[str, Ruleset]):
    """Games by name: one's own, then all bundled ones, each read when it is first asked for."""

    def __init__(self, own: Mapping[str, Ruleset]) -> None:
        self._own = own
        self._names = dict.fromkeys([*own, *library.variants()])

    def __getitem__(self, name: str) -> Ruleset:
        if name not in self._names:
            raise KeyError(name)
        return self._own[name] if name in self._own else library.variant(name)

    def __contains__(self, name: object) -> bool:
        return name in self._names

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)


def policy_headers(framed_by: str = "'none'") -> dict[str, str]:
    """The headers that every answer has, by which browsers trust nobody but these pages.

    framed_by: who may show them in a frame, as a source of a Content-Security-Policy.
    """
    return {
        "Content-Security-Policy": (
            "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
            "img-src 'self' data:; base-uri 'none'; form-action 'self'; "
            f"frame-ancestors {framed_by}"
        ),
        "X-Content-Type-Options": "nosniff",
        "Referrer-Policy": "no-referrer",
    }


@dataclass(frozen=True, kw_only=True)
class Settings:
    """How a server of tables is set up."""

    games: Mapping[str, Ruleset]
    """The games that can be chosen, by name; nothing else is ever looked up."""
    folder: Path
    """Where tables are kept."""
    auto: bool = True
    """Whether forced passes and draws are made by the server."""
    think: int = 0
    """Seconds for a move that a new table begins with; 0 for no limit."""
    hosts: tuple[str, ...] = ("127.0.0.1", "localhost", "[::1]")
    """The names by which this server may be called, without a port."""
    proxies: tuple[Proxy, ...] = ()
    """Those whose word is taken for whom they ask."""
    root_path: str = ""
    """What the paths of all pages begin with, such as `/dominoes`."""
    link_base: str = ""
    """What links for others begin with, such as `http://192.168.1.5:8000`; empty: as the page."""
    language: str = "en"
    """The code of the language of whoever asks for none that is there."""
    alone: bool = False
    """Whether nobody else can open these pages, so that no link is of use to friends."""
    headers: Mapping[str, str] = field(default_factory=policy_headers)
    """What every answer has."""
    pace: Pace = field(default_factory=Pace)
    shares: Shares = field(default_factory=Shares)
    workers: int = 1
    """Processes in which bots think."""
    searchers: int = 1
    """Processes in which hints, reviews and positions are searched."""
