"""Exact values of plain games between two sides, for many worlds in one call.

The search of `python/two_sides.py` over arrays: null windows moved by MTD(f), a small table, the
same order of moves. It keeps its own stack, so that it can stop after a number of nodes and
continue later. The node under way is held in variables; a frame is written when a move of several
is searched.

Values are those of side 0 as it wants them, but for the best of a node, which is its mover's.
"""

# mypy: disable-error-code="no-any-return"
# To numba the numbers of an array are whole numbers like any other.

from __future__ import annotations

from dominoes_solver.search.native.compiling.jit import (
    GRID,
    INT,
    LIST,
    THREE,
    Ints,
    count_bits,
    kernel,
    lowest_bit,
    part,
)
from dominoes_solver.search.native.programs.stack_machine import pips_of
from dominoes_solver.search.native.rows import row_format as at
from dominoes_solver.search.native.searches.move_order import NEXT_REPLIES, NO_REPLY, THIRD_REPLIES
from dominoes_solver.search.native.searches.plain_turns import follower, pay, set_up, slot_of
from dominoes_solver.search.native.searches.probes import (
    BOUND_BITS,
    BOUND_MASK,
    DONE,
    EPOCH_AT,
    EPOCHS,
    FIRST_AT,
    FIRST_MASK,
    INFINITE,
    J_ACTION,
    J_DEPTH,
    J_EPOCH,
    J_GOAL,
    J_HELD,
    J_NODES,
    J_TABLE_BITS,
    J_WORLD,
    allowance,
    answer,
    ask,
    least_enough,
    pause,
)

# ---------------------------------------------------------------- frames and moves
(F_HELD, F_SEAT, F_LEFT, F_RIGHT, F_REST) = range(5)
"""The node; of the one under way, this alone is kept while the search stops. The rest is what can
still be paid to the side that the question is about: where only losers pay, the other's tiles."""
(F_BEST, F_NEXT, F_COUNT, F_SLOT, F_LOW, F_HIGH) = range(5, 11)
"""The slot of its entry is -1 where it has none."""
MOVES = at.LISTS
"""The lists of other kernels lie here. A hand has at most 27 tiles, each with two moves."""
MOVES_BITS = 6
CODE_BITS, CODE_MASK = at.ACTION_BITS, (1 << at.ACTION_BITS) - 1
"""A move is one number: how late it is tried, who moves next, and its tile and end."""
PROMISE_BITS = CODE_BITS + 2

ENTRY_BITS = 1
VALUE_SIZE = 1
"""Two numbers: the key, and the bounds with the move to try first."""
TILES_FOR_TABLE = 12
"""With fewer tiles held, to search again takes no longer than to look up and store."""
SOON = 64
"""More than a heavy tile takes off: a player who only has to keep the points down lays it first."""


@part(INT, INT, LIST, GRID, LIST, LIST)
def lay_first(code: int, job: Ints, roots: Ints, book: Ints, work: Ints) -> int:
    """Carry out the action asked about; whether the round is over, and then its value.

    Otherwise the first frame is the node after it.
    """
    world = job[J_WORLD]
    held, seat = job[J_HELD], roots[world, at.MOVER]
    left, right = roots[world, at.LEFT], roots[world, at.RIGHT]
    tile = code & at.TILE
    fitted = 0
    total = 0
    if code != at.PASS:
        total = book[at.TOTALS + tile]
        held ^= 1 << tile
    if left < 0:
        left, right = book[at.HIGHS + tile], book[at.LOWS + tile]
    elif code != at.PASS:
        if book[at.FITS + left] >> tile & 1:
            fitted += 1
        if book[at.FITS + right] >> tile & 1:
            fitted += 1
        if code & at.ON_RIGHT:
            right = total - right
        else:
            left = total - left
    following = follower(held, seat, left, right, book, work)
    if following < 0:
        found = pay(seat, held, tile, left, right, fitted, book, work, job)
        work[at.FOUND] = -found if seat & 1 else found
        return 1
    if book[at.ENDS_MATTER] == 0 and left > right:
        left, right = right, left
    rest = pips_of(held, book)
    if book[at.LOSERS_PAY]:
        # A side is never paid for its own tiles.
        for other in range(0 if job[J_GOAL] > 0 else 1, book[at.SEATS], 2):
            rest -= pips_of(held & work[at.DEAL + other], book)
    work[at.FRAMES + F_HELD], work[at.FRAMES + F_SEAT] = held, following
    work[at.FRAMES + F_LEFT], work[at.FRAMES + F_RIGHT] = left, right
    work[at.FRAMES + F_REST] = rest
    return 0


@part(INT, INT, INT, INT, INT, INT, LIST, LIST, LIST)
def keep(
    found: int, code: int, goal: int, epoch: int, frame: int, book: Ints, work: Ints, table: Ints
) -> int:
    """Write what was found out about a node, and the move to try first, into its entry."""
    slot = work[frame + F_SLOT]
    low, high = work[frame + F_LOW], work[frame + F_HIGH]
    if found >= goal:
        low = max(low, found)
    else:
        high = min(high, found)
    turn = work[frame + F_LEFT] * book[at.NUMBERS] + work[frame + F_RIGHT]
    turn = turn * book[at.SEATS] + work[frame + F_SEAT]
    table[slot] = work[frame + F_HELD] | turn << book[at.SET_SIZE]
    table[slot + 1] = (
        low + INFINITE
        | (high + INFINITE) << BOUND_BITS
        | (code + 1) << FIRST_AT
        | epoch << EPOCH_AT
    )
    return 0


@part(THREE, INT, INT, INT, INT, INT, INT, INT, INT, INT, LIST, LIST, LIST, LIST, LIST)
def list_moves(
    held: int,
    seat: int,
    left: int,
    right: int,
    rest: int,
    goal: int,
    enough: int,
    first: int,
    listed: int,
    job: Ints,
    book: Ints,
    bounds: Ints,
    work: Ints,
    table: Ints,
) -> tuple[int, int, int]:
    """List the moves of a node that must be searched, the best first, from `listed` on.

    How many there are; the best value of the others for the mover, who asks whether it can have
    `goal`; and whether that answers the question.
    """
    seats, set_size, numbers = book[at.SEATS], book[at.SET_SIZE], book[at.NUMBERS]
    # Two seats or four, so `& last_seat` is the remainder; sides alternate, so `seat & 1` is the
    # side.
    last_seat = seats - 1
    epoch, table_bits = job[J_EPOCH], job[J_TABLE_BITS]
    swap = book[at.ENDS_MATTER] == 0
    third_replies = THIRD_REPLIES if seats == 4 else 0
    losers_pay = book[at.LOSERS_PAY] != 0
    number, best = 0, -INFINITE
    own = held & work[at.DEAL + seat]
    second_seat = seat + 2 & last_seat
    next_hand = work[at.DEAL + (seat + 1 & last_seat)]
    second_hand = work[at.DEAL + second_seat]
    third_hand = work[at.DEAL + (seat + 3 & last_seat)]
    fits_left, fits_right = book[at.FITS + left], book[at.FITS + right]
    fits = own & (fits_left | fits_right)
    while fits:
        tile = lowest_bit(fits)
        bit = fits & -fits
        fits ^= bit
        rest_after = rest
        # `rest` leaves out the tiles of the side that the question is about (goal above 0), so its
        # own plays take nothing off.
        if goal <= 0 or not losers_pay:
            rest_after -= book[at.VALUES + tile]
        if rest_after < enough:
            # Too little is left to matter: it decides either way.
            if goal > 0:
                if bounds[rest_after] > best:
                    best = bounds[rest_after]
                continue
            return number, -bounds[rest_after], 1
        after = held ^ bit
        total = book[at.TOTALS + tile]
        for end in range(2):
            if end == 0:
                if bit & fits_left == 0:
                    continue
                new_left, new_right = total - left, right
            else:
                if left == right or bit & fits_right == 0:
                    continue
                new_left, new_right = left, total - right
            fitting = after & (book[at.FITS + new_left] | book[at.FITS + new_right])
            # A round that ends here is paid at once and never becomes a node.
            if own == bit or fitting == 0:
                fitted = 0
                if bit & fits_left:
                    fitted += 1
                if bit & fits_right:
                    fitted += 1
                found = pay(seat, after, tile, new_left, new_right, fitted, book, work, job)
                if found > best:
                    best = found
                    if best >= goal:
                        return number, best, 1
                continue
            replies = count_bits(fitting & next_hand)
            third = count_bits(fitting & third_hand)
            following = seat
            if replies:
                following = seat + 1 & last_seat
            elif fitting & second_hand:
                following = second_seat
            elif third:
                following = seat + 3 & last_seat
            if count_bits(after) >= TILES_FOR_TABLE:
                # A bound in the table may settle the move without a search of it.
                if swap and new_left > new_right:
                    new_left, new_right = new_right, new_left
                turn = (new_left * numbers + new_right) * seats + following
                key_after = after | turn << set_size
                slot_after = slot_of(key_after, table_bits) << ENTRY_BITS
                entry = table[slot_after + 1]
                if table[slot_after] == key_after and entry >> EPOCH_AT & EPOCHS == epoch:
                    least = (entry & BOUND_MASK) - INFINITE
                    most = (entry >> BOUND_BITS & BOUND_MASK) - INFINITE
                    if seat & 1:
                        least, most = -most, -least
                    if least >= goal:
                        return number, least, 1
                    if most < goal:
                        if most > best:
                            best = most
                        continue
            code = tile | at.ON_RIGHT if end else tile
            promise = 0
            # SOON keeps this above 0, the promise of the move from the table, which comes first.
            if code + 1 != first:
                promise = SOON + third_replies * third
                promise += NEXT_REPLIES * replies if replies else NO_REPLY
                if goal <= 0:
                    promise -= book[at.VALUES + tile]
            move = promise << PROMISE_BITS | following << CODE_BITS | code
            # Sorted by insertion, those alike by tile: lists are short, and numbers
            # compare faster than pairs.
            last = move | CODE_MASK
            place = listed + number
            number += 1
            while place > listed and work[place - 1] > last:
                work[place] = work[place - 1]
                place -= 1
            work[place] = move
    return number, best, 0


@kernel(INT, INT, LIST, GRID, LIST, LIST, LIST, LIST, GRID, LIST, LIST, GRID)
def search(
    budget: int,
    job: Ints,
    roots: Ints,
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

    Fills in the values of side 0 as it wants them, for each action of each world.
    """
    seats, set_size, numbers = book[at.SEATS], book[at.SET_SIZE], book[at.NUMBERS]
    table_bits = job[J_TABLE_BITS]
    # Where nothing reads the ends one by one, a line and its mirror image are one position: with
    # the lower number on the left they share an entry.
    swap = book[at.ENDS_MATTER] == 0
    losers_pay = book[at.LOSERS_PAY] != 0
    spent = before = 0
    depth = job[J_DEPTH]
    found = 0
    while job[J_WORLD] < len(counts):
        world = job[J_WORLD]
        if job[J_ACTION] < 0:
            job[J_EPOCH] += 1
            if job[J_EPOCH] > EPOCHS:
                table[:] = 0
                job[J_EPOCH] = 1
            set_up(job, roots, book, work, counts, actions)
        entering = True
        if depth < 0:
            place = ask(job, counts, values)
            if place < 0:
                used[world] += spent - before
                before = spent
                job[J_WORLD] += 1
                job[J_ACTION] = -1
                continue
            depth = 0
            if lay_first(actions[world, place], job, roots, book, work):
                found = work[at.FOUND]
                entering = False
        frame = at.FRAMES + (depth << at.FRAME_BITS)
        held, seat = work[frame + F_HELD], work[frame + F_SEAT]
        left, right = work[frame + F_LEFT], work[frame + F_RIGHT]
        rest = work[frame + F_REST]
        goal_of_first = job[J_GOAL]
        enough = least_enough(bounds, goal_of_first)
        epoch = job[J_EPOCH]
        allowed = allowance(job, used, budget, spent, spent - before)
        while entering or depth:
            if entering:
                entering = False
                slot = -1
                low, high, first = -INFINITE, INFINITE, 0
                if count_bits(held) >= TILES_FOR_TABLE:
                    key = held | ((left * numbers + right) * seats + seat) << set_size
                    slot = slot_of(key, table_bits) << ENTRY_BITS
                    # Lower bound and upper bound, shifted to be positive; the move to try first
                    # plus 1, 0 for none; the epoch.
                    entry = table[slot + 1]
                    if table[slot] == key and entry >> EPOCH_AT & EPOCHS == epoch:
                        low = (entry & BOUND_MASK) - INFINITE
                        high = (entry >> BOUND_BITS & BOUND_MASK) - INFINITE
                        first = entry >> FIRST_AT & FIRST_MASK
                        if low >= goal_of_first or high < goal_of_first:
                            found = low if low >= goal_of_first else high
                            continue
                # Nothing is written for this node yet, so the next call simply enters it again.
                if spent >= allowed:
                    frame = at.FRAMES + (depth << at.FRAME_BITS)
                    work[frame + F_HELD], work[frame + F_SEAT] = held, seat
                    work[frame + F_LEFT], work[frame + F_RIGHT] = left, right
                    work[frame + F_REST] = rest
                    return pause(job, used, counts, spent, spent - before, depth)
                spent += 1
                goal = 1 - goal_of_first if seat & 1 else goal_of_first
                listed = MOVES + (depth << MOVES_BITS)
                number, best, cut = list_moves(
                    held, seat, left, right, rest, goal, enough, first, listed,
                    job, book, bounds, work, table,
                )  # fmt: skip
                if cut or number == 0:
                    found = -best if seat & 1 else best
                    continue
                if number > 1 or best > -INFINITE or slot >= 0:
                    frame = at.FRAMES + (depth << at.FRAME_BITS)
                    depth += 1
                    work[frame + F_HELD], work[frame + F_SEAT] = held, seat
                    work[frame + F_LEFT], work[frame + F_RIGHT] = left, right
                    work[frame + F_REST] = rest
                    work[frame + F_BEST] = best
                    # The first move of the list is searched at once, further down.
                    work[frame + F_NEXT] = 1
                    work[frame + F_COUNT] = number
                    work[frame + F_SLOT] = slot
                    work[frame + F_LOW], work[frame + F_HIGH] = low, high
                # An only move takes the place of its node.
                move = work[listed]
            else:
                frame = at.FRAMES + (depth - 1 << at.FRAME_BITS)
                listed = MOVES + (depth - 1 << MOVES_BITS)
                seat = work[frame + F_SEAT]
                goal = 1 - goal_of_first if seat & 1 else goal_of_first
                best = work[frame + F_BEST]
                mine = -found if seat & 1 else found
                place = work[frame + F_NEXT]
                if mine > best:
                    best = mine
                    work[frame + F_BEST] = best
                if best >= goal or place == work[frame + F_COUNT]:
                    found = -best if seat & 1 else best
                    depth -= 1
                    if work[frame + F_SLOT] >= 0:
                        code = work[listed + (place - 1 if best >= goal else 0)] & CODE_MASK
                        keep(found, code, goal_of_first, epoch, frame, book, work, table)
                    continue
                work[frame + F_NEXT] = place + 1
                move = work[listed + place]
                held = work[frame + F_HELD]
                left, right = work[frame + F_LEFT], work[frame + F_RIGHT]
                rest = work[frame + F_REST]
            tile = move & at.TILE
            seat = move >> CODE_BITS & 3
            held ^= 1 << tile
            if goal <= 0 or not losers_pay:
                rest -= book[at.VALUES + tile]
            if move & at.ON_RIGHT:
                right = book[at.TOTALS + tile] - right
            else:
                left = book[at.TOTALS + tile] - left
            if swap and left > right:
                left, right = right, left
            entering = True
        depth = -1
        answer(job, counts, actions, found)
    job[J_DEPTH] = -1
    job[J_NODES] += spent
    return DONE
