"""The stack machine that evaluates the programs of `words` at a row.

Its stack is at the beginning of the work space.
"""

# mypy: disable-error-code="no-any-return"
# To numba the numbers of an array are whole numbers like any other.

from __future__ import annotations

from dominoes_solver.search.native.compiling.jit import INT, LIST, Ints, compiled, part
from dominoes_solver.search.native.programs.number_words import reckon
from dominoes_solver.search.native.programs.score_words import settle
from dominoes_solver.search.native.rows import row_format as at
from dominoes_solver.search.native.rows.open_arms import (
    halves_showing,
    most_alike,
    pips_on_arms,
    tiles_of_arms,
)

CHUNK_MASK = (1 << at.CHUNK_BITS) - 1


@compiled(INT, INT, LIST)
def pips_of(mask: int, book: Ints) -> int:
    """The value of the tiles of a mask."""
    total = 0
    chunk = at.CHUNKS
    while mask:
        total += book[chunk + (mask & CHUNK_MASK)]
        mask >>= at.CHUNK_BITS
        chunk += 1 << at.CHUNK_BITS
    return total


@part(INT, INT, INT, INT, LIST)
def union(seats: int, count: int, first: int, work: Ints) -> int:
    """The union of the masks, from a place on, of the seats of a mask."""
    mask = 0
    for seat in range(count):
        if seats >> seat & 1:
            mask |= work[first + seat]
    return mask


@part(INT, LIST, INT)
def pips_on_line(work: Ints, row: int) -> int:
    """What the ends of a line count together."""
    doubles = work[row + at.DOUBLES]
    left = work[row + at.LEFT] * (1 + (doubles & 1))
    return left + work[row + at.RIGHT] * (1 + (doubles >> 1 & 1))


@part(INT, INT, LIST, INT)
def showing_on_line(number: int, work: Ints, row: int) -> int:
    """How many halves at the ends of a line show a number."""
    doubles = work[row + at.DOUBLES]
    left = 1 + (doubles & 1) if work[row + at.LEFT] == number else 0
    return left + (1 + (doubles >> 1 & 1) if work[row + at.RIGHT] == number else 0)


@part(INT, INT, LIST, LIST, INT)
def holder_of(tiles: int, book: Ints, work: Ints, row: int) -> int:
    """The first seat that holds one of some tiles, or -1."""
    for seat in range(book[at.SEATS]):
        if work[row + at.HANDS + seat] & tiles:
            return seat
    return -1


@compiled(INT, INT, LIST, LIST, INT)
def run(start: int, book: Ints, work: Ints, row: int) -> int:
    """Run a program on the row that begins at `row`; returns what it leaves, 0 if nothing."""
    pointer = at.CODE + 2 * start
    top = -1
    while True:
        word = book[pointer]
        number = book[pointer + 1]
        pointer += 2
        if word == at.END:
            return work[0] if top >= 0 else 0
        if word == at.PUSH:
            top += 1
            work[top] = number
        elif word == at.LOAD:
            top += 1
            work[top] = work[row + number]
        elif word == at.STORE:
            work[row + number] = work[top]
            top -= 1
        elif word == at.LOOKUP:
            work[top] = book[at.DATA + number + work[top] + 1]
        elif word == at.UNION:
            top += 1
            work[top] = union(number, book[at.SEATS], row + at.HANDS, work)
        elif word == at.UNION_OF:
            work[top] = union(work[top], book[at.SEATS], row + number, work)
        elif word == at.PIPS:
            work[top] = pips_of(work[top], book)
        elif word == at.JUMP_UNLESS:
            if work[top] == 0:
                pointer = at.CODE + 2 * number
            top -= 1
        elif word == at.JUMP:
            pointer = at.CODE + 2 * number
        elif word == at.HOLDER:
            work[top] = holder_of(work[top], book, work, row)
        elif word == at.FIRST:
            # The order ends with -1, for none of its tiles.
            entry = at.DATA + number
            while book[entry] >= 0 and not work[top] >> book[entry] & 1:
                entry += 1
            work[top] = book[entry]
        elif word == at.ENDS_PIPS:
            top += 1
            work[top] = pips_on_line(work, row)
        elif word == at.LIKE_IT:
            top += 1
            work[top] = showing_on_line(work[row + at.LEFT_OPEN], work, row)
        elif word == at.TILES_OF_ARMS:
            top += 1
            work[top] = (1 << book[at.SET_SIZE]) - 1
            if work[row + at.LEFT] >= 0:
                work[top] = tiles_of_arms(book, work, row)
        elif word == at.PIPS_ON_ARMS:
            top += 1
            work[top] = pips_on_arms(book, work, row)
        elif word == at.LIKE_IT_IN_ARMS:
            top += 1
            work[top] = halves_showing(work[row + at.LEFT_OPEN], book, work, row)
        elif word == at.ALIKE_IN_ARMS:
            top += 1
            work[top] = most_alike(book, work, row)
        elif word < at.SCORES_OF:
            top = reckon(word, number, work, top)
        else:
            scores = row + at.SCORES
            top = settle(
                word, number, book[at.SIDES], at.PLAYERS, at.POINTS, scores, book, work, top
            )
