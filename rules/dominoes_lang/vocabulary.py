"""The words of the language as data: clause headers, near misses, the reserved words.

The keywords themselves are the quoted words of `grammar.lark`; this page holds what the grammar
does not say about them.
"""

from __future__ import annotations

from difflib import get_close_matches

CLAUSES: dict[str, str] = {
    "variant": "variant_clause",
    "extends": "extends_clause",
    "without": "without_clause",
    "parameter": "parameter_clause",
    "define": "define_clause",
    "tiles": "tiles_clause",
    "players": "players_clause",
    "direction": "direction_clause",
    "deal": "deal_clause",
    "reserve": "reserve_clause",
    "redeal": "redeal_clause",
    "first opener": "first_opener_clause",
    "next opener": "next_opener_clause",
    "layout": "layout_clause",
    "doubles": "doubles_clause",
    "fits": "fits_clause",
    "turn": "turn_clause",
    "domino": "domino_clause",
    "blocked": "blocked_clause",
    "winner": "winner_clause",
    "award": "award_clause",
    "tile value": "tile_value_clause",
    "match": "match_clause",
    "invariant": "invariant_clause",
    "example": "example_clause",
}
"""Each clause header with the start rule of the grammar that reads the clause."""

UNIQUE_BY_NAME = frozenset(
    {"parameter", "define", "award", "invariant", "example", "without"}
)
"""Clauses of which a file may have several, told apart by the name behind the header."""

SETS = {
    f"double-{name}": number
    for number, name in enumerate(
        (
            "one two three four five six seven eight nine ten eleven twelve "
            "thirteen fourteen fifteen sixteen seventeen eighteen"
        ).split(),
        start=1,
    )
}
"""The tile sets by name, with the largest number of pips on a half."""

NEAR: dict[str, str] = {
    "lowest": "fewest",
    "least": "fewest",
    "smallest": "fewest",
    "minimum": "fewest",
    "highest": "most",
    "largest": "most",
    "biggest": "most",
    "greatest": "most",
    "maximum": "most",
    "points": "pips",
    "dots": "pips",
    "spots": "pips",
    "score": "pips",
    "bones": "tiles",
    "dominoes": "tiles",
    "dominos": "tiles",
    "pieces": "tiles",
    "stones": "tiles",
    "boneyard": "stock",
    "knock": "pass",
    "skip": "pass",
    "all": "everyone",
    "everybody": "everyone",
    "anyone": "any player",
    "anybody": "any player",
    "loser": "winner's opponents",
    "losers": "winner's opponents",
    "dealer": "opener",
    "leader": "opener",
    "starter": "opener",
    "previous": "before",
    "next": "after",
    "else": "otherwise",
    "if": "when",
    "and": "and",
    "above": "more than",
    "over": "more than",
    "below": "less than",
    "under": "less than",
    "equals": "is",
    "true": "yes",
    "false": "no",
    "take": "draw",
    "lay": "play",
    "team": "side",
    "teammate": "partner",
    "block": "blocked",
    "closed": "blocked",
    "counter": "counterclockwise",
    "anticlockwise": "counterclockwise",
}
"""Words that people write for a word of the language."""


def suggestion(word: str, known: list[str]) -> str | None:
    """The word of `known` that the author most likely meant, or None."""
    near = NEAR.get(word.lower())
    if near is not None and near.split()[0] in known and near != word:
        return near
    close = get_close_matches(word.lower(), sorted(known), n=1, cutoff=0.7)
    return close[0] if close and close[0] != word else None
