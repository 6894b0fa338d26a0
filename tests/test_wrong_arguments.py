"""Arguments of the wrong kind are refused where they are given, with what to write instead."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import dominoes_rules as dr

TEXT = "block/2 26-66-61-15 A:22.24.20.43/B:x6 A void:B=2.5 passes:1 opener:A"
any_: Any = dr
"""The same, for calls that a type checker would refuse."""

REFUSED: dict[str, tuple[Callable[[], object], str]] = {
    "a text to solve": (lambda: any_.solve(TEXT), r"a Position, not a str; write Position\("),
    "a round to solve": (
        lambda: any_.solve(dr.Round(dr.variant("block"))),
        r"a Position, not a Round; write game\.seen_by",
    ),
    "a text for worlds": (lambda: any_.worlds(TEXT), "worlds takes a Position, not a str"),
    "a text to ask": (lambda: any_.ask(TEXT, "B holds a 6"), "ask takes a Position, not a str"),
    "a number as a limit": (
        lambda: any_.solve(dr.Position(TEXT), 50),
        r"50 is not a Limit; write for instance Limit\(worlds=200\)",
    ),
    "nothing for a position": (lambda: any_.Position(None), "from its text, not from NoneType"),
    "a name for a ruleset": (
        lambda: any_.Round("block"),
        r'not from a str; write variant\("block"\)',
    ),
    "a word for a seed": (
        lambda: any_.Round(dr.variant("block"), seed="x"),
        "seed='x': a seed must be an integer",
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_the_message_says_what_to_write(name: str) -> None:
    call, said = REFUSED[name]
    with pytest.raises(TypeError, match=said):
        call()


@pytest.mark.parametrize(
    ("call", "kind", "said"),
    [
        *(
            (
                lambda wrong=wrong: any_.Limit(worlds=wrong),
                TypeError,
                "it must be an integer of at least 1",
            )
            for wrong in (float("nan"), 2.5, "5", True)
        ),
        (
            lambda: any_.Limit(nodes=2.5),
            TypeError,
            "nodes=2.5: it must be an integer of at least 1",
        ),
        (
            lambda: any_.Limit(nodes=0),
            dr.ArgumentError,
            "nodes=0: it must be an integer of at least 1",
        ),
        (lambda: any_.Limit(time="5"), TypeError, "time='5': the time must be a number"),
        (lambda: any_.Limit(time=float("nan")), dr.ArgumentError, "time=nan: the time must be"),
        (lambda: any_.Limit(exact=1), TypeError, "exact=1: it must be True or False"),
        *(
            (lambda ask=ask, wrong=wrong: ask(wrong), kind, f"seed={wrong}: a seed must be an int")
            for wrong, kind in ((1.5, TypeError), (-1, dr.ArgumentError))
            for ask in (
                lambda seed: any_.solve(dr.Position(TEXT), seed=seed),
                lambda seed: any_.ask(dr.Position(TEXT), "B holds a 6", seed=seed),
                lambda seed: dr.worlds(dr.Position(TEXT)).sample(1, seed=seed),
                lambda seed: dr.Round(dr.variant("block"), seed=seed),
            )
        ),
    ],
)
def test_a_number_that_makes_no_sense(
    call: Callable[[], object], kind: type[Exception], said: str
) -> None:
    with pytest.raises(kind) as raised:
        call()
    assert said in str(raised.value)


def test_a_bundled_name_is_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(dr.RulesError, match=r'the bundled variant is variant\("block"\)'):
        dr.load("block")
    (tmp_path / "block").write_text('variant "Mine"\nextends "draw"\n', encoding="utf-8")
    assert dr.load("block").title == "Mine"


def test_a_report_is_short_at_a_prompt() -> None:
    report = dr.solve(dr.Position(TEXT), dr.Limit(worlds=20), seed=3, why="22")
    shown = repr(report)
    assert len(shown) < 250
    assert shown.startswith(f"<Report {report.position}: {report.rows[0].move} ")
    assert all(f"{row.move} {row.points.mean:.2f} ± " in shown for row in report)
    assert shown.endswith("; 20 of 924 worlds>")
