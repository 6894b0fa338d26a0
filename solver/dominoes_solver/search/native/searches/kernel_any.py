"""Exact values of any game between two sides, the order of the stock known, for many worlds.

The search of `python/any_game.py` over arrays: `table_search` with one number for a value, found by
yes-or-no questions. In a node it is its mover's, in the end that of side 0 as it wants it.
"""

# mypy: disable-error-code="no-any-return"
# To numba the numbers of an array are whole numbers like any other.

from __future__ import annotations

import sys

from dominoes_solver.search.native.compiling.jit import GRID, INT, LIST, Ints, part
from dominoes_solver.search.native.programs.stack_machine import pips_of, run
from dominoes_solver.search.native.rows import row_format as at
from dominoes_solver.search.native.searches import probes
from dominoes_solver.search.native.searches.probes import (
    BOUND_BITS,
    BOUND_MASK,
    EPOCH_AT,
    EPOCHS,
    FIRST_AT,
    FIRST_MASK,
    INFINITE,
    J_GOAL,
    J_LEAST,
    J_STATUS,
    MOST_POINTS,
    TOO_LARGE,
    least_enough,
)
from dominoes_solver.search.native.searches.table_search import (
    ENOUGH,
    F_FIRST,
    F_NEXT,
    F_SEAT,
    F_VALUES,
    GO_ON,
    NEXT_FRAME,
    NEXT_ROW,
    table_search,
)

__all__ = ["EPOCHS", "EPOCH_AT", "search"]

VALUE_SIZE = 1
"""Both bounds, the move to try first, and the epoch."""
(F_BEST, F_LOW, F_HIGH, F_GOAL) = range(F_VALUES, F_VALUES + 4)
"""The best value so far and the bounds known before; what the question is for the mover."""


@part(INT, LIST, LIST, LIST, LIST, GRID)
def ask(job: Ints, bounds: Ints, counts: Ints, work: Ints, out: Ints) -> int:
    """The place of the action to ask about next, -1 when the world is done; seat 0 asks."""
    index = probes.ask(job, counts, out)
    if index >= 0:
        job[J_LEAST] = least_enough(bounds, job[J_GOAL])
        work[at.FRAMES + F_SEAT] = 0
        work[at.FRAMES + F_GOAL] = job[J_GOAL]
    return index


@part(INT, INT, LIST, LIST, INT, INT)
def paid(seat: int, book: Ints, work: Ints, row: int, after: int) -> int:
    """What the side of a seat is paid from one row to another, as it wants it."""
    before = work[row + at.SCORES] - work[row + at.SCORES + 1]
    gain = book[at.SIGN] * (work[after + at.SCORES] - work[after + at.SCORES + 1] - before)
    return -gain if seat & 1 else gain


@part(INT, INT, LIST, LIST, INT, INT)
def pose(pays: int, book: Ints, work: Ints, frame: int, row: int) -> int:
    """Ask of the next frame what is asked of this one, less what its move is paid."""
    seat, goal = work[frame + F_SEAT], work[frame + F_GOAL]
    if pays:
        goal -= paid(seat, book, work, row, row + NEXT_ROW)
    child = frame + NEXT_FRAME
    work[child + F_GOAL] = 1 - goal if work[child + F_SEAT] + seat & 1 else goal
    return 0


@part(INT, LIST, LIST, INT, INT, LIST)
def settle(book: Ints, work: Ints, frame: int, row: int, job: Ints) -> int:
    """Find what a finished round pays at its end, as the value of seat 0."""
    run(book[at.PAYOFF], book, work, row)
    ahead = book[at.SIGN] * (work[at.POINTS] - work[at.POINTS + 1])
    if ahead >= MOST_POINTS or ahead <= -MOST_POINTS:
        job[J_STATUS] = TOO_LARGE
    work[at.FOUND] = ahead
    work[frame + NEXT_FRAME + F_SEAT] = 0
    return 0


@part(INT, LIST, LIST, LIST, LIST, INT, INT)
def is_settled(job: Ints, book: Ints, bounds: Ints, work: Ints, frame: int, row: int) -> int:
    """Whether too little is left to matter: then it decides either way."""
    rest = work[row + at.REST]
    if book[at.LOSERS_PAY]:
        # What can still be paid to the side that the question is about.
        for seat in range(0 if job[J_GOAL] > 0 else 1, book[at.SEATS], 2):
            rest -= pips_of(work[row + at.HANDS + seat], book)
    if rest >= job[J_LEAST]:
        return 0
    work[at.FOUND] = bounds[rest] if work[frame + F_GOAL] > 0 else -bounds[rest]
    return 1


@part(INT, LIST, INT)
def clear(work: Ints, frame: int) -> int:
    """Begin a frame of which nothing is known."""
    work[frame + F_BEST] = -INFINITE
    work[frame + F_LOW] = -INFINITE
    work[frame + F_HIGH] = INFINITE
    return 0


@part(INT, LIST, LIST, INT, LIST, INT)
def recall(book: Ints, table: Ints, value: int, work: Ints, frame: int) -> int:
    """Take the bounds and the first move from an entry; whether the bounds decide."""
    entry = table[value]
    low = (entry & BOUND_MASK) - INFINITE
    high = (entry >> BOUND_BITS & BOUND_MASK) - INFINITE
    goal = work[frame + F_GOAL]
    if low >= goal or high < goal:
        work[at.FOUND] = low if low >= goal else high
        return 1
    work[frame + F_LOW] = low
    work[frame + F_HIGH] = high
    work[frame + F_FIRST] = entry >> FIRST_AT & FIRST_MASK
    return 0


@part(INT, INT, LIST, LIST, INT, LIST, INT)
def keep(epoch: int, book: Ints, table: Ints, value: int, work: Ints, frame: int) -> int:
    """Write the bounds into an entry; the best value is the one found."""
    low, high, best = work[frame + F_LOW], work[frame + F_HIGH], work[frame + F_BEST]
    if best >= work[frame + F_GOAL]:
        low = max(low, best)
    else:
        high = min(high, best)
    table[value] = (
        low + INFINITE
        | (high + INFINITE) << BOUND_BITS
        | work[frame + F_FIRST] << FIRST_AT
        | epoch << EPOCH_AT
    )
    work[at.FOUND] = best
    return 0


@part(INT, INT, LIST, LIST, LIST, INT, INT)
def is_futile(
    code: int,
    book: Ints,
    bounds: Ints,
    work: Ints,
    frame: int,
    row: int,
) -> int:
    """Whether a move can't change the value: `is_settled` finds out."""
    return 0


@part(INT, INT, LIST, LIST, INT, INT)
def bring_up(pays: int, book: Ints, work: Ints, frame: int, row: int) -> int:
    """Turn the value of the child's mover, who may be of the same side, into that of the frame's.

    Forced passes are taken at once, and after some draws the turn goes on.
    """
    seat = work[frame + F_SEAT]
    if work[frame + NEXT_FRAME + F_SEAT] + seat & 1:
        work[at.FOUND] = -work[at.FOUND]
    if pays:
        work[at.FOUND] += paid(seat, book, work, row, row + NEXT_ROW)
    return 0


@part(INT, LIST, LIST, INT, INT)
def compare(book: Ints, work: Ints, frame: int, listed: int) -> int:
    """Keep the value found if it is the best so far; whether it answers the question."""
    value = work[at.FOUND]
    if value > work[frame + F_BEST]:
        work[frame + F_BEST] = value
        work[frame + F_FIRST] = work[listed + work[frame + F_NEXT] - 1] + 1
        if value >= work[frame + F_GOAL]:
            return ENOUGH
    return GO_ON


@part(INT, LIST, LIST, LIST, GRID, LIST, GRID)
def finish(
    book: Ints,
    job: Ints,
    counts: Ints,
    actions: Ints,
    work: Ints,
    out: Ints,
) -> int:
    """Answer the question about an action, or one of several."""
    return probes.answer(job, counts, actions, work[at.FOUND])


search = table_search(sys.modules[__name__], GRID)
