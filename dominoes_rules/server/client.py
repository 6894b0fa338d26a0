"""A client of the protocol: connects, plays a set, and asks a function of yours for each move."""

from __future__ import annotations

import socket
from collections.abc import Callable
from types import TracebackType
from typing import TypeAlias

from dominoes_lang.setup.ruleset import Ruleset
from dominoes_lang.text.exceptions import ArgumentError
from dominoes_lang.text.quoting import as_json, short
from dominoes_rules import library
from dominoes_rules.position.legal_move import actions_of, legal_move
from dominoes_rules.position.notation import Move
from dominoes_rules.position.position import Position
from dominoes_rules.server import frames, protocol
from dominoes_rules.server.games import DOMOHNOES
from dominoes_rules.server.protocol import Message
from dominoes_rules.server.seen import ClientError, SeenTable

PORT = 54147
CONNECTING = 10.0
"""Seconds."""


Choose: TypeAlias = Callable[[Position], Move | str]
"""From what a player knows to one of the position's legal moves."""
Told: TypeAlias = Callable[[object, SeenTable], None]
"""What is to be done about a message of the server; the table is as it is after it."""


class Client:
    """A connection to a server.

    with Client("localhost") as client:
        scores = client.play("Ana", lambda position: position.legal_moves[0], rounds=3)
    """

    def __init__(self, host: str, port: int = PORT) -> None:
        """Connect. Raises `ClientError`."""
        try:
            self._socket = socket.create_connection((host, port), CONNECTING)
        except (OSError, ValueError) as error:  # ValueError for a host that is no name
            reason = (isinstance(error, OSError) and error.strerror) or str(error)
            raise ClientError(f"there is no connection to {host}:{port}: {reason}") from None
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
            raise ClientError(f"the server has gone: {error.strerror}") from None

    def receive(self) -> object:
        """The next message. Raises `ClientError`."""
        try:
            size = int.from_bytes(self._read(frames.HEADER), "big")
            return frames.decode(self._read(size))
        except frames.BadFrame as error:
            raise ClientError(f"the server has sent what is no message: {error}") from None

    def _read(self, size: int) -> bytes:
        try:
            data = self._stream.read(size)
        except OSError as error:
            raise ClientError(f"the server has gone: {error.strerror}") from None
        if len(data) < size:
            raise ClientError("the server has closed the connection")
        return data

    # ------------------------------------------------------------------ a set

    def play(
        self,
        nick: str,
        choose: Choose,
        *,
        rules: Ruleset | None = None,
        gametype: str = DOMOHNOES,
        min_players: int | None = None,
        rounds: int = 1,
        told: Told = lambda message, table: None,
    ) -> dict[str, int]:
        """Play a set; the score of each player by nick.

        choose: called for each move with what this seat knows.
        rules: those of the game, Domohnoes by default; gametype: what the server calls it.
        min_players: how many play, as few as the rules allow by default.
        told: called with every message of the server.

        Raises `ClientError`, where the server refuses the game too.
        """
        rules = rules or library.variant("domohnoes")
        size = rules.players[0] if min_players is None else min_players
        if size not in rules.players:
            raise ArgumentError(
                f"{rules.name} is for {rules.players[0]} to {rules.players[-1]} players, not {size}"
            )
        table = SeenTable(library.compiled(rules, size), nick)
        self.send(
            {"command": "start_game", "gametype": gametype, "nick": nick}
            | {"min_players": size, "rounds": rounds, "events": True}
        )
        tried: list[Move] = []
        while True:
            message = self._hear(table, told)
            if not isinstance(message, dict):
                continue
            if message.get("error") == "InvalidMove" and tried:
                self._move(table, choose, tried)
            elif "error" in message:
                raise ClientError(f"the server says: {short(as_json(message), 200)}")
            match message.get("command"):
                case "new_game" if not table.nicks:
                    self.send({"command": "players"})
                case "goodbye":
                    return _scores(message)
                case "move":
                    tried.clear()
                    while not table.nicks:  # the original answers only now
                        self._hear(table, told)
                    self._move(table, choose, tried)

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
            left = [one for one in position.legal_moves if one not in tried]
            if not left:
                raise ClientError("the server refuses every move")
            move = left[0]
        tried.append(move)
        self.send(protocol.as_message(move))
        (action,) = actions_of(position, [move])
        table.made(action)


def _scores(goodbye: Message) -> dict[str, int]:
    scores = goodbye.get("scores")
    if not isinstance(scores, dict) or not all(type(score) is int for score in scores.values()):
        raise ClientError("the server says goodbye without scores")
    return scores
