"""What strangers do to a server of tables, against one that listens on loopback.

    python3 -m benchmarks.web_attacks [NAME ...]

Each attack has a server of its own, in a process of its own. A line says how it ended, and whether
a visitor was answered meanwhile.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import re
import resource
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import httpx2 as httpx

HERE = "127.0.0.1"
PATIENCE = 30.0
"""Seconds."""
HALF = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: "
WHOLE = b"GET /static/web.css HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
FEW_DESCRIPTORS = 256
SECONDS_TO_WAIT = 40.0
"""For connections that nobody needs to end."""
MANY_TABLES = 600
SLOW = "master"
"""A level of bots that think."""


class Attacked:
    """A server in a process of its own."""

    def __init__(self, folder: Path, descriptors: int = 0) -> None:
        self.folder = folder
        words = [sys.executable, "-m", "dominoes_rules", "web", "--port", "0", "--no-browser"]
        words += ["--tables", str(folder / "tables")]

        self.log = folder / "log"
        with self.log.open("w") as log:
            self.process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=log, text=True)
        if descriptors:  # before it has got so far as to ask for more
            resource.prlimit(self.process.pid, resource.RLIMIT_NOFILE, (descriptors, descriptors))
        assert self.process.stdout is not None
        self.port = int(re.findall(r":(\d+)/", self.process.stdout.readline())[0])
        self.address = f"http://{HERE}:{self.port}"
        self.visit()

    def visit(self) -> float:
        """The seconds until a visitor has the start page. Raises `OSError` if nobody answers."""
        began = time.monotonic()
        while True:
            try:
                httpx.get(f"{self.address}/", timeout=PATIENCE).raise_for_status()
                return time.monotonic() - began
            except httpx.HTTPError as error:
                if time.monotonic() - began > PATIENCE:
                    raise OSError(str(error)) from None
                time.sleep(0.1)

    def connect(self, data: bytes) -> socket.socket:
        """A connection that has sent something."""
        connection = socket.create_connection((HERE, self.port), PATIENCE)
        with contextlib.suppress(OSError):
            connection.sendall(data)
        return connection

    def stop(self) -> tuple[float, float]:
        """End the server with SIGTERM; the seconds that it takes, and those of a processor."""
        began, before = time.monotonic(), resource.getrusage(resource.RUSAGE_CHILDREN)
        used = [int(word) for word in self._statistics()[13:15]]
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(PATIENCE)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        return time.monotonic() - began, seconds - sum(used) / os.sysconf("SC_CLK_TCK")

    def _statistics(self) -> list[str]:
        return Path(f"/proc/{self.process.pid}/stat").read_text("ascii").split()

    @property
    def log_lines(self) -> int:
        return self.log.read_text("utf-8").count("\n")


def is_open(connection: socket.socket) -> bool:
    """Whether the server has not ended a connection."""
    connection.setblocking(False)
    try:
        while data := connection.recv(65_536):
            del data
    except BlockingIOError:
        return True
    except OSError:
        return False
    return False


def half_requests(server: Attacked) -> str:
    """One request that is answered, then half of the next."""
    connections = [server.connect(WHOLE) for _ in range(60)]
    time.sleep(0.5)
    for connection in connections:
        with contextlib.suppress(OSError):
            connection.sendall(HALF)
    time.sleep(SECONDS_TO_WAIT)
    left = sum(map(is_open, connections))
    return f"{left} of 60 half requests are open after {SECONDS_TO_WAIT:.0f} s"


def few_descriptors(server: Attacked) -> str:
    """More connections than the server may have files open."""
    connections = []
    with contextlib.suppress(OSError):
        connections += [server.connect(HALF) for _ in range(2 * FEW_DESCRIPTORS)]
    time.sleep(5)
    try:
        answered = f"a visitor waits {server.visit():.2f} s"
    except OSError:
        answered = "a visitor is not answered"
    left = sum(map(is_open, connections))
    return f"{left} connections are open, {answered}, {server.log_lines} lines in the log"


def table(server: Attacked, level: str = "casual", friends: int = 0) -> tuple[str, str]:
    """A new table: its name, and the cookie of its host."""
    form = {"name": "Ana", "game": "block", "level": level, "friends": str(friends)}
    with httpx.Client(base_url=server.address, timeout=PATIENCE) as http:
        link = http.post("/tables", data=form).headers["location"]
        return link.split("/")[2], http.get(link).cookies["seat"]


def watchers(server: Attacked) -> str:
    """Three hundred pages that watch one table, all at once."""
    room, _ = table(server)
    return f"{streams(server, room, 300)} of 300 watchers of one address are let in"


def streams(server: Attacked, room: str, count: int) -> int:
    """How many of so many pages that are opened at once get a view."""
    ask = f"GET /t/{room}/events HTTP/1.1\r\nHost: {HERE}\r\n\r\n".encode()
    pages = [server.connect(ask) for _ in range(count)]
    time.sleep(5)
    answers = []
    for page in pages:
        page.setblocking(False)
        with contextlib.suppress(OSError):
            answers.append(page.recv(65_536))
        page.close()
    return sum(b"200 OK" in answer for answer in answers)


def thinking_bots(_: Attacked) -> str:
    """Many tables at which bots think, when the server is told to end."""
    with tempfile.TemporaryDirectory() as folder:
        tables = Path(folder, "tables")
        subprocess.run(
            [sys.executable, "-m", "benchmarks.web_attacks", "--make", str(tables)], check=True
        )
        server = Attacked(Path(folder))
        time.sleep(2)
        seconds, used = server.stop()
        return f"with {MANY_TABLES} tables SIGTERM takes {seconds:.2f} s, processor {used:.2f} s"


def make_tables(folder: Path) -> None:
    """Keep tables at which a bot is to move."""
    import asyncio

    from dominoes_rules import library
    from dominoes_rules.web.hall import Hall
    from dominoes_rules.web.settings import Pace, Settings

    async def make() -> None:
        hall = Hall(
            Settings(
                games={"draw": library.variant("draw")}, folder=folder, pace=Pace(bot=PATIENCE)
            )
        )
        await hall.open()
        for _ in range(MANY_TABLES):
            room, _ = hall.begin("draw", 2, "Ana", [SLOW], think=0)
            room.reseat(replace(room.seats["A"], person=False, bot=SLOW))
        await hall.close()

    asyncio.run(make())


ATTACKS: dict[str, Callable[[Attacked], str]] = {
    attack.__name__: attack for attack in (half_requests, few_descriptors, watchers, thinking_bots)
}


@contextlib.contextmanager
def attacked(descriptors: int = 0) -> Iterator[Attacked]:
    """A server that is ended afterwards."""
    with tempfile.TemporaryDirectory() as folder:
        server = Attacked(Path(folder), descriptors)
        try:
            yield server
        finally:
            server.process.kill()
            server.process.communicate()


def main() -> None:
    """Attack."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", choices=[[], *ATTACKS])
    parser.add_argument("--make", type=Path, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.make:
        make_tables(args.make)
        return
    for name in args.names or ATTACKS:
        with attacked(FEW_DESCRIPTORS if name == "few_descriptors" else 0) as server:
            print(f"{name}: {ATTACKS[name](server)}", flush=True)


if __name__ == "__main__":
    main()
