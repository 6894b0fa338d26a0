"""The benchmarks run, say what is missing, and the page on performance is what they write."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from benchmarks import machine, page, peers
from benchmarks.catalogue import ROWS, SECTIONS
from benchmarks.command import main
from benchmarks.games import deals, decisions, domohnoes_for_points, double_nine, openings, rules_of
from benchmarks.rows import Line, Options, Reading, Row, Unit
from dominoes_solver.search.one_world import value

ROOT = Path(__file__).parent.parent
LINES = [line for row in ROWS.values() for line in row.lines]


def skeleton(text: str) -> Iterator[str]:
    """A page without what differs from run to run: the figures, and what is said of them."""
    for line in text.splitlines():
        cells = line.replace("\\|", "/").split("|")
        if len(cells) == 4:
            yield cells[1].strip()
        elif len(cells) == 7:
            yield f"{cells[1].strip()}: {cells[3].strip()}"
        else:
            yield line


def test_the_page_has_the_rows_and_the_words_of_the_command() -> None:
    empty = page.written(SECTIONS, {}, machine.described())
    assert list(skeleton(page.PAGE.read_text("utf-8"))) == list(skeleton(empty))


def test_the_page_shows_a_whole_run() -> None:
    shown = page.PAGE.read_text("utf-8").splitlines()
    for line in LINES:
        (row,) = [text for text in shown if text.startswith(f"| {line.what} |")]
        assert any(sign.isdigit() for sign in row.replace("\\|", "/").split("|")[2]), row


def test_names_are_given_once() -> None:
    assert len(ROWS) == sum(len(section.rows) for section in SECTIONS)
    assert len({line.what for line in LINES}) == len(LINES)


def test_games_of_its_own_can_be_dealt() -> None:
    assert sum(map(int.bit_count, openings(double_nine(), 1)[0].hands)) == 40
    assert domohnoes_for_points(3).setup.sides == 3


@pytest.mark.thorough
def test_a_quick_look_without_numba_and_peers(tmp_path: Path) -> None:
    """As in a bare environment: what is missing is named, and the rest is measured."""
    for package in ("numba", "numpy", "dominoes", "pyspiel"):
        (tmp_path / f"{package}.py").write_text(f"raise ModuleNotFoundError({package!r})")
    done = run(
        ["--quick", "--deals", "1", *only("deals", "count", "samples", "rounds", "two-sides")],
        first=tmp_path,
    )
    assert done.returncode == 0, done.stderr
    shown = done.stdout
    assert "399,072,960 worlds" in shown
    assert "numba is not installed" in shown
    assert "numpy is not installed" in shown
    assert "yes, " in shown
    assert "searching in plain Python" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_peer_that_is_missing_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("benchmarks.rounds.TURNS", 1)
    monkeypatch.setattr("benchmarks.rounds.IN_PYTHON", 20)
    monkeypatch.setattr("benchmarks.rounds.NATIVELY", 20)
    monkeypatch.setattr(peers, "imported", lambda module: None)
    assert main(only("alphabeta", "probabilistic", "rounds")) == 0
    shown = capsys.readouterr().out
    lines = ROWS["alphabeta"].lines + ROWS["probabilistic"].lines
    assert shown.count(peers.NOT_INSTALLED) >= len(lines) + 3
    assert "reached     0 of 0 measured" in shown


def test_the_peers_play_the_same_game() -> None:
    pytest.importorskip("dominoes")
    rules = rules_of("partnership", 4)
    peer = peers.dominoes(rules)
    assert peer is not None
    for decision in decisions(16, 3):
        game = peer.decision(decision)
        assert game.turn == decision.state.mover
        game.skinny_board()
        assert peer.points(game) == value(rules, decision.state)[0]
        move = peer.decide(peer.decision(decision), 3)
        assert decision.position().play(move)


def test_openspiel_plays_to_the_end() -> None:
    pytest.importorskip("pyspiel")
    playout = peers.openspiel()
    assert playout is not None
    assert 1 <= playout(random.Random(1)) <= 14


def test_deals_are_fixed_by_their_seeds() -> None:
    rules = rules_of("partnership", 4)
    assert deals(rules, 3) == deals(rules, 3)
    assert [state.hands for state in openings(rules, 2)] == [
        state.hands for state in deals(rules, 2)
    ]
    assert all(len(one.actions) == 8 for one in decisions(8, 3))


@pytest.mark.parametrize(
    ("unit", "value", "said"),
    [
        (Unit.MILLISECONDS, 1.5, "yes, 2 ×"),
        (Unit.MILLISECONDS, 4.5, "no, by 1.5 ×"),
        (Unit.A_SECOND, 4.5, "yes, 1.5 ×"),
        (Unit.TIMES, 0.3, "no, by 10 ×"),
        (Unit.TIMES, 3, "yes, 1 ×"),
    ],
)
def test_what_is_reached(unit: Unit, value: float, said: str) -> None:
    line = Line("it", unit, 3)
    assert page.met(line, Reading(value)) == said
    assert page.met(Line("it", unit), Reading(value)) == ""
    assert page.met(line, Reading(None)) == ""
    counted = page.reached({line: Reading(value), Line("other", unit, 1): Reading(None)})
    assert counted == f"{int(said.startswith('yes'))} of 1 measured"


@pytest.mark.parametrize(
    ("unit", "value", "written"),
    [
        (Unit.MILLISECONDS, 0.0123, "0.012 ms"),
        (Unit.MILLISECONDS, 12.34, "12.3 ms"),
        (Unit.A_SECOND, 12345.6, "12,346/s"),
        (Unit.A_SECOND, 6_090_000, "6.09 million/s"),
        (Unit.TIMES, 3210.4, "3,210 ×"),
    ],
)
def test_figures_are_written_to_a_few_digits(unit: Unit, value: float, written: str) -> None:
    assert unit.written(value) == written


def test_a_row_must_measure_all_its_lines() -> None:
    row = Row("one", LINES[:2], lambda options: iter([Reading(1.0)]))  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="shorter"):
        list(row.readings(Options()))


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--only", "deal"], "invalid choice: 'deal'"),
        (["--deals", "0"], "invalid number value: '0'"),
        (["--write", "--quick"], "--write takes a whole run"),
        (["--write", "--only", "deals"], "--write takes a whole run"),
    ],
)
def test_calls_that_make_no_sense(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as caught:
        main(arguments)
    assert caught.value.code == 2
    assert said in capsys.readouterr().err


def test_the_list_names_every_row(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--list"]) == 0
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()] == list(ROWS)


def test_ctrl_c_shows_what_is_known(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(options: Options) -> Iterator[Reading]:
        yield Reading(2.0, f"measured before {options.deals}")
        raise KeyboardInterrupt

    row = Row("deals", ROWS["deals"].lines, interrupted)
    monkeypatch.setitem(ROWS, "deals", row)
    assert main(["--only", "deals"]) == 128 + signal.SIGINT
    streams = capsys.readouterr()
    assert "measured before 200" in streams.out
    assert "reached     1 of 1 measured" in streams.out
    assert streams.err.endswith("interrupted\n")


def test_outside_of_an_environment_it_says_what_to_do() -> None:
    done = subprocess.run(
        [sys.executable, "-S", "-m", "benchmarks", "--list"],
        cwd=ROOT,
        env={name: text for name, text in os.environ.items() if name != "PYTHONPATH"},
        check=False,
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 1
    assert done.stderr.endswith("python3 dev.py bench\n")
    assert "Traceback" not in done.stderr


def only(*names: str) -> list[str]:
    return [word for name in names for word in ("--only", name)]


def run(arguments: list[str], first: Path) -> subprocess.CompletedProcess[str]:
    path = os.pathsep.join(map(str, (first, ROOT, ROOT / "rules", ROOT / "solver")))
    return subprocess.run(
        [sys.executable, "-m", "benchmarks", *arguments],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": path},
        check=False,
        capture_output=True,
        text=True,
        timeout=300,
    )
