"""Exact values of any game between two sides, the order of the stock known, for many worlds.

The search of `python/any_game.py` over arrays. Nodes are states; a mover's only legal action is
taken at once and is not a node. An entry of the table holds the hands whole, so that two states
that meet in the same place are never taken for each other.
"""

# mypy: disable-error-code="no-any-return"
# To numba the numbers of an array are whole numbers like any other.

from __future__ import annotations

from dominoes_solver.search.native import row_format as at
from dominoes_solver.search.native.any_turns import (
    LATE,
    first_key,
    further_words,
    has_room,
    legal,
    promise_of,
    step_on,
)
from dominoes_solver.search.native.entries import is_entry, slot_of_row
from dominoes_solver.search.native.jit import GRID, INT, LIST, Ints, compiled, kernel
from dominoes_solver.search.native.probes import (
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
    J_ENTRY_BITS,
    J_EPOCH,
    J_GOAL,
    J_NODES,
    J_STATUS,
    J_TABLE_BITS,
    J_WORDS,
    J_WORLD,
    MOST_POINTS,
    TOO_LARGE,
    allowance,
    answer,
    ask,
    begin,
    least_enough,
    pause,
)
from dominoes_solver.search.native.programs.stack_machine import pips_of, run

(F_SEAT, F_BEST, F_NEXT, F_COUNT, F_LOW, F_HIGH, F_FIRST, F_CODE, F_KEY, F_SLOT) = range(10)
F_GOAL, F_FURTHER = 10, 11
"""What the question is for the mover of a frame; where the words of its key after the first begin.
"""


def entry_size(seats: int) -> int:
    """The numbers of an entry: four or two hands, the key, the bounds with the move to try first.

    Any further words of the key come after them. For two seats there are four numbers, so that
    twice as many entries fit into the cache.
    """
    return (2 if seats == 2 else at.MOST_SEATS) + 2


@compiled(INT, LIST, LIST, INT, LIST)
def settle(book: Ints, work: Ints, row: int, job: Ints) -> int:
    """What a finished round pays at its end, for side 0 as it wants it."""
    run(book[at.PAYOFF], book, work, row)
    ahead = book[at.SIGN] * (work[at.POINTS] - work[at.POINTS + 1])
    if ahead >= MOST_POINTS or ahead <= -MOST_POINTS:
        job[J_STATUS] = TOO_LARGE
    return ahead


@compiled(INT, LIST, LIST, INT)
def standing(book: Ints, work: Ints, row: int) -> int:
    """By how much side 0 is ahead, as it wants it, by the scores of a row."""
    return book[at.SIGN] * (work[row + at.SCORES] - work[row + at.SCORES + 1])


@kernel(INT, INT, LIST, GRID, GRID, LIST, LIST, LIST, LIST, GRID, LIST, LIST, GRID)
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

    Fills in the values of side 0 as it wants them, for each action of each world: what is still to
    come, since the points paid before are the same for all actions. So are all values within, and
    what leads from a node to a child belongs to neither.
    """
    seats = book[at.SEATS]
    words, entry_bits = job[J_WORDS], job[J_ENTRY_BITS]
    pays = book[at.PAYS] != 0
    hands = 2 if seats == 2 else at.MOST_SEATS
    losers_pay = book[at.LOSERS_PAY] != 0
    table_bits = job[J_TABLE_BITS]
    spent = before = 0
    depth = job[J_DEPTH]
    found = 0
    while job[J_WORLD] < len(counts):
        world = job[J_WORLD]
        stock_size = roots[world, at.STOCK]
        standing_at_root = book[at.SIGN] * (roots[world, at.SCORES] - roots[world, at.SCORES + 1])
        if job[J_ACTION] < 0:
            job[J_EPOCH] += 1
            if job[J_EPOCH] > EPOCHS:
                table[:] = 0
                job[J_EPOCH] = 1
            rest = 0
            for column in range(at.WIDTH):
                work[at.SCRATCH + column] = roots[world, column]
            for seat in range(seats):
                rest += pips_of(roots[world, at.HANDS + seat], book)
            if book[at.DRAWS]:
                # Tiles that are never drawn are never paid for.
                for place in range(stock_size - book[at.RESERVE]):
                    rest += book[at.VALUES + stocks[world, place]]
            roots[world, at.REST] = rest
            counts[world] = legal(book, work, at.SCRATCH, at.LISTS)
            for place in range(counts[world]):
                actions[world, place] = work[at.LISTS + place]
            begin(job, roots[world, at.MOVER] & 1)
        if depth < 0:
            place = ask(job, counts, values)
            if place < 0:
                used[world] += spent - before
                before = spent
                job[J_WORLD] += 1
                job[J_ACTION] = -1
                continue
            for column in range(at.WIDTH):
                work[at.ROWS + column] = roots[world, column]
            number = step_on(
                actions[world, place], book, work, at.ROWS, at.LISTS, stocks, world, stock_size
            )
            if number < 0 or (pays and not has_room(book, work, at.ROWS, roots, world)):
                job[J_STATUS] = TOO_LARGE
                return DONE
            goal = job[J_GOAL]
            if pays:
                goal -= standing(book, work, at.ROWS) - standing_at_root
            work[at.FRAMES + F_SEAT] = work[at.ROWS + at.MOVER]
            work[at.FRAMES + F_COUNT] = number
            work[at.FRAMES + F_GOAL] = 1 - goal if work[at.ROWS + at.MOVER] & 1 else goal
            if number:
                depth = 0
            else:
                found = settle(book, work, at.ROWS, job)
                # Seat 0, since `settle` gives the value from the point of view of its side.
                work[at.FRAMES + F_SEAT] = 0
        goal_of_first = job[J_GOAL]
        enough = least_enough(bounds, goal_of_first)
        epoch = job[J_EPOCH]
        allowed = allowance(job, used, budget, spent, spent - before)
        entering, returning = True, False
        while depth >= 0:
            frame = at.FRAMES + (depth << at.FRAME_BITS)
            row = at.ROWS + (depth << at.ROW_BITS)
            listed = at.LISTS + (depth << at.LIST_BITS)
            seat = work[frame + F_SEAT]
            goal = work[frame + F_GOAL]
            if entering:
                entering = False
                rest = work[row + at.REST]
                if losers_pay:
                    # What can still be paid to the side that the question is about.
                    for other in range(0 if goal_of_first > 0 else 1, seats, 2):
                        rest -= pips_of(work[row + at.HANDS + other], book)
                if rest < enough:
                    # Too little is left to matter: it decides either way.
                    found = bounds[rest] if goal > 0 else -bounds[rest]
                    depth -= 1
                    returning = True
                    continue
                key = first_key(book, work, row, job)
                mixed = further_words(key, work, row, job, frame + F_FURTHER)
                slot = slot_of_row(hands, work, row, mixed, table_bits) << entry_bits
                further = slot + hands + 2
                low, high, first = -INFINITE, INFINITE, 0
                entry = table[slot + hands + 1]
                if entry >> EPOCH_AT & EPOCHS == epoch and is_entry(
                    hands, work, row, table, slot, key, further, words, frame + F_FURTHER
                ):
                    low = (entry & BOUND_MASK) - INFINITE
                    high = (entry >> BOUND_BITS & BOUND_MASK) - INFINITE
                    first = entry >> FIRST_AT & FIRST_MASK
                    if low >= goal or high < goal:
                        found = low if low >= goal else high
                        depth -= 1
                        returning = True
                        continue
                # Nothing of this node counts yet, so the next call enters it again at the same
                # depth.
                if spent >= allowed:
                    return pause(job, used, counts, spent, spent - before, depth)
                spent += 1
                work[frame + F_BEST] = -INFINITE
                work[frame + F_NEXT] = 0
                work[frame + F_LOW] = low
                work[frame + F_HIGH] = high
                work[frame + F_KEY] = key
                work[frame + F_SLOT] = slot
                promises = at.PROMISES + (depth << at.LIST_BITS)
                for number in range(work[frame + F_COUNT]):
                    code = work[listed + number]
                    promise = promise_of(code, book, work, row)
                    if code + 1 == first:
                        promise = -LATE
                    place = number
                    while place > 0 and work[promises + place - 1] > promise:
                        work[promises + place] = work[promises + place - 1]
                        work[listed + place] = work[listed + place - 1]
                        place -= 1
                    work[promises + place] = promise
                    work[listed + place] = code
                # Counted from 1, since 0 in an entry stands for no move.
                work[frame + F_FIRST] = work[listed + 0] + 1
            if returning:
                returning = False
                # The value is that of the child's mover, who is not always of the other side:
                # forced passes are taken at once, and after some draws the turn goes on.
                if work[frame + (1 << at.FRAME_BITS) + F_SEAT] + seat & 1:
                    found = -found
                if pays:
                    gain = standing(book, work, row + (1 << at.ROW_BITS)) - standing(
                        book, work, row
                    )
                    found += -gain if seat & 1 else gain
                if found > work[frame + F_BEST]:
                    work[frame + F_BEST] = found
                    work[frame + F_FIRST] = work[frame + F_CODE] + 1
            best = work[frame + F_BEST]
            place = work[frame + F_NEXT]
            cut = best >= goal
            if not cut and place < work[frame + F_COUNT]:
                code = work[listed + place]
                work[frame + F_NEXT] = place + 1
                work[frame + F_CODE] = code
                if depth + 2 >= at.DEPTH:
                    job[J_STATUS] = TOO_LARGE
                    return DONE
                after = row + (1 << at.ROW_BITS)
                for column in range(at.WIDTH):
                    work[after + column] = work[row + column]
                number = step_on(
                    code, book, work, after, listed + (1 << at.LIST_BITS), stocks, world, stock_size
                )
                if number < 0 or (pays and not has_room(book, work, after, roots, world)):
                    job[J_STATUS] = TOO_LARGE
                    return DONE
                if number == 0:
                    found = settle(book, work, after, job)
                    work[frame + (1 << at.FRAME_BITS) + F_SEAT] = 0
                    returning = True
                    continue
                if pays:
                    gain = standing(book, work, after) - standing(book, work, row)
                    goal -= -gain if seat & 1 else gain
                depth += 1
                mover = work[after + at.MOVER]
                work[frame + (1 << at.FRAME_BITS) + F_SEAT] = mover
                work[frame + (1 << at.FRAME_BITS) + F_COUNT] = number
                work[frame + (1 << at.FRAME_BITS) + F_GOAL] = 1 - goal if mover + seat & 1 else goal
                entering = True
                continue
            low, high = work[frame + F_LOW], work[frame + F_HIGH]
            if cut:
                if best > low:
                    low = best
            elif best < high:
                high = best
            slot = work[frame + F_SLOT]
            for seat_of_hand in range(hands):
                table[slot + seat_of_hand] = work[row + at.HANDS + seat_of_hand]
            table[slot + hands] = work[frame + F_KEY]
            for word in range(words - 1):
                table[slot + hands + 2 + word] = work[frame + F_FURTHER + word]
            table[slot + hands + 1] = (
                low + INFINITE
                | (high + INFINITE) << BOUND_BITS
                | work[frame + F_FIRST] << FIRST_AT
                | epoch << EPOCH_AT
            )
            found = best
            depth -= 1
            returning = True
        if work[at.FRAMES + F_SEAT] & 1:
            found = -found
        if pays:
            found += standing(book, work, at.ROWS) - standing_at_root
        answer(job, counts, actions, found)
    job[J_DEPTH] = -1
    job[J_NODES] += spent
    return DONE
