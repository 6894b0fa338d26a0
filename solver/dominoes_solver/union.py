"""Worlds in several parts that don't overlap, as if they were one table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate
from random import Random

from dominoes_solver.counting import WorldTable
from dominoes_solver.slots import Hidden, World


class Union:
    """The worlds of several parts that don't overlap, with the interface of a `WorldTable`."""

    def __init__(self, hidden: Hidden, parts: Sequence[WorldTable]) -> None:
        self.hidden = hidden
        self.parts = parts
        self._ends = list(accumulate(part.count for part in parts))

    @property
    def count(self) -> int:
        """The number of worlds."""
        return self._ends[-1] if self._ends else 0

    def unrank(self, rank: int) -> World:
        """World number `rank`, from 0. Raises `ValueError` where there is none."""
        before = 0
        for part, end in zip(self.parts, self._ends, strict=True):
            if before <= rank < end:
                return part.unrank(rank - before)
            before = end
        raise ValueError(f"there is no world number {rank}: there are {self.count:,}")

    def holder_counts(self) -> dict[int, tuple[int, ...]]:
        """For each hidden tile: for each slot, in how many worlds it has it."""
        total: dict[int, tuple[int, ...]] = {}
        for part in self.parts:
            for tile, row in part.holder_counts().items():
                old = total.get(tile, (0,) * len(row))
                total[tile] = tuple(a + b for a, b in zip(old, row, strict=True))
        return total

    def __iter__(self) -> Iterator[World]:
        """Every world, in rank order."""
        for part in self.parts:
            yield from part

    def sample(self, number: int, seed: int) -> list[World]:
        """Worlds drawn uniformly, with replacement. Raises `ValueError` where there is none."""
        if not self.count:
            raise ValueError("there is no world to draw")
        random = Random(seed)
        return [self.unrank(random.randrange(self.count)) for _ in range(number)]
