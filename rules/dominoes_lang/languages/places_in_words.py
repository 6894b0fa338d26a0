"""Places on the table in words, for whoever reads them in a language of their own."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from dominoes_lang.languages.language import Language, english
from dominoes_lang.sheet.places_told import place_told, where_at_told, where_told
from dominoes_lang.table.marks import Mark


def in_words(
    mark: Mark, names: Mapping[str, str] = MappingProxyType({}), language: Language | None = None
) -> str:
    """A place in a few words: `left`, `at 6-4`, `on Ana's train`; names are by letter of seats."""
    return (language or english()).words(place_told(mark, names))


def where(
    mark: Mark, names: Mapping[str, str] = MappingProxyType({}), language: Language | None = None
) -> str:
    """Where a tile is laid: `on the left`, `at 6-4`, `on Ana's train`."""
    return (language or english()).words(where_told(mark, names))


def where_at(
    mark: Mark | None, number: int, names: Mapping[str, str], language: Language | None = None
) -> str:
    """Where a tile is laid on the table of a page: `at the left end, on the 6`, `at 6-4`."""
    return (language or english()).words(where_at_told(mark, number, names))
