"""How the kernel of wide games sees a state, a setup and a program.

A row begins with the columns of `row_format`, of which it uses those of single facts. Behind them
it has what is wider here: sets of tiles as several numbers of `SET_BITS` bits, as many hands and
scores as there may be seats, the stock in order, and the open ends of any layout. Programs have the
words of `row_format` and some more, for sets of tiles, for open ends and for what a turn allows.

Plain constants, which numba builds into the kernel.
"""

from __future__ import annotations

from dominoes_lang.table.arm_ends import NUMBER_BITS
from dominoes_lang.table.state import TILE_BITS
from dominoes_solver.search.native.rows import row_format as at
from dominoes_solver.search.native.rows.place_numbers import Places

SET_BITS = 60
"""Of each number of a set of tiles."""
MOST_PARTS = 4
"""The most numbers of a set."""
MOST_TILES = SET_BITS * MOST_PARTS
MOST_SEATS = 10
MOST_ENDS = 64
NUMBER_MASK = (1 << NUMBER_BITS) - 1

# ---------------------------------------------------------------- the places of a row
_row = Places(at.WIDTH)
END_COUNT = _row.take()
"""How many open ends there are; 0 on the empty table."""
USED_TRAINS, GOES_ON, OWED = _row.each(3)
"""The trains of this turn as a mask; whether the draw just made begins the turn again; the end at
which a second tile must follow, or -1."""
LAID, IN_STOCK, OPENING = (_row.take(MOST_PARTS) for _ in range(3))
HANDS = _row.take(MOST_SEATS * MOST_PARTS)
ASIDE = _row.take(MOST_SEATS * MOST_PARTS)
"""For each seat the numbers of its set of tiles, and of that of the tiles that it laid aside."""
SCORES = _row.take(MOST_SEATS)
ENDS = _row.take(MOST_ENDS)
"""The open ends, as the layout has them in `State.ends`."""
TIPS = _row.take(MOST_ENDS)
"""Of trains of own doubles the tile at each of them."""
STOCK_TILES = _row.take(MOST_TILES)
"""The stock, the tile that is drawn last first."""
WIDE = _row.end

# ---------------------------------------------------------------- the words of a program
(
    HELD,
    HELD_BY,
    HELD_BY_MOVER,
    ASIDE_OF,
    BIT,
    OPEN_TO,
    PIPS_FROM,
    PIPS_ON_ENDS,
    ENDS_ALIKE,
    HALVES_LIKE_IT,
    LIST_OPENING,
    LIST_PLAYS,
    LIST_NAMED,
    IS_PLAY,
    FIT_LAST,
    FITS_AT_EACH,
    LIST_DISCARDS,
    LIST,
    SORT,
    END_IF_LISTED,
    TAKE_TILE,
    JUMP_IF,
    COMPARED,
) = range(100, 123)
"""Those of sets are of one number of a set: a word carries which one, in its lowest bits."""
PART_BITS = 2
"""Above them, what else a word carries."""
EVERYWHERE, OWN, OTHERS, AT_EACH, ON_LAST, AS_SECOND = range(6)
"""Where a step lays a tile; above the part, in the number of `OPEN_TO`."""
WHERE_BITS = 3
ANY_TILE, DOUBLES_ALONE, DRAWN_ALONE = range(3)
"""Which tiles of the hand it lays; above where, in the number of a word for plays."""
COLUMN_BITS = 10
"""The words from `COMPARED` on, as many as there are relations, carry a column and above it the
number that it is compared with."""

# ---------------------------------------------------------------- actions
LEAVING_BITS, PLACE_BITS = 6, 12
PLACE_AT = LEAVING_BITS
TILE_AT = PLACE_AT + PLACE_BITS
"""A play is its tile, its place, and the number that it leaves open if both may be, from 1; so
plays are sorted as the rules list them."""
DRAW = 1 << TILE_AT + TILE_BITS
PASS, STOP = DRAW + 1, DRAW + 2
DISCARD = STOP + 1
"""That of the first tile; the others follow."""

# ---------------------------------------------------------------- the places of a book
LINE, ONE_END, ARMS, TRAINS, OWN_TRAINS = range(5)
"""Kinds of layout."""
(
    SEATS,
    SIDES,
    SET_SIZE,
    PARTS,
    NUMBERS,
    KIND,
    STAR,
    THEN_DOUBLES,
    MUST_COVER,
    SPINNER_FIRST,
    FIRST_DOUBLE,
    TOLD_APART,
    COUNT_BOTH,
    AFTER_DOUBLE,
    KEEPS_END,
    ASKS_FITTED,
    TRAIN_COUNT,
    LEGAL,
    OWED_WHEN,
    PLAYED,
    DREW,
    PASSED,
    STOPPED,
    PAYOFF,
    REDEAL_WHEN,
    OPENED_BY,
    WON_BY,
    HAND_SIZE,
    SHUFFLED,
    MOST_DEALS,
    MOST_ACTIONS,
    STARTER,
    ALL,
    DOUBLES,
    FITS,
    OWN_DOUBLE,
    AWAITED,
    DOUBLE_OF,
    LEAVES,
    HIGHS,
    LOWS,
    VALUES,
    FREE,
    COUNTED,
    LIKE_HALVES,
    PLAYERS,
    DATA,
    CODE,
    START,
) = range(49)
"""From `ALL` on, where a table begins."""
HEAD = START + 1
NO_STARTER, FROM_STOCK = -1, -2

# ---------------------------------------------------------------- the places of the work space
_work = Places()
MOST_WORDS = 1 << 15
STACK = _work.take(MOST_WORDS)
"""The longest programs together, which cannot overflow it."""
POINTS = _work.take(MOST_SEATS)
OPEN_ENDS = _work.take(MOST_ENDS)
"""The places of the open ends that were asked for last."""
FITTING = _work.take(MOST_ENDS)
"""Where the book has the tiles that fit each of them."""
ACTION = _work.take()
"""The play that is carried out."""
ROW = _work.take(WIDE)
LIST_COUNT = _work.take()
MOST_LISTED = 2 * MOST_TILES * MOST_ENDS
LISTED = _work.take(MOST_LISTED)
WORK = _work.end
