"""Worlds that are known one by one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from dominoes_lang.table.tiles import numbers_in
from dominoes_lang.text.root_exception import ArgumentError
from dominoes_solver.worlds.counting import WorldTable
from dominoes_solver.worlds.slots import Hidden, World

if TYPE_CHECKING:
    import numpy as np

    from dominoes_solver.worlds.bulk_sampling import Masks
    from dominoes_solver.worlds.unranking import Ints


class WorldList(WorldTable):
    """Some of the worlds of a `Hidden`, numbered by what lies in their slots.

    The slots are taken in canonical order, and masks compared as integers; so the numbers do not
    depend on the order in which the worlds were found.
    """

    def __init__(self, hidden: Hidden, worlds: Iterable[World]) -> None:
        self.hidden = hidden
        order = hidden.canonical_order
        self._worlds = sorted(worlds, key=lambda world: [world[slot] for slot in order])

    @cached_property
    def count(self) -> int:
        return len(self._worlds)

    def where(self, holds: Callable[[World], bool]) -> WorldList:
        """Those of the worlds in which something holds."""
        return WorldList(self.hidden, filter(holds, self._worlds))

    def holder_counts(self) -> dict[int, tuple[int, ...]]:
        counts = {tile: [0] * len(self.hidden.slots) for tile in numbers_in(self.hidden.tiles)}
        for slot in range(len(self.hidden.slots)):
            for tiles, times in Counter(world[slot] for world in self._worlds).items():
                for tile in numbers_in(tiles):
                    counts[tile][slot] += times
        return {tile: tuple(row) for tile, row in counts.items()}

    def unrank(self, rank: int) -> World:
        if not 0 <= rank < self.count:
            raise ArgumentError(f"there is no world number {rank}: {self._extent}")
        return self._worlds[rank]

    def masks(self, ranks: Sequence[int]) -> Ints:
        import numpy as np

        worlds = [self.unrank(rank) for rank in ranks]
        return np.array(worlds, np.int64).reshape(len(ranks), len(self.hidden.slots))

    def sample_bulk(self, number: int, seed: np.random.SeedSequence) -> Masks:
        """So many worlds, drawn as `sample` does: worlds x slots. Needs numpy."""
        import numpy as np

        chosen = np.random.default_rng(seed).integers(0, self.count, number)
        return np.array(self._worlds, np.uint64)[chosen]

    def rank(self, world: World) -> int:
        if world not in self._rank_of:
            raise ArgumentError(f"{world} is not a world of this problem")
        return self._rank_of[world]

    @cached_property
    def _rank_of(self) -> dict[World, int]:
        return {world: rank for rank, world in enumerate(self._worlds)}
