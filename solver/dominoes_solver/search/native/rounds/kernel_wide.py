"""Random rounds of wide games, from the deal or from a state, as `kernel_rounds` has them."""

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
from dominoes_solver.search.native.rounds.chance_numbers import GOLDEN, mixed, share, shuffle
from dominoes_solver.search.native.rounds.round_status import ENDLESS, FINE, VOID
from dominoes_solver.search.native.rows import row_format as at
from dominoes_solver.search.native.wide import wide_format as wide
from dominoes_solver.search.native.wide.wide_machine import run
from dominoes_solver.search.native.wide.wide_plays import lay_starter, legal, play


@compiled(INT, INT, INT, LIST)
def put(tile: int, tiles: int, work: Ints) -> int:
    """Put a tile into the set that begins at a place; returns the number that has it."""
    work[tiles + tile // wide.SET_BITS] |= 1 << tile % wide.SET_BITS
    return tile // wide.SET_BITS


@compiled(INT, INT, LIST, LIST, LIST)
def deal(state: int, book: Ints, work: Ints, pack: Ints) -> int:
    """Shuffle, deal and find the opener, until a deal is not void.

    Leaves the state of chance behind the pack; whether a deal was found.
    """
    row = wide.ROW
    seats, size, hand_size = book[wide.SEATS], book[wide.SET_SIZE], book[wide.HAND_SIZE]
    starter = book[wide.STARTER]
    total = size - 1 if starter >= 0 else size
    for _ in range(book[wide.MOST_DEALS]):
        state = shuffle(state, book[wide.SHUFFLED], size, pack)
        for index in range(wide.STOCK_TILES):
            work[row + index] = book[book[wide.START] + index]
        dealt = 0
        for index in range(size):
            tile = pack[index]
            if tile == starter:
                continue
            if dealt < seats * hand_size:
                put(tile, row + wide.HANDS + dealt // hand_size * wide.MOST_PARTS, work)
            else:
                work[row + wide.STOCK_TILES + total - 1 - dealt] = tile
                put(tile, row + wide.IN_STOCK, work)
                work[row + at.STOCK] += 1
            dealt += 1
        state += GOLDEN
        work[row + at.LOT] = share(mixed(state), seats)
        if book[wide.REDEAL_WHEN] >= 0 and run(book[wide.REDEAL_WHEN], book, work, row):
            continue
        if run(book[wide.OPENED_BY], book, work, row):
            work[row + at.MOVER] = work[row + at.OPENER]
            if starter == wide.FROM_STOCK:
                lay_starter(book, work, row)
            pack[size] = state
            return 1
    return 0


@kernel(INT, INT, INT, INT, LIST, LIST, LIST, LIST)
def play_rounds(
    key: int, first: int, rounds: int, book: Ints, work: Ints, pack: Ints, out: Ints
) -> int:
    """Play the rounds from `first` on; write how each ended, its actions, winner, opener, payoff.

    Where it can't be done, the pack holds the number of the round behind the tiles.
    """
    row = wide.ROW
    size, sides = book[wide.SET_SIZE], book[wide.SIDES]
    written = 0
    for number in range(first, first + rounds):
        if not deal(mixed(key + number * GOLDEN), book, work, pack):
            pack[size] = number
            return VOID
        state = pack[size]
        actions = 0
        over = 0
        while over == 0:
            choices = legal(book, work, row)
            if choices == 0 or actions == book[wide.MOST_ACTIONS]:
                pack[size] = number
                return ENDLESS
            chosen = 0
            if choices > 1:
                state += GOLDEN
                chosen = share(mixed(state), choices)
            over = play(work[wide.LISTED + chosen], book, work, row)
            actions += 1
        run(book[wide.PAYOFF], book, work, row)
        out[written] = over
        out[written + 1] = actions
        out[written + 2] = run(book[wide.WON_BY], book, work, row)
        out[written + 3] = work[row + at.OPENER]
        for side in range(sides):
            # Beyond the head start the scores of a first round are what was paid on the way.
            before = book[book[wide.START] + wide.SCORES + side]
            out[written + 4 + side] = work[wide.POINTS + side] + work[row + wide.SCORES + side]
            out[written + 4 + side] -= before
        written += 4 + sides
    return FINE


@kernel(INT, INT, INT, GRID, LIST, INT, INT, INT, LIST, LIST, CUBE)
def play_out(
    first: int,
    last: int,
    rows: Ints,
    ranks: Ints,
    times: int,
    key: int,
    number: int,
    book: Ints,
    work: Ints,
    out: Ints,
) -> int:
    """Play some actions in each of some rows, and on to the end, as `kernel_rounds` does."""
    row = wide.ROW
    for world in range(first, last):
        chance = mixed(key + (number + world) * GOLDEN)
        for index in range(ranks.shape[0]):
            for time in range(times):
                for column in range(wide.STOCK_TILES + rows[world, at.STOCK]):
                    work[row + column] = rows[world, column]
                state = mixed(chance + time * GOLDEN)
                legal(book, work, row)
                over = play(work[wide.LISTED + ranks[index]], book, work, row)
                while over == 0:
                    choices = legal(book, work, row)
                    plays = 0
                    while plays < choices and work[wide.LISTED + plays] < wide.DRAW:
                        plays += 1
                    plays = plays or choices
                    chosen = 0
                    if plays > 1:
                        state += GOLDEN
                        chosen = share(mixed(state), plays)
                    over = play(work[wide.LISTED + chosen], book, work, row)
                run(book[wide.PAYOFF], book, work, row)
                for side in range(book[wide.SIDES]):
                    on_the_way = work[row + wide.SCORES + side] - rows[world, wide.SCORES + side]
                    out[world, index * times + time, side] = work[wide.POINTS + side] + on_the_way
    return FINE
