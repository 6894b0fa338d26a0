"""Plays on a table in arms, over rows: which there are, and what each leaves.

What `Arms` does, with its ends as the two words of `arm_format`.
"""

# mypy: disable-error-code="no-any-return"
# To numba the numbers of an array are whole numbers like any other.

from __future__ import annotations

from dominoes_solver.search.native.compiling.jit import (
    INT,
    LIST,
    Ints,
    compiled,
    lowest_bit,
)
from dominoes_solver.search.native.rows import row_format as at
from dominoes_solver.search.native.rows.arm_format import (
    AT_CENTRE,
    AT_DOUBLE,
    AT_WAITING,
    AWAITING_AT,
    CENTRE_AT,
    CENTRE_MASK,
    CENTRE_NUMBER_AT,
    HALF_BITS,
    HALF_MASK,
    HIGHER,
    ONE_END,
    SIDE_BITS,
    SIDE_MASK,
    WAY_AT,
    WAY_MASK,
)
from dominoes_solver.search.native.rows.open_arms import (
    CENTRE_OPEN,
    CLOSED_OPEN,
    DOUBLES_OPEN,
    HALVES_OPEN,
    WAITING_OPEN,
    ends_of,
    free_at_centre,
    free_sides,
    laid_of,
    listed_now,
    open_by_laid,
    open_now,
    tiles_at,
)


@compiled(INT, INT, LIST, LIST, INT, INT)
def plays_in_arms(hand: int, book: Ints, work: Ints, row: int, out: int) -> int:
    """List the plays of a hand from the place `out` on, as `Arms` does; how many there are."""
    doubles = work[row + at.OTHERS]
    ends = listed_now(ends_of(book, work, row), doubles, book)
    hand &= tiles_at(ends, book)
    written = out
    while hand:
        tile = lowest_bit(hand)
        hand &= hand - 1
        low, high = book[at.LOWS + tile], book[at.HIGHS + tile]
        if ends >> HALVES_OPEN + low & 1:
            work[written] = tile
            written += 1
        if low == high:
            if ends >> CLOSED_OPEN + low & 1:
                work[written] = tile
                written += 1
            if ends >> WAITING_OPEN + low & 1:
                work[written] = tile | AT_WAITING << WAY_AT
                written += 1
            continue
        if ends >> HALVES_OPEN + high & 1:
            work[written] = tile | HIGHER << WAY_AT
            written += 1
        first, second = 0, HIGHER
        # Of two doubles the one with fewer tiles against it is listed first.
        if doubles >> SIDE_BITS * low & SIDE_MASK > doubles >> SIDE_BITS * high & SIDE_MASK:
            first, second = HIGHER, 0
        if ends >> DOUBLES_OPEN + (high if first else low) & 1:
            work[written] = tile | (AT_DOUBLE | first) << WAY_AT
            written += 1
        if ends >> DOUBLES_OPEN + (high if second else low) & 1:
            work[written] = tile | (AT_DOUBLE | second) << WAY_AT
            written += 1
        if ends >> CENTRE_OPEN + low & 1:
            work[written] = tile | AT_CENTRE << WAY_AT
            written += 1
        if ends >> CENTRE_OPEN + high & 1:
            work[written] = tile | (AT_CENTRE | HIGHER) << WAY_AT
            written += 1
    return written - out


@compiled(INT, INT, LIST)
def number_touched(action: int, book: Ints) -> int:
    """The number that a play lies against, on a table that is not empty."""
    tile = action & at.TILE
    return book[at.HIGHS + tile] if action >> WAY_AT & HIGHER else book[at.LOWS + tile]


@compiled(INT, INT, LIST, LIST, INT)
def fitted_by(tile: int, book: Ints, work: Ints, row: int) -> int:
    """How many open ends a tile fits now; a free side of a double is one."""
    ends = ends_of(book, work, row)
    halves, doubles = work[row + at.HALVES], work[row + at.OTHERS]
    low, high = book[at.LOWS + tile], book[at.HIGHS + tile]
    fitted = 0
    if low == high:
        fitted = ends >> WAITING_OPEN + low & 1
        if ends >> CLOSED_OPEN + low & 1:
            fitted += halves >> HALF_BITS * low & HALF_MASK
    number = low
    while True:
        if ends >> HALVES_OPEN + number & 1:
            fitted += halves >> HALF_BITS * number & HALF_MASK
        if ends >> DOUBLES_OPEN + number & 1:
            fitted += free_sides(number, doubles, book)
        if ends >> CENTRE_OPEN + number & 1:
            fitted += free_at_centre(doubles, book)
        if number == high:
            return fitted
        number = high


@compiled(INT, INT, LIST, LIST, INT)
def lay_first(tile: int, book: Ints, work: Ints, row: int) -> int:
    """Open the ends of the first tile; returns the number that counts as left open."""
    high, low = book[at.HIGHS + tile], book[at.LOWS + tile]
    halves = doubles = 0
    one_end = book[at.SHAPE] == ONE_END
    if high != low:
        halves = 1 << HALF_BITS * high
        if not one_end:
            halves += 1 << HALF_BITS * low
    elif one_end:
        if book[at.TOLD_APART]:
            doubles = 2 << SIDE_BITS * high
        else:
            halves = 1 << HALF_BITS * high
    elif book[at.STAR] or book[at.SPINNER_FIRST]:
        doubles = 1 << CENTRE_AT | high << CENTRE_NUMBER_AT
    else:
        doubles = 1 << SIDE_BITS * high
    work[row + at.HALVES] = halves
    work[row + at.OTHERS] = doubles
    return high


@compiled(INT, INT, LIST, LIST, INT)
def lay_against(action: int, book: Ints, work: Ints, row: int) -> int:
    """Write the words after a play on a table that is not empty; returns the number left open."""
    tile, way = action & at.TILE, action >> WAY_AT & WAY_MASK
    halves, doubles = work[row + at.HALVES], work[row + at.OTHERS]
    number = number_touched(action, book)
    if book[at.SHAPE] == ONE_END:
        halves = doubles = 0
        way = AT_WAITING
    sort = way & ~HIGHER
    if sort == AT_CENTRE:
        doubles += 1 << CENTRE_AT
        if free_at_centre(doubles, book) == 0:
            doubles &= ~(CENTRE_MASK << CENTRE_AT | CENTRE_MASK << CENTRE_NUMBER_AT)
    elif sort == AT_DOUBLE:
        doubles += 1 << SIDE_BITS * number
        if free_sides(number, doubles, book) == 0:
            doubles &= ~(SIDE_MASK << SIDE_BITS * number)
    elif sort == AT_WAITING:
        doubles &= ~(1 << AWAITING_AT + number)
    else:
        halves -= 1 << HALF_BITS * number
    opened = book[at.TOTALS + tile] - number
    if book[at.DOUBLE_TILES] >> tile & 1 == 0:
        if sort == AT_CENTRE and book[at.THEN_DOUBLES]:
            doubles |= 1 << AWAITING_AT + opened
        else:
            halves += 1 << HALF_BITS * opened
    elif book[at.SPINNER_FIRST] and laid_of(book, work, row) & book[at.DOUBLE_TILES] == 0:
        doubles |= 2 << CENTRE_AT | opened << CENTRE_NUMBER_AT
    elif book[at.TOLD_APART]:
        doubles |= 2 << SIDE_BITS * opened
    else:
        halves += 1 << HALF_BITS * opened
    work[row + at.HALVES] = halves
    work[row + at.OTHERS] = doubles
    return opened


@compiled(INT, INT, LIST, LIST, INT)
def lay_in_arms(action: int, book: Ints, work: Ints, row: int) -> int:
    """Write the words after a play; returns how many open ends the tile fitted, if rules ask.

    The tile is still in its hand: what is neither there nor in the stock lies on the table.
    """
    tile = action & at.TILE
    fitted = 0
    if work[row + at.HALVES] < 0:
        lay_first(tile, book, work, row)
    else:
        if book[at.FITTED_READ]:
            fitted = fitted_by(tile, book, work, row)
        lay_against(action, book, work, row)
    return fitted


@compiled(INT, INT, LIST, LIST, INT)
def tiles_after(action: int, book: Ints, work: Ints, row: int) -> int:
    """The mask of the tiles that fit after a play, which is taken back."""
    halves, doubles = work[row + at.HALVES], work[row + at.OTHERS]
    lay_against(action, book, work, row)
    after, others_after = work[row + at.HALVES], work[row + at.OTHERS]
    if book[at.ASKS_LAID]:
        laid = laid_of(book, work, row) | 1 << (action & at.TILE)
        mask = tiles_at(open_by_laid(after, others_after, laid, book), book)
    else:
        mask = tiles_at(open_now(after, others_after, 0, book), book)
    work[row + at.HALVES] = halves
    work[row + at.OTHERS] = doubles
    return mask
