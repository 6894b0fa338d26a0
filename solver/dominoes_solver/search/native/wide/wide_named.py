"""Plays at the ends of a line that a step names, over rows of wide games.

What `Lines` and the rules of any table say: the last tile, a tile at each end, and the second of
these. No other game pays for them: what is open and fits is in `wide_ends`, and is listed there.
"""

# mypy: disable-error-code="no-any-return"
# To numba the numbers of an array are whole numbers like any other.

from __future__ import annotations

from dominoes_solver.search.native.compiling.jit import INT, LIST, Ints, compiled, lowest_bit
from dominoes_solver.search.native.rows import row_format as at
from dominoes_solver.search.native.wide import wide_format as wide
from dominoes_solver.search.native.wide.wide_ends import fitting_at, has, list_plays, place_of


@compiled(INT, LIST, LIST, INT)
def are_one_place(book: Ints, work: Ints, row: int) -> int:
    """Whether a line has one end, or two that are alike without a double that counts twice."""
    if book[wide.KIND] == wide.ONE_END:
        return 1
    left, right = work[row + wide.ENDS], work[row + wide.ENDS + 1]
    return left == right and work[row + at.DOUBLES] in (0, at.ALONE)


@compiled(INT, LIST, LIST, INT)
def ends_of_last(book: Ints, work: Ints, row: int) -> int:
    """The ends that the last tile left open, 1 left and 2 right; both where they are one place.

    If it lies alone, both are its own.
    """
    tiles_laid = work[row + at.PLAYS] + (book[wide.STARTER] != wide.NO_STARTER)
    if tiles_laid < 2 or are_one_place(book, work, row):
        return (1 << work[row + wide.END_COUNT]) - 1
    ends = 0
    for end_at in range(2):
        if work[row + wide.ENDS + end_at] == work[row + at.LEFT_OPEN]:
            ends |= 1 << end_at
    if ends < 3:
        return ends
    # Doubles count both halves, and one of the ends is a double.
    doubles = work[row + at.DOUBLES]
    return doubles if has(book[wide.DOUBLES], work[row + at.LAST_TILE], book) else 3 - doubles


@compiled(INT, INT, LIST, LIST, INT)
def fit_last(part: int, book: Ints, work: Ints, row: int) -> int:
    """One number of the set of tiles that fit the last tile."""
    fits, ends = 0, ends_of_last(book, work, row)
    for end_at in range(work[row + wide.END_COUNT]):
        if ends >> end_at & 1:
            fits |= book[fitting_at(work[row + wide.ENDS + end_at], book, work, row) + part]
    return fits


@compiled(INT, INT, INT, INT, LIST, LIST, INT)
def has_second(tile: int, end_at: int, tiles: int, book: Ints, work: Ints, row: int) -> int:
    """Whether another tile fits the other end of a line once a tile lies at this one.

    tiles: where the set that both are in begins.
    """
    part, bit = tile // wide.SET_BITS, 1 << tile % wide.SET_BITS
    work[row + wide.LAID + part] |= bit
    fits = fitting_at(work[row + wide.ENDS + 1 - end_at], book, work, row)
    work[row + wide.LAID + part] &= ~bit
    for which in range(book[wide.PARTS]):
        second = book[fits + which] & work[tiles + which]
        if which == part:
            second &= ~bit
        if second:
            return 1
    return 0


@compiled(INT, INT, LIST, LIST, INT)
def fits_at_each(tiles: int, book: Ints, work: Ints, row: int) -> int:
    """Whether one tile of a set can be laid at one end of a line and then one at the other."""
    for end_at in range(work[row + wide.END_COUNT]):
        fits = fitting_at(work[row + wide.ENDS + end_at], book, work, row)
        for part in range(book[wide.PARTS]):
            first = book[fits + part] & work[tiles + part]
            while first:
                tile = part * wide.SET_BITS + lowest_bit(first)
                first &= first - 1
                if has_second(tile, end_at, tiles, book, work, row):
                    return 1
    return 0


@compiled(INT, INT, INT, LIST, LIST, INT)
def lies_there(action: int, where: int, book: Ints, work: Ints, row: int) -> int:
    """Whether a play on a line lies where a step lays tiles."""
    end_at = place_of(action)
    if where == wide.ON_LAST:
        return ends_of_last(book, work, row) >> end_at & 1
    if where == wide.AT_EACH:
        hand = row + wide.HANDS + work[row + at.MOVER] * wide.MOST_PARTS
        return has_second(action >> wide.TILE_AT, end_at, hand, book, work, row)
    return where == wide.EVERYWHERE or end_at == work[row + wide.OWED]


@compiled(INT, INT, INT, INT, LIST, LIST, INT)
def is_play(action: int, tiles: int, where: int, book: Ints, work: Ints, row: int) -> int:
    """Whether a play on a line is one of some tiles of the mover where a step lays them."""
    tile = action >> wide.TILE_AT
    if tiles == wide.DRAWN_ALONE:
        return tile == work[row + at.DRAWN]
    if tiles == wide.DOUBLES_ALONE and has(book[wide.DOUBLES], tile, book) == 0:
        return 0
    return lies_there(action, where, book, work, row)


@compiled(INT, INT, INT, LIST, LIST, INT)
def list_named(tiles: int, where: int, book: Ints, work: Ints, row: int) -> int:
    """List the plays of the mover where a step lays tiles, all or some of them; how many in all.

    Of ends that are one place they lie at that at which the line must grow, or grew last.
    """
    kept = work[wide.LIST_COUNT]
    list_plays(tiles, wide.EVERYWHERE, book, work, row)
    end_at = work[row + wide.OWED]
    if end_at < 0 and book[wide.KEEPS_END]:
        end_at = work[row + at.LAST_END]
    grows = 0
    if end_at > 0 and are_one_place(book, work, row):
        grows = end_at << wide.PLACE_AT  # listed is the left one
    for number in range(kept, work[wide.LIST_COUNT]):
        action = work[wide.LISTED + number] | grows
        if lies_there(action, where, book, work, row):
            work[wide.LISTED + kept] = action
            kept += 1
    work[wide.LIST_COUNT] = kept
    return kept
