"""Plain games, in which nothing is drawn: who moves next, how a world begins and its payoff."""

# mypy: disable-error-code="no-any-return"
# To numba the numbers of an array are whole numbers like any other.

from __future__ import annotations

from dominoes_solver.search.native.compiling.jit import (
    GRID,
    INT,
    LIST,
    Ints,
    compiled,
    count_bits,
    lowest_bit,
)
from dominoes_solver.search.native.programs.stack_machine import pips_of, run
from dominoes_solver.search.native.rows import row_format as at
from dominoes_solver.search.native.searches.probes import (
    J_HELD,
    J_LAID,
    J_STATUS,
    J_WORLD,
    MOST_POINTS,
    TOO_LARGE,
    begin,
    leave_out,
)

MIXER = 0x9E3779B97F4A7C15 - (1 << 64)


@compiled(INT, INT, INT)
def slot_of(key: int, bits: int) -> int:
    """The place of a key's entry in a table of 2^bits."""
    # Multiplicative hashing (Knuth, TAOCP 6.4): the highest bits of the product depend on all of
    # the key.
    mixed = (key ^ (key >> 29)) * MIXER
    return (mixed >> (64 - bits)) & ((1 << bits) - 1)


@compiled(INT, INT, INT, INT, INT, INT, LIST, LIST)
def pay_by_formula(
    seat: int, held: int, tile: int, fitted: int, blocked: int, book: Ints, work: Ints
) -> int:
    """The same by the factors of `leaf_formula`; `blocked` is the hand of `seat`."""
    last_seat = book[at.SEATS] - 1
    partner = held & work[at.DEAL + (seat + 2 & last_seat)]
    own_tiles = blocked | partner
    own, of_rivals = pips_of(own_tiles, book), pips_of(held ^ own_tiles, book)
    double = book[at.DOUBLE_TILES] >> tile & 1
    ending = (2 * fitted + double) * at.LEAF_ENDINGS
    if blocked:
        own_least, rival_least = own, of_rivals
        if book[at.LEAF_BY] == at.BY_SEATS:
            pips = pips_of(partner, book)
            own_least = min(pips, own - pips)
            pips = pips_of(held & work[at.DEAL + (seat + 1 & last_seat)], book)
            rival_least = min(pips, of_rivals - pips)
        if own_least == rival_least:
            ending += at.LEAF_LEVEL
        else:
            ending += at.LEAF_FEWER if own_least < rival_least else at.LEAF_MORE
    factors = at.LEAVES + ending * at.LEAF_FACTORS
    ahead = book[factors] * own + book[factors + 1] * of_rivals
    return ahead + book[factors + 2] + book[factors + 3] * work[at.SCRATCH + at.IDLE]


@compiled(INT, INT, INT, INT, INT, INT, INT, LIST, LIST, LIST)
def pay(
    seat: int,
    held: int,
    tile: int,
    left: int,
    right: int,
    fitted: int,
    book: Ints,
    work: Ints,
    job: Ints,
) -> int:
    """The value to its side of a round that `seat` has finished: by domino, or blocked."""
    # Whoever finishes with tiles in hand has blocked the round.
    blocked = held & work[at.OUTS + seat]
    ahead = 0
    if book[at.LEAF_BY]:
        ahead = pay_by_formula(seat, held, tile, fitted, blocked, book, work)
    else:
        row = at.SCRATCH
        for player in range(book[at.SEATS]):
            work[row + at.HANDS + player] = work[at.DEAL + player] & held
        work[row + at.LEFT] = left
        work[row + at.RIGHT] = right
        work[row + at.MOVER] = seat
        work[row + at.FINISHER] = seat
        work[row + at.LAST_TILE] = tile
        work[row + at.FITTED] = fitted
        work[row + at.PLAYS] = job[J_LAID] - count_bits(held)
        work[row + at.PASSES] = book[at.PASSES_AT_BLOCK] if blocked else 0
        work[row + at.OVER] = 2 if blocked else 1
        run(book[at.PAYOFF], book, work, row)
        ahead = book[at.SIGN] * (work[at.POINTS] - work[at.POINTS + 1])
        if seat & 1:
            ahead = -ahead
    if ahead >= MOST_POINTS or ahead <= -MOST_POINTS:
        job[J_STATUS] = TOO_LARGE
    return ahead


@compiled(INT, INT, INT, INT, INT, LIST, LIST)
def follower(after: int, seat: int, left: int, right: int, book: Ints, work: Ints) -> int:
    """Who moves next once `seat` has laid a tile; -1 where the round is over."""
    seats = book[at.SEATS]
    if after & work[at.OUTS + seat] == 0:
        return -1
    fits = after & (book[at.FITS + (left & at.NUMBER)] | book[at.FITS + (right & at.NUMBER)])
    for offset in range(1, seats + 1):
        player = (seat + offset) % seats
        if work[at.DEAL + player] & fits:
            return player
    return -1


@compiled(INT, LIST, GRID, LIST, LIST, LIST, GRID)
def set_up(job: Ints, roots: Ints, book: Ints, work: Ints, counts: Ints, actions: Ints) -> int:
    """Begin a world: who holds what, and the actions whose values are asked."""
    world = job[J_WORLD]
    held = 0
    for seat in range(book[at.SEATS]):
        work[at.DEAL + seat] = roots[world, at.HANDS + seat]
        work[at.OUTS + seat] = work[at.DEAL + seat]
        held |= work[at.DEAL + seat]
    job[J_HELD] = held
    # Plays at any node are this less the tiles still held, so no node has to count them.
    job[J_LAID] = roots[world, at.PLAYS] + count_bits(held)
    begin(job, roots[world, at.MOVER] & 1)
    for column in range(at.WIDTH):
        work[at.SCRATCH + column] = roots[world, column]
    number = 0
    left, right = roots[world, at.LEFT], roots[world, at.RIGHT]
    # At two ends alike it makes a difference only where a double at one of them counts twice.
    apart = left != right or roots[world, at.DOUBLES] in (1, 2)
    hand = work[at.DEAL + roots[world, at.MOVER]]
    if left < 0:
        hand &= roots[world, at.OPENING]
        while hand:
            actions[world, number] = lowest_bit(hand)
            hand &= hand - 1
            number += 1
    else:
        while hand:
            tile = lowest_bit(hand)
            bit = hand & -hand
            hand ^= bit
            if bit & book[at.FITS + left]:
                actions[world, number] = tile
                number += 1
            if apart and bit & book[at.FITS + right]:
                actions[world, number] = tile | at.ON_RIGHT
                number += 1
        if number == 0:
            actions[world, 0] = at.PASS
            number = 1
    counts[world] = number
    return leave_out(job, counts, actions)
