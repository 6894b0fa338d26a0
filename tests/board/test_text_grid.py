"""What holds wherever a line of tiles is laid in a text."""

from __future__ import annotations

from itertools import combinations, pairwise

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from dominoes_lang.table.layout import Halves
from dominoes_lang.text.root_exception import ArgumentError
from dominoes_rules.board.laying.windows import NARROWEST
from dominoes_rules.board.text_grid import Placement, Square, lay
from tests.board.lines import lines, whole_sets, with_wild_doubles

WIDTHS = st.integers(NARROWEST, 45)
ALTERNATING = tuple((n // 2, (n + 1) // 2) for n in range(19))
"""Every second tile is a double, so that each corner is beside one."""


def overlap(one: Placement, other: Placement) -> bool:
    return (
        one.x < other.x + other.width
        and other.x < one.x + one.width
        and one.y < other.y + other.height
        and other.y < one.y + one.height
    )


def border(one: Square, other: Square) -> float:
    """How long the border is that two squares share."""
    across = min(one.x, other.x) + 1 - max(one.x, other.x)
    down = min(one.y, other.y) + 1 - max(one.y, other.y)
    return max(across, down) if min(across, down) == 0 else 0


@given(lines() | whole_sets(), WIDTHS)
@example(ALTERNATING, NARROWEST)
@example(ALTERNATING[1:], NARROWEST)
def test_tiles_lie_as_on_a_table(line: Halves, width: int) -> None:
    placed = lay(line, width)
    assert tuple(one.tile for one in placed) == line
    assert all(not overlap(one, other) for one, other in combinations(placed, 2))
    assert all(one.x >= 0 and one.y >= 0 for one in placed)
    assert all(one.x + one.width <= width for one in placed)
    for one, other in pairwise(placed):
        doubles = [tile.tile[0] == tile.tile[1] for tile in (one, other)]
        # Of a double both halves show the number; of any other tile one half joins.
        near = one.squares if doubles[0] else one.squares[1:]
        far = other.squares if doubles[1] else other.squares[:1]
        assert sum(border(half, half2) for half in near for half2 in far) == 1
        if any(doubles):
            assert one.upright != other.upright


@given(with_wild_doubles(), WIDTHS)
@example(((6, 6),) * 9, NARROWEST)
def test_doubles_may_lie_beside_doubles(line: Halves, width: int) -> None:
    placed = lay(line, width)
    assert all(not overlap(one, other) for one, other in combinations(placed, 2))
    for one, other in pairwise(placed):
        near = one.squares if one.tile[0] == one.tile[1] else one.squares[1:]
        far = other.squares if other.tile[0] == other.tile[1] else other.squares[:1]
        assert sum(border(half, half2) for half in near for half2 in far) >= 1


@given(lines(highest=6), WIDTHS)
def test_a_line_does_not_turn_before_the_edge(line: Halves, width: int) -> None:
    placed = lay(line, width)
    rows = {one.y + one.height / 2 for one in placed if not one.upright}
    tallest = max(one.y + one.height for one in placed)
    tiles = sum(one.width for one in placed)
    # A row falls at most three units short, and its corner stands in the next one too.
    assert tallest <= 2 * (tiles // (width - 4) + 1) + 1
    assert len(rows) <= tiles // (width - 4) + 1


def test_too_narrow_a_table_is_refused() -> None:
    with pytest.raises(ArgumentError, match="at least 9"):
        lay(((6, 6),), NARROWEST - 1)
