"""The rules of play of any game over rows: what is legal, what an action does, when a round ends.

What the generated functions of a setup do, with guards and ends of rounds as programs. An action is
a number: a tile and an end, `DRAW` or `PASS`. A row is the place in the work space where it begins.
"""

# mypy: disable-error-code="no-any-return"
# To numba the numbers of an array are whole numbers like any other.

from __future__ import annotations

from dominoes_solver.search.native.jit import (
    GRID,
    INT,
    LIST,
    Ints,
    compiled,
    count_bits,
    lowest_bit,
)
from dominoes_solver.search.native.programs.stack_machine import run
from dominoes_solver.search.native.row_format import (
    ACT_PASS,
    ACT_PLAY,
    ACT_STOP,
    ACT_THEN_PLAY,
    ACT_UNTIL_ABLE,
    ACTS,
    BLOCKED_WHEN,
    BY_HAND,
    BY_HANDS,
    BY_PASSES,
    DOMINO_WHEN,
    DRAW,
    DRAWN,
    DRAWS,
    ENDS_MATTER,
    FINISHER,
    FINISHER_MATTERS,
    FITS,
    FITTED,
    FITTED_MATTERS,
    GROUPS,
    GUARDS,
    HANDS,
    HIGHS,
    LAST_TILE,
    LAST_TILE_MATTERS,
    LEFT,
    LOWS,
    MOVER,
    OPENING,
    OVER,
    PASS,
    PASSES,
    PASSES_AT_BLOCK,
    PLAIN,
    PLAYS,
    RESERVE,
    REST,
    RIGHT,
    SEATS,
    SIDES,
    STEP,
    STEP_COUNT,
    STOCK,
    TOTALS,
    VALUES,
)

MOST_PASSES = 255
"""As many as the bits of a key hold; after more forced passes in a row the round never ends."""

# How late a move is tried, by the replies that it leaves; tuned on partnership positions.
NEXT_REPLIES = 40
NO_REPLY = 30
"""That the next seat passes is worth hardly more than that it has one reply."""
THIRD_REPLIES = 18
LATE = 10_000


@compiled(INT, INT, INT, INT, LIST, LIST, INT)
def plays(hand: int, left: int, right: int, book: Ints, work: Ints, out: int) -> int:
    """List the plays of a hand from the place `out` on; how many there are."""
    number = 0
    hand &= book[FITS + left] | book[FITS + right]
    while hand:
        tile = lowest_bit(hand)
        bit = hand & -hand
        hand ^= bit
        if bit & book[FITS + left]:
            work[out + number] = tile << 1
            number += 1
        if left != right and bit & book[FITS + right]:
            work[out + number] = tile << 1 | 1
            number += 1
    return number


@compiled(INT, INT, LIST, LIST, INT, INT)
def open_actions(above: int, book: Ints, work: Ints, row: int, out: int) -> int:
    """List the actions of the first group with anything possible, of the steps from `above` on."""
    number = 0
    can_draw, can_pass = False, False
    for step in range(book[STEP_COUNT]):
        if step < above:
            continue
        group_ends = step > above and book[GROUPS + step] != book[GROUPS + step - 1]
        if group_ends and (number or can_draw or can_pass):
            break
        guard = book[GUARDS + step]
        if guard >= 0 and run(guard, book, work, row) == 0:
            continue
        act = book[ACTS + step]
        if act == ACT_PLAY:
            if number == 0:
                hand = work[row + HANDS + work[row + MOVER]]
                number = plays(hand, work[row + LEFT], work[row + RIGHT], book, work, out)
        elif act == ACT_PASS:
            can_pass = True
        elif work[row + STOCK] > book[RESERVE]:
            can_draw = True
    if can_draw:
        work[out + number] = DRAW
        number += 1
    if can_pass:
        work[out + number] = PASS
        number += 1
    return number


@compiled(INT, LIST, LIST, INT, INT)
def legal(book: Ints, work: Ints, row: int, out: int) -> int:
    """List the legal actions from `out` on: plays by tile, left before right, a draw, a pass."""
    if work[row + LEFT] < 0:
        number = 0
        hand = work[row + HANDS + work[row + MOVER]] & work[row + OPENING]
        while hand:
            work[out + number] = lowest_bit(hand) << 1
            hand &= hand - 1
            number += 1
        return number
    step = work[row + STEP]
    if step < 0:
        return open_actions(0, book, work, row, out)
    number = plays(1 << work[row + DRAWN], work[row + LEFT], work[row + RIGHT], book, work, out)
    if number:
        return number
    if book[ACTS + step] == ACT_UNTIL_ABLE:
        if work[row + STOCK] > book[RESERVE]:
            work[out] = DRAW
            return 1
        number = open_actions(step + 1, book, work, row, out)
        if number:
            return number
    work[out] = PASS
    return 1


@compiled(INT, LIST, LIST, INT)
def drawing_step(book: Ints, work: Ints, row: int) -> int:
    """The step of the turn that a draw belongs to: the first that is possible."""
    for step in range(book[STEP_COUNT]):
        act = book[ACTS + step]
        if act in (ACT_STOP, ACT_THEN_PLAY, ACT_UNTIL_ABLE):
            guard = book[GUARDS + step]
            if guard < 0 or run(guard, book, work, row):
                return step
    return -1


@compiled(INT, INT, LIST, LIST, INT, GRID, INT, INT)
def play(
    action: int, book: Ints, work: Ints, row: int, stocks: Ints, world: int, stock_size: int
) -> int:
    """Carry out an action on a row; whether the round is over, and how it ended."""
    seats = book[SEATS]
    mover = work[row + MOVER]
    if action == PASS:
        work[row + PASSES] += 1
        work[row + STEP] = -1
        work[row + DRAWN] = -1
    elif action == DRAW:
        step = work[row + STEP]
        if step < 0:
            step = drawing_step(book, work, row)
        tile = stocks[world, stock_size - work[row + STOCK]]
        work[row + STOCK] -= 1
        work[row + HANDS + mover] |= 1 << tile
        if book[ACTS + step] == ACT_STOP:
            work[row + STEP] = -1
            work[row + DRAWN] = -1
        else:
            work[row + STEP] = step
            work[row + DRAWN] = tile
    else:
        tile = action >> 1
        left, right = work[row + LEFT], work[row + RIGHT]
        work[row + HANDS + mover] &= ~(1 << tile)
        fitted = 0
        if left < 0:
            left, right = book[HIGHS + tile], book[LOWS + tile]
        else:
            fitted = (book[FITS + left] >> tile & 1) + (book[FITS + right] >> tile & 1)
            if action & 1:
                right = book[TOTALS + tile] - right
            else:
                left = book[TOTALS + tile] - left
        work[row + LEFT] = left
        work[row + RIGHT] = right
        work[row + FITTED] = fitted
        work[row + FINISHER] = mover
        work[row + LAST_TILE] = tile
        work[row + PLAYS] += 1
        work[row + PASSES] = 0
        work[row + STEP] = -1
        work[row + DRAWN] = -1
        work[row + REST] -= book[VALUES + tile]
    if book[DOMINO_WHEN] == BY_HAND:
        domino = work[row + HANDS + mover] == 0
    else:
        domino = run(book[DOMINO_WHEN], book, work, row) != 0
    if domino:
        work[row + OVER] = 1
        return 1
    if book[BLOCKED_WHEN] == BY_PASSES:
        blocked = work[row + PASSES] >= seats
    elif book[BLOCKED_WHEN] == BY_HANDS:
        held = 0
        for seat in range(seats):
            held |= work[row + HANDS + seat]
        blocked = held & (book[FITS + work[row + LEFT]] | book[FITS + work[row + RIGHT]]) == 0
        if book[DRAWS] and work[row + STOCK] > book[RESERVE]:
            blocked = False
    else:
        blocked = run(book[BLOCKED_WHEN], book, work, row) != 0
    if blocked:
        work[row + OVER] = 2
        return 2
    if work[row + STEP] < 0:
        work[row + MOVER] = (mover + 1) % seats
    return 0


@compiled(INT, INT, LIST, LIST, INT, INT)
def step_plainly(action: int, book: Ints, work: Ints, row: int, out: int) -> int:
    """Carry out a play of a plain game; how many actions are legal then, 0 where the round is over.

    All players who can't play are skipped at once, and not counted: a block shows how many.
    """
    seats = book[SEATS]
    seat = work[row + MOVER]
    tile = action >> 1
    bit = 1 << tile
    left, right = work[row + LEFT], work[row + RIGHT]
    total = book[TOTALS + tile]
    work[row + HANDS + seat] &= ~bit
    fitted = 0
    if left < 0:
        left, right = book[HIGHS + tile], book[LOWS + tile]
    else:
        if bit & book[FITS + left]:
            fitted += 1
        if bit & book[FITS + right]:
            fitted += 1
        if action & 1:
            right = total - right
        else:
            left = total - left
    work[row + LEFT], work[row + RIGHT] = left, right
    work[row + FITTED] = fitted
    work[row + FINISHER] = seat
    work[row + LAST_TILE] = tile
    work[row + PLAYS] += 1
    work[row + PASSES] = 0
    work[row + REST] -= book[VALUES + tile]
    if work[row + HANDS + seat] == 0:
        work[row + OVER] = 1
        return 0
    fits = book[FITS + left] | book[FITS + right]
    following = seat
    for _ in range(seats):
        following = following + 1 if following + 1 < seats else 0
        if work[row + HANDS + following] & fits:
            work[row + MOVER] = following
            return plays(work[row + HANDS + following], left, right, book, work, out)
    work[row + PASSES] = book[PASSES_AT_BLOCK]
    work[row + OVER] = 2
    return 0


@compiled(INT, INT, LIST, LIST, INT, INT, GRID, INT, INT)
def step_on(
    action: int,
    book: Ints,
    work: Ints,
    row: int,
    out: int,
    stocks: Ints,
    world: int,
    stock_size: int,
) -> int:
    """Carry out an action, then every action that is the only legal one.

    How many are legal then; 0 where the round is over, -1 where it does not end.
    """
    if book[PLAIN] and action != PASS:
        number = step_plainly(action, book, work, row, out)
        while number == 1:
            number = step_plainly(work[out], book, work, row, out)
        return number
    while True:
        over = play(action, book, work, row, stocks, world, stock_size)
        if over:
            return 0
        if work[row + PASSES] > MOST_PASSES:
            return -1
        number = legal(book, work, row, out)
        if number != 1:
            return number or -1
        action = work[out]


@compiled(INT, LIST, LIST, INT)
def packed_key(book: Ints, work: Ints, row: int) -> int:
    """Everything that distinguishes states of one world, except the hands, in one number."""
    left, right = work[row + LEFT], work[row + RIGHT]
    if book[ENDS_MATTER] == 0 and left > right:
        left, right = right, left
    # Ends 4 bits each, stock 6, mover 2, passes 8, step 6, drawn tile 7, finisher 3, last tile 7,
    # fitted; what may be -1 is raised by 1. The length of the stock determines its tiles: its
    # order is fixed.
    key = left | right << 4 | work[row + STOCK] << 8 | work[row + MOVER] << 14
    key |= work[row + PASSES] << 16
    key |= (work[row + STEP] + 1) << 24 | (work[row + DRAWN] + 1) << 30
    if book[FINISHER_MATTERS]:
        key |= (work[row + FINISHER] + 1) << 37
    if book[LAST_TILE_MATTERS]:
        key |= (work[row + LAST_TILE] + 1) << 40
    if book[FITTED_MATTERS]:
        key |= work[row + FITTED] << 47
    return key


@compiled(INT, INT, LIST, LIST, INT)
def promise_of(action: int, book: Ints, work: Ints, row: int) -> int:
    """How late an action is tried: few replies of the next players are a good sign."""
    if action >= DRAW:
        # A draw or a pass is tried when no play was good enough: draws branch the most.
        return LATE + action
    tile = action >> 1
    seats = book[SEATS]
    mover = work[row + MOVER]
    bit = 1 << tile
    if work[row + HANDS + mover] == bit:
        return -1
    total = book[TOTALS + tile]
    # The half that does not meet the line is the new end: both halves minus the one that does.
    fits = book[FITS + total - work[row + RIGHT]] | book[FITS + work[row + LEFT]]
    if action & 1 == 0:
        fits = book[FITS + total - work[row + LEFT]] | book[FITS + work[row + RIGHT]]
    # The tile itself is not the next player's, so it need not be taken out.
    replies = count_bits(work[row + HANDS + (mover + 1) % seats] & fits)
    promise = NEXT_REPLIES * replies if replies else NO_REPLY
    if seats == 4:
        promise += THIRD_REPLIES * count_bits(work[row + HANDS + (mover + 3) % seats] & fits)
    if book[SIDES] > 2:
        # Nobody is a partner.
        promise += THIRD_REPLIES * count_bits(work[row + HANDS + (mover + 2) % seats] & fits)
    return promise
