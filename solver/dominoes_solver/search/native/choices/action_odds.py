"""How likely a player chooses each action: features and probabilities over rows.

The same numbers as `belief/features.py` and `belief/model.py` in plain Python. What a round has
shown is kept in a list of its own beside the row. `book`, `work` and `row` are those of
`row_format`; `plan` and `facts` have the places named here. `numbers` has the features of one
action, by `feature_list`, and then `ROOM` probabilities for each model.
"""

# mypy: disable-error-code="no-any-return"
# To numba the numbers of an array are whole numbers like any other.

from __future__ import annotations

from math import exp

from dominoes_solver.search.native.choices import feature_list as of
from dominoes_solver.search.native.compiling.jit import (
    FLOAT,
    FLOATS,
    INT,
    LIST,
    THREE,
    Ints,
    Reals,
    compiled,
    count_bits,
    lowest_bit,
    part,
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
from dominoes_solver.search.native.rows.place_numbers import Places
from dominoes_solver.search.native.turns.legal_actions import open_tiles
from dominoes_solver.search.native.turns.stepping import (
    copy_row,
    lay,
    number_against,
    number_opened,
)

# ---------------------------------------------------------------- what a round has shown
_facts = Places()
LAID = _facts.take()
VOID = _facts.take(at.MOST_SEATS)
"""For each seat."""
LEFT_MAKER, RIGHT_MAKER = _facts.each(2)
"""Off a line, the first of both has for each number the seat that opened it last, plus 1."""
MAKER_BITS, MAKER_MASK = 3, 7
OPENED = _facts.take(at.MOST_SEATS)
"""For each seat, by the bits of `COUNT_BITS` in `feature_list`; playouts do not keep it, since nets
alone read it."""
FACTS = _facts.end

# ---------------------------------------------------------------- the places of a plan
_plan = Places()
HAND_SIZE, MOST_VALUE, REFUSAL_SHOWS = _plan.each(3)
"""The last: whether a draw or a pass shows that no tile fits."""
PARTNERS = _plan.take(at.MOST_SEATS)
"""For each seat its partner, or -1."""
MOST_PHASES = 8 + 3
"""Those of a model, and of the types of players beside it."""
PHASES = _plan.take(1 + MOST_PHASES)
"""The number of phases, then the fewest tiles of each."""
PAYS, BY_NUMBER = _plan.each(2)
"""Whether a play may be paid at once; and whether who opened an end is kept for each number, as off
a line of equal numbers."""
PLAN = _plan.end

# ---------------------------------------------------------------- the places of a model
NUMBERS = of.FEATURE_COUNT
_model = Places()
SLIP = _model.take()
THETA = _model.take(MOST_PHASES * NUMBERS)
MODEL = _model.end
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
    void_numbers, rest = 0, shown
    while rest:
        if book[at.FITS + lowest_bit(rest)] & may == 0:
            void_numbers += 1
        rest &= rest - 1
    return void_numbers / count_bits(shown)


@compiled(INT, LIST, LIST, INT)
def numbers_open(book: Ints, work: Ints, row: int) -> int:
    """The mask of the numbers that are open on a table that is not empty."""
    if book[at.SHAPE] > OTHER_LINE:
        ends = ends_of(book, work, row)
        sorts = ends >> HALVES_OPEN | ends >> WAITING_OPEN | ends >> DOUBLES_OPEN
        return (sorts | ends >> CENTRE_OPEN | ends >> CLOSED_OPEN) & ENDS_MASK
    return 1 << work[row + at.LEFT] | 1 << work[row + at.RIGHT]


@part(THREE, INT, INT, INT, LIST, LIST, INT)
def ends_after(
    action: int, covered: int, there: int, book: Ints, work: Ints, row: int
) -> tuple[int, int, int]:
    """What a play leaves open.

    The tiles that fit then, the numbers open, and the tiles that fit the number opened, as masks.
    there: the row after the play; that before it where none is needed.
    """
    tile = action & at.TILE
    if there != row:
        fitting, shown = open_tiles(book, work, there), numbers_open(book, work, there)
    else:
        left, right = book[at.HIGHS + tile], book[at.LOWS + tile]
        if covered >= 0:
            left, right = book[at.TOTALS + tile] - covered, work[row + at.RIGHT]
            if action & at.ON_RIGHT:
                right = work[row + at.LEFT]
        fitting, shown = book[at.FITS + left] | book[at.FITS + right], 1 << left | 1 << right
    opened = fitting
    if covered >= 0:
        opened = book[at.FITS + number_opened(action, covered, book)]
    return fitting, shown, opened


@part(INT, INT, INT, INT, INT, LIST, LIST, LIST, FLOATS)
def describe_others(
    mover: int, unseen: int, shown: int, seats: int, book: Ints, plan: Ints, facts: Ints,
    numbers: Reals,
) -> int:  # fmt: skip
    """Write what the next player, the partner and the player before certainly can't match."""
    following, before = (mover + 1) % seats, (mover + seats - 1) % seats
    partner = plan[PARTNERS + mover]
    numbers[of.NEXT_VOID] = closed(following, unseen, shown, book, facts)
    if numbers[of.NEXT_VOID] == 1.0:
        numbers[of.NEXT_STUCK] = 1.0
    if partner >= 0:
        numbers[of.PARTNER_VOID] = closed(partner, unseen, shown, book, facts)
        if numbers[of.PARTNER_VOID] == 1.0:
            numbers[of.PARTNER_STUCK] = 1.0
    if before != following:
        numbers[of.BEFORE_VOID] = closed(before, unseen, shown, book, facts)
    return 0


@part(INT, INT, INT, INT, INT, LIST, LIST, LIST, FLOATS)
def describe_covered(
    action: int, covered: int, mover: int, rest: int, book: Ints, plan: Ints, facts: Ints,
    numbers: Reals,
) -> int:  # fmt: skip
    """Write who made the end that a play covers, and how many own tiles would fit it."""
    if plan[BY_NUMBER]:
        maker = (facts[LEFT_MAKER] >> MAKER_BITS * covered & MAKER_MASK) - 1
    else:
        maker = facts[RIGHT_MAKER if action & at.ON_RIGHT else LEFT_MAKER]
    numbers[of.WITH_COVERED] = count_bits(rest & book[at.FITS + covered]) / plan[HAND_SIZE]
    sides = book[at.SIDES]
    if maker >= 0:
        if maker % sides != mover % sides:
            numbers[of.COVERS_OPPONENT] = 1.0
        elif maker == mover:
            numbers[of.COVERS_OWN] = 1.0
        else:
            numbers[of.COVERS_PARTNER] = 1.0
    return 0


@compiled(INT, INT, LIST, LIST, INT, LIST, LIST, FLOATS)
def describe(
    action: int, book: Ints, work: Ints, row: int, plan: Ints, facts: Ints, numbers: Reals
) -> int:
    """Write the features of an action."""
    for feature in range(NUMBERS):
        numbers[feature] = 0.0
    mover, size = work[row + at.MOVER], plan[HAND_SIZE]
    hand = work[row + at.HANDS + mover]
    if action & at.TILE >= at.NO_PLAY:
        if action == at.DRAW:
            numbers[of.DRAW] = 1.0
        elif action == at.PASS:
            numbers[of.PASS] = 1.0
        numbers[of.COULD_PLAY] = count_bits(hand & open_tiles(book, work, row)) / size
        return 0
    tile = action & at.TILE
    unseen = ((1 << book[at.SET_SIZE]) - 1) & ~facts[LAID] & ~hand
    rest = hand & ~(1 << tile)
    high, low = book[at.HIGHS + tile], book[at.LOWS + tile]
    covered = -1
    if work[row + at.LEFT] >= 0:
        covered = number_against(action, book, work, row)
        describe_covered(action, covered, mover, rest, book, plan, facts, numbers)
    there = row
    if book[at.SHAPE] or plan[PAYS]:
        there = copy_row(book, work, row, at.ROWS)
        lay(action, book, work, there)
    fitting, shown, opened = ends_after(action, covered, there, book, work, row)
    numbers[of.VALUE] = book[at.VALUES + tile] / plan[MOST_VALUE]
    if high == low:
        numbers[of.DOUBLE] = 1.0
    numbers[of.FIT_NEW_ENDS] = count_bits(rest & fitting) / size
    numbers[of.WITH_NEW] = count_bits(rest & opened) / size
    alike = book[at.FITS + high] | book[at.FITS + low]
    numbers[of.SHARE_A_HALF] = count_bits(rest & alike) / size
    if rest & fitting == 0:
        numbers[of.STUCK_NEXT] = 1.0
    if shown & (shown - 1) == 0:
        numbers[of.ENDS_ALIKE] = 1.0
    describe_others(mover, unseen, shown, book[at.SEATS], book, plan, facts, numbers)
    numbers[of.UNSEEN_FIT] = count_bits(unseen & fitting) / size
    if unseen & opened == 0:
        numbers[of.NO_OTHER_LEFT] = 1.0
    sides = book[at.SIDES]
    side = mover % sides
    for seat in range(book[at.SEATS]):
        if seat % sides != side and count_bits(work[row + at.HANDS + seat]) <= of.LATE:
            numbers[of.VALUE_LATE] = numbers[of.VALUE]
    if plan[PAYS]:
        run(book[at.AFTER_PLAY], book, work, there)
        paid = work[there + at.SCORES + side] - work[row + at.SCORES + side]
        numbers[of.POINTS] = paid / plan[MOST_VALUE]
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
    for index in range(count):
        describe(work[listed + index], book, work, row, plan, facts, numbers)
        rest = wanted
        while rest:
            model = lowest_bit(rest)
            rest &= rest - 1
            theta = model * MODEL + THETA + phase * NUMBERS
            score = 0.0
            for number in range(NUMBERS):
                score += models[theta + number] * numbers[number]
            numbers[ODDS + model * ROOM + index] = score
    rest = wanted
    while rest:
        model = lowest_bit(rest)
        rest &= rest - 1
        odds = ODDS + model * ROOM
        highest = numbers[odds]
        for index in range(1, count):
            highest = max(highest, numbers[odds + index])
        total = 0.0
        for index in range(count):
            numbers[odds + index] = exp(numbers[odds + index] - highest)
            total += numbers[odds + index]
        slip = models[model * MODEL + SLIP]
        for index in range(count):
            numbers[odds + index] = (1 - slip) * numbers[odds + index] / total + slip / count
    return 0
