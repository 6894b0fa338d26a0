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
from dominoes_solver.search.native.programs.stack_machine import pips_of
from dominoes_solver.search.native.rows import row_format as at

UNITS_AT = of.INPUT_COUNT
"""In the numbers at work: the units of the hidden layer, after the inputs of one action."""
NUMBER_BITS = 4
NUMBER_MASK = (1 << NUMBER_BITS) - 1
"""Of a number in an order, counted from 1, since 0 stands for none."""
COUNTED_BITS = 8
"""More than for all tiles of a set."""


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
    held, worth = pips_of(rest, book), pips_of(unseen, book)
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


@part(INT, INT, INT)
def number_in(order: int, which: int) -> int:
    """One of the numbers that `in_order` has put together, or -1."""
    return (order >> NUMBER_BITS * which & NUMBER_MASK) - 1


@compiled(INT, INT, INT, INT, INT, INT, LIST)
def in_order(opened: int, kept: int, covered: int, rest: int, unseen: int, book: Ints) -> int:
    """The numbers of a play, and then the others in order; each plus 1, in `NUMBER_BITS`."""
    order = opened + 1 | kept + 1 << NUMBER_BITS | covered + 1 << 2 * NUMBER_BITS
    seen = 1 << opened | 1 << kept
    if covered >= 0:
        seen |= 1 << covered
    for which in range(3, of.SEEN_NUMBERS):
        first, most = -1, -1
        for number in range(book[at.NUMBERS]):
            fits = book[at.FITS + number]
            many = count_bits(rest & fits) << COUNTED_BITS | count_bits(unseen & fits)
            if seen >> number & 1 == 0 and many > most:
                first, most = number, many
        if first < 0:
            break
        seen |= 1 << first
        order |= first + 1 << NUMBER_BITS * which
    return order


@compiled(INT, INT, INT, INT, LIST, FLOATS)
def write_pairs(order: int, rest: int, unseen: int, book: Ints, numbers: Reals) -> int:
    """Write for every two numbers whether an own or an unseen tile fits both."""
    here = of.OF_PAIRS
    for which in range(of.SEEN_NUMBERS):
        first = number_in(order, which)
        for following in range(which + 1, of.SEEN_NUMBERS):
            second = number_in(order, following)
            if first >= 0 and second >= 0:
                both = book[at.FITS + first] & book[at.FITS + second]
                both &= book[at.DOUBLE_TILES] if first == second else ~book[at.DOUBLE_TILES]
                if rest & both:
                    numbers[here] = 1.0
                if unseen & both:
                    numbers[here + 1] = 1.0
            here += 2
    return 0


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
    order = in_order(opened, kept, covered, rest, unseen, book)
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
        for which in range(of.SEEN_NUMBERS):
            number = number_in(order, which)
            if number >= 0:
                here = of.OF_NUMBERS + of.NUMBER_INPUTS * which
                if book[at.FITS + number] & may == 0:
                    numbers[here + of.VOIDS + offset] = 1.0
                plays = facts[OPENED + seat] >> of.COUNT_BITS * number & of.MOST_COUNTED
                numbers[here + of.PLAYS + offset] = plays / size
    for which in range(of.SEEN_NUMBERS):
        number = number_in(order, which)
        if number >= 0:
            fits = book[at.FITS + number]
            here = of.OF_NUMBERS + of.NUMBER_INPUTS * which
            numbers[here + of.OWN] = count_bits(rest & fits) / size
            numbers[here + of.UNSEEN] = count_bits(unseen & fits) / size
            if rest & fits & book[at.DOUBLE_TILES]:
                numbers[here + of.OWN_DOUBLE] = 1.0
            plays = facts[OPENED + mover] >> of.COUNT_BITS * number & of.MOST_COUNTED
            numbers[here + of.OWN_PLAYS] = plays / size
            here = of.OF_MORE + of.MORE_NUMBER_INPUTS * which
            numbers[here + of.PIPS] = number / max(1, book[at.NUMBERS] - 1)
            if unseen & fits & book[at.DOUBLE_TILES]:
                numbers[here + of.UNSEEN_DOUBLE] = 1.0
            if fits & ~facts[LAID] & ~facts[VOID + mover] == 0:
                numbers[here + of.OWN_VOID] = 1.0
    write_pairs(order, rest, unseen, book, numbers)
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
