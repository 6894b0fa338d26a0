"""The rules of a setup as a printed rule sheet: sections of sentences in a language."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from dominoes_lang.languages.language import Language, english
from dominoes_lang.setup.ruleset import Setup
from dominoes_lang.sheet.message import SheetMessage
from dominoes_lang.sheet.sheet_lines import SheetLine, runs
from dominoes_lang.sheet.whole_sheet import SectionTold, told_for_all, told_sheet


@dataclass(frozen=True)
class Section:
    """A part of a rule sheet. A line that begins with "- " is a case of the line above it."""

    title: str
    lines: tuple[str, ...]
    key: str = ""
    """What it is in any language, the key of a title in `TITLES`."""


def sheet(
    setup: Setup, among: Sequence[Setup] = (), language: Language | None = None
) -> tuple[Section, ...]:
    """The rule sheet of a setup, in English unless it says otherwise; no section is empty.

    `among` are the setups for all numbers of players, where it is a part of a larger sheet.
    """
    return _in_words(told_sheet(setup, among), language or english())


def sheet_for_all(setups: Sequence[Setup], language: Language | None = None) -> tuple[Section, ...]:
    """One rule sheet for several numbers of players; differences are shown for each of them."""
    return _in_words(told_for_all(setups), language or english())


def shown_line(language: Language, line: SheetLine) -> str:
    """A line as text; a case of the line above it begins with "- "."""
    if line.is_entry:
        text = " ".join(map(language.words, line.sentences))
    else:
        text = language.sentences(line.sentences)
    if line.players:
        players = SheetMessage("for-players", counts=runs(line.players))
        text = language.capital(SheetMessage("players-line", players=players, line=text))
    return f"- {text}" if line.is_case else text


def _in_words(sections: Sequence[SectionTold], language: Language) -> tuple[Section, ...]:
    return tuple(
        Section(
            language.words(section.title),
            tuple(shown_line(language, line) for line in section.lines),
            section.title.key,
        )
        for section in sections
    )
