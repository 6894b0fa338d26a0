"""Levels of play by name: what plays at each, and how much it overlooks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from dominoes_rules.speech.speech import marked


class Level(NamedTuple):
    """A bot, and the chance with which it overlooks a move that it could make."""

    about: str
    bot: str
    overlooks: float = 0.0


LEVELS: dict[str, Level] = {
    marked("beginner"): Level(marked("lays the first fitting tile that it sees"), "first", 0.3),
    marked("casual"): Level(
        marked("has learnt the game, but overlooks most plays"), "quick:otherwise=double", 0.85
    ),
    marked("club"): Level(
        marked("has learnt the game, but overlooks many plays"), "quick:otherwise=essay", 0.6
    ),
    marked("expert"): Level(marked("searches ahead, in a few worlds"), "solver:worlds=20", 0.15),
    marked("master"): Level(
        marked("reads the others' choices, and overlooks nothing"), "strong:worlds=50"
    ),
}
"""Every level, from weak to strong: the one place that says what is behind a name."""
UNCOMPILED_LEVELS: dict[str, Level] = {
    **LEVELS,
    "master": Level(
        marked(
            "reads the others' choices, and overlooks nothing, in fewer worlds, since nothing is "
            "compiled here"
        ),
        "strong:worlds=20",
    ),
}
"""Every level where plain Python searches: a move takes a few seconds there as well."""
COUNTS = {
    marked("counts"): Level(marked("counts tiles, and bids what its hand may hope for"), "counts"),
}
"""What else is offered at tables for games of tricks, where it is the usual choice."""
STAND_IN = "quick:otherwise=essay"
"""The bot that plays for a person who is away."""


def behind(name: str, levels: Mapping[str, Level] = LEVELS) -> Level:
    """What plays under the name of a level, or of a bot, which overlooks nothing."""
    return levels.get(name) or Level("", name)
