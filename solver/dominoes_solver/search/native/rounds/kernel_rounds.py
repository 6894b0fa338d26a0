"""Random rounds of any game, one after the other, from the deal or from a state.

From the deal they are those of `playouts/random_rounds.py` in plain Python, with the random numbers
of `chance`; from a state those of `search/estimate.py`, with the same kind of numbers.
"""

# mypy: disable-error-code="no-any-return"
# To numba the numbers of an array are whole numbers like any other.

from __future__ import annotations

from dominoes_solver.search.native.compiling.jit import (
    CUBE,
    GRID,
    INT,
    LIST,
    Ints,
    compiled,
    kernel,
)
from dominoes_solver.search.native.programs.stack_machine import run
from dominoes_solver.search.native.rounds.chance_numbers import GOLDEN, mixed, share, shuffle
from dominoes_solver.search.native.rounds.round_status import ENDLESS, FINE, VOID
from dominoes_solver.search.native.rows import row_format as at
from dominoes_solver.search.native.rows.arm_format import OTHER_LINE
from dominoes_solver.search.native.turns.arm_turns import lay_first
from dominoes_solver.search.native.turns.legal_actions import legal
from dominoes_solver.search.native.turns.stepping import play

# ---------------------------------------------------------------- the places of a plan
(
    REDEAL_WHEN,
    OPENED_BY,
    WON_BY,
    HAND_SIZE,
    SHUFFLED,
    MOST_DEALS,
    MOST_ACTIONS,
    STOPPED_AT,
    STARTER,
    HEAD_START,
) = range(10)
PLAN = HEAD_START + at.MOST_SEATS
FROM_STOCK = -2
"""The starter is the first tile of the stock; at -1 there is none."""


@compiled(INT, LIST, LIST, LIST, GRID)
def lay_starter(plan: Ints, book: Ints, work: Ints, pack: Ints) -> int:
    """Lay the tile from which a round begins, which is turned up behind the hands; returns it."""
    row = at.SCRATCH
    tile = pack[0, book[at.SEATS] * plan[HAND_SIZE]]
    work[row + at.STOCK] -= 1
    work[row + at.UNDRAWN] ^= 1 << tile
    if book[at.SHAPE] > OTHER_LINE:
        lay_first(tile, book, work, row)
    else:
        work[row + at.LEFT], work[row + at.RIGHT] = book[at.HIGHS + tile], book[at.LOWS + tile]
        if book[at.COUNT_BOTH] and book[at.DOUBLE_TILES] >> tile & 1:
            work[row + at.DOUBLES] = at.ALONE
    return tile


@compiled(INT, INT, INT, GRID)
def put_behind(tile: int, to: int, pack: Ints) -> int:
    """Move a tile of the pack to a place, where the others close up; returns where it was."""
    at_now = 0
    while pack[0, at_now] != tile:
        at_now += 1
    for here in range(at_now, to):
        pack[0, here] = pack[0, here + 1]
    for here in range(at_now, to, -1):
        pack[0, here] = pack[0, here - 1]
    pack[0, to] = tile
    return at_now


@compiled(INT, INT, LIST, LIST, LIST, GRID)
def deal(state: int, plan: Ints, book: Ints, work: Ints, pack: Ints) -> int:
    """Shuffle, deal and find the opener, until a deal is not void.

    Leaves the state of chance in the plan; whether a deal was found.
    """
    row = at.SCRATCH
    seats, size = book[at.SEATS], book[at.SET_SIZE]
    hand_size = plan[HAND_SIZE]
    for _ in range(plan[MOST_DEALS]):
        state = shuffle(state, plan[SHUFFLED], size, pack[0])
        if plan[STARTER] >= 0:
            put_behind(plan[STARTER], seats * hand_size, pack)
        for index in range(at.SHORT):
            work[row + index] = at.START[index]
        if book[at.LONG]:
            for index in range(at.SHORT, at.WIDTH):
                work[row + index] = 0  # nothing aside, and no last end, which is as good as left
        undrawn = (1 << size) - 1
        for seat in range(seats):
            hand = 0
            for index in range(seat * hand_size, (seat + 1) * hand_size):
                hand |= 1 << pack[0, index]
            work[row + at.HANDS + seat] = hand
            undrawn ^= hand
        work[row + at.STOCK] = size - seats * hand_size
        work[row + at.UNDRAWN] = undrawn
        work[row + at.ROUND] = 1
        for side in range(book[at.SIDES]):
            work[row + at.SCORES + side] = plan[HEAD_START + side]
        state += GOLDEN
        work[row + at.LOT] = share(mixed(state), seats)
        if plan[REDEAL_WHEN] >= 0 and run(plan[REDEAL_WHEN], book, work, row):
            continue
        if run(plan[OPENED_BY], book, work, row):
            if book[at.BEGUN]:
                lay_starter(plan, book, work, pack)
            work[row + at.MOVER] = work[row + at.OPENER]
            plan[STOPPED_AT] = state
            return 1
    return 0


@kernel(INT, INT, INT, INT, LIST, LIST, LIST, GRID, LIST)
def play_rounds(
    key: int, first: int, rounds: int, plan: Ints, book: Ints, work: Ints, pack: Ints, out: Ints
) -> int:
    """Play the rounds from `first` on; write how each ended, its actions, winner, opener, payoff.

    Where it can't be done, the plan holds the number of the round. pack: one row of tiles. out: for
    each round 4 numbers, and the points of each side.
    """
    row = at.SCRATCH
    size, sides = book[at.SET_SIZE], book[at.SIDES]
    written = 0
    for number in range(first, first + rounds):
        if not deal(mixed(key + number * GOLDEN), plan, book, work, pack):
            plan[STOPPED_AT] = number
            return VOID
        state = plan[STOPPED_AT]
        actions = 0
        over = 0
        while over == 0:
            choices = legal(book, work, row, at.LISTS)
            if choices == 0 or actions == plan[MOST_ACTIONS]:
                plan[STOPPED_AT] = number
                return ENDLESS
            chosen = 0
            if choices > 1:
                state += GOLDEN
                chosen = share(mixed(state), choices)
            over = play(work[at.LISTS + chosen], book, work, row, pack, 0, size)
            actions += 1
        run(book[at.PAYOFF], book, work, row)
        out[written] = over
        out[written + 1] = actions
        out[written + 2] = run(plan[WON_BY], book, work, row)
        out[written + 3] = work[row + at.OPENER]
        for side in range(sides):
            # Beyond the head start the scores of a first round are what was paid on the way.
            on_the_way = work[row + at.SCORES + side] - plan[HEAD_START + side]
            out[written + 4 + side] = work[at.POINTS + side] + on_the_way
        written += 4 + sides
    return FINE


@kernel(INT, INT, INT, GRID, GRID, LIST, INT, INT, INT, LIST, LIST, CUBE)
def play_out(
    first: int,
    last: int,
    rows: Ints,
    stocks: Ints,
    ranks: Ints,
    times: int,
    key: int,
    number: int,
    book: Ints,
    work: Ints,
    out: Ints,
) -> int:
    """Play some actions in each of some rows, and on to the end of the round, `times` each.

    The same as `estimate.playout` in plain Python. The chance of a row follows from the key and the
    number of the row, the first of which is `number`; that of a round from this and its own number,
    and is the same for every action.

    rows, stocks: worlds x columns, and x tiles in the order in which they are drawn.
    places: where the actions are among the legal ones.
    out: worlds x rounds, those of an action one after the other, x sides: the payoff in points with
        what was paid since the row.
    """
    row = at.SCRATCH
    for world in range(first, last):
        stock_size = rows[world, at.STOCK]
        chance = mixed(key + (number + world) * GOLDEN)
        for index in range(ranks.shape[0]):
            for time in range(times):
                for column in range(at.WIDTH):
                    work[row + column] = rows[world, column]
                state = mixed(chance + time * GOLDEN)
                legal(book, work, row, at.LISTS)
                chosen = ranks[index]
                over = play(work[at.LISTS + chosen], book, work, row, stocks, world, stock_size)
                while over == 0:
                    choices = legal(book, work, row, at.LISTS)
                    plays = 0
                    while plays < choices and work[at.LISTS + plays] & at.TILE < at.NO_PLAY:
                        plays += 1
                    plays = plays or choices
                    chosen = 0
                    if plays > 1:
                        state += GOLDEN
                        chosen = share(mixed(state), plays)
                    over = play(work[at.LISTS + chosen], book, work, row, stocks, world, stock_size)
                run(book[at.PAYOFF], book, work, row)
                for side in range(book[at.SIDES]):
                    on_the_way = work[row + at.SCORES + side] - rows[world, at.SCORES + side]
                    out[world, index * times + time, side] = work[at.POINTS + side] + on_the_way
    return FINE
