"""The keys of states: what tells apart two states of one world, beside their hands.

A key is a list of fields, packed into as many words of 64 bits as a search needs. Each word after
the first takes a place in every entry, so the first word has the fields that most games ask for.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import accumulate
from typing import NamedTuple, TypeAlias

from dominoes_solver.search.native import row_format as at

WORD = 64
END_BITS = 4
"""Of either end, in the lowest bits of the first word."""
PASSES_BITS, STEP_BITS, PAID_BITS = 8, 6, 14
MOST_PASSES = (1 << PASSES_BITS) - 1
"""After more forced passes in a row the round never ends."""
MOST_STEP = (1 << STEP_BITS) - 2
MOST_PAID = 1 << PAID_BITS - 1
"""What a side is paid in a search, either way, is less than this; more is left to plain Python.
Scores are told apart by their lowest bits."""


class KeyField(NamedTuple):
    """A column of a row, and how many bits it takes of a key."""

    name: str
    column: int
    bits: int
    raised: int = 0
    """1 where the column may be -1."""


KeyWords: TypeAlias = Sequence[Sequence[tuple[KeyField, int]]]
"""The fields of each word of a key, and their places in it."""

ALWAYS = {"stock", "mover", "passes", "step", "drawn"}
"""The length of the stock determines its tiles, since its order is fixed in a world."""
FIELDS = (
    KeyField("stock", at.STOCK, 6),
    KeyField("mover", at.MOVER, 2),
    KeyField("passes", at.PASSES, PASSES_BITS),
    KeyField("step", at.STEP, STEP_BITS, 1),
    KeyField("drawn", at.DRAWN, 7, 1),
    KeyField("finisher", at.FINISHER, 3, 1),
    KeyField("last_tile", at.LAST_TILE, 7, 1),
    KeyField("fitted", at.FITTED, 2),
    KeyField("doubles", at.DOUBLES, 3),
    KeyField("turn_tiles", at.TURN_TILES, 6),
    KeyField("left_open", at.LEFT_OPEN, 4, 1),
    KeyField("passes_before", at.PASSES_BEFORE, PASSES_BITS),
    *(KeyField("paid", at.SCORES + side, PAID_BITS) for side in reversed(range(at.MOST_SEATS))),
)
_PLACES = tuple(accumulate((field.bits for field in FIELDS), initial=2 * END_BITS))
FIRST = tuple(
    (field, place)
    for field, place in zip(FIELDS, _PLACES, strict=False)
    if place + field.bits <= WORD
)
"""The fields of the first word, each at the same place in every search."""
STOCK_AT, MOVER_AT, PASSES_AT, STEP_AT, DRAWN_AT, DOUBLES_AT = (
    place for field, place in FIRST if field.name in {*ALWAYS, "doubles"}
)

# ---------------------------------------------------------------- as a kernel reads it
MOST_WORDS = 4
(PART_COLUMN, PART_RAISED, PART_MASK, PART_PLACE) = range(4)
PART = 4
PARTS = MOST_WORDS + 1
"""The plan of a key: where the parts of each word begin, and where those of the last end; then
the parts, of so many numbers each. Words that are not needed have no parts, and fields that are in
every key are written out by the kernels, for speed."""
PLAN = PARTS + PART * (len(FIELDS) + 1)


def words_of(names: Collection[str], sides: int) -> KeyWords:
    """The fields of each word with their places in it, for a key of some fields."""
    names = {*ALWAYS, *names}
    needed = [
        field
        for field in FIELDS
        if field.name in names and not at.SCORES + sides <= field.column < at.SCORES + at.MOST_SEATS
    ]
    words = [[(field, place) for field, place in FIRST if field in needed]]
    room = 0
    for field in needed[len(words[0]) :]:
        if field.bits > room:
            words.append([])
            room = WORD
        words[-1].append((field, WORD - room))
        room -= field.bits
    return words


def plan_of(words: KeyWords) -> list[int]:
    """The plan of a key, as kernels read it; without what is in every key, and doubles."""
    parts = [
        [(field.column, field.raised, (1 << field.bits) - 1, place) for field, place in word
         if field.name not in {*ALWAYS, "doubles"}]
        for word in words
    ]  # fmt: skip
    counts = [len(word) for word in parts] + [0] * (MOST_WORDS - len(parts))
    starts = [PARTS + PART * number for number in accumulate(counts, initial=0)]
    plan = [*starts, *(number for word in parts for part in word for number in part)]
    return plan + [0] * (PLAN - len(plan))
