"""The lines of a sheet as texts."""

from __future__ import annotations

from dominoes_lang.languages.language import Language
from dominoes_lang.sheet.lines import SheetLine, runs
from dominoes_lang.sheet.meaning import Meaning


def shown_line(language: Language, line: SheetLine) -> str:
    """A line as text; a case of the line above it begins with "- "."""
    if line.is_entry:
        text = " ".join(map(language.words, line.sentences))
    else:
        text = language.sentences(line.sentences)
    if line.players:
        players = Meaning("for-players", counts=runs(line.players))
        text = language.capital(Meaning("players-line", players=players, line=text))
    return f"- {text}" if line.is_case else text
