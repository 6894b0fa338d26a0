"""A language of players: its sentences, which a catalogue translates, and its rule sheets.

Sentences are written in English where they are said, `speech.text("{name} passes", name=name)`.
The catalogues are GNU gettext's: `catalogues/es.po` is written by translators, `es.mo` made of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from gettext import GNUTranslations, NullTranslations
from importlib.resources import files
from pathlib import PurePath

from dominoes_lang.languages.language import Language, english, spoken
from dominoes_lang.sheet.message import SheetMessage, Verbatim

_CATALOGUES = files("dominoes_rules.speech").joinpath("catalogues")
SUFFIX = ".mo"


@dataclass(frozen=True, eq=False)
class Speech:
    """How a player is spoken to."""

    language: Language
    """Writes rule sheets and reasons of payments."""
    catalogue: NullTranslations = field(repr=False)

    @property
    def code(self) -> str:
        """The language as pages and locales name it, such as `es`."""
        return self.language.name

    @property
    def own_name(self) -> str:
        """What the language is called in itself."""
        # Translators: the name of your language, in your language, as a menu shows it
        return self.text("English")

    def text(self, english_text: str, **values: object) -> str:
        """A sentence; `{name}` in it is filled in with a value, which may be a phrase."""
        if not english_text:  # by which a catalogue calls its own header
            return ""
        return self._filled(self.catalogue.gettext(english_text), values)

    def plural(self, of_one: str, of_several: str, count: int, **values: object) -> str:
        """A sentence about a number of things, which is the value `{count}`."""
        translated = self.catalogue.ngettext(of_one, of_several, count)
        return self._filled(translated, {"count": count, **values})

    def listed(self, names: Iterable[str], joiner: str = "and") -> str:
        """Names, or other texts that are as they are, in a list: `Ana, Ben and Cy`.

        joiner: one of those in the table of the language, such as `or` and `comma`.
        """
        return self.language.words(tuple(map(Verbatim, names)), joiner)

    def _filled(self, text: str, values: Mapping[str, object]) -> str:
        if not values:
            return text
        words = self.language.words
        return text.format_map(
            {
                name: words(value) if isinstance(value, SheetMessage | Verbatim) else value
                for name, value in values.items()
            }
        )


def marked(english_text: str) -> str:
    """A sentence as it is, which `Speech.text` translates elsewhere: catalogues have it."""
    return english_text


ENGLISH = Speech(english(), NullTranslations())


@cache
def offered() -> tuple[str, ...]:
    """The codes of all languages that are whole, English first."""
    compiled = (PurePath(file.name) for file in _CATALOGUES.iterdir())
    return ENGLISH.code, *sorted(path.stem for path in compiled if path.suffix == SUFFIX)


@cache
def speech(code: str) -> Speech:
    """How somebody is spoken to in an offered language, by its code. Raises `ValueError`."""
    if code == ENGLISH.code:
        return ENGLISH
    if code not in offered():
        raise ValueError(f"{code!r} is none of the languages {', '.join(offered())}")
    with _CATALOGUES.joinpath(f"{code}{SUFFIX}").open("rb") as file:
        return Speech(spoken(code), GNUTranslations(file))
