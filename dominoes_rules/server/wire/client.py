"""A client of the protocol: it connects, plays a set, and calls your function for each move."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterator
from types import TracebackType
from typing import TypeAlias

from dominoes_lang.setup.ruleset import Ruleset
from dominoes_lang.text.quoting import as_json, short
from dominoes_rules import library
from dominoes_rules.position.legal_move import actions_of, legal_move
from dominoes_rules.position.notation import Move
from dominoes_rules.position.position import Position
from dominoes_rules.server.offered_games import gametype_of
from dominoes_rules.server.wire import frames, protocol
from dominoes_rules.server.wire.own_seats import OwnSeat
from dominoes_rules.server.wire.protocol import Message
from dominoes_rules.server.wire.seen import ClientError, Disconnected, SeenTable

PORT = 54147
CONNECTING = 10.0
"""Seconds."""
WAITS = 0.1, 0.4, 1.0, *[2.0] * 60
"""Seconds before each attempt to come back."""
MAX_FOLLOWING = 10_000


Choose: TypeAlias = Callable[[Position], Move | str]
"""From what a player knows to one of the position's legal moves."""
Told: TypeAlias = Callable[[object, SeenTable], None]
"""What is to be done about a message of the server; the table is as it is after it."""


class _SeatLost(ClientError):
    """The server has no such seat any more."""


class Client:
    """A connection to a server.

    with Client("localhost") as client:
        scores = client.play("Ana", lambda position: position.legal_moves[0], rounds=3)
    """

    def __init__(self, host: str, port: int = PORT, seat: OwnSeat | None = None) -> None:
        """Connect. Raises `ClientError`.

        seat: where the token of a seat is kept until the set is over. If it holds one, this client
            takes that seat back; if the set is over, it joins another.
        """
        self._address = host, port
        self._seat = seat
        self._token: str | None = None
        """What the server has given this client to take its seat back with."""
        self._connect()

    def _connect(self) -> None:
        host, port = self._address
        try:
            self._socket = socket.create_connection((host, port), CONNECTING)
        except (OSError, ValueError) as error:  # ValueError for a host that is no name
            reason = (isinstance(error, OSError) and error.strerror) or str(error)
            raise Disconnected(f"there is no connection to {host}:{port}: {reason}") from None
        self._socket.settimeout(None)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._stream = self._socket.makefile("rb")

    def __enter__(self) -> Client:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        value: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        self._stream.close()
        self._socket.close()

    # ------------------------------------------------------------------ frames

    def send(self, message: object) -> None:
        """Send a message. Raises `ClientError`."""
        try:
            self._socket.sendall(frames.encode(message))
        except frames.BadFrame as error:
            raise ClientError(str(error)) from None
        except OSError as error:
            raise Disconnected(f"the server has gone: {error.strerror}") from None

    def receive(self) -> object:
        """The next message. Raises `ClientError`."""
        try:
            size = int.from_bytes(self._read(frames.HEADER), "big")
            return frames.decode(self._read(size))
        except frames.BadFrame as error:
            raise ClientError(
                f"the server has sent something that is not a message: {error}"
            ) from None

    def _read(self, size: int) -> bytes:
        try:
            data = self._stream.read(size)
        except OSError as error:
            raise Disconnected(f"the server has gone: {error.strerror}") from None
        if len(data) < size:
            raise Disconnected("the server has closed the connection")
        return data

    @contextlib.contextmanager
    def watched(self) -> Iterator[None]:
        """A context in which a lost connection raises `Disconnected`, even from `input`.

        This works only in the main thread, and not on Windows.
        """
        main = threading.current_thread() is threading.main_thread()
        if sys.platform == "win32" or not main:
            yield
            return
        from fcntl import F_GETFL, F_SETFL, F_SETOWN, fcntl

        before = signal.signal(signal.SIGIO, lambda *_: self._expect_connected())
        flags = fcntl(self._socket, F_GETFL)
        fcntl(self._socket, F_SETOWN, os.getpid())
        fcntl(self._socket, F_SETFL, flags | os.O_ASYNC)
        try:
            self._expect_connected()  # it may have been cut before
            yield
        finally:
            fcntl(self._socket, F_SETFL, flags)
            signal.signal(signal.SIGIO, before)

    def _expect_connected(self) -> None:
        """Raises `Disconnected` where nothing more can come."""
        try:
            data = self._socket.recv(1, socket.MSG_PEEK | socket.MSG_DONTWAIT)
        except BlockingIOError:
            return
        except OSError as error:
            raise Disconnected(f"the server has gone: {error.strerror}") from None
        if not data:
            raise Disconnected("the server has closed the connection")

    # ------------------------------------------------------------------ a set

    def play(
        self,
        nick: str,
        choose: Choose,
        *,
        rules: Ruleset | None = None,
        min_players: int | None = None,
        rounds: int = 1,
        told: Told = lambda message, table: None,
        lost: Callable[[str], None] = lambda why: None,
    ) -> dict[str, int]:
        """Play a set; returns the score of each player by nick.

        If the connection is lost, or the server restarts, the client takes its seat back, if the
        server allows it.

        choose: called for each move with the position as this seat sees it. If the game has a model
            of choices, its `earlier_rounds` are those of the set, as far as they were seen.
        rules: those of the game, by default the server's Domohnoes.
        min_players: the number of players, by default the fewest that the rules allow.
        told: called once with each message of the server.
        lost: called with the reason when the connection is lost and the client tries to return.

        Raises `ClientError`, also if the server refuses the game.
        """
        gametype = gametype_of(rules)
        rules = rules or library.variant("domohnoes")
        size = rules.players[0] if min_players is None else min_players
        table = SeenTable(library.compiled(rules, size), nick)
        self._token = None if self._seat is None else self._seat.token
        if not self._token or not self._takes_back(table, told):
            self.send(
                {"command": "start_game", "gametype": gametype, "nick": nick}
                | {"min_players": size, "rounds": rounds, "events": True}
                | {"news": True, "returns": True}
            )
        while True:
            try:
                return self._play(table, choose, told)
            except Disconnected as error:
                if self._token is None:
                    raise
                lost(str(error))
                self._come_back(table, told)

    def _play(self, table: SeenTable, choose: Choose, told: Told) -> dict[str, int]:
        """Play on until the set is over."""
        tried: list[Move] = []
        while True:
            message = self._hear(table, told)
            if not isinstance(message, dict):
                continue
            if message.get("error") == "InvalidMove" and tried:
                self._move(table, choose, tried)
            elif "error" in message:
                raise ClientError(f"the server refuses: {_in_words(message)}")
            match message.get("command"):
                case "new_game" if not table.nicks:
                    self.send({"command": "players"})
                case "seated":
                    self._token = str(message.get("token"))
                    if self._seat is not None:
                        self._seat.keep(self._token)
                case "goodbye":
                    self._forget()
                    return _scores(message)
                case "move":
                    tried.clear()
                    while not table.nicks:  # the original answers only now
                        self._hear(table, told)
                    self._move(table, choose, tried)

    def _forget(self) -> None:
        """The seat can't be taken back any more."""
        self._token = None
        if self._seat is not None:
            self._seat.forget()

    def _takes_back(self, table: SeenTable, told: Told) -> bool:
        """Whether a seat of an earlier client is this one's again; if not, it is connected anew."""
        try:
            self._take_back(table, told)
        except _SeatLost:
            self.close()
            self._connect()
            return False
        return True

    def _come_back(self, table: SeenTable, told: Told) -> None:
        """Take the seat back as soon as there is a connection. Raises `ClientError`."""
        for wait in WAITS:
            self.close()
            time.sleep(wait)
            with contextlib.suppress(Disconnected):
                self._connect()
                self._take_back(table, told)
                return
        raise ClientError(f"the connection is lost, and {sum(WAITS):g} s were not enough to return")

    def _take_back(self, table: SeenTable, told: Told) -> None:
        """Take the seat back; what happened meanwhile is told. Raises `ClientError`."""
        heard = table.heard
        self.send({"command": "return", "nick": table.nick, "token": self._token})
        answer = self._hear(table, told)
        if not isinstance(answer, dict) or answer.get("command") != "returned":
            self._forget()
            over = answer == {"error": "NoSuchSeat"}
            why = "the set is over, or has waited too long" if over else _in_words(answer)
            raise _SeatLost(f"the seat is lost: {why}")
        for _ in range(_count(answer.get("following"))):
            message = self.receive()
            table.hear(message)
            if table.heard > heard:
                told(message, table)

    def _hear(self, table: SeenTable, told: Told) -> object:
        message = self.receive()
        table.hear(message)
        told(message, table)
        return message

    def _move(self, table: SeenTable, choose: Choose, tried: list[Move]) -> None:
        """Make a move that the server has not refused yet.

        It may refuse what is legal as far as one knows: with what a round is opened can depend on
        how the one before it ended.
        """
        position = table.position()
        move = legal_move(position, choose(position))
        if move in tried:
            left = [candidate for candidate in position.legal_moves if candidate not in tried]
            if not left:
                raise ClientError("the server refuses every move")
            move = left[0]
        tried.append(move)
        self.send(protocol.as_message(move))
        (action,) = actions_of(position, [move])
        table.made(action)


def _in_words(answer: object) -> str:
    """The text of a refusal, safe for a terminal: `UnsupportedGameType: dominoes-rules.draw`."""
    parts = answer.values() if isinstance(answer, dict) else [answer]
    return short(": ".join(part if isinstance(part, str) else as_json(part) for part in parts), 200)


def _count(number: object) -> int:
    """How many messages follow that this client has heard before."""
    if type(number) is not int or not 0 <= number <= MAX_FOLLOWING:
        raise ClientError("the server breaks the protocol: following")
    return number


def _scores(goodbye: Message) -> dict[str, int]:
    scores = goodbye.get("scores")
    if not isinstance(scores, dict) or not all(type(score) is int for score in scores.values()):
        raise ClientError("the server sent goodbye without scores")
    return scores
