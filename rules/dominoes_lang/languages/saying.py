"""A sentence in English that remembers its values, so that it can be told in other languages."""

from __future__ import annotations

from collections.abc import Mapping
from gettext import NullTranslations

from dominoes_lang.languages.language import Language, english


class Saying(str):
    """A sentence in English, which is the string itself; catalogues have its template."""

    template: str
    """The sentence with `{name}` for each value."""
    of_several: str
    """The template about another number of things than one, the value `count`; mostly empty."""
    values: Mapping[str, object]
    """Another saying among them is translated too; a tuple is a list of strings."""

    def translated(self, catalogue: NullTranslations, language: Language) -> str:
        """The sentence in the language of a catalogue, lists as its table joins them."""
        return _filled(self.template, self.of_several, self.values, catalogue, language)


def saying(template: str, **values: object) -> Saying:
    """A sentence with its values; catalogues have the template."""
    return _of(template, "", values)


def saying_of(of_one: str, of_several: str, count: int, **values: object) -> Saying:
    """A sentence about a number of things, which is the value `{count}`; catalogues have both."""
    return _of(of_one, of_several, {"count": count, **values})


def _of(template: str, of_several: str, values: Mapping[str, object]) -> Saying:
    made = Saying(_filled(template, of_several, values, NullTranslations(), None))
    made.template, made.of_several, made.values = template, of_several, values
    return made


def _filled(
    template: str,
    of_several: str,
    values: Mapping[str, object],
    catalogue: NullTranslations,
    language: Language | None,
) -> str:
    if of_several:
        count = values["count"]
        assert isinstance(count, int), "a number of things"
        text = catalogue.ngettext(template, of_several, count)
    else:
        text = catalogue.gettext(template) if template else ""
    filled = {name: _value(value, catalogue, language) for name, value in values.items()}
    return text.format_map(filled) if filled else text


def _value(value: object, catalogue: NullTranslations, language: Language | None) -> object:
    if isinstance(value, tuple):
        parts = tuple(f"{_value(part, catalogue, language)}" for part in value)
        return (language or english()).words(parts, "and")
    if isinstance(value, Saying) and language is not None:
        return value.translated(catalogue, language)
    return value
