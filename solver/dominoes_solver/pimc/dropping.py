"""Moves that are clearly worse get no more worlds: the sums of those that do, and of the others."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING

from dominoes_solver.pimc.chunk_plan import BATCH, ENDLESS, ChunkPlan, SearchTask

if TYPE_CHECKING:
    from dominoes_solver.parallel.chunks import Chunk
    from dominoes_solver.pimc.bulk_outcomes import BulkWorlds
    from dominoes_solver.pimc.tally import Tally
    from dominoes_solver.pimc.valued_world import World

ERRORS_BEHIND = 3.0
"""Paired standard errors by which a dropped move is worse than the best."""
FEWEST_EFFECTIVE = 30
"""The effective number of worlds below which no move is dropped."""
GROWTH = 1.25
"""The factor by which worlds grow between two tests, once that is more than a batch: what other
processes are given ahead ends with a test."""


@dataclass(frozen=True)
class Standings:
    """The sums of the moves that are still searched, and of all as they were before each drop."""

    kept: tuple[int, ...]
    """The places of the moves that are still searched."""
    tally: Tally
    """Their sums over all worlds."""
    earlier: tuple[Standings, ...] = ()
    """How things were when moves were last searched, the first time first; a dropped move has its
    sums there, and so has every move that was kept longer."""

    def plus(self, worlds: Iterable[World | BulkWorlds]) -> Standings:
        return replace(self, tally=self.tally.plus(worlds))

    def without_the_worse(self, population: int | None) -> Standings:
        """The same without the moves that are clearly worse than the best, if there are any.

        population: how many worlds there are; None for endlessly many.
        """
        tally = self.tally
        if tally.effective < FEWEST_EFFECTIVE:
            return self
        best = tally.best
        gaps = [tally.gap(best, place, population) for place in range(len(self.kept))]
        # Moves that are equal in every world have a gap of 0, and an error of 0 as well.
        staying = [
            place for place, gap in enumerate(gaps) if gap.mean <= ERRORS_BEHIND * (gap.se or 0.0)
        ]
        if len(staying) == len(self.kept):
            return self
        return Standings(
            tuple([self.kept[place] for place in staying]),
            tally.of(staying),
            (*self.earlier, replace(self, earlier=())),
        )

    @property
    def best(self) -> int:
        """The place of the best move."""
        return self.kept[self.tally.best]

    @property
    def of_all(self) -> Tally:
        """The sums over the worlds in which every move was searched."""
        return self.earlier[0].tally if self.earlier else self.tally

    def each(self) -> Iterator[tuple[int, Standings]]:
        """The place of each move, best first, with the sums over the worlds that it was in.

        Those that were dropped come after the others, by their gaps to the best.
        """
        yield from ((move, self) for move in sorted(self.kept, key=self._mean, reverse=True))
        best = self.best
        behind: list[tuple[float, int, Standings]] = []
        for then, later in pairwise((*self.earlier, self)):
            gone = set(then.kept) - set(later.kept)
            behind += [(then._mean(best) - then._mean(move), move, then) for move in sorted(gone)]
        yield from ((move, then) for _, move, then in sorted(behind, key=lambda one: one[:2]))

    def place(self, move: int) -> int:
        """Where the sums of a move are in the tally."""
        return self.kept.index(move)

    def _mean(self, move: int) -> float:
        return self.tally.mean(self.place(move))


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
