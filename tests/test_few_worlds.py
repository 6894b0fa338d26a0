"""The measurement of choices by few searched worlds, by playouts of many, and by both."""

from __future__ import annotations

import re
from itertools import islice

import pytest

from benchmarks.strength import few_worlds
from benchmarks.strength.__main__ import main
from dominoes_rules import library
from dominoes_solver.pimc.worlds_in_reach import FEWEST_IN_REACH
from dominoes_solver.search import native

LATE = [24, 26]


@pytest.fixture(autouse=True)
def _kernel() -> None:
    pytest.importorskip("numba")
    assert native.available(library.compiled(library.variant("draw_one"), 2))


def test_the_same_seed_finds_the_same_choices_and_equal_choices_are_worth_the_same() -> None:
    ruleset = library.variant("draw_one")
    once, again = (
        [*islice(few_worlds.comparisons(ruleset, 2, LATE, 2_000, 1, seed=1), 3)] for _ in range(2)
    )
    assert once == again
    for comparison in once:
        assert 2 <= comparison.worlds <= FEWEST_IN_REACH
        few, played, both = (
            comparison.chosen[way] for way in (few_worlds.FEW, few_worlds.PLAYED, few_worlds.BOTH)
        )
        if few == played:
            # The sum of two means is greatest where both are.
            assert both == few
            assert {*comparison.points.values()} == {0.0}


def test_what_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    short = ["--after", "24", "--nodes", "2000", "--positions", "1", "--rounds", "1"]
    assert main(["few", "draw_one", *short]) == 0
    printed = capsys.readouterr().out
    assert re.match(r"1 positions, \d+ worlds searched; playouts against few worlds ", printed)
    assert main(["few", "nothing"]) == 2
    assert "nothing" in capsys.readouterr().err
