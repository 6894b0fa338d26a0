"""How much tables in the browser carry: rooms with two streams each, on loopback.

    python3 -m benchmarks.web_load [--rooms 50] [--seconds 60] [--think 1.0] [--silent 0]
                                   [--idle 0] [--slow 0]

The server is a process of its own, and so are the browsers: this one. Each browser reads its stream
and moves when it is its turn. A move is measured from the request to its answer, and to the moment
at which the other browser shows it. At the end the records hold every move that was answered.

With `--silent 1000`, so many more pages watch the tables and never read a byte. With `--idle 200`,
so many connections ask for nothing, and with `--slow 20`, so many browsers send and read a few
bytes at a time; each begins again when the server ends it.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import re
import resource
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from random import Random
from statistics import quantiles
from typing import Any

import httpx2 as httpx

import dominoes_rules as dr
from dominoes_rules.web.http.web_server import web_server
from dominoes_rules.web.settings import Pace, Settings, Shares

MANY = 1_000_000
PATIENCE = 30.0
"""Seconds."""
SMALL_BUFFER = 4096
"""Bytes that the kernel keeps for a page that does not read."""
SECONDS_BETWEEN_SAMPLES = 0.5
SECONDS_BETWEEN_BYTES = 0.1
FEW_BYTES = 200


def serve(folder: Path) -> None:
    """Serve tables on a free port, which is printed."""
    shares = Shares(
        streams=MANY,
        posts_per_second=MANY,
        posts_at_once=MANY,
        connections=MANY,
        connections_in_all=MANY,
        rooms=MANY,
        rooms_in_all=MANY,
    )
    settings = Settings(
        games={"block": dr.variant("block")},
        folder=folder,
        pace=Pace(forced=0.0, bot=0.0),
        shares=shares,
    )
    listener = socket.create_server(("127.0.0.1", 0))
    print(listener.getsockname()[1], flush=True)
    web_server(settings, "error").run(sockets=[listener])


class Figures:
    """What is measured, in seconds, and how many moves were made at each table."""

    def __init__(self) -> None:
        self.answers: list[float] = []
        self.shown: list[float] = []
        self.moved: dict[str, float] = {}
        self.moves: dict[str, int] = {}
        self.failed: list[int] = []
        self.processor = 0.0
        """Seconds of a processor that the server has used while they played."""
        self.memory: list[float] = []
        """Megabytes of the server, first without the pages that do not read."""


class Browser:
    """One page at a table."""

    def __init__(self, address: str, room: str, cookie: str) -> None:
        self.room = room
        headers = {"X-Table": room, "Cookie": f"seat={cookie}"}
        self.http = httpx.AsyncClient(
            base_url=f"{address}/t/{room}",
            headers=headers,
            timeout=PATIENCE,
            limits=httpx.Limits(keepalive_expiry=1),  # sooner than the server's end of it
        )

    async def play(self, figures: Figures, think: float, until: float, random: Random) -> None:
        """Follow the stream, and move when it is one's turn."""
        async with self.http.stream("GET", "/events?w=wide") as answer:
            async for line in answer.aiter_lines():
                if time.monotonic() > until:
                    return
                if line.startswith("data: ") and "version" in (view := json.loads(line[6:])):
                    moved = figures.moved.pop(self.room, None)
                    if moved is not None and view["mine"]:
                        figures.shown.append(time.monotonic() - moved)
                    if view["mine"] or "next_round" in view["acts"]:
                        await asyncio.sleep(think * (0.5 + random.random()))
                        await self._act(view, figures, random)

    async def _act(self, view: dict[str, Any], figures: Figures, random: Random) -> None:
        began = time.monotonic()
        if not view["mine"]:
            body = {"act": "next_round", "version": view["version"]}
            await self.http.post("/do", json=body)
            return
        offered = re.findall(r'data-moves?="([^"]+)"', view["hand"])
        move = random.choice([one for moves in offered for one in moves.split()])
        figures.moved[self.room] = began
        answer = await self.http.post("/move", json={"move": move, "version": view["version"]})
        figures.answers.append(time.monotonic() - began)
        if answer.is_success:
            figures.moves[self.room] = figures.moves.get(self.room, 0) + 1
        elif answer.status_code != httpx.codes.CONFLICT:  # a forced move is the server's
            figures.failed.append(answer.status_code)


async def table(address: str) -> tuple[Browser, Browser]:
    """A table for two persons, who sit there."""
    form = {"name": "Ana", "game": "block", "level": "beginner", "friends": "1"}
    async with httpx.AsyncClient(base_url=address, timeout=PATIENCE) as http:
        link = (await http.post("/tables", data=form)).headers["location"]
        room = link.split("/")[2]
        ana = Browser(address, room, (await http.get(link)).cookies["seat"])
        view = (await ana.http.get("/view?w=wide")).json()
        invited = httpx.URL(re.findall(r'href="([^"]+)"', view["links"])[0]).path
        http.cookies.clear()
        seated = await http.post(invited, data={"name": "Bob"})
        bob = Browser(address, room, seated.cookies["seat"])
        await ana.http.post("/do", json={"act": "start", "version": view["version"] + 1})
    return ana, bob


def silent_page(address: str, room: str) -> socket.socket:
    """A page that asks for the stream of a table, and never reads."""
    host, _, port = address.removeprefix("http://").partition(":")
    page = socket.socket()
    page.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, SMALL_BUFFER)
    page.connect((host, int(port)))
    page.sendall(f"GET /t/{room}/events?w=wide HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())
    return page


async def idle_connection(port: int) -> None:
    """A connection that asks for nothing, and begins again when it is ended."""
    while True:
        with contextlib.suppress(OSError):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            try:
                await reader.read()
            finally:
                writer.close()
        await asyncio.sleep(SECONDS_BETWEEN_BYTES)


async def slow_browser(port: int) -> None:
    """A browser that asks for a file and reads it, a few bytes at a time, again and again."""
    request = b"GET /static/web.css HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    while True:
        with contextlib.suppress(OSError):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            try:
                for byte in request:
                    writer.write(bytes([byte]))
                    await asyncio.sleep(SECONDS_BETWEEN_BYTES)
                while await reader.read(FEW_BYTES):
                    await asyncio.sleep(SECONDS_BETWEEN_BYTES)
            finally:
                writer.close()


def megabytes(process: int) -> float:
    """The memory of a process that is in use, on Linux."""
    status = Path(f"/proc/{process}/status").read_text("ascii")
    return int(re.findall(r"VmRSS:\s+(\d+) kB", status)[0]) / 1024


def processor_seconds(process: int) -> float:
    """The time of a processor that a process has used, on Linux."""
    words = Path(f"/proc/{process}/stat").read_text("ascii").rpartition(")")[2].split()
    return sum(map(int, words[11:13])) / os.sysconf("SC_CLK_TCK")


async def watch_memory(process: int, figures: Figures) -> None:
    """Note the memory of the server now and then, until this is cancelled."""
    while True:
        figures.memory.append(megabytes(process))
        await asyncio.sleep(SECONDS_BETWEEN_SAMPLES)


async def load(address: str, process: int, args: argparse.Namespace) -> Figures:
    """Play at all tables at once."""
    figures, random = Figures(), Random(1)
    browsers = [browser for _ in range(args.rooms) for browser in await table(address)]
    figures.memory.append(megabytes(process))
    with contextlib.ExitStack() as pages:
        for number in range(args.silent):
            room = browsers[number % len(browsers)].room
            pages.enter_context(silent_page(address, room))
        await browsers[0].http.get("/view")  # the server has come to the last of them
        port = int(address.rpartition(":")[2])
        beside = [asyncio.create_task(watch_memory(process, figures))]
        beside += [asyncio.create_task(idle_connection(port)) for _ in range(args.idle)]
        beside += [asyncio.create_task(slow_browser(port)) for _ in range(args.slow)]
        before = processor_seconds(process)
        await play(browsers, figures, args.think, args.seconds, random)
        figures.processor = processor_seconds(process) - before
        for task in beside:
            task.cancel()
        await asyncio.gather(*beside, return_exceptions=True)
    return figures


async def play(
    browsers: list[Browser], figures: Figures, think: float, seconds: float, random: Random
) -> None:
    """Let all browsers play for some seconds."""
    until = time.monotonic() + seconds
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(seconds + PATIENCE), asyncio.TaskGroup() as group:
            for browser in browsers:
                seed = Random(random.random())
                group.create_task(browser.play(figures, think, until, seed))


def read(path: Path) -> dr.Match:
    """The match of a table."""
    return dr.Match.read(path.read_text("utf-8").splitlines())


def main() -> None:
    """Measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rooms", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--think", type=float, default=1.0, help="seconds a move, on average")
    parser.add_argument("--silent", type=int, default=0, help="pages that read nothing")
    parser.add_argument("--idle", type=int, default=0, help="connections that ask for nothing")
    parser.add_argument("--slow", type=int, default=0, help="browsers of a few bytes at a time")
    parser.add_argument("--serve", type=Path, help=argparse.SUPPRESS)
    args = parser.parse_args()
    limit = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (limit, limit))
    if args.serve:
        serve(args.serve)
        return
    with tempfile.TemporaryDirectory() as folder:
        words = [sys.executable, "-m", "benchmarks.web_load", "--serve", folder]
        process = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)
        assert process.stdout is not None
        try:
            address = f"http://127.0.0.1:{process.stdout.readline().strip()}"
            figures = asyncio.run(load(address, process.pid, args))
        finally:
            process.terminate()
            process.wait(PATIENCE)
            process.stdout.close()
        kept = {
            path.stem: sum(len(game.actions) for game in read(path).rounds)
            for path in Path(folder).glob("*.match")
        }
    lost = sum(kept[room] < moves for room, moves in figures.moves.items())
    moves = len(figures.answers)
    print(
        f"{args.rooms} rooms, {2 * args.rooms} streams, {moves / args.seconds:.0f} moves a second"
    )
    print(f"processor: {1000 * figures.processor / moves:.1f} ms for a move, all pages included")
    for name, times in ("answered", figures.answers), ("shown to the other", figures.shown):
        cuts = [1000 * cut for cut in quantiles(times, n=100)]
        print(f"{name}: median {cuts[49]:.0f} ms, 99 % {cuts[98]:.0f} ms")
    third = max(1, len(figures.memory) // 3)
    early = sum(figures.memory[1:][:third]) / third
    late = sum(figures.memory[-third:]) / third
    print(
        f"memory: {figures.memory[0]:.0f} MB at first, {max(figures.memory):.0f} MB at most; "
        f"{early:.1f} MB in the first third, {late:.1f} MB in the last"
    )
    print(f"tables that lost a move: {lost}; requests that failed: {len(figures.failed)}")


if __name__ == "__main__":
    main()
