"""`play` in a terminal and in a pipe: signals, ends, what can be seen and what is kept."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from random import Random
from typing import Any

import pytest

import dominoes_rules as dr
from dominoes_rules.play.match_file import MatchFile

pexpect = pytest.importorskip("pexpect")
pyte = pytest.importorskip("pyte")
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="pexpect has no terminal there")

PROGRAM = [sys.executable, "-m", "dominoes_rules", "play"]
BLOCK = ("block", "--bot", "B=first", "--seed", "7")
WIPED = "\x1b[3J"


class Person:
    """`play` in a terminal of its own, with what is seen there."""

    def __init__(self, *words: str, rows: int = 24, columns: int = 80, **variables: str) -> None:
        usual = {"TERM": "xterm", "COLUMNS": "", "LINES": ""}
        environment = {**os.environ, **usual, **variables}
        self.screen = pyte.HistoryScreen(columns, rows, history=1000)
        self.stream = pyte.Stream(self.screen)
        self.raw = ""
        self.child = pexpect.spawn(
            PROGRAM[0], [*PROGRAM[1:], *words], dimensions=(rows, columns), encoding="utf-8",
            env={name: value for name, value in environment.items() if value}, timeout=300,
        )  # fmt: skip

    def until(self, pattern: str) -> str:
        """Read up to a pattern; what was written up to there."""
        self.child.expect(pattern)
        text: str = self.child.before + self.child.after
        self._see(text)
        return text

    def _see(self, text: str) -> None:
        self.raw += text
        self.stream.feed(text)

    def seen(self) -> str:
        """All that is on the screen, or can be scrolled back to."""
        old = [
            "".join(line[column].data for column in range(self.screen.columns))
            for line in self.screen.history.top
        ]
        return "\n".join(row.rstrip() for row in [*old, *self.screen.display])

    def end(self) -> int:
        """The exit code, after all that is still written."""
        self._see(self.child.read())
        self.child.close()
        code = self.child.exitstatus
        return int(code) if code is not None else -int(self.child.signalstatus)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    root = Path(__file__).parent.parent.parent
    monkeypatch.setenv(
        "PYTHONPATH", os.pathsep.join(str(root / one) for one in ("", "rules", "solver"))
    )
    return tmp_path


def piped(text: str | bytes, *words: str) -> subprocess.CompletedProcess[bytes]:
    data = text.encode() if isinstance(text, str) else text
    return subprocess.run([*PROGRAM, *words], input=data, capture_output=True, check=False)


def test_ctrl_c_asks_once_and_leaves_the_second_time(folder: Path) -> None:
    person = Person(*BLOCK, "--save", "a.match")
    person.until("A> ")
    person.child.send("1\r")
    person.until("A> ")
    person.child.sendintr()
    person.until("Ctrl-C again leaves")
    person.child.send("\r")
    person.until("A> ")
    person.child.sendintr()
    person.until("Ctrl-C again leaves")
    person.child.sendintr()
    assert person.end() == 130
    assert "Traceback" not in person.raw
    match, _ = MatchFile.read(folder / "a.match")
    assert str(match.round.moves[1]) == "31l"


@pytest.mark.parametrize(
    ("number", "code"), [(signal.SIGTERM, 143), (signal.SIGHUP, 129)], ids=["TERM", "HUP"]
)
def test_what_the_system_ends_is_saved(folder: Path, number: int, code: int) -> None:
    person = Person(*BLOCK)
    person.until("A> ")
    person.child.send("1\r")
    person.until("A> ")
    person.child.kill(number)
    assert person.end() == code
    match, _ = MatchFile.read(folder / "block.match")
    assert str(match.round.moves[1]) == "31l"


def test_the_end_of_the_input_saves(folder: Path) -> None:
    person = Person(*BLOCK)
    person.until("A> ")
    person.child.send("1\r")
    person.until("A> ")
    person.child.sendeof()
    assert person.end() == 0
    assert "dominoes-rules play --resume block.match" in person.raw
    done = piped("1\n", "--resume", "block.match", "--plain")
    assert done.returncode == 0
    assert len(MatchFile.read(folder / "block.match")[0].round.actions) > 3


def test_colours_change_no_letter(folder: Path) -> None:  # noqa: ARG001
    pytest.importorskip("rich")
    shown = []
    for words, colour in (([], ""), (["--plain"], ""), ([], "1")):
        person = Person(*BLOCK, *words, rows=60, NO_COLOR=colour)
        person.until("A> ")
        person.child.send("quit\r")
        assert person.end() == 0
        shown.append((person.seen(), bool(re.search(r"\x1b\[[0-9;]*m", person.raw))))
    assert shown == [(shown[0][0], True), (shown[0][0], False), (shown[0][0], False)]


def test_a_hand_is_gone_when_another_player_is_asked(folder: Path) -> None:  # noqa: ARG001
    person = Person("block", "--seat", "A=Ana", "--seat", "B=Bob", "--seed", "7", rows=12)
    bob = dr.Match(dr.variant("block"), seed=7).round.hand("B")
    person.until("Bob: press Enter .*> ")
    person.child.send("\r")
    person.until("Bob> ")
    assert all(str(tile) in person.seen() for tile in bob)
    person.child.send("hint\r")
    person.until("Bob> ")
    person.child.send("1\r")
    person.until("Ana: press Enter .*> ")
    assert WIPED in person.raw
    assert not re.search(r"\b\d\d\b", person.seen())
    person.child.send("\x1b[A")  # what was typed before is not there either
    time.sleep(0.2)
    person.child.send("\r")
    person.until("Ana> ")
    later = set(map(str, bob)) & set(re.findall(r"\b\d\d\b", person.seen()))
    assert not later - {str(bob[0])}
    person.child.send("quit\r")
    assert person.end() == 0


@pytest.mark.parametrize(
    ("game", "lines"),
    [
        ("block", ("hint", "why 31l", "?")),
        pytest.param("cuban_double_nine", ("worlds", "rules", "xyz"), marks=pytest.mark.thorough),
    ],
)
def test_everything_fits_a_narrow_window(folder: Path, game: str, lines: tuple[str, ...]) -> None:  # noqa: ARG001
    bots = ("--bot", "B=first", "--bot", "C=first", "--bot", "D=first")
    person = Person(game, "--seed", "7", *bots[: 2 if game == "block" else 6], columns=40)
    person.until("A> ")
    for line in (*lines, "quit"):
        person.child.send(f"{line}\r")
        if line != "quit":
            person.until("A> ")
    assert person.end() == 0
    text = re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", person.raw)
    rows = [row.rsplit("\r", 1)[-1] for row in text.replace("\r\n", "\n").split("\n")]
    assert max(len(row.rstrip()) for row in rows) <= 40


def test_games_are_offered_one_after_another(folder: Path) -> None:
    person = Person("--set", "target=1", "--seed", "7")
    person.until("quit leaves> ")
    person.child.send("block\r")
    person.until("Enter for club> ")
    person.child.send("beg\r")
    person.until(r"B \(beginner\). Seed 7")
    while person.child.expect(["A> ", "Another game.*quit> "]) == 0:
        person.child.send("1\r")
    person.child.send("\r")
    person.until(r"B \(beginner\). Seed \d+")
    person.until("A> ")
    person.child.send("1\r")
    person.until("A> ")
    person.child.send("quit\r")
    assert person.end() == 0
    assert MatchFile.read(folder / "block.match")[0].players["B"] == "beginner"


def test_a_pipe(folder: Path) -> None:
    done = piped("1\nq\n", "block", "--plain", "--seed", "7")
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"A> 1\n" in done.stdout
    assert [file.name for file in folder.iterdir()] == ["block.match"]
    assert b"\x1b" not in done.stdout


ASCII_ONLY = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}


@pytest.mark.parametrize(
    ("locale", "encoding", "said"),
    [
        (ASCII_ONLY, "utf-8", "Łukasz opens with 2-0"),
        ({"PYTHONIOENCODING": "latin-1"}, "latin-1", "This terminal can't show the name of A."),
        ({"PYTHONIOENCODING": "latin-1"}, "latin-1", "Tiles are drawn in ASCII: the encoding"),
    ],
)
def test_names_and_tiles_in_any_locale(
    folder: Path,  # noqa: ARG001
    monkeypatch: pytest.MonkeyPatch,
    locale: dict[str, str],
    encoding: str,
    said: str,
) -> None:
    for name, value in locale.items():
        monkeypatch.setenv(name, value)
    seats = ("--seat", "A=Łukasz", "--bot", "B=first", "--seed", "9")
    done = piped("20\nquit\n", "block", "--plain", "--tiles", *seats)
    assert done.returncode == 0, done.stderr
    assert said in done.stdout.decode(encoding)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\xff\xfe\n\x00\n" + b"9" * 100_000,
        b"hint\n" + b"\x1b[31m\n" * 50 + b"1\n" * 500,
    ],
    ids=["nothing", "no text and one long line", "controls and numbers"],
)
def test_whatever_is_piped(folder: Path, data: bytes) -> None:  # noqa: ARG001
    done = piped(data, *BLOCK, "--set", "target=10")
    assert done.returncode == 0
    # A hint that takes a while says so, as often as the machine is busy.
    assert all(b"Ctrl-C answers" in line for line in done.stderr.splitlines())
    assert b"\x1b" not in done.stdout


@pytest.mark.thorough
def test_killed_at_any_moment_it_goes_on_as_if_nothing_had_happened(folder: Path) -> None:
    words = ("draw", "--bot", "B=random", "--seed", "5", "--set", "target=40")
    whole = piped("1\n" * 2000, *words, "--save", "whole.match")
    assert b"the match after" in whole.stdout
    random = Random(1)
    for attempt in range(60):
        start = ("--resume", "part.match") if attempt else (*words, "--save", "part.match")
        child = subprocess.Popen(
            [*PROGRAM, *start], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL
        )
        assert child.stdin is not None
        child.stdin.write(b"1\n" * (2000 if attempt > 4 else 12))
        child.stdin.flush()
        if attempt <= 4:
            deadline = time.monotonic() + 300
            while not Path("part.match").exists() and time.monotonic() < deadline:
                time.sleep(0.01)
            time.sleep(random.uniform(0.0, 0.6))
            child.kill()
        child.stdin.close()
        child.wait()
        if MatchFile.read("part.match")[0].is_over:
            break
    assert (folder / "part.match").read_bytes() == (folder / "whole.match").read_bytes()


REFUSED: dict[str, tuple[tuple[str, ...], str]] = {
    "nothing": ((), "which game?"),
    "no game": (("blok",), "did you mean"),
    "no seat": (("block", "--seat", "C"), "there is no seat 'C'"),
    "no bot": (("block", "--bot", "B=hevaiest"), 'did you mean "heaviest"'),
    "a seat twice": (("block", "--seat", "A", "--bot", "A=first"), "is taken already"),
    "no parameter": (("block", "--set", "goal=3"), "no parameter 'goal'"),
    "a file that is there": (("block", "--save", "there"), "was not changed"),
    "a folder": (("block", "--save", "."), "it is a folder"),
    "a folder that is not there": (("block", "--save", "no/a.match"), "no such file or folder"),
    "no file": (("--resume", "no.match"), "there is no such file"),
    "no match": (("--resume", "there"), "there, line 1: this is not JSON"),
    "tiles of a large set": (("cuban_double_nine", "--tiles"), "no characters"),
    "another game": (("draw", "--resume", "good.match"), "draw does not match good.match"),
    "another seed": (("--resume", "good.match", "--seed", "8"), "--seed 8 does not match"),
    "another bot": (("--resume", "good.match", "--bot", "B=random"), "does not match good.match"),
    "another target": (
        ("block", "--resume", "good.match", "--set", "target=7"),
        "does not match good.match",
    ),
    "a bot of a stranger": (("--resume", "bad.match"), "would start 'run:touch x'"),
    "a cut line": (("--resume", "cut.match"), "line 2: the last line is cut off"),
    "another action": (("--resume", "edited.match"), "line 2: action 2: 66"),
}


@pytest.fixture(scope="module")
def files() -> dict[str, str]:
    match = dr.Match(dr.variant("block"), seed=7)
    match.players["B"] = "first"
    match.round.push("30")
    head, first = match.record()
    return {
        "there": "mine\n",
        "good.match": f"{head}\n{first}\n",
        "bad.match": f"{head.replace('first', 'run:touch x')}\n{first}\n",
        "cut.match": f"{head}\n{first[:60]}",
        "edited.match": f"{head}\n{first.replace('play:30', 'play:30,66l')}\n",
    }


@pytest.mark.parametrize("name", REFUSED)
def test_refused(
    name: str, files: dict[str, str], call: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for file, text in files.items():
        (tmp_path / file).write_text(text, "utf-8")
    words, said = REFUSED[name]
    called = call("play", *words)
    assert called.code == 2
    assert said in called.err
    assert {one.name: one.read_text("utf-8") for one in tmp_path.iterdir()} == files


def test_what_came_before_a_cut_line_is_played_on_elsewhere(
    files: dict[str, str], call: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "cut.match").write_text(files["cut.match"], "utf-8")
    assert call("play", "--resume", "cut.match", "--save", "new.match").code == 0
    assert (tmp_path / "cut.match").read_text("utf-8") == files["cut.match"]
    assert MatchFile.read("new.match")[0].seed == 7
