"""A client written from the description of the protocol alone, and a server to try it on."""

from __future__ import annotations

import asyncio
import contextlib
import json
import socket
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any
from unittest.mock import patch

from dominoes_lang.codegen.compiled import Compiled
from dominoes_lang.codegen.dealing import dealt
from dominoes_lang.table.state import State
from dominoes_rules.play.deals import dealt_next
from dominoes_rules.server.limits import Limits
from dominoes_rules.server.offered_games import games_of
from dominoes_rules.server.serving import Server
from dominoes_rules.server.storage.keeping import Keeper
from dominoes_rules.server.storage.results import Results
from dominoes_rules.tables.sets import Deals
from tests.first_move import FirstMove

DOMOHNOES = "com.danceliquid.domohnoes"
PATIENCE = 300.0
"""Seconds after which a test has hung."""
SEED = 1
Message = dict[str, Any]


def wait_until(condition: Callable[[], bool]) -> None:
    """Wait until something holds, however long it takes on a busy machine."""
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.02)


class RawClient:
    """Frames over a socket."""

    def __init__(self, port: int) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), PATIENCE)
        self.stream = self.socket.makefile("rb")

    def __enter__(self) -> RawClient:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        self.stream.close()
        self.socket.close()

    def send(self, message: object) -> None:
        self.send_body(json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode())

    def send_body(self, body: bytes) -> None:
        self.socket.sendall(len(body).to_bytes(2, "big") + body)

    def frame(self) -> bytes:
        """The next frame, header and body; empty at the end of the stream."""
        header = self.stream.read(2)
        return bytes(header + self.stream.read(int.from_bytes(header, "big")))

    def receive(self) -> Any:
        frame = self.frame()
        if not frame:
            raise EOFError
        return json.loads(frame[2:])

    def ask(self, message: object) -> Any:
        self.send(message)
        return self.receive()

    def start(self, nick: str, size: int = 2, rounds: int = 1, **more: object) -> None:
        self.send(
            {"command": "start_game", "gametype": DOMOHNOES, "nick": nick}
            | {"min_players": size, "rounds": rounds, **more}
        )

    def start_first(self, nick: str, size: int = 2, rounds: int = 1) -> None:
        """Start, and be seated before whoever starts next; a server hears them in any order."""
        self.start(nick, size, rounds)
        assert self.ask({"command": "players"}) == [nick]

    def at_end(self) -> bool:
        """Whether the server says nothing more, and has closed the connection."""
        with contextlib.suppress(ConnectionResetError):
            return self.stream.read(1) == b""
        return True


def leftmost(state: Message) -> Message:
    """A legal move of a player who sees this."""
    board = state["board"]
    for tile in state["hand"]:
        if not board:
            return {"command": "move", "action": "play", "domino": tile}
        if board[0][0] in tile:
            return {"command": "move", "action": "play", "domino": tile, "edge": "left"}
        if board[-1][1] in tile:
            return {"command": "move", "action": "play", "domino": tile, "edge": "right"}
    return {"command": "move", "action": "chapped"}


def play_to_goodbye(client: RawClient, so_far: list[Message] | None = None) -> list[Message]:
    """Play on with `leftmost`; every message of the server, the last of them its goodbye.

    so_far: gets each message as it comes.
    """
    heard: list[Message] = []
    while not heard or heard[-1].get("command") != "goodbye":
        heard.append(client.receive())
        if so_far is not None:
            so_far.append(heard[-1])
        if heard[-1].get("command") == "move":
            client.send(leftmost(heard[-1]["state"]))
    return heard


def from_packs(*packs: Iterable[Sequence[int]]) -> Callable[[int], Deals]:
    """Deals in which the hands of round n are those of pack n, pairs in the order of the deal."""

    def deal(compiled: Compiled, before: State | None, number: int) -> tuple[State, Sequence[int]]:
        tiles = [tuple(tile) for tile in compiled.setup.tiles.tiles]
        pack = [tiles.index((max(pair), min(pair))) for pair in packs[number - 1]]
        pack += [tile for tile in range(len(tiles)) if tile not in pack]
        start = dealt_next(compiled, before, pack, 0) if before else dealt(compiled, pack, 0)
        assert start is not None
        return start, pack

    return lambda seed: deal


@contextlib.contextmanager
def serving(
    folder: Path, *, variants: Iterable[str] = (), limits: Limits | None = None, **more: Any
) -> Iterator[tuple[int, Server]]:
    """A server in a thread of its own: its port, and itself.

    What it draws at random is the same in every run, so that no test hangs on a lucky deal.
    """
    keeper = Keeper(Results(folder / "standings.db"), folder / "records")
    server = Server(games_of(variants), keeper, FirstMove(), limits or Limits(), **more)
    ports: list[int] = []
    ready = threading.Event()
    left_over: list[str] = []

    def listening(_host: str, port: int) -> None:
        ports.append(port)
        ready.set()

    async def run() -> None:
        loops.append(asyncio.get_running_loop())
        await server.run("127.0.0.1", 0, listening)
        left_over.extend(map(str, asyncio.all_tasks() - {asyncio.current_task()}))

    loops: list[asyncio.AbstractEventLoop] = []
    thread = threading.Thread(target=asyncio.run, args=(run(),))
    thread.start()
    assert ready.wait(PATIENCE)
    try:
        with patch("dominoes_rules.server.serving.randbits", lambda _bits: SEED):
            yield ports[0], server
    finally:
        for _ in range(2):
            with contextlib.suppress(RuntimeError):  # it was quick, and has stopped
                loops[0].call_soon_threadsafe(server.stop)
        thread.join(PATIENCE)
        keeper.close()
    assert not thread.is_alive()
    assert left_over == []
