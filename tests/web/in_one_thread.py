"""The application without a thread, a process or a compiled package, as in a browser.

`python -m tests.web.in_one_thread FOLDER` plays a round against bots there, asks for a hint, a
review and positions, and prints what it has seen as JSON.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import secrets
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, NoReturn
from urllib.parse import urlencode

ABSENT = ("_multiprocessing", "joblib", "multiprocessing", "numba", "numpy", "resource", "uvicorn")


def not_here(*_: object, **__: object) -> NoReturn:
    raise RuntimeError("a browser has no threads, processes or signals")


if __name__ == "__main__":  # before anything else is imported
    for name in ABSENT:
        sys.modules[name] = None  # type: ignore[assignment]
    threading.Thread.start = not_here  # type: ignore[method-assign]
    subprocess.Popen = os.fork = signal.signal = not_here  # type: ignore[misc, assignment]

from starlette.types import ASGIApp, Message  # noqa: E402 (after all that a browser lacks is gone)

from dominoes_rules.reviewing.review_options import ReviewOptions  # noqa: E402
from dominoes_rules.solving import hint  # noqa: E402
from dominoes_rules.web.analysis import review_answers  # noqa: E402
from dominoes_rules.web.app import app  # noqa: E402
from dominoes_rules.web.in_browser.settings_here import settings_here  # noqa: E402
from dominoes_rules.web.in_browser.workers_here import workers_here  # noqa: E402
from dominoes_rules.web.settings import Pace  # noqa: E402
from dominoes_solver.limit import Limit  # noqa: E402
from tests.web.interpreters import AtOnce  # noqa: E402

ROOT = "/far/away/app"
SEED = 4
"""Of every match."""
LATE = (
    "partnership A:00.30.32.44.51.52.55/B:x7/C:x7/D:x7 play:66,-,-,65l,63r,53l,30l,10l,21l,20l,"
    "32r,62r,61r,11r,00l,60l,64l,40l,51r,-,50l,- opener:C"
)


class Loop(asyncio.SelectorEventLoop):
    """What is to be done in a thread is done at once, as in a browser."""

    def run_in_executor(  # type: ignore[override]
        self, _: object, act: Callable[..., Any], *given: Any
    ) -> asyncio.Future[Any]:
        done = self.create_future()
        done.set_result(act(*given))
        return done


class Browser:
    """A browser with one cookie."""

    def __init__(self, served: ASGIApp) -> None:
        self._served, self._cookie = served, ""

    async def ask(self, method: str, path: str, body: bytes = b"", **headers: str) -> Any:
        """The status of an answer, its headers and its text."""
        path, _, query = path.partition("?")
        headers |= {"host": "example.org"} | ({"cookie": self._cookie} if self._cookie else {})
        scope = {
            "type": "http", "method": method, "scheme": "https", "path": path,
            "query_string": query.encode(), "client": ("127.0.0.1", 0), "http_version": "1.1",
            "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
        }  # fmt: skip
        sent: list[Message] = []
        arriving = [{"type": "http.request", "body": body, "more_body": False}]

        async def receive() -> Message:
            if not arriving:
                await asyncio.get_running_loop().create_future()
            return arriving.pop()

        async def send(message: Message) -> None:
            sent.append(message)

        await self._served(scope, receive, send)
        got = {name.decode(): value.decode() for name, value in sent[0]["headers"]}
        if "set-cookie" in got:
            self._cookie = got["set-cookie"].partition(";")[0]
        return sent[0]["status"], got, b"".join(part["body"] for part in sent[1:]).decode()

    async def post(self, path: str, room: str, **body: object) -> int:
        headers = {"content-type": "application/json", "x-table": room}
        status: int = (await self.ask("POST", path, json.dumps(body).encode(), **headers))[0]
        return status


async def played(browser: Browser, level: str, asks: bool) -> dict[str, object]:
    """A round against bots of a level; who asks has a hint first, and sees a review at the end."""
    form = urlencode({"name": "Ana", "game": "block", "level": level, "friends": "0"}).encode()
    kind = {"content-type": "application/x-www-form-urlencoded"}
    _, headers, _ = await browser.ask("POST", f"{ROOT}/tables", form, **kind)
    _, headers, _ = await browser.ask("GET", headers["location"])
    here, hints = headers["location"], list[str]()
    room = here.split("/")[-2]

    async def view() -> dict[str, Any]:
        shown: dict[str, Any] = json.loads((await browser.ask("GET", f"{here}view?w=wide"))[2])
        return shown

    while "over" not in (seen := await view()):
        if not seen["mine"]:
            await asyncio.sleep(0)
            continue
        moves = re.findall(r'data-moves?="([^" ]+)', seen["hand"])
        if not moves:  # what is forced is about to be done
            await asyncio.sleep(0)
            continue
        if asks and not hints and len(moves) > 1:
            await browser.post(f"{here}do", room, act="hint", version=seen["version"])
            while "Searching" in (seen := await view())["hint"]:
                await asyncio.sleep(0)
            hints.append(seen["hint"])
        status = await browser.post(f"{here}move", room, move=moves[0], version=seen["version"])
        assert status == 200, moves
    pages = [here, f"{here}review/A?round=1", f"{here}review/A/events?round=1"] if asks else []
    return {
        "hints": hints,
        "pages": [(await browser.ask("GET", page))[2] for page in pages],
        "over": seen["over"],
    }


async def walk(folder: Path) -> dict[str, object]:
    """What is seen on a walk through the pages."""
    settings, ports = settings_here("https://example.org", ROOT, folder), AtOnce()
    quick = Pace(forced=0.0, bot=0.0, bot_limit=settings.pace.bot_limit)
    served = app(replace(settings, pace=quick), workers_here(ports))
    browser, position = Browser(served), urlencode({"position": LATE})
    async with served.router.lifespan_context(served):
        _, headers, start = await browser.ask("GET", f"{ROOT}/")
        return {
            "headers": headers,
            "start": start,
            "board": (await browser.ask("GET", f"{ROOT}/analyse?{position}"))[2],
            "solved": (await browser.ask("GET", f"{ROOT}/api/solve?{position}"))[2],
            "casual": await played(browser, "casual", asks=False),
            "club": await played(browser, "club", asks=True),
            "expert": await played(browser, "expert", asks=False),
            "interpreters": ports.opened,
        }


if __name__ == "__main__":
    hint.HINT = Limit(worlds=3)  # or time is all that it takes
    vars(secrets)["randbits"] = lambda _: SEED  # or a deal may leave Ana no choice
    vars(review_answers)["ReviewOptions"] = partial(ReviewOptions, worlds=1, model="counted")
    seen = Loop().run_until_complete(walk(Path(sys.argv[1])))
    sys.stdout.write(json.dumps(seen))
