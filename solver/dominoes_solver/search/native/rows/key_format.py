"""The keys of states: what tells apart two states of one world, beside their hands.

A key is a list of fields, packed into as many words of 64 bits as a search needs. Each word after
the first takes a place in every entry, so the first word has the fields that most games ask for.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import accumulate
from typing import TypeAlias

from dominoes_solver.search.native.rows import arm_format
from dominoes_solver.search.native.rows import row_format as at
from dominoes_solver.search.native.rows.row_format import RowField

WORD = 64
KeyWords: TypeAlias = tuple[tuple[tuple[RowField, int], ...], ...]
"""The fields of each word of a key, and their places in it. Each is a single column."""


def _columns(sides: int, tiles: int = at.MOST_TILES) -> Iterator[RowField]:
    """The fields of keys, column by column; of scores those of so many sides, of so many tiles."""
    for field in at.FIELDS:
        number = sides if field.column == at.SCORES else field.columns
        bits = min(field.bits, tiles) if field.column == at.ASIDE else field.bits
        for offset in reversed(range(number if bits else 0)):
            yield field._replace(column=field.column + offset, columns=1, bits=bits)


def _first_word() -> Iterator[tuple[RowField, int]]:
    """Each field of the first word, at the same place in every search."""
    fields = tuple(_columns(at.MOST_SEATS))
    shifts = accumulate((field.bits for field in fields), initial=0)
    for field, shift in zip(fields, shifts, strict=False):
        if shift + field.bits > WORD:
            return
        yield field, shift


FIRST = tuple(_first_word())
ALWAYS = frozenset(field.name for field, _ in FIRST if field.always)
LEFT_AT, RIGHT_AT, STOCK_AT, MOVER_AT, PASSES_AT, STEP_AT, DRAWN_AT, DOUBLES_AT = (
    shift for field, shift in FIRST if field.name in {*ALWAYS, "doubles"}
)
_OF_ARMS = (
    RowField("halves", at.HALVES, 1, arm_format.HALVES_BITS, 0, always=False),
    RowField("other ends", at.OTHERS, 1, arm_format.OTHERS_BITS, 0, always=False),
)
_FITTED_IN_ARMS = RowField("fitted", at.FITTED, 1, 6, 0, always=False)
"""A tile may fit more ends than the two of a line."""
_BITS = {field.name: field.bits for field in at.FIELDS}
MOST_PASSES = (1 << _BITS["passes"]) - 1
"""After more forced passes in a row the round never ends."""
MOST_STEP = at.OWED - 1
MOST_PAID = 1 << _BITS["paid"] - 1
"""What a side is paid in a search, either way, is less than this; more is left to plain Python.
Scores are told apart by their lowest bits."""

# ---------------------------------------------------------------- as a kernel reads it
MOST_WORDS = 5
(PART_COLUMN, PART_RAISED, PART_MASK, PART_PLACE) = range(4)
PART = 4
PARTS = MOST_WORDS + 1
"""The plan of a key: where the parts of each word begin, and where those of the last end; then
the parts, of so many numbers each. Words that are not needed have no parts, and fields that are in
every key are written out by the kernels, for speed."""
PLAN = PARTS + PART * (len(tuple(_columns(at.MOST_SEATS))) + len(_OF_ARMS) + 1)


@cache
def words_of(
    names: frozenset[str], sides: int, *, in_arms: bool = False, tiles: int = at.MOST_TILES
) -> KeyWords:
    """The fields of each word with their places in it, for a key of some fields and so many tiles.

    in_arms: whether the columns of the ends hold those of a table in arms.
    """
    needed = [field for field in _columns(sides, tiles) if field.always or field.name in names]
    words = [[(field, shift) for field, shift in FIRST if field in needed]]
    room = 0
    for field in needed[len(words[0]) :]:
        if field.bits > room:
            words.append([])
            room = WORD
        words[-1].append((field, WORD - room))
        room -= field.bits
    if in_arms:
        halves, doubles = _OF_ARMS
        words += [[(halves, 0)], [(doubles, 0)]]
        if "fitted" in names:
            words[-1].append((_FITTED_IN_ARMS, doubles.bits))
    return tuple(map(tuple, words))


@cache
def plan_of(words: KeyWords) -> tuple[int, ...]:
    """The plan of a key, as kernels read it; without what is in every key, and doubles."""
    parts = [
        [(field.column, -field.least, (1 << field.bits) - 1, shift) for field, shift in word
         if field.name not in {*ALWAYS, "doubles"}]
        for word in words
    ]  # fmt: skip
    counts = [len(word) for word in parts] + [0] * (MOST_WORDS - len(parts))
    starts = [PARTS + PART * number for number in accumulate(counts, initial=0)]
    plan = [*starts, *(number for word in parts for part in word for number in part)]
    return (*plan, *[0] * (PLAN - len(plan)))
