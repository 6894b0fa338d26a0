"""Clauses that never applied are named, with their lines, and no others."""

from __future__ import annotations

from pathlib import Path

import dominoes_rules as dr

PLANTED = """variant "House"
extends "block"

award never: 10 to winner at round end
    when pips held by everyone is more than 168
award often: 1 to winner at round end
"""


def test_a_clause_that_cannot_apply_is_named_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "house.rules"
    path.write_text(PLANTED)
    found = dr.stats(dr.load(path), rounds=60, by="essay")
    assert [(clause.what, clause.line) for clause in found.unused] == [("award never", f"{path}:4")]


def test_a_row_that_cannot_apply_is_named(tmp_path: Path) -> None:
    path = tmp_path / "house.rules"
    path.write_text(
        'variant "House"\nextends "block"\n\naward hand:\n'
        "    when pips held by everyone is more than 168:  99\n"
        "    otherwise:  pips held by winner's opponents\n"
        "    to winner at round end\n"
    )
    found = dr.stats(dr.load(path), rounds=60, by="essay")
    assert [(clause.what, clause.line) for clause in found.unused] == [
        ("award hand, row 1", f"{path}:5")
    ]
