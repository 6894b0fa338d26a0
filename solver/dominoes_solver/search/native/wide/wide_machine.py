"""The stack machine of wide games, which evaluates the programs of `wide_words` at a row.

Its stack is at the beginning of the work space.
"""

# mypy: disable-error-code="no-any-return"
# To numba the numbers of an array are whole numbers like any other.

from __future__ import annotations

from dominoes_solver.search.native.compiling.jit import INT, LIST, Ints, compiled, lowest_bit
from dominoes_solver.search.native.compiling.jit import part as inlined
from dominoes_solver.search.native.programs.number_words import compare, reckon
from dominoes_solver.search.native.rows import row_format as at
from dominoes_solver.search.native.wide import wide_format as wide
from dominoes_solver.search.native.wide.wide_ends import (
    ends_alike,
    list_action,
    list_plays,
    open_part,
    pips_on_ends,
    showing,
    sort_listed,
)
from dominoes_solver.search.native.wide.wide_named import (
    fit_last,
    fits_at_each,
    is_play,
    list_named,
)

PART_MASK = (1 << wide.PART_BITS) - 1
WHERE_MASK = (1 << wide.WHERE_BITS) - 1
COLUMN_MASK = (1 << wide.COLUMN_BITS) - 1


@compiled(INT, INT, INT, LIST, LIST, INT)
def part_of(seats: int, part: int, book: Ints, work: Ints, sets: int) -> int:
    """One number of the sets of some seats together, which begin at a place: held or laid aside."""
    tiles = 0
    for seat in range(book[wide.SEATS]):
        if seats >> seat & 1:
            tiles |= work[sets + seat * wide.MOST_PARTS + part]
    return tiles


@compiled(INT, LIST, LIST, INT)
def list_opening(book: Ints, work: Ints, row: int) -> int:
    """List the tiles that the mover may open with."""
    for part in range(book[wide.PARTS]):
        tiles = work[row + wide.HANDS + work[row + at.MOVER] * wide.MOST_PARTS + part]
        tiles &= work[row + wide.OPENING + part]
        for bit in range(wide.SET_BITS):
            if tiles >> bit & 1:
                list_action(part * wide.SET_BITS + bit << wide.TILE_AT, work)
    return 0


@compiled(INT, LIST, LIST, INT)
def list_discards(book: Ints, work: Ints, row: int) -> int:
    """List every tile of the mover to be laid aside."""
    for part in range(book[wide.PARTS]):
        tiles = work[row + wide.HANDS + work[row + at.MOVER] * wide.MOST_PARTS + part]
        while tiles:
            list_action(wide.DISCARD + part * wide.SET_BITS + lowest_bit(tiles), work)
            tiles &= tiles - 1
    return 0


@inlined(INT, LIST, INT)
def take_tile(work: Ints, row: int) -> int:
    """Draw the next tile of the stock for the mover; returns it."""
    work[row + at.STOCK] -= 1
    tile = work[row + wide.STOCK_TILES + work[row + at.STOCK]]
    part, bit = tile // wide.SET_BITS, 1 << tile % wide.SET_BITS
    work[row + wide.IN_STOCK + part] &= ~bit
    work[row + wide.HANDS + work[row + at.MOVER] * wide.MOST_PARTS + part] |= bit
    work[row + at.DRAWN] = tile
    return tile


@compiled(INT, INT, LIST, LIST, INT)
def run(start: int, book: Ints, work: Ints, row: int) -> int:
    """Run a program on the row that begins at `row`; returns what it leaves, 0 if nothing."""
    code = book[wide.CODE]
    pointer = code + 2 * start
    top = -1
    while True:
        word = book[pointer]
        number = book[pointer + 1]
        pointer += 2
        if word == at.END:
            return work[0] if top >= 0 else 0
        if word == wide.END_IF_LISTED:
            if work[wide.LIST_COUNT]:
                return 0
        elif word == at.PUSH:
            top += 1
            work[top] = number
        elif word == at.LOAD:
            top += 1
            work[top] = work[row + number]
        elif word == at.STORE:
            work[row + number] = work[top]
            top -= 1
        elif word == at.LOOKUP:
            work[top] = book[book[wide.DATA] + number + work[top] + 1]
        elif word == at.JUMP_UNLESS:
            if work[top] == 0:
                pointer = code + 2 * number
            top -= 1
        elif word == wide.JUMP_IF:
            if work[top]:
                pointer = code + 2 * number
            top -= 1
        elif word == at.JUMP:
            pointer = code + 2 * number
        elif word >= wide.COMPARED:
            field = work[row + (number & COLUMN_MASK)]
            top += 1
            work[top] = compare(word - wide.COMPARED + at.EQUAL, field, number >> wide.COLUMN_BITS)
        elif word == wide.HELD:
            top += 1
            seats, part = number >> wide.PART_BITS, number & PART_MASK
            work[top] = part_of(seats, part, book, work, row + wide.HANDS)
        elif word == wide.HELD_BY:
            work[top] = part_of(work[top], number, book, work, row + wide.HANDS)
        elif word == wide.HELD_BY_MOVER:
            top += 1
            hand = row + wide.HANDS + work[row + at.MOVER] * wide.MOST_PARTS
            work[top] = work[hand + number]
        elif word == wide.BIT:
            tile = work[top]
            work[top] = 0
            if tile >= 0 and tile // wide.SET_BITS == number:
                work[top] = 1 << tile % wide.SET_BITS
        elif word == wide.OPEN_TO:
            where, part = number >> wide.PART_BITS, number & PART_MASK
            work[top] = open_part(work[top], where, part, book, work, row)
        elif word == wide.PIPS_FROM:
            # Of one number of a set, which begins at the tile `number`.
            tiles = work[top]
            total = 0
            values = book[wide.VALUES] + number
            while tiles:
                if tiles & 1:
                    total += book[values]
                tiles >>= 1
                values += 1
            work[top] = total
        elif word == at.HOLDER:
            # The numbers of a set are on top.
            first = top - book[wide.PARTS] + 1
            holder = -1
            for seat in range(book[wide.SEATS] - 1, -1, -1):
                hand = row + wide.HANDS + seat * wide.MOST_PARTS
                for part in range(book[wide.PARTS]):
                    if work[hand + part] & work[first + part]:
                        holder = seat
            top = first
            work[top] = holder
        elif word == at.FIRST:
            first = top - book[wide.PARTS] + 1
            # The order ends with -1, for none of its tiles.
            entry = book[wide.DATA] + number
            tile = book[entry]
            while tile >= 0:
                if work[first + tile // wide.SET_BITS] >> tile % wide.SET_BITS & 1:
                    break
                entry += 1
                tile = book[entry]
            top = first
            work[top] = tile
        elif word == wide.PIPS_ON_ENDS:
            top += 1
            work[top] = pips_on_ends(book, work, row)
        elif word == wide.ENDS_ALIKE:
            top += 1
            work[top] = ends_alike(book, work, row)
        elif word == wide.HALVES_LIKE_IT:
            top += 1
            work[top] = showing(work[row + at.LEFT_OPEN], 0, book, work, row)
        elif word == wide.ASIDE_OF:
            work[top] = part_of(work[top], number, book, work, row + wide.ASIDE)
        elif word == wide.LIST_OPENING:
            list_opening(book, work, row)
        elif word == wide.LIST_PLAYS:
            list_plays(number >> wide.WHERE_BITS, number & WHERE_MASK, book, work, row)
        elif word == wide.LIST_NAMED:
            list_named(number >> wide.WHERE_BITS, number & WHERE_MASK, book, work, row)
        elif word == wide.IS_PLAY:
            top += 1
            tiles, where = number >> wide.WHERE_BITS, number & WHERE_MASK
            work[top] = is_play(work[wide.ACTION], tiles, where, book, work, row)
        elif word == wide.FIT_LAST:
            top += 1
            work[top] = fit_last(number, book, work, row)
        elif word == wide.FITS_AT_EACH:
            top -= book[wide.PARTS] - 1
            work[top] = fits_at_each(top, book, work, row)
        elif word == wide.LIST_DISCARDS:
            list_discards(book, work, row)
        elif word == wide.LIST:
            list_action(number, work)
        elif word == wide.SORT:
            sort_listed(work)
        elif word == wide.TAKE_TILE:
            take_tile(work, row)
        elif word == at.SCORES_OF:
            total = 0
            for side in range(book[wide.SIDES]):
                if book[book[wide.PLAYERS] + side] & work[top]:
                    total += work[row + wide.SCORES + side]
            work[top] = total
        elif word == at.CLEAR_POINTS:
            for side in range(book[wide.SIDES]):
                work[wide.POINTS + side] = 0
        elif word == at.PAY:
            for side in range(book[wide.SIDES]):
                if book[book[wide.PLAYERS] + side] & work[top]:
                    work[wide.POINTS + side] += work[top - 1]
            top -= 2
        elif word == at.CAP:
            # Nothing for a side that its points would carry beyond the target.
            for side in range(book[wide.SIDES]):
                if work[row + wide.SCORES + side] + work[wide.POINTS + side] > number:
                    work[wide.POINTS + side] = 0
        elif word == at.CREDIT:
            # Leaves whether points were paid and a side has reached the target; 0 is no target.
            reached, paid = False, False
            for side in range(book[wide.SIDES]):
                paid = paid or work[wide.POINTS + side] != 0
                work[row + wide.SCORES + side] += work[wide.POINTS + side]
                reached = reached or work[row + wide.SCORES + side] >= number
            top += 1
            work[top] = 1 if number and paid and reached else 0
        else:
            top = reckon(word, number, work, top)
