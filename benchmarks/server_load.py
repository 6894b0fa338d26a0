"""How much a server carries: tables of clients on loopback, and its memory while they come and go.

    python3 -m benchmarks.server_load [--tables 300] [--rounds 5] [--seconds 600]
    python3 -m benchmarks.server_load --churn 600

The server is a process of its own, and so are the clients: this one. A clients' move is answered
when the server asks the next player; the time between the two is measured where both are ours.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from statistics import quantiles
from typing import Any

from dominoes_rules.server.wire import frames

DOMOHNOES = "com.danceliquid.domohnoes"
SIZE = 4


class Table:
    """What the clients of one table share: when one of them moved last."""

    def __init__(self) -> None:
        self.moved = 0.0


class Figures:
    """What is measured."""

    def __init__(self) -> None:
        self.answers: list[float] = []
        self.rounds = 0
        self.sets = 0


async def client(
    port: int, nick: str, rounds: int, table: Table, figures: Figures, leave_after: int = 0
) -> None:
    """Play one set, or leave after so many messages."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(
        frames.encode(
            {"command": "start_game", "gametype": DOMOHNOES, "nick": nick}
            | {"min_players": SIZE, "rounds": rounds}
        )
    )
    heard = 0
    try:
        while True:
            size = int.from_bytes(await reader.readexactly(2), "big")
            message: Any = json.loads(await reader.readexactly(size))
            heard += 1
            if heard == leave_after:
                return
            command = message["command"]
            if command == "move":
                now = time.perf_counter()
                if table.moved:
                    figures.answers.append(now - table.moved)
                writer.write(frames.encode(leftmost(message["state"])))
                table.moved = time.perf_counter()
            elif command == "gameover":
                table.moved = 0.0
                figures.rounds += 1
            elif command == "goodbye":
                figures.sets += 1
                return
    finally:
        writer.close()


def leftmost(state: dict[str, Any]) -> dict[str, Any]:
    """A legal move of a player who sees this."""
    board = state["board"]
    for tile in state["hand"]:
        if not board or board[0][0] in tile:
            return {"command": "move", "action": "play", "domino": tile, "edge": "left"}
        if board[-1][1] in tile:
            return {"command": "move", "action": "play", "domino": tile, "edge": "right"}
    return {"command": "move", "action": "chapped"}


@contextmanager
def server(folder: Path, *words: str) -> Iterator[tuple[int, int]]:
    """A server in a process of its own: its port and the number of the process."""
    command = [sys.executable, "-m", "dominoes_rules", "serve", "--port", "0", *words]
    command += ["--per-address", "5000", "--waiting-tables", "5000"]
    with (folder / "log").open("w") as log:
        process = subprocess.Popen(
            command, cwd=folder, stdout=subprocess.PIPE, stderr=log, text=True
        )
    assert process.stdout is not None
    try:
        yield int(process.stdout.readline().rpartition(":")[2]), process.pid
    finally:
        process.terminate()
        process.wait(30)
        process.stdout.close()


def kilobytes(process: int) -> int:
    """The memory that a process holds."""
    pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") // 1024


def lines_in(folder: Path) -> int:
    """How many rounds the records hold."""
    records = (folder / "records").iterdir()
    return sum(record.read_text("utf-8").count("\n") - 1 for record in records)


async def load(port: int, tables: int, rounds: int, seconds: float) -> Figures:
    """Play a set at each table, all at once."""
    figures = Figures()
    places = [Table() for _ in range(tables)]
    async with asyncio.timeout(seconds), asyncio.TaskGroup() as group:
        for place, table in enumerate(places):
            for seat in range(SIZE):
                # The connections come one after another, so that those of a table sit together.
                group.create_task(client(port, f"{place}-{seat}", rounds, table, figures))
            await asyncio.sleep(0.002)
    return figures


async def churn(port: int, process: int, seconds: float) -> Figures:
    """Clients come, play a set or a part of it, and go; now and then the memory is printed."""
    figures, random = Figures(), Random(1)
    started = shown = time.monotonic()
    print("  s   kB  sets", flush=True)
    while time.monotonic() < started + seconds:
        async with asyncio.timeout(120), asyncio.TaskGroup() as group:
            for number in range(20):
                for seat in range(SIZE):
                    after = random.randrange(1, 20) if seat and random.random() < 0.2 else 0
                    nick = f"{random.randrange(1000)}-{number}-{seat}"
                    group.create_task(client(port, nick, 2, Table(), figures, after))
        if time.monotonic() > shown + seconds / 20:
            shown = time.monotonic()
            print(f"{shown - started:4.0f} {kilobytes(process):7,} {figures.sets}", flush=True)
    return figures


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=300)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=600.0, help="give up after")
    parser.add_argument("--churn", type=float, default=0.0, help="watch the memory for so long")
    args = parser.parse_args()
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    with tempfile.TemporaryDirectory() as name, server(Path(name)) as (port, process):
        started = time.perf_counter()
        if args.churn:
            asyncio.run(churn(port, process, args.churn))
            return
        figures = asyncio.run(load(port, args.tables, args.rounds, args.seconds))
        took = time.perf_counter() - started
        told = figures.rounds // SIZE
        milliseconds = [seconds * 1e3 for seconds in quantiles(figures.answers, n=100)]
        moves = len(figures.answers)
        print(f"{args.tables} tables of {SIZE}, {args.rounds} rounds each: {took:.1f} s")
        print(f"{told} rounds told, {lines_in(Path(name))} on disk, {told / took:.0f} a second")
        print(f"{moves:,} moves, {moves / took:,.0f} a second, answered in")
        print(f"{milliseconds[49]:.1f} ms (median), {milliseconds[98]:.1f} ms (99th percentile)")
        print(f"memory of the server {kilobytes(process):,} kB")


if __name__ == "__main__":
    main()
