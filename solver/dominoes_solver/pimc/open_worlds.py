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


class OpenWorlds:
    """The worlds of some evidence as states with every hand open.

    With `orders`, and where there are few, the ranks count every order of the undrawn stock too;
    otherwise an order that matters is drawn at random.
    """

    def __init__(self, evidence: Evidence, *, orders: bool = False) -> None:
        self.evidence = evidence
        self.rest = sum(slot.size for slot in evidence.hidden.slots if slot.holder == STOCK)
        ways = factorial(self.rest) if evidence.orders_matter else 1
        few = evidence.table.count * ways <= FEWEST_WORLDS
        self.orders = ways if orders or few else 1
        self.determined = self.orders == ways

    @property
    def count(self) -> int:
        return self.evidence.table.count * self.orders

    def state(self, rank: int, rng: Random | None) -> State:
        """The world of a rank; anything that it leaves open is drawn from `rng`."""
        rank, order = divmod(rank, self.orders)
        world = self.evidence.table.unrank(rank)
        state = self.evidence.open_state(world, None if self.determined else rng)
        if self.orders == 1:
            return state
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
