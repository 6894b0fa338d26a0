"""Which worlds are searched where some are likelier than others, and what a move is worth there.

Worlds are weighed by the hundred before any is searched. Those to be searched are then chosen so
that the error is smallest: a world above a threshold is kept with its weight, any other in
proportion to its weight, and then has that of the threshold (Fearnhead, Clifford 2003).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from random import Random
from typing import TYPE_CHECKING

from dominoes_solver.belief.likelihood import effective
from dominoes_solver.belief.weighing import FIRST_SAMPLE, LARGER_SLIP, TOO_FEW

if TYPE_CHECKING:
    from dominoes_lang.table.state import Action, State
    from dominoes_solver.belief.weighing import Weighing
    from dominoes_solver.pimc.tally import Tally
    from dominoes_solver.search.python.reference import Vector
    from dominoes_solver.worlds.slots import World

PLAYOUTS = 4
"""Of each move in each world."""
PLAYOUTS_ALONE = 8
PER_WORLD = 4
"""So many worlds are weighed for one that is searched, of up to `MOST_SEARCHED`."""
MOST_SEARCHED = 1_000
"""Worlds to search where only the time is limited."""


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
    """As good as how many equal worlds those were that were weighed."""
    slip: float

    def effective_of(self, tally: Tally) -> float:
        """As good as how many equal worlds the searched ones are."""
        return min(self.pooled, tally.weight * tally.weight / tally.weight_squares)


@dataclass(frozen=True)
class Belief:
    """What `expectimax` needs to weigh worlds."""

    weighing: Weighing
    worth: Worth
    world_of_rank: Callable[[int], World]
    alike: bool = False
    """Whether every world counts alike all the same; the model then only plays on."""

    def pool_for(self, asked: int) -> int:
        """How many worlds to weigh where so many are to be searched."""
        return asked if self.alike else pool_for(asked)

    def draw(self, ranks: Sequence[int], asked: int, population: int | None, seed: int) -> Drawn:
        """Choose among the worlds of these ranks as many as are asked for."""
        asked = min(asked, len(ranks))
        if self.alike:
            number = float(len(ranks))
            return Drawn(tuple(ranks[:asked]), (1.0,) * asked, True, number, 0.0)
        weighing = self.weighing
        worlds = [self.world_of_rank(rank) for rank in ranks]
        weights = weighing.weights(worlds)
        whole = population is not None and len(ranks) >= population
        if not whole and effective(weights) < TOO_FEW and weighing.model.slip < LARGER_SLIP:
            weighing = weighing.with_slip(LARGER_SLIP)
            weights = weighing.weights(worlds)
        pooled = effective(weights)
        mean = sum(weights) / len(weights)
        if max(weights) == min(weights):
            # Nothing to choose by: the search is the usual one, to the last bit.
            return Drawn(tuple(ranks[:asked]), (1.0,) * asked, True, pooled, weighing.model.slip)
        scaled = [weight / mean for weight in weights]
        if asked >= len(ranks):
            return Drawn(tuple(ranks), tuple(scaled), whole, pooled, weighing.model.slip)
        kept = thinned(scaled, asked, Random(f"{seed}/thinned"))
        return Drawn(
            tuple(ranks[place] for place, _ in kept),
            tuple(weight for _, weight in kept),
            False,
            pooled,
            weighing.model.slip,
        )

    def playouts(
        self, states: Sequence[State], actions: Sequence[Action], keys: Sequence[int]
    ) -> list[tuple[tuple[Vector, ...], ...]]:
        """The playouts of each action in each world; see `Reading.playouts`."""
        times = PLAYOUTS_ALONE if self.worth is Worth.PLAY else PLAYOUTS
        return self.weighing.playouts(states, actions, times, keys)


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
    for place, weight in enumerate(weights):
        if weight >= threshold:
            kept.append((place, weight))
            continue
        at -= weight / threshold
        if at < 0:
            kept.append((place, threshold))
            at += 1
    return kept


def _threshold(weights: Sequence[float], wanted: int) -> float:
    """The weight c for which the sum of min(1, weight / c) is the number wanted."""
    ordered = sorted(weights, reverse=True)
    rest = sum(ordered)
    for above, weight in enumerate(ordered):
        # With `above` weights kept as they are, the others share what is left.
        if above >= wanted or weight * (wanted - above) < rest:
            return rest / (wanted - above)
        rest -= weight
    return ordered[-1]
