"""Exact values of any game between three sides or four, for many worlds: max^n with a table.

The search of `any_game.any_sides` over arrays: `table_search` with a value for each side. Among
equal values the mover takes the one given by `reference.preferences`, so neither order of moves nor
table can change a value. A move is left out where too little is left for it to be better than the
best so far; in a game that is only won or not a move that wins ends the node; and where the winner
takes all, a node is left when the previous mover will not choose it any more (shallow pruning, Korf
1991, by order and not by a sum).
"""

# mypy: disable-error-code="no-any-return"
# To numba the numbers of an array are whole numbers like any other.

from __future__ import annotations

import sys

from dominoes_solver.search.native.compiling.jit import CUBE, GRID, INT, LIST, Ints, part
from dominoes_solver.search.native.programs.stack_machine import run
from dominoes_solver.search.native.rows import row_format as at
from dominoes_solver.search.native.searches.probes import J_ACTION, J_STATUS, J_WORLD, TOO_LARGE
from dominoes_solver.search.native.searches.table_search import (
    ENOUGH,
    F_SEAT,
    F_VALUES,
    GO_ON,
    NEXT_FRAME,
    NEXT_ROW,
    REFUSED,
    table_search,
)

EPOCH_AT, EPOCHS = 0, (1 << 62) - 1
VALUE_SIZE = 3
"""The epoch, then two numbers for the values of up to four sides."""
HALF = 1 << 32
F_BEST = F_VALUES
"""The best value, if `F_KNOWN` is set."""
F_KNOWN = F_BEST + at.MOST_SEATS


@part(INT, LIST, LIST, LIST, LIST, CUBE)
def ask(job: Ints, bounds: Ints, counts: Ints, work: Ints, out: Ints) -> int:
    """The place of the action to ask about next, -1 when the world is done."""
    return job[J_ACTION] if job[J_ACTION] < counts[job[J_WORLD]] else -1


@part(INT, INT, LIST, LIST, INT, INT)
def pose(pays: int, book: Ints, work: Ints, frame: int, row: int) -> int:
    """Nothing: the question is always the same."""
    return 0


@part(INT, LIST, LIST, INT, INT, LIST)
def settle(book: Ints, work: Ints, frame: int, row: int, job: Ints) -> int:
    """Find what a finished round pays each side at its end."""
    run(book[at.PAYOFF], book, work, row)
    for side in range(book[at.SIDES]):
        points = work[at.POINTS + side]
        if points >= HALF // 2 or points <= -HALF // 2:
            job[J_STATUS] = TOO_LARGE
        work[at.FOUND + side] = points
    return 0


@part(INT, LIST, LIST, LIST, LIST, INT, INT)
def is_settled(job: Ints, book: Ints, bounds: Ints, work: Ints, frame: int, row: int) -> int:
    """Whether a value is known without a search: `is_futile` finds out before the move."""
    return 0


@part(INT, LIST, INT)
def clear(work: Ints, frame: int) -> int:
    """Begin a frame of which nothing is known."""
    work[frame + F_KNOWN] = 0
    return 0


@part(INT, LIST, LIST, INT, LIST, INT)
def recall(book: Ints, table: Ints, value: int, work: Ints, frame: int) -> int:
    """Take the value from an entry."""
    for side in range(book[at.SIDES]):
        word = table[value + 1 + (side >> 1)]
        work[at.FOUND + side] = (word >> 32 * (side & 1) & HALF - 1) - HALF // 2
    return 1


@part(INT, INT, LIST, LIST, INT, LIST, INT)
def keep(epoch: int, book: Ints, table: Ints, value: int, work: Ints, frame: int) -> int:
    """Write the best value, which is the one found, into an entry."""
    table[value] = epoch
    table[value + 1] = 0
    table[value + 2] = 0
    for side in range(book[at.SIDES]):
        work[at.FOUND + side] = work[frame + F_BEST + side]
        # Two values a word, each in 32 bits and shifted to be positive.
        table[value + 1 + (side >> 1)] |= (work[at.FOUND + side] + HALF // 2) << 32 * (side & 1)
    return 0


@part(INT, INT, LIST, LIST, LIST, INT, INT)
def is_futile(code: int, book: Ints, bounds: Ints, work: Ints, frame: int, row: int) -> int:
    """Whether what is left after a move is too little for the mover to do better."""
    if work[frame + F_KNOWN] == 0:
        return 0
    rest = work[row + at.REST]
    tile = code & at.TILE
    if tile < at.NO_PLAY:
        rest -= book[at.VALUES + tile]
    order = at.ORDERS + at.ORDER * work[frame + F_SEAT]
    own = work[frame + F_BEST + book[order]] * book[order + 4]
    # Where the winner takes all an equal value of the own side is the very same value.
    return bounds[rest] < own or (book[at.WINNER_TAKES_ALL] and bounds[rest] == own and own > 0)


@part(INT, INT, LIST, LIST, INT, INT)
def bring_up(pays: int, book: Ints, work: Ints, frame: int, row: int) -> int:
    """Add to the value found what the move has paid each side."""
    if pays:
        after = row + NEXT_ROW
        for side in range(book[at.SIDES]):
            work[at.FOUND + side] += work[after + at.SCORES + side] - work[row + at.SCORES + side]
    return 0


@part(INT, LIST, LIST, INT)
def is_better(book: Ints, work: Ints, frame: int) -> int:
    """Whether the mover of a frame prefers the value found to the best so far."""
    if work[frame + F_KNOWN] == 0:
        return 1
    order = at.ORDERS + at.ORDER * work[frame + F_SEAT]
    for rank in range(book[at.SIDES]):
        side = book[order + rank]
        difference = work[at.FOUND + side] - work[frame + F_BEST + side]
        if difference != 0:
            return 1 if difference * book[order + at.SIGNS + rank] > 0 else 0
    return 0


@part(INT, LIST, LIST, INT)
def is_refused(book: Ints, work: Ints, frame: int) -> int:
    """Whether the previous mover will not choose a frame once such a value was found there.

    Where the winner takes all, a mover who can win does, and never for less than it has found. So
    if the previous mover would rather keep what it has than see this, it would rather keep it than
    see anything else found here, which is no better for it.
    """
    above = frame - NEXT_FRAME
    seat = work[frame + F_SEAT]
    if work[at.FOUND + book[at.ORDERS + at.ORDER * seat]] <= 0:
        return 0
    if work[above + F_KNOWN] == 0 or work[above + F_SEAT] == seat:
        return 0
    return 1 - is_better(book, work, above)


@part(INT, LIST, LIST, INT, INT)
def compare(book: Ints, work: Ints, frame: int, listed: int) -> int:
    """Keep the value found if the mover prefers it; what becomes of the frame then."""
    if not is_better(book, work, frame):
        return GO_ON
    work[frame + F_KNOWN] = 1
    for side in range(book[at.SIDES]):
        work[frame + F_BEST + side] = work[at.FOUND + side]
    if book[at.WINS] and work[at.FOUND + book[at.ORDERS + at.ORDER * work[frame + F_SEAT]]] == 1:
        return ENOUGH
    # Not all moves have been searched, so the value is no more than a reason for the previous mover
    # to stay away: it is returned and not stored.
    if book[at.WINNER_TAKES_ALL] and is_refused(book, work, frame):
        return REFUSED
    return GO_ON


@part(INT, LIST, LIST, LIST, GRID, LIST, CUBE)
def finish(
    book: Ints,
    job: Ints,
    counts: Ints,
    actions: Ints,
    work: Ints,
    out: Ints,
) -> int:
    """Write the value of an action."""
    for side in range(book[at.SIDES]):
        out[job[J_WORLD], job[J_ACTION], side] = work[at.FOUND + side]
    job[J_ACTION] += 1
    return 0


search = table_search(sys.modules[__name__], CUBE)
