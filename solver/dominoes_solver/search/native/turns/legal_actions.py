"""What is legal in any game, with guards as programs.

An action is a number, as `table/state.py` has it. A row is the place where it
begins in the work space.
"""

# mypy: disable-error-code="no-any-return"
# To numba the numbers of an array are whole numbers like any other.

from __future__ import annotations

from dominoes_solver.search.native.compiling.jit import INT, LIST, Ints, compiled, lowest_bit, part
from dominoes_solver.search.native.programs.stack_machine import run
from dominoes_solver.search.native.rows import row_format as at
from dominoes_solver.search.native.rows.arm_format import OTHER_LINE
from dominoes_solver.search.native.rows.open_arms import tiles_of_arms
from dominoes_solver.search.native.rows.open_line import tiles_of_line
from dominoes_solver.search.native.turns.arm_turns import plays_in_arms
from dominoes_solver.search.native.turns.line_turns import (
    is_possible,
    plays_at_ends,
    plays_owed,
    tiles_by_name,
)


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


@part(INT, LIST, LIST, INT)
def open_tiles(book: Ints, work: Ints, row: int) -> int:
    """The mask of the tiles that fit an end that is open."""
    if book[at.SHAPE]:
        if book[at.SHAPE] == OTHER_LINE:
            return tiles_of_line(book, work, row)
        return tiles_of_arms(book, work, row)
    return book[at.FITS + work[row + at.LEFT]] | book[at.FITS + work[row + at.RIGHT]]


@compiled(INT, INT, LIST, LIST, INT, INT)
def plays_of(hand: int, book: Ints, work: Ints, row: int, out: int) -> int:
    """List the plays of a hand at the ends of a row; how many there are."""
    if book[at.SHAPE]:
        if book[at.SHAPE] == OTHER_LINE:
            return plays_at_ends(hand, hand, book, work, row, out)
        return plays_in_arms(hand, book, work, row, out)
    left, right, doubles = work[row + at.LEFT], work[row + at.RIGHT], work[row + at.DOUBLES]
    # At two ends alike it makes a difference only where a double at one of them counts twice.
    apart = left != right or doubles in (1, 2)
    return plays(hand, left, right, 1 if apart else 0, book, work, out)


@compiled(INT, INT, INT, LIST, LIST, INT, INT)
def list_named(acts: int, fits: int, book: Ints, work: Ints, row: int, out: int) -> int:
    """List the plays of some tiles anywhere, and what some steps allow; how many there are.

    acts: a bit for each step that names its ends or lays tiles aside.
    """
    number = 0
    if acts >> at.ACT_ON_LAST & 1 or acts >> at.ACT_AT_EACH & 1:
        at_left = at_right = fits
        for act in range(at.ACT_ON_LAST, at.ACT_AT_EACH + 1):
            if acts >> act & 1:
                at_left |= tiles_by_name(act, 0, book, work, row)
                at_right |= tiles_by_name(act, 1, book, work, row)
        number = plays_at_ends(at_left, at_right, book, work, row, out)
    elif fits:
        number = plays_of(fits, book, work, row, out)
    aside = 0
    if acts >> at.ACT_DISCARD & 1:
        aside = work[row + at.HANDS + work[row + at.MOVER]]
    while aside:
        work[out + number] = at.NO_PLAY + lowest_bit(aside)
        aside &= aside - 1
        number += 1
    return number


@compiled(INT, INT, LIST, LIST, INT, INT)
def open_actions(above: int, book: Ints, work: Ints, row: int, out: int) -> int:
    """List the actions of the first group with anything possible, of the steps from `above` on."""
    fits, named = 0, 0
    can_draw, can_pass, can_stop = False, False, False
    for step in range(book[at.STEP_COUNT]):
        if step < above:
            continue
        group_ends = step > above and book[at.GROUPS + step] != book[at.GROUPS + step - 1]
        if group_ends and (fits or named or can_draw or can_pass or can_stop):
            break
        guard = book[at.GUARDS + step]
        if guard >= 0 and run(guard, book, work, row) == 0:
            continue
        act = book[at.ACTS + step]
        if act <= at.ACT_PLAY_DOUBLE:
            hand = work[row + at.HANDS + work[row + at.MOVER]]
            if act == at.ACT_PLAY_DOUBLE:
                hand &= book[at.DOUBLE_TILES]
            fits |= hand & open_tiles(book, work, row)
        elif act == at.ACT_PASS:
            can_pass = True
        elif act == at.ACT_STOP:
            can_stop = work[row + at.TURN_TILES] > 0
        elif act <= at.ACT_DISCARD:
            named |= is_possible(act, book, work, row) << act
        elif work[row + at.STOCK] > book[at.RESERVE]:
            can_draw = True
    number = 0
    if named:
        number = list_named(named, fits, book, work, row, out)
    elif fits:
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
    if step >= at.OWED:
        return plays_owed(book, work, row, out)
    act = book[at.ACTS + step % book[at.STEP_COUNT]]
    limited = act >= at.ACT_UP_TO
    if step >= book[at.STEP_COUNT] and not limited:
        work[out] = at.DRAW
        return 1
    number = plays_of(1 << work[row + at.DRAWN], book, work, row, out)
    if number:
        return number
    fewer = limited and step // book[at.STEP_COUNT] <= act - at.ACT_UP_TO
    if fewer and work[row + at.STOCK] > book[at.RESERVE]:
        work[out] = at.DRAW
        return 1
    if act == at.ACT_UNTIL_ABLE:
        if work[row + at.STOCK] > book[at.RESERVE]:
            work[out] = at.DRAW
            return 1
        number = open_actions(step + 1, book, work, row, out)
        if number:
            return number
    work[out] = at.PASS
    return 1
