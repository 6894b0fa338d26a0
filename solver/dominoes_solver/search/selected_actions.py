"""The native search limited to some of the actions: the values of the states after them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from dominoes_solver.search import native
from dominoes_solver.search.native import Solved
from dominoes_solver.search.python.reference import Vector, preferences, rank, settled

if TYPE_CHECKING:
    from dominoes_lang.codegen.compiled import Compiled
    from dominoes_lang.table.state import Action, State


def evaluate_chosen(
    compiled: Compiled,
    states: Sequence[State],
    only: Sequence[Action],
    *,
    nodes: int | None = None,
    deadline: float | None = None,
    tick: Callable[[int], None] | None = None,
) -> Iterator[Solved | None]:
    """The values of these actions in every state, as `native.evaluate_many` gives them for all.

    An action is worth what the state after it is. The nodes of a state are shared among them.
    """
    orders = preferences(compiled.setup)
    after = [[compiled.play(state, action) for action in only] for state in states]
    going_on = [state for group in after for state in group if not state.over]
    found = native.evaluate_many(
        compiled,
        going_on,
        nodes=None if nodes is None else max(1, nodes // len(only)),
        deadline=deadline,
        tick=tick,
        best=True,
    )
    for group in after:
        values: list[Vector] = []
        spent = 0
        unknown = left = False
        for state in group:
            if state.over:
                values.append(settled(compiled, state))
                continue
            try:
                solved = next(found)
            except StopIteration:  # time has run out
                return
            left |= solved is None
            if solved is None:
                continue
            spent += solved.nodes
            unknown |= solved.values is None
            order = orders[state.mover]
            if solved.values is not None:
                values.append(max(solved.values, key=lambda value: rank(value, order)))
        if left:
            yield None
        else:
            yield Solved(tuple(only), None if unknown else tuple(values), spent)
