"""How the kernels see a state: one row of numbers; and how they see a program: pairs of numbers.

Plain constants, which numba builds into the kernels.
"""

from __future__ import annotations

from dominoes_lang.table.state import (
    DRAW_NUMBER,
    PASS_NUMBER,
    STOP_NUMBER,
    TILE_MASK,
    End,
    number_of,
    play,
)

MOST_SEATS = 4
MOST_TILES = 55
"""Double-nine. A mask of tiles, a mover and two ends then go into 64 bits."""

# ---------------------------------------------------------------- the places of a row
HANDS = 0
(
    LEFT,
    RIGHT,
    STOCK,
    MOVER,
    OPENER,
    FINISHER,
    LAST_TILE,
    FITTED,
    PLAYS,
    PASSES,
    STEP,
    DRAWN,
    OVER,
    ROUND,
    WINNER,
    SCORES,
) = range(HANDS + MOST_SEATS, HANDS + MOST_SEATS + 16)
"""`STOCK` is the number of its tiles; the tiles themselves are kept apart, in drawing order.
`SCORES` are as they stand: what was paid in the round so far is in them."""
(
    DOUBLES,
    LEFT_OPEN,
    PASSES_BEFORE,
    TURN_TILES,
    OPENING,
    REST,
    LOT,
    IDLE,
    COLUMNS,
) = range(SCORES + MOST_SEATS, SCORES + MOST_SEATS + 9)
"""`OPENING` is the tiles to open with, where the table is empty; else -1. `REST` is the value of
the tiles not laid, those of the stock included. `LOT` is the seat that the lot picked, before a
round is opened."""
WIDTH = COLUMNS + -COLUMNS % 8
"""Rows are copied by as many columns at once as a processor can."""

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
    SCORES_OF,
    ENDS_PIPS,
    LIKE_IT,
    CLEAR_POINTS,
    PAY,
    CAP,
    CREDIT,
) = range(38)

# ---------------------------------------------------------------- the places of a book
# Everything that a kernel knows about a setup, in one list of numbers: a function of few arguments
# is quick to call.
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
) = range(17)
PLAYERS = 20
"""For each side the mask of its seats."""
FITS = 24
"""For each number the mask of the tiles that fit an end showing it."""
ORDERS = 40
"""For each seat the sides in the order in which it looks at them, then a sign for each."""
ACTS = 80
GUARDS = 144
GROUPS = 208
"""For each step of the turn what it does, where its guard begins or -1, and its group."""
MOST_STEPS = 60
TOTALS = 272
"""For each tile the pips on both halves."""
VALUES = 328
HIGHS = 384
LOWS = 440
(
    AGAIN,
    AFTER_PLAY,
    AFTER_PASS,
    AFTER_DRAW,
    PAYS,
    TRACKS,
    COUNT_BOTH,
    DOUBLE_TILES,
) = range(496, 504)
"""What only some games have: where the condition of another turn and the payments of each moment
begin, or -1; whether there is such a payment; whether the columns from `DOUBLES` to `TURN_TILES`
are kept; whether doubles count both halves; the mask of the doubles."""
CHUNKS = 512
"""The value of every eight neighbouring tiles, for each subset of them."""
CHUNK_BITS = 8
CHUNK_COUNT = 7
DATA = CHUNKS + (CHUNK_COUNT << CHUNK_BITS)
"""The tables that programs look up, each with an entry for nobody before it."""
DATA_SIZE = 256
CODE = DATA + DATA_SIZE
"""The programs: a word and a number, and so on."""
MOST_WORDS = 4096

# ---------------------------------------------------------------- the places of the work space
STACK = 0
"""The longest program, in words, that cannot overflow it."""
FOUND = MOST_WORDS
"""A value for each side."""
POINTS = FOUND + MOST_SEATS
"""What the last program that pays has paid each side."""
SCRATCH = FOUND + 8
"""A row."""
DEAL = SCRATCH + WIDTH
ROWS = DEAL + 8
DEPTH = 256
ROW_BITS = (WIDTH - 1).bit_length()
FRAMES = ROWS + (DEPTH << ROW_BITS)
FRAME_BITS = 4
LISTS = FRAMES + (DEPTH << FRAME_BITS)
"""The actions of each frame, in the order in which they are tried."""
LIST_BITS = 7
PROMISES = LISTS + (DEPTH << LIST_BITS)
WORK = PROMISES + (DEPTH << LIST_BITS)

# ---------------------------------------------------------------- turns
DRAW, PASS, STOP = DRAW_NUMBER, PASS_NUMBER, STOP_NUMBER
TILE = TILE_MASK
"""The bits of a play that are its tile."""
ON_RIGHT = number_of(play(0, End.RIGHT))
"""The bit of a play at the right end; there are no others above the tile."""
ACTION_BITS = (STOP + 1).bit_length()
"""Of an action in an entry, counted from 1, since 0 stands for none."""
(
    ACT_PLAY,
    ACT_PLAY_DOUBLE,
    ACT_THEN_PLAY,
    ACT_UNTIL_ABLE,
    ACT_PASS,
    ACT_STOP,
    ACT_THEN_STOP,
) = range(7)
"""A step that draws N tiles and stops is `ACT_THEN_STOP + N - 1`."""
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
