"""What a game changes of the game that it extends, in the sentences of their rule sheets."""

from __future__ import annotations

from functools import lru_cache

from dominoes_lang.languages.rule_sheet import sheet
from dominoes_lang.setup.ruleset import Ruleset
from dominoes_lang.sheet.whole_sheet import PARAMETERS
from dominoes_rules import library
from dominoes_rules.speech.speech import ENGLISH, Speech

MAX_KEPT_CHANGES = 256


@lru_cache(MAX_KEPT_CHANGES)
def changed_sentences(
    ruleset: Ruleset, seats: int, speech: Speech = ENGLISH
) -> tuple[str, tuple[str, ...]] | None:
    """The title of the parent, and the sentences that differ from its sheet, as they are now.

    A sentence that only the parent has follows behind `No longer:`, unless the section has new
    ones. None for bundled games, and for a game that extends none.
    """
    parent = None if library.is_bundled(ruleset.name, ruleset) else library.parent(ruleset)
    if parent is None:
        return None
    language = speech.language
    now = {section.key: section.lines for section in sheet(ruleset.setup(seats), language=language)}
    setup = parent.setup(seats if seats in parent.players else None)
    before = {section.key: section.lines for section in sheet(setup, language=language)}
    changed: list[str] = []
    for key in dict.fromkeys([*now, *before]):
        old, new = before.get(key, ()), now.get(key, ())
        if key != PARAMETERS.key:  # sentences name the values of parameters
            added = [line for line in new if line not in old]
            gone = [speech.text("No longer: {line}", line=line) for line in old if line not in new]
            changed += added or gone
    return language.title(parent.title), tuple(changed)
