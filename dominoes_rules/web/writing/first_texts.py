"""The texts to begin with: a bundled game, a house rule that extends one, or a whole new game."""

from __future__ import annotations

from functools import lru_cache

from dominoes_rules import library
from dominoes_rules.authoring.new_file import child_text, whole_game
from dominoes_rules.speech.speech import marked
from dominoes_rules.web.refusals import Rejected

HOUSE_RULE, BUNDLED, WHOLE = "house", "game", "new"
KINDS = (
    (HOUSE_RULE, marked("a house rule of mine, which changes")),
    (BUNDLED, marked("the whole text of")),
    (WHOLE, marked("a whole game, with a note on every rule")),
)
"""What somebody can begin with, and how the page names it; all but the last name a game."""
KEPT_TEXTS = 256
"""Since a house rule takes a tenth of a second to write."""
HOUSE_TITLE, NEW_TITLE = "My house rule", "My game"


@lru_cache(KEPT_TEXTS)
def first_text(kind: str, game: str) -> str:
    """A text to begin with. Raises `Rejected` for what there is not."""
    if kind == WHOLE:
        return whole_game(NEW_TITLE)
    if game not in library.bundled():
        raise Rejected(404, "not_found", marked("There is no such game."))
    if kind == BUNDLED:
        return library.bundled()[game]().text
    if kind == HOUSE_RULE:
        return child_text(HOUSE_TITLE, library.variant(game), game, with_parameters=True)
    raise Rejected(404, "not_found", marked("There is no such text to begin with."))
