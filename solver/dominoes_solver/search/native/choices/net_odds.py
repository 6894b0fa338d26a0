"""The inputs of a net and its scores over rows.

The same numbers as `belief/net_inputs.py` and `belief/net.py` in plain Python.
"""

# mypy: disable-error-code="no-any-return"
# To numba the numbers of an array are whole numbers like any other.

from __future__ import annotations

from dominoes_solver.search.native.choices import feature_list as of
from dominoes_solver.search.native.choices.action_odds import (
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
    part,
)
from dominoes_solver.search.native.rows import row_format as at

UNITS_AT = of.INPUT_COUNT
"""In the numbers at work: the units of the hidden layer, after the inputs of one action."""


@compiled(FLOAT, INT, INT, INT)
def none_of(fitting: int, unseen: int, size: int) -> float:
    """The probability that none of so many tiles out of the unseen ones (masks) fits."""
    count = count_bits(unseen)
    unfit = count - count_bits(unseen & fitting)
    odds = 1.0
    for drawn in range(size):
        if unfit <= drawn:
            return 0.0
        odds = odds * (unfit - drawn) / (count - drawn)
    return odds


@part(INT, INT, INT, LIST, LIST, FLOATS)
def write_tiles(rest: int, unseen: int, book: Ints, plan: Ints, numbers: Reals) -> int:
    """Write how many tiles are left, own and unseen, and what they are worth."""
    held, worth = 0, 0
    for tile in range(book[at.SET_SIZE]):
        if rest >> tile & 1:
            held += book[at.VALUES + tile]
        if unseen >> tile & 1:
            worth += book[at.VALUES + tile]
    hidden, size, most = count_bits(unseen), plan[HAND_SIZE], plan[MOST_VALUE]
    numbers[of.LEFT] = count_bits(rest) / size
    numbers[of.LEFT_VALUE] = held / (most * size)
    numbers[of.UNSEEN_LEFT] = hidden / book[at.SET_SIZE]
    numbers[of.UNSEEN_VALUE] = worth / (most * max(1, hidden))
    return 0


@part(INT, INT, INT, INT, LIST, FLOATS)
def write_maker(maker: int, covered: int, mover: int, book: Ints, numbers: Reals) -> int:
    """Write who made the end that a play leaves as it was."""
    sides = book[at.SIDES]
    if covered < 0:
        numbers[of.OPENS] = 1.0
    elif maker >= 0:
        if maker % sides != mover % sides:
            numbers[of.OTHER_BY_OPPONENT] = 1.0
        elif maker != mover:
            numbers[of.OTHER_BY_PARTNER] = 1.0
        else:
            numbers[of.OTHER_BY_MOVER] = 1.0
    return 0


@part(INT, INT, INT, INT, INT)
def seat_asked(place: int, mover: int, seats: int, partner: int) -> int:
    """The next player, the partner or the player before; -1 where there is none of its own."""
    following = (mover + 1) % seats
    if place == 0:
        return following
    if place == 1:
        return partner
    before = (mover + seats - 1) % seats
    return -1 if before == following else before


@compiled(INT, INT, LIST, LIST, INT, LIST, LIST, FLOATS)
def write_inputs(
    action: int, book: Ints, work: Ints, row: int, plan: Ints, facts: Ints, numbers: Reals
) -> int:
    """Write the inputs of a play."""
    describe(action, book, work, row, plan, facts, numbers)
    for input_number in range(of.OF_PLAYS, of.INPUT_COUNT):
        numbers[input_number] = 0.0
    mover, size = work[row + at.MOVER], plan[HAND_SIZE]
    hand = work[row + at.HANDS + mover]
    tile = action & at.TILE
    unseen = ((1 << book[at.SET_SIZE]) - 1) & ~facts[LAID] & ~hand
    rest = hand & ~(1 << tile)
    opened, kept = book[at.HIGHS + tile], book[at.LOWS + tile]
    covered, maker = -1, -1
    if work[row + at.LEFT] >= 0:
        covered, kept, maker = work[row + at.LEFT], work[row + at.RIGHT], facts[RIGHT_MAKER]
        if action & at.ON_RIGHT:
            covered, kept, maker = kept, covered, facts[LEFT_MAKER]
        opened = book[at.TOTALS + tile] - covered
    write_tiles(rest, unseen, book, plan, numbers)
    write_maker(maker, covered, mover, book, numbers)
    fitting = book[at.FITS + opened] | book[at.FITS + kept]
    for offset in range(3):
        seat = seat_asked(offset, mover, book[at.SEATS], plan[PARTNERS + mover])
        if seat < 0:
            continue
        may = unseen & ~facts[VOID + seat]
        many = count_bits(work[row + at.HANDS + seat])
        here = of.OF_SEATS + of.SEAT_INPUTS * offset
        numbers[here + of.SIZE] = many / size
        numbers[here + of.STUCK_ODDS] = none_of(fitting, may, many)
        numbers[here + of.SHORT_ODDS] = none_of(book[at.FITS + opened], may, many)
        for which_end in range(3):
            number = opened if which_end == 0 else kept if which_end == 1 else covered
            if number >= 0:
                here = of.OF_NUMBERS + of.NUMBER_INPUTS * which_end
                if book[at.FITS + number] & may == 0:
                    numbers[here + of.VOIDS + offset] = 1.0
                plays = facts[OPENED + seat] >> of.COUNT_BITS * number & of.MOST_COUNTED
                numbers[here + of.PLAYS + offset] = plays / size
    for which_end in range(3):
        number = opened if which_end == 0 else kept if which_end == 1 else covered
        if number >= 0:
            fits = book[at.FITS + number]
            here = of.OF_NUMBERS + of.NUMBER_INPUTS * which_end
            numbers[here + of.OWN] = count_bits(rest & fits) / size
            numbers[here + of.UNSEEN] = count_bits(unseen & fits) / size
            if rest & fits & book[at.DOUBLE_TILES]:
                numbers[here + of.OWN_DOUBLE] = 1.0
            plays = facts[OPENED + mover] >> of.COUNT_BITS * number & of.MOST_COUNTED
            numbers[here + of.OWN_PLAYS] = plays / size
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
    for input_number in range(of.INPUT_COUNT):
        number = numbers[input_number]
        if number != 0.0:
            score += net[begin] * number
            for unit in range(units):
                numbers[UNITS_AT + unit] += net[begin + 1 + unit] * number
        begin += 1 + units
    for unit in range(units):
        if numbers[UNITS_AT + unit] > 0.0:
            score += net[units + unit] * numbers[UNITS_AT + unit]
    return score
