"""The page on which a game is written, and the parts of it that change with the text."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from functools import cache
from typing import Any

from markupsafe import Markup

from dominoes_lang.format import highlighting
from dominoes_lang.text.rules_text import LARGEST_FILE
from dominoes_rules import library
from dominoes_rules.speech.speech import marked
from dominoes_rules.web import pages
from dominoes_rules.web.hall import Hall
from dominoes_rules.web.http.reader import READER
from dominoes_rules.web.lobby.chosen_seats import chosen_seats
from dominoes_rules.web.lobby.start_form import HOUSE_RULES, USUAL_GAME, Offer, families
from dominoes_rules.web.markup import rendered
from dominoes_rules.web.settings import Settings
from dominoes_rules.web.writing.first_texts import HOUSE_RULE, KINDS, first_text

EDITOR = "code_editor.js"
"""The editor with colours, a file of `static` where it was built; else the page has a text box."""
FINE = marked("The rules are fine.")


def page(
    hall: Hall,
    base: str,
    text: str = "",
    fields: Mapping[str, str] | None = None,
    shown: Mapping[str, Any] | None = None,
    error: str = "",
) -> str:
    """The page; with what was sent, what was found in it, and what is wrong with it.

    base: what links for others begin with.
    """
    fields = fields or {}
    return pages.page(
        "write.html",
        READER.get().text("Write a game"),
        "write",
        base=base,
        editor=pages.address_of(EDITOR) if EDITOR in pages.STATIC else "",
        colours=colours() if EDITOR in pages.STATIC else "",
        largest=LARGEST_FILE,
        text=text or first_text(HOUSE_RULE, USUAL_GAME),
        kinds=KINDS,
        families=_bundled_games(hall.settings),
        usual_game=USUAL_GAME,
        parts=parts(shown) if shown is not None else {},
        state=state_of(shown) if shown is not None else "",
        error=error,
        **pages.form_values(hall, fields),
        seating=chosen_seats(library.variant(USUAL_GAME), "", fields)
        if shown is None or shown["rules"] is None
        else shown["rules"]["seating"],
    )


def _bundled_games(settings: Settings) -> list[tuple[str, list[Offer]]]:
    """The games to begin with, by family; a written game may extend no file of this machine."""
    return [(family, games) for family, games in families(settings) if family != HOUSE_RULES]


def parts(shown: Mapping[str, Any]) -> dict[str, Markup]:
    """The parts that change with the text, by their names, from the answer `written`."""
    rules = shown["rules"]
    html = {
        "findings": rendered("written_findings.html", shown=shown),
        "examples": rendered("written_examples.html", shown=shown),
    }
    if rules is not None:
        html["sheet"] = rendered("written_sheet.html", rules=rules)
        html["seating"] = rendered("seating.html", seating=rules["seating"])
    return html


def state_of(shown: Mapping[str, Any]) -> str:
    """How things are with a text, in a sentence, from the answer `written`."""
    levels = Counter(finding["level"] for finding in shown["findings"])
    failing = sum(example["came"] == "fails" for example in shown["examples"])
    reader = READER.get()
    if levels["error"]:
        return reader.plural(
            "The rules have {count} mistake.", "The rules have {count} mistakes.", levels["error"]
        )
    parts = []
    if levels["warning"]:
        parts.append(reader.plural("{count} warning", "{count} warnings", levels["warning"]))
    if failing:
        fails = reader.plural("{count} example that fails", "{count} examples that fail", failing)
        parts.append(fails)
    if not parts:
        return reader.text(FINE)
    flaws = reader.language.words(tuple(parts), "and")
    return reader.text("The rules can be played, with {flaws}.", flaws=flaws)


@cache
def colours() -> str:
    """The patterns of `highlighting` as JSON: of each the expression, and the sorts of its groups.

    They are tried in order at each place of a line.
    """
    patterns = [[pattern.regex, *pattern.sorts] for pattern in highlighting.patterns()]
    return json.dumps(patterns, ensure_ascii=True)
