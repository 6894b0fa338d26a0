"""The worlds of a position for the search: states with every hand open, by rank."""

from __future__ import annotations

from collections.abc import Sequence
from math import factorial
from random import Random
from typing import TYPE_CHECKING

from dominoes_solver.pimc.pimc import FEWEST_WORLDS
from dominoes_solver.worlds.slots import STOCK

if TYPE_CHECKING:
    from dominoes_lang.table.state import State
    from dominoes_solver.evidence.evidence import Evidence
    from dominoes_solver.worlds.open_hands import OpenHands
    from dominoes_solver.worlds.slots import World
    from dominoes_solver.worlds.unranking import Ints

BITS_OF_A_MASK = 63
"""Sets with more tiles do not fit the numbers of an array."""


class OpenWorlds:
    """The worlds of some evidence as states with every hand open.

    With `orders`, and where there are few, the ranks count every order of the undrawn stock too;
    otherwise an order that matters is drawn at random. Where the worlds cannot be counted, a rank
    is the place of a world in the sequence of draws that belongs to `seed`.
    """

    def __init__(self, evidence: Evidence, *, orders: bool = False, seed: int = 0) -> None:
        self.evidence = evidence
        self.seed = seed
        self.rest = sum(slot.size for slot in evidence.hidden.slots if slot.holder == STOCK)
        ways = factorial(self.rest) if evidence.orders_matter else 1
        worlds = evidence.count
        few = worlds is not None and worlds * ways <= FEWEST_WORLDS
        self.orders = ways if worlds is not None and (orders or few) else 1
        self.determined = worlds is not None and self.orders == ways

    @property
    def count(self) -> int | None:
        return None if self.evidence.count is None else self.evidence.count * self.orders

    def unrank(self, rank: int) -> World:
        """The world of a rank, the order of the stock left aside."""
        if self.evidence.count is None:
            return self.evidence.drawn(self.seed)[rank]
        return self.evidence.table.unrank(rank // self.orders)

    def masks(self, ranks: Sequence[int]) -> Ints:
        """The same for many ranks: worlds x slots. Needs numpy."""
        import numpy as np

        if self.evidence.count is None:
            shape = (len(ranks), len(self.evidence.hidden.slots))
            return np.array([self.unrank(rank) for rank in ranks], np.int64).reshape(shape)
        return self.evidence.table.masks([rank // self.orders for rank in ranks])

    def in_bulk(self, ranks: Sequence[int], orders: Sequence[Random]) -> OpenHands | None:
        """The worlds of many ranks as an array; None where more than tiles depends on them."""
        evidence = self.evidence
        fits = len(evidence.setup.tiles) <= BITS_OF_A_MASK
        if self.orders > 1 or not fits or not evidence.differs_in_tiles_alone:
            return None
        return evidence.open_hands(self.masks(ranks), () if self.determined else orders)

    def state(self, rank: int, rng: Random | None) -> State:
        """The world of a rank; anything that it leaves open is drawn from `rng`."""
        state = self.evidence.open_state(self.unrank(rank), None if self.determined else rng)
        if self.orders == 1:
            return state
        order = rank % self.orders
        known = len(self.evidence.state.stock)
        return state._replace(
            stock=(*state.stock[:known], *_permutation(state.stock[known:], order))
        )


def _permutation(items: tuple[int, ...], rank: int) -> tuple[int, ...]:
    """The permutation of a rank, in the order of its first differing item."""
    left, permutation = list(items), []
    for remaining in range(len(items), 0, -1):
        choice, rank = divmod(rank, factorial(remaining - 1))
        permutation.append(left.pop(choice))
    return tuple(permutation)
