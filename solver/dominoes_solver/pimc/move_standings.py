"""The sums of the moves that still get worlds, and of those that do not get them any more."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dominoes_solver.pimc.bulk_outcomes import BulkWorlds
    from dominoes_solver.pimc.tally import Tally
    from dominoes_solver.pimc.valued_world import World

ERRORS_BEHIND = 3.0
"""Paired standard errors by which a dropped move is worse than the best."""
FEWEST_EFFECTIVE = 30
"""The effective number of worlds below which no move is dropped."""


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
        gaps = [tally.gap(best, index, population) for index in range(len(self.kept))]
        # Moves that are equal in every world have a gap of 0, and an error of 0 as well.
        staying = [
            index for index, gap in enumerate(gaps) if gap.mean <= ERRORS_BEHIND * (gap.se or 0.0)
        ]
        if len(staying) == len(self.kept):
            return self
        return Standings(
            tuple([self.kept[index] for index in staying]),
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
        yield from ((move, then) for _, move, then in sorted(behind, key=lambda entry: entry[:2]))

    def column_of(self, move: int) -> int:
        """Where the sums of a move are in the tally."""
        return self.kept.index(move)

    def _mean(self, move: int) -> float:
        return self.tally.mean(self.column_of(move))
