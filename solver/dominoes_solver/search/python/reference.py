"""Perfect-information values by the book: every line of play, no pruning, no table.

The definition that the faster searches are tested against; it also defines, for all of them, the
values and which of two values a mover prefers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from dominoes_lang.setup.ruleset import Setup

if TYPE_CHECKING:
    from dominoes_lang.codegen.compiled import Compiled
    from dominoes_lang.table.state import Action, State

Vector = tuple[int, ...]
"""Points of the round, those paid on the way included, for each side from its own point of view.

Two sides: own minus other, so (5, -5). More sides: the points of each.
"""


def settled(compiled: Compiled, state: State) -> Vector:
    """The value of a finished round."""
    return own_points(compiled.payoff(*state))


def own_points(payoff: Vector) -> Vector:
    """A payoff from the point of view of each side."""
    if len(payoff) == 2:
        ahead = payoff[0] - payoff[1]
        return (ahead, -ahead)
    return payoff


def preferences(setup: Setup) -> tuple[tuple[tuple[int, int], ...], ...]:
    """For each seat the sides in the order in which it looks at them, with a sign each.

    A mover takes the value whose entries, times these signs, are largest from left to right: most
    for its own side, then least for the next side in order of play, and so on. Where fewest points
    are best every sign turns, so that the tie rule is unkind to the next side there too.
    """
    own = setup.sign
    orders = []
    for seat in range(setup.seats):
        sides: list[int] = []
        for turn in range(setup.seats):
            side = setup.side_of[(seat + turn) % setup.seats]
            if side not in sides:
                sides.append(side)
        orders.append(tuple((side, own if side == sides[0] else -own) for side in sides))
    return tuple(orders)


def rank(value: Vector, preference: tuple[tuple[int, int], ...]) -> Vector:
    """The value as its mover compares it: the largest is the best."""
    return tuple([sign * value[side] for side, sign in preference])


def value(compiled: Compiled, state: State) -> Vector:
    """The points of the round with all hands open and best play by every side."""
    return _value(compiled, state, preferences(compiled.setup))


def _value(
    compiled: Compiled, state: State, orders: tuple[tuple[tuple[int, int], ...], ...]
) -> Vector:
    if state.over:
        return settled(compiled, state)
    order = orders[state.mover]
    return max(
        (
            _value(compiled, compiled.play(state, action), orders)
            for action in compiled.legal(state)
        ),
        key=lambda vector: rank(vector, order),
    )


def values(compiled: Compiled, state: State) -> list[tuple[Action, Vector]]:
    """Every legal action with its value, in canonical order."""
    return [
        (action, value(compiled, compiled.play(state, action))) for action in compiled.legal(state)
    ]
