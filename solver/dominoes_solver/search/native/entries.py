"""The place of a state's entry in a table indexed by the hands and the rest of the state."""

# mypy: disable-error-code="no-any-return"
# To numba the numbers of an array are whole numbers like any other.

from __future__ import annotations

from dominoes_solver.search.native import row_format as at
from dominoes_solver.search.native.jit import INT, LIST, Ints, compiled

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
