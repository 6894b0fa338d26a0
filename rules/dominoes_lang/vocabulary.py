"""The words of the language as data: clause headers, near misses, the reserved words.

The keywords themselves are the quoted words of `grammar.lark`; this page holds what the grammar
does not say about them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from types import MappingProxyType

LONGEST_WORD = 40

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

UNIQUE_BY_NAME = frozenset({"parameter", "define", "award", "invariant", "example", "without"})
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
    "no one": "nobody",
    "any one": "any player",
    "loser": "winner's opponents",
    "losers": "winner's opponents",
    "looser": "winner's opponents",
    "dealer": "opener",
    "leader": "opener",
    "starter": "opener",
    "previous": "before",
    "next": "after",
    "else": "otherwise",
    "if": "when",
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


NEAR_CLAUSES: dict[str, str] = {
    "name": "variant",
    "title": "variant",
    "game": "variant",
    "import": "extends",
    "include": "extends",
    "inherits": "extends",
    "option": "parameter",
    "let": "define",
    "set": "tiles",
    "dominoes": "tiles",
    "teams": "players",
    "seats": "players",
    "order": "direction",
    "hand": "deal",
    "hands": "deal",
    "boneyard": "reserve",
    "stock": "reserve",
    "opener": "first opener",
    "opening": "first opener",
    "starter": "first opener",
    "start": "first opener",
    "board": "layout",
    "table": "layout",
    "spinner": "doubles",
    "matching": "fits",
    "move": "turn",
    "moves": "turn",
    "win": "winner",
    "score": "award",
    "scoring": "award",
    "points": "award",
    "bonus": "award",
    "value": "tile value",
    "goal": "match",
    "target": "match",
    "series": "match",
    "always": "invariant",
    "test": "example",
}
"""Words that people write for a clause."""

NUMBERS = {
    name: str(number)
    for number, name in enumerate("one two three four five six seven eight nine ten".split(), 1)
}

SIGNS: dict[str, str] = {
    "(": "there are no parentheses; name a part with define",
    ")": "there are no parentheses; name a part with define",
    "{": "a value needs no braces",
    "}": "a value needs no braces",
    ">=": 'write "is at least"',
    "<=": 'write "is at most"',
    ">": 'write "is more than"',
    "<": 'write "is less than"',
    "!": 'write "not"',
    "!=": 'write "is not"',
    "&": 'write "and"',
    "|": 'write "or"',
    ";": "write a comma, or begin a new line",
    "×": "write * for times",
    "÷": "write / for divided by",
    "–": "write - for minus",
    "−": "write - for minus",
    "’": "write a straight '",
    "“": 'write straight "quotes"',
    "”": 'write straight "quotes"',
    "%": 'write a share as "* 10 / 100 rounded down to 1"',
}
"""Signs that mean nothing in the language, with what to write in their place."""

NEEDLESS: dict[str, str] = {
    "points": 'a number alone means points: write "25 to winner", or "first side to reach 200"',
    "point": 'a number alone means points: write "1 to winner"',
    "pts": 'a number alone means points: write "25 to winner"',
}
"""Words that the language does without, with what to write instead."""

NOT_BUILT = frozenset(
    "discard star trains again overshoot checked must count wild only adding".split()
)
"""Words that begin a phrase which is reserved and not built yet; they are not offered."""


def suggestion(
    word: str, known: Iterable[str], near: Mapping[str, str] = MappingProxyType(NEAR)
) -> str | None:
    """The word of `known` that the author most likely meant, or None."""
    words = sorted(known)
    meant = near.get(word.lower())
    if meant is not None and (meant in words or meant.split()[0] in words):
        return meant
    if len(word) > LONGEST_WORD:
        return None
    close = get_close_matches(word.lower(), words, n=1, cutoff=0.7)
    return close[0] if close and close[0] != word else None
