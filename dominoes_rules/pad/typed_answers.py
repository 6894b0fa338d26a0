"""Answers as people type them: pips as a number or as tiles, names, yes and no; with checks."""

from __future__ import annotations

from heapq import nlargest

from dominoes_lang.english.wording import listed
from dominoes_lang.setup.ruleset import Setup
from dominoes_lang.syntax import nodes
from dominoes_lang.table.tiles import Tile
from dominoes_lang.text.quoting import short
from dominoes_rules.errors import PadError
from dominoes_rules.pad.pad_phrases import PadPhrases
from dominoes_rules.pad.table_questions import (
    BLOCKED_SAID,
    END,
    Answer,
    AnswerKind,
    TableQuestion,
    Told,
)

LONGEST_TYPED = 400
LONGEST_NUMBER = 6
"""Digits of a number."""
_YES, _NO = {"y", "yes", "true"}, {"n", "no", "false"}


def typed_answer(phrases: PadPhrases, question: TableQuestion, text: str) -> Answer:
    """The answer that somebody typed. Raises `PadError`, which shows what to type instead.

    A number of pips may be typed as tiles, `55.31`: they are added up by the values of the game.
    """
    text = text.strip()
    if not text:
        raise PadError("type an answer")
    if len(text) > LONGEST_TYPED:
        raise PadError(f"an answer has at most {LONGEST_TYPED} characters")
    match question.kind:
        case AnswerKind.YES_NO:
            return _yes_or_no(text)
        case AnswerKind.CHOICE:
            return _choice(phrases, question, text)
        case AnswerKind.TILE:
            return str(_tiles(phrases.setup, text, most=1)[0])
        case AnswerKind.NUMBER:
            return _number(phrases.setup, question, text)
    raise AssertionError(f"no kind of answer: {question.kind}")


def _yes_or_no(text: str) -> bool:
    word = text.casefold()
    if word not in _YES | _NO:
        raise PadError(f"{short(text)} is neither yes nor no: type y or n")
    return word in _YES


def _choice(phrases: PadPhrases, question: TableQuestion, text: str) -> Answer:
    """A choice by its number in the list, its letter or word, its name, or how a name begins."""
    number = number_up_to(len(question.choices), text)
    if number is not None:
        return question.choices[number - 1]
    word = text.casefold()
    shown = {choice: phrases.answer(question, choice).casefold() for choice in question.choices}
    for match in (
        [choice for choice in question.choices if shown[choice] == word],
        [choice for choice in question.choices if str(choice).casefold() == word],
        [choice for choice in question.choices if shown[choice].startswith(word)],
    ):
        if len(match) == 1:
            return match[0]
        if match:
            names = " or ".join(phrases.answer(question, choice) for choice in match)
            raise PadError(f"{short(text)} may be {names}: type more of it, or the number")
    raise PadError(f"{short(text)} is none of these: type a number from 1 to {len(shown)}")


def number_up_to(most: int, text: str) -> int | None:
    """The number from 1 to `most` that a text is; None for anything else, however long."""
    fits = text.isascii() and text.isdigit() and len(text) <= LONGEST_NUMBER
    return int(text) if fits and 1 <= int(text) <= most else None


def _number(setup: Setup, question: TableQuestion, text: str) -> int:
    """A number, or tiles that are added up; checked against what may be held."""
    if text.isascii() and text.isdigit() and len(text) <= LONGEST_NUMBER:
        count, tiles = int(text), None
    elif question.measure is None and not isinstance(question.node, nodes.InStock):
        raise PadError(f"{short(text)} is no number: type digits, such as 12")
    else:
        tiles = _tiles(setup, text, most=_most_held(setup, question))
        count = measured(setup, question, tiles)
    check_count(setup, question, count)
    return count


def measured(setup: Setup, question: TableQuestion, tiles: list[Tile]) -> int:
    """What tiles count for a question: their pips, by the values of the game, or how many."""
    measure = question.measure
    if isinstance(question.node, nodes.InStock):
        measure = question.node.measure
    if measure == "pips":
        return sum(setup.values[setup.tiles.number[tile]] for tile in tiles)
    return sum(tile.is_double for tile in tiles) if measure == "doubles" else len(tiles)


def check_count(setup: Setup, question: TableQuestion, count: int) -> None:
    """Raise `PadError` for more than these players can hold."""
    if question.measure is None:
        return
    held = _most_held(setup, question)
    most = held
    if question.measure == "pips":
        most = sum(nlargest(held, setup.values))
    elif question.measure == "doubles":
        most = min(held, setup.tiles.doubles.bit_count())
    if count > most:
        shown = "tiles" if held == 1 else f"{held} tiles"
        raise PadError(
            f"{count} {question.measure} are more than {shown} can have, at most {most}: "
            "count again"
        )


def _most_held(setup: Setup, question: TableQuestion) -> int:
    """How many tiles the players of a question may hold."""
    if not question.seats:
        return max(1, setup.stock_size)
    if setup.draws:
        return len(setup.tiles)
    return setup.hand_size * len(question.seats)


def _tiles(setup: Setup, text: str, most: int) -> list[Tile]:
    """The tiles of a text, `55.31` or `5|5 3|1`. Raises `PadError`."""
    tiles = []
    for word in text.replace(".", " ").replace(",", " ").split():
        try:
            tile = Tile.parse(word)
        except ValueError:
            raise PadError(
                f"{short(word)} is no tile: type a number, or tiles such as 55.31"
            ) from None
        if tile not in setup.tiles.number:
            raise PadError(f"{tile.bracketed} is not in the set")
        if tile in tiles:
            raise PadError(f"{tile.bracketed} is given twice")
        tiles.append(tile)
    if not tiles:
        raise PadError("type a number, or tiles such as 55.31")
    if len(tiles) > most:
        tiles_most = "one tile" if most == 1 else f"{most} tiles"
        raise PadError(f"{len(tiles)} tiles are given, but there are at most {tiles_most} here")
    return tiles


def complaint(phrases: PadPhrases, told: Told) -> str:
    """What can't be true of all answers of a round together; empty if nothing is known against it.

    All hands together hold no more pips than the set has, and nobody who blocks has no tile left.
    A hand with many pips may be a tile that was typed like a number: `64`.
    """
    setup = phrases.setup
    counts = {
        key.partition(" ")[2]: count
        for key, count in told.items()
        if key.startswith("pips ") and isinstance(count, int)
    }
    hands = {letters: count for letters, count in counts.items() if letters.isupper()}
    most = sum(setup.values)
    if sum(hands.values()) > most and len(set("".join(hands))) == len("".join(hands)):
        return f"{sum(hands.values())} pips are more than all tiles have, which is {most}"
    blanks = sum(value == 0 for value in setup.values)
    empty = [letters for letters, count in hands.items() if count == 0 and len(letters) == 1]
    if told.get(END) == BLOCKED_SAID and len(empty) > blanks:
        names = listed([phrases.names[letter] for letter in empty])
        return f"the round is blocked, so {names} can't all be without pips"
    many = sum(nlargest(setup.hand_size, setup.values)) // 2
    for letters, count in hands.items():
        tile = _tile_like(setup, count)
        if tile is not None and count > many and len(letters) == 1:
            return (
                f"{count} pips are many for one hand; if that is the tile {tile.bracketed}, "
                f"type {'-'.join(f'{tile}')}"
            )
    return ""


def _tile_like(setup: Setup, count: int) -> Tile | None:
    """The tile that people write like this number; None if there is none in the set."""
    if not 10 <= count <= 99:
        return None
    tile = Tile.parse(f"{count}")
    return tile if tile in setup.tiles.number else None
