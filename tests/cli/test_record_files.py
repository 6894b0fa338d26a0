"""Rounds that `choices` and `--types` take: as text, in files of records, in saved matches."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import dominoes_rules as dr
from dominoes_rules.bots import bot, decide
from dominoes_rules.cli import main
from dominoes_rules.play.match_file import MatchFile

HIDDEN = "block A:66.65.64.63.62.61.60/B:x7 play:66 opener:A"


@pytest.mark.thorough
def test_a_saved_match_is_its_finished_rounds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    match = dr.Match(dr.variant("block"), seed=3)
    while not match.round.is_over:
        match.round.push(decide(bot("heaviest"), match.round, seed=3))
    record = str(match.round.position)
    match.next_round()
    saved, records = Path("a.match"), Path("records")
    MatchFile(saved).write(match)
    records.write_text(f"# one round\n{record}\n\n")
    answers = []
    for word in (str(saved), str(records), record):
        assert main(["choices", "test", "block", word, "--json"]) == 0
        answers.append(capsys.readouterr().out)
    assert answers[0] == answers[1] == answers[2]
    assert main(["choices", "fit", "cut_throat/2", "--records", str(saved)]) == 2
    assert "a.match, round 1: a record is of block" in capsys.readouterr().err
    Path("none.txt").write_text("# no round\n")
    assert main(["choices", "fit", "block", "--records", "none.txt", "--force"]) == 2
    assert "too few choices" in capsys.readouterr().err
    assert not Path("block.choices.json").exists()
    count = 4096 // len(record) + 1
    many = "\n".join([record] * count)  # longer than any name of a file
    assert main(["choices", "test", "block", many]) == 0
    assert capsys.readouterr().out.startswith(f"{count} rounds, ")
    assert main(["choices", "fit", "block", "--records", *[record] * 5, "-o", "fitted.json"]) == 0
    command = json.loads(Path("fitted.json").read_text())["fitted"]["command"]
    assert command.startswith("dominoes-rules choices fit block --seed 1 --records ")
    saved.write_text(saved.read_text()[:-9])
    assert main(["choices", "test", "block", str(saved)]) == 2
    assert "a.match, line 3: the last line is cut off" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ("--records a.txt --teacher heaviest", "--records can't be used with --teacher"),
        ("--records a.txt --time 3", "--records can't be used with --time"),
        ("--average block --time 3", "--average can't be used with --time"),
        ("--net --from block", "--net can't be used with --from"),
        ("--net", "a play can score at once"),
    ],
)
def test_options_of_a_fit_that_would_not_count(
    options: str, why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["choices", "fit", "fives_and_threes", *options.split()]) == 2
    assert why in capsys.readouterr().err


@pytest.mark.parametrize(
    ("line", "why"),
    [
        (HIDDEN.replace("66 opener", "66,55r opener"), "action 2: 55r"),
        (HIDDEN, "every hand must be shown"),
        ("partnership A:66.65.64.63.62.61.60/B:x7/C:x7/D:x7 play:66 opener:A", "partnership"),
    ],
)
def test_errors_name_the_file_and_the_line(
    line: str,
    why: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("bad.txt").write_text(f"\n{line}\n")
    commands = [["choices", "test", "block", word] for word in ("bad.txt", line)]
    if line != HIDDEN:
        commands.append(["solve", HIDDEN, "--worlds", "1", "--types", "bad.txt"])
    for words in commands:
        assert main(words) == 2
        shown = capsys.readouterr().err
        assert why in shown
        assert ("bad.txt, line 2: " in shown) is ("bad.txt" in words)
