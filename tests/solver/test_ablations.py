"""The ablations run, and find the same values however much of the search is left out."""

from __future__ import annotations

import pytest

from benchmarks import ablations
from benchmarks.games import later, openings, rules_of

pytest.importorskip("numba")


def test_tables(capsys: pytest.CaptureFixture[str]) -> None:
    rules = rules_of("partnership", 4)
    states = [later(rules, state, 14, 1) for state in openings(rules, 2)]
    ablations.ablate("late", rules, states, list(ablations.PARTS), rounds=1)
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 3 + len(ablations.PARTS)
    assert lines[2].split()[-4:] == ["1.00", "×", "1.00", "×"]
    ablations.windows(states, rules)
    assert len(capsys.readouterr().out.splitlines()) == 5
