"""The order in which moves are tried."""

# mypy: disable-error-code="no-any-return"
# To numba the numbers of an array are whole numbers like any other.

from __future__ import annotations

from dominoes_solver.search.native.compiling.jit import INT, LIST, Ints, compiled, count_bits, part
from dominoes_solver.search.native.rows import row_format as at
from dominoes_solver.search.native.rows.arm_format import OTHER_LINE
from dominoes_solver.search.native.rows.open_line import tiles_after_in_line
from dominoes_solver.search.native.turns.arm_turns import tiles_after

# How late a move is tried, by the replies that it leaves; tuned on partnership positions.
NEXT_REPLIES = 40
NO_REPLY = 30
"""That the next seat passes is worth hardly more than that it has one reply."""
THIRD_REPLIES = 18
LATE = 10_000


@part(INT, INT, LIST, LIST, INT)
def tiles_left(action: int, book: Ints, work: Ints, row: int) -> int:
    """The mask of the tiles that fit after a play."""
    if book[at.SHAPE] == OTHER_LINE:
        return tiles_after_in_line(action, book, work, row)
    if book[at.SHAPE]:
        return tiles_after(action, book, work, row)
    tile = action & at.TILE
    total = book[at.TOTALS + tile]
    # The half that does not meet the line is the new end: both halves minus the one that does.
    fits = book[at.FITS + total - work[row + at.RIGHT]] | book[at.FITS + work[row + at.LEFT]]
    if action & at.ON_RIGHT == 0:
        fits = book[at.FITS + total - work[row + at.LEFT]] | book[at.FITS + work[row + at.RIGHT]]
    return fits


@compiled(INT, INT, LIST, LIST, INT)
def promise_of(action: int, book: Ints, work: Ints, row: int) -> int:
    """How late an action is tried: few replies of the next players are a good sign."""
    tile = action & at.TILE
    if tile >= at.NO_PLAY:
        # A draw or a pass is tried when no play was good enough: draws branch the most.
        return LATE + tile
    seats = book[at.SEATS]
    mover = work[row + at.MOVER]
    bit = 1 << tile
    if work[row + at.HANDS + mover] == bit:
        return -1
    fits = tiles_left(action, book, work, row)
    # The tile itself is not the next player's, so it need not be taken out.
    replies = count_bits(work[row + at.HANDS + (mover + 1) % seats] & fits)
    promise = NEXT_REPLIES * replies if replies else NO_REPLY
    if seats == 4:
        promise += THIRD_REPLIES * count_bits(work[row + at.HANDS + (mover + 3) % seats] & fits)
    if book[at.SIDES] > 2:
        # Nobody is a partner.
        promise += THIRD_REPLIES * count_bits(work[row + at.HANDS + (mover + 2) % seats] & fits)
    return promise
