"""The bridge to an application in a browser, and what the browser keeps."""

from __future__ import annotations

import asyncio
import io
import re
import zipfile
from collections.abc import Callable
from contextlib import AsyncExitStack, suppress
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import urlencode

import pytest
from starlette.testclient import TestClient

from dominoes_rules.web.app import app
from dominoes_rules.web.in_browser.bridge import Bridge, Headers, PageRequest
from dominoes_rules.web.in_browser.cookie_jar import CookieJar
from dominoes_rules.web.in_browser.kept_folder import COOKIES, KeptFolder, NotAnExport
from dominoes_rules.web.in_browser.pages_interpreter import PagesInterpreter
from dominoes_rules.web.in_browser.settings_here import settings_here
from dominoes_rules.web.in_browser.workers_here import workers_here
from tests.web.interpreters import Missing

ORIGIN = "https://example.org"
ROOT = "/far/app"
FORM = ("Content-Type", "application/x-www-form-urlencoded")
TABLE = {"name": "Eva", "game": "block", "seats": "2", "B": "casual", "level": "casual"}
SECONDS = 30.0
BROKEN = "This is no file of saved games."


class Answer:
    """What a page gets."""

    def __init__(self) -> None:
        self.status, self.headers, self.body = 0, dict[str, str](), b""
        self.arrived = asyncio.Event()

    def begin(self, status: int, headers: Headers) -> None:
        self.status, self.headers = status, dict(headers)

    def part(self, data: bytes) -> None:
        self.body += data
        self.arrived.set()


async def answered(
    bridge: Bridge | PagesInterpreter, method: str, target: str, *headers: Any, body: bytes = b""
) -> Answer:
    answer = Answer()
    request = PageRequest(method, ROOT + target, headers, body)
    await bridge.answer(request, answer)
    return answer


def within(act: Callable[[], Any]) -> None:
    asyncio.run(asyncio.wait_for(act(), SECONDS))


def neutral(page: str) -> str:
    """A page without what is different each time."""
    return re.sub(r"/t/\w{8}|\"\w{8}\"|value=\"[\w-]{22}\"|\"\d+\"", "-", page)


async def begun(bridge: Bridge | PagesInterpreter) -> str:
    """Begin a table as a browser does, which follows where it is led; the path of the table."""
    answer = await answered(bridge, "POST", "/tables", FORM, body=urlencode(TABLE).encode())
    while answer.status == 303:
        assert "set-cookie" not in answer.headers
        path = answer.headers["location"].removeprefix(ROOT)
        answer = await answered(bridge, "GET", path)
    assert answer.status == 200
    return path


def test_pages_get_what_a_server_answers(tmp_path: Path) -> None:
    def application(folder: str) -> Any:
        settings = settings_here(ORIGIN, ROOT, tmp_path / folder)
        return app(settings, workers_here(Missing()))

    with TestClient(
        application("server"), ORIGIN, headers={"Accept-Encoding": "identity"}
    ) as client:
        led = client.post(f"{ROOT}/tables", data=TABLE)
        expected = [
            client.get(f"{ROOT}{path}") for path in ("/", "/pad", "/nowhere", "/t/aaaaaaaa/")
        ]

    async def act() -> None:
        bridge = Bridge(application("here"), ORIGIN, CookieJar())
        async with bridge.open():
            for path, answer in zip(
                ("/", "/pad", "/nowhere", "/t/aaaaaaaa/"), expected, strict=True
            ):
                here = await answered(bridge, "GET", path)
                assert (here.status, here.body) == (answer.status_code, answer.content)
                assert here.headers == {**answer.headers}
            path = await begun(bridge)
            page = await answered(bridge, "GET", path)
            assert neutral(page.body.decode()) == neutral(led.text)

    within(act)


def test_a_stream_flows_until_nobody_waits_for_it(tmp_path: Path) -> None:
    async def act() -> None:
        application = app(settings_here(ORIGIN, ROOT, tmp_path), workers_here(Missing()))
        bridge = Bridge(application, ORIGIN, CookieJar())
        async with bridge.open():
            path, answer = await begun(bridge), Answer()
            request = PageRequest("GET", f"{ROOT}{path}events?w=narrow")
            stream = asyncio.create_task(bridge.answer(request, answer))
            await answer.arrived.wait()
            assert answer.status == 200
            assert answer.body.startswith(b"id:")
            room = next(iter(application.state.tables.hall.rooms.values()))
            assert not room.attendance.is_empty
            request.gone.set()
            await stream
            assert room.attendance.is_empty

    within(act)


def test_a_fault_is_answered_and_ends_nothing_else(caplog: pytest.LogCaptureFixture) -> None:
    async def broken(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "lifespan":
            await receive()
            await send({"type": "lifespan.startup.complete"})
            await receive()
            return
        if scope["path"].endswith("/late"):
            await send({"type": "http.response.start", "status": 200, "headers": []})
        raise ZeroDivisionError

    async def act() -> None:
        bridge = Bridge(broken, ORIGIN, CookieJar())
        async with bridge.open():
            assert (await answered(bridge, "GET", "/early")).status == 500
            assert (await answered(bridge, "GET", "/late")).status == 200

    within(act)
    assert len(caplog.records) == 2


def test_an_application_that_can_not_start_says_so() -> None:
    async def failing(_: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "lifespan.startup.failed", "message": "no folder"})

    async def act() -> None:
        async with Bridge(failing, ORIGIN, CookieJar()).open():
            pass

    with pytest.raises(OSError, match="no folder"):
        within(act)


def test_cookies_are_shown_below_their_path_until_they_are_taken_back() -> None:
    jar = CookieJar()
    jar.take("seat=abc; Path=/app/t/one/; HttpOnly; Max-Age=60")
    jar.take("player=xyz; Path=/app")
    jar.take("no cookie; ; =")
    assert jar.shown("/app/t/one/view") == "seat=abc; player=xyz"
    assert jar.shown("/app") == "player=xyz"
    assert not jar.shown("/apple")
    jar.add([("/app", "player", "other"), ("/", "more", "1")])
    assert jar.shown("/app") == "player=xyz; more=1"
    jar.take("player=; Path=/app; Max-Age=0")
    assert jar.shown("/app") == "more=1"


def test_a_table_goes_on_where_its_file_is_imported(tmp_path: Path) -> None:
    def interpreter(folder: str) -> PagesInterpreter:
        (tmp_path / folder).mkdir()
        return PagesInterpreter(ORIGIN, ROOT, f"{tmp_path / folder}", Missing())

    async def act() -> None:
        async with AsyncExitStack() as stack:
            first, second = interpreter("first"), interpreter("second")
            for each in (first, second):
                await each.open()
                stack.push_async_callback(each.close)
            assert not first.has_changed()
            path = await begun(first)
            assert first.has_changed()
            assert not first.has_changed()
            assert path.encode() in (await answered(first, "GET", "/saved")).body
            file = await answered(first, "GET", "/saved/file")
            assert file.headers["content-type"] == "application/zip"
            for added in (2, 0):
                taken = await answered(second, "POST", "/saved/file", body=file.body)
                assert taken.body == f'{{"added":{added},"here":{2 - added}}}'.encode()
            refused = await answered(second, "POST", "/saved/file", body=b"no zip")
            assert (refused.status, BROKEN.encode() in refused.body) == (422, True)
            assert second.has_changed()
            await second.close()
            again = PagesInterpreter(ORIGIN, ROOT, f"{tmp_path / 'second'}", Missing())
            await again.open()
            stack.push_async_callback(again.close)
            pages = [await answered(each, "GET", path) for each in (first, again)]
            assert "Hint" in pages[1].body.decode()
            assert neutral(pages[0].body.decode()) == neutral(pages[1].body.decode())

    within(act)


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("../abcdefgh.match", b""),
        ("/abcdefgh.match", b""),
        ("abcdefgh", b""),
        ("abcdefgh.1.2.match", b""),
        ("tables/abcdefgh.json", b""),
        (COOKIES, b"{}"),
        (COOKIES, b'[["/", "seat"]]'),
        (COOKIES, b'[["/", "seat", "a; b"]]'),
        (COOKIES, b'[["/", "seat", "a\\n"]]'),
        ("abcdefgh.match", bytes(40 * 2**20)),
    ],
)
def test_a_file_that_was_not_exported_adds_nothing(
    tmp_path: Path, name: str, content: bytes
) -> None:
    (tmp_path / "tables").mkdir()
    kept = KeptFolder(tmp_path, tmp_path / "tables")
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("bcdefghi.match", b"")
        archive.writestr(name, content)
    with pytest.raises(NotAnExport):
        kept.take(data.getvalue())
    assert not kept.has_changed()
    assert not [*(tmp_path / "tables").iterdir()]
    assert not kept.jar.entries


@pytest.mark.parametrize("method", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2])
def test_a_damaged_file_is_refused_or_read(tmp_path: Path, method: int) -> None:
    (tmp_path / "tables").mkdir()
    kept = KeptFolder(tmp_path, tmp_path / "tables")
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", method) as archive:
        archive.writestr("bcdefghi.match", Random(1).randbytes(99))
        archive.writestr(COOKIES, b"[]")
    for place in range(len(data.getvalue())):
        for change in (1, 0x80, 0xFF):
            damaged = bytearray(data.getvalue())
            damaged[place] ^= change
            with suppress(NotAnExport):
                kept.take(bytes(damaged))
