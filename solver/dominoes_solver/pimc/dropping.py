"""When moves that are clearly worse get no more worlds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from dominoes_solver.pimc.chunk_plan import BATCH, ENDLESS, ChunkPlan

if TYPE_CHECKING:
    from dominoes_solver.parallel.chunks import Chunk
    from dominoes_solver.pimc.move_standings import Standings
    from dominoes_solver.pimc.search_task import SearchTask

GROWTH = 1.25
"""The factor by which worlds grow between two tests, once that is more than a batch: what other
processes are given ahead ends with a test."""


class Dropping:
    """When a search drops moves: after which worlds, and whether at all.

    A drop counts from a fixed world on, so the answer does not depend on how many are searched
    ahead, in other processes.
    """

    def __init__(self, task: SearchTask, plan: ChunkPlan) -> None:
        self.task = task
        self.plan = plan
        self.next_test = BATCH
        """The number of worlds after which moves may be dropped next; whole batches."""
        self.is_over = task.all_moves or task.limit.exact
        """Whether no move is dropped any more."""
        self._note_test()

    def is_due(self, standings: Standings, seconds: float) -> bool:
        """Whether moves may be dropped at a test, so many seconds after the first world."""
        worlds, limit, all_worlds = standings.tally.worlds, self.task.limit, self.plan.population
        self.next_test = max(worlds // BATCH + 1, round(worlds * GROWTH) // BATCH) * BATCH
        self.is_over = self.is_over or len(standings.kept) == 1
        if worlds == BATCH and all_worlds == self.plan.asked:
            # Every world is asked for: moves are only dropped if the time is too short for that.
            self.is_over |= limit.time is None or seconds * all_worlds <= limit.time * worlds
        self._note_test()
        return not self.is_over

    def _note_test(self) -> None:
        self.plan.next_test = ENDLESS if self.is_over else self.next_test

    def chunks_until_test(self, chunk: Chunk, more: Iterator[Chunk]) -> Iterator[Chunk]:
        """A chunk and those after it whose moves, and the rounds of these, are certain."""
        yield chunk
        while chunk.first + len(chunk.states) < self.plan.next_test and not self.plan.is_pilot(
            chunk
        ):
            following = next(more, None)
            if following is None:
                return
            chunk = following
            yield chunk
