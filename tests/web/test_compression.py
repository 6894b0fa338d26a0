"""Pages are compressed, but none that shows a secret, and no stream."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from typing import Any

import pytest
from starlette.types import Message

from dominoes_rules.web.app import app
from tests.web.clients import begin, serving, settings


def test_what_everybody_may_see_is_compressed(tmp_path: Path) -> None:
    with serving(tmp_path) as client:
        ana = begin(client, friends="1")
        for path in ("/", "/analyse", "/static/table.js", "/static/web.css", f"/t/{ana.room}/"):
            answer = client.get(path)
            assert answer.headers["Content-Encoding"] == "gzip", path
            assert int(answer.headers["Content-Length"]) < 0.45 * len(answer.content), path
            plain = client.get(path, headers={"Accept-Encoding": "identity"})
            assert "Content-Encoding" not in plain.headers
            assert plain.content == answer.content
        with_cookie = client.get("/static/table.js", headers={"Cookie": "player=x"})
        assert with_cookie.headers["Content-Encoding"] == "gzip"


def test_no_answer_with_a_secret_is_compressed(tmp_path: Path) -> None:
    """Each is asked for with the cookies of those to whom secrets are shown."""
    with serving(tmp_path) as client:
        ana = begin(client, friends="1")
        secrets = [*{*re.findall(r"/sit/([\w-]{22})", ana.view()["links"])}]
        token = re.findall(r'name="table" value="([^"]+)"', ana.get("").text)[0]
        assert len(secrets) == 1
        evening = {"game": "block", "names": "Ana\nBob\nEva\nIan", "rounds": "2", "size": "2"}
        client.post("/evening", data=evening)
        page = client.get("/evening")
        secrets += {*re.findall(r"/evening/player/([\w-]{22})", page.text)}
        secrets += {token, *re.findall(r'name="token" value="([^"]+)"', page.text)}
        assert len({*secrets}) == 7
        client.cookies.set("seat", ana.cookie)
        seen = set()
        for path in ("", "view", "record"):
            answer = client.get(f"/t/{ana.room}/{path}")
            seen |= {secret for secret in secrets if secret in answer.text}
            assert "Content-Encoding" not in answer.headers
        assert "Content-Encoding" not in page.headers
        assert len(seen) == 2
        client.cookies.clear()  # and nobody else is shown any of them
        for path in ("/", f"/t/{ana.room}/", f"/t/{ana.room}/view", "/evening", "/analyse"):
            answer = client.get(path)
            assert not any(secret in answer.text for secret in secrets), path


@pytest.mark.parametrize("cookie", [[], [(b"cookie", b"seat=x")]])
def test_no_stream_is_compressed(tmp_path: Path, cookie: list[tuple[bytes, bytes]]) -> None:
    async def follow() -> None:
        served = app(settings(tmp_path, auto=False))
        hall = served.state.tables.hall
        await hall.open()
        room, _ = hall.begin("block", 2, "Ana", [""], think=0)
        sent: asyncio.Queue[Message] = asyncio.Queue()
        headers = [(b"host", b"127.0.0.1"), (b"accept-encoding", b"gzip"), *cookie]
        scope: dict[str, Any] = {
            "type": "http", "method": "GET", "path": f"/t/{room.name}/events", "headers": headers,
            "query_string": b"", "client": ("127.0.0.1", 1), "server": ("127.0.0.1", 80),
            "scheme": "http", "app": served, "http_version": "1.1",
        }  # fmt: skip
        here = asyncio.Event()

        async def receive() -> Message:
            await here.wait()
            return {"type": "http.disconnect"}

        task = asyncio.create_task(served(scope, receive, sent.put))
        start, first = await sent.get(), await sent.get()
        assert b"content-encoding" not in dict(start["headers"])
        assert b"event: view" in first["body"]
        here.set()
        await task
        await hall.close()

    asyncio.run(asyncio.wait_for(follow(), 60))
