"""What an action does in any game, and when a round ends.

What the generated functions of a setup do, with ends of rounds and payments as programs.
"""

# mypy: disable-error-code="no-any-return"
# To numba the numbers of an array are whole numbers like any other.

from __future__ import annotations

from dominoes_solver.search.native.compiling.jit import GRID, INT, LIST, Ints, compiled, part
from dominoes_solver.search.native.programs.stack_machine import run
from dominoes_solver.search.native.rows import row_format as at
from dominoes_solver.search.native.rows.arm_format import LINE, OTHER_LINE
from dominoes_solver.search.native.rows.key_format import MOST_PASSES
from dominoes_solver.search.native.rows.open_line import number_left
from dominoes_solver.search.native.turns.arm_turns import lay_in_arms, number_touched
from dominoes_solver.search.native.turns.legal_actions import legal, open_tiles, plays
from dominoes_solver.search.native.turns.line_turns import lay_at_end, note_end


@part(INT, LIST, LIST, INT, INT)
def copy_row(book: Ints, work: Ints, row: int, after: int) -> int:
    """Copy a row to another place, with the columns that only some games keep where this one does.

    Returns where it is then.
    """
    for column in range(at.SHORT):
        work[after + column] = work[row + column]
    if book[at.LONG]:
        for column in range(at.SHORT, at.WIDTH):
            work[after + column] = work[row + column]
    return after


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
def number_against(action: int, book: Ints, work: Ints, row: int) -> int:
    """The number that a play lies against, on a table that is not empty."""
    if book[at.SHAPE] > OTHER_LINE:
        return number_touched(action, book)
    return work[row + (at.RIGHT if action & at.ON_RIGHT else at.LEFT)]


@compiled(INT, INT, INT, LIST)
def number_opened(action: int, against: int, book: Ints) -> int:
    """The number that a play against another leaves open."""
    if book[at.SHAPE] == OTHER_LINE:
        return number_left(action, against, book)
    return book[at.TOTALS + (action & at.TILE)] - against


@compiled(INT, INT, LIST, LIST, INT)
def note(action: int, book: Ints, work: Ints, row: int) -> int:
    """Keep what only some rules ask for of a play; to be called before the play changes the row.

    Returns what `STEP` is after it.
    """
    tile, end = action & at.TILE, 1 if action & at.ON_RIGHT else 0  # the end is that of a line
    first = work[row + at.LEFT] < 0
    step = -1
    if first:
        open_end = book[at.HIGHS + tile]
    elif book[at.SHAPE]:
        open_end = number_opened(action, number_against(action, book, work, row), book)
        if book[at.SHAPE] == OTHER_LINE:
            step = note_end(action, book, work, row)
    else:
        open_end = book[at.TOTALS + tile] - work[row + at.LEFT + end]
    work[row + at.LEFT_OPEN] = open_end
    for column, source, added in at.COUNTED:
        work[row + column] = work[row + source] + added
    if book[at.COUNT_BOTH] and book[at.SHAPE] <= OTHER_LINE:
        double = book[at.DOUBLE_TILES] >> tile & 1
        doubles = work[row + at.DOUBLES]
        other_bit = 1 << 1 - end
        if first:
            doubles = at.ALONE * double
        else:
            doubles = (other_bit if doubles == at.ALONE else doubles & other_bit) | double << end
        work[row + at.DOUBLES] = doubles
    return step


@part(INT, INT, LIST, LIST, INT)
def lay_in_line(action: int, book: Ints, work: Ints, row: int) -> int:
    """Write the ends after a play; returns how many of them the tile fitted before."""
    tile = action & at.TILE
    left, right = work[row + at.LEFT], work[row + at.RIGHT]
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
    return fitted


@part(INT, INT, LIST, LIST, INT)
def lay(action: int, book: Ints, work: Ints, row: int) -> int:
    """Write a play into a row: neither what it is paid nor whose turn is next. Returns its tile."""
    step = note(action, book, work, row) if book[at.TRACKS] else -1
    mover, tile = work[row + at.MOVER], action & at.TILE
    if book[at.SHAPE] == LINE:
        work[row + at.FITTED] = lay_in_line(action, book, work, row)
    elif book[at.SHAPE] == OTHER_LINE:
        work[row + at.FITTED] = lay_at_end(action, book, work, row)
    else:
        work[row + at.FITTED] = lay_in_arms(action, book, work, row)
    work[row + at.HANDS + mover] &= ~(1 << tile)
    work[row + at.FINISHER] = mover
    work[row + at.LAST_TILE] = tile
    work[row + at.PLAYS] += 1
    work[row + at.PASSES] = 0
    work[row + at.STEP] = step
    work[row + at.DRAWN] = -1
    work[row + at.REST] -= book[at.VALUES + tile]
    return tile


@compiled(INT, INT, LIST, INT)
def lay_aside(action: int, work: Ints, row: int) -> int:
    """Lay a tile of the mover aside; returns the tile."""
    mover, tile = work[row + at.MOVER], (action & at.TILE) - at.NO_PLAY
    work[row + at.HANDS + mover] &= ~(1 << tile)
    work[row + at.ASIDE + mover] |= 1 << tile
    work[row + at.PASSES] = 0
    return tile


@compiled(INT, INT, LIST, LIST, INT, GRID, INT, INT)
def play(
    action: int, book: Ints, work: Ints, row: int, stocks: Ints, world: int, stock_size: int
) -> int:
    """Carry out an action on a row; whether the round is over, and how it ended."""
    seats = book[at.SEATS]
    mover = work[row + at.MOVER]
    goes_on = False
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
        work[row + at.UNDRAWN] ^= 1 << tile
        work[row + at.HANDS + mover] |= 1 << tile
        steps = book[at.STEP_COUNT]
        act = book[at.ACTS + step % steps]
        if act >= at.ACT_UP_TO:
            step += steps
        elif act >= at.ACT_THEN_STOP:
            goes_on = act >= at.ACT_THEN_GO_ON
            several = act - (at.ACT_THEN_GO_ON if goes_on else at.ACT_THEN_STOP)
            dry = work[row + at.STOCK] <= book[at.RESERVE]
            step = -1 if dry or step >= steps * several else step + steps
        work[row + at.STEP] = step
        work[row + at.DRAWN] = -1 if step < 0 else tile
    elif action & at.TILE >= at.NO_PLAY:
        paid = -1
        if action != at.STOP:
            lay_aside(action, work, row)
        work[row + at.STEP] = -1
        work[row + at.DRAWN] = -1
    else:
        paid = book[at.AFTER_PLAY]
        lay(action, book, work, row)
    if paid >= 0 and run(paid, book, work, row):
        work[row + at.OVER] = at.CUT
        return at.CUT
    if book[at.DOMINO_WHEN] == at.BY_HAND:
        domino = work[row + at.HANDS + mover] == 0
    elif work[row + at.STEP] >= at.OWED:
        return 0
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
        blocked = held & open_tiles(book, work, row) == 0
        if book[at.DRAWS] and work[row + at.STOCK] > book[at.RESERVE]:
            blocked = False
    else:
        blocked = run(book[at.BLOCKED_WHEN], book, work, row) != 0
    if blocked:
        work[row + at.OVER] = at.BLOCKED
        return at.BLOCKED
    if work[row + at.STEP] < 0 and not goes_on:
        again = book[at.AGAIN]
        if again < 0 or action & at.TILE >= at.NO_PLAY or run(again, book, work, row) == 0:
            work[row + at.MOVER] = (mover + 1) % seats
            for column in at.OF_TURN:
                work[row + column] = 0
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
