"""What holds wherever a line of tiles is laid."""

from __future__ import annotations

from itertools import combinations, pairwise

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from dominoes_lang.table.layout import Halves
from dominoes_lang.text.root_exception import ArgumentError
from dominoes_rules.board.geometry import (
    ANCHORED_ROW,
    NARROWEST,
    Placement,
    Square,
    bounds,
    lay,
    lay_around,
)
from tests.board.lines import anchored_lines, lines, whole_sets, with_wild_doubles

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
    assert bounds(placed)[1][0] <= width
    for one, other in pairwise(placed):
        doubles = [tile.tile[0] == tile.tile[1] for tile in (one, other)]
        # Of a double both halves show the number; of any other tile one half joins.
        near = one.squares if doubles[0] else one.squares[1:]
        far = other.squares if doubles[1] else other.squares[:1]
        assert sum(border(half, half2) for half in near for half2 in far) == 1
        if any(doubles):
            assert one.upright != other.upright


@given(with_wild_doubles(), st.integers(0, 99), WIDTHS)
@example(((6, 6),) * 9, 0, NARROWEST)
def test_doubles_may_lie_beside_doubles(line: Halves, opening: int, width: int) -> None:
    for placed in (lay(line, width), lay_around(line, opening % len(line), width)):
        assert all(not overlap(one, other) for one, other in combinations(placed, 2))
        for one, other in pairwise(placed):
            near = one.squares if one.tile[0] == one.tile[1] else one.squares[1:]
            far = other.squares if other.tile[0] == other.tile[1] else other.squares[:1]
            assert sum(border(half, half2) for half in near for half2 in far) >= 1


@given(lines(highest=6), WIDTHS)
def test_a_line_does_not_turn_before_the_edge(line: Halves, width: int) -> None:
    placed = lay(line, width)
    rows = {one.y + one.height / 2 for one in placed if not one.upright}
    tallest = bounds(placed)[1][1]
    tiles = sum(one.width for one in placed)
    # A row falls at most three units short, and its corner stands in the next one too.
    assert tallest <= 2 * (tiles // (width - 4) + 1) + 1
    assert len(rows) <= tiles // (width - 4) + 1


def test_too_narrow_a_table_is_refused() -> None:
    with pytest.raises(ArgumentError, match="at least 9"):
        lay(((6, 6),), NARROWEST - 1)
    with pytest.raises(ArgumentError, match="at least 9"):
        lay_around(((6, 6),), 0, NARROWEST - 1)


@settings(max_examples=40)
@given(anchored_lines(), WIDTHS)
@example((ALTERNATING, 9), NARROWEST)
@example((ALTERNATING, 0), NARROWEST)
@example((ALTERNATING[1:], 1), 11)
def test_an_anchored_line_grows_and_never_moves(laid: tuple[Halves, int], width: int) -> None:
    line, opening = laid
    placed = lay_around(line, opening, width)
    assert tuple(one.tile for one in placed) == line
    assert all(not overlap(one, other) for one, other in combinations(placed, 2))
    assert all(-width / 2 <= one.x and one.x + one.width <= width / 2 for one in placed)
    for one, other in pairwise(placed):
        doubles = [tile.tile[0] == tile.tile[1] for tile in (one, other)]
        near = one.squares if doubles[0] else one.squares[1:]
        far = other.squares if doubles[1] else other.squares[:1]
        assert sum(border(half, half2) for half in near for half2 in far) == 1
    # However much of either arm is laid already, what is laid lies there.
    for start in range(opening + 1):
        assert lay_around(line[start:], opening - start, width) == placed[start:]
    for end in range(opening + 1, len(line)):
        assert lay_around(line[:end], opening, width) == placed[:end]
    mirrored = tuple((right, left) for left, right in line[::-1])
    turned = lay_around(mirrored, len(line) - 1 - opening, width)[::-1]
    assert [(-one.x - one.width, -one.y - one.height) for one in turned] == [
        (one.x, one.y) for one in placed
    ]


@settings(max_examples=40)
@given(anchored_lines(), WIDTHS)
def test_doubles_of_two_anchored_rows_never_touch(laid: tuple[Halves, int], width: int) -> None:
    across = [
        one for one in lay_around(*laid, width) if one.upright and (one.y + 1) % ANCHORED_ROW == 0
    ]
    assert all(one.tile[0] == one.tile[1] for one in across)
    for one, other in combinations(across, 2):
        assert one.y == other.y or abs(one.y - other.y) >= ANCHORED_ROW
