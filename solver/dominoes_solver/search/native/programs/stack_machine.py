"""The stack machine that evaluates the programs of `words` at a row.

Its stack is at the beginning of the work space. Every word is written out in one function:
with those shared that the machine of wide games has too, searches took 1.03 to 1.04 of the time.
"""

# mypy: disable-error-code="no-any-return"
# To numba the numbers of an array are whole numbers like any other.

from __future__ import annotations

from dominoes_solver.search.native.compiling.jit import INT, LIST, Ints, compiled, count_bits
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
            mask = 0
            for seat in range(book[at.SEATS]):
                if number >> seat & 1:
                    mask |= work[row + at.HANDS + seat]
            top += 1
            work[top] = mask
        elif word == at.UNION_OF:
            mask = 0
            for seat in range(book[at.SEATS]):
                if work[top] >> seat & 1:
                    mask |= work[row + number + seat]
            work[top] = mask
        elif word == at.PIPS:
            mask = work[top]
            total = 0
            chunk = at.CHUNKS
            while mask:
                total += book[chunk + (mask & CHUNK_MASK)]
                mask >>= at.CHUNK_BITS
                chunk += 1 << at.CHUNK_BITS
            work[top] = total
        elif word == at.COUNT:
            work[top] = count_bits(work[top])
        elif word == at.ADD:
            top -= 1
            work[top] += work[top + 1]
        elif word == at.SUBTRACT:
            top -= 1
            work[top] -= work[top + 1]
        elif word == at.MULTIPLY:
            top -= 1
            work[top] *= work[top + 1]
        elif word == at.DIVIDE:
            # Rounds down below 0 as well; the lowering builds the other ways of rounding on that.
            work[top] = work[top] // number
        elif word == at.REMAINDER:
            work[top] = work[top] % number
        elif word == at.EQUAL:
            top -= 1
            work[top] = 1 if work[top] == work[top + 1] else 0
        elif word == at.UNEQUAL:
            top -= 1
            work[top] = 1 if work[top] != work[top + 1] else 0
        elif word == at.AT_LEAST:
            top -= 1
            work[top] = 1 if work[top] >= work[top + 1] else 0
        elif word == at.AT_MOST:
            top -= 1
            work[top] = 1 if work[top] <= work[top + 1] else 0
        elif word == at.MORE:
            top -= 1
            work[top] = 1 if work[top] > work[top + 1] else 0
        elif word == at.LESS:
            top -= 1
            work[top] = 1 if work[top] < work[top + 1] else 0
        elif word == at.NOT:
            work[top] = 1 if work[top] == 0 else 0
        elif word == at.BITS_AND:
            top -= 1
            work[top] &= work[top + 1]
        elif word == at.BITS_OR:
            top -= 1
            work[top] |= work[top + 1]
        elif word == at.BITS_LESS:
            top -= 1
            work[top] &= ~work[top + 1]
        elif word == at.ANY:
            work[top] = 1 if work[top] != 0 else 0
        elif word == at.JUMP_UNLESS:
            if work[top] == 0:
                pointer = at.CODE + 2 * number
            top -= 1
        elif word == at.JUMP:
            pointer = at.CODE + 2 * number
        elif word == at.HOLDER:
            holder = -1
            for seat in range(book[at.SEATS]):
                if holder < 0 and work[row + at.HANDS + seat] & work[top]:
                    holder = seat
            work[top] = holder
        elif word == at.FIRST:
            # The order ends with -1, for none of its tiles.
            entry = at.DATA + number
            while book[entry] >= 0 and not work[top] >> book[entry] & 1:
                entry += 1
            work[top] = book[entry]
        elif word == at.LEAST:
            # The `number` values on top are replaced by the least of them.
            for _ in range(number - 1):
                top -= 1
                work[top] = min(work[top], work[top + 1])
        elif word == at.LEADER:
            # The keys are above the answer to a tie.
            first = top - number + 1
            least = first
            tied = False
            for place_of_key in range(first + 1, top + 1):
                if work[place_of_key] < work[least]:
                    least = place_of_key
                    tied = False
                elif work[place_of_key] == work[least]:
                    tied = True
            top = first - 1
            if not tied:
                work[top] = least - first
        elif word == at.SCORES_OF:
            total = 0
            for side in range(book[at.SIDES]):
                if book[at.PLAYERS + side] & work[top]:
                    total += work[row + at.SCORES + side]
            work[top] = total
        elif word == at.ENDS_PIPS:
            doubles = work[row + at.DOUBLES]
            top += 1
            work[top] = work[row + at.LEFT] * (1 + (doubles & 1))
            work[top] += work[row + at.RIGHT] * (1 + (doubles >> 1 & 1))
        elif word == at.LIKE_IT:
            doubles = work[row + at.DOUBLES]
            open_end = work[row + at.LEFT_OPEN]
            top += 1
            work[top] = 0
            if work[row + at.LEFT] == open_end:
                work[top] += 1 + (doubles & 1)
            if work[row + at.RIGHT] == open_end:
                work[top] += 1 + (doubles >> 1 & 1)
        elif word == at.CLEAR_POINTS:
            for side in range(book[at.SIDES]):
                work[at.POINTS + side] = 0
        elif word == at.PAY:
            for side in range(book[at.SIDES]):
                if book[at.PLAYERS + side] & work[top]:
                    work[at.POINTS + side] += work[top - 1]
            top -= 2
        elif word == at.CAP:
            # Nothing for a side that its points would carry beyond the target.
            for side in range(book[at.SIDES]):
                if work[row + at.SCORES + side] + work[at.POINTS + side] > number:
                    work[at.POINTS + side] = 0
        elif word == at.CREDIT:
            # Leaves whether points were paid and a side has reached the target; 0 is no target.
            reached, paid = False, False
            for side in range(book[at.SIDES]):
                paid = paid or work[at.POINTS + side] != 0
                work[row + at.SCORES + side] += work[at.POINTS + side]
                reached = reached or work[row + at.SCORES + side] >= number
            top += 1
            work[top] = 1 if number and paid and reached else 0
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
