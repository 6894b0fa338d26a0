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
    header: f"{header.replace(' ', '_')}_clause"
    for header in (
        "variant, extends, without, note, parameter, define, tiles, players, direction, deal, "
        "reserve, redeal, first opener, next opener, layout, doubles, fits, suits, bids, trumps, "
        "widow, lead, turn, domino, "
        "blocked, winner, award, tile value, match, invariant, example"
    ).split(", ")
}
"""Each clause header with the start rule of the grammar that reads the clause.

They are in the order of a rules file. The node of a clause is named after its header:
`FirstOpenerClause`.
"""
HEADERS = {rule: header for header, rule in CLAUSES.items()}
"""The header of each of these rules."""

SAMPLES: dict[str, str] = {
    "without": "without award hand",
    "note": 'note "We play on Sundays."',
    "parameter": "parameter target = 100 from 50 to 200",
    "define": "define lock: blocked and last tile is double",
    "tiles": "tiles: double-six without [0|0]",
    "players": "players: 4 in teams of 2",
    "direction": "direction: counterclockwise",
    "deal": "deal: 7 each for 2, 5 each",
    "reserve": "reserve: 2",
    "redeal": "redeal: when any player holds at least 5 doubles",
    "first opener": "first opener: holder of highest double plays it or else redeal",
    "next opener": "next opener: when winner is nobody: opener otherwise: winner",
    "layout": "layout: line",
    "doubles": "doubles: first is spinner",
    "fits": "fits: equal numbers, wild [0|0]",
    "suits": "suits: by higher half, doubles high",
    "bids": "bids: 30..42, 84, once each, or else redeal",
    "trumps": "trumps: any number, doubles, none",
    "widow": "widow: bidder takes stock, then discards 1",
    "lead": "lead: bidder, then taker",
    "turn": "turn: play a tile or else draw 1 then play or else pass",
    "domino": "domino: when mover has no tiles",
    "blocked": "blocked: when nobody can act",
    "winner": "winner: when domino: finisher when blocked: player with fewest pips, ties to nobody",
    "award": "award hand: pips held by winner's opponents to winner at round end",
    "tile value": "tile value: [0|0] is 50, [6|6] is 25",
    "match": "match: first side to reach 100",
    "example": (
        'example "going out": given line [6|1], A to play, A holds [1|1], B holds [2|2] '
        "when A plays [1|1] then round over, A scores 4"
    ),
    "invariant": 'invariant "tiles stay": plays + tiles held by everyone + tiles in stock is 28',
}
"""A clause of each kind, for those whose own can't be read."""

CONDITIONS = '"domino", "last tile is double", "winner is A", "winner holds at least 2 doubles"'
"""Conditions, for those whose own can't be read."""

UNIQUE_BY_NAME = frozenset(
    {"parameter", "define", "award", "invariant", "example", "without", "note"}
)
"""Clauses of which a file may have several, identified by the name after the header."""

OF_CONSTANTS = frozenset(
    CLAUSES[words] for words in ("deal", "reserve", "layout", "fits", "bids", "tile value", "match")
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


def _by_word(meanings: Mapping[str, str]) -> dict[str, str]:
    """Each of the words between commas, with what it means."""
    return {word: meant for meant, words in meanings.items() for word in words.split(", ")}


NEAR = _by_word(
    {
        "fewest": "lowest, least, smallest, minimum, fewer",
        "most": "highest, largest, biggest, greatest, maximum",
        "pips": "points, dots, spots, score",
        "tiles": "bones, dominoes, dominos, pieces, stones",
        "stock": "boneyard, talon, pile, pool",
        "pass": "knock, skip",
        "everyone": "all, everybody",
        "any player": "anyone, anybody, any one, someone, somebody",
        "nobody": "no one, none",
        "winner's opponents": "loser, losers, looser",
        "opener": "dealer, leader, starter",
        "before": "previous",
        "after": "next",
        "otherwise": "else",
        "when": "if",
        "more than": "above, over",
        "less than": "below, under",
        "is": "equals, was",
        "line": "board, table, chain",
        "are": "were",
        "them": "themselves, themself, himself, herself, him",
        "passes": "knocks, skips",
        "draws": "takes",
        "plays": "lays",
        "yes": "true",
        "no": "false",
        "draw": "take",
        "play": "lay",
        "side": "team, pair, partnership",
        "partner": "teammate",
        "blocked": "block, closed",
        "counterclockwise": "counter, anticlockwise",
        "mover": "passer, knocker, drawer",
        "finisher": "closer, blocker, locker",
        "winner": "victor, champion",
        "holder": "owner",
        "double": "doublet",
        "doubles": "doublets",
        "bidder": "declarer, caller",
    }
)
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

TIES = (
    'a tie is decided where it arises: write ", ties to nobody" after the ranking, as in '
    '"side with fewest pips, ties to nobody"'
)
PARTS: dict[str, str] = {
    "again": 'it is the last line of "turn": "again after last tile is double"',
    **dict.fromkeys(
        ("ties", "tie", "on tie", "tiebreak"),
        TIES,
    ),
    **dict.fromkeys(
        ("overshoot", "shutout", "leading", "best"),
        'it is an option of "match": "first side to reach 100, overshoot is ignored"',
    ),
    "wild": 'it is a part of "fits": "equal numbers, wild 0"',
    **dict.fromkeys(
        ("draw", "pass", "play", "stop", "discard"),
        'it is a step of "turn": "play a tile", "or else draw 1 then play", "or else pass"',
    ),
}
"""Parts of clauses that are taken for clauses, with where they belong."""

NEAR_CLAUSES = _by_word(
    {
        "variant": "name, title, game",
        "extends": "import, include, inherits",
        "note": "remark, comment",
        "parameter": "option",
        "define": "let",
        "tiles": "set, dominoes, tile set, domino set, set of tiles",
        "players": "teams, seats, number of players, player count, how many players",
        "direction": "order, turn order, order of play, direction of play",
        "deal": "hand, hands, hand size, tiles per player, tiles each, tiles in hand",
        "reserve": "boneyard, stock",
        "first opener": (
            "opener, opening, starter, start, first, first player, first lead, opening "
            "player, starting player, first to play, who starts, who opens, who begins, first "
            "move, opening tile"
        ),
        "next opener": "next, next player, next round, later openers, later rounds, next to play",
        "match": (
            "end of match, end of the match, end of game, end of the game, game to, play to, "
            "winning score, game ends, match ends, goal, target, series"
        ),
        "domino": "going out, end of round, end of the round, round ends",
        "winner": "round winner, winner of the round, who wins, win",
        "layout": "board, table",
        "doubles": "spinner",
        "fits": "matching",
        "suits": "suit, rank, ranking, rank of tiles",
        "bids": "bid, bidding, auction, contracts",
        "trumps": "trump, trump suit, atout",
        "widow": "kitty, talon",
        "lead": "leads, who leads, first trick",
        "turn": "move, moves",
        "award": "score, scoring, points, bonus",
        "tile value": "value",
        "invariant": "always",
        "example": "test",
    }
)
"""Words that people write for a clause."""

NUMBERS = {
    name: str(number)
    for number, name in enumerate("one two three four five six seven eight nine ten".split(), 1)
}

NO_WINNER = "winner is nobody"
CUSTOMARY: dict[str, str] = {
    **dict.fromkeys(("capicua", "capicu"), "domino and last tile fits both ends"),
    **dict.fromkeys(("chucha", "chuchazo"), "domino and last tile is [0|0]"),
    **dict.fromkeys("tranque tranca trancado tranqued cerrado cierre".split(), "blocked"),
    **dict.fromkeys(("carroza", "mula"), "last tile is double"),
    **dict.fromkeys("tied tie drawn undecided".split(), NO_WINNER),
    **dict.fromkeys("locked jammed shut".split(), "blocked"),
}
"""What players call a condition, without accents, and how it is written."""

EMPTY_HANDED = frozenset({"out", "empty", "done", "finished"})
"""What players call somebody whose hand is empty."""

WORDS = tuple(
    "domino blocked double doubles pips tiles plays passes round mover finisher opener winner "
    "nobody everyone they them last score stock ends holder".split()
)
"""What a misspelt word in a condition, or in the name of an amount or player, may mean."""

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
    "^": "there are no powers: multiply with *",
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
    turned = [rival for rival in words if is_turned(word.lower(), rival)]
    if len(turned) == 1:
        return turned[0]
    close = get_close_matches(word.lower(), words, n=1, cutoff=0.7)
    return close[0] if close and close[0] != word else None


_HALVES = re.compile(r"([0-9]{1,2})\s*[-/]\s*([0-9]{1,2})|([0-9])([0-9])")


def tile_meant(text: str) -> str | None:
    """The tile that an amount was meant for: `66`, `6-6`, `6/6`."""
    halves = _HALVES.fullmatch(text)
    if halves is None:
        return None
    high, low = [half for half in halves.groups() if half]
    return f"[{int(high)}|{int(low)}]"


def is_sure(word: str, meant: str, known: Iterable[str]) -> bool:
    """Whether a word surely means `meant`: one slip of a key from it, and from no other."""
    word = word.lower()
    if word == meant:
        return True
    if NEAR.get(word) == meant or meant == NUMBERS.get(word):
        return word not in UNSURE
    near = {rival for rival in known if abs(len(word) - len(rival)) < 2 and one_slip(word, rival)}
    turned = {rival for rival in near if is_turned(word, rival)}
    return len(meant) > 3 and (turned or near) == {meant}


def is_turned(word: str, other: str) -> bool:
    """Whether two words differ by two letters that are exchanged, the commonest slip of all."""
    return len(word) == len(other) and one_slip(word, other) and sorted(word) == sorted(other)


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
