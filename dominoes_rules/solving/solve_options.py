"""The options of `solve`, in Python and on the command line."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from dominoes_lang.text.option_fields import option
from dominoes_solver.pimc.search_options import SearchOptions

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from dominoes_rules.position.notation import Move
    from dominoes_rules.solving.progress import Progress
    from dominoes_solver.belief.model import Choices


@dataclass(frozen=True, kw_only=True)
class SolveOptions(SearchOptions):
    """What is asked about the moves of a position, and how the answer is found; see `solve`."""

    only: Sequence[Move | str] | Move | str | None = option(
        None,
        "search only this move, for instance 64 or 64l, which takes less time; gaps then"
        " compare only the moves searched; repeat for several moves",
        action="append",
        metavar="MOVE",
    )
    why: Move | str | None = option(
        None, "show which hidden tiles decide what a move is worth", metavar="MOVE"
    )
    model: str | Choices | None = option(
        None,
        "how worlds are weighted: `counted`, all equally; `choices`, by the others' choices;"
        " or by a file with a model of choices (default: choices, if the rules have a model)",
        metavar="MODEL",
    )
    force: bool = option(False, "use a model even if it was made for other rules")
    worth: str | None = option(
        None,
        "with a model of choices or a policy, how a move is valued: by best play with open"
        " hands, by playouts, or half by each (default: half; by a policy where tiles are drawn"
        " play; best with --exact)",
        choices=["best", "half", "play"],
    )
    progress: Callable[[Progress], None] | None = None
