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


@compiled(INT, LIST, LIST, INT)
def listed_end(book: Ints, work: Ints, row: int) -> int:
    """Of ends that are one place, that at which plays are listed."""
    if work[row + at.STEP] >= at.OWED:
        return work[row + at.STEP] - at.OWED
    if book[at.FORGETS_END] and work[row + at.TURN_TILES] == 0:
        return 0
    return 1 if work[row + at.LAST_END] == 1 else 0


@compiled(INT, INT, INT, LIST, LIST, INT, INT)
def plays_at_ends(at_left: int, at_right: int, book: Ints, work: Ints, row: int, out: int) -> int:
    """List the plays of some tiles at the left end and of some at the right one; how many.

    Where both are one place, it is that at which the line must grow, or grew last.
    """
    laid = laid_if_asked(book, work, row)
    left, right = work[row + at.LEFT], work[row + at.RIGHT]
    if are_alike(work, row):
        if listed_end(book, work, row):
            at_left = 0
        else:
            at_right = 0
    at_left &= fitting(left, laid, book)
    at_right &= fitting(right, laid, book)
    hand = at_left | at_right
    written = out
    while hand:
        tile = lowest_bit(hand)
        hand &= hand - 1
        if at_left >> tile & 1:
            written += plays_against(tile, left, 0, book, work, written)
        if at_right >> tile & 1:
            written += plays_against(tile, right, at.ON_RIGHT, book, work, written)
    return written - out


@compiled(INT, INT, LIST, LIST, INT)
def end_owed(action: int, book: Ints, work: Ints, row: int) -> int:
    """The end at which a second tile must follow a play, or -1; the row is that before the play.

    A play is one of the first step that allows it; the tile just drawn is of no such step.
    """
    if work[row + at.LEFT] < 0 or work[row + at.STEP] >= at.OWED:
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


@compiled(INT, LIST, LIST, INT, INT)
def plays_owed(book: Ints, work: Ints, row: int, out: int) -> int:
    """List the plays at the end at which a second tile must follow; how many there are."""
    hand = work[row + at.HANDS + work[row + at.MOVER]]
    if work[row + at.STEP] == at.OWED:
        return plays_at_ends(hand, 0, book, work, row, out)
    return plays_at_ends(0, hand, book, work, row, out)


@compiled(INT, INT, LIST, LIST, INT)
def note_end(action: int, book: Ints, work: Ints, row: int) -> int:
    """Keep the end of a play; what `STEP` is after it."""
    if book[at.KEEPS_END]:
        work[row + at.LAST_END] = 1 if action & at.ON_RIGHT else 0
    owed = end_owed(action, book, work, row) if book[at.AT_EACH] else -1
    return at.OWED + owed if owed >= 0 else -1


@compiled(INT, INT, INT, LIST, LIST, INT)
def tiles_by_name(act: int, end: int, book: Ints, work: Ints, row: int) -> int:
    """The mask of the mover's tiles that a step which names its ends lays at one of them."""
    hand = work[row + at.HANDS + work[row + at.MOVER]]
    if act == at.ACT_AT_EACH:
        return tiles_with_second(hand, end, book, work, row)
    if ends_of_last(book, work, row) >> end & 1 == 0:
        return 0
    return hand & fitting(work[row + at.LEFT + end], laid_if_asked(book, work, row), book)


@compiled(INT, INT, LIST, LIST, INT)
def is_possible(act: int, book: Ints, work: Ints, row: int) -> int:
    """Whether a step that names its ends, or lays a tile aside, has a tile for it."""
    if act == at.ACT_DISCARD:
        return work[row + at.HANDS + work[row + at.MOVER]] != 0
    at_left = tiles_by_name(act, 0, book, work, row)
    return (at_left | tiles_by_name(act, 1, book, work, row)) != 0


@compiled(INT, INT, LIST, LIST, INT)
def lay_at_end(action: int, book: Ints, work: Ints, row: int) -> int:
    """Write the ends after a play; returns how many of them the tile fitted before."""
    tile, end = action & at.TILE, 1 if action & at.ON_RIGHT else 0
    if work[row + at.LEFT] < 0:
        work[row + at.LEFT], work[row + at.RIGHT] = book[at.HIGHS + tile], book[at.LOWS + tile]
        return 0
    laid = laid_if_asked(book, work, row)
    fitted = 0
    for which_end in range(2):
        fitted += fitting(work[row + at.LEFT + which_end], laid, book) >> tile & 1
    work[row + at.LEFT + end] = number_left(action, work[row + at.LEFT + end], book)
    return fitted
