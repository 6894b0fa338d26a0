"""What is told, before it has words: a key, and what it is about."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias, Union

from dominoes_lang.setup.arithmetic import Amount

Part: TypeAlias = Union["Meaning", Amount, str, tuple["Part", ...]]
"""What a meaning is about: another one, a number, a text that is shown as written, or a list."""


@dataclass(frozen=True, init=False)
class Meaning:
    """A phrase, a clause or a sentence: its key in the tables of languages, and its parts by name.

    Two are equal when they tell the same. Its first part is its subject, if it has one.
    """

    key: str
    parts: tuple[tuple[str, Part], ...]

    def __init__(self, key: str, /, **parts: Part) -> None:
        object.__setattr__(self, "key", key)
        object.__setattr__(self, "parts", tuple(parts.items()))

    def part(self, name: str) -> Part:
        """A part by its name. Raises `KeyError`."""
        return dict(self.parts)[name]

    def having(self, **parts: Part) -> Meaning:
        """The same with some parts replaced."""
        return Meaning(self.key, **{**dict(self.parts), **parts})


def within(part: Part) -> Iterator[Meaning]:
    """A meaning and all meanings within it, from the outside in."""
    if isinstance(part, Meaning):
        yield part
        for _, inner in part.parts:
            yield from within(inner)
    elif isinstance(part, tuple):
        for item in part:
            yield from within(item)


def replaced(part: Part, old: Meaning, new: Meaning) -> Part:
    """The same with one meaning in place of another."""
    if part == old:
        return new
    if isinstance(part, Meaning):
        return Meaning(part.key, **{name: replaced(inner, old, new) for name, inner in part.parts})
    if isinstance(part, tuple):
        return tuple(replaced(item, old, new) for item in part)
    return part


def with_subject(meaning: Meaning, old: Meaning, new: Meaning) -> Meaning:
    """The same with another subject, the first of first parts, if its subject is `old`."""
    if meaning == old:
        return new
    if not meaning.parts:
        return meaning
    name, first = meaning.parts[0]
    if not isinstance(first, Meaning):
        return meaning
    return meaning.having(**{name: with_subject(first, old, new)})
