"""Orders of units that are made cheaper by exchanging two of them."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from typing import TypeVar

_Unit = TypeVar("_Unit")


def exchange(order: list[_Unit], cost_of_both: Callable[[list[_Unit], int, int], int]) -> None:
    """Exchange two units of an order as long as that makes it cheaper.

    cost_of_both: what two indexes of an order cost, as far as exchanging their units changes it.
    """
    improving = True
    while improving:
        improving = False
        for left, right in combinations(range(len(order)), 2):
            before = cost_of_both(order, left, right)
            order[left], order[right] = order[right], order[left]
            if cost_of_both(order, left, right) < before:
                improving = True
            else:
                order[left], order[right] = order[right], order[left]
