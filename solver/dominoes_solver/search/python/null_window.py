"""Exact values for two sides out of yes-or-no searches, by MTD(f) (Plaat et al. 1996).

A proof search answers "is it at least this much?" with a null window, which cuts far more than an
open one; the question moves until a lower and an upper bound meet. Its table makes that cheap.

Values here are those of side 0 as it wants them: own points minus the other's, or the reverse where
fewest points are best; so side 0 always takes the largest value and side 1 the smallest.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import accumulate
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from dominoes_lang.table.state import State

INFINITE = 1 << 60

Prove: TypeAlias = "Callable[[State, int], int]"
"""Takes a state and a goal. If the value is at least the goal, the answer is a lower bound of the
value and itself at least the goal; else it is an upper bound, and below the goal."""


@lru_cache(maxsize=64)
def bounds_for(bound: Callable[[int], int], most: int) -> tuple[int, ...]:
    """`bound(left)` for each value of tiles left up to `most`, never falling as `left` grows."""
    return tuple(accumulate(map(bound, range(most + 1)), max))


def enough_for(bounds: Sequence[int], goal: int) -> int:
    """The least value of tiles left with which the answer to `goal` is still open.

    `bounds[left]` is the largest difference between the sides that `left` can still pay.
    """
    return bisect_left(bounds, max(goal, 1 - goal))


def exact_value(prove: Prove, state: State, guess: int = 0) -> int:
    """The value of a state; a good guess saves questions."""
    return best_value(prove, [state], 0, guess)


def best_value(prove: Prove, states: Sequence[State], side: int, guess: int = 0) -> int:
    """The value of the one of these states that `side` would choose."""
    low, high = -INFINITE, INFINITE
    order = list(states)
    while low < high:
        # Never a question that the bounds have answered: each answer moves one of them.
        goal = max(guess, low + 1)
        guess = _best_bound(prove, order, side, goal)
        if guess >= goal:
            low = guess
        else:
            high = guess
    return low


def _best_bound(prove: Prove, order: list[State], side: int, goal: int) -> int:
    """The answer to one question about the best of several; a state that decides it moves first."""
    bounds = []
    for index, state in enumerate(order):
        bound = prove(state, goal)
        bounds.append(bound)
        if (bound >= goal) == (side == 0):
            order.insert(0, order.pop(index))
            return bound
    return min(bounds) if side else max(bounds)
