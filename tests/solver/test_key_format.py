"""Keys of states: every field has bits of its own, in as few words as there is room."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dominoes_solver.search.native.rows import key_format
from dominoes_solver.search.native.rows import row_format as at
from dominoes_solver.search.native.rows.key_format import ALWAYS, WORD, plan_of, words_of

KEYED = {field.name for field in at.FIELDS if field.bits}
NAMES = st.frozensets(st.sampled_from(sorted(KEYED - ALWAYS)))


@given(NAMES, st.integers(2, 4))
def test_fields_share_no_bit(names: frozenset[str], sides: int) -> None:
    words = words_of(names, sides)
    needed = {field.name for word in words for field, _ in word}
    assert needed == names | ALWAYS
    for word in words:
        taken = 0
        for field, place in word:
            bits = (1 << field.bits) - 1 << place
            assert not taken & bits
            taken |= bits
        assert taken < 1 << WORD
    assert len(plan_of(words)) == key_format.PLAN


def test_words_follow_from_what_is_needed() -> None:
    assert len(words_of(frozenset(), 2)) == 1
    assert len(words_of(frozenset({"finisher", "doubles", "left_open", "turn_tiles"}), 4)) == 1
    assert (
        len(words_of(frozenset({"paid"}), 4))
        == len(words_of(frozenset({"paid", "passes_before"}), 4))
        == 2
    )


def test_there_is_room_for_the_next_fields(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those that find none in the second word begin a third one."""
    laid = at.RowField("laid", at.LOT, columns=1, bits=55, least=0, always=False)
    monkeypatch.setattr(at, "FIELDS", [*at.FIELDS, laid])
    words = words_of(frozenset({"paid", "passes_before", "laid"}), 4)
    assert [[field.name for field, _ in word] for word in words[2:]] == [["laid"]]
