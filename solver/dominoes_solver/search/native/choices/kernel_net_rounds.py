"""Rounds between nets of choices from the deal: in lockstep for a learner, or duplicate deals.

In lockstep every round is played on to its next choice, all that is forced included. The inputs of
each play are written, so that one matrix product scores all of them.
"""

# mypy: disable-error-code="no-any-return"
# To numba the numbers of an array are whole numbers like any other.

from __future__ import annotations

from dominoes_solver.search.native.choices import feature_list as of
from dominoes_solver.search.native.choices.action_odds import (
    FACTS,
    LAID,
    LEFT_MAKER,
    OPENED,
    RIGHT_MAKER,
    VOID,
)
from dominoes_solver.search.native.choices.kernel_choices import MOST_ACTIONS, act
from dominoes_solver.search.native.choices.net_odds import score_of, write_inputs
from dominoes_solver.search.native.compiling.jit import (
    FLOAT_GRID,
    FLOATS,
    GRID,
    INT,
    LIST,
    SINGLES,
    Ints,
    Reals,
    Singles,
    compiled,
    count_bits,
    kernel,
    part,
)
from dominoes_solver.search.native.programs.stack_machine import pips_of, run
from dominoes_solver.search.native.rounds.chance_numbers import GOLDEN, mixed, share
from dominoes_solver.search.native.rounds.kernel_rounds import STOPPED_AT, deal
from dominoes_solver.search.native.rows import row_format as at
from dominoes_solver.search.native.turns.legal_actions import legal
from dominoes_solver.search.native.turns.stepping import number_against, number_opened

UNIT = 1 << 30
"""Chance in so many steps."""
NEW, UNDER_WAY, OVER = range(3)
STATE, LEAD, KEPT = range(3)
"""What is kept of a round in lockstep: which of these it is, the lead of the first side at its end,
and from `KEPT` on its row and what it has shown."""
KEPT_COLUMNS = KEPT + at.WIDTH + FACTS
ROUND, MOVER, PLAYS, OF_CHOICE = range(4)
"""For each choice: its round, its mover, and the number of plays."""
TABLE_OF_TILE, TABLE_OF_NUMBER, TABLE_OF_SEAT = 1, 2, 6
"""The numbers of a table for each tile and number of a seat, and of the seat itself."""


@part(INT, INT, LIST, LIST, LIST)
def begin(any_opener: int, book: Ints, work: Ints, facts: Ints) -> int:
    """Write what a round shows before its first turn.

    any_opener: the seat that opens with any tile; -1 where the rules say who opens.
    """
    row = at.SCRATCH
    for fact in range(FACTS):
        facts[fact] = 0
    unlaid = work[row + at.UNDRAWN]
    for seat in range(book[at.SEATS]):
        unlaid |= work[row + at.HANDS + seat]
    facts[LAID] = (1 << book[at.SET_SIZE]) - 1 & ~unlaid
    facts[LEFT_MAKER] = facts[RIGHT_MAKER] = -1
    if any_opener >= 0 and work[row + at.LEFT] < 0:
        work[row + at.OPENER] = work[row + at.MOVER] = any_opener
        work[row + at.OPENING] = (1 << book[at.SET_SIZE]) - 1
    return 0


@compiled(INT, INT, LIST, LIST, GRID, LIST, LIST)
def take(action: int, book: Ints, work: Ints, pack: Ints, plan: Ints, facts: Ints) -> int:
    """Carry out an action and note all that it shows; whether the round is over."""
    row = at.SCRATCH
    tile, mover = action & at.TILE, work[row + at.MOVER]
    if tile < at.NO_PLAY:
        if work[row + at.LEFT] >= 0:
            number = number_opened(action, number_against(action, book, work, row), book)
            facts[OPENED + mover] += 1 << of.COUNT_BITS * number
        else:
            high, low = book[at.HIGHS + tile], book[at.LOWS + tile]
            facts[OPENED + mover] += 1 << of.COUNT_BITS * high
            if low != high:
                facts[OPENED + mover] += 1 << of.COUNT_BITS * low
    return act(action, book, work, row, pack, 0, book[at.SET_SIZE], plan, facts)


@compiled(INT, LIST, LIST)
def lead_of_first(book: Ints, work: Ints) -> int:
    """What the first side has been paid in a round that is over, less what the second has."""
    run(book[at.PAYOFF], book, work, at.SCRATCH)
    return book[at.SIGN] * (work[at.POINTS] - work[at.POINTS + 1])


@part(INT, INT, INT, INT, LIST, LIST, GRID, LIST)
def deal_round(
    key: int, number: int, any_odds: int, deals: Ints, book: Ints, pack: Ints, work: Ints
) -> int:
    """Deal a round of a key; who opens with any tile (so many times in `UNIT`), or -1; -2 for none.

    Round n of a key is always dealt in the same way.
    """
    if not deal(mixed(key + number * GOLDEN), deals, book, work, pack):
        return -2
    state = mixed(deals[STOPPED_AT])
    if share(mixed(state), UNIT) >= any_odds:
        return -1
    return share(mixed(state + GOLDEN), book[at.SEATS])


@compiled(INT, LIST, LIST, LIST, INT, SINGLES)
def write_table(book: Ints, work: Ints, facts: Ints, line: int, table: Singles) -> int:
    """Write all hands and what has been shown, as the mover sees the seats; how many columns."""
    row, size = at.SCRATCH, book[at.SET_SIZE]
    seats, numbers, mover = book[at.SEATS], book[at.NUMBERS], work[at.SCRATCH + at.MOVER]
    left, right = work[row + at.LEFT], work[row + at.RIGHT]
    unlaid = (1 << size) - 1 & ~facts[LAID]
    column = 0
    for offset in range(seats):
        seat = (mover + offset) % seats
        hand = work[row + at.HANDS + seat]
        for tile in range(size):
            table[line, column + tile] = hand >> tile & 1
        column += size
        for number in range(numbers):
            fits = book[at.FITS + number]
            table[line, column] = count_bits(hand & fits)
            table[line, column + 1] = fits & unlaid & ~facts[VOID + seat] == 0
            column += 2
        table[line, column] = count_bits(hand)
        table[line, column + 1] = pips_of(hand, book) / 8
        table[line, column + 2] = count_bits(hand & book[at.FITS + left]) if left >= 0 else 0
        table[line, column + 3] = count_bits(hand & book[at.FITS + right]) if left >= 0 else 0
        table[line, column + 4] = facts[LEFT_MAKER] == seat
        table[line, column + 5] = facts[RIGHT_MAKER] == seat
        column += TABLE_OF_SEAT
    for number in range(numbers):
        table[line, column] = left == number
        table[line, column + 1] = right == number
        column += 2
    return column


@part(INT, LIST, LIST, INT, INT, LIST, GRID)
def put_away(book: Ints, work: Ints, index: int, over: int, facts: Ints, rounds: Ints) -> int:
    """Keep a round as it is in the work space."""
    for column in range(at.WIDTH):
        rounds[index, KEPT + column] = work[at.SCRATCH + column]
    for fact in range(FACTS):
        rounds[index, KEPT + at.WIDTH + fact] = facts[fact]
    rounds[index, STATE] = OVER if over else UNDER_WAY
    if over:
        rounds[index, LEAD] = lead_of_first(book, work)
    return 0


@kernel(
    INT, INT, INT, INT, LIST, GRID, LIST, LIST, GRID, LIST, LIST, LIST, FLOATS, SINGLES, SINGLES,
    GRID,
)  # fmt: skip
def advance(
    key: int,
    first: int,
    any_odds: int,
    taken: Ints,
    rounds: Ints,
    deals: Ints,
    book: Ints,
    pack: Ints,
    work: Ints,
    plan: Ints,
    facts: Ints,
    numbers: Reals,
    inputs: Singles,
    tables: Singles,
    choices: Ints,
) -> int:
    """Play each round on to its next choice; how many choices are written, or -1 for no end.

    any_odds: how often in `UNIT` any tile may open. taken: for each round which of the plays of
        its choice is taken. rounds: rounds x `KEPT_COLUMNS`, of which new ones are dealt.
    inputs: a line for each play of each choice. tables: for each choice one by `write_table`.
    choices: for each its round, its mover and its plays.
    """
    row, lines, written = at.SCRATCH, 0, 0
    for index in range(len(rounds)):
        if rounds[index, STATE] == OVER:
            continue
        over, chosen = 0, -1
        if rounds[index, STATE] == NEW:
            opener = deal_round(key, first + index, any_odds, deals, book, pack, work)
            if opener < -1:
                return -1
            begin(opener, book, work, facts)
        else:
            for column in range(at.WIDTH):
                work[row + column] = rounds[index, KEPT + column]
            for fact in range(FACTS):
                facts[fact] = rounds[index, KEPT + at.WIDTH + fact]
            chosen = taken[index]
        actions = 0
        while over == 0:
            count = legal(book, work, row, at.LISTS)
            if count > 1 and chosen < 0:
                break
            if count == 0 or actions == MOST_ACTIONS:
                return -1
            over = take(work[at.LISTS + max(0, chosen)], book, work, pack, plan, facts)
            chosen = -1
            actions += 1
        put_away(book, work, index, over, facts, rounds)
        if over:
            continue
        for place in range(count):
            write_inputs(work[at.LISTS + place], book, work, row, plan, facts, numbers)
            for column in range(of.INPUT_COUNT):
                inputs[lines + place, column] = numbers[column]
        write_table(book, work, facts, written, tables)
        choices[written, ROUND] = index
        choices[written, MOVER] = work[row + at.MOVER]
        choices[written, PLAYS] = count
        lines += count
        written += 1
    return written


@compiled(INT, LIST, LIST, GRID, LIST, LIST, FLOAT_GRID, INT, LIST, FLOATS)
def play_to_end(
    book: Ints,
    work: Ints,
    pack: Ints,
    plan: Ints,
    facts: Ints,
    nets: Reals,
    units: int,
    cast: Ints,
    numbers: Reals,
) -> int:
    """Let each seat take the best play by its net; whether the round has an end."""
    row = at.SCRATCH
    for _ in range(MOST_ACTIONS):
        count = legal(book, work, row, at.LISTS)
        if count == 0:
            return 0
        best, highest = 0, 0.0
        for index in range(count * (count > 1)):
            write_inputs(work[at.LISTS + index], book, work, row, plan, facts, numbers)
            score = score_of(nets[cast[work[row + at.MOVER]]], units, numbers)
            if index == 0 or score > highest:
                best, highest = index, score
        if take(work[at.LISTS + best], book, work, pack, plan, facts):
            return 1
    return 0


@kernel(
    INT, INT, INT, INT, LIST, LIST, GRID, LIST, LIST, LIST, FLOAT_GRID, INT, GRID, FLOATS, GRID,
)  # fmt: skip
def duplicates(
    key: int,
    first: int,
    any_odds: int,
    deals: Ints,
    book: Ints,
    pack: Ints,
    work: Ints,
    plan: Ints,
    facts: Ints,
    nets: Reals,
    units: int,
    casts: Ints,
    numbers: Reals,
    leads: Ints,
) -> int:
    """Play deals once with every cast, and write the leads of the first side; whether it worked.

    casts: for each seat the number of its net. leads: deals x casts.
    """
    for number in range(len(leads)):
        for index in range(len(casts)):
            opener = deal_round(key, first + number, any_odds, deals, book, pack, work)
            if opener < -1:
                return 0
            begin(opener, book, work, facts)
            if not play_to_end(book, work, pack, plan, facts, nets, units, casts[index], numbers):
                return 0
            leads[number, index] = lead_of_first(book, work)
    return 1
