"""How likely a player chooses each action: features and probabilities over rows.

The same numbers as `belief/features.py` and `belief/model.py` in plain Python. What a round has
shown is kept in a list of its own beside the row.
"""

# mypy: disable-error-code="no-any-return"
# To numba the numbers of an array are whole numbers like any other.

from __future__ import annotations

from math import exp

from dominoes_solver.search.native.compiling.jit import (
    FLOAT,
    FLOATS,
    INT,
    LIST,
    Ints,
    Reals,
    compiled,
    count_bits,
    lowest_bit,
)
from dominoes_solver.search.native.programs.stack_machine import run
from dominoes_solver.search.native.rows import row_format as at
from dominoes_solver.search.native.rows.arm_format import OTHER_LINE, WAY_MASK
from dominoes_solver.search.native.rows.open_arms import (
    CENTRE_OPEN,
    CLOSED_OPEN,
    DOUBLES_OPEN,
    ENDS_MASK,
    HALVES_OPEN,
    WAITING_OPEN,
    ends_of,
)
from dominoes_solver.search.native.turns.legal_actions import open_tiles
from dominoes_solver.search.native.turns.stepping import (
    copy_row,
    lay,
    number_against,
    number_opened,
)

# ---------------------------------------------------------------- what a round has shown
LAID = 0
VOID = 1
"""For each seat."""
LEFT_MAKER = 5
RIGHT_MAKER = 6
"""Off a line, the first of both has for each number the seat that opened it last, plus 1."""
MAKER_BITS, MAKER_MASK = 3, 7
OPENED = 7
"""For each seat, by the bits of `COUNT_BITS`; playouts do not keep it, since nets alone read it."""
FACTS = 11
COUNT_BITS = 4
"""As in `belief/features.py`."""

# ---------------------------------------------------------------- the places of a plan
HAND_SIZE = 0
MOST_VALUE = 1
REFUSAL_SHOWS = 2
"""Whether a draw or a pass shows that no tile fits."""
PARTNERS = 3
"""For each seat its partner, or -1."""
PHASES = 7
"""The number of phases, then the fewest tiles of each."""
MOST_PHASES = 8 + 3
"""Those of a model, and of the types of players beside it."""
PAYS = PHASES + 1 + MOST_PHASES
"""Whether a play may be paid at once."""
BY_NUMBER = PAYS + 1
"""Whether who opened an end is kept for each number, as off a line of equal numbers."""
PLAN = BY_NUMBER + 1

# ---------------------------------------------------------------- the places of a model
SLIP = 0
THETA = 1
NUMBERS = 23
"""The features."""
POINTS = 22
LATE = 2
MODEL = THETA + MOST_PHASES * NUMBERS
"""The numbers of one model; those of several players come one after another."""
ODDS = NUMBERS
"""In the numbers at work: the probabilities, after the features of one action; see `ROOM`."""
MOST_WAYS = WAY_MASK + 1
"""To lay a tile, in arms."""
ROOM = MOST_WAYS * at.MOST_TILES
"""For the probabilities of one model."""


@compiled(FLOAT, INT, INT, INT, LIST, LIST)
def closed(seat: int, unseen: int, shown: int, book: Ints, facts: Ints) -> float:
    """The share of the numbers open (a mask) that a seat certainly has no tile for."""
    may = unseen & ~facts[VOID + seat]
    found, rest = 0, shown
    while rest:
        if book[at.FITS + lowest_bit(rest)] & may == 0:
            found += 1
        rest &= rest - 1
    return found / count_bits(shown)


@compiled(INT, LIST, LIST, INT)
def numbers_open(book: Ints, work: Ints, row: int) -> int:
    """The mask of the numbers that are open on a table that is not empty."""
    if book[at.SHAPE] > OTHER_LINE:
        ends = ends_of(book, work, row)
        sorts = ends >> HALVES_OPEN | ends >> WAITING_OPEN | ends >> DOUBLES_OPEN
        return (sorts | ends >> CENTRE_OPEN | ends >> CLOSED_OPEN) & ENDS_MASK
    return 1 << work[row + at.LEFT] | 1 << work[row + at.RIGHT]


@compiled(INT, INT, LIST, LIST, INT, LIST, LIST, FLOATS)
def describe(
    action: int, book: Ints, work: Ints, row: int, plan: Ints, facts: Ints, numbers: Reals
) -> int:
    """Write the features of an action."""
    for place in range(NUMBERS):
        numbers[place] = 0.0
    seats = book[at.SEATS]
    mover = work[row + at.MOVER]
    hand = work[row + at.HANDS + mover]
    size, begun = plan[HAND_SIZE], work[row + at.LEFT] >= 0
    if action & at.TILE >= at.NO_PLAY:
        if action == at.DRAW:
            numbers[19] = 1.0
        elif action == at.PASS:
            numbers[20] = 1.0
        numbers[21] = count_bits(hand & open_tiles(book, work, row)) / size
        return 0
    tile = action & at.TILE
    unseen = ((1 << book[at.SET_SIZE]) - 1) & ~facts[LAID] & ~hand
    rest = hand & ~(1 << tile)
    high, low = book[at.HIGHS + tile], book[at.LOWS + tile]
    covered, maker = -1, -1
    if begun:
        covered = number_against(action, book, work, row)
        if plan[BY_NUMBER]:
            maker = (facts[LEFT_MAKER] >> MAKER_BITS * covered & MAKER_MASK) - 1
        else:
            maker = facts[RIGHT_MAKER if action & at.ON_RIGHT else LEFT_MAKER]
    there = row
    if book[at.SHAPE] or plan[PAYS]:
        there = copy_row(book, work, row, at.ROWS)
        lay(action, book, work, there)
        fitting, shown = open_tiles(book, work, there), numbers_open(book, work, there)
    else:
        left, right = high, low
        if begun:
            left, right = book[at.TOTALS + tile] - covered, work[row + at.RIGHT]
            if action & at.ON_RIGHT:
                right = work[row + at.LEFT]
        fitting, shown = book[at.FITS + left] | book[at.FITS + right], 1 << left | 1 << right
    opened = fitting
    if begun:
        opened = book[at.FITS + number_opened(action, covered, book)]
    following = (mover + 1) % seats
    before = (mover + seats - 1) % seats
    partner = plan[PARTNERS + mover]
    sides = book[at.SIDES]
    numbers[0] = book[at.VALUES + tile] / plan[MOST_VALUE]
    if high == low:
        numbers[1] = 1.0
    numbers[2] = count_bits(rest & fitting) / size
    numbers[3] = count_bits(rest & opened) / size
    numbers[5] = count_bits(rest & (book[at.FITS + high] | book[at.FITS + low])) / size
    if rest & fitting == 0:
        numbers[6] = 1.0
    if shown & (shown - 1) == 0:
        numbers[7] = 1.0
    numbers[9] = closed(following, unseen, shown, book, facts)
    if numbers[9] == 1.0:
        numbers[8] = 1.0
    if partner >= 0:
        numbers[11] = closed(partner, unseen, shown, book, facts)
        if numbers[11] == 1.0:
            numbers[10] = 1.0
    if before != following:
        numbers[12] = closed(before, unseen, shown, book, facts)
    numbers[13] = count_bits(unseen & fitting) / size
    if covered >= 0:
        numbers[4] = count_bits(rest & book[at.FITS + covered]) / size
        if maker >= 0:
            if maker % sides != mover % sides:
                numbers[14] = 1.0
            elif maker == mover:
                numbers[16] = 1.0
            else:
                numbers[15] = 1.0
    if unseen & opened == 0:
        numbers[17] = 1.0
    for seat in range(seats):
        if seat % sides != mover % sides and count_bits(work[row + at.HANDS + seat]) <= LATE:
            numbers[18] = numbers[0]
    if plan[PAYS]:
        side = mover % sides
        run(book[at.AFTER_PLAY], book, work, there)
        paid = work[there + at.SCORES + side] - work[row + at.SCORES + side]
        numbers[POINTS] = paid / plan[MOST_VALUE]
    return 0


@compiled(INT, INT, LIST, LIST, INT, INT, LIST, LIST, FLOATS, INT, FLOATS)
def weigh_actions(
    count: int,
    book: Ints,
    work: Ints,
    row: int,
    listed: int,
    plan: Ints,
    facts: Ints,
    models: Reals,
    wanted: int,
    numbers: Reals,
) -> int:
    """Write the probabilities of so many legal actions, listed in the work space.

    `wanted` is the mask of the models by which, each of which has room of its own. The features of
    an action are the same for all.
    """
    tiles = count_bits(work[row + at.HANDS + work[row + at.MOVER]])
    phase = 0
    while phase + 1 < plan[PHASES] and tiles < plan[PHASES + 1 + phase]:
        phase += 1
    for place in range(count):
        describe(work[listed + place], book, work, row, plan, facts, numbers)
        rest = wanted
        while rest:
            model = lowest_bit(rest)
            rest &= rest - 1
            theta = model * MODEL + THETA + phase * NUMBERS
            score = 0.0
            for number in range(NUMBERS):
                score += models[theta + number] * numbers[number]
            numbers[ODDS + model * ROOM + place] = score
    rest = wanted
    while rest:
        model = lowest_bit(rest)
        rest &= rest - 1
        odds = ODDS + model * ROOM
        highest = numbers[odds]
        for place in range(1, count):
            highest = max(highest, numbers[odds + place])
        total = 0.0
        for place in range(count):
            numbers[odds + place] = exp(numbers[odds + place] - highest)
            total += numbers[odds + place]
        slip = models[model * MODEL + SLIP]
        for place in range(count):
            numbers[odds + place] = (1 - slip) * numbers[odds + place] / total + slip / count
    return 0
