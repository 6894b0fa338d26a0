"""`club`: a tournament from the first entry to its ratings, on a file."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from dominoes_rules.club.tournament_file import read_tournament
from tests.calls import Call

ENTRIES = "name,partner,club\nAna,Bob,North\nCam,Dora,North\nEva,Finn,South\nGus,Hal,\nIda,Jon,\n"


@pytest.fixture
def file(tmp_path: Path, call: Call) -> str:
    (tmp_path / "entries.csv").write_text(ENTRIES)
    words = ["--entries", str(tmp_path / "entries.csv"), "--title", "Spring", "--rounds", "3"]
    name = str(tmp_path / "spring.club")
    made = call("club", "new", name, "partnership", *words, "--walk-over", "200-100", "--seed", "7")
    assert (made.code, made.out) == (0, "Spring: 5 pairs, Partnership, swiss\n")
    return name


def test_a_tournament_from_draw_to_standings(call: Call, file: str) -> None:
    drawn = call("club", "draw", file)
    assert "round 1 of 3 is drawn" in drawn.out
    assert "Sits out" in drawn.out
    assert "200 : 145" in call("club", "result", file, "1", "200", "145").out
    assert "(walk-over)" in call("club", "result", file, "2", "--absent", "2").out
    assert "(time)" in call("club", "result", file, "1", "150", "105", "--time", "--by", "Ana").out
    assert call("club", "close", file).out == "Round 1 is closed\n"
    assert call("club", "result", file, "1", "200", "145").code == 2
    assert call("club", "reopen", file, "--by", "Ben").out == "Round 1 is open again\n"
    call("club", "result", file, "1", "210", "145")
    call("club", "close", file, "--round", "1")
    assert call("club", "penalty", file, "2", "10", "late twice").code == 0
    standings = call("club", "standings", file).out
    assert "Penalty: Cam / Dora, 10 points off: late twice (director)" in standings
    assert "Round 1 was reopened by Ben" in standings
    rows = call("club", "standings", file, "--json").json
    assert [row["wins"] for row in rows] == [1, 1, 1, 0, 0]
    corrections = read_tournament(Path(file)).corrections
    assert [(change.before.by, change.after.by) for change in corrections] == [
        ("director", "Ana"),
        ("Ana", "director"),
    ]
    assert "210 : 145" in call("club", "print", file, "--round", "1").out
    for table, head in (("entries", "name,"), ("results", "round,"), ("standings", "place,")):
        assert call("club", "export", file, table).out.startswith(head)
    exported = call("club", "export", file, "json").json
    assert exported.items() <= json.loads(Path(file).read_text()).items()
    assert call("club", "close", file, "--tournament").out == "Spring is closed\n"
    assert "nobody has played 10 matches" in call("club", "rating", file).out


def test_entrants_come_late_leave_and_are_rated(call: Call, file: str, tmp_path: Path) -> None:
    assert call("club", "leave", file, "5").out == "Ida / Jon has left\n"
    assert call("club", "back", file, "5").out == "Ida / Jon is back\n"
    (tmp_path / "late.csv").write_text("Kay,Lou\n")
    assert "6 pairs" in call("club", "enter", file, str(tmp_path / "late.csv")).out
    assert "Sits out" not in call("club", "draw", file).out
    for table in "123":
        call("club", "result", file, table, "200", "20")
    call("club", "close", file)
    call("club", "close", file, "--tournament")
    ratings = tmp_path / "ratings.json"
    files = [file] * 10
    rated = call("club", "rating", *files, "-o", str(ratings), "--json").json
    assert {row["matches"] for row in rated} == {10}
    assert len(json.loads(ratings.read_text())["players"]) == len(rated) == 12
    assert call("club", "rating", file, "-o", str(ratings)).code == 0
    before = Path(file).read_bytes()
    refused = call("club", "rating", file, "-o", file)
    assert (refused.code, "has no ratings" in refused.err) == (2, True)
    assert Path(file).read_bytes() == before


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("new {file} partnership", "is there already"),
        ("new {file}2 partnership --system round", "invalid choice"),
        ("new {file}2 partnership --bye 200", "two numbers, such as 200-100"),
        ("new {file}2 partnership --ranking wins,luck", "no criterion 'luck'"),
        ("new {file}2 block --unit pair", "has no pairs"),
        ("new {file}2 nothing", "nothing"),
        ("new {file}2 partnership --entries {file}3", "can't be read"),
        ("draw {file}2", "can't be read"),
        ("result {file} 1 200 100", "There is no round 1"),
        ("result {file} 1 2x", "2x"),
        ("reopen {file}", "There is no round 1"),
        ("penalty {file} 9 5 late", "There is no entrant 9"),
        ("enter {file} {file}", "Line 1"),
        ("standings entries.csv", "can't be read"),
    ],
)
def test_what_cannot_be_done_is_explained(call: Call, file: str, words: str, message: str) -> None:
    before = Path(file).read_bytes()
    answer = call("club", *words.format(file=file).split())
    assert (answer.code, message in answer.err) == (2, True), answer.err
    assert Path(file).read_bytes() == before
    assert not Path(f"{file}2").exists()
