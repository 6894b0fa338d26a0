"""What stands before every request: headers, foreign pages, rates, sizes."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any
from urllib.parse import parse_qs

from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection, Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from dominoes_lang.text.json_text import NotJson, read_json
from dominoes_rules.server.limits import Addresses, Limits, Tokens, address_of
from dominoes_rules.speech.speech import marked
from dominoes_rules.web.refusals import Rejected, forbidden, malformed
from dominoes_rules.web.settings import Shares
from dominoes_rules.web.table_seats import hashed

MOST_ADDRESSES = 10_000
SECONDS_OF_A_MINUTE = 60.0
SECONDS_TO_SEND = 10.0
"""For the body of a request to arrive."""
TOO_MANY_PAGES = marked(
    "Too many pages are open from this network. Close one, and this page goes on by itself."
)
JSON = "application/json"
FORM = "application/x-www-form-urlencoded"


class Headers:
    """Adds the headers that every answer has."""

    def __init__(self, app: ASGIApp, headers: Mapping[str, str]) -> None:
        self.app, self._headers = app, headers

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in self._headers.items():
                    headers[name] = value
                headers.setdefault("Cache-Control", "no-store")
            await send(message)

        await self.app(scope, receive, with_headers if scope["type"] == "http" else send)


class Rates:
    """How much each address takes: posts, wrong secrets, streams, tables."""

    def __init__(self, shares: Shares) -> None:
        self._shares = shares
        self._posts: dict[str, Tokens] = {}
        self._questions: dict[str, Tokens] = {}
        self._wrong: dict[str, Tokens] = {}
        self._rooms: dict[str, Tokens] = {}
        self._streams = Addresses(
            Limits(per_address=shares.streams, connections=shares.streams_in_all)
        )

    def post(self, address: str) -> None:
        """A request that changes something. Raises `Rejected` if there are too many."""
        shares = self._shares
        self._take(self._posts, address, shares.posts_per_second, shares.posts_at_once)

    def question(self, address: str) -> None:
        """A request that changes nothing. Raises `Rejected` if there are too many."""
        shares = self._shares
        rate, most = shares.questions_per_second, shares.questions_at_once
        self._take(self._questions, address, rate, most)

    def wrong_secret(self, address: str) -> None:
        """A link that leads nowhere. Raises `Rejected` if there were too many."""
        most = self._shares.wrong_secrets_a_minute
        self._take(self._wrong, address, most / SECONDS_OF_A_MINUTE, most)

    @contextmanager
    def stream(self, address: str) -> Iterator[None]:
        """An open page, which counts while this lasts. Raises `Rejected` for one too many."""
        if not self._streams.enter(address):
            raise Rejected(429, "too_many", TOO_MANY_PAGES)
        try:
            yield
        finally:
            self._streams.leave(address)

    def room(self, address: str, count: int) -> None:
        """A new table, beside so many of the same address. Raises `Rejected` if it is too many."""
        shares = self._shares
        self.expect_few_rooms(count)
        self._take(
            self._rooms, address, shares.rooms_per_minute / SECONDS_OF_A_MINUTE, shares.rooms
        )

    def expect_few_rooms(self, count: int) -> None:
        """Refuse one more table beside so many of the same address. Raises `Rejected`."""
        if count >= self._shares.rooms:
            raise Rejected(
                429,
                "too_many",
                marked("Too many tables are open from here. Close one, and try again."),
            )

    @staticmethod
    def _take(buckets: dict[str, Tokens], address: str, rate: float, most: int) -> None:
        now = time.monotonic()
        bucket = buckets.pop(address, None) or Tokens(rate, most, now)
        _bounded(buckets)
        buckets[address] = bucket  # the last is the one used last
        if bucket.take(now):
            bucket.give()
            raise Rejected(429, "too_often", marked("That was too often; wait a moment."))


def _bounded(kept: dict[str, Any]) -> None:
    if len(kept) >= MOST_ADDRESSES:
        del kept[next(iter(kept))]


def address(connection: HTTPConnection) -> str:
    """What counts as one address."""
    try:
        return address_of(connection.client.host if connection.client else "")
    except ValueError:
        return "unknown"


def expect_own_page(request: Request) -> None:
    """Refuse what another page has sent. Raises `Rejected`.

    A page that sends no referrer names no origin in its forms either; forms that do something have
    a secret or a token. Browsers send `Sec-Fetch-Site` over HTTPS and to this machine only.
    """
    site, origin = request.headers.get("sec-fetch-site"), request.headers.get("origin")
    own = f"{request.url.scheme}://{request.headers.get('host', '')}"
    nameless = "null" if kind_of(request) == FORM else None
    if site not in {None, "same-origin"} or origin not in {None, own, nameless}:
        raise forbidden(marked("This was sent by another page."))


def expect_no_other_page(request: Request) -> None:
    """Refuse what a page elsewhere asks for; to open an address is no such thing.

    Raises `Rejected`.
    """
    if request.headers.get("sec-fetch-site") not in {None, "none", "same-origin"}:
        raise forbidden(marked("This was asked for by another page."))


def kind_of(request: Request) -> str:
    """The type of what was sent."""
    return request.headers.get("content-type", "").partition(";")[0].strip()


def form_token(cookie: str) -> str:
    """What stands in a form in place of the header: nobody can make it without the cookie."""
    return hashed(f"form {cookie}")[:22]


async def body_of(request: Request, most: int) -> bytes:
    """The body of a request. Raises `Rejected` for one that is too large or takes too long."""
    parts, size = [], 0
    try:
        async with asyncio.timeout(SECONDS_TO_SEND):
            async for part in request.stream():
                size += len(part)
                if size > most:
                    raise Rejected(
                        413, "too_large", marked("A request has at most {most:,} bytes."), most=most
                    )
                parts.append(part)
    except TimeoutError:
        raise Rejected(408, "too_slow", marked("The request took too long to arrive.")) from None
    return b"".join(parts)


async def form_of(request: Request, most: int) -> dict[str, str]:
    """The fields of a form, of each the last. Raises `Rejected`."""
    if kind_of(request) != FORM:
        raise malformed(marked("This must be a form."))
    data = await body_of(request, most)
    try:
        fields = parse_qs(data.decode(), keep_blank_values=True, max_num_fields=50)
    except ValueError:
        raise malformed(marked("This form can't be read.")) from None
    return {name: values[-1] for name, values in fields.items()}


async def sent(request: Request, room: str, cookie: str, most: int) -> dict[str, Any]:
    """What a page has sent to its table, as JSON or as a form. Raises `Rejected`."""
    kind = kind_of(request)
    if kind == FORM:
        fields: dict[str, Any] = {**await form_of(request, most)}
        if fields.get("table") != form_token(cookie):
            raise malformed(marked("This form is not one of this table."))
        version = fields.get("version", "")
        if not (version.isascii() and version.isdigit() and len(version) < 10):
            raise malformed(marked("A form needs the version of the table."))
        return {**fields, "version": int(version)}
    if kind != JSON or request.headers.get("x-table") != room:
        raise malformed(
            marked("A request needs the header X-Table and the type {kind}."), kind=JSON
        )
    data = await body_of(request, most)
    try:
        body = read_json(data)
    except NotJson:
        raise malformed(marked("This is not JSON.")) from None
    if not isinstance(body, dict) or type(body.get("version")) is not int:
        raise malformed(marked("A request is an object with a version."))
    return body
