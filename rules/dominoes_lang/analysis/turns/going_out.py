"""With how few tiles in the mover's hand a condition is certain, whatever else is true."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil

from dominoes_lang.setup.arithmetic import constant
from dominoes_lang.setup.partial import compared_with_number
from dominoes_lang.syntax import nodes
from dominoes_lang.syntax.nodes import Expression, Role


def tiles_at(ending: Expression) -> int:
    """The most tiles in the mover's hand with which an ending is certain; -1 for never."""
    return max((tiles_in(part) for part in _any_of(ending)), default=-1)


def _any_of(node: Expression) -> Iterator[Expression]:
    if isinstance(node, nodes.Both) and node.joiner == "or":
        for part in node.parts:
            yield from _any_of(part)
    else:
        yield node


def tiles_in(node: Expression) -> int:
    """The most tiles in the mover's hand with which a condition can hold; -1 for no bound.

    With fewer tiles it holds as well.
    """
    match node:
        case nodes.HasNoTiles(who=nodes.Who(role=Role.MOVER | Role.ANY_PLAYER)):
            return 0
        case nodes.HoldsAmount(
            who=nodes.Who(role=Role.MOVER | Role.ANY_PLAYER),
            relation="at most",
            amount=amount,
            measure="tiles",
        ):
            value = constant(amount)
            return -1 if value is None or value < 0 else int(value)
    match compared_with_number(node):
        case (nodes.Held(measure="tiles", who=nodes.Who(role=Role.MOVER)), relation, number):
            most = {"at most": int(number), "less than": ceil(number) - 1}
            return 0 if (relation, number) == ("is", 0) else max(-1, most.get(relation, -1))
    return -1
