"""Plays on a line whose fitting is looked up or whose ends a step names: which, and their effect.

What `Layout` does. The effect of any other play on a line is in `stepping.py`.
"""

# mypy: disable-error-code="no-any-return"
# To numba the numbers of an array are whole numbers like any other.

from __future__ import annotations

from dominoes_solver.search.native.compiling.jit import INT, LIST, Ints, compiled, lowest_bit
from dominoes_solver.search.native.programs.stack_machine import run
from dominoes_solver.search.native.rows import row_format as at
from dominoes_solver.search.native.rows.open_line import (
    are_alike,
    ends_of_last,
    fitting,
    laid_if_asked,
    number_left,
    tiles_of_line,
    tiles_with_second,
)


@compiled(INT, INT, INT, INT, LIST, LIST, INT)
def plays_against(tile: int, number: int, end: int, book: Ints, work: Ints, out: int) -> int:
    """List the plays of a tile that fits a number, with the bit of an end; how many there are."""
    if book[at.OPENED_AT + (number << at.OPENED_BITS) + tile] & at.EITHER_WAY:
        work[out] = tile | end | at.LEAVES_LOW
        work[out + 1] = tile | end | at.LEAVES_HIGH
        return 2
    work[out] = tile | end
    return 1


@compiled(INT, INT, INT, LIST, LIST, INT, INT)
def plays_at_ends(at_left: int, at_right: int, book: Ints, work: Ints, row: int, out: int) -> int:
    """List the plays of some tiles at the left end and of some at the right one; how many.

    Where both are one place, it is that at which the line must grow, or grew last.
    """
    laid = laid_if_asked(book, work, row)
    left, right = work[row + at.LEFT], work[row + at.RIGHT]
    if are_alike(work, row):
        listed = work[row + at.OWED]
        if listed < 0:
            listed = work[row + at.LAST_END]
        if listed == 1:
            at_left = 0
        else:
            at_right = 0
    at_left &= fitting(left, laid, book)
    at_right &= fitting(right, laid, book)
    hand = at_left | at_right
    place = out
    while hand:
        tile = lowest_bit(hand)
        hand &= hand - 1
        if at_left >> tile & 1:
            place += plays_against(tile, left, 0, book, work, place)
        if at_right >> tile & 1:
            place += plays_against(tile, right, at.ON_RIGHT, book, work, place)
    return place - out


@compiled(INT, INT, LIST, LIST, INT)
def end_owed(action: int, book: Ints, work: Ints, row: int) -> int:
    """The end at which a second tile must follow a play, or -1; the row is that before the play.

    A play is one of the first step that allows it; the tile just drawn is of no such step.
    """
    if work[row + at.LEFT] < 0 or work[row + at.OWED] >= 0:
        return -1
    if work[row + at.STEP] >= 0 and tiles_of_line(book, work, row) >> work[row + at.DRAWN] & 1:
        return -1
    tile, end = action & at.TILE, 1 if action & at.ON_RIGHT else 0
    for step in range(book[at.STEP_COUNT]):
        act = book[at.ACTS + step]
        if act > at.ACT_AT_EACH:
            continue
        if act == at.ACT_PLAY_DOUBLE and book[at.DOUBLE_TILES] >> tile & 1 == 0:
            continue
        if act == at.ACT_ON_LAST and ends_of_last(book, work, row) >> end & 1 == 0:
            continue
        if act == at.ACT_AT_EACH:
            hand = work[row + at.HANDS + work[row + at.MOVER]]
            if tiles_with_second(hand, end, book, work, row) >> tile & 1 == 0:
                continue
        guard = book[at.GUARDS + step]
        if guard < 0 or run(guard, book, work, row):
            return 1 - end if act == at.ACT_AT_EACH else -1
    return -1


@compiled(INT, INT, LIST, LIST, INT)
def lay_at_end(action: int, book: Ints, work: Ints, row: int) -> int:
    """Write the ends after a play on a line that has tiles; how many of them the tile fitted."""
    tile, end = action & at.TILE, 1 if action & at.ON_RIGHT else 0
    laid = laid_if_asked(book, work, row)
    fitted = 0
    for place in range(2):
        fitted += fitting(work[row + at.LEFT + place], laid, book) >> tile & 1
    work[row + at.LEFT + end] = number_left(action, work[row + at.LEFT + end], book)
    return fitted
