"""A bonus for a play that nobody can follow, which hidden hands decide and no record shows."""

from __future__ import annotations

from pathlib import Path

import pytest

import dominoes_rules as dr
from dominoes_rules.errors import UnclearPosition

LOCK = 'variant "Lock"\nextends "{}"\ndeal: 2 each\naward lock: 5 to mover after play when {}\n'
ASKED = [("block", "nobody can play"), ("block", "nobody can act"), ("draw", "nobody can act")]


@pytest.mark.parametrize(("parent", "question"), ASKED)
def test_play_that_goes_on_was_not_paid_for(tmp_path: Path, parent: str, question: str) -> None:
    file = tmp_path / "lock.rules"
    file.write_text(LOCK.format(parent, question), "utf-8")
    position = dr.Position(f"{file} A:66.55/B:x2 opener:A play:66")
    assert position.standing == {"A": 0, "B": 0}
    # B holds one of six tiles, or may draw.
    assert dr.worlds(position).count == {"block": 325 - 190, "draw": 325}[parent]


def test_what_a_play_that_goes_out_pays_is_not_guessed(tmp_path: Path) -> None:
    file = tmp_path / "lock.rules"
    file.write_text(LOCK.format("block", "nobody can play"), "utf-8")
    with pytest.raises(UnclearPosition, match="asks whether anybody can play"):
        dr.Position(f"{file} A:66.64/B:x2 opener:A play:66,63l,64r")
