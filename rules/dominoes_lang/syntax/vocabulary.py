"""The words of the language as data: clause headers, near misses, the reserved words.

The keywords themselves are the quoted words of `grammar.lark`; this module adds what the grammar
does not contain.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from types import MappingProxyType

LONGEST_WORD = 40

CLAUSES: dict[str, str] = {
    "variant": "variant_clause",
    "extends": "extends_clause",
    "without": "without_clause",
    "note": "note_clause",
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
    {"parameter", "define", "award", "invariant", "example", "without", "note"}
)
"""Clauses of which a file may have several, identified by the name after the header."""

OF_CONSTANTS = frozenset(
    CLAUSES[words] for words in ("deal", "reserve", "layout", "fits", "tile value", "match")
)
"""Clauses, by start rule, whose amounts are made of numbers and parameters alone."""

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
    "none": "nobody",
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

UNSURE = frozenset("all loser losers looser dealer leader starter previous next score true".split())
"""Those of them that may have another meaning, so that only the author can choose a fix."""

RESERVED = frozenset(
    "yes no domino blocked double players plays round them they mover finisher opener winner "
    "nobody everyone lot it redeal illegal".split()
)
"""Words that mean something by themselves in a place where a name may be written as well.

With the letters of seats they are the only words that can't be names. The list is closed: a file's
own name goes before a word that joins the language later, so that no file breaks.
"""

NEAR_CLAUSES: dict[str, str] = {
    "name": "variant",
    "title": "variant",
    "game": "variant",
    "import": "extends",
    "include": "extends",
    "inherits": "extends",
    "remark": "note",
    "comment": "note",
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

CUSTOMARY: dict[str, str] = {
    **dict.fromkeys(("capicua", "capicu"), "domino and last tile fits both ends"),
    **dict.fromkeys(("chucha", "chuchazo"), "domino and last tile is [0|0]"),
    **dict.fromkeys("tranque tranca trancado tranqued cerrado cierre".split(), "blocked"),
    **dict.fromkeys(("carroza", "mula"), "last tile is double"),
}
"""What players call a condition, without accents, and how it is written."""

EMPTY_HANDED = frozenset({"out", "empty", "done", "finished"})
"""What players call somebody whose hand is empty."""

WORDS = tuple(
    "domino blocked double doubles pips tiles plays passes round mover finisher opener winner "
    "nobody everyone they them last score stock ends holder".split()
)
"""Words of conditions, amounts and whos that a misspelt word there may mean."""

YES_NO = {"true": "yes", "on": "yes", "false": "no", "off": "no"}
"""Words for yes and no in other languages."""

SIGNS: dict[str, str] = {
    "(": 'begin a remark with "#"; a part of a condition or an amount is named with define',
    ")": 'begin a remark with "#"; a part of a condition or an amount is named with define',
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
"""Signs that the language does not use, with what to write instead."""

NEEDLESS: dict[str, str] = {
    "points": 'a number alone means points: write "25 to winner", or "first side to reach 200"',
    "point": 'a number alone means points: write "1 to winner"',
    "pts": 'a number alone means points: write "25 to winner"',
}
"""Words that the language does without, with what to write instead."""


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


_HALVES = re.compile(r"([0-9]{1,2})\s*[-/]\s*([0-9]{1,2})|([0-9])([0-9])")


def tile_meant(text: str) -> str | None:
    """The tile that an amount was meant for: `66`, `6-6`, `6/6`."""
    halves = _HALVES.fullmatch(text)
    if halves is None:
        return None
    one, other = [half for half in halves.groups() if half]
    return f"[{int(one)}|{int(other)}]"


def is_sure(word: str, meant: str, known: Iterable[str]) -> bool:
    """Whether a word surely means `meant`: one slip of a key from it, and from no other."""
    word = word.lower()
    if word == meant:
        return True
    if NEAR.get(word) == meant or meant == NUMBERS.get(word):
        return word not in UNSURE
    near = {other for other in known if abs(len(word) - len(other)) < 2 and one_slip(word, other)}
    return len(meant) > 3 and near == {meant}


def one_slip(word: str, other: str) -> bool:
    """Whether two words differ by one letter: another, left out, put in, or two exchanged."""
    if len(word) > len(other):
        word, other = other, word
    same = next((n for n, sign in enumerate(word) if sign != other[n]), len(word))
    rest, other_rest = word[same:], other[same:]
    if len(word) < len(other):
        return len(other) == len(word) + 1 and rest == other_rest[1:]
    exchanged = rest[:2] == other_rest[1::-1] and rest[2:] == other_rest[2:]
    return word != other and (rest[1:] == other_rest[1:] or exchanged)
