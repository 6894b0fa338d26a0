"""No pattern takes long over any text: each is tried on texts made to mislead it."""

from __future__ import annotations

import ast
import re
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields, is_dataclass
from functools import cache
from itertools import combinations_with_replacement
from pathlib import Path
from re import _constants as kinds
from re import _parser
from types import ModuleType
from typing import Any

import pytest

from dominoes_lang.format import highlighting
from dominoes_lang.repair.fixes import AROUND, squeezed
from dominoes_lang.repair.habits import HABITS
from dominoes_lang.syntax.parse import parser
from tests.modules import modules
from tests.soon import slowness

SHORT, LONG = 2_000, 20_000
"""Signs of a text for a pattern that may meet a text of any length: the long one is tried where
the short one is not done at once."""
AT_ONCE = 0.001
"""Seconds for the short text: a linear pattern takes less, a quadratic one several times more."""
SECONDS = 0.3
"""A linear pattern takes a twentieth of it at most, a quadratic one more than it."""
MOMENT = 0.05
"""For habits, which see no more than `AROUND` signs on either side of a mistake."""
A_PART = MOMENT / 400
"""For a quarter of what habits see: by the fourth power of the length, half as long as allowed."""
IN_PASSING = frozenset({"match", "fullmatch", "search", "findall", "finditer", "split", "sub"})
SIGNS = " \n\ta_Z07#\"':;,.-+*/=|[](){}<>!$%“—é\0"


def patterns_in(values: Iterable[object]) -> Iterator[re.Pattern[Any]]:
    """The patterns that values hold, however deep; what several hold is looked at once."""
    left, seen = list(values), dict[int, object]()
    while left:
        value = left.pop()
        if isinstance(value, re.Pattern):
            yield value
        elif id(value) in seen:
            continue
        elif isinstance(value, dict):
            left += [*value, *value.values()]
        elif isinstance(value, list | tuple | set | frozenset):
            left += value
        elif is_dataclass(value) and not isinstance(value, type):
            left += [getattr(value, field.name) for field in fields(value)]
        else:
            continue
        seen[id(value)] = value


@dataclass(frozen=True)
class Part:
    """A stretch of what a pattern matches: texts it may be, and whether any number may follow."""

    samples: tuple[str, ...]
    endless: bool = False


def paths(tree: Any, branch: int) -> list[Part]:
    """One way through a pattern, which takes the branch of this number wherever it forks."""
    parts: list[Part] = []
    for kind, argument in tree:
        if kind in {kinds.MAX_REPEAT, kinds.MIN_REPEAT, kinds.POSSESSIVE_REPEAT}:
            inside = paths(argument[2], branch)
            one = inside[0].samples if len(inside) == 1 else (text_of(inside),)
            if argument[1] == kinds.MAXREPEAT:
                parts += [part for part in inside if part.endless]
                parts.append(Part(one, endless=True))
            elif argument[0] or branch % 2:
                parts += inside
        elif kind is kinds.SUBPATTERN:
            parts += paths(argument[3], branch)
        elif kind is kinds.ATOMIC_GROUP:
            parts += paths(argument, branch)
        elif kind is kinds.BRANCH:
            parts += paths(argument[1][branch % len(argument[1])], branch)
        elif kind is kinds.ASSERT and argument[0] > 0:
            parts += paths(argument[1], branch)
        elif kind in {kinds.LITERAL, kinds.NOT_LITERAL, kinds.IN, kinds.ANY}:
            parts.append(Part(members(kind, argument)))
    return parts


def text_of(parts: list[Part]) -> str:
    return "".join(part.samples[0] for part in parts if part.samples)


def members(kind: object, argument: Any) -> tuple[str, ...]:
    """Signs that one part of a pattern matches, unlike ones first."""
    if kind is kinds.LITERAL:
        return (chr(argument),)
    if kind is kinds.ANY:
        return ("a", " ")
    items = argument if kind is kinds.IN else [(kinds.NEGATE, None), (kinds.LITERAL, argument)]
    own = [chr(value) for item, value in items if item is kinds.LITERAL]
    return tuple(sign for sign in (*SIGNS, *own) if is_in(sign, items))


def is_in(sign: str, items: list[tuple[Any, Any]]) -> bool:
    word, space = sign.isalnum() or sign == "_", sign.isspace()
    categories = {
        kinds.CATEGORY_SPACE: space,
        kinds.CATEGORY_NOT_SPACE: not space,
        kinds.CATEGORY_DIGIT: sign.isdecimal(),
        kinds.CATEGORY_NOT_DIGIT: not sign.isdecimal(),
        kinds.CATEGORY_WORD: word,
        kinds.CATEGORY_NOT_WORD: not word,
    }
    inside = any(
        (kind is kinds.LITERAL and ord(sign) == value)
        or (kind is kinds.RANGE and value[0] <= ord(sign) <= value[1])
        or (kind is kinds.CATEGORY and categories[value])
        for kind, value in items
    )
    return inside != (items[0][0] is kinds.NEGATE)


@dataclass(frozen=True)
class Misleading:
    """A text of any length: pieces in a row, of which some are repeated."""

    pieces: tuple[tuple[str, bool], ...]
    shares: int = 1
    """How many repeated pieces the length is for."""

    def of(self, length: int) -> str:
        return "".join(
            piece * (length // self.shares // len(piece)) if repeated else piece
            for piece, repeated in self.pieces
        )


def misleading(pattern: re.Pattern[Any]) -> Iterator[Misleading]:
    """Texts that a pattern nearly matches: what it repeats, repeated, and then a wrong sign.

    Each repeat alone, and any two together with what lies between, for signs that they take; and
    long repeats of each sign and of each word of the pattern.
    """
    source = pattern.pattern
    if isinstance(source, bytes):
        source = source.decode("latin-1")
    for one in (*SIGNS, *(f"{sign} " for sign in SIGNS), *re.findall("[a-z]{2,}", source)):
        yield Misleading(((one, True),))
        yield Misleading(((f"{one} ", True),))
    tree = _parser.parse(source, pattern.flags & ~re.UNICODE)
    texts: dict[Misleading, None] = {}
    for branch in range(3):
        parts = paths(tree, branch)
        endless = [number for number, part in enumerate(parts) if part.endless]
        for first, last in combinations_with_replacement(endless, 2):
            for sample in range(min(2, max(len(parts[n].samples) for n in (first, last)))):
                pieces = [(text_of(parts[:first]), False)]
                for number in range(first, last + 1):
                    samples = parts[number].samples or ("",)
                    one = samples[sample % len(samples)]
                    pieces.append((one, number in {first, last} and one != ""))
                for end in ("", "\0", "\n\0", text_of(parts[last + 1 :])[:-1] + "\0"):
                    texts[Misleading((*pieces, (end, False)), 2)] = None
    yield from texts


def seconds(pattern: re.Pattern[Any], text: str, *, search: bool) -> float:
    """The processor time that a pattern takes over a text."""
    subject = text.encode("latin-1", "replace") if isinstance(pattern.pattern, bytes) else text
    start = time.process_time()
    if search:
        # Kept matches would have the garbage collector look at everything, on this clock.
        for _ in pattern.finditer(subject):
            pass
    else:
        pattern.match(subject)
        pattern.fullmatch(subject)
    return time.process_time() - start


def is_quick(pattern: re.Pattern[Any], text: str, limit: float, *, search: bool) -> bool:
    """Whether a pattern is done with a text in time, once in three: machines pause now and then."""
    return any(
        (spent := seconds(pattern, text, search=search)) < limit or spent < limit * slowness()
        for _ in range(3)
    )


def searched(module: ModuleType) -> Iterator[re.Pattern[Any]]:
    """The patterns of a module that it looks for anywhere in a text, not at its beginning only."""
    tree = ast.parse(Path(str(module.__file__)).read_text("utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            value = getattr(module, node.value.id, None)
            if isinstance(value, re.Pattern) and node.attr not in {"match", "fullmatch"}:
                yield value
            # What is compiled in passing would be found by no test.
            assert value is not re or node.attr not in IN_PASSING, (
                f"{module.__name__}: re.{node.attr}"
            )


@cache
def habitual() -> frozenset[re.Pattern[Any]]:
    """The patterns of habits."""
    return frozenset(habit.pattern for habit in HABITS)


@cache
def looked_for() -> frozenset[re.Pattern[Any]]:
    """The patterns that are looked for anywhere in a text."""
    patterns = {pattern for module in modules() for pattern in searched(module)}
    patterns |= {re.compile(one.regex, re.MULTILINE) for one in highlighting.patterns()}
    return frozenset(patterns - habitual())


@cache
def matched() -> frozenset[re.Pattern[Any]]:
    """All other patterns."""
    patterns = set(patterns_in(value for module in modules() for value in vars(module).values()))
    patterns |= {re.compile(one.pattern.to_regexp()) for one in parser().terminals}
    return frozenset(patterns - habitual() - looked_for())


def is_linear(pattern: re.Pattern[Any], text: Misleading, *, search: bool) -> bool:
    if seconds(pattern, text.of(SHORT), search=search) < AT_ONCE:
        return True
    return is_quick(pattern, text.of(LONG), SECONDS, search=search)


# All patterns in one test: to find them is to import every module, which collecting tests must not.
@pytest.mark.thorough
def test_patterns_take_time_in_proportion_to_the_text() -> None:
    slow = [
        (pattern.pattern, text.of(100))
        for patterns, search in ((matched(), False), (looked_for(), True))
        for pattern in sorted(patterns, key=repr)
        for text in misleading(pattern)
        if not is_linear(pattern, text, search=search)
    ]
    assert slow == []


@cache  # many habits are misled by the same texts
def seen_of(text: Misleading, signs: int) -> str:
    """What a habit is shown of a text."""
    return squeezed(text.of(2 * signs))[0][:signs]


def is_quick_over_what_it_sees(habit: re.Pattern[Any], text: Misleading) -> bool:
    if seconds(habit, seen_of(text, AROUND // 2), search=True) < A_PART:
        return True
    return is_quick(habit, seen_of(text, 2 * AROUND), MOMENT, search=True)


@pytest.mark.parametrize(
    "step",
    [
        pytest.param(8, marks=pytest.mark.sample),
        pytest.param(1, marks=pytest.mark.thorough),
    ],
)
def test_habits_are_quick_over_what_they_see(step: int) -> None:
    slow = [
        (habit.pattern, text.of(100))
        for habit in sorted(habitual(), key=repr)[::step]
        for text in misleading(habit)
        if not is_quick_over_what_it_sees(habit, text)
    ]
    assert slow == []
