"""What the original server and its own clients have said to each other, word for word."""

from __future__ import annotations

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.server.raw_client import DOMOHNOES, RawClient, from_packs, play_to_goodbye, serving

ROUND_1 = [
    [[0, 6], [2, 3], [1, 3], [4, 6], [0, 2], [0, 0], [6, 6]],
    [[2, 5], [1, 2], [2, 6], [0, 3], [4, 5], [4, 4], [0, 4]],
]
# Ana's second hand was not written down.
ROUND_2 = [
    [[0, 0], [0, 1], [0, 2], [0, 3], [0, 4], [0, 6], [1, 1]],
    [[2, 2], [1, 3], [0, 5], [3, 4], [5, 6], [4, 6], [4, 4]],
]
PACKS = [[*first, *second] for first, second in (ROUND_1, ROUND_2)]

# The moves that were left out of the transcript follow from what was kept: the hands, the board at
# the end, and that `random.rb` plays on the left wherever it can.
TRANSCRIPT = Path(__file__).with_name("original_set.txt")


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    """The port of a server that several tests use one after another."""
    with serving(tmp_path_factory.mktemp("server")) as (port, _):
        yield port


def test_the_recorded_set_byte_for_byte(tmp_path: Path) -> None:
    with (
        serving(tmp_path, deals=from_packs(*PACKS)) as (port, _),
        RawClient(port) as one,
        RawClient(port) as two,
    ):
        for line in TRANSCRIPT.read_text("utf-8").splitlines():
            name, way, rest = line.split(" ", 2)
            client = {"c1": one, "c2": two}[name]
            if rest == "...":
                assert b'{"command":"move","state":{' in client.frame()
                continue
            header, text = rest.split(" ", 1)
            frame = bytes.fromhex(header) + text.encode()
            if way == "->":
                client.socket.sendall(frame)
            else:
                assert client.frame() == frame


# ---------------------------------------------------------------------- odd messages

OUT_OF_ORDER = (
    b'{"error":"OutOfOrderCommand","details":"Clients must send {\\"command\\":\\"start_game\\", '
    b'\\"nick\\":\\"foo\\", \\"gametype\\":\\"bar\\"} before anything else."}'
)
COULD_NOT = b'{"error":"CouldNotCreateGame"}'


def start_with(**changed: object) -> bytes:
    message = {"command": "start_game", "gametype": DOMOHNOES, "nick": "Ana"} | changed
    return json.dumps({key: value for key, value in message.items() if value is not ...}).encode()


@pytest.mark.parametrize(
    ("first", "answer"),
    [
        (b'{"command":"state"}', OUT_OF_ORDER),
        (b"{}", OUT_OF_ORDER),
        (start_with(nick=...), OUT_OF_ORDER),
        (start_with(nick=7), OUT_OF_ORDER),
        (start_with(nick=None), OUT_OF_ORDER),
        (start_with(nick=""), OUT_OF_ORDER),
        (start_with(nick="Ana\n  9,999   9,999  100%  Beto"), OUT_OF_ORDER),
        (start_with(nick=" \t "), OUT_OF_ORDER),
        (start_with(nick="\u202eanA"), OUT_OF_ORDER),
        (start_with(command=["start_game"]), OUT_OF_ORDER),
        (start_with(gametype="x.y"), b'{"error":"UnsupportedGameType","gametype":"x.y"}'),
        (start_with(gametype=...), b'{"error":"UnsupportedGameType","gametype":null}'),
        (start_with(gametype=["é"]), '{"error":"UnsupportedGameType","gametype":["é"]}'.encode()),
        (
            start_with(gametype="dominoes-rules.../../etc/passwd"),
            b'{"error":"UnsupportedGameType","gametype":"dominoes-rules.../../etc/passwd"}',
        ),
        (
            start_with(gametype="x" * 40_000),
            b'{"error":"UnsupportedGameType","gametype":null}',  # no frame could hold it
        ),
        (start_with(min_players=1), COULD_NOT),
        (start_with(min_players=5), COULD_NOT),
        (start_with(min_players=True), COULD_NOT),
        (start_with(min_players="2"), COULD_NOT),
        (start_with(min_players=2.0), COULD_NOT),
        (start_with(rounds=0), COULD_NOT),
        (start_with(rounds=10_001), COULD_NOT),
        (start_with(rounds=None), COULD_NOT),
        (b"", b""),
        (b"null", b""),
        (b"[]", b""),
        (b"17", b""),
        (b"{", b""),
        (b'{"command":"start_game","nick":"\xff"}', b""),
        (start_with(nick="\ud800"), b""),
        (b"[" * 60_000, b""),
        (b'{"nick":NaN}', b""),
        (b"9" * 60_000, b""),
    ],
)  # fmt: skip
def test_odd_first_messages(shared: int, first: bytes, answer: bytes) -> None:
    with RawClient(shared) as client:
        client.send_body(first)
        if answer:
            assert client.frame()[2:] == answer
        assert client.at_end()


def test_odd_messages_on_ones_turn(shared: int) -> None:
    with RawClient(shared) as one, RawClient(shared) as two:
        one.start("Ana")
        assert one.ask({"command": "players"}) == ["Ana"]
        for early in {"command": "state"}, {"command": "move"}, {"command": "start_game"}, 5:
            assert one.ask(early) == {"error": "NoActiveGame"}
        two.start("Beto")
        assert one.receive() == {"command": "new_game"}
        hand = one.receive()["state"]["hand"]
        missing = next([0, n] for n in range(8) if [0, n] not in hand)
        bad_move = {
            "command": "move",
            "action": "play",
            "domino": missing,
            "edge": "left",
            "why": "é",
        }
        for wrong in (
            bad_move,
            {"command": "move", "action": "chapped"},  # the first tile must be laid
            {"command": "move", "action": "play", "domino": None},
            {"command": "move", "action": "play", "domino": [True, 0]},
            {"command": "move", "action": "play", "domino": [-1, 0], "edge": "left"},
            {"command": "move", "action": "play", "domino": [19, 0], "edge": "left"},
            {"command": "move", "action": "play", "domino": [10**300, 0], "edge": "left"},
            {"command": "move", "action": "play", "domino": [hand[0][0], float(hand[0][1])]},
            {"command": "move", "action": "play", "domino": [*hand[0], 0]},
            {"command": "move", "action": "play", "domino": [[0], {}]},
            {"command": "move", "action": "play", "domino": {"0": 1}},
            {"command": "move", "action": ["play"], "domino": hand[0]},
            {"command": "move", "action": {"play": 1}},
            {"command": "move", "action": "draw"},
            {"command": "move", "action": "stop"},
            {"command": "move"},
        ):
            assert one.ask(wrong) == {"error": "InvalidMove", "move": wrong}
        one.send_body(b'{"command":"move","action":"play","domino":[1e999,0]}')
        assert one.receive() == {"error": "InvalidMove", "move": None}
        again = {"command": "start_game", "gametype": DOMOHNOES, "nick": "Ana"}
        for unknown in again, {"command": "draw"}, {}, [1], None, "x", 5, {"command": ["state"]}:
            assert one.ask(unknown) == {"error": "UnhandledMessage", "message": unknown}
        two.receive()
        for client in one, two:
            assert client.ask({"command": "players"}) == ["Ana", "Beto"]
        # On the empty table the edge is not read; the halves may be in any order.
        valid = {"command": "valid_move?", "action": "play"}
        assert one.ask(valid | {"domino": hand[0][::-1], "edge": "middle"}) is True
        assert two.ask(valid | {"domino": hand[0]}) is False
        assert two.ask({"command": "state"})["state"]["board"] == []
        one.send(
            {"seen": 0, "edge": "left", "domino": hand[0], "action": "play", "command": "move"}
        )
        state = two.receive()["state"]
        assert state["board"] == [hand[0][::-1]]
        low, high = hand[0]
        fits = {"left": high, "start": high, "front": high, "first": high} | {
            "right": low, "end": low, "back": low, "last": low,
        }  # fmt: skip
        for tile in state["hand"]:
            for edge, number in fits.items():
                assert two.ask(valid | {"domino": tile, "edge": edge}) is (number in tile)
            assert two.ask(valid | {"domino": tile}) is False
            for odd in "middle", "LEFT", None, 5, ["left"]:
                assert two.ask(valid | {"domino": tile, "edge": odd}) is False
        can = any({low, high} & set(tile) for tile in state["hand"])
        assert two.ask({"command": "valid_move?", "action": "chapped"}) is not can
        assert (
            two.ask({"command": "valid_move?", "action": "x", "domino": state["hand"][0]}) is False
        )


def test_moves_out_of_turn_are_kept_and_judged_when_the_turn_comes(tmp_path: Path) -> None:
    with (
        serving(tmp_path, deals=from_packs(*PACKS)) as (port, _),
        RawClient(port) as ana,
        RawClient(port) as beto,
    ):
        ana.start_first("Ana")
        beto.start("Beto")
        ana.receive(), beto.receive(), ana.receive()
        wrong = {"command": "move", "action": "play", "domino": [4, 4], "edge": "left"}
        right = {"command": "move", "action": "play", "domino": [0, 4], "edge": "left"}
        for message in [*[wrong] * 7, right]:
            beto.send(message)
        ninth = {"command": "move", "action": "play", "domino": [0, 3], "edge": "left"}
        assert beto.ask(ninth) == {"error": "UnhandledMessage", "message": ninth}
        ana.send({"command": "move", "action": "play", "domino": [0, 0]})
        assert beto.receive()["command"] == "move"
        for _ in range(7):
            assert beto.receive() == {"error": "InvalidMove", "move": wrong}
        assert ana.receive()["state"]["board"] == [[4, 0], [0, 0]]


def test_what_was_kept_is_forgotten_with_the_round(tmp_path: Path) -> None:
    ana = [[0, 0], [0, 1], [1, 1], [1, 2], [2, 2], [0, 2], [0, 3]]
    beto = [[4, 4], [4, 5], [4, 6], [5, 5], [5, 6], [6, 6], [3, 6]]
    with (
        serving(tmp_path, deals=from_packs(*[[*ana, *beto]] * 2)) as (port, _),
        RawClient(port) as one,
        RawClient(port) as two,
    ):
        one.start_first("Ana", rounds=2)
        two.start("Beto", rounds=2)
        one.receive(), two.receive()
        for number, tile in enumerate(ana):
            one.receive()
            one.send({"command": "move", "action": "play", "domino": tile, "edge": "right"})
            if number < 6:
                two.receive()
                two.send({"command": "move", "action": "chapped"})
            if number == 5:
                assert two.ask({"command": "players"}) == ["Ana", "Beto"]  # the move was heard
                two.send({"command": "move", "action": "chapped"})
                assert two.ask({"command": "players"}) == ["Ana", "Beto"]
        assert two.receive() == {"command": "gameover", "winner": "Ana"}
        assert two.receive() == {"command": "new_game"}
        assert [one.receive() for _ in range(2)][1] == {"command": "new_game"}
        one.receive()
        one.send({"command": "move", "action": "play", "domino": [0, 0]})
        assert two.receive()["state"]["board"] == [[0, 0]]
        two.send({"command": "move", "action": "chapped"})
        assert one.receive()["command"] == "move"  # one chapped sufficed, and no error came of two


def test_another_game_after_goodbye(shared: int) -> None:
    with RawClient(shared) as one, RawClient(shared) as two:
        for size in 2, 2:
            one.start("Ana", size)
            assert one.ask({"command": "players"}) == ["Ana"]
            two.start("Beto", size)
            with ThreadPoolExecutor(2) as both:
                heard, _ = both.map(play_to_goodbye, (one, two))
            assert sum(heard[-1]["scores"].values()) <= 1  # of this set alone
            assert one.ask({"command": "state"}) == {"error": "NoActiveGame"}
        one.send({"command": "quit"})
        assert one.at_end()
        two.start("Beto", 7)
        assert two.receive() == {"error": "CouldNotCreateGame"}
        assert two.at_end()
