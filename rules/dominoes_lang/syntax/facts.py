"""The facts that rules read off the table: an entry is a name, where it is read, and a bound."""

from __future__ import annotations

from enum import Enum


class Fact(Enum):
    """A fact: an amount, the last tile, or a plain condition.

    The value is the phrase, which the grammar has as well.
    """

    field: str
    """The field of `State` or `More` where it is read; empty for what a setup fixes. It is the
    fact's value, unless the interpreter and the lowering state otherwise."""
    least: int
    """The lower bound in any game."""

    def __new__(cls, phrase: str, field: str, least: int = 0) -> Fact:
        fact = object.__new__(cls)
        fact._value_ = phrase
        fact.field, fact.least = field, least
        return fact

    PIPS_ON_ENDS = "pips on ends", "ends"
    ENDS_ALIKE = "ends alike", "ends"
    ENDS_IT_FITTED = "ends it fitted", "fitted"
    TILES_IN_STOCK = "tiles in stock", "stock"
    ROUND = "round", "round", 1
    PLAYS = "plays", "plays"
    PASSES_IN_A_ROW = "passes in a row", "passes"
    LAST_TILE = "last tile", "last_tile"
    DOMINO = "domino", "over"
    BLOCKED = "blocked", "over"
    NOTHING_TO_DRAW = "no tile can be drawn", "stock"
    HALVES_LIKE_IT = "halves like it", "left_open"
    PASSES_BEFORE_IT = "passes before it", "passes_before"
    TILES_THIS_TURN = "tiles this turn", "turn_tiles"
    PLAYERS = "players", ""
    PASSES_THIS_ROUND = "passes this round", "all_passes"
    ROUNDS_WITHOUT_WINNER = "rounds without winner", "idle"
    VOID_DEALS = "void deals before it", "redeals"
    STILL_IN = "players still in", "out"
    BID = "bid", "bid"
