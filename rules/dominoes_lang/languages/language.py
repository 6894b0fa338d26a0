"""A language of players: its table of phrases, and sentences that are made of it."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

from dominoes_lang.languages.templates import Agreeing, Template, TemplateSlot, template
from dominoes_lang.setup.arithmetic import Amount
from dominoes_lang.sheet.message import Part, SheetMessage, Verbatim
from dominoes_lang.text.root_exception import ArgumentError

_FALLS_BACK = {"known": "again", "again": "object", "object": ""}
"""The form that a phrase has where its line has no such form of its own; its text for any other."""
_NO_FORMS = {"text", "number", "gender", "like"}
"""What is in a line of the table besides the forms of its phrase."""
_WRITTEN = 0xF0000
"""The first of the private characters that texts of files have until a sentence is finished."""
_OWN_CHARACTERS = re.compile("[\U000f0000-\U0010fffd]")


@dataclass(frozen=True)
class Agreement:
    """What the words around a part agree with."""

    several: bool = False
    gender: str = "m"
    none: bool = False
    """Whether it is the number 0, or nobody or nothing."""


_NUMBERS = {"none": Agreement(none=True), "one": Agreement(), "several": Agreement(several=True)}
"""What the `number` of a line may be."""


@dataclass(frozen=True)
class Entry:
    """A line of the table of phrases."""

    forms: Mapping[str, str]
    """The template for each form; that of no particular one has the key ""."""
    number: Agreement | None = None
    """Its number; None if it is that of the part that it is `like`."""
    gender: str | None = None
    like: str = ""
    """The part with whose number and gender others agree, where the line says no more."""

    def form(self, name: str) -> str:
        while name not in self.forms:
            name = _FALLS_BACK.get(name, "")
        return self.forms[name]


@dataclass(frozen=True)
class Language:
    """Makes words of messages, by a table."""

    name: str
    """Its code, `en`."""
    entries: Mapping[str, Entry]
    numbers: Mapping[str, Any]
    lists: Mapping[str, tuple[str, str]]
    """For each joiner what is between two items of a list, and what is before the last one."""
    euphony: tuple[tuple[re.Pattern[str], str], ...] = field(repr=False)
    """Replacements in what is finished but for texts of files."""
    games: Mapping[str, str] = field(default_factory=dict, repr=False)
    """Titles of bundled games, what is said of them, and texts of parameters, by their English."""

    def title(self, written: str) -> str:
        """The title of a bundled game, or what is said of it; of any other as it is written."""
        return self.games.get(written, written)

    def sentence(self, message: SheetMessage) -> str:
        """A sentence, with a capital and a full stop."""
        text = self.capital(message)
        return text if text.endswith((".", ":")) else f"{text}."

    def sentences(self, messages: Iterable[SheetMessage]) -> str:
        """Sentences, one behind the other."""
        return " ".join(map(self.sentence, messages))

    def capital(self, message: SheetMessage) -> str:
        """A phrase at the beginning of a line."""
        text = self.words(message)
        return text[:1].upper() + text[1:]

    def words(self, part: Part, form: str = "") -> str:
        """A phrase or a clause, as it is in the middle of a sentence."""
        written: list[str] = []
        text = self._text(part, form, written)
        for pattern, sound in self.euphony:
            text = pattern.sub(sound, text)
        if not written:
            return text
        return _OWN_CHARACTERS.sub(lambda match: written[ord(match[0]) - _WRITTEN], text)

    def _text(self, part: Part, form: str, written: list[str]) -> str:
        """A part in words; a text of a file goes to `written`, a private character in its place."""
        if isinstance(part, SheetMessage):
            text = self.entries[part.key].form(form)
            return self._filled(template(text), dict(part.parts), written) if part.parts else text
        if isinstance(part, str):
            if part.isdecimal():  # a number sounds as others do: 6 u 8
                return part
            shown = part if isinstance(part, Verbatim) else self._text_of_file(part)
            written.append(f"{shown[:1].lower()}{shown[1:]}" if form == "small" else shown)
            return chr(_WRITTEN + len(written) - 1)
        if isinstance(part, tuple):
            between, last = self.lists[form]
            texts = [self._text(item, "", written) for item in part]
            return last.join(filter(None, (between.join(texts[:-1]), *texts[-1:])))
        return self.number(part, form)

    def _text_of_file(self, text: str) -> str:
        """A text of a file: that of a parameter of a bundled game in this language."""
        known = self.games.get(f"{text[:1].lower()}{text[1:]}")
        if known is None:
            return text
        return f"{known[:1].upper()}{known[1:]}" if text[:1].isupper() else known

    def _filled(self, line: Template, parts: Mapping[str, Part], written: list[str]) -> str:
        texts = []
        for piece in line:
            if isinstance(piece, TemplateSlot):
                texts.append(self._text(parts[piece.name], piece.form, written))
            elif isinstance(piece, Agreeing):
                agreeing = _agreeing(piece, self._agreement(parts[piece.name]))
                texts.append(self._filled(agreeing, parts, written))
            else:
                texts.append(piece)
        return "".join(texts)

    def _agreement(self, part: Part) -> Agreement:
        if isinstance(part, str):
            return Agreement()
        if isinstance(part, tuple):
            all_feminine = {self._agreement(item).gender for item in part} == {"f"}
            return Agreement(len(part) > 1, "f" if all_feminine else "m")
        if not isinstance(part, SheetMessage):
            return Agreement(self._are_several(part), none=part == 0)
        entry = self.entries[part.key]
        like = self._agreement(part.part(entry.like)) if entry.like else Agreement()
        number = entry.number or like
        return Agreement(number.several, entry.gender or like.gender, number.none)

    def _are_several(self, count: Amount) -> bool:
        """Whether what is counted is a plural: but for 1, or from a number of the table on."""
        one_below = self.numbers.get("one_below")
        return count != 1 if one_below is None else abs(count) >= one_below

    def number(self, count: Amount, form: str = "") -> str:
        """A number: in words as far as the table has them, as `figures`, or as an `ordinal`.

        Another form, such as `f` or `ordinal_f`, has words of its own in the table.
        """
        if form == "figures":
            return str(count)
        if form.startswith("ordinal"):
            words, first = self.numbers[form], 1
        else:
            words, first = self.numbers[f"words_{form}" if form else "words"], 0
        if count == int(count) and 0 <= count - first < len(words):
            return str(words[int(count) - first])
        endings = self.numbers[f"{form}_endings"] if first else {}
        fitting = (end for figures, end in endings.items() if str(count).endswith(figures))
        return f"{count}{next(fitting, '')}"


def _agreeing(piece: Agreeing, like: Agreement) -> Template:
    if not piece.of_gender and len(piece.texts) == 3:
        return piece.texts[0 if like.none else 1 + like.several]
    if not piece.of_gender:
        return piece.texts[like.several]
    feminine = like.gender == "f"
    return piece.texts[feminine + 2 * (like.several and len(piece.texts) == 4)]


def language(name: str, table: Mapping[str, Any]) -> Language:
    """The language of a table that was read."""
    return Language(
        name,
        {key: _entry(line) for key, line in table["phrases"].items()},
        table["numbers"],
        {joiner: (between, last) for joiner, (between, last) in table["lists"].items()},
        tuple((re.compile(sound), text) for sound, text in table.get("euphony", {}).items()),
        table.get("games", {}),
    )


def _entry(line: str | Mapping[str, str]) -> Entry:
    if isinstance(line, str):
        return Entry({"": line})
    forms = {form: text for form, text in line.items() if form not in _NO_FORMS}
    number = _NUMBERS[line["number"]] if "number" in line else None
    return Entry({"": line["text"], **forms}, number, line.get("gender"), line.get("like", ""))


@cache
def tables() -> Mapping[str, Traversable]:
    """The tables that are there, by the codes of their languages, English first."""
    by_code = {
        path.name.removesuffix(".toml"): path
        for path in files("dominoes_lang.languages").iterdir()
        if path.name.endswith(".toml")
    }
    return {code: by_code[code] for code in sorted(by_code, key=lambda code: (code != "en", code))}


@cache
def spoken(code: str) -> Language:
    """The language with a code such as `es`. Raises `ArgumentError` if it has no table."""
    if code not in tables():
        raise ArgumentError(f"language={code!r}: it must be one of {', '.join(tables())}")
    return language(code, tomllib.loads(tables()[code].read_text("utf-8")))


def english() -> Language:
    """The language of every rule sheet that asks for no other one."""
    return spoken("en")
