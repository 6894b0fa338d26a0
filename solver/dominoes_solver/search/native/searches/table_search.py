"""The search of any game with a table of positions: root, order of moves, steps, stops and goes on.

What a value is, is left to a module of values: one number for two sides (`kernel_any`), one for
each of more (`kernel_many`). Nodes are states; a mover's only legal action is taken at once and is
no node. Depth 0 is the root with the action asked about as its only move, so what the action pays
is brought up like that of any other. An entry of the table holds the hands whole, so two states
that meet in the same place are never taken for each other.

A module of values has `EPOCHS`, `EPOCH_AT` and `VALUE_SIZE`, which is how an entry ends, and these
functions. `work[at.FOUND]` and the places after it are the value found last.

* `ask`, `finish`: which action of a world is asked about next; what was found for it.
* `pose`, `settle`: what is asked of a child; what a finished round pays at its end.
* `is_settled`, `recall`, `keep`: whether the answer is known without a search, or from the table;
  what the table keeps, which is also the value found.
* `clear`, `is_futile`, `bring_up`, `compare`: a frame without a value; whether a move can't change
  it; a child's value as one of the frame; and what becomes of the frame by it.
"""

# mypy: disable-error-code="no-any-return"
# To numba the numbers of an array are whole numbers like any other.

from __future__ import annotations

from typing import Any

from dominoes_solver.search.native.compiling.jit import GRID, INT, LIST, Ints, kernel, part
from dominoes_solver.search.native.programs.stack_machine import pips_of
from dominoes_solver.search.native.rows import row_format as at
from dominoes_solver.search.native.searches.entries import (
    first_key,
    further_words,
    has_room,
    is_entry,
    slot_of_row,
)
from dominoes_solver.search.native.searches.move_order import LATE, promise_of
from dominoes_solver.search.native.searches.probes import (
    DONE,
    J_ACTION,
    J_DEPTH,
    J_ENTRY_BITS,
    J_EPOCH,
    J_HANDS,
    J_NODES,
    J_STATUS,
    J_TABLE_BITS,
    J_WORDS,
    J_WORLD,
    TOO_LARGE,
    allowance,
    begin,
    leave_out,
    pause,
)
from dominoes_solver.search.native.turns.legal_actions import legal
from dominoes_solver.search.native.turns.stepping import copy_row, step_on

# ---------------------------------------------------------------- frames
(F_SEAT, F_NEXT, F_COUNT, F_KEY, F_SLOT, F_FIRST, F_VALUES) = range(7)
"""The mover; the number of the next move and of all; the key and the place of the entry; the move
to try first plus 1, since 0 stands for none; and what belongs to the module of values."""
F_FURTHER = F_VALUES + at.MOST_SEATS + 1
"""Where the words of a key after the first begin."""
NEXT_FRAME = 1 << at.FRAME_BITS
NEXT_ROW = 1 << at.ROW_BITS
GO_ON, ENOUGH, REFUSED = 0, 1, 2
"""What becomes of a frame: the next move, or none; or left, and not kept in the table."""


@part(INT, LIST, GRID, GRID, LIST, LIST, LIST, GRID)
def set_out(
    job: Ints, roots: Ints, stocks: Ints, book: Ints, work: Ints, counts: Ints, actions: Ints
) -> int:
    """Begin a world: the actions whose values are asked, and the value of the tiles not laid."""
    world = job[J_WORLD]
    for column in range(at.WIDTH):
        work[at.SCRATCH + column] = roots[world, column]
    rest = 0
    for seat in range(book[at.SEATS]):
        rest += pips_of(roots[world, at.HANDS + seat] | roots[world, at.ASIDE + seat], book)
    if book[at.DRAWS]:
        # Tiles that are never drawn are never paid for.
        for index in range(roots[world, at.STOCK] - book[at.RESERVE]):
            rest += book[at.VALUES + stocks[world, index]]
    roots[world, at.REST] = rest
    counts[world] = legal(book, work, at.SCRATCH, at.LISTS)
    if counts[world] > at.MOST_LISTED:
        job[J_STATUS] = TOO_LARGE
        counts[world] = 0
    for index in range(counts[world]):
        actions[world, index] = work[at.LISTS + index]
    leave_out(job, counts, actions)
    return begin(job, roots[world, at.MOVER] & 1)


@part(INT, INT, INT, INT, INT, GRID, GRID, LIST, LIST)
def step_down(
    code: int, row: int, listed: int, world: int, roots: Ints, stocks: Ints, book: Ints, work: Ints
) -> int:
    """Carry out a move on the next row; how many are legal then, -1 where the arrays end."""
    after = copy_row(book, work, row, row + NEXT_ROW)
    number = step_on(
        code, book, work, after, listed + (1 << at.LIST_BITS), stocks, world, roots[world, at.STOCK]
    )
    if number > at.MOST_LISTED:
        return -1
    if number >= 0 and book[at.PAYS] and not has_room(book, work, after, roots, world):
        return -1
    return number


@part(INT, LIST, LIST, INT, INT, INT, INT)
def sort_moves(book: Ints, work: Ints, frame: int, row: int, listed: int, promises: int) -> int:
    """Sort the moves of a frame by their promise, the one from the table first."""
    first = work[frame + F_FIRST]
    for number in range(work[frame + F_COUNT]):
        code = work[listed + number]
        promise = promise_of(code, book, work, row)
        if code + 1 == first:
            promise = -LATE
        slot = number
        while slot > 0 and work[promises + slot - 1] > promise:
            work[promises + slot] = work[promises + slot - 1]
            work[listed + slot] = work[listed + slot - 1]
            slot -= 1
        work[promises + slot] = promise
        work[listed + slot] = code
    return work[listed]


@part(INT, INT, INT, GRID, LIST)
def begin_at_root(world: int, code: int, roots: Ints, work: Ints) -> int:
    """Make a root the first row, with an action as its only move."""
    for column in range(at.WIDTH):
        work[at.ROWS + column] = roots[world, column]
    work[at.LISTS] = code
    work[at.FRAMES + F_NEXT] = 0
    work[at.FRAMES + F_COUNT] = 1
    return 0


@part(INT, INT, INT, INT, INT, INT, LIST, LIST)
def store_key(
    hands: int, words: int, further: int, frame: int, row: int, work: Ints, table: Ints
) -> int:
    """Write the hands and the key of a frame into its entry; returns where the value follows.

    further: where the words of the key after the first come, counted from the value.
    """
    slot = work[frame + F_SLOT]
    for seat in range(hands):
        table[slot + seat] = work[row + at.HANDS + seat]
    table[slot + hands] = work[frame + F_KEY]
    value = slot + hands + 1
    for word in range(words - 1):
        table[value + further + word] = work[frame + F_FURTHER + word]
    return value


def table_search(values: Any, out: Any) -> Any:
    """The kernel of a module of values, which fills in an array of the type `out`."""

    @kernel(INT, INT, LIST, GRID, GRID, LIST, LIST, LIST, LIST, GRID, LIST, LIST, out)
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
        out: Ints,
    ) -> int:
        """Continue a job for a number of nodes; returns whether it is done.

        Fills in the value of each action of each world: what is still to come, since the points
        paid before are the same for all actions. So are all values within, and what leads from a
        node to a child belongs to neither.

        The arrays are those of `plain_search`. stocks: worlds x tiles in the order in which they
        are drawn. table: entries of hands, key and value. out: worlds x actions, and x sides where
        there are more than two.
        """
        hands, words = job[J_HANDS], job[J_WORDS]
        entry_bits, table_bits = job[J_ENTRY_BITS], job[J_TABLE_BITS]
        pays = book[at.PAYS] != 0
        spent = before = 0
        depth = job[J_DEPTH]
        while job[J_WORLD] < len(counts):
            world = job[J_WORLD]
            if job[J_ACTION] < 0:
                job[J_EPOCH] += 1
                if job[J_EPOCH] > values.EPOCHS:
                    table[:] = 0
                    job[J_EPOCH] = 1
                set_out(job, roots, stocks, book, work, counts, actions)
            entering, returning = depth >= 0, False
            if depth < 0:
                index = values.ask(job, bounds, counts, work, out)
                if index < 0:
                    used[world] += spent - before
                    before = spent
                    job[J_WORLD] += 1
                    job[J_ACTION] = -1
                    continue
                depth = 0
                begin_at_root(world, actions[world, index], roots, work)
                values.clear(work, at.FRAMES)
            epoch = job[J_EPOCH]
            allowed = allowance(job, used, budget, spent, spent - before)
            while True:
                frame = at.FRAMES + (depth << at.FRAME_BITS)
                row = at.ROWS + (depth << at.ROW_BITS)
                listed = at.LISTS + (depth << at.LIST_BITS)
                if entering:
                    entering = False
                    if values.is_settled(job, book, bounds, work, frame, row):
                        depth -= 1
                        returning = True
                        continue
                    key = first_key(book, work, row, job)
                    further = frame + F_FURTHER
                    mixed = further_words(key, work, row, job, further)
                    slot = slot_of_row(hands, work, row, mixed, table_bits) << entry_bits
                    value = slot + hands + 1
                    work[frame + F_FIRST] = 0
                    values.clear(work, frame)
                    if (
                        table[value] >> values.EPOCH_AT & values.EPOCHS == epoch
                        and is_entry(
                            hands, work, row, table, slot, key, value + values.VALUE_SIZE, words,
                            further,
                        )
                        and values.recall(book, table, value, work, frame)
                    ):  # fmt: skip
                        depth -= 1
                        returning = True
                        continue
                    # Nothing of this node counts yet, so the next call enters it again at the same
                    # depth.
                    if spent >= allowed:
                        return pause(job, used, counts, spent, spent - before, depth)
                    spent += 1
                    work[frame + F_NEXT] = 0
                    work[frame + F_KEY] = key
                    work[frame + F_SLOT] = slot
                    promises = at.PROMISES + (depth << at.LIST_BITS)
                    first = sort_moves(book, work, frame, row, listed, promises)
                    work[frame + F_FIRST] = first + 1
                enough = False
                if returning:
                    returning = False
                    values.bring_up(pays, book, work, frame, row)
                    if depth == 0:
                        break
                    answer = values.compare(book, work, frame, listed)
                    if answer == REFUSED:
                        depth -= 1
                        returning = True
                        continue
                    enough = answer == ENOUGH
                index = work[frame + F_NEXT]
                if not enough and index < work[frame + F_COUNT]:
                    work[frame + F_NEXT] = index + 1
                    code = work[listed + index]
                    if values.is_futile(code, book, bounds, work, frame, row):
                        continue
                    number = -1
                    if depth + 1 < at.DEPTH:
                        number = step_down(code, row, listed, world, roots, stocks, book, work)
                    if number < 0:
                        job[J_STATUS] = TOO_LARGE
                        return DONE
                    if number == 0:
                        values.settle(book, work, frame, row + NEXT_ROW, job)
                        returning = True
                        continue
                    work[frame + NEXT_FRAME + F_COUNT] = number
                    work[frame + NEXT_FRAME + F_SEAT] = work[row + NEXT_ROW + at.MOVER]
                    values.pose(pays, book, work, frame, row)
                    depth += 1
                    entering = True
                    continue
                value = store_key(hands, words, values.VALUE_SIZE, frame, row, work, table)
                values.keep(epoch, book, table, value, work, frame)
                depth -= 1
                returning = True
            depth = -1
            values.finish(book, job, counts, actions, work, out)
        job[J_DEPTH] = -1
        job[J_NODES] += spent
        return DONE

    return search
