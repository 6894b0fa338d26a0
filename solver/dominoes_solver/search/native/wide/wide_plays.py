"""What an action does in a wide game, over rows: what a tile leaves open, and then a program."""

# mypy: disable-error-code="no-any-return"
# To numba the numbers of an array are whole numbers like any other.

from __future__ import annotations

from dominoes_lang.table.arm_ends import AWAITS_DOUBLE, CENTRE, DOUBLE, NUMBER_BITS
from dominoes_lang.table.trains import DOUBLE as COVERABLE
from dominoes_lang.table.trains import OPEN
from dominoes_solver.search.native.compiling.jit import INT, LIST, Ints, compiled
from dominoes_solver.search.native.compiling.jit import part as inlined
from dominoes_solver.search.native.rows import row_format as at
from dominoes_solver.search.native.wide import wide_format as wide
from dominoes_solver.search.native.wide.wide_ends import (
    fitting_at,
    has,
    leaving,
    open_ends,
    place_of,
    weight_of,
)
from dominoes_solver.search.native.wide.wide_machine import run


@inlined(INT, INT, LIST, INT)
def insert_end(end: int, work: Ints, row: int) -> int:
    """Add an open end of arms, which are sorted; returns its place."""
    slot = work[row + wide.END_COUNT]
    while slot and work[row + wide.ENDS + slot - 1] > end:
        work[row + wide.ENDS + slot] = work[row + wide.ENDS + slot - 1]
        slot -= 1
    work[row + wide.ENDS + slot] = end
    work[row + wide.END_COUNT] += 1
    return slot


@compiled(INT, INT, LIST, LIST, INT)
def begin_train(tile: int, book: Ints, work: Ints, row: int) -> int:
    """Lay the double that begins the train of the mover; returns its number."""
    high = book[book[wide.HIGHS] + tile]
    for slot in range(2 * work[row + at.MOVER], 2 * work[row + at.MOVER] + 2):
        work[row + wide.ENDS + slot] = high
        work[row + wide.TIPS + slot] = tile
    return high


@compiled(INT, INT, LIST, LIST, INT)
def lay_first(tile: int, book: Ints, work: Ints, row: int) -> int:
    """Open the ends of the first tile; returns the number that counts as left open."""
    kind, high, low = book[wide.KIND], book[book[wide.HIGHS] + tile], book[book[wide.LOWS] + tile]
    count = 0
    if kind == wide.LINE:
        work[row + wide.ENDS], work[row + wide.ENDS + 1] = high, low
        count = 2
    elif kind == wide.ONE_END:
        work[row + wide.ENDS] = high
        count = 1
    elif kind == wide.TRAINS:
        count = book[wide.TRAIN_COUNT]
        for slot in range(count):
            work[row + wide.ENDS + slot] = high | OPEN if slot >= book[wide.SEATS] else high
    elif kind == wide.OWN_TRAINS:
        count = 2 * book[wide.SEATS]
        for slot in range(count):
            work[row + wide.ENDS + slot] = -1
            work[row + wide.TIPS + slot] = -1
        begin_train(tile, book, work, row)
    work[row + wide.END_COUNT] = count
    if kind == wide.ARMS and high == low:
        insert_end(high | book[wide.FIRST_DOUBLE] << NUMBER_BITS, work, row)
    elif kind == wide.ARMS:
        insert_end(high, work, row)
        insert_end(low, work, row)
    if book[wide.COUNT_BOTH] and high == low:
        work[row + at.DOUBLES] = at.ALONE if kind == wide.LINE else 1
    return high


@compiled(INT, LIST, LIST, INT)
def lay_starter(book: Ints, work: Ints, row: int) -> int:
    """Turn up the next tile of the stock, which is nobody's play; returns it."""
    work[row + at.STOCK] -= 1
    tile = work[row + wide.STOCK_TILES + work[row + at.STOCK]]
    part, bit = tile // wide.SET_BITS, 1 << tile % wide.SET_BITS
    work[row + wide.IN_STOCK + part] &= ~bit
    work[row + wide.LAID + part] |= bit
    lay_first(tile, book, work, row)
    return tile


@inlined(INT, INT, LIST, LIST, INT)
def number_left(action: int, book: Ints, work: Ints, row: int) -> int:
    """The number that a play leaves open, at an end of any layout but trains of own doubles."""
    chosen = action & (1 << wide.LEAVING_BITS) - 1
    if chosen:
        return chosen - 1
    end = work[row + wide.ENDS + place_of(action)]
    return book[leaving(end & wide.NUMBER_MASK, action >> wide.TILE_AT, book)]


@compiled(INT, INT, LIST, LIST, INT)
def lay_in_arms(action: int, book: Ints, work: Ints, row: int) -> int:
    """Write the open ends of arms after a play; returns the number left open."""
    tile, end_at = action >> wide.TILE_AT, place_of(action)
    number = number_left(action, book, work, row)
    end = work[row + wide.ENDS + end_at]
    kind = end >> NUMBER_BITS
    opened = number
    if has(book[wide.DOUBLES], tile, book) == 0:
        if book[wide.THEN_DOUBLES] and kind >= CENTRE:
            opened |= AWAITS_DOUBLE << NUMBER_BITS
    else:
        first = book[wide.SPINNER_FIRST]
        for part in range(book[wide.PARTS]):
            if work[row + wide.LAID + part] & book[book[wide.DOUBLES] + part]:
                first = 0
        if first:
            opened |= CENTRE + 1 << NUMBER_BITS
        elif book[wide.TOLD_APART]:
            opened |= DOUBLE + 1 << NUMBER_BITS
    work[row + wide.END_COUNT] -= 1
    for later in range(end_at, work[row + wide.END_COUNT]):
        work[row + wide.ENDS + later] = work[row + wide.ENDS + later + 1]
    if book[book[wide.FREE] + kind] > 1:
        insert_end(end + (1 << NUMBER_BITS), work, row)
    insert_end(opened, work, row)
    return number


@compiled(INT, INT, LIST, LIST, INT)
def lay_on_train(action: int, book: Ints, work: Ints, row: int) -> int:
    """Write the open ends of trains after a play; returns the number left open."""
    tile, train = action >> wide.TILE_AT, place_of(action)
    number = number_left(action, book, work, row)
    end = number
    if book[wide.TOLD_APART] and has(book[wide.DOUBLES], tile, book):
        end |= COVERABLE
    if train != work[row + at.MOVER]:
        end |= work[row + wide.ENDS + train] & OPEN
    work[row + wide.ENDS + train] = end
    work[row + wide.USED_TRAINS] |= 1 << train
    return number


@compiled(INT, INT, LIST, LIST, INT)
def lay_on_own_train(action: int, book: Ints, work: Ints, row: int) -> int:
    """Write the ends of trains of own doubles after a play; returns the number left open."""
    tile, against = action >> wide.TILE_AT, place_of(action)
    if against == tile:
        work[row + wide.USED_TRAINS] |= 1 << work[row + at.MOVER]
        return begin_train(tile, book, work, row)
    slot = 0
    while work[row + wide.TIPS + slot] != against:
        slot += 1
    rest = row + wide.ENDS + (slot ^ 1)
    number = (action & (1 << wide.LEAVING_BITS) - 1) - 1
    if number < 0:
        end = work[row + wide.ENDS + slot]
        number = book[leaving(end, tile, book)]
    # The lower number comes first, and of equal ones the tile that was laid first.
    far_end, tip = work[rest], work[rest + wide.TIPS - wide.ENDS]
    first = slot & ~1
    new = first if number < far_end else first + 1
    work[row + wide.ENDS + new], work[row + wide.TIPS + new] = number, tile
    work[row + wide.ENDS + (new ^ 1)], work[row + wide.TIPS + (new ^ 1)] = far_end, tip
    work[row + wide.USED_TRAINS] |= 1 << (slot >> 1)
    return number


@compiled(INT, INT, LIST, LIST, INT)
def lay_in_line(action: int, book: Ints, work: Ints, row: int) -> int:
    """Write the ends of a line after a play; returns the number left open."""
    tile, end_at = action >> wide.TILE_AT, place_of(action)
    number = number_left(action, book, work, row)
    work[row + wide.ENDS + end_at] = number
    if book[wide.COUNT_BOTH]:
        is_double = has(book[wide.DOUBLES], tile, book)
        doubles, far_bit = work[row + at.DOUBLES], 2 >> end_at
        if book[wide.KIND] == wide.ONE_END:
            doubles = is_double
        else:
            doubles = (far_bit if doubles == at.ALONE else doubles & far_bit) | is_double << end_at
        work[row + at.DOUBLES] = doubles
    return number


@compiled(INT, INT, LIST, LIST, INT)
def ends_fitted(tile: int, book: Ints, work: Ints, row: int) -> int:
    """How many open ends a tile fits now; a free side of a double is one."""
    total = 0
    part, bit = tile // wide.SET_BITS, 1 << tile % wide.SET_BITS
    for number in range(open_ends(work[row + at.MOVER], wide.EVERYWHERE, book, work, row)):
        end_at = work[wide.OPEN_ENDS + number]
        if book[fitting_at(work[row + wide.ENDS + end_at], book, work, row) + part] & bit:
            total += weight_of(end_at, 1, book, work, row)
    return total


@compiled(INT, INT, LIST, LIST, INT)
def lay(action: int, book: Ints, work: Ints, row: int) -> int:
    """Write a play into a row: neither what it is paid nor whose turn is next. Returns its tile."""
    tile, mover = action >> wide.TILE_AT, work[row + at.MOVER]
    part, bit = tile // wide.SET_BITS, 1 << tile % wide.SET_BITS
    kind = book[wide.KIND]
    if book[wide.ASKS_FITTED]:
        work[row + at.FITTED] = ends_fitted(tile, book, work, row)
    if work[row + wide.END_COUNT] == 0:
        number = lay_first(tile, book, work, row)
        if kind == wide.OWN_TRAINS:
            work[row + wide.USED_TRAINS] |= 1 << mover
    elif kind == wide.ARMS:
        number = lay_in_arms(action, book, work, row)
    elif kind == wide.TRAINS:
        number = lay_on_train(action, book, work, row)
    elif kind == wide.OWN_TRAINS:
        number = lay_on_own_train(action, book, work, row)
    else:
        number = lay_in_line(action, book, work, row)
    work[row + at.LEFT_OPEN] = number
    work[row + at.LAST_END] = place_of(action)
    for column, source, added in at.COUNTED:
        work[row + column] = work[row + source] + added
    work[row + wide.LAID + part] |= bit
    work[row + wide.HANDS + mover * wide.MOST_PARTS + part] &= ~bit
    work[row + at.FINISHER] = mover
    work[row + at.LAST_TILE] = tile
    work[row + at.PLAYS] += 1
    work[row + at.PASSES] = 0
    return tile


@compiled(INT, INT, LIST, LIST, INT)
def note_owed(action: int, book: Ints, work: Ints, row: int) -> int:
    """Keep the end at which a second tile must follow a play that is not yet laid; returns it."""
    work[wide.ACTION] = action
    is_first = run(book[wide.OWED_WHEN], book, work, row)
    work[row + wide.OWED] = 1 - place_of(action) if is_first else -1
    return work[row + wide.OWED]


@compiled(INT, INT, LIST, INT)
def lay_aside(tile: int, work: Ints, row: int) -> int:
    """Lay a tile of the mover aside; returns it."""
    seat = work[row + at.MOVER] * wide.MOST_PARTS + tile // wide.SET_BITS
    bit = 1 << tile % wide.SET_BITS
    work[row + wide.HANDS + seat] &= ~bit
    work[row + wide.ASIDE + seat] |= bit
    work[row + at.PASSES] = 0
    return tile


@compiled(INT, INT, LIST, LIST, INT)
def play(action: int, book: Ints, work: Ints, row: int) -> int:
    """Carry out an action on a row; whether the round is over, and how it ended."""
    if action == wide.DRAW:
        run(book[wide.DREW], book, work, row)
        return work[row + at.OVER]
    program = book[wide.PLAYED]
    if action < wide.DRAW:
        if book[wide.OWED_WHEN] >= 0:
            note_owed(action, book, work, row)
        lay(action, book, work, row)
    elif action == wide.PASS:
        program = book[wide.PASSED]
        work[row + at.PASSES] += 1
        if book[wide.KIND] == wide.TRAINS:
            work[row + wide.ENDS + work[row + at.MOVER]] |= OPEN
    else:
        program = book[wide.STOPPED]
        if action != wide.STOP:
            lay_aside(action - wide.DISCARD, work, row)
    work[row + at.STEP] = -1
    work[row + at.DRAWN] = -1
    run(program, book, work, row)
    return work[row + at.OVER]


@inlined(INT, LIST, LIST, INT)
def legal(book: Ints, work: Ints, row: int) -> int:
    """List the legal actions in order; how many there are."""
    work[wide.LIST_COUNT] = 0
    run(book[wide.LEGAL], book, work, row)
    return work[wide.LIST_COUNT]
