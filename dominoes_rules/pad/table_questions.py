"""Questions about a round that people have played, and what they have told."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import TypeAlias

from dominoes_lang.syntax.nodes import Expression, Measure
from dominoes_lang.table.state import SEAT_LETTERS
from dominoes_lang.text.quoting import short
from dominoes_rules.errors import PadError

NOBODY_SAID = "nobody"
BLOCKED_SAID = "blocked"
OUT_SAID = "domino"
"""The answer that somebody went out, in rules that do not need to know who."""
END, OPENER, FINISHER, MOVER, LAST_TILE = "end", "opener", "finisher", "mover", "last tile"
"""The keys of questions that many rules ask."""

Answer: TypeAlias = str | int | bool
"""A letter of a seat or a word, a number, yes or no, or a tile as text."""
Told: TypeAlias = Mapping[str, Answer]
"""Answers, by the keys of their questions."""


class AnswerKind(Enum):
    """What an answer may be."""

    CHOICE = "choice"
    """One of a few words or letters of seats."""
    YES_NO = "yes or no"
    NUMBER = "number"
    TILE = "tile"


@dataclass(frozen=True)
class TableQuestion:
    """What rules read off the table, and people answer. Equal if its key is."""

    key: str
    """What it asks, in the words of a rules file; its name in files and forms."""
    kind: AnswerKind = field(compare=False)
    choices: tuple[Answer, ...] = field(default=(), compare=False)
    """The possible answers, where they are few."""
    samples: tuple[Answer, ...] = field(default=(), compare=False)
    """Those of the answers that may differ in what they lead to."""
    node: Expression | None = field(default=None, compare=False, repr=False)
    """The expression that reads it, from which its phrase is made."""
    measure: Measure | None = field(default=None, compare=False)
    """What is counted, of a question about tiles in hands."""
    seats: tuple[int, ...] = field(default=(), compare=False)
    """Whose tiles are counted."""


Ask: TypeAlias = Callable[[TableQuestion], Answer]
"""Answers a question, or raises `Unknown`."""


class Unknown(Exception):
    """Nobody has told this yet; for the forms of the pad, which catch it."""

    def __init__(self, question: TableQuestion) -> None:
        super().__init__(question)
        self.question = question


def held(measure: Measure, seats: tuple[int, ...]) -> TableQuestion:
    """How much these players hold together: `pips AC`."""
    letters = "".join(SEAT_LETTERS[seat] for seat in seats)
    key = f"{measure} {letters}"
    return TableQuestion(key, AnswerKind.NUMBER, measure=measure, seats=seats)


MOST_COUNTED = 10**6
"""The highest number that may be told: more than any set of tiles has pips."""


def expect_answer(question: TableQuestion, answer: Answer) -> Answer:
    """The answer itself. Raises `PadError` for one that the question can't have."""
    match question.kind:
        case AnswerKind.NUMBER:
            fits = type(answer) is int and 0 <= answer <= MOST_COUNTED
            wanted = "a whole number from 0"
            if question.choices:
                fits = fits and answer in question.choices
                wanted = f"one of {', '.join(map(str, question.choices))}"
        case AnswerKind.YES_NO:
            fits, wanted = type(answer) is bool, "yes or no"
        case _:
            fits = type(answer) is str and answer in question.choices
            wanted = "a tile of the set"
            if question.kind is AnswerKind.CHOICE:
                wanted = f"one of {', '.join(map(str, question.choices))}"
    if not fits:
        raise PadError(f"{question.key}: {short(str(answer))} is no answer; give {wanted}")
    return answer


def told_by(told: Told) -> Ask:
    """An answer to each question from what was told; raises `Unknown` for all others."""

    def ask(question: TableQuestion) -> Answer:
        if question.measure is not None and question.seats:
            return _counted(told, question.measure, question.seats)
        if question.key not in told:
            raise Unknown(question)
        return expect_answer(question, told[question.key])

    return ask


def parts_told(told: Told, question: TableQuestion) -> list[TableQuestion]:
    """The questions by which a question was answered: itself, or those of fewer or more players."""
    if question.measure is None or not question.seats:
        return [question]
    seats, parts = frozenset(question.seats), []
    boxes = [owners for owners, _ in _boxes(told, question.measure)]
    for owners in boxes:
        if owners <= seats:
            parts.append(held(question.measure, tuple(sorted(owners))))
            seats -= owners
    if seats:
        whole = next(owners for owners in boxes if seats < owners)
        parts.append(held(question.measure, tuple(sorted(whole))))
    return parts


def _counted(told: Told, measure: Measure, seats: tuple[int, ...]) -> int:
    """What these players hold together, from what was told of single players and of several."""
    boxes = _boxes(told, measure)
    total, left = _covered(boxes, frozenset(seats))
    if not left:
        return total
    for owners, count in boxes:
        if left < owners:
            others, unknown = _covered(boxes, owners - left)
            if not unknown:
                return total + count - others
    raise Unknown(held(measure, tuple(sorted(left))))


def _boxes(told: Told, measure: Measure) -> list[tuple[frozenset[int], int]]:
    """What was told of the tiles of players, those of the fewest players first."""
    boxes = []
    for key, count in told.items():
        word, _, letters = key.partition(" ")
        if word == measure and letters and set(letters) <= set(SEAT_LETTERS):
            owners = frozenset(map(SEAT_LETTERS.index, letters))
            boxes.append((owners, int(expect_answer(held(measure, tuple(owners)), count))))
    return sorted(boxes, key=lambda box: (len(box[0]), sorted(box[0])))


def _covered(
    boxes: list[tuple[frozenset[int], int]], seats: frozenset[int]
) -> tuple[int, frozenset[int]]:
    """What boxes within these players add up to, and the players that none of them covers."""
    total = 0
    for owners, count in boxes:
        if owners <= seats:
            total += count
            seats -= owners
    return total, seats
