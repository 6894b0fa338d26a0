"""How a policy weighs the actions that are legal: features and probabilities over rows.

The same numbers as `policy/policy_features.py` and `policy/policy.py` in plain Python.
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
    Ints,
    Reals,
    compiled,
    count_bits,
    lowest_bit,
)
from dominoes_solver.search.native.compiling.jit import part as inlined
from dominoes_solver.search.native.policies import policy_list as more
from dominoes_solver.search.native.policies import policy_space as at_policy
from dominoes_solver.search.native.rows import row_format as at
from dominoes_solver.search.native.wide import wide_format as wide
from dominoes_solver.search.native.wide.wide_ends import (
    leaving,
    open_ends,
    open_part,
)
from dominoes_solver.search.native.wide.wide_plays import lay, place_of, play

FEATURES = more.POLICY_FEATURE_COUNT


@compiled(INT, INT, LIST, LIST, INT)
def numbers_open(seat: int, book: Ints, work: Ints, row: int) -> int:
    """The mask of the numbers that are open to a seat."""
    numbers = 0
    for listed in range(open_ends(seat, wide.EVERYWHERE, book, work, row)):
        end = work[row + wide.ENDS + work[wide.OPEN_ENDS + listed]]
        numbers |= 1 << (end & wide.NUMBER_MASK)
    return numbers


@compiled(FLOAT, INT, INT, LIST, LIST, LIST)
def closed(seat: int, shown: int, book: Ints, work: Ints, facts: Ints) -> float:
    """The share of some numbers (a mask) that a seat certainly has no tile for."""
    parts = book[wide.PARTS]
    if shown == 0:
        return 1.0
    void_numbers, rest = 0, shown
    while rest:
        fits = book[wide.FITS] + lowest_bit(rest) * parts
        may = 0
        for part in range(parts):
            shows = facts[at_policy.VOID + seat * wide.MOST_PARTS + part]
            may |= book[fits + part] & work[at_policy.UNSEEN + part] & ~shows
        if may == 0:
            void_numbers += 1
        rest &= rest - 1
    return void_numbers / count_bits(shown)


@compiled(INT, INT, LIST, LIST, INT)
def tiles_held(seat: int, book: Ints, work: Ints, row: int) -> int:
    """How many tiles a seat holds."""
    held = 0
    for part in range(book[wide.PARTS]):
        held += count_bits(work[row + wide.HANDS + seat * wide.MOST_PARTS + part])
    return held


@compiled(FLOAT, INT, LIST, LIST, INT, LIST)
def odds_of_none(seat: int, book: Ints, work: Ints, row: int, facts: Ints) -> float:
    """The probability that a seat has no tile for what is open to it, all unseen tiles alike."""
    count, fit = 0, 0
    for part in range(book[wide.PARTS]):
        shows = facts[at_policy.VOID + seat * wide.MOST_PARTS + part]
        may = work[at_policy.UNSEEN + part] & ~shows
        count += count_bits(may)
        fit += count_bits(may & open_part(seat, wide.EVERYWHERE, part, book, work, row))
    unfit, odds = count - fit, 1.0
    for drawn in range(tiles_held(seat, book, work, row)):
        if unfit <= drawn:
            return 0.0
        odds = odds * (unfit - drawn) / (count - drawn)
    return odds


@compiled(INT, INT, LIST, LIST)
def longest_run(number: int, book: Ints, work: Ints) -> int:
    """The longest run of own tiles left that begins at a number, as far as it is looked for."""
    parts = book[wide.PARTS]
    best, looked, depth = 0, 0, 0
    work[at_policy.RUN_NUMBERS], work[at_policy.RUN_NEXT] = number, 0
    while depth >= 0:
        fits = book[wide.FITS] + work[at_policy.RUN_NUMBERS + depth] * parts
        tile = -1
        following = work[at_policy.RUN_NEXT + depth]
        if looked < more.LONGEST_LOOK:
            for part in range(following // wide.SET_BITS, parts):
                rest = work[at_policy.REST + part] & book[fits + part]
                if part == following // wide.SET_BITS:
                    rest &= -1 << following % wide.SET_BITS
                if rest:
                    tile = part * wide.SET_BITS + lowest_bit(rest)
                    break
        if tile >= 0:
            left = leaving(work[at_policy.RUN_NUMBERS + depth], tile, book)
            work[at_policy.REST + tile // wide.SET_BITS] ^= 1 << tile % wide.SET_BITS
            work[at_policy.RUN_TILES + depth] = tile
            work[at_policy.RUN_NEXT + depth] = tile + 1
            depth += 1
            work[at_policy.RUN_NUMBERS + depth], work[at_policy.RUN_NEXT + depth] = book[left], 0
            best = max(best, depth)
            looked += 1
        else:
            depth -= 1
            if depth >= 0:
                tile = work[at_policy.RUN_TILES + depth]
                work[at_policy.REST + tile // wide.SET_BITS] ^= 1 << tile % wide.SET_BITS
    return best


@inlined(INT, INT, INT, INT, INT, LIST, LIST, LIST, LIST, FLOATS, INT)
def describe_seats(
    mover: int, opened: int, begun: int, there: int, book: Ints, work: Ints, plan: Ints,
    facts: Ints, numbers: Reals, base: int,
) -> int:  # fmt: skip
    """Write what the next player, the partner and the player before can do then."""
    seats, size = book[wide.SEATS], book[wide.HAND_SIZE]
    following, before = (mover + 1) % seats, (mover + seats - 1) % seats
    partner = plan[at_policy.PARTNERS + mover]
    shown = numbers_open(following, book, work, there)
    numbers[base + more.NEXT_NUMBERS] = count_bits(shown) / book[wide.NUMBERS]
    share = closed(following, shown, book, work, facts)
    numbers[base + of.NEXT_VOID] = share
    if share == 1.0:
        numbers[base + of.NEXT_STUCK] = 1.0
    numbers[base + more.NEXT_ODDS] = odds_of_none(following, book, work, there, facts)
    if partner >= 0:
        share = closed(partner, numbers_open(partner, book, work, there), book, work, facts)
        numbers[base + of.PARTNER_VOID] = share
        if share == 1.0:
            numbers[base + of.PARTNER_STUCK] = 1.0
        numbers[base + more.PARTNER_ODDS] = odds_of_none(partner, book, work, there, facts)
    if before != following:
        shown = numbers_open(before, book, work, there)
        numbers[base + of.BEFORE_VOID] = closed(before, shown, book, work, facts)
        numbers[base + more.BEFORE_ODDS] = odds_of_none(before, book, work, there, facts)
    if begun:
        counts = at_policy.OPENED + opened
        each = at_policy.MOST_NUMBERS
        numbers[base + more.OWN_OPENED] = facts[counts + mover * each] / size
        numbers[base + more.NEXT_OPENED] = facts[counts + following * each] / size
        if partner >= 0:
            numbers[base + more.PARTNER_OPENED] = facts[counts + partner * each] / size
        if before != following:
            numbers[base + more.BEFORE_OPENED] = facts[counts + before * each] / size
    return 0


@inlined(INT, INT, INT, LIST, LIST, INT, LIST, LIST, FLOATS, INT)
def describe_covered(
    action: int, mover: int, book: Ints, work: Ints, row: int, plan: Ints, facts: Ints,
    numbers: Reals, base: int,
) -> int:  # fmt: skip
    """Write who made the end that a play covers, how many own tiles would fit it, whose train."""
    tile, against, kind = action >> wide.TILE_AT, place_of(action), book[wide.KIND]
    slot = against
    begins = False
    if kind == wide.OWN_TRAINS:
        begins = against == tile
        slot = 0
        while not begins and work[row + wide.TIPS + slot] != against:
            slot += 1
        if begins or slot >> 1 == mover:
            numbers[base + more.OWN_TRAIN] = 1.0
    elif kind == wide.TRAINS and slot == mover:
        numbers[base + more.OWN_TRAIN] = 1.0
    covered = work[row + wide.ENDS + slot] & wide.NUMBER_MASK
    if begins:
        covered = book[book[wide.HIGHS] + tile]
    fits = book[wide.FITS] + covered * book[wide.PARTS]
    fitting = 0
    for part in range(book[wide.PARTS]):
        fitting += count_bits(work[at_policy.REST + part] & book[fits + part])
    numbers[base + of.WITH_COVERED] = fitting / book[wide.HAND_SIZE]
    maker = facts[at_policy.MAKERS + (covered if plan[at_policy.BY_NUMBER] else slot)] - 1
    if maker >= 0:
        if plan[at_policy.SIDE_OF + maker] != plan[at_policy.SIDE_OF + mover]:
            numbers[base + of.COVERS_OPPONENT] = 1.0
        elif maker == mover:
            numbers[base + of.COVERS_OWN] = 1.0
        else:
            numbers[base + of.COVERS_PARTNER] = 1.0
    return 0


@inlined(INT, INT, INT, LIST, LIST, INT, FLOATS, INT)
def describe_other(
    action: int, mover: int, book: Ints, work: Ints, row: int, numbers: Reals, base: int,
) -> int:  # fmt: skip
    """Write the features of an action that lays no tile."""
    if action == wide.DRAW:
        numbers[base + of.DRAW] = 1.0
    elif action == wide.PASS:
        numbers[base + of.PASS] = 1.0
    else:
        numbers[base + more.STOP] = 1.0
    fitting = 0
    for part in range(book[wide.PARTS]):
        hand = work[row + wide.HANDS + mover * wide.MOST_PARTS + part]
        fitting += count_bits(hand & open_part(mover, wide.EVERYWHERE, part, book, work, row))
    numbers[base + of.COULD_PLAY] = fitting / book[wide.HAND_SIZE]
    return 0


@compiled(INT, INT, LIST, LIST, INT, LIST, LIST, FLOATS, INT)
def describe(
    action: int, book: Ints, work: Ints, row: int, plan: Ints, facts: Ints, numbers: Reals,
    base: int,
) -> int:  # fmt: skip
    """Write the features of an action from a place of the numbers on."""
    for feature in range(FEATURES):
        numbers[base + feature] = 0.0
    mover, size, parts = work[row + at.MOVER], book[wide.HAND_SIZE], book[wide.PARTS]
    if action >= wide.DRAW:
        return describe_other(action, mover, book, work, row, numbers, base)
    tile, there = action >> wide.TILE_AT, at_policy.AFTER
    high, low = book[book[wide.HIGHS] + tile], book[book[wide.LOWS] + tile]
    begun = work[row + wide.END_COUNT] > 0
    for column in range(wide.STOCK_TILES):
        work[there + column] = work[row + column]
    if plan[at_policy.PAYS]:
        play(action, book, work, there)
    else:
        lay(action, book, work, there)
    opened = work[there + at.LEFT_OPEN]
    number_fits = book[wide.FITS] + opened * parts
    alike, other = book[wide.FITS] + high * parts, book[wide.FITS] + low * parts
    fit, with_new, share_half, unseen_fit, unseen_opened = 0, 0, 0, 0, 0
    for part in range(parts):
        rest = work[row + wide.HANDS + mover * wide.MOST_PARTS + part]
        unseen = book[book[wide.ALL] + part] & ~work[row + wide.LAID + part] & ~rest
        if tile // wide.SET_BITS == part:
            rest ^= 1 << tile % wide.SET_BITS
        work[at_policy.REST + part], work[at_policy.UNSEEN + part] = rest, unseen
        fitting = open_part(mover, wide.EVERYWHERE, part, book, work, there)
        new = book[number_fits + part] if begun else fitting
        fit += count_bits(rest & fitting)
        unseen_fit += count_bits(unseen & fitting)
        with_new += count_bits(rest & new)
        unseen_opened += count_bits(unseen & new)
        share_half += count_bits(rest & (book[alike + part] | book[other + part]))
        if rest & new & book[book[wide.DOUBLES] + part]:
            numbers[base + more.OWN_DOUBLE] = 1.0
    value = book[book[wide.VALUES] + tile] / plan[at_policy.MOST_VALUE]
    numbers[base + of.VALUE] = value
    numbers[base + of.DOUBLE] = 1.0 if high == low else 0.0
    numbers[base + of.FIT_NEW_ENDS] = fit / size
    numbers[base + of.WITH_NEW] = with_new / size
    numbers[base + of.SHARE_A_HALF] = share_half / size
    numbers[base + of.STUCK_NEXT] = 1.0 if fit == 0 else 0.0
    shown = numbers_open(mover, book, work, there)
    numbers[base + of.ENDS_ALIKE] = 1.0 if shown and shown & (shown - 1) == 0 else 0.0
    numbers[base + of.UNSEEN_FIT] = unseen_fit / size
    numbers[base + more.UNSEEN_OPENED] = unseen_opened / size
    numbers[base + of.NO_OTHER_LEFT] = 1.0 if unseen_opened == 0 else 0.0
    numbers[base + more.NUMBER] = opened / max(1, book[wide.NUMBERS] - 1)
    numbers[base + more.RUN] = longest_run(opened, book, work) / size
    if book[wide.KIND] == wide.TRAINS:
        end = work[there + wide.ENDS + mover] & wide.NUMBER_MASK
        numbers[base + more.OWN_RUN] = longest_run(end, book, work) / size
    describe_seats(mover, opened, 1 if begun else 0, there, book, work, plan, facts, numbers, base)
    if begun:
        describe_covered(action, mover, book, work, row, plan, facts, numbers, base)
    side = plan[at_policy.SIDE_OF + mover]
    for seat in range(book[wide.SEATS]):
        is_opponent = plan[at_policy.SIDE_OF + seat] != side
        if is_opponent and tiles_held(seat, book, work, row) <= of.LATE:
            numbers[base + of.VALUE_LATE] = value
    if plan[at_policy.PAYS]:
        paid = work[there + wide.SCORES + side] - work[row + wide.SCORES + side]
        numbers[base + of.POINTS] = paid / plan[at_policy.MOST_VALUE]
    return 0


@compiled(INT, LIST, LIST, INT, LIST)
def row_of_policy(book: Ints, work: Ints, row: int, plan: Ints) -> int:
    """Which row of a policy holds for the mover: by the empty table, else by the tiles in hand."""
    if work[row + wide.END_COUNT] == 0:
        return 0
    tiles = tiles_held(work[row + at.MOVER], book, work, row)
    phase = 0
    while phase + 1 < plan[at_policy.PHASES] and tiles < plan[at_policy.PHASES + 1 + phase]:
        phase += 1
    return 1 + phase


@compiled(INT, INT, LIST, LIST, INT, LIST, LIST, FLOATS, INT, FLOATS)
def weigh_actions(
    count: int, book: Ints, work: Ints, row: int, plan: Ints, facts: Ints, policies: Reals,
    policy: int, numbers: Reals,
) -> int:  # fmt: skip
    """Write the features and the scores of so many listed actions; the row of the policy."""
    which = row_of_policy(book, work, row, plan)
    theta = policy * at_policy.POLICY + which * FEATURES
    for index in range(count):
        base = index * FEATURES
        describe(work[wide.LISTED + index], book, work, row, plan, facts, numbers, base)
        score = 0.0
        for feature in range(FEATURES):
            score += policies[theta + feature] * numbers[base + feature]
        numbers[at_policy.ODDS + index] = score
    return which


@compiled(INT, INT, FLOATS)
def best_of(count: int, numbers: Reals) -> int:
    """Which action has the highest score; the first of equals."""
    best = 0
    for index in range(1, count):
        if numbers[at_policy.ODDS + index] > numbers[at_policy.ODDS + best]:
            best = index
    return best


@compiled(INT, INT, FLOATS)
def soften(count: int, numbers: Reals) -> int:
    """Turn scores into probabilities; returns how many."""
    highest = numbers[at_policy.ODDS + best_of(count, numbers)]
    total = 0.0
    for index in range(count):
        likely = exp(numbers[at_policy.ODDS + index] - highest)
        numbers[at_policy.ODDS + index] = likely
        total += likely
    for index in range(count):
        numbers[at_policy.ODDS + index] /= total
    return count


@compiled(INT, INT, LIST, LIST, INT, LIST, LIST)
def act(action: int, book: Ints, work: Ints, row: int, plan: Ints, facts: Ints) -> int:
    """Carry out an action and note what it shows; whether the round is over, and how it ended."""
    mover, parts = work[row + at.MOVER], book[wide.PARTS]
    void = at_policy.VOID + mover * wide.MOST_PARTS
    if action >= wide.DRAW:
        for part in range(parts):
            fits = 0
            if plan[at_policy.REFUSAL_SHOWS]:
                fits = open_part(mover, wide.EVERYWHERE, part, book, work, row)
            work[at_policy.FITTING + part] = fits
        over = play(action, book, work, row)
        if action == wide.PASS:
            for part in range(parts):
                facts[void + part] |= work[at_policy.FITTING + part]
        elif action == wide.DRAW:
            # The tile drawn may be any other; one that fits is laid at once, or the turn is over.
            step, steps = work[row + at.STEP], plan[at_policy.STEPS]
            another = step >= steps and plan[at_policy.DRAWS_ANOTHER] >> step % steps & 1
            for part in range(parts):
                tied = step >= 0 and not another
                facts[void + part] = work[at_policy.FITTING + part] if tied else 0
        return over
    begun = work[row + wide.END_COUNT] > 0
    over = play(action, book, work, row)
    new = 1 << work[row + at.LEFT_OPEN]
    if not begun:
        new = 0
        for end_at in range(work[row + wide.END_COUNT]):
            end = work[row + wide.ENDS + end_at]
            if end >= 0:
                new |= 1 << (end & wide.NUMBER_MASK)
    if plan[at_policy.BY_NUMBER] == 0:
        for end_at in range(work[row + wide.END_COUNT]):
            if not begun or end_at == place_of(action):
                facts[at_policy.MAKERS + end_at] = mover + 1
    while new:
        number = lowest_bit(new)
        new &= new - 1
        facts[at_policy.OPENED + mover * at_policy.MOST_NUMBERS + number] += 1
        if plan[at_policy.BY_NUMBER]:
            facts[at_policy.MAKERS + number] = mover + 1
    return over
