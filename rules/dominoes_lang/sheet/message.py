"""What is told, before it has words: a key, and what it is about."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeAlias, Union

from dominoes_lang.setup.arithmetic import Amount

Part: TypeAlias = Union["SheetMessage", Amount, str, tuple["Part", ...]]
"""What a message is about: another one, a number, a text of a rules file, or a list."""


class Verbatim(str):
    """A text that is the same in every language, such as the name of a person."""

    __slots__ = ()


@dataclass(frozen=True, init=False)
class SheetMessage:
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

    def having(self, **parts: Part) -> SheetMessage:
        """The same with some parts replaced."""
        return SheetMessage(self.key, **{**dict(self.parts), **parts})


def within(part: Part) -> Iterator[SheetMessage]:
    """A message and all messages within it, from the outside in."""
    if isinstance(part, SheetMessage):
        yield part
        for _, inner in part.parts:
            yield from within(inner)
    elif isinstance(part, tuple):
        for item in part:
            yield from within(item)


def changed(part: Part, change: Callable[[SheetMessage], SheetMessage]) -> Part:
    """The same with `change` applied to each message within it, and at last to itself."""
    if isinstance(part, tuple):
        return tuple(changed(item, change) for item in part)
    if not isinstance(part, SheetMessage):
        return part
    return change(
        SheetMessage(part.key, **{name: changed(inner, change) for name, inner in part.parts})
    )


def with_subject(clause: SheetMessage, old: SheetMessage, new: SheetMessage) -> SheetMessage:
    """A clause with another subject, the `who` that it begins with, if that is `old`."""
    name, first = clause.parts[0] if clause.parts else ("", "")
    if name == "who":
        return clause.having(who=new) if first == old else clause
    if not isinstance(first, SheetMessage):
        return clause
    return clause.having(**{name: with_subject(first, old, new)})
