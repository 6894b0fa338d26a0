"""Rounds on disk: after a kill, after SIGTERM, after a disk that is full; and what `serve` says."""

from __future__ import annotations

import json
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import pytest

import dominoes_rules as dr
from dominoes_rules.cli import main
from dominoes_rules.server.storage.results import Results, Standing, StandingsError, standings
from tests.other_systems import needs_signals
from tests.server.raw_client import (
    PATIENCE,
    Message,
    RawClient,
    leftmost,
    play_to_goodbye,
    serving,
    wait_until,
)


class Process:
    """`serve` in a process of its own."""

    def __init__(self, folder: Path, *words: str) -> None:
        self.errors = (folder / "log").open("ab")
        command = [sys.executable, "-m", "dominoes_rules", "serve", "--port", "0", *words]
        self.process = subprocess.Popen(
            command, cwd=folder, stdout=subprocess.PIPE, stderr=self.errors, text=True
        )
        assert self.process.stdout is not None
        self.port = int(self.process.stdout.readline().rpartition(":")[2])

    def end(self, number: signal.Signals) -> int:
        self.process.send_signal(number)
        code = self.process.wait(PATIENCE)
        assert self.process.stdout is not None
        self.process.stdout.close()
        self.errors.close()
        return code


def play_on(port: int, nicks: tuple[str, str], told: Counter[str]) -> None:
    """Play until the server goes away, and count how many rounds each is told to have won."""

    def play(nick: str) -> None:
        with RawClient(port) as client:
            try:
                client.start(nick, 2, 10_000)
                while True:
                    message = client.receive()
                    if message["command"] == "move":
                        client.send(leftmost(message["state"]))
                    elif message["command"] == "gameover" and nick == nicks[0]:
                        told[str(message["winner"])] += 1
            except (EOFError, OSError, json.JSONDecodeError):
                return

    with ThreadPoolExecutor(2) as both:
        list(both.map(play, nicks))


def has_more(told: Counter[str], rounds: int) -> bool:
    return sum(told.values()) > rounds


@needs_signals
def test_a_killed_server_has_lost_no_round(tmp_path: Path) -> None:
    told: Counter[str] = Counter()
    for seconds in 0.0, 0.2:
        server = Process(tmp_path)
        with ThreadPoolExecutor(1) as beside:
            before = sum(told.values())
            playing = beside.submit(play_on, server.port, ("Ana", "Beto"), told)
            wait_until(partial(has_more, told, before))
            time.sleep(seconds)
            server.end(signal.SIGKILL)
            playing.result()
    kept: Counter[str] = Counter()
    for record in (tmp_path / "records").iterdir():
        head, *lines = record.read_text("utf-8").splitlines()
        names = {seat["seat"]: seat["name"] for seat in json.loads(head)["seats"]}
        for line in lines:
            points = json.loads(line)["points"]
            kept[next((names[side] for side, won in points.items() if won), "None")] += 1
        match = dr.Match.read(record.read_text("utf-8").splitlines())
        assert match.round.is_over
    assert sum(told.values()) > 1
    # Each kill may come between the two.
    assert sum(kept.values()) - sum(told.values()) in {0, 1, 2}
    assert kept >= told
    found = {row.nick: row.won for row in standings(tmp_path / "standings.db")}
    for nick in "Ana", "Beto":
        assert told[nick] <= found[nick] <= kept[nick]


@needs_signals
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_stopped_server_ends_its_rounds(tmp_path: Path, number: signal.Signals) -> None:
    server = Process(tmp_path, "--grace", "3", "--verbose")
    with RawClient(server.port) as slow, RawClient(server.port) as other:
        with RawClient(server.port) as ana, RawClient(server.port) as beto:
            for client, nick in (slow, "slow"), (other, "other"), (ana, "ana"), (beto, "beto"):
                client.start(nick, 2, 50)
                if client in {slow, ana}:
                    assert client.ask({"command": "players"}) == [nick]
                elif client is other:
                    assert other.receive() == {"command": "new_game"}
            asked = [slow.receive() for _ in range(2)][1]
            slow.send(leftmost(asked["state"]))
            with ThreadPoolExecutor(3) as pool:
                so_far: list[Message] = []
                heard = [pool.submit(play_to_goodbye, client, so_far) for client in (ana, beto)]
                wait_until(lambda: any(one["command"] == "gameover" for one in so_far))
                stopped = pool.submit(server.end, number)
                for one in heard:
                    ends = [message["command"] for message in one.result()]
                    assert 1 <= ends.count("gameover") < 50
                assert stopped.result() == (0 if number is signal.SIGTERM else 130)
        assert other.receive()["command"] == "move"
        assert other.at_end()
    lines = [
        json.loads(record.read_text("utf-8").splitlines()[-1])
        for record in (tmp_path / "records").iterdir()
    ]
    assert sorted("open" in line for line in lines) == [False, True]
    log = (tmp_path / "log").read_text("utf-8")
    assert "slow, other begin 50 rounds" in log
    assert not any(f"[{high}" in log or f"{high}|" in log for high in range(7))


def test_a_full_disk_ends_a_table_and_no_round_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with serving(tmp_path) as (port, _), RawClient(port) as one, RawClient(port) as two:
        monkeypatch.setattr("dominoes_rules.server.storage.keeping._append", full)
        one.start("one")
        two.start("two")
        with ThreadPoolExecutor(2) as both:
            for playing in [both.submit(play_to_goodbye, client) for client in (one, two)]:
                with pytest.raises((EOFError, ConnectionError)):
                    playing.result()
        monkeypatch.undo()
        with RawClient(port) as three, RawClient(port) as four:
            three.start("three")
            four.start("four")
            with ThreadPoolExecutor(2) as both:
                list(both.map(play_to_goodbye, (three, four)))
    assert {row.nick for row in standings(tmp_path / "standings.db")} == {"three", "four"}


# ---------------------------------------------------------------------- standings


def test_standings(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "standings.db"
    for _ in range(2):  # also by a server that was started again
        results = Results(file)
        results.add([Standing("g", "Ana\x1b[2J", False, 1, 1), Standing("g", "first", True, 1, 0)])
        results.close()
    assert main(["standings", "--db", str(file)]) == 0
    shown = capsys.readouterr().out
    assert "Ana␛[2J" in shown
    assert "      0       2    0%  first (bot)" in shown
    assert main(["standings", "--db", str(file), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)[0] == {
        "gametype": "g", "nick": "Ana\x1b[2J", "bot": False, "rounds": 2, "won": 2,
    }  # fmt: skip


def test_another_file_is_left_as_it_is(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text, database = tmp_path / "text.db", tmp_path / "other.db"
    text.write_bytes(b"no database, but long enough to be taken for one" * 100)
    with sqlite3.connect(database) as other:
        other.execute("CREATE TABLE standings (nick TEXT)")
    other.close()
    numbered = tmp_path / "numbered.db"
    with sqlite3.connect(numbered) as other:
        other.execute("CREATE TABLE accounts (name TEXT)")
        other.execute("PRAGMA user_version = 1")
    other.close()
    for file in text, database, numbered:
        before = file.read_bytes()
        with pytest.raises(StandingsError, match=file.name):
            Results(file)
        assert main(["standings", "--db", str(file)]) == 2
        assert main(["serve", "--port", "0", "--db", str(file)]) == 2
        assert file.name in capsys.readouterr().err
        assert file.read_bytes() == before


def test_damaged_standings(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Also where SQLite's own message quotes bytes that are no text."""
    file = tmp_path / "standings.db"
    results = Results(file)
    results.add([Standing("g", "Ana", False, 3, 2)])
    results.close()
    whole = file.read_bytes()
    for text, spoilt in (
        (b"CREATE TABLE", b"CREATE T\xff\xc3LE"),
        (b"rounds INTEGER", b"rounds \xff\xfeTEGER"),
        (b"Ana\x03\x02", b"Ana\x03\x09"),
        (b"Ana\x03\x02", b"An\xff\x03\x02"),
    ):
        assert text in whole
        file.write_bytes(whole.replace(text, spoilt))
        assert main(["standings", "--db", str(file)]) == 2
        error = capsys.readouterr().err
        assert error.count("\n") == 1
        assert "standings.db" in error
        assert "bug" not in error


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--variant", "nonsense"], "nonsense"),
        (["--variant", "draw", "--variant", "draw"], "dominoes-rules.draw already"),
        (["--fill", "hevaiest"], 'did you mean "heaviest"?'),
        (["--fill", "omniscient"], "sees the others' hands"),
        (["--after", "5"], "add --fill BOT"),
        (["--host", "no.such.host.invalid"], "no.such.host.invalid"),
        (["--records", "file/below"], "file"),
        (["--db", "no/such/folder.db"], "folder.db"),
    ],
)
def test_a_server_that_can_t_start_says_why(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    words: list[str],
    said: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "file").write_text("a file")
    assert main(["serve", "--port", "0", *words]) == 2
    error = capsys.readouterr().err
    assert said in error
    assert "bug" not in error


def test_an_address_in_use(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with socket.create_server(("127.0.0.1", 0)) as taken:
        assert main(["serve", "--port", str(taken.getsockname()[1])]) == 2
