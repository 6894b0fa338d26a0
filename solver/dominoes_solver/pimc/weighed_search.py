"""Which worlds are searched where some are likelier than others, and what a move is worth there.

Worlds are weighted by the hundred before any is searched. Those to be searched are then chosen so
that the error is smallest: a world above a threshold is kept with its weight, any other in
proportion to its weight, and then has that of the threshold (Fearnhead, Clifford 2003).
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import accumulate, islice
from math import inf
from random import Random
from typing import TYPE_CHECKING, Protocol

from dominoes_solver.belief.likelihood import effective
from dominoes_solver.belief.weighing import (
    EFFECTIVE_WORLDS,
    FIRST_PLAINLY,
    FIRST_SAMPLE,
    LARGER_SLIP,
    LARGEST_PLAINLY,
    LARGEST_SAMPLE,
    TOO_FEW,
    grown,
)

if TYPE_CHECKING:
    from dominoes_lang.table.state import Action, State
    from dominoes_solver.belief.weighing import Weighing
    from dominoes_solver.limit import Cancel
    from dominoes_solver.search.python.reference import Vector
    from dominoes_solver.worlds.slots import World
    from dominoes_solver.worlds.unranking import Ints

PLAYOUTS, PLAYOUTS_PLAINLY = 4, 2
"""Of each move in each world, in machine code and in plain Python."""
PLAYOUTS_ALONE = 8
"""In machine code where playouts are all; twice as many as else."""
PER_WORLD = 4
"""So many worlds are weighted for one that is searched, of up to `MOST_SEARCHED`."""
MOST_SEARCHED = 1_000
USUALLY_SEARCHED, SEARCHED_PLAINLY = 500, 200
"""Worlds to search where their number is not limited, in machine code and in plain Python."""
WORLDS_PER_LOOK = 1_000
"""Worlds that are weighted between two looks at the clock; a tenth of them in plain Python."""


class Worth(Enum):
    """What the worth of a move in a world rests on."""

    BEST = "best"
    """Best play with all hands open."""
    HALF = "half"
    """Half that, half playouts."""
    PLAY = "play"
    """Playouts in which every seat chooses by the model, from its own hand."""


@dataclass(frozen=True)
class Drawn:
    """The worlds to search, in order, with their weights."""

    ranks: tuple[int, ...]
    weights: tuple[float, ...]
    complete: bool
    """Whether they are in the usual order, none chosen by its weight."""
    pooled: float
    """The effective size of the sample that these were drawn from; infinite if that has all worlds
    that fit, or if none is left out."""
    slip: float


class WorldsByRank(Protocol):
    """Worlds, numbered from 0."""

    def unrank(self, rank: int) -> World: ...
    def masks(self, ranks: Sequence[int]) -> Ints:
        """The worlds of many ranks as an array."""


@dataclass
class _Weighed:
    """Worlds and how likely the others' choices were in them."""

    ranks: list[int]
    worlds: list[Sequence[World] | Ints]
    """A number at a time."""
    weights: list[float]
    cut: bool = False
    """Whether there was no time for more."""


@dataclass(frozen=True)
class Belief:
    """What `expectimax` needs to weigh worlds."""

    weighing: Weighing
    worth: Worth
    worlds: WorldsByRank
    alike: bool = False
    """Whether every world counts alike all the same; the model then only plays on."""

    @property
    def most(self) -> int:
        """How many worlds to search at most, where their number is not limited."""
        return SEARCHED_PLAINLY if self.weighing.frugal else USUALLY_SEARCHED

    @property
    def times(self) -> int:
        """The playouts of each move in each world."""
        times = PLAYOUTS_ALONE if self.worth is Worth.PLAY else PLAYOUTS
        return times // PLAYOUTS * PLAYOUTS_PLAINLY if self.weighing.frugal else times

    def pool_for(self, asked: int) -> int:
        """How many worlds to weigh at first where so many are to be searched."""
        if self.alike:
            return asked
        if self.weighing.frugal:
            return max(FIRST_PLAINLY, PER_WORLD * min(asked, SEARCHED_PLAINLY), asked)
        return pool_for(asked)

    def largest_pool(self, asked: int) -> int:
        """How many worlds to weigh at most, if the effective size of fewer is too small."""
        if self.alike:
            return asked
        most = LARGEST_PLAINLY if self.weighing.frugal else LARGEST_SAMPLE
        return max(most, self.pool_for(asked))

    def draw(
        self,
        ranks: Iterator[int],
        asked: int,
        population: int | None,
        seed: int,
        until: float | None = None,
        cancel: Cancel | None = None,
    ) -> Drawn:
        """Choose among the worlds of these ranks, from the first on, as many as are asked for.

        until: a moment of `time.monotonic` at which no more are weighted; then fewer are chosen.
            The same once `cancel` is set.
        """
        if self.alike:
            taken = tuple(islice(ranks, asked))
            return Drawn(taken, (1.0,) * len(taken), True, inf, 0.0)
        weighing = self.weighing
        pool = self._pool(ranks, asked, until, cancel)
        chosen, worlds, weights = pool.ranks, pool.worlds, pool.weights
        if pool.cut:
            asked = min(asked, max(1, len(chosen) // PER_WORLD))
        asked = min(asked, len(chosen))
        whole = population is not None and len(chosen) >= population
        few = effective(weights) < TOO_FEW and not (whole or pool.cut)
        if few and weighing.model.slip < LARGER_SLIP:
            weighing = weighing.with_slip(LARGER_SLIP)
            weights = [weight for some in worlds for weight in weighing.weights(some)]
        mean = sum(weights) / len(weights)
        if max(weights) == min(weights):
            # Nothing to choose by: the search is the usual one, to the last bit.
            taken = tuple(chosen[:asked])
            return Drawn(taken, (1.0,) * asked, True, inf, weighing.model.slip)
        scaled = [weight / mean for weight in weights]
        if asked >= len(chosen):
            return Drawn(tuple(chosen), tuple(scaled), whole, inf, weighing.model.slip)
        kept = thinned(scaled, asked, Random(f"{seed}/thinned"))
        return Drawn(
            tuple(chosen[index] for index, _ in kept),
            tuple(weight for _, weight in kept),
            False,
            inf if whole else effective(weights),
            weighing.model.slip,
        )

    def _pool(
        self, ranks: Iterator[int], asked: int, until: float | None, cancel: Cancel | None
    ) -> _Weighed:
        """Worlds with their weights, until their effective number is large enough."""
        pool = _Weighed([], [], [])
        step = WORLDS_PER_LOOK if self.weighing.reading.natively else WORLDS_PER_LOOK // 10

        def weigh(count: int) -> list[float]:
            weights: list[float] = []
            while len(weights) < count:
                late = until is not None and time.monotonic() >= until
                if pool.ranks and (late or (cancel is not None and cancel.is_set())):
                    pool.cut = True
                    break
                more = list(islice(ranks, min(step, count - len(weights))))
                if not more:
                    break
                worlds = self._worlds_of(more)
                pool.ranks += more
                pool.worlds.append(worlds)
                weights += self.weighing.weights(worlds)
            return weights

        enough = max(TOO_FEW, min(asked, EFFECTIVE_WORLDS))
        pool.weights = grown(self.pool_for(asked), self.largest_pool(asked), enough, weigh)
        return pool

    def _worlds_of(self, ranks: Sequence[int]) -> Sequence[World] | Ints:
        if self.weighing.reading.natively:
            return self.worlds.masks(ranks)
        return [self.worlds.unrank(rank) for rank in ranks]

    def playouts(
        self, states: Sequence[State], actions: Sequence[Action], keys: Sequence[int]
    ) -> list[tuple[tuple[Vector, ...], ...]]:
        """The playouts of each action in each world; see `Reading.playouts`."""
        weighing = self.weighing
        return weighing.reading.playouts(states, actions, self.times, keys, weighing.facts)

    def playouts_in_bulk(
        self, states: Sequence[State], actions: Sequence[Action], keys: Sequence[int]
    ) -> Ints:
        """The same as an array, in machine code; see `Reading.playouts_in_bulk`."""
        weighing, times = self.weighing, self.times
        return weighing.reading.playouts_in_bulk(states, actions, times, keys, weighing.facts)


def pool_for(asked: int) -> int:
    """How many worlds to weigh where so many are to be searched."""
    return max(FIRST_SAMPLE, PER_WORLD * min(asked, MOST_SEARCHED), asked)


def thinned(weights: Sequence[float], wanted: int, random: Random) -> list[tuple[int, float]]:
    """So many of some weights, in order, each with its place and its new weight.

    The expected new weight of each is its own.
    """
    threshold = _threshold(weights, wanted)
    kept = []
    at = random.random()
    for index, weight in enumerate(weights):
        if weight >= threshold:
            if weight:
                kept.append((index, weight))
            continue
        at -= weight / threshold
        if at < 0:
            kept.append((index, threshold))
            at += 1
    return kept


def _threshold(weights: Sequence[float], wanted: int) -> float:
    """The weight c for which the sum of min(1, weight / c) is the number wanted."""
    ordered = sorted(weights, reverse=True)
    rests = [*accumulate(reversed(ordered))][::-1]
    for above, (weight, rest) in enumerate(zip(ordered[:wanted], rests, strict=False)):
        # With `above` weights kept as they are, the others share what is left.
        if weight * (wanted - above) < rest:
            return rest / (wanted - above)
    return ordered[min(wanted, len(ordered)) - 1]
