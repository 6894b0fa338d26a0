"""The model of choices over rows: features, probabilities, weights of many worlds, playouts.

The same numbers as `belief/features.py`, `belief/model.py` and `belief/likelihood.py` in plain
Python. What a round has shown is kept in a list of its own beside the row.
"""

# mypy: disable-error-code="no-any-return"
# To numba the numbers of an array are whole numbers like any other.

from __future__ import annotations

from math import exp

from dominoes_solver.search.native import row_format as at
from dominoes_solver.search.native.any_turns import legal, play
from dominoes_solver.search.native.chance_numbers import GOLDEN, mixed, share
from dominoes_solver.search.native.jit import (
    FLOAT_GRID,
    FLOATS,
    GRID,
    INT,
    LIST,
    Ints,
    Reals,
    compiled,
    count_bits,
    kernel,
    lowest_bit,
)
from dominoes_solver.search.native.programs.stack_machine import run

# ---------------------------------------------------------------- what a round has shown
LAID = 0
VOID = 1
"""For each seat."""
LEFT_MAKER = 5
RIGHT_MAKER = 6
FACTS = 8

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
ODDS = NUMBERS
"""In the numbers at work: the probabilities, after the features of one action."""
AT_WORK = NUMBERS + 128

MOST_ACTIONS = 10_000
"""Of a playout; a longer one has no end."""
FINE, ENDLESS = 0, 1
UNIT = 1 << 30
"""Chance in so many steps."""
LEAST = 1e-5
"""As in `belief/applied_model.py`."""


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
    if action in (at.DRAW, at.PASS):
        numbers[19 if action == at.DRAW else 20] = 1.0
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


@compiled(INT, INT, LIST, LIST, INT, INT, LIST, LIST, FLOATS, FLOATS)
def weigh_actions(
    count: int,
    book: Ints,
    work: Ints,
    row: int,
    listed: int,
    plan: Ints,
    facts: Ints,
    model: Reals,
    numbers: Reals,
) -> int:
    """Write the probabilities of so many legal actions, listed in the work space."""
    tiles = count_bits(work[row + at.HANDS + work[row + at.MOVER]])
    phase = 0
    while phase + 1 < plan[PHASES] and tiles < plan[PHASES + 1 + phase]:
        phase += 1
    theta = THETA + phase * NUMBERS
    highest = 0.0
    for place in range(count):
        describe(work[listed + place], book, work, row, plan, facts, numbers)
        score = 0.0
        for number in range(NUMBERS):
            score += model[theta + number] * numbers[number]
        numbers[ODDS + place] = score
        if place == 0 or score > highest:
            highest = score
    total = 0.0
    for place in range(count):
        numbers[ODDS + place] = exp(numbers[ODDS + place] - highest)
        total += numbers[ODDS + place]
    slip = model[SLIP]
    for place in range(count):
        numbers[ODDS + place] = (1 - slip) * numbers[ODDS + place] / total + slip / count
    return 0


@compiled(INT, INT, LIST, LIST, INT, GRID, INT, INT, LIST, LIST)
def act(
    action: int,
    book: Ints,
    work: Ints,
    row: int,
    stocks: Ints,
    world: int,
    stock_size: int,
    plan: Ints,
    facts: Ints,
) -> int:
    """Carry out an action and note what it shows; whether the round is over, and how it ended."""
    mover = work[row + at.MOVER]
    left, right = work[row + at.LEFT], work[row + at.RIGHT]
    over = play(action, book, work, row, stocks, world, stock_size)
    if action < at.DRAW:
        facts[LAID] |= 1 << (action & at.TILE)
        if left < 0 or action & at.ON_RIGHT:
            facts[RIGHT_MAKER] = mover
        if left < 0 or action & at.ON_RIGHT == 0:
            facts[LEFT_MAKER] = mover
        return over
    fits = 0
    if plan[TELLS]:
        fits = book[at.FITS + left] | book[at.FITS + right]
    if action == at.PASS:
        facts[VOID + mover] |= fits
    else:
        tied = 0 <= work[row + at.STEP] < book[at.STEP_COUNT]
        facts[VOID + mover] = fits if tied else 0
    return over


@kernel(
    INT, GRID, GRID, LIST, INT, GRID, GRID, LIST, LIST, LIST, LIST, FLOATS, FLOATS, FLOATS,
    FLOAT_GRID,
)  # fmt: skip
def weigh(
    rows: Ints,
    facts: Ints,
    actions: Ints,
    hiding: int,
    hands: Ints,
    drawn: Ints,
    openings: Ints,
    plan: Ints,
    book: Ints,
    work: Ints,
    model: Reals,
    numbers: Reals,
    weights: Reals,
    out: Reals,
) -> int:
    """Write how likely the actions of a round were in every world, together and one by one.

    `rows` and `facts` are what everybody saw before each action: only the hands differ between
    worlds. `hands` are those dealt, and are played on; `drawn` has the masks of the tiles drawn by
    each action, `openings` those that the opener might begin with. `hiding` is the mask of the
    seats whose choices tell. `out` may have no columns.
    Returns -1, or the first world in which an action is not legal.
    """
    row = at.SCRATCH
    worlds, seats, each = len(hands), book[at.SEATS], out.shape[1]
    for world in range(worlds):
        weights[world] = 1.0
    for ply in range(len(actions)):
        action, mover = actions[ply], rows[ply, at.MOVER]
        # A pass that shows that nothing fits was no choice where nothing is drawn.
        forced = action == at.PASS and plan[TELLS] and book[at.DRAWS] == 0
        if hiding >> mover & 1 and not forced:
            for place in range(at.WIDTH):
                work[row + place] = rows[ply, place]
            opens = work[row + at.LEFT] < 0
            for world in range(worlds):
                for seat in range(seats):
                    work[row + at.HANDS + seat] = hands[world, seat]
                if opens:
                    work[row + at.OPENING] = openings[world]
                count = legal(book, work, row, at.LISTS)
                if count > 1:
                    weigh_actions(
                        count, book, work, row, at.LISTS, plan, facts[ply], model, numbers
                    )
                likely = -1.0
                for place in range(count):
                    if work[at.LISTS + place] == action:
                        likely = numbers[ODDS + place] if count > 1 else 1.0
                if likely < 0:
                    return world
                weights[world] *= max(likely, LEAST)
                if each:
                    out[world, ply] = likely
        if action < at.DRAW:
            for world in range(worlds):
                hands[world, mover] &= ~(1 << (action & at.TILE))
        elif action == at.DRAW:
            for world in range(worlds):
                hands[world, mover] |= drawn[world, ply]
    return -1


@kernel(INT, INT, INT, INT, INT, LIST, LIST, LIST, GRID, FLOATS)
def deal_worlds(
    state: int,
    unseen: int,
    mover: int,
    seats: int,
    void: Ints,
    sizes: Ints,
    strides: Ints,
    worlds: Ints,
    ways: Reals,
) -> int:
    """Draw worlds uniformly from those that fit what the mover knows; the new chance.

    A table counts, for each number of tiles left and the room in each hand, in how many ways the
    rest can be dealt, and a world follows it tile by tile. A row of `worlds` holds the hands, of
    which that of the mover is left as it is; of the others `sizes` has the sizes, 0 for the mover.
    """
    size = count_bits(unseen)
    states = 1
    for seat in range(seats):
        strides[seat] = states
        states *= sizes[seat] + 1
    # Backwards: in how many ways the tiles from one on can be dealt into the room that is left.
    for place in range(states):
        ways[size * states + place] = 0.0
    ways[size * states] = 1.0
    rest = unseen
    for before in range(size):
        # The tiles from the highest down, so that a world is dealt from the lowest up.
        tile = 0
        for bit in range(at.MOST_TILES - 1, -1, -1):
            if rest >> bit & 1:
                tile = bit
                break
        rest ^= 1 << tile
        here = size - 1 - before
        for place in range(states):
            total, free = 0.0, 0
            for seat in range(seats):
                if seat != mover:
                    left = place // strides[seat] % (sizes[seat] + 1)
                    free += left
                    if left and void[seat] >> tile & 1 == 0:
                        total += ways[(here + 1) * states + place - strides[seat]]
            if size - here > free:
                total += ways[(here + 1) * states + place]
            ways[here * states + place] = total if free <= size - here else 0.0
    for world in range(len(worlds)):
        place = states - 1
        here = 0
        rest = unseen
        while rest:
            tile = lowest_bit(rest)
            rest &= rest - 1
            state += GOLDEN
            drawn = share(mixed(state), UNIT) / UNIT * ways[here * states + place]
            chosen, last = -1, -1
            for seat in range(seats):
                if seat != mover:
                    left = place // strides[seat] % (sizes[seat] + 1)
                    if left and void[seat] >> tile & 1 == 0:
                        odds = ways[(here + 1) * states + place - strides[seat]]
                        if odds > 0:
                            last = seat
                            drawn -= odds
                            if drawn < 0:
                                chosen = seat
                                break
            # The rest is the share of the tiles that nobody holds.
            if chosen < 0 and ways[(here + 1) * states + place] == 0:
                chosen = last
            if chosen >= 0:
                worlds[world, chosen] |= 1 << tile
                place -= strides[chosen]
            here += 1
    return state


@compiled(INT, INT, LIST, LIST, INT, GRID, INT, INT, LIST, LIST, FLOATS, FLOATS)
def play_out(
    state: int,
    book: Ints,
    work: Ints,
    row: int,
    stocks: Ints,
    world: int,
    stock_size: int,
    plan: Ints,
    facts: Ints,
    model: Reals,
    numbers: Reals,
) -> int:
    """Let every seat choose by the model to the end of the round; whether it has one."""
    for _ in range(MOST_ACTIONS):
        count = legal(book, work, row, at.LISTS)
        if count == 0:
            return ENDLESS
        chosen = 0
        if count > 1:
            weigh_actions(count, book, work, row, at.LISTS, plan, facts, model, numbers)
            state += GOLDEN
            drawn = share(mixed(state), UNIT) / UNIT
            while chosen < count - 1:
                drawn -= numbers[ODDS + chosen]
                if drawn < 0:
                    break
                chosen += 1
        over = act(work[at.LISTS + chosen], book, work, row, stocks, world, stock_size, plan, facts)
        if over:
            run(book[at.PAYOFF], book, work, row)
            return FINE
    return ENDLESS


@kernel(INT, GRID, GRID, INT, LIST, INT, LIST, LIST, LIST, LIST, LIST, FLOATS, FLOATS, GRID)
def playouts(
    rows: Ints,
    stocks: Ints,
    stock_size: int,
    actions: Ints,
    times: int,
    keys: Ints,
    plan: Ints,
    book: Ints,
    work: Ints,
    shown: Ints,
    model: Reals,
    numbers: Reals,
    out: Ints,
) -> int:
    """Play every action in every world, and on by the model; write the payoff of each side.

    A row of `out` is one playout: world by world, action by action, `times` each. `shown` are the
    facts so far, `keys` those of chance, one a world.
    """
    row = at.SCRATCH
    sides = book[at.SIDES]
    facts = shown.copy()
    line = 0
    for world in range(len(rows)):
        for number in range(len(actions)):
            for time in range(times):
                for place in range(at.WIDTH):
                    work[row + place] = rows[world, place]
                for place in range(FACTS):
                    facts[place] = shown[place]
                action = actions[number]
                state = mixed(keys[world] + (number * times + time) * GOLDEN)
                over = act(action, book, work, row, stocks, world, stock_size, plan, facts)
                if over:
                    run(book[at.PAYOFF], book, work, row)
                elif play_out(
                    state, book, work, row, stocks, world, stock_size, plan, facts, model, numbers
                ):
                    return ENDLESS
                for side in range(sides):
                    out[line, side] = work[at.POINTS + side]
                line += 1
    return FINE
