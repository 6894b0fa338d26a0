"""How the kernels see a state: one row of numbers; and how they see a program: pairs of numbers.

Plain constants, which numba builds into the kernels.
"""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from typing import NamedTuple

from dominoes_lang.syntax.nodes import Act
from dominoes_lang.table.state import (
    COUNTERS,
    DRAW_NUMBER,
    PASS_NUMBER,
    STOP_NUMBER,
    TILE_BITS,
    TILE_MASK,
    End,
    number_of,
    play,
)
from dominoes_solver.search.native.rows.place_numbers import Places

MOST_SEATS = 4
MOST_TILES = 55
"""Double-nine. A mask of tiles, a mover and two ends then go into 64 bits."""
TILES = MOST_TILES + 1
"""Of a table with an entry for each."""
MOST_NUMBERS = 15
"""From 0 on, for the ends of a line: a key has 4 bits for each, and -1 on the empty table."""
OPEN_NUMBERS = MOST_NUMBERS + 1
"""Of a table with an entry for each."""


class RowField(NamedTuple):
    """A fact of a state: its columns in a row, and the bits that each of them takes of a key."""

    name: str
    """That of the field of a state, or of `More`, which then fills the column in."""
    column: int
    columns: int
    bits: int
    """0 where values never depend on it."""
    least: int
    """-1 where it may be that, as it is at the start of a round."""
    always: bool
    """Whether every key has it."""


FIELDS: list[RowField] = []
"""The fields of a row, and of a key in the same order."""
_row = Places()


def _field(
    name: str, bits: int = 0, *, least: int = 0, columns: int = 1, always: bool = False
) -> int:
    """Add a field to those so far; its first column."""
    column = _row.take(columns)
    FIELDS.append(RowField(name, column, columns, bits, least, always))
    return column


# ---------------------------------------------------------------- the places of a row
HANDS = _field("hands", columns=MOST_SEATS)
LEFT = _field("left", 4, least=-1, always=True)
RIGHT = _field("right", 4, least=-1, always=True)
STOCK = _field("stock", 6, always=True)
"""The number of its tiles, which determines them: their order is fixed in a world."""
MOVER = _field("mover", 2, always=True)
PASSES = _field("passes", 8, always=True)
STEP = _field("step", 6, least=-1, always=True)
"""From `OWED` on the end, left or right, at which a second tile must follow."""
DRAWN = _field("drawn", 7, least=-1, always=True)
FINISHER = _field("finisher", 3, least=-1)
LAST_TILE = _field("last_tile", 7, least=-1)
FITTED = _field("fitted", 2)
DOUBLES = _field("doubles", 3)
TURN_TILES = _field("turn_tiles", 6)
LEFT_OPEN = _field("left_open", 4, least=-1)
_field("passes_before", 8)
SCORES = _field("paid", 14, columns=MOST_SEATS)
"""As they stand: what was paid in the round so far is in them. Keys have their lowest bits."""
OPENER = _field("opener")
OPENING = _field("opening")
"""The tiles to open with, where the table is empty; else -1."""
PLAYS = _field("plays")
OVER = _field("over")
ROUND = _field("round")
WINNER = _field("won", least=-1)
IDLE = _field("idle")
LOT = _field("lot")
"""The seat that the lot picked, before a round is opened."""
REST = _field("rest")
"""The value of the tiles not laid, those of the stock included."""
UNDRAWN = _field("in stock")
"""The mask of the tiles in the stock. Those that are neither here nor in a hand are laid."""
HALVES, OTHERS = LEFT, RIGHT
"""Where there is no line, its columns have the words of `arm_format`."""
SHORT = _row.end
"""The columns that every game needs; those that follow only few do."""
ASIDE = _field("aside", MOST_TILES, columns=MOST_SEATS)
"""The mask of the tiles that each seat laid aside."""
LAST_END = _field("last_end", least=-1)
"""It outlasts the turn; where turns begin anywhere, it counts once a tile was laid in one."""
COLUMNS = _row.end
WIDTH = COLUMNS + -COLUMNS % 8
"""Rows are copied by as many columns at once as a processor can, as is `SHORT`."""
START = (
    *(field.least for field in FIELDS for _ in range(field.columns)),
    *(0,) * (WIDTH - COLUMNS),
)
"""A row before anything is dealt."""
_SEEN = {field.name for field in FIELDS if field.bits}
UNSEEN = {"idle", "at_ends", "laid", "last_end", "owed"}
"""Fields that a setup keeps and no key needs bits for."""


def without_bits(tracked: AbstractSet[str]) -> AbstractSet[str]:
    """The fields among those that a setup keeps which a search would have to see, and does not."""
    return tracked - _SEEN - UNSEEN


_COLUMN_OF = {field.name: field.column for field in FIELDS}
_COUNTERS = [counter for counter in COUNTERS if {counter.name, counter.source} <= _COLUMN_OF.keys()]
COUNTED = tuple(
    (_COLUMN_OF[counter.name], _COLUMN_OF[counter.source], counter.added) for counter in _COUNTERS
)
"""The columns that each play sets to another as it was, and a number more."""
OF_TURN = tuple(_COLUMN_OF[counter.name] for counter in _COUNTERS if counter.of_turn)
"""Those of them that are 0 at the beginning of each turn."""

# ---------------------------------------------------------------- the words of a program
(
    END,
    PUSH,
    LOAD,
    STORE,
    LOOKUP,
    UNION,
    UNION_OF,
    PIPS,
    COUNT,
    ADD,
    SUBTRACT,
    MULTIPLY,
    DIVIDE,
    REMAINDER,
    EQUAL,
    UNEQUAL,
    AT_LEAST,
    AT_MOST,
    MORE,
    LESS,
    NOT,
    BITS_AND,
    BITS_OR,
    BITS_LESS,
    ANY,
    JUMP_UNLESS,
    JUMP,
    HOLDER,
    FIRST,
    LEAST,
    LEADER,
    ENDS_PIPS,
    LIKE_IT,
    TILES_OF_ARMS,
    PIPS_ON_ARMS,
    LIKE_IT_IN_ARMS,
    ALIKE_IN_ARMS,
    SCORES_OF,
    CLEAR_POINTS,
    PAY,
    CAP,
    CREDIT,
) = range(42)

# ---------------------------------------------------------------- the places of a book
# Everything that a kernel knows about a setup, in one list of numbers: a function of few arguments
# is quick to call.
_book = Places()
(
    SEATS,
    SIDES,
    SET_SIZE,
    NUMBERS,
    ENDS_MATTER,
    PASSES_AT_BLOCK,
    PAYOFF,
    SIGN,
    RESERVE,
    DOMINO_WHEN,
    BLOCKED_WHEN,
    DRAWS,
    WINS,
    STEP_COUNT,
    WINNER_TAKES_ALL,
    LOSERS_PAY,
    PLAIN,
    SHAPE,
    FITTED_READ,
    LEAF_BY,
) = _book.each(20)
PLAYERS = _book.take(MOST_SEATS)
"""For each side the mask of its seats."""
FITS = _book.take(OPEN_NUMBERS)
"""For each number the mask of the tiles that fit an end showing it."""
ORDER = 2 * MOST_SEATS
ORDERS = _book.take(MOST_SEATS * ORDER)
"""For each seat the sides in the order in which it looks at them, then a sign for each."""
SIGNS = MOST_SEATS
"""Where the signs begin in an order."""
MOST_STEPS = 60
OWED = MOST_STEPS + 1
ACTS, GUARDS, GROUPS = (_book.take(MOST_STEPS) for _ in range(3))
"""For each step of the turn what it does, where its guard begins or -1, and its group."""
TOTALS = _book.take(TILES)
"""For each tile the pips on both halves."""
VALUES, HIGHS, LOWS = (_book.take(TILES) for _ in range(3))
(
    AGAIN,
    AFTER_PLAY,
    AFTER_PASS,
    AFTER_DRAW,
    PAYS,
    TRACKS,
    COUNT_BOTH,
    DOUBLE_TILES,
) = _book.each(8)
"""What only some games have: where the condition of another turn and the payments of each moment
begin, or -1; whether there is such a payment; whether the columns from `DOUBLES` to `TURN_TILES`
are kept; whether doubles count both halves; the mask of the doubles."""
(
    STAR,
    SIDES_OF_DOUBLE,
    SIDES_OF_CENTRE,
    TOLD_APART,
    SPINNER_FIRST,
    THEN_DOUBLES,
    MUST_COVER,
    COUNT_TIPS,
) = _book.each(8)
"""With `SHAPE` the layout of the table; see `arm_format.shape_of`."""
CHUNK_BITS = 8
CHUNK_COUNT = 7
CHUNKS = _book.take(CHUNK_COUNT << CHUNK_BITS)
"""The value of every eight neighbouring tiles, for each subset of them."""
DATA_SIZE = 512
DATA = _book.take(DATA_SIZE)
"""The tables that programs look up, each with an entry for nobody before it."""
LEAF_FACTORS = 4
LEAF_DOMINO, LEAF_FEWER, LEAF_LEVEL, LEAF_MORE = range(4)
LEAF_ENDINGS = 4
"""By domino, or blocked with fewer, as many or more pips than the others."""
MOST_FITTED = 2
"""There are endings for each number of ends that the last tile fitted, and then for each sort of
tile: no double, or a double."""
LEAVES = _book.take((MOST_FITTED + 1) * 2 * LEAF_ENDINGS * LEAF_FACTORS)
"""What the end of a round pays the finisher's side, for each way in which it can end: factors of
the tiles that its side holds, of those that the others hold, of 1 and of the rounds without winner;
see `leaf_formula`."""
BY_SIDES, BY_SEATS = 1, 2
"""Whose pips are compared: those of sides, or of the lowest hands of sides; 0 for no formula."""
NUMBER, EXPOSED, LONE = 15, 16, 48
"""The code of an end is its number, and more if it is a double that counts twice, or the only tile:
that of the other end is `STILL_OPEN` of it after a play."""
STILL_OPEN = NUMBER | EXPOSED
END_BITS = 6
GAINS = _book.take(1 << 2 * END_BITS)
"""What a play pays its side, by the code of the end that it leaves and that of the other end; see
`gains`."""
TURNED = _book.take(TILES)
"""For each tile the code of the end that it leaves, plus the number that it was laid to."""
MOST_GAINS = _book.take(TILES)
"""The most that a play of each tile is paid, with the passes behind it."""
PASS_BITS = 2
PASS_GAINS = _book.take(TILES << PASS_BITS)
"""What the passes behind a play pay its side, by the number of tiles laid and of passes."""
(
    SIDE_OUT,
    MIRRORED,
    TOP_GAIN,
    END_MOST,
    CHECKED,
    OVERSHOOT,
    TARGET,
    SCORE_BITS,
    SCORES_AT,
    WITHOUT_PIPS,
    PAYS_PASSES,
) = _book.each(11)
"""For plain games: whether a round ends when all of a side are out; whether a line and its mirror
image are one position; the most of a play with the passes behind it, and of these or the end of a
round; whether the target ends it; whether what goes beyond the target is not paid; the target, 0
where neither matters; the bits of each score in a key, with their place; whether no pips are paid
or compared at the end; and whether passes are paid."""
OPENED_BITS = 6
EITHER_WAY = OPEN_NUMBERS
OPENED_AT = _book.take(OPEN_NUMBERS << OPENED_BITS)
"""For each number at an end of a line, for each tile: the number that it leaves open there, by the
lower one where it fits either way round, and that it does by `EITHER_WAY`."""
DOUBLE_OF = _book.take(OPEN_NUMBERS)
"""For each number the mask of its double."""
(LONG, AT_EACH, KEEPS_END, FORGETS_END, AFTER_DOUBLE, ASKS_LAID, BEGUN) = _book.each(7)
"""Whether the columns from `SHORT` on are kept; whether a turn may lay a tile at each end; whether
the last end is kept, and forgotten where a turn begins; whether a number waits for its double;
whether what is open in arms depends on the tiles on the table; and whether one lies there before
the first turn."""
CODE = _book.end
"""The programs: a word and a number, and so on."""
MOST_WORDS = 4096

# ---------------------------------------------------------------- the places of the work space
_work = Places()
STACK = _work.take(MOST_WORDS)
"""The longest program, in words, that cannot overflow it."""
FOUND = _work.take(MOST_SEATS)
"""A value for each side."""
POINTS = _work.take(MOST_SEATS)
"""What the last program that pays has paid each side."""
SCRATCH = _work.take(WIDTH)
"""A row."""
DEAL = _work.take(MOST_SEATS)
OUTS = _work.take(MOST_SEATS)
"""For each seat the hands that are empty when it ends the round."""
ROOM = _work.take(2)
"""How much each side of two may be paid until it has reached the target; then its score before."""
STANDING = _work.take(2)
_work.take(-_work.end % 8)
DEPTH = 256
ROW_BITS = (WIDTH - 1).bit_length()
ROWS = _work.take(DEPTH << ROW_BITS)
FRAME_BITS = 4
FRAMES = _work.take(DEPTH << FRAME_BITS)
LIST_BITS = 7
LISTS = _work.take(DEPTH << LIST_BITS)
"""The actions of each frame, in the order in which they are tried."""
MOST_LISTED = 2 * MOST_TILES + 3
"""Actions of a frame. In arms a tile may fit four ends, so a list may begin in the next frame."""
PROMISES = _work.take(DEPTH << LIST_BITS)
WORK = _work.end

# ---------------------------------------------------------------- turns
DRAW, PASS, STOP = DRAW_NUMBER, PASS_NUMBER, STOP_NUMBER
TILE = TILE_MASK
"""The bits of a play that are its tile."""
NO_PLAY = 64
"""What is below it in place of a tile is a play; from it on tiles are laid aside."""
ON_RIGHT = number_of(play(0, End.RIGHT))
"""The bit of a play at the right end."""
LEAVES_LOW, LEAVES_HIGH = (way << TILE_BITS + 1 for way in (1, 2))
"""The bits of a play on a line that fits either way round, by the half that stays open."""
PLACE_BITS = 3
"""Above the tile, of a play in a list or in an entry."""
ACTION_BITS = TILE_BITS + PLACE_BITS + 1
"""Of an action in an entry, counted from 1, since 0 stands for none."""
(
    ACT_PLAY,
    ACT_PLAY_DOUBLE,
    ACT_ON_LAST,
    ACT_AT_EACH,
    ACT_DISCARD,
    ACT_THEN_PLAY,
    ACT_UNTIL_ABLE,
    ACT_PASS,
    ACT_STOP,
    ACT_THEN_STOP,
) = range(10)
"""A step that draws N tiles and stops is `ACT_THEN_STOP + N - 1`."""
ACT_THEN_GO_ON = ACT_THEN_STOP + (1 << 16)
ACT_UP_TO = ACT_THEN_GO_ON + (1 << 16)
"""Likewise a step that draws N tiles and goes on, and one that draws up to N until one fits."""
ACTS_OF = {
    Act.PLAY: ACT_PLAY,
    Act.PLAY_DOUBLE: ACT_PLAY_DOUBLE,
    Act.PLAY_ON_LAST: ACT_ON_LAST,
    Act.PLAY_AT_EACH: ACT_AT_EACH,
    Act.DISCARD: ACT_DISCARD,
    Act.DRAW_THEN_STOP: ACT_THEN_STOP,
    Act.DRAW_THEN_PLAY: ACT_THEN_PLAY,
    Act.DRAW_UNTIL_ABLE: ACT_UNTIL_ABLE,
    Act.DRAW_THEN_GO_ON: ACT_THEN_GO_ON,
    Act.PASS: ACT_PASS,
    Act.STOP: ACT_STOP,
}
"""The steps that the kernels know."""
DOMINO, BLOCKED, CUT = 1, 2, 3
"""How a round ends, as `Over` has it."""
ALONE = 4
"""A double that is the only tile on the table, among the values of `DOUBLES`."""
BY_HAND = -1
"""The round ends by domino when the mover has no tiles."""
BY_PASSES = -1
"""It is blocked when everyone has passed in a row."""
BY_HANDS = -2
"""It is blocked when nobody can act."""
