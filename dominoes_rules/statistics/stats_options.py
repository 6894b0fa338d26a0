"""The options of `stats`, in Python and on the command line."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import KW_ONLY, dataclass

from dominoes_lang.setup.binding import Value
from dominoes_lang.setup.ruleset import Ruleset
from dominoes_lang.text.option_fields import option, option_of
from dominoes_solver.pimc.search_options import SearchOptions

USUAL_BOT = "quick:otherwise=essay"
"""Plays every game: by what it has learnt, else by a plain rule."""
SECONDS = 5.0
ROUNDS_A_MATCH = 10
"""For each this many rounds, one match is played."""


@dataclass(frozen=True)
class StatsOptions:
    """What is played, and how much of it; see `stats`."""

    rules: Ruleset | str
    _: KW_ONLY
    by: str = option(
        USUAL_BOT,
        f"the bot that plays all seats (default: {USUAL_BOT}); `random` plays many more rounds",
        metavar="BOT",
    )
    time: float | None = option(
        None,
        f"play for S seconds (default: {SECONDS:g}); how much that is depends on the machine",
        type="seconds",
        metavar="S",
    )
    rounds: int | None = option(
        None,
        f"play N rounds, and a match for every {ROUNDS_A_MATCH}; the same seed, the same answer",
        type="rounds",
        metavar="N",
    )
    seats: int | None = None
    parameters: Mapping[str, Value] | None = None
    seed: int = option_of(SearchOptions, "seed")
    jobs: int = option(
        1,
        "share the work among N processes (default: 1); the results are the same",
        type="processes",
        metavar="N",
    )
    progress: Callable[[str], None] | None = None
