"""Exact values of plain games between two sides, for many worlds in one call.

The search of `two_sides.py` over arrays: null windows moved by MTD(f), a small table, the same
order of moves. It keeps its own stack, so that it can stop after so many nodes and go on later.
"""

# mypy: disable-error-code="no-any-return"
# To numba the numbers of an array are whole numbers like any other.

from __future__ import annotations

from dominoes_solver.native.jit import (
    GRID,
    INT,
    LIST,
    Ints,
    compiled,
    count_bits,
    lowest_bit,
)
from dominoes_solver.native.layout import (
    BEARING,
    DEAL,
    ENDS_MATTER,
    FRAME_BITS,
    FRAMES,
    HIGHS,
    LEFT,
    LISTS,
    LOWS,
    MOVER,
    NUMBERS,
    PASS,
    RIGHT,
    SEATS,
    SET_SIZE,
    TOTALS,
    VALUES,
)
from dominoes_solver.native.machine import pips_of
from dominoes_solver.native.plain_turns import follower, pay, set_up, slot_of
from dominoes_solver.native.questions import (
    BOUND_BITS,
    BOUND_MASK,
    DONE,
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
(F_HELD, F_SEAT, F_LEFT, F_RIGHT, F_REST, F_BEST) = range(6)
(F_NEXT, F_COUNT, F_LOW, F_HIGH, F_FIRST, F_CODE) = range(6, 12)
"""The move that is being searched."""
(M_PROMISE, M_AFTER, M_SEAT, M_LEFT, M_RIGHT, M_REST, M_CODE) = range(7)
MOVE_BITS = 3
MOVE_SIZE = 1 << MOVE_BITS
MOVES_BITS = 9
"""A hand has at most 27 tiles, each with two moves."""
MOVES = LISTS
"""The lists of other kernels lie here; a plain game has fewer frames and so more room in each."""

EPOCHS = (1 << 16) - 1
NO_MOVE = 0
TILES_FOR_TABLE = 12
NEXT_REPLIES = 10
THIRD_REPLIES = 3


@compiled(INT, INT, LIST, GRID, LIST, LIST, LIST, GRID, GRID, LIST, LIST, GRID)
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
    """Go on with a job for so many nodes; whether it is done.

    Fills in the values of side 0 as it wants them, for each action of each world.
    """
    seats = book[SEATS]
    set_size = book[SET_SIZE]
    numbers = book[NUMBERS]
    table_bits = job[J_TABLE_BITS]
    swap = book[ENDS_MATTER] == 0
    spent = before = 0
    depth = job[J_DEPTH]
    found = 0
    while job[J_WORLD] < len(counts):
        world = job[J_WORLD]
        if job[J_ACTION] < 0:
            job[J_EPOCH] += 1
            if job[J_EPOCH] > EPOCHS:
                table[:, :] = 0
                job[J_EPOCH] = 1
            set_up(job, roots, book, work, counts, actions)
        if depth < 0:
            place = ask(job, counts, values)
            if place < 0:
                used[world] += spent - before
                before = spent
                job[J_WORLD] += 1
                job[J_ACTION] = -1
                continue
            held = job[J_HELD]
            seat = roots[world, MOVER]
            left, right = roots[world, LEFT], roots[world, RIGHT]
            code = actions[world, place]
            tile = code >> 1
            fitted = 0
            total = 0
            if code != PASS:
                total = book[TOTALS + tile]
                held ^= 1 << tile
            if left < 0:
                left, right = book[HIGHS + tile], book[LOWS + tile]
            elif code != PASS:
                if book[BEARING + left] >> tile & 1:
                    fitted += 1
                if book[BEARING + right] >> tile & 1:
                    fitted += 1
                if code & 1:
                    right = total - right
                else:
                    left = total - left
            following = follower(held, seat, left, right, book, work)
            if following < 0:
                found = pay(seat, held, tile, left, right, fitted, book, work, job)
                work[FRAMES + F_SEAT] = seat
            else:
                if swap and left > right:
                    left, right = right, left
                depth = 0
                work[FRAMES + F_HELD] = held
                work[FRAMES + F_SEAT] = following
                work[FRAMES + F_LEFT] = left
                work[FRAMES + F_RIGHT] = right
                work[FRAMES + F_REST] = pips_of(held, book)
        goal_of_first = job[J_GOAL]
        enough = least_enough(bounds, goal_of_first)
        epoch = job[J_EPOCH]
        allowed = allowance(job, used, budget, spent, spent - before)
        entering, returning = True, False
        while depth >= 0:
            frame = FRAMES + (depth << FRAME_BITS)
            below = frame + (1 << FRAME_BITS)
            listed = MOVES + (depth << MOVES_BITS)
            seat = work[frame + F_SEAT]
            held = work[frame + F_HELD]
            goal = 1 - goal_of_first if seat & 1 else goal_of_first
            kept = count_bits(held) >= TILES_FOR_TABLE
            turn = (work[frame + F_LEFT] * numbers + work[frame + F_RIGHT]) * seats + seat
            key = held | turn << set_size
            if entering:
                entering = False
                low, high, first = -INFINITE, INFINITE, NO_MOVE
                if kept:
                    slot = slot_of(key, table_bits)
                    entry = table[slot, 1]
                    if table[slot, 0] == key and entry >> 48 & EPOCHS == epoch:
                        low = (entry & BOUND_MASK) - INFINITE
                        high = (entry >> BOUND_BITS & BOUND_MASK) - INFINITE
                        first = entry >> 40 & 255
                        if low >= goal or high < goal:
                            found = low if low >= goal else high
                            depth -= 1
                            returning = True
                            continue
                if spent >= allowed:
                    return pause(job, used, counts, spent, spent - before, depth)
                spent += 1
                work[frame + F_BEST] = -INFINITE
                work[frame + F_NEXT] = 0
                work[frame + F_COUNT] = -1
                work[frame + F_LOW] = low
                work[frame + F_HIGH] = high
                work[frame + F_FIRST] = first
                if first != NO_MOVE:
                    code = first - 1
                    tile = code >> 1
                    total = book[TOTALS + tile]
                    left, right = work[frame + F_LEFT], work[frame + F_RIGHT]
                    if code & 1:
                        right = total - right
                    else:
                        left = total - left
                    if swap and left > right:
                        left, right = right, left
                    after = held ^ 1 << tile
                    work[frame + F_CODE] = code
                    depth += 1
                    work[below + F_HELD] = after
                    work[below + F_SEAT] = follower(after, seat, left, right, book, work)
                    work[below + F_LEFT] = left
                    work[below + F_RIGHT] = right
                    work[below + F_REST] = work[frame + F_REST] - book[VALUES + tile]
                    entering = True
                    continue
            best = work[frame + F_BEST]
            cut = False
            if returning:
                returning = False
                if work[below + F_SEAT] + seat & 1:
                    found = -found
                if found > best:
                    best = found
                    work[frame + F_BEST] = best
                    cut = best >= goal
                    if cut and kept:
                        low = work[frame + F_LOW]
                        if best > low:
                            low = best
                        slot = slot_of(key, table_bits)
                        table[slot, 0] = key
                        table[slot, 1] = (
                            low + INFINITE
                            | (work[frame + F_HIGH] + INFINITE) << BOUND_BITS
                            | (work[frame + F_CODE] + 1) << 40
                            | epoch << 48
                        )
            if not cut and work[frame + F_COUNT] < 0:
                # List the moves; those that end the round or need no search are done at once.
                left, right = work[frame + F_LEFT], work[frame + F_RIGHT]
                rest_before = work[frame + F_REST]
                first_code = work[frame + F_FIRST] - 1
                own = held & work[DEAL + seat]
                fits = own & (book[BEARING + left] | book[BEARING + right])
                number = 0
                next_seat = (seat + 1) % seats
                third_seat = (seat + 3) % seats
                while fits and not cut:
                    tile = lowest_bit(fits)
                    bit = fits & -fits
                    fits ^= bit
                    after = held ^ bit
                    rest = rest_before - book[VALUES + tile]
                    total = book[TOTALS + tile]
                    for end in range(2):
                        if end == 0:
                            if bit & book[BEARING + left] == 0:
                                continue
                            new_left, new_right = total - left, right
                        else:
                            if left == right or bit & book[BEARING + right] == 0:
                                continue
                            new_left, new_right = left, total - right
                        if first_code == (tile << 1 | end):
                            continue
                        if rest < enough:
                            # Too little is left to matter: it decides either way.
                            if goal > 0:
                                if bounds[rest] > best:
                                    best = bounds[rest]
                                continue
                            best = -bounds[rest]
                            cut = True
                            break
                        fitting = after & (book[BEARING + new_left] | book[BEARING + new_right])
                        replies = count_bits(fitting & work[DEAL + next_seat])
                        third = 0
                        if seats == 4:
                            third = count_bits(fitting & work[DEAL + third_seat])
                        following = -1
                        if own != bit:
                            if replies:
                                following = next_seat
                            elif seats == 2:
                                if fitting & own:
                                    following = seat
                            elif fitting & work[DEAL + (seat + 2) % seats]:
                                following = (seat + 2) % seats
                            elif third:
                                following = third_seat
                            elif fitting & own:
                                following = seat
                        if following < 0:
                            fitted = 0
                            if bit & book[BEARING + left]:
                                fitted += 1
                            if bit & book[BEARING + right]:
                                fitted += 1
                            found = pay(
                                seat, after, tile, new_left, new_right, fitted, book, work, job
                            )
                            if found > best:
                                best = found
                                if best >= goal:
                                    cut = True
                                    break
                            continue
                        if swap and new_left > new_right:
                            new_left, new_right = new_right, new_left
                        if count_bits(after) >= TILES_FOR_TABLE:
                            # A bound in the table may settle the move without a search of it.
                            turn = (new_left * numbers + new_right) * seats + following
                            key_after = after | turn << set_size
                            slot = slot_of(key_after, table_bits)
                            entry = table[slot, 1]
                            if table[slot, 0] == key_after and entry >> 48 & EPOCHS == epoch:
                                low = (entry & BOUND_MASK) - INFINITE
                                high = (entry >> BOUND_BITS & BOUND_MASK) - INFINITE
                                if following + seat & 1:
                                    low, high = -high, -low
                                if low >= goal:
                                    best = low
                                    cut = True
                                    break
                                if high < goal:
                                    if high > best:
                                        best = high
                                    continue
                        promise = NEXT_REPLIES * replies + THIRD_REPLIES * third
                        place = number
                        aim = listed + (place << MOVE_BITS)
                        while place > 0 and work[aim - MOVE_SIZE + M_PROMISE] > promise:
                            for column in range(MOVE_SIZE):
                                work[aim + column] = work[aim + column - MOVE_SIZE]
                            place -= 1
                            aim -= MOVE_SIZE
                        work[aim + M_PROMISE] = promise
                        work[aim + M_AFTER] = after
                        work[aim + M_SEAT] = following
                        work[aim + M_LEFT] = new_left
                        work[aim + M_RIGHT] = new_right
                        work[aim + M_REST] = rest
                        work[aim + M_CODE] = tile << 1 | end
                        number += 1
                work[frame + F_COUNT] = number
                work[frame + F_BEST] = best
            if cut:
                found = best
                depth -= 1
                returning = True
                continue
            place = work[frame + F_NEXT]
            if place < work[frame + F_COUNT]:
                aim = listed + (place << MOVE_BITS)
                work[frame + F_NEXT] = place + 1
                work[frame + F_CODE] = work[aim + M_CODE]
                depth += 1
                work[below + F_HELD] = work[aim + M_AFTER]
                work[below + F_SEAT] = work[aim + M_SEAT]
                work[below + F_LEFT] = work[aim + M_LEFT]
                work[below + F_RIGHT] = work[aim + M_RIGHT]
                work[below + F_REST] = work[aim + M_REST]
                entering = True
                continue
            if kept and (work[frame + F_COUNT] or work[frame + F_FIRST] != NO_MOVE):
                first = work[frame + F_FIRST]
                if first == NO_MOVE:
                    first = work[listed + M_CODE] + 1
                high = work[frame + F_HIGH]
                if best < high:
                    high = best
                slot = slot_of(key, table_bits)
                table[slot, 0] = key
                table[slot, 1] = (
                    work[frame + F_LOW] + INFINITE
                    | (high + INFINITE) << BOUND_BITS
                    | first << 40
                    | epoch << 48
                )
            found = best
            depth -= 1
            returning = True
        if work[FRAMES + F_SEAT] & 1:
            found = -found
        answer(job, counts, actions, found)
    job[J_DEPTH] = -1
    job[J_NODES] += spent
    return DONE
