"""Tables of phrases: what a new one begins with, and the language of one that is not whole."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

from dominoes_lang.languages.language import Language, language
from dominoes_lang.setup.ruleset import Ruleset
from dominoes_lang.sheet.reasons_told import POINTS_FOR
from dominoes_rules import library
from dominoes_rules.authoring.families import games
from dominoes_rules.pad.printed_sheet import award_columns
from translating.wholeness import NEEDED_PARTS, missing_phrases, read_table, table_path

FIRST_LINES = (
    "# {name}. A line is a phrase by its key; `templates.py` says what may be in it. When you\n"
    "# have translated a line, take away the sign # before it. A glossary goes here.\n\n"
)


def begin_table(code: str, name: str) -> None:
    """Write the table of a new language: that of English, each line behind a sign #."""
    english = table_path("en").read_text("utf-8").partition("\n\n")[2]
    lines = (
        line if not line or line.startswith(("#", "[")) else f"# {line}"
        for line in english.splitlines()
    )
    lines_of_games = (
        f"# {json.dumps(text)} = {json.dumps(text)}" for text in texts_of_games(library.variants())
    )
    text = FIRST_LINES.format(name=name) + "\n".join((*lines, "", "[games]", *lines_of_games, ""))
    table_path(code).write_text(text, "utf-8")


def language_so_far(code: str) -> Language:
    """A language with English phrases where its own are still missing."""
    english, table, missing = read_table("en"), read_table(code), missing_phrases(code)
    filled: dict[str, Any] = {part: {**table.get(part, {})} for part in NEEDED_PARTS}
    for part, key in missing:
        filled[part][key] = english[part][key]
    return language(code, {**table, **filled})


def texts_of_games(names: Iterable[str]) -> list[str]:
    """Titles of bundled games, texts of their parameters, and what is left of these in reasons.

    There are the names of some awards, too, and what each file says of its game. They are all in
    English in the rules files, and a table has them in its part `games`.
    """
    by_name = {name: library.variant(name) for name in names}
    rulesets = by_name.values()
    texts = [parameter.text for ruleset in rulesets for parameter in ruleset.parameters]
    reasons = [text.removeprefix(POINTS_FOR) for text in texts]
    columns = [name for ruleset in rulesets for name in _columns_by_name(ruleset)]
    titles = [ruleset.title for ruleset in rulesets]
    abouts = [game.about for game in games() if game.name in by_name and game.about]
    return sorted({*titles, *texts, *reasons, *columns, *abouts}, key=str.lower)


def _columns_by_name(ruleset: Ruleset) -> Iterator[str]:
    """The awards that a score sheet can only show by their names."""
    for setup in map(ruleset.setup, ruleset.players):
        names = {award.name.replace("_", " ") for award in (*setup.awards, *setup.in_play)}
        yield from names.intersection(award_columns(setup))


def missing_texts(code: str) -> list[str]:
    """The texts of games that a table does not have; what is not there is shown in English."""
    known = read_table(code).get("games", {})
    return [text for text in texts_of_games(library.variants()) if text not in known]
