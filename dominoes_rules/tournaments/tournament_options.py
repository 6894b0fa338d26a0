"""The options of `tournament`, in Python and on the command line."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from typing import TYPE_CHECKING

from dominoes_lang.text.option_fields import option, option_of
from dominoes_solver.pimc.search_options import SearchOptions

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from dominoes_lang.setup.binding import Value
    from dominoes_lang.setup.ruleset import Ruleset
    from dominoes_rules.bots import NamedBot
    from dominoes_rules.tournaments.tournament_results import Tournament

SECONDS_A_MOVE = 10.0


@dataclass(frozen=True)
class TournamentOptions:
    """What is played, and how; see `tournament`."""

    bots: Sequence[str | NamedBot]
    rules: Ruleset | str = "block"
    _: KW_ONLY
    deals: int = option(
        1000,
        "the number of deals, each played in every seating (default: 1000)",
        type="count",
        metavar="N",
    )
    matches: int | None = option(
        None,
        "in place of deals, the number of whole matches, each played to its end in every seating;"
        " bots are ranked by the matches that they win",
        type="count",
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
    cluster: str | None = option(
        None,
        "let a Dask cluster play; ADDRESS is its scheduler's, tcp://HOST:PORT",
        metavar="ADDRESS",
    )
    out: str | Path | None = option(
        None, "save every deal to a new file as soon as it is played", metavar="FILE"
    )
    resume: str | Path | None = option(
        None, "play the deals that are missing from a file of --out", metavar="FILE"
    )
    sprt: tuple[float, float] | bool = option(
        False,
        "stop when it is clear which of these two leads the first bot has, in points per deal"
        " (default: 0,0.5)",
        type="bounds",
        nargs="?",
        const=True,
        metavar="LOW,HIGH",
    )
    streams: str = option(
        "common",
        "the same random numbers for each seat and turn, or new ones in every game"
        " (default: common)",
        choices=["common", "independent"],
    )
    native: bool = True
    time: float = option(
        SECONDS_A_MOVE,
        "seconds that your own program may take for a move (default: 10)",
        flag="move-time",
        type="seconds",
        metavar="S",
    )
    rounds_a_match: int = option(
        1,
        "deals in a row that form a match, in which bots learn how the others play (default: 1)",
        type="count",
        metavar="N",
    )
    types: bool = option(True, "whether bots learn how the others play (default: on)")
    progress: Callable[[Tournament], None] | None = None
