"""What a person typed: a command, the number of a move, or a move."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from dominoes_lang.table.marks import (
    BY_ORDER,
    BY_OWN_TRAIN,
    BY_SIDE,
    BY_TILE,
    BY_TRAIN,
    Naming,
    tile_words,
)
from dominoes_lang.table.state import SPOKEN, Kind
from dominoes_lang.table.tiles import in_digits
from dominoes_lang.text.quoting import short
from dominoes_rules.conversation.move_words import KIND_WORDS, play_words
from dominoes_rules.conversation.typed_words import folded, in_english, meanings, words_for
from dominoes_rules.errors import InvalidMove, PositionError
from dominoes_rules.position.notation import Move
from dominoes_rules.position.trick_words import suit_words
from dominoes_rules.speech.speech import ENGLISH, Speech, marked

LONGEST = 200
"""Characters of a line; more is no answer to anything."""
NAME_WIDTH = 12
"""Columns of a list of commands before what each does."""


class Word(NamedTuple):
    """A command that can be typed, with what follows it and what it does."""

    name: str
    follows: str
    does: str


WORDS = (
    Word("hint", "", marked("what each play is worth; noted in the record")),
    Word(
        "why", marked("PLAY"), marked("which hidden tiles decide what a play is worth; noted too")
    ),
    Word("worlds", "", marked("who may hold what")),
    Word("undo", "", marked("take back your last choice; others who chose since must agree")),
    Word("save", marked("[FILE]"), marked("save the match, now and later, in FILE")),
    Word("rules", "", marked("the rules of the game")),
    Word("?", "", marked("this list")),
    Word("quit", "", marked("leave; the match is saved, and can be resumed")),
)
_PLAYS = {
    BY_SIDE.kind: marked("64l lays 6|4 at the left end,\n64r at the right"),
    BY_TILE.kind: marked("64@61 lays 6|4 against 6|1;\n64 is enough for its only play"),
    BY_ORDER.kind: marked(
        "64 plays 6|4 to the trick;\n31 bids 31, 5 makes fives trump, doubles and none likewise"
    ),
    BY_TRAIN.kind: marked("64@A lays 6|4 on the train of A,\n64@P on the public one"),
    BY_OWN_TRAIN.kind: marked(
        "64@61 lays 6|4 against 6|1;\na double alone begins the player's train"
    ),
}
"""How plays are typed, by what names the places of a layout."""
_KINDS = {"pass": "-", "draw": "+", "stop": "."}
_SAYING = frozenset({"bid", "name", "trump"})
"""What may stand before what is said."""
_TRUMPS = {"doubles": "td", "none": "tn"}
_NUMBER = re.compile(r"#?[0-9]{1,4}")
_TILE = r"[0-9a-i]{2}|\[?[0-9]{1,2} ?[|-] ?[0-9]{1,2}\]?"
_MOVE = re.compile(
    rf"(?:play |(?P<aside>discard |lay aside |~ ?))?(?P<tile>{_TILE})"
    r"[ ,]*(?:(?:at|on) ?|@)?(?:the )?"
    rf"(?:(?P<side>l|r|left|right)|(?P<against>{_TILE})|"
    r"(?P<train>p[12]?|[a-j]|public(?: 2)?|second public)(?:'s)?(?: train)?)?(?: end)?"
    r"(?P<way>(?:\.[0-9a-i]{1,2})?(?:=[0-9a-i]{1,2})?)"
)


def word_of(line: str, speech: Speech = ENGLISH) -> tuple[str, str] | None:
    """The command that a line begins with, and the rest of the line; None if it is none."""
    first, _, rest = line.partition(" ")
    name = meanings(speech).get(folded(first), "")
    return (name, rest.strip()) if any(word.name == name for word in WORDS) else None


def help_text(
    words: Iterable[Word] = WORDS, naming: Naming = BY_SIDE, speech: Speech = ENGLISH
) -> str:
    """What can be typed."""
    plays = speech.text(
        "Type the number of a play, or the play itself: {plays}; + draws, ~64 lays aside, "
        "- passes, . stops. Enter shows the table.",
        plays=speech.text(_PLAYS[naming.kind]),
    )
    rows = [(_typed_command(word, speech), speech.text(word.does)) for word in words]
    width = max(NAME_WIDTH, *(len(name) + 2 for name, _ in rows))
    return "\n".join([plays, *(f"  {name:<{width}}{does}" for name, does in rows)])


def _typed_command(word: Word, speech: Speech) -> str:
    follows = speech.text(word.follows) if word.follows else ""
    return f"{words_for(word.name, speech)[0]} {follows}".rstrip()


def move_of(
    line: str,
    legal: Sequence[Move],
    names: Mapping[str, str] | None = None,
    speech: Speech = ENGLISH,
) -> Move:
    """The move that a line means, by its number or as positions write it; a play may be illegal.

    names: those of players, by the letter of their seat. Raises `InvalidMove`, with what to type
    instead.
    """
    text = _as_positions_write_it(line, legal, names or {}, speech)
    spoken = _spoken(line, legal, speech)
    if spoken is not None:
        return spoken
    # Bids and trumps are numbers themselves, so that of a list is written with its sign.
    listed = line.startswith("#") or not _spoken_in(legal)
    chosen = _chosen(line, legal) if listed else None
    tile = _read(text)
    if chosen is not None and tile is not None and tile != chosen:
        same = [move for move in legal if move.tile == tile.tile]
        if tile.tile is not None and same and same != [chosen]:
            raise InvalidMove(
                marked(
                    "{number} is the number of {numbered} and also a tile: write #{number} for the "
                    "number, {play} for the tile"
                ),
                number=text,
                numbered=chosen.decimal,
                play=tile_words(tile.tile) if f"{same[0]}" == text else f"{same[0]}",
            )
    meant = chosen or tile
    if _spoken_in(legal) and meant not in legal:
        raise InvalidMove(speech.text("You can {moves}.", moves=_possible(legal, speech)))
    if meant is None or (_NUMBER.fullmatch(text) and text.startswith("#") and chosen is None):
        raise InvalidMove(
            speech.plural(
                "{line} is not a play: type 1, a play such as {play}, or ? for other commands",
                "{line} is not a play: type a number from 1 to {count}, a play such as {play}, "
                "or ? for other commands",
                len(legal),
                line=repr(short(line)),
                play=legal[0].decimal,
            )
        )
    if meant.kind is not Kind.PLAY and all(move.kind is not meant.kind for move in legal):
        raise InvalidMove(speech.text("You can {moves}.", moves=_possible(legal, speech)))
    return meant


def _spoken(line: str, legal: Sequence[Move], speech: Speech) -> Move | None:
    """The bid, or the trump, that a line says: `31`, `bid 31`, `5`, `trump fives`, `no trump`."""
    own, known = folded(line), meanings(speech)
    before = (word for word, meaning in known.items() if meaning in _SAYING)
    first = next((word for word in before if own.startswith(f"{word} ")), "")
    said = own.removeprefix(first).strip()
    for move in legal:
        if move.kind not in SPOKEN or move.said is None:
            continue
        sign = str(move).casefold()
        words = {sign, sign[1:]}
        if move.kind is Kind.NAME:
            words |= {folded(suit_words(move.said, to)) for to in (speech, ENGLISH)}
            words |= {word for word, meaning in known.items() if _TRUMPS.get(meaning) == sign}
        if said in words:
            return move
    return None


def _spoken_in(legal: Sequence[Move]) -> list[Move]:
    """The bids, or the trumps, among moves."""
    return [move for move in legal if move.kind in SPOKEN]


def _as_positions_write_it(
    line: str, legal: Sequence[Move], names: Mapping[str, str], speech: Speech
) -> str:
    """A line in the words of positions or nearly so, whatever language it is in."""
    text = in_digits(line).casefold()
    plays = (move for move in legal if move.kind is Kind.PLAY)
    as_shown = {folded(play_words(move, names, speech)): move for move in plays}
    if (shown := as_shown.get(folded(text))) is not None:
        return f"{shown}".casefold()
    longest_first = sorted(names.items(), key=lambda pair: -len(pair[1]))
    for letter, name in longest_first:
        text = text.replace(f" on {name.casefold()}'s train", f" on {letter.casefold()}'s train")
    return in_english(text, speech)


def _possible(legal: Sequence[Move], speech: Speech) -> str:
    """What a player can do, in words: `play 63l or 63r`, `play 66 or stop`."""
    if said := _spoken_in(legal):
        words = [speech.text(KIND_WORDS[move.kind]) for move in legal if move not in said]
        numbers = [
            suit_words(move.said, speech) if move.kind is Kind.NAME else f"{move.said}"
            for move in said
            if move.said is not None
        ]
        first = f"{speech.text(KIND_WORDS[said[0].kind])}: {numbers[0]}"
        return speech.listed([first, *numbers[1:], *words], "or")
    plays = [move.decimal for move in legal if move.kind is Kind.PLAY]
    if len(plays) == 2 and plays[0][:-1] == plays[1][:-1] and plays[1].endswith("r"):
        plays = [plays[0][:-1]]
    further = [
        speech.text("discard {tile}", tile=move.decimal[1:])
        if move.kind is Kind.DISCARD
        else speech.text(KIND_WORDS[move.kind])
        for move in sorted(legal, key=lambda move: move.kind is not Kind.DISCARD)
        if move.kind is not Kind.PLAY
    ]
    told = [speech.text("play {move}", move=play) for play in plays[:1]]
    return speech.listed([*told, *plays[1:], *further], "or")


def _chosen(text: str, legal: Sequence[Move]) -> Move | None:
    """The move of a number, if it is one."""
    if not _NUMBER.fullmatch(text):
        return None
    number = int(text.removeprefix("#"))
    return legal[number - 1] if 1 <= number <= len(legal) else None


def _read(text: str) -> Move | None:
    """The move of a text, in the words of positions or nearly so."""
    text = _KINDS.get(meanings(ENGLISH).get(text, ""), text)
    parts = _MOVE.fullmatch(text)
    if parts is not None:
        at = (parts["side"] or "")[:1]
        if parts["against"] or parts["train"]:
            train = (parts["train"] or "").replace("second public", "p2").replace("public", "p")
            at = f"@{parts['against'] or train}".upper()
        text = f"{parts['tile'].upper()}{at}{parts['way'].upper()}".replace(" ", "")
        text = f"~{text}" if parts["aside"] else text
    try:
        move = Move.parse(text)
    except PositionError:
        return None
    return Move(Kind.DRAW) if move.kind is Kind.DRAW else move
