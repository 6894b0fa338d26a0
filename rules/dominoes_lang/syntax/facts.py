"""The facts that rules read off the table: one entry is the name, the English and the meaning."""

from __future__ import annotations

from enum import Enum


class Fact(Enum):
    """A fact: an amount, the last tile, or a plain condition.

    The value is the phrase, which the grammar has as well.
    """

    field: str
    """The field of `State` or `More` where it is read; empty for what a setup fixes. It is the
    fact's value, unless the interpreter and the lowering state otherwise."""
    english: str
    """An amount as a noun phrase."""
    least: int
    """The lower bound in any game."""

    def __new__(cls, phrase: str, field: str, english: str = "", least: int = 0) -> Fact:
        fact = object.__new__(cls)
        fact._value_ = phrase
        fact.field, fact.english, fact.least = field, english, least
        return fact

    PIPS_ON_ENDS = "pips on ends", "ends", "the sum of the open ends"
    ENDS_ALIKE = "ends alike", "ends", "the number of open ends that are alike"
    ENDS_IT_FITTED = "ends it fitted", "fitted", "the number of ends that the last tile fitted"
    TILES_IN_STOCK = "tiles in stock", "stock", "the number of tiles in the stock"
    ROUND = "round", "round", "the number of the round", 1
    PLAYS = "plays", "plays", "the number of tiles laid"
    PASSES_IN_A_ROW = "passes in a row", "passes", "the number of passes in a row"
    LAST_TILE = "last tile", "last_tile"
    DOMINO = "domino", "over"
    BLOCKED = "blocked", "over"
    NOTHING_TO_DRAW = "no tile can be drawn", "stock"
    HALVES_LIKE_IT = (
        "halves like it",
        "left_open",
        "the number of halves at the open ends that show the number the last tile left open",
    )
    PASSES_BEFORE_IT = (
        "passes before it",
        "passes_before",
        "the number of passes just before the last tile",
    )
    TILES_THIS_TURN = "tiles this turn", "turn_tiles", "the number of tiles laid in this turn"
    PLAYERS = "players", "", "the number of players"
    ROUNDS_WITHOUT_WINNER = (
        "rounds without winner",
        "idle",
        "the number of rounds without a winner just before this one",
    )
