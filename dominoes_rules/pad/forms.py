"""The form of a round: everything that it may ask, and which answers lead to what."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, islice
from zlib import crc32

from dominoes_lang.syntax.nodes import Measure
from dominoes_rules.pad.table_questions import (
    Answer,
    Ask,
    TableQuestion,
    Told,
    Unknown,
    held,
    parts_told,
    told_by,
)

TRIES = 3
"""How many different numbers are supposed for each that nobody has told yet."""
MOST_PATHS = 3000
"""Ways through the questions that are tried; the rest of a very long form shows as it comes."""
MOST_SUPPOSED = 30
"""The highest number that is supposed."""


@dataclass(frozen=True)
class FormQuestion:
    """A question of a form."""

    question: TableQuestion
    told: Answer | None
    """What was told; None if nothing was."""
    is_sure: bool
    """Whether it is asked whatever the other answers are."""
    only_if: tuple[tuple[str, tuple[Answer, ...]], ...]
    """Other questions with the answers that lead to this one; empty where numbers decide."""


@dataclass(frozen=True)
class Form:
    """What a round asks, by what was told so far, in the order in which the rules ask it."""

    questions: tuple[FormQuestion, ...]
    together: tuple[TableQuestion, ...]
    """Questions that may be answered in place of those of the single players: one sum for all."""

    @property
    def is_complete(self) -> bool:
        """Whether everything was told that the rules need."""
        return all(part.told is not None for part in self.questions)


@dataclass
class _Path:
    """One way of answering: what it asks in order, and what is supposed."""

    asked: dict[TableQuestion, None]
    """Questions, those about tiles in hands by player."""
    supposed: dict[str, Answer]
    """Supposed answers by key."""
    sums: list[tuple[Measure, frozenset[int]]]
    """Players whose tiles were asked for together, and not told."""


def form_of(evaluate: Callable[[Ask], object], told: Told) -> Form:
    """The form of what `evaluate` asks.

    Each answer out of a few is supposed in turn; of numbers, some. So a question that only rare
    numbers lead to may turn up once these are told.
    """
    paths = list(islice(_paths(evaluate, told), MOST_PATHS))
    parts = []
    for question in _in_order(paths):
        leading = [path for path in paths if question in path.asked]
        conditions = tuple(_conditions(question, leading, paths))
        answer = told.get(question.key)
        parts.append(FormQuestion(question, answer, len(leading) == len(paths), conditions))
    return Form(tuple(parts), tuple(_together(paths)))


def _paths(evaluate: Callable[[Ask], object], told: Told) -> Iterator[_Path]:
    """Every way of answering what has few answers, with some numbers each."""
    for attempt in range(TRIES):
        script: list[int] = []
        while True:
            walk = _Walk(told, attempt, script)
            evaluate(walk.ask)
            yield walk.path
            script = [index for index, _ in walk.chosen]
            while script and script[-1] + 1 == walk.chosen[len(script) - 1][1]:
                script.pop()
            if not script:
                break
            script[-1] += 1


class _Walk:
    """Answers one evaluation: by what was told, then by a script, then by the first answer."""

    def __init__(self, told: Told, attempt: int, script: Sequence[int]) -> None:
        self.told = dict(told)
        self.attempt = attempt
        self.script = script
        self.chosen: list[tuple[int, int]] = []
        """For each question with few answers the number of its answer, and of how many."""
        self.path = _Path({}, {}, [])

    def ask(self, question: TableQuestion) -> Answer:
        while True:
            try:
                answer = told_by(self.told)(question)
            except Unknown as unknown:
                self._suppose(unknown.question)
                continue
            for part in parts_told(self.told, question):
                self.path.asked[part] = None
            return answer

    def _suppose(self, question: TableQuestion) -> None:
        if question.samples:
            number = len(self.chosen)
            index = self.script[number] if number < len(self.script) else 0
            self.chosen.append((index, len(question.samples)))
            self._note(question, question.samples[index])
        elif question.measure is not None and question.seats:
            self.path.sums.append((question.measure, frozenset(question.seats)))
            for seat in question.seats:
                single = held(question.measure, (seat,))
                self._note(single, _number(single.key, self.attempt))
        else:
            self._note(question, _number(question.key, self.attempt))

    def _note(self, question: TableQuestion, answer: Answer) -> None:
        self.told[question.key] = self.path.supposed[question.key] = answer


def _number(key: str, attempt: int) -> int:
    """A number to suppose: all alike at first, which makes ties; then different ones."""
    return 1 + crc32(f"{attempt} {key}".encode()) % MOST_SUPPOSED if attempt else 1


def _in_order(paths: Sequence[_Path]) -> list[TableQuestion]:
    """All questions, each behind those that are asked before it."""
    order: list[TableQuestion] = []
    for path in paths:
        position = 0
        for question in path.asked:
            if question in order:
                position = order.index(question) + 1
            else:
                order.insert(position, question)
                position += 1
    return list(_by_player(order))


def _by_player(questions: Sequence[TableQuestion]) -> Iterator[TableQuestion]:
    """The same with what follows each other about tiles in hands in the order of the players."""
    for _, run in groupby(questions, key=lambda question: bool(question.seats)):
        yield from sorted(run, key=lambda question: question.seats)


def _conditions(
    question: TableQuestion, leading: Sequence[_Path], paths: Sequence[_Path]
) -> Iterator[tuple[str, tuple[Answer, ...]]]:
    """The questions with few answers, and those of them that lead to this question."""
    for earlier in leading[0].asked:
        if earlier == question:
            return
        key = earlier.key
        if not earlier.samples or any(key not in path.supposed for path in leading):
            continue
        answers = {path.supposed[key] for path in leading}
        possible = {path.supposed[key] for path in paths if key in path.supposed}
        if answers < possible:
            yield key, tuple(answer for answer in earlier.samples if answer in answers)


def _together(paths: Sequence[_Path]) -> Iterator[TableQuestion]:
    """Players whose tiles no way of answering tells apart, and of whom nothing was told."""
    sums = [part for path in paths for part in path.sums]
    for measure in dict.fromkeys(measure for measure, _ in sums):
        groups = {seats for of, seats in sums if of == measure}
        alike: dict[frozenset[frozenset[int]], list[int]] = {}
        for seat in sorted(frozenset().union(*groups)):
            within = frozenset(seats for seats in groups if seat in seats)
            alike.setdefault(within, []).append(seat)
        yield from (held(measure, tuple(seats)) for seats in alike.values() if len(seats) > 1)
