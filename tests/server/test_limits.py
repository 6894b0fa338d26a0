"""What is too much for the server costs the client its seat, and nobody else anything."""

from __future__ import annotations

import contextlib
import socket
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from dominoes_rules.position.notation import Move
from dominoes_rules.server.limits import Limits, Tokens, address_of
from dominoes_rules.server.storage.results import standings
from dominoes_rules.server.wire import protocol
from tests.server.raw_client import (
    PATIENCE,
    Message,
    RawClient,
    from_packs,
    leftmost,
    play_to_goodbye,
    serving,
)

NEVER = 0.000_1
"""Frames a second."""


@contextlib.contextmanager
def waiting_for_one(folder: Path, limits: Limits) -> Iterator[int]:
    """A server with these limits, on which others play a set while the test lasts, and end it."""
    with (
        serving(folder, limits=limits) as (port, _),
        RawClient(port) as one,
        RawClient(port) as two,
    ):
        one.start("one", 2, 5)
        two.start("two", 2, 5)
        assert one.receive() == two.receive() == {"command": "new_game"}
        yield port
        with ThreadPoolExecutor(2) as both:
            for heard in both.map(play_to_goodbye, (one, two)):
                assert sum(message["command"] == "gameover" for message in heard) == 5


def test_a_first_frame_must_come_and_end_in_time(tmp_path: Path) -> None:
    begun = b"", b"\0", b"\0\x10", b"\0\x10{", b"\xff\xff" + b" " * 1000
    with (
        waiting_for_one(tmp_path, Limits(first_message=1.0)) as port,
        contextlib.ExitStack() as stack,
    ):
        clients = [stack.enter_context(RawClient(port)) for _ in begun]
        for client, said in zip(clients, begun, strict=True):
            client.socket.sendall(said)
        assert all(client.at_end() for client in clients)


def test_half_a_frame_in_a_round(tmp_path: Path) -> None:
    with (
        waiting_for_one(tmp_path, Limits(first_message=1.0)) as port,
        RawClient(port) as half,
        RawClient(port) as other,
    ):
        half.start_first("half")
        other.start("other")
        assert half.receive() == {"command": "new_game"}
        half.socket.sendall(b"\0\x20{")
        half.receive()
        assert half.at_end()
        assert play_to_goodbye(other)[-1]["command"] == "goodbye"


def test_who_waits_without_a_word_is_sent_away(tmp_path: Path) -> None:
    with waiting_for_one(tmp_path, Limits(idle=1.0)) as port, RawClient(port) as client:
        client.start("Ana")
        assert client.at_end()
        with RawClient(port) as next_one:
            next_one.start("Beto")
            assert next_one.ask({"command": "players"}) == ["Beto"]


def test_who_asks_for_nothing_after_goodbye_is_sent_away(tmp_path: Path) -> None:
    limits = Limits(after_goodbye=0.2)
    with (
        serving(tmp_path, limits=limits) as (port, _),
        RawClient(port) as one,
        RawClient(port) as two,
    ):
        one.start("one")
        two.start("two")
        with ThreadPoolExecutor(2) as both:
            list(both.map(play_to_goodbye, (one, two)))
        assert one.at_end()


def test_a_player_who_does_not_move_is_replaced(tmp_path: Path) -> None:
    limits = Limits(think=1.0)
    with serving(tmp_path, limits=limits) as (port, _), contextlib.ExitStack() as stack:
        slow, *others = [stack.enter_context(RawClient(port)) for _ in range(3)]
        for client, nick in zip([slow, *others], ["slow", "Ana", "Beto"], strict=True):
            client.start(nick, 3, 2)
        with ThreadPoolExecutor(2) as both:
            for heard in both.map(play_to_goodbye, others):
                assert {*heard[-1]["scores"]} == {"slow", "Ana", "Beto"}
        assert [slow.receive()["command"] for _ in range(2)] == ["new_game", "move"]
        assert slow.at_end()


@pytest.mark.parametrize("limits", [Limits(per_address=3), Limits(connections=3)])
def test_one_connection_too_many(tmp_path: Path, limits: Limits) -> None:
    with waiting_for_one(tmp_path, limits) as port, RawClient(port) as third:
        third.start("third")
        assert third.ask({"command": "players"}) == ["third"]
        with RawClient(port) as fourth:
            assert fourth.at_end()
        third.send({"command": "quit"})
        assert third.at_end()
        third.close()
        answer = None
        while answer != ["again"]:  # the server may not have noticed yet
            with RawClient(port) as again, contextlib.suppress(EOFError, ConnectionError):
                again.start("again")
                answer = again.ask({"command": "players"})


@pytest.mark.parametrize(
    ("host", "counted"),
    [
        ("127.0.0.1", "127.0.0.1"),
        ("::ffff:10.0.0.1", "10.0.0.1"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("fe80::1%eth0", "fe80::"),
    ],
)
def test_what_counts_as_one_address(host: str, counted: str) -> None:
    assert address_of(host) == counted


def test_tables_that_wait(tmp_path: Path) -> None:
    with (
        waiting_for_one(tmp_path, Limits(waiting_tables=1)) as port,
        RawClient(port) as one,
        RawClient(port) as two,
    ):
        one.start("one", 3)
        assert one.ask({"command": "players"}) == ["one"]
        two.start("two", 4)
        assert two.receive() == {"error": "CouldNotCreateGame"}
        assert two.at_end()


def test_a_bucket_of_tokens_never_holds_more_than_its_burst() -> None:
    bucket = Tokens(rate=10, most=3, now=0)
    assert [bucket.take(1000) for _ in range(4)] == pytest.approx([0, 0, 0, 0.1])


def test_a_flood_is_read_slowly_and_answers_to_requests_are_free(tmp_path: Path) -> None:
    limits = Limits(frames_per_second=NEVER, burst=9)
    with waiting_for_one(tmp_path, limits) as port, RawClient(port) as flood:
        flood.start("flood")
        for _ in range(50):
            flood.send({"command": "players"})
        for _ in range(8):
            assert flood.receive() == ["flood"]
        flood.socket.settimeout(0.3)
        with pytest.raises(TimeoutError):
            flood.stream.read(1)


@pytest.mark.parametrize("limits", [Limits(write_buffer=50_000, write_deadline=1e6),
                                    Limits(write_deadline=0.3)])  # fmt: skip
def test_a_client_that_does_not_read(tmp_path: Path, limits: Limits) -> None:
    limits = replace(limits, burst=1_000_000, frames_per_second=1e6)
    with waiting_for_one(tmp_path, limits) as port, RawClient(port) as partner:
        partner.start("partner")
        deaf = socket.socket()
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        deaf.settimeout(PATIENCE)
        deaf.connect(("127.0.0.1", port))
        client = RawClient.__new__(RawClient)
        client.socket, client.stream = deaf, deaf.makefile("rb")
        client.start("deaf")
        echo = b'{"command":"start_game","x":"' + b"x" * 30_000 + b'"}'
        with pytest.raises(ConnectionError):
            flood(client, echo)  # which is repeated, since it means nothing
        client.close()
        assert play_to_goodbye(partner)[-1]["command"] == "goodbye"


def flood(client: RawClient, body: bytes) -> None:
    for _ in range(1_000):
        client.send_body(body)


def test_a_round_that_a_bot_finished_counts_for_nobody(tmp_path: Path) -> None:
    """Standings and `goodbye` agree."""
    with serving(tmp_path) as (port, _), RawClient(port) as stays:
        stays.start("stays")
        with RawClient(port) as goes:
            goes.start("goes", 2, 20)
            assert goes.receive() == {"command": "new_game"}
        heard = play_to_goodbye(stays)
    won = Counter(one["winner"] for one in heard if one.get("command") == "gameover")
    assert won["goes"] > 0
    assert heard[-1]["scores"] == {"stays": won["stays"], "goes": 0}
    found = {row.nick: (row.rounds, row.won) for row in standings(tmp_path / "standings.db")}
    assert found == {"stays": (20, won["stays"]), "goes": (1, 0)}


def test_forfeit_leaves_the_round_to_the_last_side(tmp_path: Path) -> None:
    with (
        serving(tmp_path, stand_in=None) as (port, _),
        RawClient(port) as one,
        RawClient(port) as two,
    ):
        one.start_first("one", 2, 5)
        two.start("two", 2, 5)
        assert two.receive() == {"command": "new_game"}
        one.close()
        assert two.receive() == {"command": "gameover", "winner": "two"}
        assert two.receive() == {"command": "goodbye", "scores": {"one": 0, "two": 1}}


def test_a_partner_who_stays_keeps_the_side_in_the_set(tmp_path: Path) -> None:
    """Third is asked again after First has gone, and their rules play for First meanwhile."""
    hands = ("60.00.10.11.20.21.22", "61.30.31.32.33.40.41", "66.62.42.43.44.50.51")
    pack = [[*map(int, tile)] for hand in hands for tile in hand.split(".")]
    with (
        serving(tmp_path, variants=["partnership"], stand_in=None, deals=from_packs(pack)) as (
            port,
            _,
        ),
        contextlib.ExitStack() as stack,
    ):
        clients = [stack.enter_context(RawClient(port)) for _ in range(4)]
        for client, nick in zip(clients, ["First", "Second", "Third", "Fourth"], strict=True):
            game = "dominoes-rules.partnership"
            client.send({"command": "start_game", "gametype": game, "nick": nick, "rounds": 1})
            if client is not clients[-1]:
                assert client.ask({"command": "players"})[-1] == nick
        for client in clients:
            assert client.receive() == {"command": "new_game"}
        first, second, third, fourth = clients
        first.close()
        for client in (third, fourth, second, third):
            asked = client.receive()
            assert asked["command"] == "move"
            client.send(leftmost(asked["state"]))


def test_forfeit_of_one_of_three_costs_the_others_no_round(tmp_path: Path) -> None:
    with serving(tmp_path, stand_in=None) as (port, _), contextlib.ExitStack() as stack:
        gone, *others = [stack.enter_context(RawClient(port)) for _ in range(3)]
        for client, nick in zip([gone, *others], ["gone", "Ana", "Beto"], strict=True):
            client.start(nick, 3, 20)
        gone.receive()
        gone.close()
        with ThreadPoolExecutor(2) as both:
            for heard in both.map(play_to_goodbye, others):
                ends = [one["winner"] for one in heard if one["command"] == "gameover"]
                assert len(ends) == 20
                assert "gone" not in ends
                wins = {nick: ends.count(nick) for nick in ("gone", "Ana", "Beto")}
                assert heard[-1] == {"command": "goodbye", "scores": wins}


@pytest.mark.parametrize("size", [2, 3])
def test_a_client_may_go_at_any_moment(tmp_path: Path, size: int) -> None:
    """The one who goes does so after hearing so many messages; the others play on to the end."""
    with serving(tmp_path) as (port, server):
        for moment in range(1, 12):
            with contextlib.ExitStack() as stack:
                clients = [stack.enter_context(RawClient(port)) for _ in range(size)]
                for number, client in enumerate(clients):
                    client.start(f"p{number}", size, 2)
                goer, others = clients[moment % size], [*clients]
                others.remove(goer)

                def leave(client: RawClient = goer, after: int = moment) -> list[Message]:
                    for _ in range(after):
                        message = client.receive()
                        if message["command"] == "move":
                            client.send(leftmost(message["state"]))
                    client.close()
                    return []

                with ThreadPoolExecutor(size) as pool:
                    leaving = pool.submit(leave)
                    for heard in pool.map(play_to_goodbye, others):
                        assert sum(one["command"] == "gameover" for one in heard) == 2
                    leaving.result()
        assert not server.house.closing


def test_a_move_that_breaks_the_judge_costs_its_sender_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    usual = protocol.move_of

    def breaking(message: Message, *, opening: bool) -> Move | None:
        if "break" in message:
            raise IndexError
        return usual(message, opening=opening)

    monkeypatch.setattr(protocol, "move_of", breaking)
    with (
        serving(tmp_path) as (port, _),
        RawClient(port) as breaker,
        RawClient(port) as other,
    ):
        breaker.start_first("breaker")
        other.start("other")
        assert breaker.receive() == {"command": "new_game"}
        breaker.send({"command": "move", "action": "chapped", "break": 1})
        assert play_to_goodbye(other)[-1]["command"] == "goodbye"
    assert "IndexError" in caplog.text
