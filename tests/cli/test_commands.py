"""Calls of the command line, and the commands that ask about rules: exit code, output, talk."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from dominoes_rules.cli import main
from dominoes_rules.cli.arguments.command_line import ROOM_OF
from tests.calls import Call

RECORD = "partnership A:66.15.22.24.20.43.50/B:x7/C:x7/D:x7 play:66,61l,62r,-,15l,-,52l,-"
OPEN = "block 26-66-61-15 A:22.24.20.43/B:33.44.55.64.30.31 A opener:A"
HOUSE = 'variant "House"\nextends "block"\n'


@pytest.fixture
def house(tmp_path: Path) -> Callable[[str], str]:
    def write(text: str) -> str:
        path = tmp_path / "house.rules"
        path.write_text(HOUSE + text)
        return str(path)

    return write


# ---------------------------------------------------------------------- calls


def test_a_mistyped_command(call: Call) -> None:
    found = call("chekc", "block")
    assert (found.code, found.out) == (2, "")
    assert found.err.endswith("dominoes-rules: unknown command 'chekc'; did you mean \"check\"?\n")
    reported = call("frobnicate").err
    assert all(name in reported for name in ROOM_OF)


def test_every_command_is_listed(call: Call) -> None:
    for name in ROOM_OF:
        assert call(name, "--help").code == 0
        assert f"\n    {name} " in call("--help").out


@pytest.mark.parametrize("name", [*ROOM_OF, "choices fit", "choices test", "choices show"])
def test_the_help_says_what_a_command_does_and_what_each_word_means(call: Call, name: str) -> None:
    reported = call(*name.split(), "--help").out
    assert re.match(r"usage: (?:.+\n)+\n[A-Z]", reported), reported
    # A word without a meaning has nothing behind it, neither in its line nor in the next.
    assert not re.search(r"^  (?:-|[A-Z])\S*(?: \S+)*\n(?! {8})", reported, re.MULTILINE), reported


def test_without_a_command_the_help_is_printed(call: Call) -> None:
    called = call()
    assert called.code == 0
    assert "solve" in called.out
    assert call("--help").code == 0
    assert call("solve", "--help").code == 0


@pytest.mark.parametrize(
    "words",
    [
        ["solve"],
        ["solve", RECORD, "--nonsense"],
        ["solve", RECORD, "--worlds", "0"],
        ["solve", RECORD, "--worlds", "many"],
        ["solve", RECORD, "--worlds", "5", "--exact"],
        ["solve", RECORD, "--time", "0"],
        ["solve", RECORD, "--time", "nan"],
        ["solve", RECORD, "--seed", "-1"],
        ["test", "block", "--rounds", "-5"],
        ["worlds", RECORD, "--list", "--sample", "5"],
        ["perft", OPEN, "x"],
        ["test", "block", "--round", "5"],
        ["check"],
        ["check", "block", "--format", "xml"],
    ],
    ids=" ".join,
)
def test_a_call_that_means_nothing(call: Call, words: list[str]) -> None:
    called = call(*words)
    assert called.code == 2
    assert called.out == ""
    assert "usage:" in called.err


# ---------------------------------------------------------------------- check


def test_check_of_sound_files(call: Call) -> None:
    called = call("check", "block", "draw")
    assert (called.code, called.out, called.err) == (0, "block: fine\ndraw: fine\n", "")
    assert call("check", "block", "--format", "concise").out == ""
    assert call("check", "block", "--json").json == []


def test_check_shows_every_finding(call: Call, house: Callable[[str], str]) -> None:
    path = house("turn: play a tile or else wait\nmatch: one rond\n")
    called = call("check", path)
    assert called.code == 1
    assert called.err == ""
    assert f"{path}:3:27: error: " in called.out
    assert "    3 | turn: play a tile or else wait\n" in called.out
    assert called.out.endswith("\n\n2 errors; 1 can be fixed with --fix\n")


def test_check_in_other_forms(call: Call, house: Callable[[str], str]) -> None:
    path = house("match: one rond\n")
    called = call("check", path, "--format", "concise")
    assert called.out == (
        f'{path}:3:12: error: unknown word "rond"; did you mean "round"? [unknown-word]\n'
    )
    (found,) = call("check", path, "--format", "json").json
    assert found["code"] == "unknown-word"
    assert (found["file"], found["line"], found["column"]) == (path, 3, 12)
    assert (found["end_line"], found["end_column"]) == (3, 16)
    called = call("check", path, "--format", "github")
    assert called.out.startswith(f"::error file={path},line=3,endLine=3,col=12,")
    assert called.code == 1


def test_check_counts_a_warning_as_a_finding(call: Call, house: Callable[[str], str]) -> None:
    called = call("check", house("parameter unread = 5\n"))
    assert called.code == 1
    assert called.out.endswith("1 warning\n")


@pytest.mark.parametrize("name", ["none.rules", "folder.rules", "nosuchgame", "x" * 5000, "a\0b"])
def test_check_of_what_cannot_be_read(call: Call, tmp_path: Path, name: str) -> None:
    (tmp_path / "folder.rules").mkdir()
    path = str(tmp_path / name) if name.endswith(".rules") else name
    called = call("check", path, "block")
    assert called.code == 2
    assert "block: fine" in called.out


def test_check_knows_near_misses_of_names(call: Call) -> None:
    assert 'did you mean "partnership"?' in call("check", "partnersip").out


# ---------------------------------------------------------------------- test


def test_test_of_a_sound_variant(call: Call) -> None:
    called = call("test", "block", "--rounds", "3", "--scope", "200")
    assert called.code == 0
    assert "passed  3 random rounds for 2 players\n" in called.out
    assert called.out.endswith("0 failed (seed 0)\n")


def test_test_shows_the_line_of_an_example_that_fails(
    call: Call, house: Callable[[str], str]
) -> None:
    path = house(
        'example "a sum": given line [6|6],  A to play,  A holds [6|1],  B holds [5|5]\n'
        "    when A plays [6|1]\n    then A scores 11\n"
    )
    called = call("test", path, "--rounds", "1", "--scope", "50")
    assert called.code == 1
    assert 'failed  example "a sum"\n' in called.out
    assert f"{path}:5:10: error: " in called.out
    assert "    5 |     then A scores 11\n" in called.out
    shown = call("test", path, "--rounds", "1", "--scope", "50", "--json")
    assert (shown.code, shown.json["failed"], shown.json["passed"]) == (1, 1, 4)
    assert shown.json["outcomes"][0]["name"] == 'example "a sum"'


def test_test_shows_the_position_in_which_an_invariant_fails(
    call: Call, house: Callable[[str], str]
) -> None:
    path = house('invariant "short rounds": plays is at most 2\n')
    called = call("test", path, "--rounds", "2", "--seed", "5", "--scope", "0")
    assert called.code == 1
    assert f'the invariant "short rounds" does not hold ({path}:3)' in called.out
    position = called.out.split("= in the position: ")[1].split("\n")[0]
    assert call("worlds", position).code == 0


def test_test_shows_the_position_in_which_the_two_ways_disagree(
    call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    from dominoes_lang.play.interpreter import Interpreter

    monkeypatch.setattr(Interpreter, "payoff", lambda *_: (1, 2))
    called = call("test", "block", "--rounds", "2")
    assert called.code == 1
    assert "disagree on the points" in called.out
    assert "= in the position: block A:" in called.out


@pytest.mark.parametrize("variant", ["blok", "block/7", "none.rules", "", "/2"])
def test_test_of_what_is_no_variant(call: Call, variant: str) -> None:
    called = call("test", variant)
    assert (called.code, called.out) == (2, "")
    assert called.err.startswith("dominoes-rules: ")


def test_test_for_one_number_of_players(call: Call) -> None:
    called = call("test", "domohnoes/3", "--rounds", "2", "--scope", "50", "--json")
    names = [outcome["name"] for outcome in called.json["outcomes"]]
    assert [name for name in names if "random" in name] == ["2 random rounds for 3 players"]


# ---------------------------------------------------------------------- show


def test_show_clauses(call: Call) -> None:
    called = call("show", "draw", "--clauses")
    assert called.code == 0
    assert 'variant "' in called.out
    assert "draw until able then play" in called.out
    assert "example" not in called.out
    assert call("show", "draw", "--json").json["clauses"]["tiles"].startswith("tiles:")


def test_show_python_prints_a_program(call: Call) -> None:
    called = call("show", "block/2", "--python")
    assert called.code == 0
    compile(called.out, "shown", "exec")
    assert "def legal(state):" in called.out


# ---------------------------------------------------------------------- bugs


def test_a_bug_is_called_a_bug(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from dominoes_rules import library

    def broken(_name: str) -> None:
        raise IndexError("out of range")

    monkeypatch.setattr(library, "find", broken)
    assert main(["test", "block"]) == 2
    assert "this is a bug in dominoes-rules" in capsys.readouterr().err
    monkeypatch.setenv("DOMINOES_RULES_DEBUG", "1")
    with pytest.raises(IndexError):
        main(["test", "block"])


def test_every_command_starts_without_the_solver_and_the_server() -> None:
    options = {"dominoes_solver", "dominoes_solver.pimc", "dominoes_solver.pimc.search_options"}
    heavy = ("dominoes_solver", "dominoes_rules.bots", "dominoes_rules.server.service", "asyncio")
    program = (
        "import sys; from dominoes_rules.cli.arguments.command_line import parser; parser(); "
        f"print([name for name in {{*sys.modules}} - {options} if name.startswith({heavy})])"
    )
    started = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    assert started.stdout == b"[]\n"
