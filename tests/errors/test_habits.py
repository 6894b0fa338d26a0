"""What people write out of habit, and what they are reported: every habit in the table is tried.

In `habits.txt` stand clauses, each with the advice below it.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from dominoes_lang.repair import fixes
from dominoes_lang.repair.fixes import parse_with_fixes
from dominoes_lang.repair.habit import Habit
from dominoes_lang.repair.habits import HABITS
from dominoes_lang.syntax.clauses import split
from dominoes_lang.text.diagnostics import Diagnostic
from dominoes_lang.text.quoting import short
from dominoes_lang.text.source import Source

ADVICE = "    = "


def cases() -> Iterator[tuple[str, str]]:
    """Each clause with the advice that is given, as a text of lines."""
    clause: list[str] = []
    advice: list[str] = []
    text = (Path(__file__).parent / "habits.txt").read_text("utf-8")
    for line in [*text.rstrip("\n").split("\n"), ""]:
        if line.startswith(ADVICE):
            advice.append(line.removeprefix(ADVICE))
            continue
        if advice:
            yield "\n".join(clause), "\n".join(advice)
            clause, advice = [], []
        clause.append(line)


def found_in(clause: str) -> list[Diagnostic]:
    """What is wrong with how a clause is written."""
    found: list[Diagnostic] = []
    for text in split(Source("x.rules", clause), found):
        parse_with_fixes(text, found)
    return found


def advised(clause: str) -> str:
    """What is advised for the first thing that is wrong."""
    first = found_in(clause)[0]
    reported = [f"fix: {fix.title}" for fix in first.fixes]
    return "\n".join([*reported, *(f"help: {text}" for text in first.helps)])


def test_the_advice_for_every_habit(monkeypatch: pytest.MonkeyPatch) -> None:
    tried: set[Habit] = set()
    known = fixes.with_habit

    def noted(found: Diagnostic, clause: object, habit: Habit, *others: object) -> Diagnostic:
        tried.add(habit)
        return known(found, clause, habit, *others)  # type: ignore[arg-type]

    monkeypatch.setattr(fixes, "with_habit", noted)
    expected = dict(cases())
    assert {clause: advised(clause) for clause in expected} == expected
    assert [habit.pattern.pattern for habit in HABITS if habit not in tried] == []


def test_the_place_of_a_fix_is_marked_and_its_words_are_named() -> None:
    for clause, _ in cases():
        first = found_in(clause)[0]
        for fix in first.fixes:
            edit = fix.edits[0]
            assert edit.span.start <= first.span.end, clause
            assert not (fix.title.startswith('write ",') and edit.span.text.lstrip()[:1] == ",")
            if first.code in {"unexpected", "unknown-word"} and "\n" not in edit.span.text:
                assert f'"{short(first.span.text)}"' in first.message, clause
