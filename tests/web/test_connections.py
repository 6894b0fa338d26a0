"""Connections end where a browser sends or reads too slowly, and no address takes all of them."""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from uvicorn.server import ServerState

from dominoes_rules.web import guards
from dominoes_rules.web.app import app
from dominoes_rules.web.http import timed_protocol, web_server
from dominoes_rules.web.http.timed_protocol import OpenConnections, TimedProtocol
from dominoes_rules.web.settings import Shares
from tests.web.clients import settings

HERE = "127.0.0.1"
SECONDS = 30.0
SOON = 0.05
"""Seconds."""
HOST = b"Host: 127.0.0.1\r\n"
FORM = b"Content-Type: application/x-www-form-urlencoded\r\n"
WHOLE = b"GET /static/web.css?v=0 HTTP/1.1\r\n" + HOST + b"\r\n"
HALF_BODY = b"POST /tables HTTP/1.1\r\n" + HOST + FORM + b"Content-Length: 9\r\n\r\nname"
FOREIGN = HALF_BODY.replace(FORM, FORM + b"Sec-Fetch-Site: cross-site\r\n")
"""It is refused before its body has arrived."""


@asynccontextmanager
async def listening(served: Any, shares: Shares, in_all: int = 1000) -> AsyncIterator[int]:
    """The port at which an application is served by our protocol."""
    config = uvicorn.Config(served, log_level="critical", lifespan="off", ws="none")
    config.load()
    open_ones, state = OpenConnections(shares, in_all), ServerState()
    server = await asyncio.get_running_loop().create_server(
        lambda: TimedProtocol(open_ones, config=config, server_state=state, app_state={}), HERE, 0
    )
    try:
        yield server.sockets[0].getsockname()[1]
    finally:
        server.close()


async def heard_after(folder: Path, first: bytes, second: bytes) -> bytes:
    """All that a connection brings until it ends: something is sent, answered, and more is sent."""
    async with listening(app(settings(folder)), Shares()) as port:
        reader, writer = await asyncio.open_connection(HERE, port)
        heard = b""
        writer.write(first)
        if first:
            heard = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), SECONDS)
            writer.write(second)
        heard += await asyncio.wait_for(reader.read(), SECONDS)
        writer.close()
        return heard


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("SECONDS_TO_ASK", "SECONDS_TO_SEND_BODY", "SECONDS_TO_READ"):
        monkeypatch.setattr(timed_protocol, name, SOON)


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize(
    ("first", "second"),
    [
        (WHOLE, WHOLE[:20]),
        (WHOLE, WHOLE + WHOLE[:-2]),
        (WHOLE + WHOLE[:20], b""),
        (WHOLE, FOREIGN),
        (FOREIGN, b"=Eve"),
        (FOREIGN, b"=Eve&" + WHOLE + WHOLE[:20]),
        (b"GET /?q HTTP/1.1\r\n" + HOST + b"Content-Length: 9\r\n\r\n", b"1"),
    ],
)
def test_every_request_of_a_connection_has_to_arrive(
    tmp_path: Path, first: bytes, second: bytes
) -> None:
    assert b"HTTP/1.1 " in asyncio.run(heard_after(tmp_path, first, second))


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("sent", [b"", WHOLE[:-2], WHOLE[:3]])
def test_the_first_request_has_to_arrive(tmp_path: Path, sent: bytes) -> None:
    async def silent() -> bytes:
        async with listening(app(settings(tmp_path)), Shares()) as port:
            reader, writer = await asyncio.open_connection(HERE, port)
            writer.write(sent)
            heard = await asyncio.wait_for(reader.read(), SECONDS)
            writer.close()
            return heard

    assert asyncio.run(silent()) == b""


@pytest.mark.usefixtures("impatient")
def test_a_byte_now_and_then_gives_no_more_time(tmp_path: Path) -> None:
    async def dribble() -> None:
        async with listening(app(settings(tmp_path)), Shares()) as port:
            reader, writer = await asyncio.open_connection(HERE, port)
            writer.write(WHOLE[:-2] + b"X-Slow: ")
            while not reader.at_eof() and reader.exception() is None:
                writer.write(b"x")
                await asyncio.sleep(SOON / 10)
            writer.close()

    asyncio.run(asyncio.wait_for(dribble(), SECONDS))


def test_a_body_that_does_not_arrive_is_answered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guards, "SECONDS_TO_SEND", SOON)
    monkeypatch.setattr(timed_protocol, "SECONDS_TO_SEND_BODY", 10 * SOON)
    assert asyncio.run(heard_after(tmp_path, HALF_BODY, b"")).startswith(b"HTTP/1.1 408")


@pytest.mark.usefixtures("impatient")
def test_a_browser_that_reads_nothing_is_not_waited_for() -> None:
    async def deaf() -> None:
        ended = asyncio.Event()

        async def endless(_: Any, receive: Any, send: Any) -> None:
            await send({"type": "http.response.start", "status": 200, "headers": []})
            await receive()
            gone = asyncio.ensure_future(receive())
            while not gone.done():
                data = b"x" * 65_536
                await send({"type": "http.response.body", "body": data, "more_body": True})
                await asyncio.sleep(0)
            ended.set()

        async with listening(endless, Shares()) as port:
            with socket.create_connection((HERE, port)) as page:
                page.sendall(WHOLE)
                await asyncio.wait_for(ended.wait(), SECONDS)

    asyncio.run(deaf())


async def answered(port: int) -> tuple[bool, asyncio.StreamWriter]:
    """Whether a new connection is answered; it stays open."""
    reader, writer = await asyncio.open_connection(HERE, port)
    try:
        writer.write(WHOLE)
        return bool(await asyncio.wait_for(reader.read(1), SECONDS)), writer
    except ConnectionError:
        return False, writer


@pytest.mark.parametrize(
    ("shares", "in_all", "most"),
    [
        (Shares(connections=3), 1000, 3),
        (Shares(connections_in_all=8), 1000, 4),  # one address has half of all
        (Shares(), 8, 4),
    ],
)
def test_an_address_has_so_many_connections_and_no_more(
    tmp_path: Path, shares: Shares, in_all: int, most: int
) -> None:
    async def crowd() -> None:
        async with listening(app(settings(tmp_path)), shares, in_all) as port:
            pages = [await answered(port) for _ in range(most + 2)]
            assert [good for good, _ in pages] == [True] * most + [False] * 2
            pages[0][1].close()
            while not (good := (later := await answered(port))[0]):  # the server has to see it
                later[1].close()
            assert good
            for _, page in (*pages, later):
                page.close()

    asyncio.run(asyncio.wait_for(crowd(), SECONDS))


def test_without_descriptors_the_log_has_one_line(caplog: pytest.LogCaptureFixture) -> None:
    context = {"message": web_server.OUT_OF_DESCRIPTORS, "exception": OSError(24, "Too many")}

    async def starve() -> None:
        loop, complaints = asyncio.get_running_loop(), web_server.Complaints()
        for _ in range(100):
            complaints(loop, context)
        complaints(loop, {"message": "something else"})

    with caplog.at_level(logging.WARNING):
        asyncio.run(starve())
    assert [record.getMessage()[:24] for record in caplog.records] == [
        "no connection can be acc",
        "something else",
    ]


def test_asyncio_still_calls_it_so() -> None:
    source = Path(asyncio.selector_events.__file__).read_text("utf-8")
    assert f"'{web_server.OUT_OF_DESCRIPTORS}'" in source
