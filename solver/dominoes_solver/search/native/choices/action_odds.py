"""How likely a player chooses each action: features and probabilities over rows.

The same numbers as `belief/features.py` and `belief/model.py` in plain Python. What a round has
shown is kept in a list of its own beside the row.
"""

# mypy: disable-error-code="no-any-return"
# To numba the numbers of an array are whole numbers like any other.

from __future__ import annotations

from math import exp

from dominoes_solver.search.native.compiling.jit import (
    FLOATS,
    INT,
    LIST,
    Ints,
    Reals,
    compiled,
    count_bits,
)
from dominoes_solver.search.native.rows import row_format as at

# ---------------------------------------------------------------- what a round has shown
LAID = 0
VOID = 1
"""For each seat."""
LEFT_MAKER = 5
RIGHT_MAKER = 6
OPENED = 7
"""For each seat, by the bits of `COUNT_BITS`; playouts do not keep it, since nets alone read it."""
FACTS = 11
COUNT_BITS = 4
"""As in `belief/features.py`."""

# ---------------------------------------------------------------- the places of a plan
HAND_SIZE = 0
MOST_VALUE = 1
TELLS = 2
"""Whether a draw or a pass shows that no tile fits."""
PARTNERS = 3
"""For each seat its partner, or -1."""
PHASES = 7
"""The number of phases, then the fewest tiles of each."""
MOST_PHASES = 8
PLAN = PHASES + 1 + MOST_PHASES

# ---------------------------------------------------------------- the places of a model
SLIP = 0
THETA = 1
NUMBERS = 22
"""The features."""
LATE = 2
MODEL = THETA + MOST_PHASES * NUMBERS
"""The numbers of one model; those of several players come one after another."""
ODDS = NUMBERS
"""In the numbers at work: the probabilities, after the features of one action."""
AT_WORK = NUMBERS + 128


@compiled(INT, INT, INT, INT, INT, LIST, LIST)
def closed(seat: int, unseen: int, left: int, right: int, book: Ints, facts: Ints) -> int:
    """How many of the two ends a seat certainly has no tile for."""
    may = unseen & ~facts[VOID + seat]
    found = 0
    if book[at.FITS + left] & may == 0:
        found += 1
    if book[at.FITS + right] & may == 0:
        found += 1
    return found


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
    left, right = work[row + at.LEFT], work[row + at.RIGHT]
    size = plan[HAND_SIZE]
    if action & at.TILE >= at.DRAW:
        if action == at.DRAW:
            numbers[19] = 1.0
        elif action == at.PASS:
            numbers[20] = 1.0
        numbers[21] = count_bits(hand & (book[at.FITS + left] | book[at.FITS + right])) / size
        return 0
    tile = action & at.TILE
    unseen = ((1 << book[at.SET_SIZE]) - 1) & ~facts[LAID] & ~hand
    rest = hand & ~(1 << tile)
    high, low = book[at.HIGHS + tile], book[at.LOWS + tile]
    covered, maker = -1, -1
    if left < 0:
        left, right = high, low
        opened = book[at.FITS + left] | book[at.FITS + right]
    elif action & at.ON_RIGHT:
        covered, maker = right, facts[RIGHT_MAKER]
        right = book[at.TOTALS + tile] - right
        opened = book[at.FITS + right]
    else:
        covered, maker = left, facts[LEFT_MAKER]
        left = book[at.TOTALS + tile] - left
        opened = book[at.FITS + left]
    fitting = book[at.FITS + left] | book[at.FITS + right]
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
    if left == right:
        numbers[7] = 1.0
    numbers[9] = closed(following, unseen, left, right, book, facts) / 2
    if numbers[9] == 1.0:
        numbers[8] = 1.0
    if partner >= 0:
        numbers[11] = closed(partner, unseen, left, right, book, facts) / 2
        if numbers[11] == 1.0:
            numbers[10] = 1.0
    if before != following:
        numbers[12] = closed(before, unseen, left, right, book, facts) / 2
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
    model: int,
    numbers: Reals,
) -> int:
    """Write the probabilities of so many legal actions, listed in the work space.

    `model` is the place of the first number of the mover's model.
    """
    tiles = count_bits(work[row + at.HANDS + work[row + at.MOVER]])
    phase = 0
    while phase + 1 < plan[PHASES] and tiles < plan[PHASES + 1 + phase]:
        phase += 1
    theta = model + THETA + phase * NUMBERS
    highest = 0.0
    for place in range(count):
        describe(work[listed + place], book, work, row, plan, facts, numbers)
        score = 0.0
        for number in range(NUMBERS):
            score += models[theta + number] * numbers[number]
        numbers[ODDS + place] = score
        if place == 0 or score > highest:
            highest = score
    total = 0.0
    for place in range(count):
        numbers[ODDS + place] = exp(numbers[ODDS + place] - highest)
        total += numbers[ODDS + place]
    slip = models[model + SLIP]
    for place in range(count):
        numbers[ODDS + place] = (1 - slip) * numbers[ODDS + place] / total + slip / count
    return 0
