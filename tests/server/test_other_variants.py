"""Variants with draws and teams over the wire, events, bots of ours, and that no tile leaks."""

from __future__ import annotations

import asyncio
import contextlib
import io
import logging
import re
import socket
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random

import pytest

import dominoes_rules as dr
from dominoes_lang.table.state import End, Kind, play
from dominoes_lang.table.tiles import Tile
from dominoes_rules import library
from dominoes_rules.bots import bot, decide
from dominoes_rules.cli import main
from dominoes_rules.play.round import Round
from dominoes_rules.position.choice_models import has_model
from dominoes_rules.position.notation import Move
from dominoes_rules.server.bot_workers import BotWorkers
from dominoes_rules.server.limits import Limits
from dominoes_rules.server.wire import frames
from dominoes_rules.server.wire.client import Client
from dominoes_rules.server.wire.seen import ClientError, SeenTable
from dominoes_rules.tables.sets import ROUNDS_TO_LEARN
from tests.server.raw_client import Message, RawClient, play_to_goodbye, serving

VARIANTS = ["draw", "draw_one", "partnership", "domohnoes", "kozel"]
QUICK = Limits(frames_per_second=1e6)


def start(client: RawClient, variant: str, nick: str, **more: object) -> None:
    gametype = f"dominoes-rules.{variant}"
    client.send({"command": "start_game", "gametype": gametype, "nick": nick, **more})


def tiles_in(message: object) -> set[tuple[int, ...]]:
    """Every pair of numbers anywhere in a message."""
    if isinstance(message, list) and len(message) == 2 and {*map(type, message)} == {int}:
        return {tuple(sorted(message))}
    if not isinstance(message, dict | list):
        return set()
    parts = message.values() if isinstance(message, dict) else message
    return {tile for part in parts for tile in tiles_in(part)}


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_set_by_its_events(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, variant: str
) -> None:
    """Clients replay what they are told by the rules; nothing they get shows another's tile."""
    caplog.set_level(logging.DEBUG)
    seats = dr.variant(variant).players[0]
    nicks = [f"p{number}" for number in range(seats)]
    logs: dict[str, list[Message]] = {nick: [] for nick in nicks}
    with contextlib.ExitStack() as stack:
        port, _ = stack.enter_context(serving(tmp_path, variants=VARIANTS, limits=QUICK))
        clients = [stack.enter_context(RawClient(port)) for _ in nicks]
        for client, nick in zip(clients, nicks, strict=True):
            start(client, variant, nick, events=nick != "p1", rounds=6)
            if nick != nicks[-1]:
                assert client.ask({"command": "players"})[-1] == nick

        def play(client: RawClient, nick: str) -> None:
            heard, random = logs[nick], Random(nick)
            while not heard or heard[-1].get("command") != "goodbye":
                heard.append(client.receive())
                if heard[-1].get("command") == "move":
                    client.send(some_move(client, heard[-1]["state"], random))

        with ThreadPoolExecutor(seats) as pool:
            for one in [pool.submit(play, *pair) for pair in zip(clients, nicks, strict=True)]:
                one.result()
    (record,) = (tmp_path / "records").iterdir()
    match = dr.Match.read(record.read_text("utf-8").splitlines())
    assert 1 <= len(match.rounds) <= 6
    for nick, heard in logs.items():
        rounds = [-1]
        known: set[tuple[int, ...]] = set()
        letter = "ABCD"[int(nick[1])]
        seen: list[list[Message]] = []
        for message in heard:
            if message.get("command") == "new_game":
                rounds.append(rounds[-1] + 1)
                seen.append([])
                game = match.rounds[rounds[-1]]
                dealt = dr.Round.dealt(game.compiled, game.states[0])
                known = {(tile.low, tile.high) for tile in dealt.hand(letter)}
            if "drawn" in message:
                known.add(tuple(message["drawn"]))
            if "event" in message:
                seen[-1].append(message)
                known |= tiles_in(message.get("domino", []) and [message["domino"]])
            elif "state" in message:
                state = message["state"]
                laid = {tuple(sorted(tile)) for tile in state["board"]}
                known |= laid
                board = state["board"]
                assert state.pop("ends") == ([board[0][0], board[-1][1]] if laid else [])
                assert tiles_in(message) <= known
                assert sum(state["hands"].values()) + len(laid) + state["stock"] == 28
            else:
                assert tiles_in(message) <= known
        assert [event["event"] for told in seen for event in told] == (
            []
            if nick == "p1"
            else [
                {"play": "played", "draw": "drew", "pass": "passed", "stop": "stopped"}[
                    move.kind.value
                ]
                for game in match.rounds
                for move in game.moves
            ]
        )
    assert "p1" in caplog.text
    assert not re.search(r"\[\d[|,]|[0-6]\|[0-6]|hand|play:", caplog.text)


def some_move(client: RawClient, state: Message, random: Random) -> Message:
    """A move that the server calls valid."""
    plays = [
        {"command": "move", "action": "play", "domino": tile, "edge": edge}
        for tile in state["hand"]
        for edge in ("left", "right")
    ]
    random.shuffle(plays)
    others = [{"command": "move", "action": action} for action in ("draw", "stop")]
    for move in [*plays, *others]:
        if client.ask(move | {"command": "valid_move?"}) is True:
            return move
    return {"command": "move", "action": "chapped"}


# ---------------------------------------------------------------------- our own clients


class OldServer(Client):
    """What a server of the original would hear: nothing of events and news."""

    def send(self, message: object) -> None:
        assert isinstance(message, dict)
        super().send(
            {key: value for key, value in message.items() if key not in ("events", "news")}
        )


def known_after(game: dr.Round, seat: str) -> str:
    """A round that is over, as a client knows it: not what others were dealt who have drawn.

    Nor how many rounds the set has, which changes no choice.
    """
    drew = {
        state.mover
        for state, action in zip(game.states, game.actions, strict=False)
        if action.kind is Kind.DRAW
    }
    hidden = drew - {game.setup.seat_names.index(seat)}
    shown = str(game.seen_by(seat) if hidden else game.position)
    return re.sub(r" (stock:\S+|rounds_in_set=\d+)", "", shown)


@pytest.mark.parametrize(
    ("kind", "variant", "seats"),
    [
        *[(Client, variant, None) for variant in (*VARIANTS[:3], "kozel")],
        (Client, None, 3),
        (OldServer, None, 2),
        (OldServer, None, 4),
    ],
)
def test_what_a_client_knows(
    tmp_path: Path, kind: type[Client], variant: str | None, seats: int | None
) -> None:
    """Its positions are those of the rounds, and the server takes their legal moves."""
    rules = dr.variant(variant or "domohnoes")
    size = seats or rules.players[0]
    asked: list[dr.Position] = []
    told: list[object] = []

    def play(number: int) -> dict[str, int]:
        random = Random(number)

        def choose(position: dr.Position) -> dr.Move:
            assert position.turn == "ABCD"[names.index(f"p{number}")]
            asked.append(position)
            return random.choice(position.legal_moves)

        names: list[str] = []

        def tell(message: object, table: SeenTable) -> None:
            names[:] = table.nicks
            told.append(message)

        with kind("127.0.0.1", port) as client:
            return client.play(
                f"p{number}",
                choose,
                rules=rules if variant else None,
                min_players=size,
                rounds=4,
                told=tell,
            )

    with (
        serving(tmp_path, variants=VARIANTS, limits=QUICK) as (port, _),
        ThreadPoolExecutor(size) as pool,
    ):
        scores = [*pool.map(play, range(size))]
    assert all(score == scores[0] for score in scores)
    assert not any(isinstance(message, dict) and "error" in message for message in told)
    (record,) = (tmp_path / "records").iterdir()
    match = dr.Match.read(record.read_text("utf-8").splitlines())
    if kind is OldServer and size > 2:
        return  # how the table lies is all that can be known
    seen = {str(position) for position in asked}
    for game in match.rounds:
        again = dr.Round.dealt(dr.Round(rules, seats=size).compiled, game.states[0])
        for move in game.moves:
            if len(again.legal_moves) > 1:
                assert str(again.seen_by(again.turn)) in seen
            again.push(move)
    for position in asked:
        before = position._known.round - 1
        if kind is OldServer:  # as each round was at the last turn, since nobody told its end
            assert len(position.earlier_rounds) == before
            assert seen.issuperset(position.earlier_rounds)
        else:
            known = [known_after(game, position.turn) for game in match.rounds[:before]]
            assert position.earlier_rounds == tuple(known if has_model(match.setup) else ())


@pytest.mark.parametrize(
    "message",
    [
        {"command": "move", "state": {"hand": [[0, 9]], "board": []}},
        {"command": "move", "state": {"hand": [[0, 1, 2]], "board": []}},
        {"command": "move", "state": 5},
        {"state": {"hand": [], "board": [], "scores": {"Ana": 10**6, "Beto": 0}}},
        {"state": {"hand": [], "board": [[6.0, 6.0]]}},
        {"state": {"hand": [], "board": [], "scores": {"Ana": float("inf"), "Beto": 0}}},
        {"command": "returned", "players": ["Ana", "Beto"], "round": float("inf"), "scores": {}},
        {"command": "gameover"},
        {"command": "gameover", "winner": "nobody here"},
        {"event": "played", "nick": "Ana", "domino": [0, 0], "edge": "up"},
        {"event": "played", "nick": ["Ana"], "domino": None, "edge": "left"},
        {"drawn": [1]},
        ["Ana", "Ana"],
        ["Beto", "Caro"],
    ],
)
def test_a_server_that_makes_no_sense(message: object) -> None:
    table = SeenTable(dr.Round(dr.variant("domohnoes"), seats=2).compiled, "Ana")
    table.hear({"command": "new_game"})
    if isinstance(message, dict):
        table.hear(["Ana", "Beto"])
    with pytest.raises(ClientError):
        table.hear(message)


def test_a_refused_move_is_not_played() -> None:
    """On a server that does not tell what happens, a client asks for the same position again."""
    table = SeenTable(dr.Round(dr.variant("block")).compiled, "Ana")
    table.hear(["Ana", "Beto"])
    table.hear({"command": "new_game"})
    hand = [[0, 6], [1, 6], [2, 6], [3, 6], [4, 6], [5, 6], [5, 5]]
    table.hear({"command": "move", "state": {"hand": hand, "board": [[6, 6]]}})
    first = table.position()
    table.made(play(table.compiled.setup.tiles.number[Tile.of(5, 6)], End.LEFT))
    table.hear({"error": "InvalidMove", "move": None})
    assert table.position() == first
    table.made(play(table.compiled.setup.tiles.number[Tile.of(4, 6)], End.LEFT))
    hand.remove([4, 6])
    table.hear({"command": "move", "state": {"hand": hand, "board": [[4, 4], [4, 6], [6, 6]]}})
    assert table.position() == first.play("64l").play("44l")


def test_a_client_keeps_as_many_rounds_as_bots_learn_from() -> None:
    table = SeenTable(dr.Round(dr.variant("block")).compiled, "Ana")
    table.hear(["Ana", "Beto"])
    for _ in range(ROUNDS_TO_LEARN + 2):
        table.hear({"command": "new_game"})
        table.hear({"event": "played", "nick": "Ana", "domino": [6, 6], "edge": "left"})
        hand = [[pip, 5] for pip in range(6)]
        table.hear({"command": "gameover", "winner": "Ana", "hands": {"Ana": hand}})
    assert [*table._earlier] == [*range(3, ROUNDS_TO_LEARN + 3)]


def test_join(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with serving(tmp_path, fill="lowest", after=0.05) as (port, _):
        call = ["join", f"localhost:{port}", "--nick", "Ana", "--rounds", "2"]
        assert main([*call, "--bot", "heaviest"]) == 0
        shown = capsys.readouterr()
        assert {*shown.out.split()[1::2]} == {"Ana", "lowest-1"}
        assert "round 2: " in shown.err
        assert main([*call, "--bot", "random", "--json"]) == 0
        assert '"lowest-1"' in capsys.readouterr().out
        assert main([*call, "--bot", "omniscient"]) == 2
        assert main([*call, "--bot", "first", "--variant", "draw"]) == 2
        assert "refuses: UnsupportedGameType: dominoes-rules.draw\n" in capsys.readouterr().err
        assert main([*call, "--bot", "first", "--rounds", "1", "--variant", "domohnoes/3"]) == 2
        assert "dominoes-rules.domohnoes\n" in capsys.readouterr().err
    assert main([*call, "--bot", "first"]) == 2
    assert "there is no connection" in capsys.readouterr().err
    for wrong in "localhost:0", "localhost:x", ":5", "a:b:c:1":
        assert main(["join", wrong, "--nick", "Ana", "--bot", "first"]) == 2


def file_of(model: str) -> str:
    return str(Path(library.__file__).parents[1] / "variants" / model)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--bot", "first", "--min-players", "9"], "is for 2, 3 or 4 players, not for 9"),
        (["--bot", "first", "--variant", "block/99999"], "is for 2 players, not for 99999"),
        (
            ["--bot", "first", "--variant", "domohnoes/3", "--min-players", "2"],
            "write the number of players once",
        ),
        (["--bot", "first", "--nick", " "], "a name has 1 to 40 visible characters"),
        (["--bot", f"quick:net={file_of('partnership.net.json')}"], "fit domohnoes/2 --net\n"),
        (
            ["--bot", f"solver:model={file_of('partnership.choices.json')}"],
            "the model of choices is that of partnership",
        ),
    ],
)
def test_what_a_server_is_not_asked_for(
    words: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["join", "localhost:1", "--nick", "Ana", *words]) == 2
    assert message in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--variant", "domohnoes/3"], "write --variant domohnoes\n"),
        (["--fill", f"quick:net={file_of('partnership.net.json')}"], "the net is that of partner"),
        (
            ["--variant", "partnership", "--fill", f"quick:net={file_of('partnership.net.json')}"],
            "can't listen",
        ),
    ],
)
def test_what_is_not_served(
    words: list[str], message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = ["--db", str(tmp_path / "standings.db"), "--records", str(tmp_path)]
    assert main(["serve", "--host", "203.0.113.1", *files, *words]) == 2
    assert message in capsys.readouterr().err


def test_a_refusal_is_shown_without_control_characters() -> None:
    refusal = {"error": "Full", "details": "come \x1b[2Jback", "seats": 4}
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def refuse() -> None:
            with listener.accept()[0] as connection:
                connection.recv(1000)
                connection.sendall(frames.encode(refusal))

        with ThreadPoolExecutor() as pool, Client(*listener.getsockname()) as client:
            pool.submit(refuse)
            with pytest.raises(ClientError, match=re.escape("refuses: Full: come ␛[2Jback: 4")):
                client.play("Ana", lambda position: position.legal_moves[0])


def test_a_stand_in_learns_from_the_rounds_before(tmp_path: Path) -> None:
    by_round: dict[int, set[tuple[str, ...]]] = {}

    class Learner:
        async def move(
            self, name: str, game: Round, _seed: int, _seconds: float, earlier: Sequence[str]
        ) -> Move:
            by_round.setdefault(game.state.round, set()).add(tuple(earlier))
            return decide(bot(name), game, earlier=earlier)

    with serving(tmp_path, fill="strong:worlds=2", after=0.05) as (port, server):
        server.house.thinker = Learner()
        call = ["join", f"localhost:{port}", "--nick", "Ana", "--rounds", "3", "--bot", "heaviest"]
        assert main(call) == 0
    (first,), (second,), (third,) = (by_round[number] for number in (1, 2, 3))
    assert (first, second) == ((), third[:1])
    assert len(third) == 2


def test_join_in_person(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with serving(tmp_path, fill="lowest", after=0.05) as (port, _):
        call = ["join", f"localhost:{port}", "--nick", "Ana", "--person"]
        monkeypatch.setattr("sys.stdin", io.StringIO("?\nnonsense\n99\nundo\n" + "1\n" * 30))
        assert main(call) == 0
        shown = capsys.readouterr().out
        for words in (
            "lowest-1 plays",
            "wins the round",
            "is not a play",
            "no undo on a server",
            "ends",
        ):
            assert words in shown
        monkeypatch.setattr("sys.stdin", io.StringIO("1\nquit\n"))
        assert main(call) == 0
        monkeypatch.setattr("sys.stdin", io.StringIO(""))
        assert main(call) == 0


# ---------------------------------------------------------------------- bots of the server


def test_bots_think_in_processes_that_can_be_ended() -> None:
    game = dr.Round(dr.variant("draw"), seed=3)
    while len(game.legal_moves) < 3:
        game.push(game.legal_moves[0])

    async def moves() -> list[dr.Move]:
        workers = BotWorkers(1)
        try:
            return [
                await workers.move(bot, game, 7, seconds)
                for bot, seconds in [
                    ("heaviest", 300),
                    ("no such bot", 300),
                    ("heaviest", 300),
                    ("solver:worlds=100000", 0.05),
                    ("heaviest", 300),
                ]
            ]
        finally:
            await workers.close()

    first = game.legal_moves[0]
    best = decide(bot("heaviest"), game)
    assert best != first
    assert asyncio.run(moves()) == [best, first, best, first, best]


def test_news_are_for_clients_that_ask_for_them(tmp_path: Path) -> None:
    """Who is missing, the time for a move and how a round ended; others get what they ever got."""
    with serving(tmp_path) as (port, _), RawClient(port) as ana, RawClient(port) as beto:
        ana.start("Ana", events=True, news=True)
        assert ana.receive() == {"waiting": ["Ana"], "missing": 1}
        beto.start("Beto", events=True)
        with ThreadPoolExecutor(2) as pool:
            told, usual = pool.map(play_to_goodbye, [ana, beto])
    requests = [one for one in told if one.get("command") == "move"]
    assert told[0] == {"command": "new_game", "rounds": 1}
    assert {"command": "new_game"} in usual
    assert {one["seconds"] for one in requests} == {Limits().think}
    (end,) = [one for one in told if one.get("command") == "gameover"]
    assert end["reason"] in {"domino", "blocked"}
    assert end["hands"].keys() == end["points"].keys() == {"Ana", "Beto"}
    assert not any("seconds" in one or "hands" in one or "waiting" in one for one in usual)


def test_a_person_reads_who_is_missing_the_time_and_the_hands(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("rules\n" + "1\n" * 99))
    with serving(tmp_path, fill="first", after=0.2) as (port, _):
        assert main(["join", f"127.0.0.1:{port}", "--nick", "Ana", "--person"]) == 0
    shown = capsys.readouterr().out
    assert "Ana waits; 1 more to come." in shown
    assert "\nRound 1 of 1\n" in shown
    assert "Play one round;" in shown
    assert re.search(r"Ana \(\d+ s left\)> 1", shown)
    assert re.search(r"^(A player goes out|The round is blocked)\.\n  Ana  ", shown, re.MULTILINE)
    assert re.search(r"^Points: Ana [+]\d, first-1 [+]\d\.$", shown, re.MULTILINE)
