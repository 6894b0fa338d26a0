"""The rules of play of any game over rows: what is legal, what an action does, when a round ends.

What the generated functions of a setup do, with guards and ends of rounds as programs. An action is
a number, as `table/state.py` has it. A row is the place in the work space where it begins.
"""

# mypy: disable-error-code="no-any-return"
# To numba the numbers of an array are whole numbers like any other.

from __future__ import annotations

from dominoes_solver.search.native import row_format as at
from dominoes_solver.search.native.entries import MIXER
from dominoes_solver.search.native.jit import (
    GRID,
    INT,
    LIST,
    Ints,
    compiled,
    count_bits,
    lowest_bit,
)
from dominoes_solver.search.native.key_format import (
    DOUBLES_AT,
    DRAWN_AT,
    END_BITS,
    MOST_PAID,
    MOST_PASSES,
    MOVER_AT,
    PART,
    PART_COLUMN,
    PART_MASK,
    PART_PLACE,
    PART_RAISED,
    PASSES_AT,
    STEP_AT,
    STOCK_AT,
)
from dominoes_solver.search.native.probes import J_DOUBLES, J_KEY, J_WORDS
from dominoes_solver.search.native.programs.stack_machine import run

# How late a move is tried, by the replies that it leaves; tuned on partnership positions.
NEXT_REPLIES = 40
NO_REPLY = 30
"""That the next seat passes is worth hardly more than that it has one reply."""
THIRD_REPLIES = 18
LATE = 10_000


@compiled(INT, INT, INT, INT, INT, LIST, LIST, INT)
def plays(hand: int, left: int, right: int, apart: int, book: Ints, work: Ints, out: int) -> int:
    """List the plays of a hand from the place `out` on; how many there are.

    apart: whether the two ends are different places.
    """
    number = 0
    hand &= book[at.FITS + left] | book[at.FITS + right]
    while hand:
        tile = lowest_bit(hand)
        bit = hand & -hand
        hand ^= bit
        if bit & book[at.FITS + left]:
            work[out + number] = tile
            number += 1
        if apart and bit & book[at.FITS + right]:
            work[out + number] = tile | at.ON_RIGHT
            number += 1
    return number


@compiled(INT, INT, LIST, LIST, INT, INT)
def plays_of(hand: int, book: Ints, work: Ints, row: int, out: int) -> int:
    """List the plays of a hand at the ends of a row; how many there are."""
    left, right, doubles = work[row + at.LEFT], work[row + at.RIGHT], work[row + at.DOUBLES]
    # At two ends alike it makes a difference only where a double at one of them counts twice.
    apart = left != right or doubles in (1, 2)
    return plays(hand, left, right, 1 if apart else 0, book, work, out)


@compiled(INT, INT, LIST, LIST, INT, INT)
def open_actions(above: int, book: Ints, work: Ints, row: int, out: int) -> int:
    """List the actions of the first group with anything possible, of the steps from `above` on."""
    fits = 0
    can_draw, can_pass, can_stop = False, False, False
    for step in range(book[at.STEP_COUNT]):
        if step < above:
            continue
        group_ends = step > above and book[at.GROUPS + step] != book[at.GROUPS + step - 1]
        if group_ends and (fits or can_draw or can_pass or can_stop):
            break
        guard = book[at.GUARDS + step]
        if guard >= 0 and run(guard, book, work, row) == 0:
            continue
        act = book[at.ACTS + step]
        if act <= at.ACT_PLAY_DOUBLE:
            hand = work[row + at.HANDS + work[row + at.MOVER]]
            if act == at.ACT_PLAY_DOUBLE:
                hand &= book[at.DOUBLE_TILES]
            fits |= hand & (
                book[at.FITS + work[row + at.LEFT]] | book[at.FITS + work[row + at.RIGHT]]
            )
        elif act == at.ACT_PASS:
            can_pass = True
        elif act == at.ACT_STOP:
            can_stop = work[row + at.TURN_TILES] > 0
        elif work[row + at.STOCK] > book[at.RESERVE]:
            can_draw = True
    number = 0
    if fits:
        number = plays_of(fits, book, work, row, out)
    if can_draw:
        work[out + number] = at.DRAW
        number += 1
    if can_pass:
        work[out + number] = at.PASS
        number += 1
    if can_stop:
        work[out + number] = at.STOP
        number += 1
    return number


@compiled(INT, LIST, LIST, INT, INT)
def legal(book: Ints, work: Ints, row: int, out: int) -> int:
    """List the legal actions from `out` on: plays by tile, left before right, then all others."""
    if work[row + at.LEFT] < 0:
        number = 0
        hand = work[row + at.HANDS + work[row + at.MOVER]] & work[row + at.OPENING]
        while hand:
            work[out + number] = lowest_bit(hand)
            hand &= hand - 1
            number += 1
        return number
    step = work[row + at.STEP]
    if step < 0:
        return open_actions(0, book, work, row, out)
    if step >= book[at.STEP_COUNT]:
        work[out] = at.DRAW
        return 1
    number = plays_of(1 << work[row + at.DRAWN], book, work, row, out)
    if number:
        return number
    if book[at.ACTS + step] == at.ACT_UNTIL_ABLE:
        if work[row + at.STOCK] > book[at.RESERVE]:
            work[out] = at.DRAW
            return 1
        number = open_actions(step + 1, book, work, row, out)
        if number:
            return number
    work[out] = at.PASS
    return 1


@compiled(INT, LIST, LIST, INT)
def drawing_step(book: Ints, work: Ints, row: int) -> int:
    """The step of the turn that a draw belongs to: the first that is possible."""
    for step in range(book[at.STEP_COUNT]):
        act = book[at.ACTS + step]
        if act in (at.ACT_THEN_PLAY, at.ACT_UNTIL_ABLE) or act >= at.ACT_THEN_STOP:
            guard = book[at.GUARDS + step]
            if guard < 0 or run(guard, book, work, row):
                return step
    return -1


@compiled(INT, INT, LIST, LIST, INT)
def note(action: int, book: Ints, work: Ints, row: int) -> int:
    """Keep what only some rules ask for of a play; to be called before the play changes the row."""
    tile, end = action & at.TILE, 1 if action & at.ON_RIGHT else 0
    first = work[row + at.LEFT] < 0
    open_end = book[at.LOWS + tile]
    if first:
        open_end = book[at.HIGHS + tile]
    else:
        open_end = book[at.TOTALS + tile] - work[row + at.LEFT + end]
    work[row + at.LEFT_OPEN] = open_end
    work[row + at.PASSES_BEFORE] = work[row + at.PASSES]
    work[row + at.TURN_TILES] += 1
    if book[at.COUNT_BOTH]:
        double = book[at.DOUBLE_TILES] >> tile & 1
        doubles = work[row + at.DOUBLES]
        other = 1 << 1 - end
        if first:
            doubles = at.ALONE * double
        else:
            doubles = (other if doubles == at.ALONE else doubles & other) | double << end
        work[row + at.DOUBLES] = doubles
    return open_end


@compiled(INT, INT, LIST, LIST, INT, GRID, INT, INT)
def play(
    action: int, book: Ints, work: Ints, row: int, stocks: Ints, world: int, stock_size: int
) -> int:
    """Carry out an action on a row; whether the round is over, and how it ended."""
    seats = book[at.SEATS]
    mover = work[row + at.MOVER]
    if action == at.PASS:
        paid = book[at.AFTER_PASS]
        work[row + at.PASSES] += 1
        work[row + at.STEP] = -1
        work[row + at.DRAWN] = -1
    elif action == at.DRAW:
        paid = book[at.AFTER_DRAW]
        step = work[row + at.STEP]
        if step < 0:
            step = drawing_step(book, work, row)
        tile = stocks[world, stock_size - work[row + at.STOCK]]
        work[row + at.STOCK] -= 1
        work[row + at.HANDS + mover] |= 1 << tile
        steps = book[at.STEP_COUNT]
        several = book[at.ACTS + step % steps] - at.ACT_THEN_STOP
        if several >= 0:
            dry = work[row + at.STOCK] <= book[at.RESERVE]
            step = -1 if dry or step >= steps * several else step + steps
        work[row + at.STEP] = step
        work[row + at.DRAWN] = -1 if step < 0 else tile
    elif action == at.STOP:
        paid = -1
        work[row + at.STEP] = -1
        work[row + at.DRAWN] = -1
    else:
        paid = book[at.AFTER_PLAY]
        if book[at.TRACKS]:
            note(action, book, work, row)
        tile = action & at.TILE
        left, right = work[row + at.LEFT], work[row + at.RIGHT]
        work[row + at.HANDS + mover] &= ~(1 << tile)
        fitted = 0
        if left < 0:
            left, right = book[at.HIGHS + tile], book[at.LOWS + tile]
        else:
            fitted = (book[at.FITS + left] >> tile & 1) + (book[at.FITS + right] >> tile & 1)
            if action & at.ON_RIGHT:
                right = book[at.TOTALS + tile] - right
            else:
                left = book[at.TOTALS + tile] - left
        work[row + at.LEFT] = left
        work[row + at.RIGHT] = right
        work[row + at.FITTED] = fitted
        work[row + at.FINISHER] = mover
        work[row + at.LAST_TILE] = tile
        work[row + at.PLAYS] += 1
        work[row + at.PASSES] = 0
        work[row + at.STEP] = -1
        work[row + at.DRAWN] = -1
        work[row + at.REST] -= book[at.VALUES + tile]
    if paid >= 0 and run(paid, book, work, row):
        work[row + at.OVER] = at.CUT
        return at.CUT
    if book[at.DOMINO_WHEN] == at.BY_HAND:
        domino = work[row + at.HANDS + mover] == 0
    else:
        domino = run(book[at.DOMINO_WHEN], book, work, row) != 0
    if domino:
        work[row + at.OVER] = at.DOMINO
        return at.DOMINO
    if book[at.BLOCKED_WHEN] == at.BY_PASSES:
        blocked = work[row + at.PASSES] >= seats
    elif book[at.BLOCKED_WHEN] == at.BY_HANDS:
        held = 0
        for seat in range(seats):
            held |= work[row + at.HANDS + seat]
        blocked = (
            held & (book[at.FITS + work[row + at.LEFT]] | book[at.FITS + work[row + at.RIGHT]]) == 0
        )
        if book[at.DRAWS] and work[row + at.STOCK] > book[at.RESERVE]:
            blocked = False
    else:
        blocked = run(book[at.BLOCKED_WHEN], book, work, row) != 0
    if blocked:
        work[row + at.OVER] = at.BLOCKED
        return at.BLOCKED
    if work[row + at.STEP] < 0:
        again = book[at.AGAIN]
        if again < 0 or action >= at.DRAW or run(again, book, work, row) == 0:
            work[row + at.MOVER] = (mover + 1) % seats
            work[row + at.TURN_TILES] = 0
    return 0


@compiled(INT, INT, LIST, LIST, INT, INT)
def step_plainly(action: int, book: Ints, work: Ints, row: int, out: int) -> int:
    """Carry out a play of a plain game; how many actions are legal then, 0 where the round is over.

    All players who can't play are skipped at once, and not counted: a block shows how many.
    """
    seats = book[at.SEATS]
    seat = work[row + at.MOVER]
    tile = action & at.TILE
    bit = 1 << tile
    left, right = work[row + at.LEFT], work[row + at.RIGHT]
    total = book[at.TOTALS + tile]
    work[row + at.HANDS + seat] &= ~bit
    fitted = 0
    if left < 0:
        left, right = book[at.HIGHS + tile], book[at.LOWS + tile]
    else:
        if bit & book[at.FITS + left]:
            fitted += 1
        if bit & book[at.FITS + right]:
            fitted += 1
        if action & at.ON_RIGHT:
            right = total - right
        else:
            left = total - left
    work[row + at.LEFT], work[row + at.RIGHT] = left, right
    work[row + at.FITTED] = fitted
    work[row + at.FINISHER] = seat
    work[row + at.LAST_TILE] = tile
    work[row + at.PLAYS] += 1
    work[row + at.PASSES] = 0
    work[row + at.REST] -= book[at.VALUES + tile]
    if work[row + at.HANDS + seat] == 0:
        work[row + at.OVER] = 1
        return 0
    fits = book[at.FITS + left] | book[at.FITS + right]
    following = seat
    for _ in range(seats):
        following = following + 1 if following + 1 < seats else 0
        if work[row + at.HANDS + following] & fits:
            work[row + at.MOVER] = following
            apart = 1 if left != right else 0
            return plays(work[row + at.HANDS + following], left, right, apart, book, work, out)
    work[row + at.PASSES] = book[at.PASSES_AT_BLOCK]
    work[row + at.OVER] = 2
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
    if book[at.PLAIN] and action != at.PASS:
        number = step_plainly(action, book, work, row, out)
        while number == 1:
            number = step_plainly(work[out], book, work, row, out)
        return number
    while True:
        over = play(action, book, work, row, stocks, world, stock_size)
        if over:
            return 0
        if work[row + at.PASSES] > MOST_PASSES:
            return -1
        number = legal(book, work, row, out)
        if number != 1:
            return number or -1
        action = work[out]


@compiled(INT, LIST, LIST, INT, LIST)
def first_key(book: Ints, work: Ints, row: int, job: Ints) -> int:
    """The first word of a state's key: its open ends, and the fields that `job` has there."""
    left, right, doubles = work[row + at.LEFT], work[row + at.RIGHT], work[row + at.DOUBLES]
    if book[at.ENDS_MATTER] == 0 and (left > right or (left == right and doubles == 2)):
        left, right = right, left
        if doubles in (1, 2):
            doubles = 3 - doubles
    key = left | right << END_BITS | (doubles & job[J_DOUBLES]) << DOUBLES_AT
    key |= work[row + at.STOCK] << STOCK_AT | work[row + at.MOVER] << MOVER_AT
    key |= work[row + at.PASSES] << PASSES_AT
    key |= (work[row + at.STEP] + 1) << STEP_AT | (work[row + at.DRAWN] + 1) << DRAWN_AT
    return key | key_word(0, work, row, job)


@compiled(INT, INT, LIST, INT, LIST)
def key_word(word: int, work: Ints, row: int, job: Ints) -> int:
    """The fields of a word of the key that are not in every key."""
    key = 0
    for part in range(job[J_KEY + word], job[J_KEY + word + 1], PART):
        place = J_KEY + part
        number = work[row + job[place + PART_COLUMN]] + job[place + PART_RAISED]
        key |= (number & job[place + PART_MASK]) << job[place + PART_PLACE]
    return key


@compiled(INT, INT, LIST, INT, LIST, INT)
def further_words(key: int, work: Ints, row: int, job: Ints, out: int) -> int:
    """Write the words of the key after the first from `out` on; all words mixed."""
    for word in range(job[J_WORDS] - 1):
        work[out + word] = key_word(word + 1, work, row, job)
        key ^= work[out + word] * (MIXER + 2 * word)
    return key


@compiled(INT, LIST, LIST, INT, GRID, INT)
def has_room(book: Ints, work: Ints, row: int, roots: Ints, world: int) -> int:
    """Whether the scores of a row are near enough to those of the root for keys and bounds."""
    for side in range(book[at.SIDES]):
        paid = work[row + at.SCORES + side] - roots[world, at.SCORES + side]
        if paid >= MOST_PAID or paid <= -MOST_PAID:
            return 0
    return 1


@compiled(INT, INT, LIST, LIST, INT)
def promise_of(action: int, book: Ints, work: Ints, row: int) -> int:
    """How late an action is tried: few replies of the next players are a good sign."""
    if action >= at.DRAW:
        # A draw or a pass is tried when no play was good enough: draws branch the most.
        return LATE + action
    tile = action & at.TILE
    seats = book[at.SEATS]
    mover = work[row + at.MOVER]
    bit = 1 << tile
    if work[row + at.HANDS + mover] == bit:
        return -1
    total = book[at.TOTALS + tile]
    # The half that does not meet the line is the new end: both halves minus the one that does.
    fits = book[at.FITS + total - work[row + at.RIGHT]] | book[at.FITS + work[row + at.LEFT]]
    if action & at.ON_RIGHT == 0:
        fits = book[at.FITS + total - work[row + at.LEFT]] | book[at.FITS + work[row + at.RIGHT]]
    # The tile itself is not the next player's, so it need not be taken out.
    replies = count_bits(work[row + at.HANDS + (mover + 1) % seats] & fits)
    promise = NEXT_REPLIES * replies if replies else NO_REPLY
    if seats == 4:
        promise += THIRD_REPLIES * count_bits(work[row + at.HANDS + (mover + 3) % seats] & fits)
    if book[at.SIDES] > 2:
        # Nobody is a partner.
        promise += THIRD_REPLIES * count_bits(work[row + at.HANDS + (mover + 2) % seats] & fits)
    return promise
