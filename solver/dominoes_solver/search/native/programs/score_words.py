"""The words of the stack machine of wide games that pay points and read scores."""

# mypy: disable-error-code="no-any-return"
# To numba the numbers of an array are whole numbers like any other.

from __future__ import annotations

from dominoes_solver.search.native.compiling.jit import INT, LIST, Ints, part
from dominoes_solver.search.native.rows import row_format as at


@part(INT, INT, INT, INT, INT, INT, INT, LIST, LIST, INT)
def settle(
    word: int, number: int, sides: int, players: int, points: int, scores: int, book: Ints,
    work: Ints, top: int,
) -> int:  # fmt: skip
    """Carry out such a word on the stack up to the place `top`; returns where its top is then.

    players: the place in the book of the mask of seats of each side. points, scores: the places in
    the work space of what each side is paid and has, in points.
    """
    if word == at.SCORES_OF:
        total = 0
        for side in range(sides):
            if book[players + side] & work[top]:
                total += work[scores + side]
        work[top] = total
    elif word == at.CLEAR_POINTS:
        for side in range(sides):
            work[points + side] = 0
    elif word == at.PAY:
        for side in range(sides):
            if book[players + side] & work[top]:
                work[points + side] += work[top - 1]
        top -= 2
    elif word == at.CAP:
        # Nothing for a side that its points would carry beyond the target.
        for side in range(sides):
            if work[scores + side] + work[points + side] > number:
                work[points + side] = 0
    else:
        # A credit leaves whether points were paid and a side has reached the target; 0 is no
        # target.
        reached, paid = False, False
        for side in range(sides):
            paid = paid or work[points + side] != 0
            work[scores + side] += work[points + side]
            reached = reached or work[scores + side] >= number
        top += 1
        work[top] = 1 if number and paid and reached else 0
    return top
