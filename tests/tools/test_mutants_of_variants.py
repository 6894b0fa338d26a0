"""The bundled variants notice slips in their own clauses: benchmarks/mutants.py."""

from __future__ import annotations

from collections import Counter

import pytest

from benchmarks.mutants import judge, main, mutants
from dominoes_lang.text.source import Source
from dominoes_rules import library


def test_there_are_hundreds_and_each_changes_one_place() -> None:
    count = 0
    for name, source in library.bundled().items():
        text = source().text
        for mutant in mutants(source()):
            assert mutant.text != text, name
            count += 1
    assert count >= 300


def test_what_says_nothing_about_the_game_is_left_alone() -> None:
    source = Source(
        "x.rules", 'variant "fewest"\n# or else\nexample "e":\n    given A holds [6|6]\n'
    )
    assert list(mutants(source)) == []


@pytest.mark.thorough
def test_draw_notices_nearly_all(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["draw", "--rounds", "10"]) == 0
    last = capsys.readouterr().out.splitlines()[-1]
    assert ", 0 survived" in last


def test_one_that_nobody_notices_survives() -> None:
    """Without its examples and invariants a file notices nothing but what `check` does."""
    source = library.bundled()["draw"]()
    bare = Source(source.name, source.text[: source.text.index("example")])
    fates = Counter(judge("draw", mutant, 5, 0).fate for mutant in mutants(bare))
    assert fates["survived"] > 5
    assert not fates["example"] + fates["invariant"]
