"""What plays were paid since the root, and the most that the tiles left can still be paid.

A tally is one number, of four parts: what each side was paid, then the most for the tiles that it
still holds. Scores matter to a node only if its sides can reach the target of the match.
"""

# mypy: disable-error-code="no-any-return"
# To numba the numbers of an array are whole numbers like any other.

from __future__ import annotations

from dominoes_solver.search.native.compiling.jit import (
    GRID,
    INT,
    LIST,
    Ints,
    count_bits,
    lowest_bit,
    part,
)
from dominoes_solver.search.native.rows import row_format as at
from dominoes_solver.search.native.searches.plain_turns import pay
from dominoes_solver.search.native.searches.probes import (
    INFINITE,
    J_LAID,
    J_STATUS,
    J_WORLD,
    TOO_LARGE,
)

SUM_BITS = 15
MOST_PAID = (1 << SUM_BITS) - 1
LEFT_AT = 2 * SUM_BITS


@part(INT, INT, INT, INT, LIST)
def end_code(number: int, doubles: int, end: int, book: Ints) -> int:
    """The code of an end; `doubles` as a row has them."""
    if book[at.COUNT_BOTH] == 0:
        return number
    if doubles == at.ALONE:
        return number | at.LONE
    return number | at.EXPOSED if doubles >> end & 1 else number


@part(INT, LIST, GRID, LIST, LIST)
def set_up_scores(job: Ints, roots: Ints, book: Ints, work: Ints) -> int:
    """Begin a world: the scores, and whose hands are empty when a round ends."""
    world = job[J_WORLD]
    for seat in range(book[at.SEATS]):
        if book[at.SIDE_OUT]:
            work[at.OUTS + seat] |= work[at.DEAL + (seat + 2 & book[at.SEATS] - 1)]
    for side in range(2):
        work[at.STANDING + side] = roots[world, at.SCORES + side]
        work[at.ROOM + side] = book[at.TARGET] - roots[world, at.SCORES + side]
        if book[at.CHECKED] and work[at.ROOM + side] <= 0:
            # A payment to the other side would end the round.
            job[J_STATUS] = TOO_LARGE
    if book[at.PAYS_PASSES]:
        first = roots[world, at.FINISHER] if roots[world, at.PLAYS] else roots[world, at.MOVER]
        is_odd = roots[world, at.PLAYS] <= 1 and first != roots[world, at.OPENER]
        if is_odd or job[J_LAID] > at.MOST_TILES:
            job[J_STATUS] = TOO_LARGE
    return 0


@part(INT, INT, LIST, LIST)
def begin_tally(held: int, book: Ints, work: Ints) -> int:
    """The tally of a root, for the tiles held."""
    tally = 0
    for seat in range(book[at.SEATS]):
        hand = held & work[at.DEAL + seat]
        while hand:
            tile = lowest_bit(hand)
            hand &= hand - 1
            tally += book[at.MOST_GAINS + tile] << LEFT_AT + (seat & 1) * SUM_BITS
    return tally


@part(INT, INT, INT, INT, LIST)
def after_tile(tile: int, seat: int, tally: int, book: Ints) -> int:
    """The tally once a tile is no longer held."""
    return tally - (book[at.MOST_GAINS + tile] << LEFT_AT + (seat & 1) * SUM_BITS)


@part(INT, INT, INT, INT)
def after_gain(gain: int, seat: int, tally: int) -> int:
    """The tally once the side of a seat was paid."""
    return tally + (gain << (seat & 1) * SUM_BITS)


@part(INT, INT, INT, INT, LIST, LIST)
def gain_behind(seat: int, following: int, held: int, job: Ints, book: Ints) -> int:
    """What the passes behind a play pay its side, once it is known who moves next."""
    if book[at.PAYS_PASSES] == 0:
        return 0
    passes = following - seat - 1 & book[at.SEATS] - 1
    return book[at.PASS_GAINS + (job[J_LAID] - count_bits(held) << at.PASS_BITS) + passes]


@part(INT, INT, INT, INT, INT, INT, GRID, LIST, LIST)
def after_passes(
    code: int, seat: int, following: int, held: int, tally: int, roots: Ints, job: Ints, book: Ints
) -> int:
    """The tally of a root once somebody can move again, after the action asked about."""
    before, payee = 0, seat
    passes = following - seat - 1 & book[at.SEATS] - 1
    if code == at.PASS:
        before, payee = roots[job[J_WORLD], at.PASSES], roots[job[J_WORLD], at.FINISHER]
        passes += before + 1
        if passes >= book[at.SEATS]:
            job[J_STATUS] = TOO_LARGE
            return tally
    gains = at.PASS_GAINS + (job[J_LAID] - count_bits(held) << at.PASS_BITS)
    return after_gain(book[gains + passes] - book[gains + before], payee, tally)


@part(INT, INT, INT, LIST)
def lead(tally: int, seat: int, book: Ints) -> int:
    """How far the side of a seat is ahead by what was paid, as it wants it."""
    side = (seat & 1) * SUM_BITS
    own, of_rivals = tally >> side & MOST_PAID, tally >> SUM_BITS - side & MOST_PAID
    return book[at.SIGN] * (own - of_rivals)


@part(INT, INT, INT, LIST)
def most_to_come(tally: int, seat: int, book: Ints) -> int:
    """No more than this is still to come for the side of a seat, as it wants it."""
    side = (seat & 1) if book[at.SIGN] > 0 else 1 - (seat & 1)
    return book[at.END_MOST] + (tally >> LEFT_AT + side * SUM_BITS & MOST_PAID)


@part(INT, INT, INT, LIST, LIST)
def room_of(tally: int, seat: int, book: Ints, work: Ints) -> int:
    """How much the side of a seat may be paid until it reaches the target."""
    if book[at.TARGET] == 0:
        return INFINITE
    side = seat & 1
    return work[at.ROOM + side] - (tally >> side * SUM_BITS & MOST_PAID)


@part(INT, INT, INT, LIST)
def within(gain: int, room: int, book: Ints) -> int:
    """What a play is paid: nothing if it goes beyond the target, where that is ignored."""
    return 0 if gain > room and book[at.OVERSHOOT] else gain


@part(INT, INT, LIST)
def ends_match(gain: int, book: Ints) -> int:
    """Whether a payment that is large enough for the target ends the round."""
    return 1 if gain > 0 and book[at.CHECKED] else 0


@part(INT, INT, INT, INT, INT, INT, INT, INT, LIST, LIST, LIST)
def pay_within(
    seat: int,
    held: int,
    tile: int,
    left: int,
    right: int,
    fitted: int,
    tally: int,
    book: Ints,
    work: Ints,
    job: Ints,
) -> int:
    """The value to its side of the end of a round, without what goes beyond the target."""
    if book[at.OVERSHOOT]:
        for side in range(2):
            paid = tally >> side * SUM_BITS & MOST_PAID
            work[at.SCRATCH + at.SCORES + side] = work[at.STANDING + side] + paid
    ahead = 0
    if book[at.WITHOUT_PIPS]:
        ending = at.LEAF_LEVEL if held & work[at.OUTS + seat] else at.LEAF_DOMINO
        ending += (2 * fitted + (book[at.DOUBLE_TILES] >> tile & 1)) * at.LEAF_ENDINGS
        factors = at.LEAVES + ending * at.LEAF_FACTORS
        ahead = book[factors + 2] + book[factors + 3] * work[at.SCRATCH + at.IDLE]
    else:
        left, right = left & at.NUMBER, right & at.NUMBER
        ahead = pay(seat, held, tile, left, right, fitted, book, work, job)
    # Only the winner is paid.
    winner = seat if ahead > 0 else seat + 1
    if book[at.OVERSHOOT] and abs(ahead) > room_of(tally, winner, book, work):
        return 0
    return ahead


@part(INT, INT, LIST, LIST)
def score_key(tally: int, book: Ints, work: Ints) -> int:
    """What each side was paid, counted from 1, if it may reach the target; else 0."""
    if book[at.TARGET] == 0:
        return 0
    key = 0
    for side in range(2):
        paid = tally >> side * SUM_BITS & MOST_PAID
        most = paid + (tally >> LEFT_AT + side * SUM_BITS & MOST_PAID) + book[at.END_MOST]
        key <<= book[at.SCORE_BITS]
        if most >= work[at.ROOM + side]:
            key |= paid + 1
    return key << book[at.SCORES_AT]
