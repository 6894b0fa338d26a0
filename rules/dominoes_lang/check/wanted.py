"""The kinds of values, and what to write where another kind or a known name is needed."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum

from dominoes_lang.syntax.vocabulary import EMPTY_HANDED


class ValueKind(Enum):
    """The kind of an expression's value."""

    AMOUNT = "an amount"
    CONDITION = "a condition"
    TILE = "a tile"
    WORD = "a word of a parameter"
    PLAYER = "a player"
    SIDE = "a side"
    PLAYERS = "several players"
    NOBODY = "nobody"


WHO = frozenset({ValueKind.PLAYER, ValueKind.SIDE, ValueKind.PLAYERS, ValueKind.NOBODY})

_AS_CONDITION = {
    ValueKind.AMOUNT: 'compare it with a number: "{} is at least 1"',
    ValueKind.TILE: 'state what holds of it: "{} is double"',
    ValueKind.WORD: 'compare it with one of its words: "{} is …"',
    **dict.fromkeys(WHO, 'state what holds of it: "{} has no tiles"'),
}
_SAMPLES = {
    ValueKind.AMOUNT: 'write an amount, such as "5" or "pips held by everyone"',
    ValueKind.TILE: 'write a tile, such as "[6|6]"',
    ValueKind.PLAYER: 'name a player, for instance by a seat letter: "A"',
    ValueKind.SIDE: 'name a side by one of its players: "A\'s side"',
    ValueKind.CONDITION: 'write a condition, such as "domino"',
}
_DECLARED = {
    ValueKind.AMOUNT: 'declare it: "parameter {} = 5"',
    ValueKind.CONDITION: 'declare it: "define {}: mover has no tiles"',
    ValueKind.TILE: 'declare it: "parameter {} = [6|6]"',
}

_PARITY = {
    "even": 'write "is a multiple of 2"',
    "odd": 'write "not" before it, and "is a multiple of 2"',
}


def instead(
    kind: ValueKind, wanted: tuple[ValueKind, ...], text: str, words: Iterable[str]
) -> tuple[str, ...]:
    """What to write for the `text` of an expression that is of the wrong kind."""
    if wanted == (ValueKind.CONDITION,):
        return (_AS_CONDITION[kind].format(text),)
    if wanted == (ValueKind.WORD,):
        return _one_of(words)
    return tuple(_SAMPLES[sample_kind] for sample_kind in _SAMPLES if sample_kind in wanted)[:1]


def declared(name: str, wanted: tuple[ValueKind, ...], words: Iterable[str]) -> tuple[str, ...]:
    """What to write for a name that nothing declares."""
    if wanted == (ValueKind.WORD,):
        return _one_of(words)
    if not WHO.isdisjoint(wanted):
        empty = name.lower() in EMPTY_HANDED
        return ('write "has no tiles"',) if empty else (_SAMPLES[ValueKind.PLAYER],)
    if name.lower() in _PARITY and ValueKind.AMOUNT in wanted:
        return (_PARITY[name.lower()],)
    return tuple(text.format(name) for kind, text in _DECLARED.items() if kind in wanted)[:1]


def _one_of(words: Iterable[str]) -> tuple[str, ...]:
    quoted = ", ".join(f'"{word}"' for word in sorted(words))
    return (f"write one of {quoted}",) if quoted else ()
