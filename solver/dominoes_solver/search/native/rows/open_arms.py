"""What is open on a table in arms and what its ends count, over rows.

What `Arms` and `ArmSides` say, with its ends as the two words of `arm_format`.
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
    AWAITING_AT,
    AWAITING_MASK,
    CENTRE_AT,
    CENTRE_MASK,
    CENTRE_NUMBER_AT,
    HALF_BITS,
    HALF_MASK,
    NUMBERS,
    SIDE_BITS,
    SIDE_MASK,
)

ENDS_MASK = (1 << NUMBERS) - 1
HALVES_OPEN, WAITING_OPEN, DOUBLES_OPEN, CENTRE_OPEN, CLOSED_OPEN = (
    index * NUMBERS for index in range(5)
)
"""Which ends are open now, as one number: for each sort of ends a bit for each number. Of halves
that take nothing but their double until that lies on the table, it is the last one."""


@compiled(INT, INT, INT, INT, LIST)
def open_now(halves: int, doubles: int, laid: int, book: Ints) -> int:
    """The ends at which a tile may be laid now. laid: the mask of the tiles on the table."""
    centre = 0
    if doubles >> CENTRE_AT & CENTRE_MASK:
        centre = 1 << CENTRE_OPEN + (doubles >> CENTRE_NUMBER_AT & CENTRE_MASK)
        if book[at.STAR]:
            return centre
    waiting = doubles >> AWAITING_AT & AWAITING_MASK
    if waiting:
        return waiting << WAITING_OPEN
    open_mask = centre
    rest = doubles & (1 << CENTRE_AT) - 1
    number = 0
    while rest:
        if rest & SIDE_MASK:
            open_mask |= 1 << DOUBLES_OPEN + number
        rest >>= SIDE_BITS
        number += 1
    if book[at.MUST_COVER] and open_mask:
        uncovered = 0
        for number in range(book[at.NUMBERS]):
            if book[at.FITS + number] & ~laid:
                uncovered |= open_mask & (
                    1 << DOUBLES_OPEN + number | 1 << CENTRE_OPEN + number
                )  # fmt: skip
        if uncovered:
            return uncovered
    number = 0
    while halves:
        if halves & HALF_MASK:
            open_mask |= 1 << HALVES_OPEN + number
        halves >>= HALF_BITS
        number += 1
    return open_mask


@compiled(INT, INT, INT, INT, LIST)
def open_by_laid(halves: int, doubles: int, laid: int, book: Ints) -> int:
    """The same where the tiles on the table matter: halves that wait for their double are apart."""
    ends = open_now(halves, doubles, laid, book)
    if book[at.AFTER_DOUBLE]:
        for number in range(book[at.NUMBERS]):
            half = 1 << HALVES_OPEN + number
            if ends & half and laid & book[at.DOUBLE_OF + number] == 0:
                ends ^= half | 1 << CLOSED_OPEN + number
    return ends


@compiled(INT, INT, INT, LIST)
def listed_now(ends: int, doubles: int, book: Ints) -> int:
    """Those of the ends that are open now at which plays are listed."""
    counts_both = book[at.COUNT_BOTH]
    if book[at.MUST_COVER] or (counts_both and book[at.COUNT_TIPS] == 0):
        return ends
    # What a double counts besides its free sides, it counts until two tiles lie against it.
    halves = ends >> HALVES_OPEN & ENDS_MASK
    alike = ends >> DOUBLES_OPEN & halves
    while alike:
        number = lowest_bit(alike)
        alike &= alike - 1
        if counts_both == 0 or doubles >> SIDE_BITS * number & SIDE_MASK > 2:
            ends &= ~(1 << DOUBLES_OPEN + number)
    if counts_both == 0 or doubles >> CENTRE_AT & CENTRE_MASK > 2:
        ends &= ~(halves << CENTRE_OPEN)
    return ends


@compiled(INT, INT, LIST)
def tiles_at(ends: int, book: Ints) -> int:
    """The mask of the tiles that fit some ends that are open now."""
    waiting = (ends >> WAITING_OPEN | ends >> CLOSED_OPEN) & ENDS_MASK
    numbers = (ends >> HALVES_OPEN | ends >> DOUBLES_OPEN | ends >> CENTRE_OPEN) & ENDS_MASK
    mask = 0
    while waiting:
        mask |= book[at.FITS + lowest_bit(waiting)]
        waiting &= waiting - 1
    mask &= book[at.DOUBLE_TILES]
    while numbers:
        mask |= book[at.FITS + lowest_bit(numbers)]
        numbers &= numbers - 1
    return mask


@compiled(INT, LIST, LIST, INT)
def laid_of(book: Ints, work: Ints, row: int) -> int:
    """The mask of the tiles on the table."""
    unlaid = work[row + at.UNDRAWN]
    for seat in range(book[at.SEATS]):
        unlaid |= work[row + at.HANDS + seat]
    if book[at.LONG]:
        for seat in range(book[at.SEATS]):
            unlaid |= work[row + at.ASIDE + seat]
    return ((1 << book[at.SET_SIZE]) - 1) & ~unlaid


@compiled(INT, LIST, LIST, INT)
def ends_of(book: Ints, work: Ints, row: int) -> int:
    """The ends that are open now on a table that is not empty."""
    if book[at.ASKS_LAID]:
        laid = laid_of(book, work, row)
        return open_by_laid(work[row + at.HALVES], work[row + at.OTHERS], laid, book)
    return open_now(work[row + at.HALVES], work[row + at.OTHERS], 0, book)


@compiled(INT, LIST, LIST, INT)
def tiles_of_arms(book: Ints, work: Ints, row: int) -> int:
    """The mask of the tiles that may be laid now."""
    return tiles_at(ends_of(book, work, row), book)


@compiled(INT, INT, INT, LIST)
def free_sides(number: int, doubles: int, book: Ints) -> int:
    """How many tiles may still be laid against a double that is told apart."""
    side = doubles >> SIDE_BITS * number & SIDE_MASK
    return book[at.SIDES_OF_DOUBLE] + 1 - side if side else 0


@compiled(INT, INT, LIST)
def free_at_centre(doubles: int, book: Ints) -> int:
    """How many tiles may still be laid against the centre."""
    side = doubles >> CENTRE_AT & CENTRE_MASK
    return book[at.SIDES_OF_CENTRE] + 1 - side if side else 0


@compiled(INT, INT, INT, LIST)
def halves_of_double(side: int, free: int, book: Ints) -> int:
    """How many halves a double counts that has `side` - 1 tiles against it."""
    if book[at.COUNT_BOTH] == 0 or free == 0:
        return free
    if side <= 2:
        return 2
    return free * book[at.COUNT_TIPS]


@compiled(INT, INT, LIST, LIST, INT)
def halves_showing(number: int, book: Ints, work: Ints, row: int) -> int:
    """How many halves at the open ends show a number."""
    halves, doubles = work[row + at.HALVES], work[row + at.OTHERS]
    showing = halves >> HALF_BITS * number & HALF_MASK
    showing += doubles >> AWAITING_AT + number & 1
    side = doubles >> SIDE_BITS * number & SIDE_MASK
    showing += halves_of_double(side, free_sides(number, doubles, book), book)
    side = doubles >> CENTRE_AT & CENTRE_MASK
    if side and doubles >> CENTRE_NUMBER_AT & CENTRE_MASK == number:
        showing += halves_of_double(side, free_at_centre(doubles, book), book)
    return showing


@compiled(INT, LIST, LIST, INT)
def pips_on_arms(book: Ints, work: Ints, row: int) -> int:
    """`pips on ends`."""
    total = 0
    for number in range(1, book[at.NUMBERS]):
        total += number * halves_showing(number, book, work, row)
    return total


@compiled(INT, LIST, LIST, INT)
def most_alike(book: Ints, work: Ints, row: int) -> int:
    """`ends alike`."""
    halves, doubles = work[row + at.HALVES], work[row + at.OTHERS]
    centre = doubles >> CENTRE_NUMBER_AT & CENTRE_MASK
    most = 0
    for number in range(book[at.NUMBERS]):
        alike = halves >> HALF_BITS * number & HALF_MASK
        alike += doubles >> AWAITING_AT + number & 1
        alike += free_sides(number, doubles, book)
        if number == centre:
            alike += free_at_centre(doubles, book)
        most = max(most, alike)
    return most
