"""The inputs of a net and its scores over rows.

The same numbers as `belief/net_inputs.py` and `belief/net.py` in plain Python.
"""

# mypy: disable-error-code="no-any-return"
# To numba the numbers of an array are whole numbers like any other.

from __future__ import annotations

from dominoes_solver.search.native.choices.action_odds import (
    COUNT_BITS,
    HAND_SIZE,
    LAID,
    LEFT_MAKER,
    MOST_VALUE,
    OPENED,
    PARTNERS,
    RIGHT_MAKER,
    VOID,
    describe,
)
from dominoes_solver.search.native.compiling.jit import (
    FLOAT,
    FLOATS,
    INT,
    LIST,
    Ints,
    Reals,
    compiled,
    count_bits,
)
from dominoes_solver.search.native.rows import row_format as at

FEATURES_OF_PLAYS = 19
OF_SEATS, OF_NUMBERS = FEATURES_OF_PLAYS + 8, FEATURES_OF_PLAYS + 8 + 3 * 3
OF_A_NUMBER = 10
MOST_COUNTED = (1 << COUNT_BITS) - 1
INPUT_COUNT = OF_NUMBERS + 3 * OF_A_NUMBER
UNITS_AT = INPUT_COUNT
"""In the numbers at work: the units of the hidden layer, after the inputs of one action."""


@compiled(FLOAT, INT, INT, INT)
def none_of(fitting: int, unseen: int, size: int) -> float:
    """The probability that none of so many tiles out of the unseen ones (masks) fits."""
    count = count_bits(unseen)
    others = count - count_bits(unseen & fitting)
    odds = 1.0
    for place in range(size):
        if others <= place:
            return 0.0
        odds = odds * (others - place) / (count - place)
    return odds


@compiled(INT, INT, LIST, LIST, INT, LIST, LIST, FLOATS)
def write_inputs(
    action: int, book: Ints, work: Ints, row: int, plan: Ints, facts: Ints, numbers: Reals
) -> int:
    """Write the inputs of a play."""
    describe(action, book, work, row, plan, facts, numbers)
    for place in range(FEATURES_OF_PLAYS, INPUT_COUNT):
        numbers[place] = 0.0
    seats, sides = book[at.SEATS], book[at.SIDES]
    mover = work[row + at.MOVER]
    hand = work[row + at.HANDS + mover]
    size, most = plan[HAND_SIZE], plan[MOST_VALUE]
    tile = action & at.TILE
    unseen = ((1 << book[at.SET_SIZE]) - 1) & ~facts[LAID] & ~hand
    rest = hand & ~(1 << tile)
    opened, other = work[row + at.LEFT], work[row + at.RIGHT]
    covered, maker = -1, -1
    if opened < 0:
        opened, other = book[at.HIGHS + tile], book[at.LOWS + tile]
    elif action & at.ON_RIGHT:
        opened, other = other, opened
        covered, maker = opened, facts[LEFT_MAKER]
        opened = book[at.TOTALS + tile] - opened
    else:
        covered, maker = opened, facts[RIGHT_MAKER]
        opened = book[at.TOTALS + tile] - opened
    held, worth = 0, 0
    for one in range(book[at.SET_SIZE]):
        if rest >> one & 1:
            held += book[at.VALUES + one]
        if unseen >> one & 1:
            worth += book[at.VALUES + one]
    hidden = count_bits(unseen)
    here = FEATURES_OF_PLAYS
    numbers[here] = count_bits(rest) / size
    numbers[here + 1] = held / (most * size)
    numbers[here + 2] = hidden / book[at.SET_SIZE]
    numbers[here + 3] = worth / (most * max(1, hidden))
    if covered < 0:
        numbers[here + 4] = 1.0
    elif maker >= 0:
        if maker % sides != mover % sides:
            numbers[here + 5] = 1.0
        elif maker != mover:
            numbers[here + 6] = 1.0
        else:
            numbers[here + 7] = 1.0
    fitting = book[at.FITS + opened] | book[at.FITS + other]
    following = (mover + 1) % seats
    for place in range(3):
        seat = following
        if place == 1:
            seat = plan[PARTNERS + mover]
        elif place == 2:
            seat = (mover + seats - 1) % seats
            if seat == following:
                seat = -1
        if seat < 0:
            continue
        may = unseen & ~facts[VOID + seat]
        many = count_bits(work[row + at.HANDS + seat])
        here = OF_SEATS + 3 * place
        numbers[here] = many / size
        numbers[here + 1] = none_of(fitting, may, many)
        numbers[here + 2] = none_of(book[at.FITS + opened], may, many)
        for which in range(3):
            number = opened if which == 0 else other if which == 1 else covered
            if number >= 0:
                here = OF_NUMBERS + OF_A_NUMBER * which
                if book[at.FITS + number] & may == 0:
                    numbers[here + 2 + place] = 1.0
                plays = facts[OPENED + seat] >> COUNT_BITS * number & MOST_COUNTED
                numbers[here + 7 + place] = plays / size
    for which in range(3):
        number = opened if which == 0 else other if which == 1 else covered
        if number >= 0:
            fits = book[at.FITS + number]
            here = OF_NUMBERS + OF_A_NUMBER * which
            numbers[here] = count_bits(rest & fits) / size
            numbers[here + 1] = count_bits(unseen & fits) / size
            if rest & fits & book[at.DOUBLE_TILES]:
                numbers[here + 5] = 1.0
            plays = facts[OPENED + mover] >> COUNT_BITS * number & MOST_COUNTED
            numbers[here + 6] = plays / size
    return 0


@compiled(FLOAT, FLOATS, INT, FLOATS)
def score_of(net: Reals, units: int, numbers: Reals) -> float:
    """The score of a play whose inputs are written.

    A net has the bias of each unit, what each adds to the score, and for each input what it adds to
    the score and to each unit.
    """
    score = 0.0
    for unit in range(units):
        numbers[UNITS_AT + unit] = net[unit]
    begin = 2 * units
    for place in range(INPUT_COUNT):
        number = numbers[place]
        if number != 0.0:
            score += net[begin] * number
            for unit in range(units):
                numbers[UNITS_AT + unit] += net[begin + 1 + unit] * number
        begin += 1 + units
    for unit in range(units):
        if numbers[UNITS_AT + unit] > 0.0:
            score += net[units + unit] * numbers[UNITS_AT + unit]
    return score
