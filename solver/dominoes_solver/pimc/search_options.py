"""How a search is done, whatever it is asked: options from the command line to `expectimax`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from dominoes_lang.text.option_fields import option
from dominoes_lang.text.root_exception import expect_integer

if TYPE_CHECKING:
    from dominoes_solver.limit import Cancel


@dataclass(frozen=True, kw_only=True)
class SearchOptions:
    """How a search is done. The same seed gives the same answer, whoever does the work."""

    seed: int = option(
        0, "the same seed gives the same answer (default: 0)", type="seed", metavar="N"
    )
    all_moves: bool = option(
        False, "search every move in every world, not only those that may still be the best"
    )
    jobs: int | Literal["auto"] = option(
        1,
        "share the work among N processes, or with `auto` one for each core (default: 1);"
        " the answer is the same",
        type="jobs",
        metavar="N",
    )
    cluster: str | None = option(
        None,
        "let a Dask cluster do the work; ADDRESS is its scheduler's, tcp://HOST:PORT",
        metavar="ADDRESS",
    )
    cancel: Cancel | None = None
    """What ends the search from outside."""

    @property
    def processes(self) -> int:
        """The number of processes. Raises `TypeError` and `ArgumentError`, or `WorkersError`."""
        jobs = self.jobs
        if jobs == "auto":
            # Imported here: only needed for several processes.
            from dominoes_solver.parallel.workers import usable_cores

            jobs = usable_cores()
        why = 'it must be "auto" or an integer of at least 1, the number of processes'
        expect_integer("jobs", jobs, 1, why)
        return jobs
