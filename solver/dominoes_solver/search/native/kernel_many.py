"""Exact values of any game between three sides or four, for many worlds: max^n with a table.

The search of `any_game.any_sides` over arrays. Among equal values the mover takes the one given by
`reference.preferences`, so neither order of moves nor table can change a value. A move is
left out where too little is left for it to be better than the best so far; in a game that is only
won or not a move that wins ends the node; and where the winner takes all, a node is left when the
previous mover will not choose it any more (shallow pruning, Korf 1991, by order and not by a sum).
"""

# mypy: disable-error-code="no-any-return"
# To numba the numbers of an array are whole numbers like any other.

from __future__ import annotations

from dominoes_solver.search.native import row_format as at
from dominoes_solver.search.native.any_turns import (
    first_key,
    further_words,
    has_room,
    legal,
    promise_of,
    step_on,
)
from dominoes_solver.search.native.entries import is_entry, slot_of_row
from dominoes_solver.search.native.jit import CUBE, GRID, INT, LIST, Ints, compiled, kernel
from dominoes_solver.search.native.probes import (
    DONE,
    J_ACTION,
    J_DEPTH,
    J_ENTRY_BITS,
    J_EPOCH,
    J_NODES,
    J_STATUS,
    J_TABLE_BITS,
    J_WORDS,
    J_WORLD,
    TOO_LARGE,
    allowance,
    pause,
)
from dominoes_solver.search.native.programs.stack_machine import pips_of, run

(F_SEAT, F_NEXT, F_COUNT, F_KEY, F_SLOT, F_BEST) = range(6)
"""The best value begins at the last of these; `F_FOUND` is set if there is one."""
F_FOUND = F_BEST + at.MOST_SEATS
F_FURTHER = F_FOUND + 1
"""Where the words of a key after the first begin."""
E_KEY, E_EPOCH, E_VALUE, E_FURTHER = 4, 5, 6, 8
"""After the hands; two numbers for the values of up to four sides."""
HALF = 1 << 32


def entry_size(_seats: int) -> int:
    """The numbers of an entry, before any further words of the key."""
    return E_FURTHER


@compiled(INT, LIST, LIST, INT, INT)
def is_better(book: Ints, work: Ints, frame: int, seat: int) -> int:
    """Whether the mover of a frame prefers the value found to the best so far."""
    if work[frame + F_FOUND] == 0:
        return 1
    order = at.ORDERS + 8 * seat
    for place in range(book[at.SIDES]):
        side = book[order + place]
        difference = work[at.FOUND + side] - work[frame + F_BEST + side]
        if difference != 0:
            return 1 if difference * book[order + 4 + place] > 0 else 0
    return 0


@compiled(INT, LIST, LIST, INT, INT, INT)
def is_refused(book: Ints, work: Ints, frame: int, seat: int, depth: int) -> int:
    """Whether the previous mover will not choose a frame once `seat` has found such a value there.

    Where the winner takes all, a mover who can win does, and never for less than it has found. So
    if the previous mover would rather keep what it has than see this, it would rather keep it than
    see anything else found here, which is no better for it.
    """
    above = frame - (1 << at.FRAME_BITS)
    if depth == 0 or work[at.FOUND + book[at.ORDERS + 8 * seat]] <= 0:
        return 0
    seat_before = work[above + F_SEAT]
    if seat_before == seat or work[above + F_FOUND] == 0:
        return 0
    return 1 - is_better(book, work, above, seat_before)


@compiled(INT, LIST, LIST, INT, LIST)
def settle(book: Ints, work: Ints, row: int, job: Ints) -> int:
    """Find what a finished round pays each side at its end."""
    run(book[at.PAYOFF], book, work, row)
    for side in range(book[at.SIDES]):
        points = work[at.POINTS + side]
        if points >= HALF // 2 or points <= -HALF // 2:
            job[J_STATUS] = TOO_LARGE
        work[at.FOUND + side] = points
    return 0


@compiled(INT, LIST, LIST, INT, INT)
def add_gains(book: Ints, work: Ints, row: int, after: int) -> int:
    """Add to the value found what each side was paid from one row to the next."""
    for side in range(book[at.SIDES]):
        work[at.FOUND + side] += work[after + at.SCORES + side] - work[row + at.SCORES + side]
    return 0


@kernel(INT, INT, LIST, GRID, GRID, LIST, LIST, LIST, LIST, GRID, LIST, LIST, CUBE)
def search(
    budget: int,
    job: Ints,
    roots: Ints,
    stocks: Ints,
    book: Ints,
    bounds: Ints,
    work: Ints,
    table: Ints,
    actions: Ints,
    counts: Ints,
    used: Ints,
    values: Ints,
) -> int:
    """Continue a job for a number of nodes; returns whether it is done.

    Fills in what each side gets, for each action of each world: what is still to come, as in
    `kernel_any`.
    """
    sides = book[at.SIDES]
    words, entry_bits = job[J_WORDS], job[J_ENTRY_BITS]
    pays = book[at.PAYS] != 0
    table_bits = job[J_TABLE_BITS]
    wins = book[at.WINS] != 0
    takes_all = book[at.WINNER_TAKES_ALL] != 0
    spent = before = 0
    depth = job[J_DEPTH]
    while job[J_WORLD] < len(counts):
        world = job[J_WORLD]
        stock_size = roots[world, at.STOCK]
        if job[J_ACTION] < 0:
            job[J_EPOCH] += 1
            for column in range(at.WIDTH):
                work[at.SCRATCH + column] = roots[world, column]
            counts[world] = legal(book, work, at.SCRATCH, at.LISTS)
            for place in range(counts[world]):
                actions[world, place] = work[at.LISTS + place]
            job[J_ACTION] = 0
            rest = 0
            for seat in range(book[at.SEATS]):
                rest += pips_of(roots[world, at.HANDS + seat], book)
            if book[at.DRAWS]:
                # Tiles that are never drawn are never paid for.
                for place in range(stock_size - book[at.RESERVE]):
                    rest += book[at.VALUES + stocks[world, place]]
            roots[world, at.REST] = rest
        if job[J_ACTION] >= counts[world]:
            used[world] += spent - before
            before = spent
            job[J_WORLD] += 1
            job[J_ACTION] = -1
            continue
        if depth < 0:
            for column in range(at.WIDTH):
                work[at.ROWS + column] = roots[world, column]
            number = step_on(
                actions[world, job[J_ACTION]],
                book,
                work,
                at.ROWS,
                at.LISTS,
                stocks,
                world,
                stock_size,
            )
            if number < 0 or (pays and not has_room(book, work, at.ROWS, roots, world)):
                job[J_STATUS] = TOO_LARGE
                return DONE
            if number == 0:
                settle(book, work, at.ROWS, job)
            else:
                work[at.FRAMES + F_COUNT] = number
                work[at.FRAMES + F_SEAT] = work[at.ROWS + at.MOVER]
                depth = 0
        epoch = job[J_EPOCH]
        allowed = allowance(job, used, budget, spent, spent - before)
        entering, returning = True, False
        while depth >= 0:
            frame = at.FRAMES + (depth << at.FRAME_BITS)
            row = at.ROWS + (depth << at.ROW_BITS)
            listed = at.LISTS + (depth << at.LIST_BITS)
            seat = work[frame + F_SEAT]
            if entering:
                entering = False
                key = first_key(book, work, row, job)
                mixed = further_words(key, work, row, job, frame + F_FURTHER)
                slot = slot_of_row(at.MOST_SEATS, work, row, mixed, table_bits) << entry_bits
                further = slot + E_FURTHER
                if table[slot + E_EPOCH] == epoch and is_entry(
                    at.MOST_SEATS, work, row, table, slot, key, further, words, frame + F_FURTHER
                ):
                    for side in range(sides):
                        word = table[slot + E_VALUE + (side >> 1)]
                        work[at.FOUND + side] = (word >> 32 * (side & 1) & HALF - 1) - HALF // 2
                    depth -= 1
                    returning = True
                    continue
                if spent >= allowed:
                    return pause(job, used, counts, spent, spent - before, depth)
                spent += 1
                work[frame + F_FOUND] = 0
                work[frame + F_NEXT] = 0
                work[frame + F_KEY] = key
                work[frame + F_SLOT] = slot
                # A win is likelier where the next seat has few replies or none.
                promises = at.PROMISES + (depth << at.LIST_BITS)
                for number in range(work[frame + F_COUNT]):
                    code = work[listed + number]
                    promise = promise_of(code, book, work, row)
                    place = number
                    while place > 0 and work[promises + place - 1] > promise:
                        work[promises + place] = work[promises + place - 1]
                        work[listed + place] = work[listed + place - 1]
                        place -= 1
                    work[promises + place] = promise
                    work[listed + place] = code
            over = False
            if returning:
                returning = False
                if pays:
                    add_gains(book, work, row, row + (1 << at.ROW_BITS))
                if is_better(book, work, frame, seat):
                    work[frame + F_FOUND] = 1
                    for side in range(sides):
                        work[frame + F_BEST + side] = work[at.FOUND + side]
                    over = wins and work[at.FOUND + book[at.ORDERS + 8 * seat]] == 1
                    # Not all moves have been searched, so the value is no more than a reason for
                    # the previous mover to stay away: it is returned and not stored.
                    if takes_all and not over and is_refused(book, work, frame, seat, depth):
                        depth -= 1
                        returning = True
                        continue
            place = work[frame + F_NEXT]
            if not over and place < work[frame + F_COUNT]:
                work[frame + F_NEXT] = place + 1
                code = work[listed + place]
                if work[frame + F_FOUND]:
                    rest = work[row + at.REST]
                    if code < at.DRAW:
                        rest -= book[at.VALUES + (code & at.TILE)]
                    order = at.ORDERS + 8 * seat
                    own = work[frame + F_BEST + book[order]] * book[order + 4]
                    # Where the winner takes all an equal value of the own side is the very same
                    # value.
                    if bounds[rest] < own or (takes_all and bounds[rest] == own and own > 0):
                        continue
                if depth + 2 >= at.DEPTH:
                    job[J_STATUS] = TOO_LARGE
                    return DONE
                after = row + (1 << at.ROW_BITS)
                for column in range(at.WIDTH):
                    work[after + column] = work[row + column]
                number = step_on(
                    code, book, work, after, listed + (1 << at.LIST_BITS), stocks,
                    world, stock_size,
                )  # fmt: skip
                if number < 0 or (pays and not has_room(book, work, after, roots, world)):
                    job[J_STATUS] = TOO_LARGE
                    return DONE
                if number == 0:
                    settle(book, work, after, job)
                    returning = True
                    continue
                depth += 1
                work[frame + (1 << at.FRAME_BITS) + F_SEAT] = work[after + at.MOVER]
                work[frame + (1 << at.FRAME_BITS) + F_COUNT] = number
                entering = True
                continue
            slot = work[frame + F_SLOT]
            for seat_of_hand in range(4):
                table[slot + seat_of_hand] = work[row + at.HANDS + seat_of_hand]
            table[slot + E_KEY] = work[frame + F_KEY]
            table[slot + E_EPOCH] = epoch
            for word in range(words - 1):
                table[slot + E_FURTHER + word] = work[frame + F_FURTHER + word]
            table[slot + E_VALUE] = 0
            table[slot + E_VALUE + 1] = 0
            for side in range(sides):
                work[at.FOUND + side] = work[frame + F_BEST + side]
                word = slot + E_VALUE + (side >> 1)
                # Two values a word, each in 32 bits and shifted to be positive.
                table[word] |= (work[at.FOUND + side] + HALF // 2) << 32 * (side & 1)
            depth -= 1
            returning = True
        for side in range(sides):
            paid = work[at.ROWS + at.SCORES + side] - roots[world, at.SCORES + side]
            values[world, job[J_ACTION], side] = work[at.FOUND + side] + paid
        job[J_ACTION] += 1
    job[J_DEPTH] = -1
    job[J_NODES] += spent
    return DONE
