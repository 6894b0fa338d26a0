"""What a language still lacks before it is offered to players, and the mistakes in it."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from gettext import c2py
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog, Message

from translating.catalogues import CATALOGUES, MANY, NoLanguageFile, texts
from translating.faults import faults

TABLES = CATALOGUES.parents[2] / "rules" / "dominoes_lang" / "languages"
LEAST_SHARE = 0.95
"""Of the sentences of a language that must be translated before it is offered to players."""
NEEDED_PARTS = ("numbers", "lists", "phrases")
"""What every table of phrases has; its other parts are as its language needs them."""
PARTS = (*NEEDED_PARTS, "euphony", "games")


@dataclass(frozen=True)
class Fault:
    """A mistake in a catalogue."""

    file: str
    line: int
    english: str
    reason: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.english!r}: {self.reason}"


def is_translated(message: Message) -> bool:
    """Whether somebody has written each of its forms, and nobody doubts them."""
    return all(texts(message.string)) and not message.fuzzy


def messages(catalogue: Catalog) -> list[Message]:
    """All sentences of a catalogue."""
    return [message for message in catalogue if message.id]


def catalogue_faults(catalogue: Catalog, file: str) -> Iterator[tuple[Message, Fault]]:
    """All mistakes in a catalogue, each with its sentence; `file` is the name to report."""
    form = c2py(catalogue.plural_expr)
    chosen = [form(count) for count in range(MANY)]
    of_one = [place for place in range(catalogue.num_plurals) if chosen.count(place) == 1]
    for message in messages(catalogue):
        english = texts(message.id)
        for reason in _faults(message, catalogue.num_plurals, of_one):
            yield message, Fault(file, message.lineno or 0, english[0], reason)


def _faults(message: Message, plural_forms: int, of_one: Sequence[int]) -> Iterator[str]:
    english, translated = texts(message.id), texts(message.string)
    needed = plural_forms if len(english) > 1 else 1
    if any(translated) and len(translated) != needed:
        yield f"it has {len(translated)} forms; write {needed}"
    yield from faults(english, translated, of_one if len(english) > 1 else ())


def table_path(code: str) -> Path:
    """Where translators write the phrases of rule sheets."""
    return TABLES / f"{code}.toml"


def read_table(code: str) -> dict[str, Any]:
    """The table of phrases of a language; empty if there is none. Raises `NoLanguageFile`."""
    path = table_path(code)
    try:
        table = tomllib.loads(path.read_text("utf-8")) if path.exists() else {}
    except OSError as problem:
        raise NoLanguageFile(f"{path.name}: {problem.strerror}") from None
    except RecursionError:
        raise NoLanguageFile(f"{path.name}: it is nested too deep") from None
    except ValueError as problem:  # of TOML or of signs
        raise NoLanguageFile(f"{path.name}: {problem}") from None
    for part in PARTS:
        if not isinstance(table.get(part, {}), dict):
            raise NoLanguageFile(f"{path.name}: {part} is no part; write [{part}] and its lines")
    return table


def missing_phrases(code: str) -> list[tuple[str, str]]:
    """What the English table has and that of a language has not: each a part and a key in it."""
    english, table = read_table("en"), read_table(code)
    return [
        (part, key)
        for part in NEEDED_PARTS
        for key in english[part]
        if table.get(part, {}).get(key, {}) == {}
    ]


def missing_sentences(catalogue: Catalog) -> list[Message]:
    """What is still to be translated."""
    return [message for message in messages(catalogue) if not is_translated(message)]
