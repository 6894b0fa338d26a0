"""The features of an action that a policy weighs, over rows.

The same numbers as `policy/policy_features.py` has in plain Python.
"""

# mypy: disable-error-code="no-any-return"
# To numba the numbers of an array are whole numbers like any other.

from __future__ import annotations

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
    fitting_at,
    leaving,
    may_begin,
    open_ends,
    place_of,
)
from dominoes_solver.search.native.wide.wide_plays import lay, play

FEATURES = more.POLICY_FEATURE_COUNT


@compiled(INT, INT, LIST, LIST, INT)
def look_open(seat: int, book: Ints, work: Ints, row: int) -> int:
    """Write the tiles that fit what is open to a seat; the mask of the numbers that are open."""
    parts, numbers = book[wide.PARTS], 0
    begins = may_begin(seat, wide.EVERYWHERE, book, work, row)
    for part in range(parts):
        fits = book[book[wide.DOUBLES] + part] if begins else 0
        if work[row + wide.END_COUNT] == 0:
            fits = book[book[wide.ALL] + part]
        work[at_policy.FITTING + part] = fits
    for listed in range(open_ends(seat, wide.EVERYWHERE, book, work, row)):
        end = work[row + wide.ENDS + work[wide.OPEN_ENDS + listed]]
        numbers |= 1 << (end & wide.NUMBER_MASK)
        tiles = fitting_at(end, book, work, row)
        for part in range(parts):
            work[at_policy.FITTING + part] |= book[tiles + part]
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


@inlined(INT, LIST, LIST, INT, INT)
def copy_table(book: Ints, work: Ints, row: int, there: int) -> int:
    """Copy a row but for the stock, as far as it is in use; returns how many open ends it has."""
    ends = work[row + wide.END_COUNT]
    for column in range(wide.HANDS + book[wide.SEATS] * wide.MOST_PARTS):
        work[there + column] = work[row + column]
    for column in range(wide.SCORES, wide.SCORES + book[wide.SIDES]):
        work[there + column] = work[row + column]
    for column in range(wide.ENDS, wide.ENDS + ends):
        work[there + column] = work[row + column]
    if book[wide.KIND] == wide.OWN_TRAINS:
        for column in range(wide.TIPS, wide.TIPS + ends):
            work[there + column] = work[row + column]
    return ends


@compiled(INT, INT, LIST, LIST, INT)
def tiles_held(seat: int, book: Ints, work: Ints, row: int) -> int:
    """How many tiles a seat holds."""
    held = 0
    for part in range(book[wide.PARTS]):
        held += count_bits(work[row + wide.HANDS + seat * wide.MOST_PARTS + part])
    return held


@compiled(FLOAT, INT, LIST, LIST, INT, LIST)
def odds_of_none(seat: int, book: Ints, work: Ints, row: int, facts: Ints) -> float:
    """The probability that a seat has no tile of those that fit, all unseen tiles alike."""
    count, fit = 0, 0
    for part in range(book[wide.PARTS]):
        shows = facts[at_policy.VOID + seat * wide.MOST_PARTS + part]
        may = work[at_policy.UNSEEN + part] & ~shows
        count += count_bits(may)
        fit += count_bits(may & work[at_policy.FITTING + part])
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


@inlined(INT, INT, INT, INT, INT, INT, LIST, LIST, LIST, LIST, FLOATS, INT)
def describe_seats(
    mover: int, opened: int, begun: int, shown: int, there: int, book: Ints, work: Ints, plan: Ints,
    facts: Ints, numbers: Reals, base: int,
) -> int:  # fmt: skip
    """Write what the next player, the partner and the player before can do then.

    shown: the numbers open to the mover, whose fitting tiles are written. They are open to all,
    but where trains have owners.
    """
    seats, size, owned = book[wide.SEATS], book[wide.HAND_SIZE], book[wide.KIND] >= wide.TRAINS
    following, before = (mover + 1) % seats, (mover + seats - 1) % seats
    partner = plan[at_policy.PARTNERS + mover]
    if owned:
        shown = look_open(following, book, work, there)
    numbers[base + more.NEXT_NUMBERS] = count_bits(shown) / book[wide.NUMBERS]
    share = closed(following, shown, book, work, facts)
    numbers[base + of.NEXT_VOID] = share
    if share == 1.0:
        numbers[base + of.NEXT_STUCK] = 1.0
    numbers[base + more.NEXT_ODDS] = odds_of_none(following, book, work, there, facts)
    if partner >= 0:
        if owned:
            shown = look_open(partner, book, work, there)
        share = closed(partner, shown, book, work, facts)
        numbers[base + of.PARTNER_VOID] = share
        if share == 1.0:
            numbers[base + of.PARTNER_STUCK] = 1.0
        numbers[base + more.PARTNER_ODDS] = odds_of_none(partner, book, work, there, facts)
    if before != following:
        if owned:
            shown = look_open(before, book, work, there)
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


@inlined(INT, INT, INT, LIST, LIST, INT, LIST, FLOATS, INT)
def describe_other(
    action: int, mover: int, book: Ints, work: Ints, row: int, plan: Ints, numbers: Reals,
    base: int,
) -> int:  # fmt: skip
    """Write the features of an action that plays no tile."""
    if action == wide.DRAW:
        numbers[base + of.DRAW] = 1.0
    elif action == wide.PASS:
        numbers[base + of.PASS] = 1.0
    elif action == wide.STOP:
        numbers[base + more.STOP] = 1.0
    tile, alike = action - wide.DISCARD, 0
    high, low = 0, 0
    if tile >= 0:
        high, low = book[book[wide.HIGHS] + tile], book[book[wide.LOWS] + tile]
        value = book[book[wide.VALUES] + tile]
        numbers[base + more.ASIDE_VALUE] = value / plan[at_policy.MOST_VALUE]
        numbers[base + more.ASIDE_DOUBLE] = 1.0 if high == low else 0.0
    look_open(mover, book, work, row)
    fitting = 0
    for part in range(book[wide.PARTS]):
        hand = work[row + wide.HANDS + mover * wide.MOST_PARTS + part]
        fitting += count_bits(hand & work[at_policy.FITTING + part])
        if tile >= 0:
            fits = book[book[wide.FITS] + high * book[wide.PARTS] + part]
            fits |= book[book[wide.FITS] + low * book[wide.PARTS] + part]
            if tile // wide.SET_BITS == part:
                hand &= ~(1 << tile % wide.SET_BITS)
            alike += count_bits(hand & fits)
    numbers[base + of.COULD_PLAY] = fitting / book[wide.HAND_SIZE]
    numbers[base + more.ASIDE_ALIKE] = alike / book[wide.HAND_SIZE]
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
        return describe_other(action, mover, book, work, row, plan, numbers, base)
    tile, there = action >> wide.TILE_AT, at_policy.AFTER
    high, low = book[book[wide.HIGHS] + tile], book[book[wide.LOWS] + tile]
    begun = work[row + wide.END_COUNT] > 0
    copy_table(book, work, row, there)
    if plan[at_policy.PAYS]:
        play(action, book, work, there)
    else:
        lay(action, book, work, there)
    opened = work[there + at.LEFT_OPEN]
    number_fits = book[wide.FITS] + opened * parts
    alike, other = book[wide.FITS] + high * parts, book[wide.FITS] + low * parts
    shown = look_open(mover, book, work, there)
    fit, with_new, share_half, unseen_fit, unseen_opened = 0, 0, 0, 0, 0
    for part in range(parts):
        rest = work[row + wide.HANDS + mover * wide.MOST_PARTS + part]
        unseen = book[book[wide.ALL] + part] & ~work[row + wide.LAID + part] & ~rest
        unseen &= ~work[row + wide.ASIDE + mover * wide.MOST_PARTS + part]
        if tile // wide.SET_BITS == part:
            rest ^= 1 << tile % wide.SET_BITS
        work[at_policy.REST + part], work[at_policy.UNSEEN + part] = rest, unseen
        fitting = work[at_policy.FITTING + part]
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
    numbers[base + of.ENDS_ALIKE] = 1.0 if shown and shown & (shown - 1) == 0 else 0.0
    numbers[base + of.UNSEEN_FIT] = unseen_fit / size
    numbers[base + more.UNSEEN_OPENED] = unseen_opened / size
    numbers[base + of.NO_OTHER_LEFT] = 1.0 if unseen_opened == 0 else 0.0
    numbers[base + more.NUMBER] = opened / max(1, book[wide.NUMBERS] - 1)
    run = longest_run(opened, book, work)
    numbers[base + more.RUN] = run / size
    if book[wide.KIND] == wide.TRAINS:
        end = work[there + wide.ENDS + mover] & wide.NUMBER_MASK
        own_run = run if end == opened else longest_run(end, book, work)
        numbers[base + more.OWN_RUN] = own_run / size
    describe_seats(
        mover, opened, 1 if begun else 0, shown, there, book, work, plan, facts, numbers, base
    )
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
