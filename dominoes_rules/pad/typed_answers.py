"""Answers as people type them: pips as a number or as tiles, names, yes and no; with checks."""

from __future__ import annotations

from heapq import nlargest

from dominoes_lang.setup.ruleset import Setup
from dominoes_lang.syntax import nodes
from dominoes_lang.syntax.nodes import Measure
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
from dominoes_rules.speech.speech import Speech

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
        raise PadError(phrases.speech.text("type an answer"))
    if len(text) > LONGEST_TYPED:
        longest = phrases.speech.text("an answer has at most {most} characters", most=LONGEST_TYPED)
        raise PadError(longest)
    match question.kind:
        case AnswerKind.YES_NO:
            return _yes_or_no(phrases, question, text)
        case AnswerKind.CHOICE:
            return _choice(phrases, question, text)
        case AnswerKind.TILE:
            return str(_tiles(phrases, text, most=1)[0])
        case AnswerKind.NUMBER:
            return _number(phrases, question, text)
    raise AssertionError(f"no kind of answer: {question.kind}")


def _yes_or_no(phrases: PadPhrases, question: TableQuestion, text: str) -> bool:
    """Yes or no, in English or in the language of the pad, as a word or by its first letter."""
    word = text.casefold()
    yes, no = (phrases.answer(question, answer).casefold() for answer in (True, False))
    if word in {yes, yes[:1]} or word in _YES - {no[:1]}:
        return True
    if word in {no, no[:1]} | _NO:
        return False
    told = phrases.speech.text(
        "{typed} is neither yes nor no: type {yes} or {no}",
        typed=short(text),
        yes=yes[:1],
        no=no[:1],
    )
    raise PadError(told)


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
            names = [phrases.answer(question, choice) for choice in match]
            told = phrases.speech.text(
                "{typed} may be {names}: type more of it, or the number",
                typed=short(text),
                names=phrases.speech.listed(names, "any"),
            )
            raise PadError(told)
    told = phrases.speech.text(
        "{typed} is none of these: type a number from 1 to {most}",
        typed=short(text),
        most=len(shown),
    )
    raise PadError(told)


def number_up_to(most: int, text: str) -> int | None:
    """The number from 1 to `most` that a text is; None for anything else, however long."""
    fits = text.isascii() and text.isdigit() and len(text) <= LONGEST_NUMBER
    return int(text) if fits and 1 <= int(text) <= most else None


def _number(phrases: PadPhrases, question: TableQuestion, text: str) -> int:
    """A number, or tiles that are added up; checked against what may be held."""
    setup = phrases.setup
    if text.isascii() and text.isdigit() and len(text) <= LONGEST_NUMBER:
        count, tiles = int(text), None
    elif question.measure is None and not isinstance(question.node, nodes.InStock):
        told = phrases.speech.text(
            "{typed} is no number: type digits, such as 12", typed=short(text)
        )
        raise PadError(told)
    else:
        tiles = _tiles(phrases, text, most=_most_held(setup, question))
        count = measured(setup, question, tiles)
    _check_count(phrases, question, count)
    return count


def measured(setup: Setup, question: TableQuestion, tiles: list[Tile]) -> int:
    """What tiles count for a question: their pips, by the values of the game, or how many."""
    measure = question.measure
    if isinstance(question.node, nodes.InStock):
        measure = question.node.measure
    if measure == "pips":
        return sum(setup.values[setup.tiles.number[tile]] for tile in tiles)
    return sum(tile.is_double for tile in tiles) if measure == "doubles" else len(tiles)


def _check_count(phrases: PadPhrases, question: TableQuestion, count: int) -> None:
    """Raise `PadError` for more than these players can hold, or can have taken."""
    setup = phrases.setup
    if isinstance(question.node, nodes.Taken) and question.node.measure in {"tricks", "pips"}:
        most = setup.hand_size if question.node.measure == "tricks" else sum(setup.values)
        if count > most:
            text = phrases.speech.text
            raise PadError(text("{typed} is too much: there are {most}", typed=count, most=most))
    if question.choices and count not in question.choices:
        bids = phrases.speech.listed(map(str, question.choices), "or")
        raise PadError(phrases.speech.text("{typed} can't be bid: {bids}", typed=count, bids=bids))
    if question.measure is None:
        return
    held = _most_held(setup, question)
    most = held
    if question.measure == "pips":
        most = sum(nlargest(held, setup.values))
    elif question.measure == "doubles":
        most = min(held, setup.tiles.doubles.bit_count())
    if count <= most:
        return
    raise PadError(_too_many(phrases.speech, question.measure, count, held, most))


def _too_many(speech: Speech, measure: Measure, typed: int, held: int, most: int) -> str:
    """That more was typed than so many tiles can have."""
    match measure:
        case "pips":
            return speech.plural(
                "{typed} pips are more than tiles can have, at most {most}: count again",
                "{typed} pips are more than {count} tiles can have, at most {most}: count again",
                held,
                typed=typed,
                most=most,
            )
        case "tiles":
            return speech.plural(
                "{typed} tiles are more than tiles can have, at most {most}: count again",
                "{typed} tiles are more than {count} tiles can have, at most {most}: count again",
                held,
                typed=typed,
                most=most,
            )
        case "doubles":
            return speech.plural(
                "{typed} doubles are more than tiles can have, at most {most}: count again",
                "{typed} doubles are more than {count} tiles can have, at most {most}: count again",
                held,
                typed=typed,
                most=most,
            )


def _most_held(setup: Setup, question: TableQuestion) -> int:
    """How many tiles the players of a question may hold."""
    if not question.seats:
        return max(1, setup.stock_size)
    if setup.draws:
        return len(setup.tiles)
    return setup.hand_size * len(question.seats)


def _tiles(phrases: PadPhrases, text: str, most: int) -> list[Tile]:
    """The tiles of a text, `55.31` or `5|5 3|1`. Raises `PadError`."""
    tiles = []
    for word in text.replace(".", " ").replace(",", " ").split():
        try:
            tile = Tile.parse(word)
        except ValueError:
            no_tile = phrases.speech.text(
                "{typed} is no tile: type a number, or tiles such as 55.31", typed=short(word)
            )
            raise PadError(no_tile) from None
        if tile not in phrases.setup.tiles.number:
            raise PadError(phrases.speech.text("{tile} is not in the set", tile=tile.bracketed))
        if tile in tiles:
            raise PadError(phrases.speech.text("{tile} is given twice", tile=tile.bracketed))
        tiles.append(tile)
    if not tiles:
        raise PadError(phrases.speech.text("type a number, or tiles such as 55.31"))
    if len(tiles) > most:
        too_many = phrases.speech.plural(
            "{given} tiles are given, but there are at most one tile here",
            "{given} tiles are given, but there are at most {count} tiles here",
            most,
            given=len(tiles),
        )
        raise PadError(too_many)
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
        return phrases.speech.text(
            "{typed} pips are more than all tiles have, which is {most}",
            typed=sum(hands.values()),
            most=most,
        )
    blanks = sum(value == 0 for value in setup.values)
    empty = [letters for letters, count in hands.items() if count == 0 and len(letters) == 1]
    if told.get(END) == BLOCKED_SAID and len(empty) > blanks:
        names = [phrases.names[letter] for letter in empty]
        return phrases.speech.text(
            "the round is blocked, so {players} can't all be without pips",
            players=phrases.speech.listed(names),
        )
    many = sum(nlargest(setup.hand_size, setup.values)) // 2
    for letters, count in hands.items():
        tile = _tile_like(setup, count)
        if tile is not None and count > many and len(letters) == 1:
            return phrases.speech.text(
                "{count} pips are many for one hand; if that is the tile {tile}, type {typed}",
                count=count,
                tile=tile.bracketed,
                typed="-".join(f"{tile}"),
            )
    return ""


def _tile_like(setup: Setup, count: int) -> Tile | None:
    """The tile that people write like this number; None if there is none in the set."""
    if not 10 <= count <= 99:
        return None
    tile = Tile.parse(f"{count}")
    return tile if tile in setup.tiles.number else None
