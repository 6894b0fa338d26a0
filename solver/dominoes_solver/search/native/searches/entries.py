"""Keys of states, and their entries in a table indexed by the hands and the rest of the state."""

# mypy: disable-error-code="no-any-return"
# To numba the numbers of an array are whole numbers like any other.

from __future__ import annotations

from dominoes_solver.search.native.compiling.jit import GRID, INT, LIST, Ints, compiled
from dominoes_solver.search.native.rows import row_format as at
from dominoes_solver.search.native.rows.arm_format import OTHER_LINE
from dominoes_solver.search.native.rows.key_format import (
    DOUBLES_AT,
    DRAWN_AT,
    LEFT_AT,
    MOST_PAID,
    MOVER_AT,
    PART,
    PART_COLUMN,
    PART_MASK,
    PART_PLACE,
    PART_RAISED,
    PASSES_AT,
    RIGHT_AT,
    STEP_AT,
    STOCK_AT,
)
from dominoes_solver.search.native.searches.probes import J_DOUBLES, J_KEY, J_WORDS

MIXER = 0x9E3779B97F4A7C15 - (1 << 64)
OTHER_MIXER = 0xC2B2AE3D27D4EB4F - (1 << 64)


@compiled(INT, INT, LIST, INT, INT, INT)
def slot_of_row(hands: int, work: Ints, row: int, key: int, bits: int) -> int:
    """The number of the entry of a state in a table of 2^bits entries."""
    mixed = (key ^ key >> 31) * MIXER
    for seat in range(hands):
        mixed = (mixed ^ mixed >> 29 ^ work[row + at.HANDS + seat]) * OTHER_MIXER
    return mixed >> (64 - bits) & (1 << bits) - 1


@compiled(INT, INT, LIST, INT, LIST, INT, INT, INT, INT, INT)
def is_entry(
    hands: int,
    work: Ints,
    row: int,
    table: Ints,
    slot: int,
    key: int,
    further: int,
    words: int,
    rest: int,
) -> int:
    """Whether the entry that begins at a slot is that of a state.

    The words of its key after the first, so many, lie from `rest` on; in the entry from `further`.
    """
    if table[slot + hands] != key:
        return 0
    for word in range(words - 1):
        if table[further + word] != work[rest + word]:
            return 0
    for seat in range(hands):
        if table[slot + seat] != work[row + at.HANDS + seat]:
            return 0
    return 1


@compiled(INT, LIST, LIST, INT, LIST)
def first_key(book: Ints, work: Ints, row: int, job: Ints) -> int:
    """The first word of a state's key: its open ends, and the fields that `job` has there."""
    left, right, doubles = work[row + at.LEFT], work[row + at.RIGHT], work[row + at.DOUBLES]
    if book[at.ENDS_MATTER] == 0 and (left > right or (left == right and doubles == 2)):
        left, right = right, left
        if doubles in (1, 2):
            doubles = 3 - doubles
    key = (doubles & job[J_DOUBLES]) << DOUBLES_AT
    if book[at.SHAPE] <= OTHER_LINE:
        key |= left << LEFT_AT | right << RIGHT_AT
    key |= work[row + at.STOCK] << STOCK_AT | work[row + at.MOVER] << MOVER_AT
    key |= work[row + at.PASSES] << PASSES_AT
    key |= (work[row + at.STEP] + 1) << STEP_AT | (work[row + at.DRAWN] + 1) << DRAWN_AT
    return key | key_word(0, work, row, job)


@compiled(INT, INT, LIST, INT, LIST)
def key_word(word: int, work: Ints, row: int, job: Ints) -> int:
    """The fields of a word of the key that are not in every key."""
    key = 0
    for part in range(job[J_KEY + word], job[J_KEY + word + 1], PART):
        entry = J_KEY + part
        number = work[row + job[entry + PART_COLUMN]] + job[entry + PART_RAISED]
        key |= (number & job[entry + PART_MASK]) << job[entry + PART_PLACE]
    return key


@compiled(INT, INT, LIST, INT, LIST, INT)
def further_words(key: int, work: Ints, row: int, job: Ints, out: int) -> int:
    """Write the words of the key after the first from `out` on; all words mixed."""
    for word in range(job[J_WORDS] - 1):
        work[out + word] = key_word(word + 1, work, row, job)
        key ^= work[out + word] * (MIXER + 2 * word)
    return key


@compiled(INT, LIST, LIST, INT, GRID, INT)
def has_room(book: Ints, work: Ints, row: int, roots: Ints, world: int) -> int:
    """Whether the scores of a row are near enough to those of the root for keys and bounds."""
    for side in range(book[at.SIDES]):
        paid = work[row + at.SCORES + side] - roots[world, at.SCORES + side]
        if paid >= MOST_PAID or paid <= -MOST_PAID:
            return 0
    return 1
