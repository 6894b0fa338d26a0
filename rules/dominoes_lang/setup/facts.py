"""Where facts are read: the field of a state, and the bounds that hold in any game."""

from __future__ import annotations

from typing import NamedTuple

from dominoes_lang.syntax.nodes import Fact
from dominoes_lang.table.layout import MOST_ENDS


class FactSource(NamedTuple):
    """Where a fact is read, and its bounds in any game."""

    field: str
    """A field of `State` or `More`; unless stated otherwise, the value of a fact is the field's."""
    least: int = 0
    most: int | None = None


SOURCES = {
    Fact.PIPS_ON_ENDS: FactSource("ends"),
    Fact.ENDS_ALIKE: FactSource("ends", most=MOST_ENDS),
    Fact.ENDS_IT_FITTED: FactSource("fitted", most=MOST_ENDS),
    Fact.TILES_IN_STOCK: FactSource("stock"),
    Fact.ROUND: FactSource("round", least=1),
    Fact.PLAYS: FactSource("plays"),
    Fact.PASSES_IN_A_ROW: FactSource("passes"),
    Fact.LAST_TILE: FactSource("last_tile"),
    Fact.DOMINO: FactSource("over"),
    Fact.BLOCKED: FactSource("over"),
    Fact.NOTHING_TO_DRAW: FactSource("stock"),
    Fact.HALVES_LIKE_IT: FactSource("left_open", most=2 * MOST_ENDS),
    Fact.PASSES_BEFORE_IT: FactSource("passes_before"),
    Fact.TILES_THIS_TURN: FactSource("turn_tiles"),
    Fact.ROUNDS_WITHOUT_WINNER: FactSource("idle"),
}
