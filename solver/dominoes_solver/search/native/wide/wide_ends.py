"""The open ends of any layout, over rows of wide games: what is open, what fits, what is listed.

What the rules of `table/` say: `Lines`, `Arms`, `Trains` and `OwnTrains`.
"""

# mypy: disable-error-code="no-any-return"
# To numba the numbers of an array are whole numbers like any other.

from __future__ import annotations

from dominoes_lang.table.arm_ends import AWAITS_DOUBLE, CENTRE, DOUBLE, NUMBER_BITS
from dominoes_lang.table.trains import DOUBLE as COVERABLE
from dominoes_lang.table.trains import OPEN
from dominoes_solver.search.native.compiling.jit import INT, LIST, Ints, compiled, lowest_bit
from dominoes_solver.search.native.compiling.jit import part as inlined
from dominoes_solver.search.native.rows import row_format as at
from dominoes_solver.search.native.wide import wide_format as wide


@inlined(INT, INT, INT, LIST)
def has(tiles: int, tile: int, numbers: Ints) -> int:
    """Whether a tile is in the set that begins at a place of some numbers."""
    return numbers[tiles + tile // wide.SET_BITS] >> tile % wide.SET_BITS & 1


@inlined(INT, INT, INT, LIST)
def leaving(number: int, tile: int, book: Ints) -> int:
    """Where the book has the one or two numbers that a tile may leave open, laid to a number."""
    return book[wide.LEAVES] + 2 * (number * book[wide.SET_SIZE] + tile)


@inlined(INT, INT)
def place_of(action: int) -> int:
    """The place of a play."""
    return action >> wide.PLACE_AT & (1 << wide.PLACE_BITS) - 1


@inlined(INT, INT, LIST, LIST, INT)
def fitting_at(end: int, book: Ints, work: Ints, row: int) -> int:
    """Where the book has the tiles that fit an open end."""
    number = end & wide.NUMBER_MASK
    table = book[wide.FITS]
    if book[wide.KIND] == wide.ARMS and end >> NUMBER_BITS == AWAITS_DOUBLE:
        table = book[wide.AWAITED]
    if book[wide.AFTER_DOUBLE]:
        double = book[book[wide.DOUBLE_OF] + number]
        if double < 0 or not has(row + wide.LAID, double, work):
            table = book[wide.OWN_DOUBLE]
    return table + number * book[wide.PARTS]


@compiled(INT, INT, LIST, LIST, INT)
def is_foot(end: int, book: Ints, work: Ints, row: int) -> int:
    """Whether an open end is a double that must be covered first, as long as some tile can."""
    if book[wide.KIND] == wide.TRAINS:
        is_double = end & COVERABLE
    else:
        is_double = end >> NUMBER_BITS >= DOUBLE
    if is_double:
        fits = book[wide.FITS] + (end & wide.NUMBER_MASK) * book[wide.PARTS]
        for part in range(book[wide.PARTS]):
            if book[fits + part] & ~work[row + wide.LAID + part]:
                return 1
    return 0


@compiled(INT, INT, INT, LIST, LIST, INT)
def open_ends(seat: int, where: int, book: Ints, work: Ints, row: int) -> int:
    """Write the places of the ends that are open to a seat; how many there are.

    where: those at which a step lays tiles.
    """
    kind, count = book[wide.KIND], work[row + wide.END_COUNT]
    ends = row + wide.ENDS
    centre, waits, feet = False, False, False
    if kind == wide.ARMS:
        centre = book[wide.STAR] and count and work[ends + count - 1] >> NUMBER_BITS >= CENTRE
        if book[wide.THEN_DOUBLES]:
            for end_number in range(count):
                waits = waits or work[ends + end_number] >> NUMBER_BITS == AWAITS_DOUBLE
    if book[wide.MUST_COVER] and (kind in (wide.ARMS, wide.TRAINS)):
        for end_number in range(count):
            feet = feet or is_foot(work[ends + end_number], book, work, row) != 0
    listed = 0
    for end_number in range(count):
        end = work[ends + end_number]
        owner = -1
        is_open = True
        if centre:
            is_open = end_number == count - 1
        elif waits:
            is_open = end >> NUMBER_BITS == AWAITS_DOUBLE
        elif feet:
            is_open = is_foot(end, book, work, row) != 0
        elif kind == wide.TRAINS:
            is_open = end_number == seat or end & OPEN != 0
        if kind == wide.TRAINS:
            owner = end_number
        elif kind == wide.OWN_TRAINS:
            owner = end_number >> 1
            is_open = end >= 0
        if where == wide.OWN:
            is_open = is_open and owner == seat
        elif where == wide.OTHERS:
            is_open = is_open and owner != seat and not work[row + wide.USED_TRAINS] >> owner & 1
        if is_open:
            work[wide.OPEN_ENDS + listed] = end_number
            listed += 1
    return listed


@inlined(INT, INT, LIST, LIST, INT)
def is_like_another(number: int, book: Ints, work: Ints, row: int) -> int:
    """Whether plays at one of the open ends, by its number among them, are listed at another."""
    kind = book[wide.KIND]
    index = work[wide.OPEN_ENDS + number]
    end = work[row + wide.ENDS + index]
    if kind == wide.LINE:
        doubles = work[row + at.DOUBLES]
        return number and end == work[row + wide.ENDS] and doubles in (0, at.ALONE)
    if kind == wide.OWN_TRAINS:
        return index & 1 and end == work[row + wide.ENDS + index - 1]
    if kind == wide.ARMS and number:
        like = book[wide.LIKE_HALVES]
        # Ends are sorted, and of those that are like halves any may come before.
        prior = work[row + wide.ENDS + work[wide.OPEN_ENDS + number - 1]]
        if prior == end or book[like + (end >> NUMBER_BITS)] == 0:
            return prior == end
        for before in range(number):
            prior = work[row + wide.ENDS + work[wide.OPEN_ENDS + before]]
            if (prior ^ end) & wide.NUMBER_MASK == 0 and book[like + (prior >> NUMBER_BITS)]:
                return 1
    return 0


@inlined(INT, INT, INT, LIST, LIST, INT)
def listed_ends(seat: int, where: int, book: Ints, work: Ints, row: int) -> int:
    """Write the places of the open ends at which plays are listed; how many there are."""
    count = open_ends(seat, where, book, work, row)
    # From the back: whether one is like another depends on those before it.
    for number in range(count - 1, -1, -1):
        if is_like_another(number, book, work, row):
            count -= 1
            for later in range(number, count):
                work[wide.OPEN_ENDS + later] = work[wide.OPEN_ENDS + later + 1]
    return count


@inlined(INT, INT, INT, LIST, LIST, INT)
def may_begin(seat: int, where: int, book: Ints, work: Ints, row: int) -> int:
    """Whether a seat may begin a train of its own with a double."""
    if book[wide.KIND] != wide.OWN_TRAINS or where == wide.OTHERS:
        return 0
    return work[row + wide.ENDS + 2 * seat] < 0


@compiled(INT, INT, INT, INT, LIST, LIST, INT)
def open_part(seat: int, where: int, part: int, book: Ints, work: Ints, row: int) -> int:
    """One number of the set of tiles that fit an end which is open to a seat."""
    if work[row + wide.END_COUNT] == 0:
        return book[book[wide.ALL] + part] if where == wide.EVERYWHERE else 0
    fits = 0
    for number in range(open_ends(seat, where, book, work, row)):
        end = work[row + wide.ENDS + work[wide.OPEN_ENDS + number]]
        fits |= book[fitting_at(end, book, work, row) + part]
    if may_begin(seat, where, book, work, row):
        fits |= book[book[wide.DOUBLES] + part]
    return fits


@inlined(INT, INT, LIST)
def list_action(action: int, work: Ints) -> int:
    """Add an action to the list."""
    work[wide.LISTED + work[wide.LIST_COUNT]] = action
    work[wide.LIST_COUNT] += 1
    return 0


@compiled(INT, LIST)
def sort_listed(work: Ints) -> int:
    """Bring what is listed into order, each action once."""
    kept = 0
    for number in range(work[wide.LIST_COUNT]):
        action = work[wide.LISTED + number]
        slot = kept
        while slot and work[wide.LISTED + slot - 1] > action:
            slot -= 1
        if slot == 0 or work[wide.LISTED + slot - 1] != action:
            for later in range(kept, slot, -1):
                work[wide.LISTED + later] = work[wide.LISTED + later - 1]
            work[wide.LISTED + slot] = action
            kept += 1
    work[wide.LIST_COUNT] = kept
    return kept


@inlined(INT, INT, INT, LIST, LIST, INT)
def list_plays_at(tile: int, end_at: int, book: Ints, work: Ints, row: int) -> int:
    """List the one or two plays of a tile at a place where it fits."""
    number = work[row + wide.ENDS + end_at] & wide.NUMBER_MASK
    if book[wide.KIND] == wide.OWN_TRAINS:
        end_at = work[row + wide.TIPS + end_at]
    action = tile << wide.TILE_AT | end_at << wide.PLACE_AT
    left = leaving(number, tile, book)
    if book[left + 1] < 0:
        return list_action(action, work)
    list_action(action | book[left] + 1, work)
    return list_action(action | book[left + 1] + 1, work)


@compiled(INT, INT, INT, LIST, LIST, INT)
def list_plays(tiles: int, where: int, book: Ints, work: Ints, row: int) -> int:
    """List the plays of the mover, of all tiles or some of them."""
    mover = work[row + at.MOVER]
    count = listed_ends(mover, where, book, work, row)
    begins = may_begin(mover, where, book, work, row)
    for number in range(count):
        end = work[row + wide.ENDS + work[wide.OPEN_ENDS + number]]
        work[wide.FITTING + number] = fitting_at(end, book, work, row)
    for part in range(book[wide.PARTS]):
        hand = work[row + wide.HANDS + mover * wide.MOST_PARTS + part]
        doubles = book[book[wide.DOUBLES] + part]
        if tiles == wide.DOUBLES_ALONE:
            hand &= doubles
        elif tiles == wide.DRAWN_ALONE:
            drawn = work[row + at.DRAWN]
            hand = 1 << drawn % wide.SET_BITS if drawn // wide.SET_BITS == part else 0
        fits = doubles if begins else 0
        for number in range(count):
            fits |= book[work[wide.FITTING + number] + part]
        hand &= fits
        while hand:
            bit = hand & -hand
            hand ^= bit
            tile = part * wide.SET_BITS + lowest_bit(bit)
            if begins and doubles & bit:
                list_action(tile << wide.TILE_AT | tile << wide.PLACE_AT, work)
            for number in range(count):
                if book[work[wide.FITTING + number] + part] & bit:
                    list_plays_at(tile, work[wide.OPEN_ENDS + number], book, work, row)
    if book[wide.KIND] == wide.OWN_TRAINS:
        sort_listed(work)  # by the tile that each is laid against
    return 0


@compiled(INT, INT, INT, LIST, LIST, INT)
def weight_of(end_at: int, sides: int, book: Ints, work: Ints, row: int) -> int:
    """How many halves an open end counts, or sides if these are asked for; 0 for none at all."""
    kind, end = book[wide.KIND], work[row + wide.ENDS + end_at]
    if kind == wide.ARMS:
        return book[book[wide.FREE if sides else wide.COUNTED] + (end >> NUMBER_BITS)]
    if end < 0:
        return 0
    if sides or book[wide.COUNT_BOTH] == 0:
        return 1
    if kind == wide.TRAINS:
        return 2 if end & COVERABLE else 1
    if kind == wide.OWN_TRAINS:
        tip = work[row + wide.TIPS + end_at]
        is_double = has(book[wide.DOUBLES], tip, book)
        return 1 + is_double if tip != work[row + wide.TIPS + (end_at ^ 1)] else 1
    return 1 + (work[row + at.DOUBLES] >> end_at & 1)


@compiled(INT, INT, INT, LIST, LIST, INT)
def showing(number: int, sides: int, book: Ints, work: Ints, row: int) -> int:
    """How many halves, or sides, at the open ends show a number."""
    total = 0
    for end_at in range(work[row + wide.END_COUNT]):
        if work[row + wide.ENDS + end_at] & wide.NUMBER_MASK == number:
            total += weight_of(end_at, sides, book, work, row)
    return total


@compiled(INT, LIST, LIST, INT)
def pips_on_ends(book: Ints, work: Ints, row: int) -> int:
    """`pips on ends`."""
    total = 0
    for end_at in range(work[row + wide.END_COUNT]):
        number = work[row + wide.ENDS + end_at] & wide.NUMBER_MASK
        total += number * weight_of(end_at, 0, book, work, row)
    return total


@compiled(INT, LIST, LIST, INT)
def ends_alike(book: Ints, work: Ints, row: int) -> int:
    """`ends alike`."""
    most = 0
    for number in range(book[wide.NUMBERS]):
        most = max(most, showing(number, 1, book, work, row))
    return most
