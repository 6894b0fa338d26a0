"""Lines around their first tile: what holds however much of either arm is laid."""

from __future__ import annotations

from itertools import pairwise, product
from math import hypot

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from dominoes_lang.table.layout import Halves
from dominoes_lang.text.root_exception import ArgumentError
from dominoes_rules.board.laying.line_placed import PITCH, SOFT_EDGE, lay_line, row_width
from dominoes_rules.board.laying.lying import Lying, box_of
from dominoes_rules.board.laying.windows import NARROW, NARROWEST, SQUARE, WIDE, Window
from tests.board.laid_tables import BESIDE, none_overlap
from tests.board.lines import anchored_lines, with_wild_doubles

WIDTHS = st.integers(NARROWEST, 45)
ALTERNATING = tuple((n // 2, (n + 1) // 2) for n in range(19))
"""Every second tile is a double, so that each corner is beside one."""


def lies_well(placed: tuple[Lying, ...]) -> None:
    none_overlap(placed)
    for one, other in pairwise(placed):
        near = one.halves if one.tile[0] == one.tile[1] else one.halves[1:]
        far = other.halves if other.tile[0] == other.tile[1] else other.halves[:1]
        assert min(hypot(a[0] - b[0], a[1] - b[1]) for a, b in product(near, far)) < BESIDE


@settings(max_examples=20)
@given(anchored_lines(), WIDTHS)
@example((ALTERNATING, 9), NARROWEST)
@example((ALTERNATING, 0), NARROWEST)
@example((ALTERNATING[1:], 1), 11)
def test_a_line_grows_and_no_tile_moves(laid: tuple[Halves, int], width: int) -> None:
    line, opening = laid
    placed = lay_line(line, opening, width)
    assert tuple(one.tile for one in placed) == line
    lies_well(placed)
    left, right, _, _ = box_of(placed)
    assert -width / 2 - SOFT_EDGE <= left
    assert right <= width / 2 + SOFT_EDGE
    # However much of either arm is laid already, what is laid lies there.
    for start in range(opening + 1):
        assert lay_line(line[start:], opening - start, width) == placed[start:]
    for end in range(opening + 1, len(line)):
        assert lay_line(line[:end], opening, width) == placed[:end]
    mirrored = tuple((right, left) for left, right in line[::-1])
    turned = lay_line(mirrored, len(line) - 1 - opening, width)[::-1]
    assert [(-one.x, -one.y) for one in turned] == [(one.x, one.y) for one in placed]


@given(with_wild_doubles(), st.integers(0, 99), WIDTHS)
@example(((6, 6),) * 9, 0, NARROWEST)
def test_doubles_may_lie_beside_doubles(line: Halves, opening: int, width: int) -> None:
    lies_well(lay_line(line, opening % len(line), width))


@pytest.mark.parametrize("window", [NARROW, SQUARE, WIDE])
@pytest.mark.parametrize("highest", [6, 9, 12])
def test_a_line_of_the_whole_set_fills_its_window(window: Window, highest: int) -> None:
    """No longer line can be laid, and tiles are as large as the shape of the window allows."""
    tiles = [(low, high) for high in range(highest + 1) for low in range(high + 1)]
    width = row_width(len(tiles), highest + 1, window)
    left, right, top, bottom = box_of(lay_line(tuple(tiles), len(tiles) // 2, width))
    area = (2 * len(tiles) - highest - 1) * PITCH
    assert window.pixels(right - left, bottom - top) ** 2 * area > 0.45 * min(
        window.wide * window.high, window.largest**2 * area
    )


def test_too_narrow_a_table_is_refused() -> None:
    with pytest.raises(ArgumentError, match="at least 9"):
        lay_line(((6, 6),), 0, NARROWEST - 1)
