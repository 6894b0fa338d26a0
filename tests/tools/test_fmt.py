"""The command that lays rules files out."""

from __future__ import annotations

import io
import os
import sys
from pathlib import Path

import pytest

from dominoes_lang.format.formatting import formatted
from dominoes_lang.text.source import Source
from dominoes_rules.authoring.files import NotWritten, replace_file
from tests.calls import Call
from tests.other_systems import needs_posix_files

UNTIDY = b'variant   "House"\r\nextends "block"\r\nmatch:3 rounds, most wins'
TIDY = 'variant "House"\nextends "block"\nmatch:          3 rounds, most wins\n'


@pytest.fixture
def house(tmp_path: Path) -> Path:
    path = tmp_path / "house.rules"
    path.write_bytes(UNTIDY)
    return path


@needs_posix_files
def test_a_file_is_written_once_and_keeps_its_mode(call: Call, house: Path) -> None:
    house.chmod(0o640)
    called = call("fmt", str(house))
    assert (called.code, called.out, called.err) == (0, "", "1 file changed\n")
    assert house.read_bytes() == TIDY.encode()
    assert house.stat().st_mode & 0o777 == 0o640
    before = house.stat().st_mtime_ns
    assert call("fmt", str(house)).err == "1 file already laid out\n"
    assert house.stat().st_mtime_ns == before
    assert [path.name for path in house.parent.iterdir()] == ["house.rules"]


@needs_posix_files
def test_a_link_stays_a_link(call: Call, house: Path, tmp_path: Path) -> None:
    link = tmp_path / "link.rules"
    link.symlink_to(house)
    assert call("fmt", str(link)).code == 0
    assert link.is_symlink()
    assert house.read_bytes() == TIDY.encode()


def test_a_read_only_file_is_left_as_it_is(call: Call, house: Path) -> None:
    house.chmod(0o440)
    called = call("fmt", str(house))
    assert called.code == 2
    assert called.err.startswith(f"dominoes-rules: {house} is read-only; nothing was changed\n")
    assert house.read_bytes() == UNTIDY


def test_what_others_wrote_meanwhile_is_kept(house: Path) -> None:
    with pytest.raises(NotWritten, match="changed by somebody else"):
        replace_file(house, TIDY.encode(), b"something new")
    assert house.read_bytes() == UNTIDY
    assert [path.name for path in house.parent.iterdir()] == ["house.rules"]


def test_what_somebody_else_writes_meanwhile_is_kept(
    call: Call, house: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def laid_out(source: Source, inherited: frozenset[str]) -> str:
        house.write_text("# by somebody else\n")
        return formatted(source, inherited)

    monkeypatch.setattr("dominoes_rules.cli.rulesets.fmt.formatted", laid_out)
    called = call("fmt", str(house))
    assert called.code == 2
    assert "somebody else" in called.err
    assert house.read_text() == "# by somebody else\n"
    assert [path.name for path in house.parent.iterdir()] == ["house.rules"]


@pytest.mark.parametrize("at", ["fsync", "replace"])
def test_a_full_disk_leaves_the_file_as_it_was(
    call: Call, house: Path, monkeypatch: pytest.MonkeyPatch, at: str
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os if at == "fsync" else Path, at, full)
    called = call("fmt", str(house))
    assert called.code == 2
    assert "No space left on device" in called.err
    assert house.read_bytes() == UNTIDY
    assert [path.name for path in house.parent.iterdir()] == ["house.rules"]


def test_check_shows_a_diff_and_writes_nothing(call: Call, house: Path) -> None:
    called = call("fmt", "--check", str(house))
    assert (called.code, called.err) == (1, "1 file would change\n")
    assert '-variant   "House"\n' in called.out
    assert "-match:3 rounds, most wins\n\\ No newline at end of file\n" in called.out
    assert "+match:          3 rounds, most wins\n" in called.out
    assert house.read_bytes() == UNTIDY
    call("fmt", str(house))
    assert call("fmt", "--check", str(house)).code == 0


def test_line_ends_alone_are_a_change(call: Call, house: Path) -> None:
    house.write_bytes(TIDY.replace("\n", "\r\n").encode())
    called = call("fmt", "--check", str(house))
    assert called.code == 1
    assert "only line ends" in called.out
    call("fmt", str(house))
    assert house.read_bytes() == TIDY.encode()


def test_a_file_with_mistakes_is_left_alone_and_the_others_are_not(
    call: Call, house: Path, tmp_path: Path
) -> None:
    broken = tmp_path / "broken.rules"
    broken.write_text("turn:  wait\nmatch:  one rond\n")
    called = call("fmt", str(broken), str(house))
    assert called.code == 1
    assert "broken.rules:1:8: error: " in called.err
    assert "broken.rules:2:13: error: " in called.err
    assert broken.read_text() == "turn:  wait\nmatch:  one rond\n"
    assert house.read_bytes() == TIDY.encode()


def test_a_mistake_of_meaning_is_no_obstacle(call: Call, house: Path) -> None:
    house.write_text('variant "House"\nextends "nothing"\naward a: bouns to winner at round end\n')
    assert call("fmt", str(house)).code == 0
    assert "award a: bouns   to winner   at round end\n" in house.read_text()


def test_what_can_t_be_read(call: Call, tmp_path: Path) -> None:
    called = call("fmt", str(tmp_path / "none.rules"), str(tmp_path))
    assert called.code == 2
    assert "there is no such file" in called.err
    assert "there is no rules file in this folder" in called.err


def test_input_to_output(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("\ufeff" + UNTIDY.decode()))
    called = call("fmt", "-")
    assert (called.code, called.out, called.err) == (0, TIDY, "")
    monkeypatch.setattr(sys, "stdin", io.StringIO("turn: wait"))
    called = call("fmt", "-")
    assert (called.code, called.out) == (1, "")
    assert "input:1:7: error: " in called.err


def test_a_define_of_the_parent_may_name_a_player(call: Call, house: Path) -> None:
    parent = house.with_name("parent.rules")
    parent.write_text('variant "P"\nextends "block"\ndefine blocker: finisher\n')
    house.write_text('variant "H"\nextends "parent"\naward five: 5 to blocker at round end\n')
    assert call("fmt", str(house)).code == 0
    assert call("check", str(house)).code == 0
