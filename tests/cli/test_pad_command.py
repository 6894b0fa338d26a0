"""The command `pad`: a match typed line by line, corrected, left and continued."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from dominoes_rules.cli import main
from dominoes_rules.cli.terminal import Terminal
from dominoes_rules.pad.pad_match import MOST_ROUNDS

NAMES = ("Ana", "Bea", "Carl", "Dan")
FOUR = [f"--name={letter}={name}" for letter, name in zip("ABCD", NAMES, strict=True)]


class Typed(io.StringIO):
    """Lines that are typed; `^C` is Ctrl-C."""

    def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override]
        line = super().readline(-1 if size is None else size)
        if line == "^C\n":
            raise KeyboardInterrupt
        return line


Pad = Callable[..., str]


@pytest.fixture
def pad(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Pad:
    monkeypatch.chdir(tmp_path)

    def run(lines: str, *words: str, code: int = 0) -> str:
        monkeypatch.setattr(sys, "stdin", Typed("".join(f"{line}\n" for line in lines.split("/"))))
        assert main(["pad", *words]) == code
        printed = capsys.readouterr()
        return printed.out + printed.err

    return run


def test_a_match_is_typed_and_continued(pad: Pad, tmp_path: Path) -> None:
    text = pad("bea/12/all 20/blocked/all 30/all 25/carl", "partnership", *FOUR, "--file=a.pad")
    assert "Bea and Dan +32: the pips left in all hands" in text
    assert "Dan opens the next round." in text
    assert "To continue: dominoes-rules pad --file a.pad" in text
    text = pad("fix 1//13//score/ana/77.11/66.66/all 100", "--file=a.pad")
    assert "Round 2 has changed: totals." in text
    assert "[7|7] is not in the set" in text
    assert "[6|6] is given twice" in text
    assert "Ana and Carl +100" in text
    told = json.loads((tmp_path / "a.pad").read_text(encoding="utf-8"))["rounds"]
    assert told[0]["told"] == {"end": "B", "pips A": 13, "pips CD": 20}
    assert told[2]["told"] == {"end": "A", "pips BCD": 100}


def test_points_during_play_end_a_match(pad: Pad) -> None:
    text = pad("a 3/b 3/b 2/a 9/bea/2/b 3//", "bergen/2", "--set=target=10", "--name=B=Bea")
    assert "Nothing is paid for 9" in text
    assert "Bea wins the match, 10 to 3." in text


def test_what_was_typed_is_taken_back_answer_by_answer(pad: Pad, tmp_path: Path) -> None:
    pad("a/3/back/back/b/back/back/back/blocked", "block/2", "--file=b.pad")
    told = json.loads((tmp_path / "b.pad").read_text(encoding="utf-8"))["rounds"]
    assert told == [{"taps": [], "told": {"end": "blocked"}}]


def test_ctrl_c_loses_nothing(pad: Pad, tmp_path: Path) -> None:
    text = pad("b/12/^C", "block/2", code=130)
    assert "Saved in block.pad" in text
    assert '"pips A": 12' in (tmp_path / "block.pad").read_text(encoding="utf-8")
    assert "Saved in block-2.pad" in pad("b/12", "block/2")
    assert "Saved" not in pad("", "block/2")


def test_nonsense_is_asked_again(pad: Pad) -> None:
    text = pad("zoe/9/0/²//help/fix/fix 7/fix ²/back/" + "9" * 5000 + "/a/-1/1.5", "partnership")
    text += pad("0000021/a/1/fix 0000012", "block/2")
    assert "is none of these: type a number from 1 to 5" in text
    assert "There is nothing to take back." in text
    assert "fix N    correct round N" in text


def test_a_full_pad_is_no_drawn_match(pad: Pad, tmp_path: Path) -> None:
    pad("a/1", "block/2", "--file=a.pad", "--set=target=1000")
    file = tmp_path / "a.pad"
    text = json.loads(file.read_text(encoding="utf-8"))
    file.write_text(json.dumps({**text, "rounds": text["rounds"] * MOST_ROUNDS}), encoding="utf-8")
    text = pad("", "--file=a.pad")
    assert f"The pad is full: it has {MOST_ROUNDS} rounds." in text
    assert "drawn" not in text


def test_a_terminal_offers_the_games(pad: Pad, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Terminal, "asks", True)
    text = pad("no_such_game/block/Ana Bea/quit", code=0)
    assert "Which game?" in text
    assert "Block. Type help" in text
    assert "Block. Type help" not in pad("quit", code=0)


def test_the_number_of_an_award_may_be_of_any_length(pad: Pad) -> None:
    assert "is none of these: begin with 1 to" in pad("00199 ana", "dominican")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([], "which game?"),
        (["block", "--name", "Ana"], "write A=NAME"),
        (["block", "--name", "A=x", "--name", "a=y"], "is given twice"),
        (["block", "--name", "Z=x"], "there is no seat"),
        (["draw", "--file", "c.pad"], "does not match c.pad"),
        (["--file", "c.pad", "--set", "target=50"], "does not match c.pad"),
        (["block", "--file", "d.pad"], "not a score pad"),
        (["block", "--file", "missing/d.pad"], "can't be saved"),
    ],
)
def test_a_call_that_can_not_be_is_refused(pad: Pad, words: list[str], message: str) -> None:
    pad("", "block/2", "--file=c.pad")
    Path("d.pad").write_text("no pad", encoding="utf-8")
    assert message in pad("", *words, code=2)
    assert Path("d.pad").read_text(encoding="utf-8") == "no pad"
