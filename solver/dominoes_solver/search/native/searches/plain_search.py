"""The search of plain games between two sides, exact and for many worlds in one call.

The search of `python/two_sides.py` over arrays: null windows moved by MTD(f), a small table, the
same order of moves. It keeps its own stack, so that it can stop after a number of nodes and
continue later. The node under way is held in variables; a frame is written when a move of several
is searched.

Values are those of side 0 as it wants them, but for the best of a node, which is its mover's. What
plays are paid since the root belongs to them; the table has what is still to come.

Two kernels share it. `kernel_points` gives it `tallies`, where plays are paid: what can still be
paid is then no value of tiles left but a tally, and ends are codes instead of numbers. `kernel_two`
gives it nothing, and numba leaves out what is not needed.
"""

# mypy: disable-error-code="no-any-return"
# To numba the numbers of an array are whole numbers like any other.

from __future__ import annotations

from typing import Any

from dominoes_solver.search.native.compiling.jit import (
    GRID,
    INT,
    LIST,
    THREE,
    TWO,
    Ints,
    count_bits,
    kernel,
    lowest_bit,
    part,
)
from dominoes_solver.search.native.programs.stack_machine import pips_of
from dominoes_solver.search.native.rows import row_format as at
from dominoes_solver.search.native.rows.place_numbers import Places
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
_frame = Places()
F_HELD, F_SEAT, F_LEFT, F_RIGHT, F_REST = _frame.each(5)
"""The node; of the one under way, this alone is kept while the search stops. The rest is what can
still be paid to the side that the question is about: where only losers pay, the other's tiles."""
F_BEST, F_NEXT, F_COUNT, F_SLOT, F_LOW, F_HIGH = _frame.each(6)
"""The slot of its entry is -1 where it has none."""
MOVES = at.LISTS
"""The lists of other kernels lie here. A hand has at most 27 tiles, each with two moves."""
MOVES_BITS = 6
CODE_BITS, CODE_MASK = at.ACTION_BITS, (1 << at.ACTION_BITS) - 1
"""A move is one number: how late it is tried, who moves next, and its tile and end."""
PROMISE_BITS = CODE_BITS + 2

ENTRY_BITS = 1
VALUE_SIZE = 1
"""Two numbers: the key; and the bounds, shifted to be positive, with the move to try first plus 1,
0 for none, and the epoch."""
TILES_FOR_TABLE = 12
"""With fewer tiles held, to search again takes no longer than to look up and store."""
PER_POINT = 12
"""How much earlier a move is tried for each point that it is paid."""
ALL_BITS = -1
END_CODES = 1 << at.END_BITS
SOON = 64
"""More than a heavy tile takes off: a player who only has to keep the points down lays it first."""


@part(TWO, INT, INT, INT, INT, INT, INT, LIST)
def ends_after(
    code: int, left: int, right: int, turned: int, number_mask: int, still_open: int, book: Ints
) -> tuple[int, int]:
    """The ends of a line after a play. The half that does not meet the line is the new end.

    turned: where the book has both halves of each tile together. number_mask, still_open: what is
    the number of an end, and what remains of the other one.
    """
    total = book[turned + (code & at.TILE)]
    if code & at.ON_RIGHT:
        return left & still_open, total - (right & number_mask)
    return total - (left & number_mask), right & still_open


@part(INT, INT, INT, INT, INT, INT, INT, LIST)
def write_node(
    frame: int, held: int, seat: int, left: int, right: int, rest: int, work: Ints
) -> int:
    """Write a node into a frame."""
    work[frame + F_HELD], work[frame + F_SEAT] = held, seat
    work[frame + F_LEFT], work[frame + F_RIGHT] = left, right
    work[frame + F_REST] = rest
    return 0


@part(INT, INT, INT, INT, LIST)
def entry_of(key: int, slot: int, epoch: int, table: Ints) -> int:
    """The bounds of a node, with the move to try first; 0 where the table does not have it."""
    entry = table[slot + 1]
    return entry if table[slot] == key and entry >> EPOCH_AT & EPOCHS == epoch else 0


@part(TWO, INT)
def bounds_of(entry: int) -> tuple[int, int]:
    """The lower and the upper bound of an entry."""
    return (entry & BOUND_MASK) - INFINITE, (entry >> BOUND_BITS & BOUND_MASK) - INFINITE


@part(INT, INT, INT, INT, LIST)
def insert(move: int, listed: int, number: int, work: Ints) -> int:
    """Insert a move into a sorted list of so many; returns how many there are then.

    Moves alike are in the order of their tiles. Lists are short, and numbers compare faster than
    pairs.
    """
    last = move | CODE_MASK
    place = listed + number
    while place > listed and work[place - 1] > last:
        work[place] = work[place - 1]
        place -= 1
    work[place] = move
    return number + 1


@part(THREE, INT, INT, INT, INT, INT, INT)
def replies_to(
    fitting: int, seat: int, last_seat: int, next_hand: int, second_hand: int, third_hand: int
) -> tuple[int, int, int]:
    """Who moves next where these tiles fit; how many of them the next seat has, and the third."""
    replies, third = count_bits(fitting & next_hand), count_bits(fitting & third_hand)
    following = seat
    if replies:
        following = seat + 1 & last_seat
    elif fitting & second_hand:
        following = seat + 2 & last_seat
    elif third:
        following = seat + 3 & last_seat
    return following, replies, third


def first_step(tallies: Any) -> Any:
    """The function that carries out the action asked about."""
    pays = tallies is not None
    number_mask = at.NUMBER if pays else ALL_BITS
    still_open = at.STILL_OPEN if pays else ALL_BITS
    turned = at.TURNED if pays else at.TOTALS

    @part(INT, INT, LIST, GRID, LIST, LIST)
    def lay_first(code: int, job: Ints, roots: Ints, book: Ints, work: Ints) -> int:
        """Whether the round is over after an action, and then its value.

        Otherwise the first frame is the node after it.
        """
        world = job[J_WORLD]
        held, seat = job[J_HELD], roots[world, at.MOVER]
        left, right = roots[world, at.LEFT], roots[world, at.RIGHT]
        begun = left >= 0
        if pays and begun:
            doubles = roots[world, at.DOUBLES]
            left = tallies.end_code(left, doubles, 0, book)
            right = tallies.end_code(right, doubles, 1, book)
        tile = code & at.TILE
        bit = 0
        fitted = 0
        if code != at.PASS:
            bit = 1 << tile
            held ^= bit
        rest = pips_of(held, book)
        if pays:
            rest = tallies.begin_tally(held, book, work)
        if not begun:
            left, right = book[at.HIGHS + tile], book[at.LOWS + tile]
            if pays and left == right:
                left = right = tallies.end_code(left, at.ALONE, 0, book)
        elif code != at.PASS:
            fitted = book[at.FITS + (left & number_mask)] >> tile & 1
            fitted += book[at.FITS + (right & number_mask)] >> tile & 1
            left, right = ends_after(code, left, right, turned, number_mask, still_open, book)
        if pays and code != at.PASS:
            new, old = (right, left) if code & at.ON_RIGHT else (left, right)
            near = tallies.room_of(rest, seat, book, work)
            gain = tallies.within(book[at.GAINS + (new << at.END_BITS | old)], near, book)
            rest = tallies.after_gain(gain, seat, rest)
            if gain >= near and tallies.ends_match(gain, book):
                work[at.FOUND] = tallies.lead(rest, 0, book)
                return 1
        following = follower(held, seat, left, right, book, work)
        if following < 0:
            if pays:
                value = tallies.pay_within(
                    seat, held, tile, left, right, fitted, rest, book, work, job
                )
            else:
                value = pay(seat, held, tile, left, right, fitted, book, work, job)
            value = -value if seat & 1 else value
            if pays:
                value += tallies.lead(rest, 0, book)
            work[at.FOUND] = value
            return 1
        if pays and book[at.PAYS_PASSES]:
            rest = tallies.after_passes(code, seat, following, held, rest, roots, job, book)
        if book[at.MIRRORED] and left > right:
            left, right = right, left
        if not pays and book[at.LOSERS_PAY]:
            # A side is never paid for its own tiles.
            for rival in range(0 if job[J_GOAL] > 0 else 1, book[at.SEATS], 2):
                rest -= pips_of(held & work[at.DEAL + rival], book)
        return write_node(at.FRAMES, held, following, left, right, rest, work)

    return lay_first


@part(INT, INT, INT, INT, INT, INT, INT, INT, LIST, LIST, LIST)
def keep(
    value: int,
    code: int,
    goal: int,
    numbers: int,
    scores: int,
    epoch: int,
    frame: int,
    book: Ints,
    work: Ints,
    table: Ints,
) -> int:
    """Write what was found out about a node, and the move to try first, into its entry."""
    slot = work[frame + F_SLOT]
    low, high = work[frame + F_LOW], work[frame + F_HIGH]
    if value >= goal:
        low = max(low, value)
    else:
        high = min(high, value)
    turn = work[frame + F_LEFT] * numbers + work[frame + F_RIGHT]
    turn = turn * book[at.SEATS] + work[frame + F_SEAT]
    table[slot] = work[frame + F_HELD] | turn << book[at.SET_SIZE] | scores
    table[slot + 1] = (
        low + INFINITE
        | (high + INFINITE) << BOUND_BITS
        | (code + 1) << FIRST_AT
        | epoch << EPOCH_AT
    )
    return 0


def move_lister(tallies: Any) -> Any:
    """The function that lists the moves of a node."""
    pays = tallies is not None
    number_mask = at.NUMBER if pays else ALL_BITS
    still_open = at.STILL_OPEN if pays else ALL_BITS
    turned = at.TURNED if pays else at.TOTALS

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
        seats, set_size = book[at.SEATS], book[at.SET_SIZE]
        numbers = END_CODES if pays else book[at.NUMBERS]
        # Two seats or four, so `& last_seat` is the remainder; sides alternate, so `seat & 1` is
        # the side.
        last_seat = seats - 1
        epoch, table_bits = job[J_EPOCH], job[J_TABLE_BITS]
        swap = book[at.MIRRORED] != 0
        third_replies = THIRD_REPLIES if seats == 4 else 0
        losers_pay = book[at.LOSERS_PAY] != 0
        soon = SOON
        number, best = 0, -INFINITE
        ahead = ahead_before = gain = near = up = down = 0
        if pays:
            soon += PER_POINT * book[at.TOP_GAIN]
            ahead_before = tallies.lead(rest, seat, book)
            near = tallies.room_of(rest, seat, book, work)
        own = held & work[at.DEAL + seat]
        outs = work[at.OUTS + seat] if pays else 0
        next_hand = work[at.DEAL + (seat + 1 & last_seat)]
        second_hand = work[at.DEAL + (seat + 2 & last_seat)]
        third_hand = work[at.DEAL + (seat + 3 & last_seat)]
        fits_left = book[at.FITS + (left & number_mask)]
        fits_right = book[at.FITS + (right & number_mask)]
        fits = own & (fits_left | fits_right)
        while fits:
            tile = lowest_bit(fits)
            bit = fits & -fits
            fits ^= bit
            left_over = rest
            if pays:
                left_over = tallies.after_tile(tile, seat, rest, book)
                up, down = (
                    tallies.most_to_come(left_over, seat, book),
                    tallies.most_to_come(left_over, seat + 1, book),
                )
            else:
                # `rest` leaves out the tiles of the side that the question is about (goal above 0),
                # so its own plays take nothing off.
                if goal <= 0 or not losers_pay:
                    left_over -= book[at.VALUES + tile]
                if left_over < enough:
                    # Too little is left to matter: it decides either way.
                    if goal > 0:
                        if bounds[left_over] > best:
                            best = bounds[left_over]
                        continue
                    return number, -bounds[left_over], 1
            after = held ^ bit
            total = book[turned + tile]
            for end in range(2):
                if end == 0:
                    if bit & fits_left == 0:
                        continue
                    new_left, new_right = total - (left & number_mask), right & still_open
                else:
                    if left == right or bit & fits_right == 0:
                        continue
                    new_left, new_right = left & still_open, total - (right & number_mask)
                rest_after = left_over
                if pays:
                    new, old = (new_right, new_left) if end else (new_left, new_right)
                    gain = book[at.GAINS + (new << at.END_BITS | old)]
                    if gain >= near:
                        gain = tallies.within(gain, near, book)
                    ahead = ahead_before + book[at.SIGN] * gain
                    if gain >= near and tallies.ends_match(gain, book):
                        if ahead > best:
                            best = ahead
                            if best >= goal:
                                return number, best, 1
                        continue
                    if ahead + up < goal:
                        if ahead + up > best:
                            best = ahead + up
                        continue
                    if ahead - down >= goal:
                        return number, ahead - down, 1
                    rest_after = tallies.after_gain(gain, seat, left_over)
                fitting = after & (
                    book[at.FITS + (new_left & number_mask)]
                    | book[at.FITS + (new_right & number_mask)]
                )
                # A round that ends here is paid at once and never becomes a node.
                is_out = after & outs == 0 if pays else own == bit
                if is_out or fitting == 0:
                    fitted = 0
                    if bit & fits_left:
                        fitted += 1
                    if bit & fits_right:
                        fitted += 1
                    if pays:
                        value = ahead + tallies.pay_within(
                            seat, after, tile, new_left, new_right, fitted, rest_after, book, work,
                            job,
                        )  # fmt: skip
                    else:
                        value = pay(seat, after, tile, new_left, new_right, fitted, book, work, job)
                    if value > best:
                        best = value
                        if best >= goal:
                            return number, best, 1
                    continue
                following, replies, third = replies_to(
                    fitting, seat, last_seat, next_hand, second_hand, third_hand
                )
                if pays:
                    behind = tallies.gain_behind(seat, following, after, job, book)
                    gain += behind
                    ahead += book[at.SIGN] * behind
                    rest_after = tallies.after_gain(behind, seat, rest_after)
                if count_bits(after) >= TILES_FOR_TABLE:
                    # A bound in the table may settle the move without a search of it.
                    if swap and new_left > new_right:
                        new_left, new_right = new_right, new_left
                    turn = (new_left * numbers + new_right) * seats + following
                    key_after = after | turn << set_size
                    if pays:
                        key_after |= tallies.score_key(rest_after, book, work)
                    slot_after = slot_of(key_after, table_bits) << ENTRY_BITS
                    entry = entry_of(key_after, slot_after, epoch, table)
                    if entry:
                        least, most = bounds_of(entry)
                        if seat & 1:
                            least, most = -most, -least
                        if pays:
                            least += ahead
                            most += ahead
                        if least >= goal:
                            return number, least, 1
                        if most < goal:
                            if most > best:
                                best = most
                            continue
                code = tile | at.ON_RIGHT if end else tile
                promise = 0
                # SOON keeps this above 0: the promise of the move from the table, which is first.
                if code + 1 != first:
                    promise = soon + third_replies * third
                    promise += NEXT_REPLIES * replies if replies else NO_REPLY
                    if pays:
                        promise -= PER_POINT * gain
                    elif goal <= 0:
                        promise -= book[at.VALUES + tile]
                move = promise << PROMISE_BITS | following << CODE_BITS | code
                number = insert(move, listed, number, work)
        return number, best, 0

    return list_moves


def plain_search(values: Any, tallies: Any) -> Any:
    """The kernel of a module of values."""
    pays = tallies is not None
    number_mask = at.NUMBER if pays else ALL_BITS
    still_open = at.STILL_OPEN if pays else ALL_BITS
    turned = at.TURNED if pays else at.TOTALS

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
        out: Ints,
    ) -> int:
        """Continue a job for a number of nodes; returns whether it is done.

        job: its memory; see `probes`. roots: worlds x columns of a row. book, work: see
            `row_format`.
        bounds: the largest difference in points that each value of the tiles left can still pay.
        table: entries of two numbers each. actions: worlds x their codes.
        counts, used: for each world its number of actions, and the nodes that it took.
        out: worlds x actions, the values of side 0 as it wants them, which this fills in.
        """
        seats, set_size = book[at.SEATS], book[at.SET_SIZE]
        numbers = END_CODES if pays else book[at.NUMBERS]
        table_bits = job[J_TABLE_BITS]
        # Where nothing reads the ends one by one, a line and its mirror image are one position:
        # with the lower number on the left they share an entry.
        swap = book[at.MIRRORED] != 0
        losers_pay = book[at.LOSERS_PAY] != 0
        spent = before = 0
        depth = job[J_DEPTH]
        value = 0
        while job[J_WORLD] < len(counts):
            world = job[J_WORLD]
            if job[J_ACTION] < 0:
                job[J_EPOCH] += 1
                if job[J_EPOCH] > EPOCHS:
                    table[:] = 0
                    job[J_EPOCH] = 1
                set_up(job, roots, book, work, counts, actions)
                if pays:
                    tallies.set_up_scores(job, roots, book, work)
            entering = True
            if depth < 0:
                index = ask(job, counts, out)
                if index < 0:
                    used[world] += spent - before
                    before = spent
                    job[J_WORLD] += 1
                    job[J_ACTION] = -1
                    continue
                depth = 0
                if values.lay_first(actions[world, index], job, roots, book, work):
                    value = work[at.FOUND]
                    entering = False
            frame = at.FRAMES + (depth << at.FRAME_BITS)
            held, seat = work[frame + F_HELD], work[frame + F_SEAT]
            left, right = work[frame + F_LEFT], work[frame + F_RIGHT]
            rest = work[frame + F_REST]
            goal_of_first = job[J_GOAL]
            enough = 0 if pays else least_enough(bounds, goal_of_first)
            epoch = job[J_EPOCH]
            allowed = allowance(job, used, budget, spent, spent - before)
            while entering or depth:
                if entering:
                    entering = False
                    slot = -1
                    low, high, first = -INFINITE, INFINITE, 0
                    if count_bits(held) >= TILES_FOR_TABLE:
                        key = held | ((left * numbers + right) * seats + seat) << set_size
                        if pays:
                            key |= tallies.score_key(rest, book, work)
                        slot = slot_of(key, table_bits) << ENTRY_BITS
                        entry = entry_of(key, slot, epoch, table)
                        if entry:
                            low, high = bounds_of(entry)
                            first = entry >> FIRST_AT & FIRST_MASK
                            paid = tallies.lead(rest, 0, book) if pays else 0
                            if low >= goal_of_first - paid or high < goal_of_first - paid:
                                value = low if low >= goal_of_first - paid else high
                                value += paid
                                continue
                    # Nothing is written for this node yet, so the next call simply enters it again.
                    if spent >= allowed:
                        frame = at.FRAMES + (depth << at.FRAME_BITS)
                        write_node(frame, held, seat, left, right, rest, work)
                        return pause(job, used, counts, spent, spent - before, depth)
                    spent += 1
                    goal = 1 - goal_of_first if seat & 1 else goal_of_first
                    listed = MOVES + (depth << MOVES_BITS)
                    number, best, cut = values.list_moves(
                        held, seat, left, right, rest, goal, enough, first, listed,
                        job, book, bounds, work, table,
                    )  # fmt: skip
                    if cut or number == 0:
                        value = -best if seat & 1 else best
                        continue
                    if number > 1 or best > -INFINITE or slot >= 0:
                        frame = at.FRAMES + (depth << at.FRAME_BITS)
                        depth += 1
                        write_node(frame, held, seat, left, right, rest, work)
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
                    mine = -value if seat & 1 else value
                    index = work[frame + F_NEXT]
                    if mine > best:
                        best = mine
                        work[frame + F_BEST] = best
                    if best >= goal or index == work[frame + F_COUNT]:
                        value = -best if seat & 1 else best
                        depth -= 1
                        if work[frame + F_SLOT] >= 0:
                            code = work[listed + (index - 1 if best >= goal else 0)] & CODE_MASK
                            paid = scores = 0
                            if pays:
                                paid = tallies.lead(work[frame + F_REST], 0, book)
                                scores = tallies.score_key(work[frame + F_REST], book, work)
                            keep(
                                value - paid, code, goal_of_first - paid, numbers, scores, epoch,
                                frame, book, work, table,
                            )  # fmt: skip
                        continue
                    work[frame + F_NEXT] = index + 1
                    move = work[listed + index]
                    held = work[frame + F_HELD]
                    left, right = work[frame + F_LEFT], work[frame + F_RIGHT]
                    rest = work[frame + F_REST]
                tile = move & at.TILE
                held ^= 1 << tile
                left, right = ends_after(move, left, right, turned, number_mask, still_open, book)
                if pays:
                    new, old = (right, left) if move & at.ON_RIGHT else (left, right)
                    gain = book[at.GAINS + (new << at.END_BITS | old)]
                    gain = tallies.within(gain, tallies.room_of(rest, seat, book, work), book)
                    gain += tallies.gain_behind(seat, move >> CODE_BITS & 3, held, job, book)
                    rest = tallies.after_gain(
                        gain, seat, tallies.after_tile(tile, seat, rest, book)
                    )
                elif goal <= 0 or not losers_pay:
                    rest -= book[at.VALUES + tile]
                seat = move >> CODE_BITS & 3
                if swap and left > right:
                    left, right = right, left
                entering = True
            depth = -1
            answer(job, counts, actions, value)
        job[J_DEPTH] = -1
        job[J_NODES] += spent
        return DONE

    return search
