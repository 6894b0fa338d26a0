"""Whatever clients do: other tables play on, no tile leaks, no task is left behind."""

from __future__ import annotations

import contextlib
import json
import logging
import re
import tempfile
import threading
from collections import deque
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from dominoes_rules.server.limits import Limits
from tests.server.raw_client import DOMOHNOES, PATIENCE, Message, RawClient, leftmost, serving

LIMITS = Limits(
    think=30.0, first_message=10.0, write_deadline=10.0, frames_per_second=2000, per_address=40
)
GAMETYPES = [DOMOHNOES, "dominoes-rules.draw", "dominoes-rules.partnership", "x"]
COMMANDS = ["start_game", "return", "move", "state", "players", "valid_move?", "quit", "goodbye"]
ACTIONS = ["play", "chapped", "draw", "x"]
EDGES = ["left", "right", "front", "last", "middle"]

anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=5,
)


def one_of(usual: list[Any]) -> st.SearchStrategy[Any]:
    """One of what is usual, or anything."""
    return st.sampled_from(usual) | anything


messages = st.fixed_dictionaries(
    {"command": one_of(COMMANDS)},
    optional={
        "gametype": one_of(GAMETYPES),
        "nick": one_of(["Ana", "Beto", "witness"]),
        "min_players": one_of([2, 3, 4]),
        "rounds": one_of([1, 2, 10_000]),
        "events": one_of([True]),
        "returns": one_of([True]),
        "token": st.text(max_size=5),
        "action": one_of(ACTIONS),
        "domino": st.lists(st.integers(0, 7), min_size=2, max_size=2) | anything,
        "edge": one_of(EDGES),
    },
)
joining = st.builds(
    lambda nick, size, events, returns: {
        "command": "start_game", "gametype": DOMOHNOES, "nick": nick, "min_players": size,
        "rounds": 2, "events": events, "returns": returns,
    },
    st.sampled_from(["Ana", "Beto", "Caro"]), st.sampled_from([2, 2, 3]), st.booleans(),
    st.booleans(),
)  # fmt: skip
moving = st.fixed_dictionaries(
    {
        "command": st.sampled_from(["move", "valid_move?"]),
        "action": st.just("play") | one_of(ACTIONS),
        "domino": st.lists(st.integers(0, 6) | st.integers(), min_size=2, max_size=2) | anything,
        "edge": one_of(EDGES),
    }
)
raw = st.sampled_from(
    [
        b"", b"\0", b"\0\0", b"\0\x05{", b"\xff\xff", b"\0\x04null", b"\0\x02[]", b"\0\x02\xff\xfe",
        b"\0\x10" + b"[" * 16, b"\xff\xff" + b" " * 65_535, b"\xff\xff" + b"[" * 65_535,
        b'\0\x08"\\ud800"', b'\0\x05"\0\0\0"',
    ]
) | st.binary(max_size=40)  # fmt: skip


class Witnesses:
    """Two clients who play one set after another, and want each of them to go well."""

    def __init__(self, port: int) -> None:
        self.sets = [0, 0]
        self.begun = 1
        self.deciding = threading.Lock()
        self.trouble: list[Exception] = []
        self.stopping = False
        self.threads = [threading.Thread(target=self._play, args=(port, n)) for n in range(2)]
        for thread in self.threads:
            thread.start()

    def _play(self, port: int, number: int) -> None:
        try:
            with RawClient(port) as client:
                while self._goes_on(number):
                    # A game of their own, so that nobody else sits down with them.
                    client.send(
                        {"command": "start_game", "gametype": "dominoes-rules.block"}
                        | {"nick": f"witness {number}", "rounds": 1}
                    )
                    while (heard := client.receive())["command"] != "goodbye":
                        if heard["command"] == "move":
                            client.send(leftmost(heard["state"]))
                    self.sets[number] += 1
        except Exception as error:  # noqa: BLE001 (whatever it is, the test must know)
            self.trouble.append(error)

    def _goes_on(self, number: int) -> bool:
        """Whether there is another set; what one of them has begun the other plays too."""
        with self.deciding:
            if not self.stopping:
                self.begun = max(self.begun, self.sets[number] + 1)
            return self.sets[number] < self.begun

    def stop(self) -> None:
        self.stopping = True
        for thread in self.threads:
            thread.join(PATIENCE)
        assert self.trouble == []
        assert min(self.sets) > 0


class Listener(RawClient):
    """A client that waits for nobody."""

    def __init__(self, port: int) -> None:
        super().__init__(port)
        self.socket.settimeout(0.01)
        self.unread = bytearray()

    def heard(self) -> Iterator[Any]:
        """What the server has said since, whole messages only."""
        with contextlib.suppress(OSError):
            while data := self.socket.recv(65_536):
                self.unread += data
        while len(self.unread) >= (end := 2 + int.from_bytes(self.unread[:2], "big")):
            body = bytes(self.unread[2:end])
            del self.unread[:end]
            yield json.loads(body)


class Hostile(RuleBasedStateMachine):
    """Clients that say anything at any time."""

    def __init__(self) -> None:
        super().__init__()
        self.stack = contextlib.ExitStack()
        folder = self.stack.enter_context(tempfile.TemporaryDirectory())
        self.log = Log()
        root = logging.getLogger("dominoes_rules.server")
        root.addHandler(self.log)
        root.setLevel(logging.INFO)
        self.stack.callback(root.removeHandler, self.log)
        variants = ["draw", "partnership", "block"]
        # On the way out it is checked that no task is left.
        self.port, self.server = self.stack.enter_context(
            serving(Path(folder), variants=variants, limits=LIMITS)
        )
        self.witnesses = Witnesses(self.port)
        self.clients: deque[Listener] = deque()
        self.ears: dict[Listener, Ear] = {}

    @initialize(games=st.lists(joining, min_size=1, max_size=2))
    def sit_down(self, games: list[Message]) -> None:
        for game in games:
            for seat in range(game["min_players"]):
                self._connect(game | {"nick": f"p{seat}", "rounds": 10_000})

    @rule(first=joining | messages, second=joining)
    def connects(self, first: Message, second: Message) -> None:
        for message in first, second:
            self._connect(message)

    def _connect(self, first: Message) -> None:
        client = Listener(self.port)
        self.clients.append(client)
        self.ears[client] = Ear()
        if len(self.clients) > 8:
            self.clients.popleft().close()
        self._send(client, encoded(first))

    @rule(number=st.integers(0, 7), message=messages | moving)
    def says(self, number: int, message: Message) -> None:
        if self.clients:
            self._send(self.clients[number % len(self.clients)], encoded(message))

    @rule(number=st.integers(0, 7), data=raw)
    def sends(self, number: int, data: bytes) -> None:
        if self.clients:
            self._send(self.clients[number % len(self.clients)], data)

    @rule(said=st.lists(moving | messages, max_size=4))
    def play(self, said: list[Message]) -> None:
        """All hear what there is; those who are asked to move say this, and then do."""
        for client in self.clients:
            for heard in client.heard():
                self.ears[client].hear(heard)
                if isinstance(heard, dict) and heard.get("command") == "move":
                    for message in said:
                        self._send(client, encoded(message))
                    self._send(client, encoded(leftmost(heard["state"])))

    @rule(number=st.integers(0, 7))
    def goes(self, number: int) -> None:
        if self.clients:
            client = self.clients[number % len(self.clients)]
            self.clients.remove(client)
            client.close()

    @invariant()
    def others_play_on(self) -> None:
        assert self.witnesses.trouble == []

    def _send(self, client: RawClient, data: bytes) -> None:
        with contextlib.suppress(OSError):
            client.socket.sendall(data)

    def teardown(self) -> None:
        for client in self.clients:
            client.close()
        self.witnesses.stop()
        self.stack.close()
        assert not self.log.errors
        assert not re.search(r"\[\d[|,]|[0-6]\|[0-6]", self.log.text)


class Ear:
    """What a client may hear: its own hand, what it draws, and what lies on the table."""

    def __init__(self) -> None:
        self.hand: set[tuple[int, ...]] | None = None

    def hear(self, heard: object) -> None:
        """Fails for a message that tells more."""
        if isinstance(heard, bool | list):
            assert isinstance(heard, bool) or all(isinstance(nick, str) for nick in heard)
            return
        assert isinstance(heard, dict)
        keys = {*heard} - {"command"}
        if "error" in keys:
            assert len(keys) <= 2  # with what the client itself has said
        elif keys == {"state"}:
            state = heard["state"]
            assert {*state} <= {"hand", "board", "stock", "hands", "scores", "ends", "teams"}
            hand = {tuple(tile) for tile in state["hand"]}
            assert self.hand is None or hand <= self.hand
            assert not hand & {tuple(sorted(tile)) for tile in state["board"]}
            self.hand = hand
        elif keys == {"drawn"}:
            assert self.hand is not None
            self.hand.add(tuple(heard["drawn"]))
        elif keys == set():
            assert heard["command"] == "new_game"
            self.hand = None
        elif keys == {"token"}:
            assert heard["command"] == "seated"
        elif "event" in keys:
            assert keys in ({"event", "nick"}, {"event", "nick", "domino", "edge"})
            assert ("domino" in keys) is (heard["event"] == "played")
        else:
            assert keys <= {"winner", "winners", "scores"}


class Log(logging.Handler):
    """What the server logs by default."""

    def __init__(self) -> None:
        super().__init__()
        self.text, self.errors = "", list[str]()

    def emit(self, record: logging.LogRecord) -> None:
        self.text += record.getMessage()
        if record.levelno >= logging.ERROR:
            self.errors.append(record.getMessage())


def encoded(message: object) -> bytes:
    body = json.dumps(message).encode()
    return len(body).to_bytes(2, "big") + body


TestHostile = Hostile.TestCase
TestHostile.settings = settings(
    max_examples=15,
    stateful_step_count=25,
    deadline=None,
    derandomize=True,
    suppress_health_check=[*HealthCheck],
)
