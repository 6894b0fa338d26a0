"""The words of a stack machine that only reckon with the numbers on its stack."""

# mypy: disable-error-code="no-any-return"
# To numba the numbers of an array are whole numbers like any other.

from __future__ import annotations

from dominoes_solver.search.native.compiling.jit import INT, LIST, Ints, count_bits, part
from dominoes_solver.search.native.rows import row_format as at


@part(INT, INT, INT, INT)
def compare(word: int, first: int, second: int) -> int:
    """Whether two numbers have the relation of a word."""
    if word == at.EQUAL:
        return 1 if first == second else 0
    if word == at.UNEQUAL:
        return 1 if first != second else 0
    if word == at.AT_LEAST:
        return 1 if first >= second else 0
    if word == at.AT_MOST:
        return 1 if first <= second else 0
    if word == at.MORE:
        return 1 if first > second else 0
    return 1 if first < second else 0


@part(INT, INT, INT, LIST, INT)
def reckon(word: int, number: int, work: Ints, top: int) -> int:
    """Carry out such a word on the stack up to the place `top`; returns where its top is then."""
    if word == at.COUNT:
        work[top] = count_bits(work[top])
    elif word == at.DIVIDE:
        # Rounds down below 0 as well; the lowering builds the other ways of rounding on that.
        work[top] = work[top] // number
    elif word == at.REMAINDER:
        work[top] = work[top] % number
    elif word == at.NOT:
        work[top] = 1 if work[top] == 0 else 0
    elif word == at.ANY:
        work[top] = 1 if work[top] != 0 else 0
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
        for index in range(first + 1, top + 1):
            if work[index] < work[least]:
                least = index
                tied = False
            elif work[index] == work[least]:
                tied = True
        top = first - 1
        if not tied:
            work[top] = least - first
    else:
        top -= 1
        left, right = work[top], work[top + 1]
        if word == at.ADD:
            work[top] = left + right
        elif word == at.SUBTRACT:
            work[top] = left - right
        elif word == at.MULTIPLY:
            work[top] = left * right
        elif word == at.BITS_AND:
            work[top] = left & right
        elif word == at.BITS_OR:
            work[top] = left | right
        elif word == at.BITS_LESS:
            work[top] = left & ~right
        else:
            work[top] = compare(word, left, right)
    return top
