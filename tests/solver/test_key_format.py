"""Keys of states: every field has bits of its own, in as few words as there is room."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dominoes_solver.search.native import key_format, row_format
from dominoes_solver.search.native.key_format import (
    ALWAYS,
    END_BITS,
    FIELDS,
    WORD,
    plan_of,
    words_of,
)

NAMES = st.frozensets(st.sampled_from(sorted({field.name for field in FIELDS} - ALWAYS)))


@given(NAMES, st.integers(2, 4))
def test_fields_share_no_bit(names: frozenset[str], sides: int) -> None:
    words = words_of(names, sides)
    needed = {field.name for word in words for field, _ in word}
    assert needed == names | ALWAYS
    for number, word in enumerate(words):
        taken = (1 << 2 * END_BITS) - 1 if number == 0 else 0
        for field, place in word:
            bits = (1 << field.bits) - 1 << place
            assert not taken & bits
            taken |= bits
        assert taken < 1 << WORD
    assert len(plan_of(words)) == key_format.PLAN


def test_words_follow_from_what_is_needed() -> None:
    assert len(words_of(set(), 2)) == 1
    assert len(words_of({"finisher", "doubles", "left_open", "turn_tiles"}, 4)) == 1
    assert len(words_of({"paid"}, 4)) == len(words_of({"paid", "passes_before"}, 4)) == 2


def test_there_is_room_for_the_next_fields(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those that find none in the second word begin a third one."""
    laid = key_format.KeyField("laid", row_format.LOT, 55)
    monkeypatch.setattr(key_format, "FIELDS", (*FIELDS, laid))
    words = words_of({"paid", "passes_before", "laid"}, 4)
    assert [[field.name for field, _ in word] for word in words[2:]] == [["laid"]]
