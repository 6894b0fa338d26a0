"""Best play to the end of the round, where nothing is hidden."""

from __future__ import annotations

from dominoes_rules.position.notation import Move, in_order
from dominoes_rules.position.position import Position
from dominoes_solver.evidence.view import RecordedMove
from dominoes_solver.limit import OutOfBudget
from dominoes_solver.pimc.budgets import usual_nodes
from dominoes_solver.search.one_world import principal_variation


def best_line(position: Position, first: Move | None = None) -> tuple[Move, ...] | None:
    """The principal variation: the moves to the end of the round when every side plays best.

    first: the move that the line begins with.
    None if it depends on hidden tiles, or can't be searched to the end in a few seconds.
    """
    if first is not None:
        after = position.play(first)
        rest = () if after.is_over else best_line(after)
        return None if rest is None else (first, *rest)
    evidence = position.evidence
    if position.is_over or evidence.only_world is None or evidence.orders_matter:
        return None
    state = evidence.some_state()
    compiled = position.compiled
    nodes = usual_nodes(compiled, natively=False).alone
    try:
        actions = principal_variation(compiled, state, nodes=nodes)
    except OutOfBudget:
        return None
    played = map(RecordedMove, actions)
    return tuple(in_order(played, position.setup.layout, state))
