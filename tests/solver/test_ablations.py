"""The ablations run, and find the same values whichever part of the search is left out."""

from __future__ import annotations

import pytest

from benchmarks import ablations
from benchmarks.games import domohnoes_for_points, later, openings, rules_of
from dominoes_lang.codegen.compiled import Compiled
from dominoes_solver.search import native

pytest.importorskip("numba")


@pytest.mark.parametrize(
    "rules",
    [rules_of("partnership", 4), rules_of("draw", 2), domohnoes_for_points(4)],
    ids=["two", "any", "many"],
)
def test_tables(rules: Compiled, capsys: pytest.CaptureFixture[str]) -> None:
    assert native.available()
    states = [later(rules, state, 14, 1) for state in openings(rules, 2)]
    ablations.ablate("late", rules, states, ablations.PARTS, rounds=1)
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 3 + len(ablations.PARTS)
    assert lines[2].split()[-4:] == ["1.00", "×", "1.00", "×"]
