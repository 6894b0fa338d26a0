"""The kernel that plays random rounds of a game, with its arrays."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Protocol

from dominoes_solver.search.native.able_games import rounds_kernels
from dominoes_solver.search.native.compiling.loading import NATIVE, have

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from dominoes_lang.codegen.compiled import Compiled
    from dominoes_lang.table.state import Action, State
    from dominoes_solver.search.native.compiling.jit import Ints

_JOBS = {
    "kernel_rounds": (("rounds.rounds_job", "RoundsJob"), ("rounds.playout_job", "PlayoutJob")),
    "kernel_wide": (("rounds.wide_jobs", "WideRoundsJob"), ("rounds.wide_jobs", "WidePlayoutJob")),
}
"""Of each kernel where its arrays are made: for rounds from the deal, and for playouts."""


class FromTheDeal(Protocol):
    """A kernel that plays random rounds."""

    def play(self, key: int, first: int, rounds: int, rows: memoryview[int]) -> tuple[int, int]:
        """Fill in the rows of some rounds; returns the result, and the round where it stopped."""


class FromStates(Protocol):
    """A kernel that plays worlds out."""

    def values(
        self, times: int, deadline: float | None, tick: Callable[[int], None] | None
    ) -> Iterator[Ints]:
        """The values of so many rounds of each action; see `PlayedStates.values`."""


def rounds_job(compiled: Compiled) -> FromTheDeal | None:
    """Machine code for random rounds of a game; None if it is not there or can't."""
    job: FromTheDeal | None = _job(compiled, 0, wait=True)
    return job


def playout_job(
    compiled: Compiled, states: Sequence[State], actions: Sequence[Action], key: int, number: int
) -> FromStates | None:
    """Machine code for playouts of some worlds; None if it is not there yet or can't."""
    job: FromStates | None = _job(compiled, 1, states, actions, key, number, wait=False)
    return job


def _job(compiled: Compiled, sort: int, *arguments: object, wait: bool) -> Any:
    from dominoes_solver.search.native.programs.words import Inexpressible

    for kernel in rounds_kernels(compiled):
        if not have([kernel], wait=wait):
            return None
        module, name = _JOBS[kernel][sort]
        try:
            return getattr(import_module(f"{NATIVE}.{module}"), name)(compiled, *arguments)
        except Inexpressible:
            continue
    return None
