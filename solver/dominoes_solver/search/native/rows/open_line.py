"""What fits the ends of a line by another rule than equal numbers, and where a step names an end.

What `Layout` says. A line of equal numbers whose ends nobody names is written out in
`turns/legal_actions.py`.
"""

# mypy: disable-error-code="no-any-return"
# To numba the numbers of an array are whole numbers like any other.

from __future__ import annotations

from dominoes_solver.search.native.compiling.jit import INT, LIST, Ints, compiled
from dominoes_solver.search.native.rows import row_format as at
from dominoes_solver.search.native.rows.open_arms import laid_of


@compiled(INT, INT, INT, LIST)
def fitting(number: int, laid: int, book: Ints) -> int:
    """The mask of the tiles that fit an end. laid: that of the tiles on the table, if it matters.

    A number whose double is not among them takes nothing else where the rules say so.
    """
    fits = book[at.FITS + number]
    if book[at.AFTER_DOUBLE] and laid & book[at.DOUBLE_OF + number] == 0:
        fits &= book[at.DOUBLE_OF + number]
    return fits


@compiled(INT, LIST, LIST, INT)
def laid_if_asked(book: Ints, work: Ints, row: int) -> int:
    """The mask of the tiles on the table, where `fitting` asks for it."""
    return laid_of(book, work, row) if book[at.AFTER_DOUBLE] else 0


@compiled(INT, LIST, LIST, INT)
def tiles_of_line(book: Ints, work: Ints, row: int) -> int:
    """The mask of the tiles that may be laid at either end."""
    laid = laid_if_asked(book, work, row)
    left, right = work[row + at.LEFT], work[row + at.RIGHT]
    return fitting(left, laid, book) | fitting(right, laid, book)


@compiled(INT, LIST, INT)
def are_alike(work: Ints, row: int) -> int:
    """Whether both ends are one place: equal, and no double at one of them counts twice."""
    doubles = work[row + at.DOUBLES]
    return work[row + at.LEFT] == work[row + at.RIGHT] and doubles in (0, at.ALONE)


@compiled(INT, LIST, LIST, INT)
def ends_of_last(book: Ints, work: Ints, row: int) -> int:
    """The ends that the most recent tile left, 1 left and 2 right; both where they are one place.

    If it lies alone, both are its own.
    """
    if work[row + at.PLAYS] + book[at.BEGUN] < 2 or are_alike(work, row):
        return 3
    number, doubles = work[row + at.LEFT_OPEN], work[row + at.DOUBLES]
    ends = 1 if work[row + at.LEFT] == number else 0
    if work[row + at.RIGHT] == number:
        ends |= 2
    if ends < 3:
        return ends
    return doubles if book[at.DOUBLE_TILES] >> work[row + at.LAST_TILE] & 1 else 3 - doubles


@compiled(INT, INT, INT, LIST, LIST, INT)
def tiles_with_second(hand: int, end: int, book: Ints, work: Ints, row: int) -> int:
    """The tiles of a hand that fit an end, after which another one fits the other end."""
    laid = laid_if_asked(book, work, row)
    other_end = work[row + at.LEFT + 1 - end]
    rest = hand & fitting(work[row + at.LEFT + end], laid, book)
    mask = 0
    while rest:
        bit = rest & -rest
        rest ^= bit
        if hand & ~bit & fitting(other_end, laid | bit, book):
            mask |= bit
    return mask


@compiled(INT, INT, INT, LIST)
def number_left(action: int, number: int, book: Ints) -> int:
    """The number that a play against a number leaves open."""
    tile = action & at.TILE
    if action & at.LEAVES_LOW:
        return book[at.LOWS + tile]
    if action & at.LEAVES_HIGH:
        return book[at.HIGHS + tile]
    return book[at.OPENED_AT + (number << at.OPENED_BITS) + tile] & at.NUMBER


@compiled(INT, INT, LIST, LIST, INT)
def tiles_after_in_line(action: int, book: Ints, work: Ints, row: int) -> int:
    """The mask of the tiles that fit after a play."""
    end = 1 if action & at.ON_RIGHT else 0
    laid = laid_if_asked(book, work, row) | 1 << (action & at.TILE)
    opened = number_left(action, work[row + at.LEFT + end], book)
    return fitting(opened, laid, book) | fitting(work[row + at.LEFT + 1 - end], laid, book)
