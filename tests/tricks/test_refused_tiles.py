"""A tile that does not follow the suit led is refused with this reason."""

from __future__ import annotations

import pytest

import dominoes_rules as dr
from dominoes_rules.position.legal_move import legal_move

BEFORE = (
    "texas_42 A:11.22.42.43.53.60.66/B:x7/C:x7/D:x7 opener:A play:b31,-,-,-,t1,66,61,63,64,00,40,20"
)


def test_a_tile_that_does_not_follow_is_refused_with_the_reason() -> None:
    position = dr.Position(BEFORE)
    with pytest.raises(dr.IllegalMove, match=r"53 is not of the suit led, .*legal moves are 60"):
        legal_move(position, "53")
    with pytest.raises(dr.IllegalMove, match=r"00 is not legal here; the legal moves are 60"):
        legal_move(position, "00")
