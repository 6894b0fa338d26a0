"""The stack machine that evaluates the programs of `words` at a row.

Its stack is at the beginning of the work space.
"""

# mypy: disable-error-code="no-any-return"
# To numba the numbers of an array are whole numbers like any other.

from __future__ import annotations

from dominoes_solver.search.native.jit import INT, LIST, Ints, compiled, count_bits
from dominoes_solver.search.native.row_format import (
    ADD,
    ANY,
    AT_LEAST,
    AT_MOST,
    BITS_AND,
    BITS_LESS,
    BITS_OR,
    CAP,
    CHUNK_BITS,
    CHUNKS,
    CLEAR_POINTS,
    CODE,
    COUNT,
    CREDIT,
    DATA,
    DIVIDE,
    DOUBLES,
    END,
    ENDS_PIPS,
    EQUAL,
    FIRST,
    HANDS,
    HOLDER,
    JUMP,
    JUMP_UNLESS,
    LEADER,
    LEAST,
    LEFT,
    LEFT_OPEN,
    LESS,
    LIKE_IT,
    LOAD,
    LOOKUP,
    MORE,
    MULTIPLY,
    NOT,
    PAY,
    PIPS,
    PLAYERS,
    POINTS,
    PUSH,
    REMAINDER,
    RIGHT,
    SCORES,
    SCORES_OF,
    SEATS,
    SIDES,
    STORE,
    SUBTRACT,
    UNEQUAL,
    UNION,
    UNION_OF,
)

CHUNK_MASK = (1 << CHUNK_BITS) - 1


@compiled(INT, INT, LIST)
def pips_of(mask: int, book: Ints) -> int:
    """The value of the tiles of a mask."""
    total = 0
    chunk = CHUNKS
    while mask:
        total += book[chunk + (mask & CHUNK_MASK)]
        mask >>= CHUNK_BITS
        chunk += 1 << CHUNK_BITS
    return total


@compiled(INT, INT, LIST, LIST, INT)
def run(start: int, book: Ints, work: Ints, row: int) -> int:
    """Run a program on the row that begins at `row`; returns what it leaves, 0 if nothing."""
    place = CODE + 2 * start
    top = -1
    while True:
        word = book[place]
        number = book[place + 1]
        place += 2
        if word == END:
            return work[0] if top >= 0 else 0
        if word == PUSH:
            top += 1
            work[top] = number
        elif word == LOAD:
            top += 1
            work[top] = work[row + number]
        elif word == STORE:
            work[row + number] = work[top]
            top -= 1
        elif word == LOOKUP:
            work[top] = book[DATA + number + work[top] + 1]
        elif word == UNION:
            mask = 0
            for seat in range(book[SEATS]):
                if number >> seat & 1:
                    mask |= work[row + HANDS + seat]
            top += 1
            work[top] = mask
        elif word == UNION_OF:
            mask = 0
            for seat in range(book[SEATS]):
                if work[top] >> seat & 1:
                    mask |= work[row + HANDS + seat]
            work[top] = mask
        elif word == PIPS:
            mask = work[top]
            total = 0
            chunk = CHUNKS
            while mask:
                total += book[chunk + (mask & CHUNK_MASK)]
                mask >>= CHUNK_BITS
                chunk += 1 << CHUNK_BITS
            work[top] = total
        elif word == COUNT:
            work[top] = count_bits(work[top])
        elif word == ADD:
            top -= 1
            work[top] += work[top + 1]
        elif word == SUBTRACT:
            top -= 1
            work[top] -= work[top + 1]
        elif word == MULTIPLY:
            top -= 1
            work[top] *= work[top + 1]
        elif word == DIVIDE:
            # Rounds down below 0 as well; the lowering builds the other ways of rounding on that.
            work[top] = work[top] // number
        elif word == REMAINDER:
            work[top] = work[top] % number
        elif word == EQUAL:
            top -= 1
            work[top] = 1 if work[top] == work[top + 1] else 0
        elif word == UNEQUAL:
            top -= 1
            work[top] = 1 if work[top] != work[top + 1] else 0
        elif word == AT_LEAST:
            top -= 1
            work[top] = 1 if work[top] >= work[top + 1] else 0
        elif word == AT_MOST:
            top -= 1
            work[top] = 1 if work[top] <= work[top + 1] else 0
        elif word == MORE:
            top -= 1
            work[top] = 1 if work[top] > work[top + 1] else 0
        elif word == LESS:
            top -= 1
            work[top] = 1 if work[top] < work[top + 1] else 0
        elif word == NOT:
            work[top] = 1 if work[top] == 0 else 0
        elif word == BITS_AND:
            top -= 1
            work[top] &= work[top + 1]
        elif word == BITS_OR:
            top -= 1
            work[top] |= work[top + 1]
        elif word == BITS_LESS:
            top -= 1
            work[top] &= ~work[top + 1]
        elif word == ANY:
            work[top] = 1 if work[top] != 0 else 0
        elif word == JUMP_UNLESS:
            if work[top] == 0:
                place = CODE + 2 * number
            top -= 1
        elif word == JUMP:
            place = CODE + 2 * number
        elif word == HOLDER:
            holder = -1
            for seat in range(book[SEATS]):
                if holder < 0 and work[row + HANDS + seat] & work[top]:
                    holder = seat
            work[top] = holder
        elif word == FIRST:
            # The order ends with -1, for none of its tiles.
            entry = DATA + number
            while book[entry] >= 0 and not work[top] >> book[entry] & 1:
                entry += 1
            work[top] = book[entry]
        elif word == LEAST:
            # The `number` values on top are replaced by the least of them.
            for _ in range(number - 1):
                top -= 1
                work[top] = min(work[top], work[top + 1])
        elif word == LEADER:
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
        elif word == SCORES_OF:
            total = 0
            for side in range(book[SIDES]):
                if book[PLAYERS + side] & work[top]:
                    total += work[row + SCORES + side]
            work[top] = total
        elif word == ENDS_PIPS:
            doubles = work[row + DOUBLES]
            top += 1
            work[top] = work[row + LEFT] * (1 + (doubles & 1))
            work[top] += work[row + RIGHT] * (1 + (doubles >> 1 & 1))
        elif word == LIKE_IT:
            doubles = work[row + DOUBLES]
            open_end = work[row + LEFT_OPEN]
            top += 1
            work[top] = 0
            if work[row + LEFT] == open_end:
                work[top] += 1 + (doubles & 1)
            if work[row + RIGHT] == open_end:
                work[top] += 1 + (doubles >> 1 & 1)
        elif word == CLEAR_POINTS:
            for side in range(book[SIDES]):
                work[POINTS + side] = 0
        elif word == PAY:
            for side in range(book[SIDES]):
                if book[PLAYERS + side] & work[top]:
                    work[POINTS + side] += work[top - 1]
            top -= 2
        elif word == CAP:
            # Nothing for a side that its points would carry beyond the target.
            for side in range(book[SIDES]):
                if work[row + SCORES + side] + work[POINTS + side] > number:
                    work[POINTS + side] = 0
        elif word == CREDIT:
            # Leaves whether points were paid and a side has reached the target; 0 is no target.
            reached, paid = False, False
            for side in range(book[SIDES]):
                paid = paid or work[POINTS + side] != 0
                work[row + SCORES + side] += work[POINTS + side]
                reached = reached or work[row + SCORES + side] >= number
            top += 1
            work[top] = 1 if number and paid and reached else 0
