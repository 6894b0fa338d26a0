"""The bundled games that tests try which take a while for each."""

from __future__ import annotations

import pytest

from dominoes_rules import library
from dominoes_rules.authoring.families import TRICKS, games

FIRST = ("block", "domohnoes", "draw", "draw_one", "partnership")
"""The games that are made of the plainest rules."""
TELLING = (
    *FIRST,
    "cut_throat",
    "dominican",
    "fives_and_threes",
    "bergen",
    "kozel",
    "all_fives",
    "maltese_cross",
)
"""With them the others that have a rule of their own sort each."""


def bundled() -> list[object]:
    """Every bundled game, for `parametrize`; those that have nothing of their own are slow."""
    return [
        name if name in TELLING else pytest.param(name, marks=pytest.mark.slow)
        for name in library.bundled()
    ]


def with_ends() -> list[str]:
    """Every bundled game in which tiles are laid against each other, none of tricks."""
    return [game.name for game in games() if game.family != TRICKS]
