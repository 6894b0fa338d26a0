"""Requests of pages, answered by an application in the same interpreter."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol
from urllib.parse import unquote, urlsplit

from dominoes_rules.speech.speech import marked
from dominoes_rules.web.http.reader import READER
from dominoes_rules.web.in_browser.cookie_jar import CookieJar

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from starlette.types import ASGIApp, Message, Scope

log = logging.getLogger(__name__)
Headers = Sequence[tuple[str, str]]
FAILED = marked("An error in the program ended this request.")
OWN_HEADERS = frozenset({"cookie", "host", "accept-encoding", "content-length"})
"""What the bridge writes itself, or leaves out: nothing is compressed on the way to a page."""
HELD_BACK = frozenset({"set-cookie"})
"""What no page sees of an answer."""


class AnswerReader(Protocol):
    """Who is given an answer."""

    def begin(self, status: int, headers: Headers) -> None:
        """The answer begins."""

    def part(self, data: bytes) -> None:
        """The next bytes of its body."""


@dataclass(frozen=True)
class PageRequest:
    """What a page asks for."""

    method: str
    target: str
    """The path and what follows a question mark, as in an address."""
    headers: Headers = ()
    body: bytes = b""
    gone: asyncio.Event = field(default_factory=asyncio.Event)
    """Set if nobody waits for the answer any more."""


class Bridge:
    """One browser and the application that answers it."""

    def __init__(self, application: ASGIApp, origin: str, jar: CookieJar) -> None:
        """origin: what all addresses begin with, such as `https://example.org`."""
        self._application, self._jar = application, jar
        parts = urlsplit(origin)
        self._scheme, self._host = parts.scheme, parts.netloc
        usual_port = 443 if parts.scheme == "https" else 80
        self._server = parts.hostname or "", parts.port or usual_port

    @asynccontextmanager
    async def open(self) -> AsyncIterator[None]:
        """The application is open while this lasts. Raises `OSError` if it can't be opened."""
        asked: asyncio.Queue[Message] = asyncio.Queue()
        told: asyncio.Queue[Message] = asyncio.Queue()
        lifespan = asyncio.create_task(
            self._run({"type": "lifespan", **_PROTOCOL, "state": {}}, asked, told)
        )
        await asked.put({"type": "lifespan.startup"})
        begun = await told.get()
        if begun["type"] != "lifespan.startup.complete":
            raise OSError(begun.get("message", "the application did not start"))
        try:
            yield
        finally:
            await asked.put({"type": "lifespan.shutdown"})
            await lifespan

    async def _run(
        self, scope: Scope, asked: asyncio.Queue[Message], told: asyncio.Queue[Message]
    ) -> None:
        await self._application(scope, asked.get, told.put)

    async def answer(self, request: PageRequest, reader: AnswerReader) -> None:
        """Give the reader the answer; it ends when this does.

        What goes wrong in the application is logged, and answered with status 500.
        """
        unread = [request.body]
        begun = False

        async def receive() -> Message:
            if unread:
                return {"type": "http.request", "body": unread.pop(), "more_body": False}
            await request.gone.wait()
            return {"type": "http.disconnect"}

        async def send(message: Message) -> None:
            nonlocal begun
            if request.gone.is_set():
                raise OSError("nobody waits for this answer")
            if message["type"] == "http.response.start":
                begun = True
                reader.begin(message["status"], self._shown(message.get("headers", ())))
            elif data := message.get("body", b""):
                reader.part(bytes(data))

        try:
            await self._application(self._scope(request), receive, send)
        except Exception as error:
            if request.gone.is_set() and isinstance(error, OSError):
                return
            log.exception("%s %s has failed", request.method, request.target)
            if not begun:
                reader.begin(500, [("content-type", "text/plain; charset=utf-8")])
                reader.part(READER.get().text(FAILED).encode())

    def _scope(self, request: PageRequest) -> Scope:
        path, _, query = request.target.partition("?")
        path = unquote(path)
        written = {name.lower(): value for name, value in request.headers}
        headers = [(name, value) for name, value in written.items() if name not in OWN_HEADERS]
        headers.append(("host", self._host))
        if cookies := self._jar.shown(path):
            headers.append(("cookie", cookies))
        if request.body:
            headers.append(("content-length", f"{len(request.body)}"))
        return {
            "type": "http",
            **_PROTOCOL,
            "http_version": "1.1",
            "method": request.method,
            "scheme": self._scheme,
            "path": path,
            "raw_path": path.encode(),
            "query_string": query.encode(),
            "root_path": "",
            "headers": [(name.encode(), value.encode()) for name, value in headers],
            "client": ("127.0.0.1", 0),
            "server": self._server,
        }

    def _shown(self, headers: Sequence[tuple[bytes, bytes]]) -> Headers:
        """The headers that a page sees; cookies stay here."""
        shown = [(name.decode().lower(), value.decode("latin-1")) for name, value in headers]
        for name, value in shown:
            if name == "set-cookie":
                self._jar.take(value)
        return [(name, value) for name, value in shown if name not in HELD_BACK]


_PROTOCOL = {"asgi": {"version": "3.0", "spec_version": "2.3"}}
