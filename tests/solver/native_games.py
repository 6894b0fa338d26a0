"""What the tests of the native search share: every ruleset there is, and games put together."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import strategies as st

from dominoes_lang.codegen.compiled import Compiled
from dominoes_rules import library
from tests.games import TELLING
from tests.solver.small_games import (
    DISCARDS,
    FITS,
    FROM_A_TILE,
    NAMED_ENDS,
    TABLES,
    TURNS,
    Game,
    drawn,
)

pytest.importorskip("numba")

RULESETS = Path(__file__).parent.parent / "rulesets"
OTHER_LINES = ("doubles", "double_draw", "gaple", "hungarian", "matador")
"""The games of unusual lines and turns."""
NAMES = [*TELLING, *OTHER_LINES, *(str(path) for path in sorted(RULESETS.glob("*.rules")))]
DOUBLE_FOUR, DOUBLE_FIVE = 15, 21


def setups(name: str) -> Iterator[Compiled]:
    """A ruleset for each number of players."""
    ruleset = library.find(name)
    for seats in ruleset.players:
        yield library.compiled(ruleset, seats)


@st.composite
def games(draw: st.DrawFn) -> Game:
    """A game of any sort, small enough for plain Python."""
    seats, team = draw(st.sampled_from([(2, 1), (4, 2), (3, 1), (4, 1)]))
    turns = TURNS | DISCARDS | NAMED_ENDS
    turn = draw(st.sampled_from([*turns]))
    highest, sizes, tiles = {
        2: (5, [4, 6], DOUBLE_FIVE),
        3: (4, [3, 4], DOUBLE_FOUR),
        4: (5, [3], DOUBLE_FIVE),
    }[seats]
    hand_size = draw(st.sampled_from(sizes))
    reserve = 0
    if any("draw" in step for step in turns[turn]):
        reserve = tiles - seats * hand_size - draw(st.sampled_from([1, 2]))
    lines = ["line", *FROM_A_TILE]
    table = draw(st.sampled_from(lines if turn in NAMED_ENDS else [*lines, *TABLES]))
    fits = draw(st.sampled_from([*FITS] if table in lines else ["equal", "doubles first"]))
    size = highest, seats, team, hand_size
    return drawn(draw, size, turn, reserve=reserve, table=table, fits=fits)
