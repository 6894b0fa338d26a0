"""The options of `review`, in Python and on the command line."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from typing import TYPE_CHECKING, Literal

from dominoes_lang.text.option_fields import option, option_of
from dominoes_rules.solving.solve_options import SolveOptions

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from dominoes_rules.play.matches import Match
    from dominoes_rules.play.round import Round
    from dominoes_rules.position.position import Position
    from dominoes_solver.belief.model import Choices


@dataclass(frozen=True)
class ReviewOptions:
    """What is reviewed, and how; see `review`."""

    played: Match | Round | Position | Sequence[Position]
    _: KW_ONLY
    seat: str | None = option(
        None,
        "the seat to review (default: the first person's in a match, otherwise A)",
        metavar="A",
    )
    worlds: int | None = option(
        None,
        "search this many worlds for each decision (default: until the best move is clear)",
        type="count",
        metavar="N",
    )
    model: str | Choices | None = option_of(SolveOptions, "model")
    force: bool = option_of(SolveOptions, "force")
    types: bool = option(
        True, "whether to learn from earlier rounds how the others play (default: on)"
    )
    seed: int = option_of(SolveOptions, "seed")
    jobs: int | Literal["auto"] = option_of(SolveOptions, "jobs")
    progress: Callable[[int, int], None] | None = None
