"""The places in the arrays of the search of games of tricks."""

from __future__ import annotations

MOST_SEATS = 10
MOST_TILES = 55
"""With the leader they are the key of a table, in one word."""
MOST_SUITS = 20
MOST_HELD = 28
"""Tiles of a hand, and so the actions of a state."""
MOST_STEPS = 512
POINT_BITS = 12
MOST_POINTS = (1 << POINT_BITS) - 1

# ---------------------------------------------------------------- what worlds have in common
(K_SEATS, K_KEEN, K_TRICK, K_STEPS) = range(4)
"""Seats, the side that wants points for side 0, those of a trick, how many steps are paid."""
K_POINTS = 4
"""For each tile its points."""
K_LED = K_POINTS + MOST_TILES
"""For each tile the suit that it leads."""
K_FOLLOWING = K_LED + MOST_TILES
"""For each suit the mask of its tiles."""
K_ABOVE = K_FOLLOWING + MOST_SUITS
"""For each suit led and each tile the mask of those that beat it."""
K_STEP = K_ABOVE + MOST_SUITS * MOST_TILES
"""The least points of side 0 that are paid more, or less, than those below."""
KIND = K_STEP + MOST_STEPS

# ---------------------------------------------------------------- a world
(W_KIND, W_TAKEN, W_MOVER, W_NUMBER, W_LED, W_BEST, W_HOLDER, W_LYING, W_COUNT) = range(9)
"""Its kind, the points that side 0 has taken, whose turn it is; of the trick under way the number
of its tiles, the suit led, the tile that takes it, whose that is, and its points; and the number of
actions that are asked about, or -1 for the best of all."""
W_HANDS = 9
W_ACTIONS = W_HANDS + MOST_SEATS
"""The tiles that are asked about."""
WORLD = W_ACTIONS + MOST_HELD

# ---------------------------------------------------------------- what a job remembers
(
    J_WORLD,
    J_ACTION,
    J_LOW,
    J_HIGH,
    J_ASKED,
    J_DEPTH,
    J_ENTER,
    J_FOUND,
    J_NODES,
    J_LIMIT,
    J_EPOCH,
    J_TABLE_BITS,
    J_LEVEL,
) = range(13)
"""The world and the action, the payments between which its value lies and the one that is asked
about; the depth, and whether a frame is entered there or left with a value; the nodes so far, those
that a world may take, the epoch of its entries, the bits of the table; and the payment of the last
action, which is asked about first for the next one."""
JOB = 13
RUNNING, DONE = 0, 1

# ---------------------------------------------------------------- a frame of the search
(
    F_SEAT,
    F_NUMBER,
    F_LED,
    F_BEST,
    F_HOLDER,
    F_LYING,
    F_LEFT,
    F_REST,
    F_GOAL,
    F_VALUE,
    F_GAIN,
    F_LOW,
    F_HIGH,
    F_FIRST,
    F_NEXT,
    F_MOVES,
) = range(16)
"""As in a world, then the tiles left, the points still to be taken, how many of them are asked for;
the best bound so far, what the last tile has won for side 0, the bounds known before, the tile to
try first, the next of the tiles and how many there are."""
F_TILES = 16
FRAME = F_TILES + MOST_HELD
FRAMES = MOST_TILES + 2

# ---------------------------------------------------------------- an entry of the table
SEAT_BITS = 4
"""The key: the tiles left, and who leads. Then the bounds, the best tile, and the epoch."""
FIRST_AT = 2 * POINT_BITS
FIRST_BITS = 6
EPOCH_AT = FIRST_AT + FIRST_BITS
EPOCHS = (1 << 63 - EPOCH_AT) - 1
