"""Clients of tables in the browser, without a browser."""

from __future__ import annotations

import re
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import httpx2
from starlette.testclient import TestClient

from dominoes_rules import library
from dominoes_rules.bots.levels import LEVELS
from dominoes_rules.web.app import app
from dominoes_rules.web.http.web_server import web_server
from dominoes_rules.web.settings import Pace, Settings, Shares

_Seen = TypeVar("_Seen")
SECONDS = 120.0
HERE = "http://127.0.0.1"
QUICK = Pace(forced=0.0, bot=0.0, away=30.0)
SOON_AWAY = Pace(forced=0.0, bot=0.0, away=0.05)
MANY = Shares(
    streams=200, posts_per_second=10_000, posts_at_once=10_000, questions_at_once=10_000,
    rooms=1000, wrong_secrets_a_minute=1000,
)  # fmt: skip


def settings(folder: Path, **options: Any) -> Settings:
    games = {name: library.variant(name) for name in library.variants()}
    usual: dict[str, Any] = {"games": games, "pace": QUICK, "shares": MANY}
    return Settings(folder=folder / "tables", **(usual | options))


@contextmanager
def serving(folder: Path, **options: Any) -> Iterator[TestClient]:
    """A server of its own, and a browser for it."""
    with TestClient(app(settings(folder, **options)), base_url=HERE) as client:
        yield client


class ServerProcess:
    """A server in a process of its own, which can be killed and started again.

    Its tables make no move by themselves: there are no bots, and forced moves are the players'.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.start()

    def start(self) -> None:
        words = [sys.executable, "-m", "tests.web.clients", str(self.folder)]
        self._process = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)
        assert self._process.stdout is not None
        port = self._process.stdout.readline().strip()
        self.client = httpx2.Client(base_url=f"{HERE}:{port}", timeout=30.0)

    def kill(self) -> None:
        """End it without a word of warning."""
        self._process.kill()
        self._process.communicate()

    def close(self) -> None:
        self.client.close()


def serve(folder: Path) -> None:
    """Serve tables on a free port, which is printed."""
    listener = socket.create_server(("127.0.0.1", 0))
    sys.stdout.write(f"{listener.getsockname()[1]}\n")
    sys.stdout.flush()
    games = {name: library.variant(name) for name in ("all_fives", "block", "draw", "partnership")}
    web_server(settings(folder, auto=False, games=games), "error").run(sockets=[listener])


class Player:
    """A browser that sits, or watches, at one table."""

    def __init__(
        self, client: httpx2.Client, room: str, cookie: str = "", kind: str = "seat"
    ) -> None:
        self.client, self.room, self.cookie, self.kind = client, room, cookie, kind

    def _headers(self, **more: str) -> dict[str, str]:
        return {
            "X-Table": self.room,
            **({"Cookie": f"{self.kind}={self.cookie}"} if self.cookie else {}),
        } | more

    def view(self, width: str = "wide") -> dict[str, Any]:
        path = f"/t/{self.room}/view?w={width}"
        answer = self.client.get(path, headers=self._headers())
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        return found

    def get(self, path: str) -> Any:
        return self.client.get(f"/t/{self.room}/{path}", headers=self._headers())

    def post(self, path: str, body: Mapping[str, object], **headers: str) -> Any:
        path = f"/t/{self.room}/{path}"
        return self.client.post(path, json=body, headers=self._headers(**headers))

    def moves(self, view: Mapping[str, Any]) -> list[str]:
        """The moves that the page offers."""
        html = view["hand"] + view["ends"] if 'class="said"' in view["ends"] else view["hand"]
        listed = [
            move for found in re.findall(r'data-moves="([^"]*)"', html) for move in found.split()
        ]
        return list(dict.fromkeys(listed + re.findall(r'data-move="([^"]*)"', html)))

    def act(self, act: str, **more: str) -> Any:
        return self.post("do", {"act": act, "version": self.view()["version"], **more})


def begin(client: httpx2.Client, **fields: str) -> Player:
    """A new table, with its host."""
    form = {"name": "Ana", "game": "block", "level": next(iter(LEVELS)), "friends": "0", **fields}
    answer = client.post("/tables", data=form, follow_redirects=False)
    assert answer.status_code == 303, answer.text
    link = answer.headers["location"]
    return seated(client, client.get(link, follow_redirects=False), link.split("/")[2])


def seated(client: httpx2.Client, answer: Any, room: str) -> Player:
    """The player whom an answer seats."""
    assert answer.status_code == 303, answer.text
    assert answer.headers["location"] == f"/t/{room}/"
    cookie = answer.headers["set-cookie"]
    assert all(word in cookie for word in ("HttpOnly", "SameSite=strict", f"Path=/t/{room}/"))
    client.cookies.clear()  # each player sends a cookie of its own
    return Player(client, room, cookie.partition("seat=")[2].partition(";")[0])


def until(look: Callable[[], _Seen], good: Callable[[_Seen], object]) -> _Seen:
    """What is seen once it is as it should be."""
    end = time.monotonic() + SECONDS
    while not good(seen := look()):
        assert time.monotonic() < end, seen
        time.sleep(0.02)
    return seen


if __name__ == "__main__":
    serve(Path(sys.argv[1]))
