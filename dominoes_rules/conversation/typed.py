"""What a person typed: a command, the number of a move, or a move."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from dominoes_lang.english.wording import listed
from dominoes_lang.table.marks import BY_SIDE, Naming, tile_words
from dominoes_lang.table.state import Kind
from dominoes_lang.table.tiles import in_digits
from dominoes_lang.text.quoting import short
from dominoes_rules.errors import InvalidMove, PositionError
from dominoes_rules.position.notation import Move

LONGEST = 200
"""Characters of a line; more is no answer to anything."""


class Word(NamedTuple):
    """A word that can be typed, with what follows it and what it does."""

    name: str
    follows: str
    does: str


WORDS = (
    Word("hint", "", "what each play is worth; noted in the record"),
    Word("why", "PLAY", "which hidden tiles decide what a play is worth; noted too"),
    Word("worlds", "", "who may hold what"),
    Word("undo", "", "take back your last choice; others who chose since must agree"),
    Word("save", "[FILE]", "save the match, now and later, in FILE"),
    Word("rules", "", "the rules of the game"),
    Word("?", "", "this list"),
    Word("quit", "", "leave; the match is saved, and can be resumed"),
)
_ALSO = {"q": "quit", "exit": "quit", "h": "?", "help": "?", "u": "undo"}
_KINDS = {"pass": "-", "draw": "+", "knock": "-", "stop": "."}
_NUMBER = re.compile(r"#?[0-9]{1,4}")
_TILE = r"[0-9a-i]{2}|\[?[0-9]{1,2} ?[|-] ?[0-9]{1,2}\]?"
_MOVE = re.compile(
    rf"(?:play |(?P<aside>discard |lay aside |~ ?))?(?P<tile>{_TILE})"
    r"[ ,]*(?:(?:at|on) ?|@)?(?:the )?"
    rf"(?:(?P<side>l|r|left|right)|(?P<against>{_TILE})|"
    r"(?P<train>[a-jp]|public)(?:'s)?(?: train)?)?(?: end)?"
    r"(?P<way>(?:\.[0-9a-i]{1,2})?(?:=[0-9a-i]{1,2})?)"
)


def word_of(line: str) -> tuple[str, str] | None:
    """The word that a line begins with, and the rest of the line; None if it is no word."""
    first, _, rest = line.partition(" ")
    name = first.casefold()
    name = _ALSO.get(name, name)
    return (name, rest.strip()) if any(word.name == name for word in WORDS) else None


def help_text(words: Iterable[Word] = WORDS, naming: Naming = BY_SIDE) -> str:
    """What can be typed."""
    first, second = naming.typed
    plays = (
        f"Type the number of a play, or the play itself: {first}",
        f"{second}; + draws, ~64 lays aside, - passes, . stops. Enter shows the table.",
    )
    rows = (f"  {f'{word.name} {word.follows}'.strip():<12}{word.does}" for word in words)
    return "\n".join([*plays, *rows])


def move_of(line: str, legal: Sequence[Move], names: Mapping[str, str] | None = None) -> Move:
    """The move that a line means, by its number or as positions write it; a play may be illegal.

    names: those of players, by the letter of their seat. Raises `InvalidMove`, with what to type
    instead.
    """
    text = in_digits(line).casefold()
    longest_first = sorted((names or {}).items(), key=lambda pair: -len(pair[1]))
    for letter, name in longest_first:
        text = text.replace(f" on {name.casefold()}'s train", f" on {letter.casefold()}'s train")
    chosen = _chosen(line, legal)
    tile = _read(text)
    if chosen is not None and tile is not None and tile != chosen:
        same = [move for move in legal if move.tile == tile.tile]
        if tile.tile is not None and same and same != [chosen]:
            play = tile_words(tile.tile) if f"{same[0]}" == text else f"{same[0]}"
            raise InvalidMove(
                f"{text} is the number of {chosen.decimal} and also a tile: "
                f"write #{text} for the number, {play} for the tile"
            )
    meant = chosen or tile
    if meant is None or (_NUMBER.fullmatch(text) and text.startswith("#") and chosen is None):
        numbers = "1" if len(legal) == 1 else f"a number from 1 to {len(legal)}"
        raise InvalidMove(
            f"{short(line)!r} is not a play: type {numbers}, a play such as {legal[0].decimal}, "
            "or ? for other commands"
        )
    if meant.kind is not Kind.PLAY and all(move.kind is not meant.kind for move in legal):
        raise InvalidMove(f"You can {_possible(legal)}.")
    return meant


def _possible(legal: Sequence[Move]) -> str:
    """What a player can do, in words: `play 63l or 63r`, `play 66 or stop`."""
    plays = [move.decimal for move in legal if move.kind is Kind.PLAY]
    if len(plays) == 2 and plays[0][:-1] == plays[1][:-1] and plays[1].endswith("r"):
        plays = [plays[0][:-1]]
    further = [f"discard {move.decimal[1:]}" for move in legal if move.kind is Kind.DISCARD]
    further += [move.kind.value for move in legal if move.kind not in {Kind.PLAY, Kind.DISCARD}]
    words = [*(f"play {play}" if not at else play for at, play in enumerate(plays)), *further]
    return listed(words, "or")


def _chosen(text: str, legal: Sequence[Move]) -> Move | None:
    """The move of a number, if it is one."""
    if not _NUMBER.fullmatch(text):
        return None
    number = int(text.removeprefix("#"))
    return legal[number - 1] if 1 <= number <= len(legal) else None


def _read(text: str) -> Move | None:
    """The move of a text, in the words of positions or nearly so."""
    text = _KINDS.get(text, text)
    parts = _MOVE.fullmatch(text)
    if parts is not None:
        at = (parts["side"] or "")[:1]
        if parts["against"] or parts["train"]:
            at = f"@{parts['against'] or parts['train'][:1]}".upper()
        text = f"{parts['tile'].upper()}{at}{parts['way'].upper()}".replace(" ", "")
        text = f"~{text}" if parts["aside"] else text
    try:
        move = Move.parse(text)
    except PositionError:
        return None
    return Move(Kind.DRAW) if move.kind is Kind.DRAW else move
