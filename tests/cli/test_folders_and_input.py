"""`check` and `fmt` of folders and of standard input."""

from __future__ import annotations

import errno
import io
import sys
from pathlib import Path

import pytest

from tests.calls import Call

SOUND = 'variant "House"\nextends "block"\n'
WRONG = SOUND + "match: one rond\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, text in {
        "b.rules": SOUND,
        "a/c.rules": WRONG,
        "a.txt": "no rules",
        ".hidden.rules": "nor these",
        ".venv/block.rules": "nor these",
        "empty/notes.txt": "nothing",
    }.items():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, "utf-8")
    (tmp_path / "d.rules").mkdir()
    (tmp_path / "again").symlink_to(tmp_path)
    return tmp_path


def test_check_of_a_folder(call: Call, folder: Path) -> None:
    called = call("check", str(folder))
    assert called.code == 1
    assert called.out.startswith(f"{folder}/b.rules: fine\n{folder}/a/c.rules:3:12: error: ")
    assert called.out.endswith("\n1 error; 1 can be fixed with --fix\n")
    assert [one["file"] for one in call("check", str(folder), "--json").json] == [
        f"{folder}/a/c.rules"
    ]
    fixed = call("check", str(folder), "--fix")
    assert (fixed.code, fixed.out.splitlines()[-1]) == (0, "1 fixed")
    assert "round" in (folder / "a/c.rules").read_text("utf-8")


def test_a_folder_is_read_before_a_game_of_its_name(
    call: Call, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    (folder / "a").rename("block")
    called = call("check", "block", "--format", "concise")
    assert called.out.startswith("block/c.rules:3:12: error: ")
    assert call("check", ".").out.startswith("b.rules: fine\nblock/c.rules:3:12: ")


def test_a_folder_without_rules(call: Call, folder: Path) -> None:
    called = call("check", str(folder / "empty"), str(folder / "b.rules"))
    assert called.code == 2
    assert "there is no rules file in this folder or below" in called.out
    assert f"{folder}/b.rules: fine" in called.out
    assert call("fmt", str(folder / "empty")).code == 2


def test_fmt_of_a_folder(call: Call, folder: Path) -> None:
    (folder / "b.rules").write_text(SOUND.replace(" ", "  "), "utf-8")
    called = call("fmt", str(folder))
    assert called.code == 1  # one file has a mistake
    assert called.err.endswith("1 file changed\n")
    assert (folder / "b.rules").read_text("utf-8") == SOUND


def test_check_of_the_input(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("\ufeff" + SOUND.replace("\n", "\r\n")))
    assert call("check", "-") == (0, "input: fine\n", "")
    monkeypatch.setattr(sys, "stdin", io.StringIO(WRONG))
    called = call("check", "-", "--format", "concise")
    assert (called.code, called.out[:14]) == (1, "input:3:12: er")
    monkeypatch.setattr(sys, "stdin", io.StringIO(WRONG))
    refused = call("check", "-", "--fix")
    assert refused.code == 2
    assert "standard input" in refused.err
    monkeypatch.setattr(sys, "stdin", io.StringIO("#" * 300_000))
    assert call("check", "-").code == 2
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"\xff\xfe"), "utf-8"))
    assert "not UTF-8" in call("check", "-").out


def test_the_parent_of_the_input_is_in_the_current_folder(
    call: Call, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    monkeypatch.setattr(sys, "stdin", io.StringIO('variant "X"\nextends "b"\n'))
    assert call("check", "-").out == "input: fine\n"


def test_what_the_system_refuses_is_said_in_words(
    call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By name and reason, without the number of an error."""

    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(errno.EACCES, "Permission denied", "a\x1b[2J.rules")

    monkeypatch.setattr("dominoes_rules.cli.rulesets.new.write_new", refuse)
    called = call("new", str(tmp_path / "a"))
    assert (called.code, called.err) == (2, "dominoes-rules: a␛[2J.rules: permission denied\n")
