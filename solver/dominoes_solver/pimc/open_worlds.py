"""The worlds of a position for the search: states with every hand open, by rank."""

from __future__ import annotations

from math import factorial
from random import Random
from typing import TYPE_CHECKING

from dominoes_solver.pimc.pimc import FEWEST_WORLDS
from dominoes_solver.worlds.slots import STOCK

if TYPE_CHECKING:
    from dominoes_lang.table.state import State
    from dominoes_solver.evidence.builder import Evidence
    from dominoes_solver.worlds.slots import World


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

    def world(self, rank: int) -> World:
        """The world of a rank, the order of the stock left aside."""
        if self.evidence.count is None:
            return self.evidence.drawn(self.seed)[rank]
        return self.evidence.table.unrank(rank // self.orders)

    def state(self, rank: int, rng: Random | None) -> State:
        """The world of a rank; anything that it leaves open is drawn from `rng`."""
        state = self.evidence.open_state(self.world(rank), None if self.determined else rng)
        if self.orders == 1:
            return state
        order = rank % self.orders
        known = len(self.evidence.state.stock)
        return state._replace(
            stock=(*state.stock[:known], *_permutation(state.stock[known:], order))
        )


def _permutation(items: tuple[int, ...], rank: int) -> tuple[int, ...]:
    """The permutation of a rank, in the order of its first differing item."""
    left, found = list(items), []
    for remaining in range(len(items), 0, -1):
        which, rank = divmod(rank, factorial(remaining - 1))
        found.append(left.pop(which))
    return tuple(found)
