"""What `hint` answers: one plain sentence first, and no ranking that a sample can't show."""

from __future__ import annotations

from dataclasses import replace

import pytest

import dominoes_rules as dr
from dominoes_rules.cli.positions import solve as solve_command
from dominoes_rules.cli.tables.play import COUNSEL
from dominoes_rules.solving import hint
from dominoes_rules.solving.report import Report
from dominoes_solver.means import Mean

PLACE = "block/2 26-66-61-15 A:22.24.20.43/B:x6 A void:B=2.5 passes:1 opener:A"
ALL_NEAR = "{0}, by less than a point; {1} and {2} are nearly as good."


def answered(second: Mean, third: Mean, *, used: int = 200, exact: bool = False) -> Report:
    """An answer with these gaps of the second and the third move."""
    found = dr.solve(dr.Position(PLACE), dr.Limit(worlds=2))
    assert found.findings is not None
    gaps = [Mean(0.0, None), second, third]
    rows = tuple(replace(row, gap=gap) for row, gap in zip(found.rows, gaps, strict=True))
    findings = replace(found.findings, used=used, exact=exact)
    return replace(found, rows=rows, findings=findings)


@pytest.mark.parametrize(
    ("second", "third", "sentence"),
    [
        (Mean(1.7, 0.9), Mean(6.0, 0.9), "{0}, by about 2 points; {1} is nearly as good."),
        (Mean(0.2, 0.4), Mean(0.5, 0.4), ALL_NEAR),
        (Mean(7.2, 0.9), Mean(8.0, 0.9), "{0}, by about 7 points; {1} is next."),
    ],
)  # fmt: skip
def test_the_verdict_is_one_sentence(second: Mean, third: Mean, sentence: str) -> None:
    report = answered(second, third)
    moves = [str(row.move) for row in report]
    assert hint.verdict(report) == sentence.format(*moves)
    text = solve_command.hint_text(report)
    assert text.splitlines()[0] == sentence.format(*moves)
    assert text.splitlines()[-1] == "200 of 924 worlds, equally likely; all hands open"


def test_few_worlds_rank_nothing() -> None:
    report = answered(Mean(1.7, 0.9), Mean(6.0, 3.0), used=6)
    said = hint.verdict(report)
    assert said.startswith("Too close to tell: only 6 of 924 worlds could be searched.")
    assert not hint.verdict(answered(Mean(7.0, 0.5), Mean(9.0, 0.5), used=6)).startswith("Too")
    alike = answered(Mean(0.0, None), Mean(3.0, None), used=924, exact=True)
    assert hint.verdict(alike) == f"{alike.rows[0].move} and {alike.rows[1].move} are equally good."


def test_playouts_stand_in_for_worlds_that_take_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first round of four: six worlds in ten seconds would rank nothing."""
    monkeypatch.setattr(hint, "SEARCH_SECONDS", 0.0)
    monkeypatch.setattr(hint, "HINT", dr.Limit(worlds=3, nodes=2_000))
    monkeypatch.setattr(hint, "PLAYOUTS", dr.Limit(worlds=12, nodes=1))
    monkeypatch.setattr(hint, "FEWEST_PLAYED", 12)
    game = dr.Round(dr.variant("domohnoes"), seats=4, seed=7)
    report = hint.hint(game.seen_by(game.turn))
    assert report.used == 12
    assert report.findings is not None
    assert report.findings.estimated == 12
    assert "in random playouts" in hint.verdict(report)


def test_the_only_move_is_not_searched(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first play of four is given: a search of its worlds would take ten seconds."""
    monkeypatch.setattr(hint, "solve", None)
    game = dr.Round(dr.variant("partnership"), seed=1)
    (move,) = game.legal_moves
    assert COUNSEL.hint(game.seen_by(game.turn)) == f"{move} is the only move."


def test_worlds_at_the_table_are_weighed_as_hints_are() -> None:
    game = dr.Round(dr.variant("block"), seed=7)
    while len(game.moves) < 4 or len(game.legal_moves) < 2:
        game.push(game.legal_moves[0])
    assert "counted → weighted" in COUNSEL.worlds(game.seen_by(game.turn))


def test_at_a_table_of_trains_a_hint_also_shows_the_longest_chain() -> None:
    hand = "C1.10.02.23.CB.BA.99.88.77.66.55.44.64.75.86.97"
    position = dr.Position(f"mexican_train A:{hand}/B:x16 opener:A")
    report = dr.solve(position, dr.Limit(worlds=2, nodes=1))
    sentence = "The longest chain on the own train is 12-1 1-0 0-2 2-3; the rest has 174 pips."
    assert hint.train_line(report) == sentence
    assert solve_command.hint_text(report).splitlines()[1] == sentence
    assert hint.train_line(answered(Mean(1.7, 0.9), Mean(6.0, 0.9))) == ""
