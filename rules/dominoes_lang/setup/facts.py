"""Where facts are read: the field of a state, and the bounds that hold in any game."""

from __future__ import annotations

from typing import NamedTuple

from dominoes_lang.syntax.nodes import Fact
from dominoes_lang.table.layout import MOST_ENDS


class Source(NamedTuple):
    """Where a fact is read, and its bounds in any game."""

    field: str
    """A field of `State` or `More`; unless stated otherwise, the value of a fact is the field's."""
    least: int = 0
    most: int | None = None


SOURCES = {
    Fact.PIPS_ON_ENDS: Source("ends"),
    Fact.ENDS_ALIKE: Source("ends", most=MOST_ENDS),
    Fact.ENDS_IT_FITTED: Source("fitted", most=MOST_ENDS),
    Fact.TILES_IN_STOCK: Source("stock"),
    Fact.ROUND: Source("round", least=1),
    Fact.PLAYS: Source("plays"),
    Fact.PASSES_IN_A_ROW: Source("passes"),
    Fact.LAST_TILE: Source("last_tile"),
    Fact.DOMINO: Source("over"),
    Fact.BLOCKED: Source("over"),
    Fact.NOTHING_TO_DRAW: Source("stock"),
    Fact.HALVES_LIKE_IT: Source("left_open", most=2 * MOST_ENDS),
    Fact.PASSES_BEFORE_IT: Source("passes_before"),
    Fact.TILES_THIS_TURN: Source("turn_tiles"),
    Fact.ROUNDS_WITHOUT_WINNER: Source("idle"),
}
