"""Seats that are taken back: after a lost connection, and after the server was started again."""

from __future__ import annotations

import contextlib
import io
import json
import os
import signal
import socket
import stat
import threading
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any, NoReturn

import pytest

import dominoes_rules as dr
from dominoes_rules.cli.main import main
from dominoes_rules.cli.tables import join
from dominoes_rules.cli.tables.at_the_table import AtTheTable, Left
from dominoes_rules.position.position import Position
from dominoes_rules.server.limits import Limits
from dominoes_rules.server.serving import Server
from dominoes_rules.server.storage.results import standings
from dominoes_rules.server.wire import own_seats
from dominoes_rules.server.wire.client import Client
from dominoes_rules.server.wire.own_seats import MOST_SEATS, OwnSeat
from dominoes_rules.server.wire.seen import ClientError, Disconnected, SeenTable
from tests.other_systems import needs_posix_files, needs_signals
from tests.server.raw_client import (
    DOMOHNOES,
    PATIENCE,
    Message,
    RawClient,
    leftmost,
    play_to_goodbye,
    serving,
    wait_until,
)
from tests.server.test_kept_rounds import Process


def token_of(client: RawClient) -> str:
    message = client.receive()
    assert set(message) == {"command", "token"}
    assert message["command"] == "seated"
    return str(message["token"])


def back(port: int, nick: str, token: str) -> tuple[RawClient, Message]:
    client = RawClient(port)
    return client, client.ask({"command": "return", "nick": nick, "token": token})


def expect_reserved(server: Server, sets: int) -> None:
    """Wait until players may come back to so many sets."""
    wait_until(lambda: len([*server._reserved]) == sets)


def test_old_clients_are_given_no_token(tmp_path: Path) -> None:
    with serving(tmp_path) as (port, _), RawClient(port) as one, RawClient(port) as two:
        one.start("one", events=True)
        two.start("two", returns=1)
        assert one.receive() == {"command": "new_game"}
        assert two.receive() == {"command": "new_game"}
        assert not [*(tmp_path / "records").glob("*.set")]


def test_a_seat_is_taken_back_from_the_bot(tmp_path: Path) -> None:
    with serving(tmp_path) as (port, _), RawClient(port) as stays:
        first = RawClient(port)
        first.start("Ana", 2, 3, events=True, returns=True)
        assert first.ask({"command": "players"}) == ["Ana"]
        stays.start("Beto", 2, 3)
        token = token_of(first)
        heard = [first.receive(), first.receive()]
        first.send(leftmost(heard[1]["state"]))
        heard.append(first.receive())
        first.close()
        for message in stays.receive(), stays.receive():
            if message["command"] == "move":
                stays.send(leftmost(message["state"]))
        stays.receive()  # a bot has played for Ana
        for nick, guess in (("Ana", "guess"), ("Beto", token), ("Ana", token[:-1])):
            stranger, answer = back(port, nick, guess)
            assert answer == {"error": "NoSuchSeat"}
            assert stranger.at_end()
            stranger.close()
        again, answer = back(port, "Ana", token)
        assert answer.pop("scores") == {"Ana": 0, "Beto": 0}
        assert answer == {
            "command": "returned", "players": ["Ana", "Beto"], "rounds": 3, "round": 1,
            "following": 4,
        }  # fmt: skip
        told = [again.receive() for _ in range(4)]
        assert told[0] == heard[0]
        assert told[1] == heard[2]
        assert [one["nick"] for one in told[1:]] == ["Ana", "Beto", "Ana"]
        # Another one who knows the token has the seat from now on: the old line may be dead.
        third, answer = back(port, "Ana", token)
        assert answer["command"] == "returned"
        assert again.at_end()
        stays.send(leftmost(stays.ask({"command": "state"})["state"]))
        with ThreadPoolExecutor(2) as both:
            ends = [one[-1] for one in both.map(play_to_goodbye, (third, stays))]
        assert ends[0] == ends[1]
        again.close()
        third.close()
    found = {row.nick: (row.rounds, row.won) for row in standings(tmp_path / "standings.db")}
    assert found == {nick: (3, won) for nick, won in ends[0]["scores"].items()}
    assert not [*(tmp_path / "records").glob("*.set")]


def test_what_happened_without_a_player_is_told_once(tmp_path: Path) -> None:
    told: dict[str, list[Message]] = {"Ana": [], "Beto": []}
    at_the_table = threading.Event()
    at_the_table.set()

    def play(nick: str, port: int) -> None:
        def choose(position: Position) -> dr.Move:
            assert at_the_table.wait(PATIENCE)
            if nick == "Ana" and len(told["Ana"]) in {2, 3}:
                at_the_table.clear()
                client._socket.shutdown(socket.SHUT_RDWR)
                # Until a bot has played for her.
                wait_until(lambda: len(told["Beto"]) != len(told["Ana"]))
            return position.legal_moves[0]

        def note(message: Any, _table: object) -> None:
            if isinstance(message, dict) and "event" in message:
                told[nick].append(message)
            elif isinstance(message, dict) and message.get("command") == "returned":
                at_the_table.set()

        with Client("127.0.0.1", port) as client:
            client.play(nick, choose, told=note)

    with serving(tmp_path) as (port, _), ThreadPoolExecutor(2) as both:
        for end in [both.submit(play, nick, port) for nick in told]:
            end.result(PATIENCE)
    assert told["Ana"] == told["Beto"]


def test_a_person_at_the_prompt_notices_a_cut(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nothing is typed before the client is back; without it the test types `quit` in the end."""
    read_end, write_end = os.pipe()
    typed: list[bytes] = []

    def type_in(keys: bytes) -> None:
        if not typed:
            typed.append(keys)
            os.write(write_end, keys)

    class CutOff(Client):
        def send(self, message: Any) -> None:
            super().send(message)
            if message["command"] == "return":
                type_in(b"1\n" * 99)

        @contextlib.contextmanager
        def watched(self) -> Iterator[None]:
            with super().watched():
                if not typed:
                    threading.Timer(0.2, self._socket.shutdown, [socket.SHUT_RDWR]).start()
                yield

    overdue = threading.Timer(PATIENCE, type_in, [b"quit\n"])
    monkeypatch.setattr("dominoes_rules.cli.tables.join.Client", CutOff)
    overdue.start()
    with (
        os.fdopen(write_end, "wb"),
        os.fdopen(read_end) as keyboard,
        serving(tmp_path, fill="first", after=0.05) as (port, _),
    ):
        monkeypatch.setattr("sys.stdin", keyboard)
        assert main(["join", f"127.0.0.1:{port}", "--nick", "Ana", "--person"]) == 0
        overdue.cancel()
        overdue.join()
    shown = capsys.readouterr()
    assert typed == [b"1\n" * 99]
    assert "trying to take the seat back" in shown.err
    assert "You are back at the table, in round 1." in shown.out


def test_who_is_away_when_the_time_is_over_is_not_waited_for_again(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def cut_off() -> NoReturn:
        raise Disconnected("the server has closed the connection")

    for keys, raised in ("\n", Disconnected), ("", Left):
        monkeypatch.setattr("sys.stdin", io.StringIO(keys))
        person = AtTheTable(characters=False)
        person.watched, person._until = cut_off, time.monotonic()
        with pytest.raises(raised):
            person.choose(Position("block 26-66-61-15 A:20.22.42.43/B:x6 A"))
        assert "Your time is over, and a bot plays for you." in capsys.readouterr().out


def test_who_comes_back_again_and_again_gains_no_time(tmp_path: Path) -> None:
    with serving(tmp_path, limits=Limits(think=0.5)) as (port, _), RawClient(port) as waits:
        clients = [RawClient(port)]
        clients[0].start("Ana", 2, 3, returns=True)
        assert clients[0].ask({"command": "players"}) == ["Ana"]
        waits.start("Beto", 2, 3)
        token = token_of(clients[0])
        assert waits.receive() == {"command": "new_game"}
        asked = None
        waits.socket.settimeout(0.1)
        for _ in range(20):
            clients.append(back(port, "Ana", token)[0])
            with contextlib.suppress(TimeoutError):
                asked = asked or waits.socket.recv(1)
        assert asked
        for client in clients:
            client.close()


def test_who_quits_may_not_come_back(tmp_path: Path) -> None:
    """Until then a table at which nobody is left waits."""
    with serving(tmp_path, fill="first", after=0) as (port, server):
        first = RawClient(port)
        first.start("Ana", 2, 3, returns=True)
        token = token_of(first)
        first.close()
        again, answer = back(port, "Ana", token)
        assert answer["command"] == "returned"
        again.send({"command": "quit"})
        while again.frame():
            pass
        again.close()
        gone, answer = back(port, "Ana", token)
        assert answer == {"error": "NoSuchSeat"}
        gone.close()
        expect_reserved(server, 0)
    assert not [*(tmp_path / "records").glob("*.set")]


@pytest.mark.parametrize("limits", [Limits(returning=0.2), Limits(per_address=2)])
def test_how_long_and_for_how_many_tables_wait(tmp_path: Path, limits: Limits) -> None:
    with serving(tmp_path, limits=limits, fill="first", after=0) as (port, server):
        tokens = []
        for number in range(3):
            with RawClient(port) as client:
                client.start("Ana", 2, 3, returns=True)
                tokens.append(token_of(client))
            waiting = 0 if limits.returning < 1 else min(2, number + 1)
            expect_reserved(server, waiting)
        gone, answer = back(port, "Ana", tokens[-1])
        assert answer == {"error": "NoSuchSeat"}
        gone.close()


class Player(threading.Thread):
    """`Client` in a thread: what it is told and how it ends."""

    def __init__(self, port: int, nick: str, rounds: int) -> None:
        super().__init__()
        self.port, self.nick, self.rounds = port, nick, rounds
        self.ends: Counter[str] = Counter()
        self.scores: dict[str, int] = {}
        self.lost: list[str] = []
        self.moves = 0
        self.may_end = threading.Event()
        """Until then it plays no more than half of the set."""
        self.error: Exception | None = None
        self.start()

    def run(self) -> None:
        def choose(position: Position) -> dr.Move:
            self.moves += 1
            assert self.moves < 3 * self.rounds or self.may_end.wait(PATIENCE)
            return position.legal_moves[-1]

        def told(message: Any, _table: object) -> None:
            if isinstance(message, dict) and message.get("command") == "gameover":
                self.ends[str(message["winner"])] += 1

        try:
            with Client("127.0.0.1", self.port) as client:
                self.scores = client.play(
                    self.nick, choose, rounds=self.rounds, told=told, lost=self.lost.append
                )
        except ClientError as error:
            self.error = error


def have_moved(players: list[Player], moves: int) -> bool:
    return sum(player.moves for player in players) >= moves


@needs_signals
@pytest.mark.parametrize("name", ["SIGKILL", pytest.param("SIGTERM", marks=pytest.mark.thorough)])
def test_a_set_goes_on_after_the_server_was_started_again(tmp_path: Path, name: str) -> None:
    number = signal.Signals[name]
    rounds = 30
    server = Process(tmp_path, "--grace", "0.1")
    players = [Player(server.port, nick, rounds) for nick in ("Ana", "Beto")]
    for wanted in 30, 120:
        wait_until(partial(have_moved, players, wanted))
        assert all(player.is_alive() for player in players)
        server.end(number)
        (file,) = (tmp_path / "records").glob("*.set")
        assert file.stat().st_mode & 0o777 == 0o600
        server = Process(tmp_path, "--grace", "0.1", "--port", str(server.port))
    for player in players:
        player.may_end.set()
    for player in players:
        player.join(PATIENCE)
        assert player.error is None
        assert len(player.lost) >= 2
    server.end(signal.SIGTERM)
    assert players[0].scores == players[1].scores
    (record,) = (tmp_path / "records").iterdir()
    match = dr.Match.read(record.read_text("utf-8").splitlines())
    assert len(match.rounds) == rounds
    assert match.is_over
    wins = {match.names[seat]: won for seat, won in match.scores.items()}
    assert players[0].scores == wins
    found = {row.nick: (row.rounds, row.won) for row in standings(tmp_path / "standings.db")}
    assert found == {nick: (rounds, won) for nick, won in wins.items()}


def test_a_file_that_is_no_set_stops_nothing(tmp_path: Path) -> None:
    records = tmp_path / "records"
    records.mkdir(0o700)
    head = {"format": "dominoes-rules set", "version": 1, "gametype": DOMOHNOES}
    for name, text in (
        ("a", ""),
        ("b", "{}\n"),
        ("c", "[" * 9999 + "\n"),
        ("d", json.dumps(head) + "\n"),
        ("e", "\0"),
    ):
        (records / f"{name}.set").write_text(text)
    (records / "f.set").mkdir()
    with serving(tmp_path) as (port, _):
        client, answer = back(port, "Ana", "token")
        assert answer == {"error": "NoSuchSeat"}
        client.close()


def test_a_set_to_which_nobody_comes_back_is_put_on_record(tmp_path: Path) -> None:
    with serving(tmp_path, fill="first", after=0) as (port, server):
        with RawClient(port) as client:
            client.start("Ana", 2, 3, returns=True)
            token_of(client)
        expect_reserved(server, 1)
    (file,) = (tmp_path / "records").glob("*.set")
    with serving(tmp_path, limits=Limits(returning=0.1)) as (port, server):
        expect_reserved(server, 0)
        wait_until(lambda: not file.exists())
    (record,) = (tmp_path / "records").iterdir()
    match = dr.Match.read(record.read_text("utf-8").splitlines())
    assert not match.round.is_over
    assert set(match.names.values()) == {"Ana", "first-1"}


def test_a_client_that_was_killed_finds_its_token_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(own_seats, "own_state", lambda: tmp_path / "state")
    folder = tmp_path / "state" / "seats"
    both_there = threading.Event()
    both_there.set()

    def beto() -> None:
        with RawClient(port) as client:
            client.start("Beto", 2, 1)
            while (message := client.receive()).get("command") != "goodbye":
                if message.get("command") == "move":
                    assert both_there.wait(PATIENCE)
                    client.send(leftmost(message["state"]))

    def killed(_: Position) -> NoReturn:
        both_there.clear()
        raise SystemExit  # nothing is sent: the connection ends

    def told(message: object, table: SeenTable) -> None:
        both_there.set()
        tell(message, table)

    tell = join._tell
    monkeypatch.setattr(join, "_tell", told)
    with serving(tmp_path) as (port, _), ThreadPoolExecutor(1) as pool:
        playing = pool.submit(beto)
        seat = OwnSeat("127.0.0.1", port, DOMOHNOES, 2, "Ana")
        with pytest.raises(SystemExit), Client("127.0.0.1", port, seat) as client:
            client.play("Ana", killed)
        (file,) = folder.iterdir()
        if os.name != "nt":
            assert stat.S_IMODE(file.stat().st_mode) == 0o600
            # While that client lives, another with this nick has no part in its seat.
            assert OwnSeat("127.0.0.1", port, DOMOHNOES, 2, "Ana").token is None
        seat.close()
        assert main(["join", f"127.0.0.1:{port}", "--nick", "Ana", "--bot", "first"]) == 0
        playing.result()
    assert "back at the table, in round 1" in capsys.readouterr().err
    assert not [*folder.iterdir()]


@needs_posix_files
@pytest.mark.parametrize("right", [0o020, 0o002], ids=["group", "everybody"])
def test_a_token_that_others_can_have_written_is_not_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, right: int
) -> None:
    monkeypatch.setattr(own_seats, "own_state", lambda: tmp_path)
    seat = OwnSeat("127.0.0.1", 1, DOMOHNOES, 2, "Ana")
    seat.keep("x")
    tokens = [seat.token]
    (file,) = (tmp_path / "seats").iterdir()
    file.chmod(0o600 | right)
    tokens.append(seat.token)
    seat.close()
    assert tokens == ["x", None]


def test_a_token_of_a_set_that_is_over_is_forgotten(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(own_seats, "own_state", lambda: tmp_path)
    with serving(tmp_path) as (port, _), ThreadPoolExecutor(1) as pool:
        for number in range(MOST_SEATS + 3):
            old = OwnSeat("127.0.0.1", number, "any", 2, "Ana")
            old.keep("x")
            old.close()
        kept = OwnSeat("127.0.0.1", port, DOMOHNOES, 2, "Ana")
        kept.keep("x" * 2_000)
        assert kept.token is None
        kept.keep("x")
        assert len([*(tmp_path / "seats").iterdir()]) == MOST_SEATS

        def play(nick: str, seat: OwnSeat | None) -> dict[str, int]:
            with Client("127.0.0.1", port, seat) as client:
                return client.play(nick, lambda position: position.legal_moves[0])

        other = pool.submit(play, "Beto", None)
        assert play("Ana", kept) == other.result()
        assert kept.token is None
        kept.close()
