"""From the second round on: what the rules of the opener say whatever happened before binds."""

from __future__ import annotations

from math import comb
from random import Random

import pytest

from dominoes_rules.errors import PositionError
from dominoes_rules.position.hidden_hands import Worlds
from dominoes_rules.position.position import Position
from dominoes_rules.position.questions import ask
from dominoes_rules.solving.move_search import solve
from tests.positions.brute_force import random_round, seen
from tests.positions.small_variants import small, written
from tests.positions.test_worlds_exact import check_worlds

DRAW = "draw A:65.64.43.31.20.10.50/B:x7 opener:A"
PARTNERSHIP = "partnership A:66.15.22.24.20.43.50/B:x7/C:x7/D:x7"

KEY = """variant "Key"
extends "block"
tiles: double-three
deal: 3 each
next opener:
    when domino: holder of [3|3] plays it or else {otherwise}
    otherwise:   holder of [3|3] plays it or else lot plays any tile
"""


def test_an_opener_that_is_inherited_binds() -> None:
    assert ask(Position(f"{DRAW} play:65 round:2"), "B holds [6|6]").matching == 0
    assert Worlds(Position(f"{DRAW} round:2")).count == Worlds(Position(DRAW)).count


def test_an_opening_against_the_rules_is_neither_offered_nor_read() -> None:
    table = "draw A:66.64.43.31.20.10.50/B:x7 round:2"
    assert [str(move) for move in Position(table).legal_moves] == ["66"]
    with pytest.raises(PositionError, match='A can\'t open with 64: the rules of "next opener"'):
        Position(f"{table} opener:A play:64")


def test_what_depends_on_the_round_before_is_free() -> None:
    for seat in "ABCD":
        assert Worlds(Position(f"{PARTNERSHIP} opener:{seat} round:2")).count == 399_072_960
    with pytest.raises(PositionError, match="depends on the round before it: add opener:A"):
        solve(Position(f"{PARTNERSHIP} round:2"))
    assert Worlds(Position(f"{PARTNERSHIP} round:2")).count == 399_072_960


def test_the_same_in_every_case_binds() -> None:
    ruleset = written(KEY.format(otherwise="finisher plays any tile")).setup.ruleset
    place = Position("key A:32.31.30/B:x3 opener:A play:32 round:2", ruleset)
    assert ask(place, "B holds [3|3]").matching == 0
    with pytest.raises(PositionError, match="can't open with 32"):
        Position("key A:33.32.30/B:x3 opener:A play:32 round:2", ruleset)


def test_an_opener_holds_a_tile_to_begin_with_whoever_won_before() -> None:
    """In Gaple a double, or [0|0]; among the other 21 tiles are 14 that are no double."""
    others = Position("gaple A:10.20.30.40.50.60.21/B:x7/C:x7/D:x7 opener:B round:2")
    assert Worlds(others).count == 399_072_960 - comb(14, 7) * comb(14, 7)


@pytest.mark.parametrize(
    "next_opener",
    [
        "player with most pips, ties to opener",
        "player after player with most pips, ties to finisher or else opener",
        "player with most doubles plays any double or else player with most pips, ties to opener",
    ],
)
def test_the_new_hands_that_decide_who_opens_are_counted(next_opener: str) -> None:
    compiled = small("block", "double-two", 2, 2, f"next opener: {next_opener}")
    random = Random(next_opener)
    for _ in range(6):
        played = random_round(compiled, random, later_round=True)
        check_worlds(compiled, seen(played, compiled, random, random.choice(("one", "none"))))
