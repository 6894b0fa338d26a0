"""A language that a machine has made of English: what is left in plain letters was forgotten."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from gettext import NullTranslations
from pathlib import Path
from string import ascii_letters
from typing import Any

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo

from dominoes_lang.languages.language import Language, language, spoken, tables
from dominoes_rules.speech import speech
from translating.catalogues import fresh_catalogue, texts
from translating.sentences import sentences
from translating.tables import texts_of_games
from translating.wholeness import messages

CODE = "xx"
PLAIN_WORD = re.compile(r"[A-Za-z]{2,}")
_WIDE_LETTERS = str.maketrans({letter: chr(ord(letter) + 0xFEE0) for letter in ascii_letters})
_KEPT = re.compile(r"\{[^}]*\}|%\(\w+\)s|<[^>]*>|&#?\w+;|\[\w+[:/]|[A-Za-z]")
"""Values, tags, signs, what agrees with a part of a phrase; else a letter."""
_AGREEMENT = {"number", "gender", "like"}


def wide(value: Any) -> Any:
    """A text, a table or a list of them, in which every letter that is shown is a wide one."""
    if isinstance(value, str):
        return _KEPT.sub(
            lambda match: match[0].translate(_WIDE_LETTERS) if len(match[0]) == 1 else match[0],
            value,
        )
    if isinstance(value, list):
        return [wide(item) for item in value]
    return {key: item if key in _AGREEMENT else wide(item) for key, item in value.items()}


@cache
def wide_language() -> Language:
    """The table of English phrases in wide letters."""
    return language(CODE, wide({**tomllib.loads(tables()["en"].read_text("utf-8")), "euphony": {}}))


@cache
def gathered() -> Catalog:
    """All sentences; nobody changes it."""
    return sentences()


@cache
def gathered_texts() -> frozenset[str]:
    """All texts that a translator is given."""
    return frozenset(text for message in messages(gathered()) for text in texts(message.id))


class WideWords(NullTranslations):
    """Translates every sentence that is gathered into wide letters."""

    def gettext(self, message: str) -> str:
        return str(wide(message)) if message in gathered_texts() else message

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid1 if n == 1 else msgid2)


@contextmanager
def offered_too(games: Iterable[str], folder: Path) -> Iterator[None]:
    """A world in which the language of the machine is offered to players.

    All its sentences are gathered as those of translators are, so what is said without being
    gathered stays English as well.

    games: the bundled games whose texts it has.
    folder: an empty one, for its files.
    """
    catalogue = fresh_catalogue(CODE)
    for message in messages(gathered()):
        words = wide([*texts(message.id)])
        catalogue.add(message.id, words if len(words) > 1 else words[0])
    with (folder / f"{CODE}.mo").open("wb") as file:
        write_mo(file, catalogue)
    known = {text: wide(text) for text in texts_of_games(games)}
    words = replace(wide_language(), games=known)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(speech, "_CATALOGUES", folder)
        patch.setattr(speech, "spoken", lambda code: words if code == CODE else spoken(code))
        _forget()
        yield
    _forget()


def _forget() -> None:
    speech.offered.cache_clear()
    speech.speech.cache_clear()
