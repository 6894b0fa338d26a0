"""Whether enough worlds can be searched for an answer to rest on them, where no limit is set.

The values of a few worlds are mostly chance. Playouts of hundreds take less time and choose better
moves, so a search that can have only a few is given up.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dominoes_solver.pimc.budgets import Nodes

FEWEST_IN_REACH = 200
"""Worlds that the nodes of an answer must be enough for."""
SPARE_WORLDS = 20
"""The nodes of so many worlds may be spent besides: some worlds are far larger than others."""


def nodes_in_reach(nodes: Nodes, worlds: int, asked: int) -> int:
    """How many nodes so many worlds may take together, if enough are to be in reach.

    asked: the worlds at which the search ends, which are enough if they are fewer.
    """
    fewest = min(FEWEST_IN_REACH, asked)
    return nodes.of_an_answer * (min(worlds, fewest) + SPARE_WORLDS) // (fewest + SPARE_WORLDS)


def is_in_vain(nodes: Nodes, spent: int, worlds: int, asked: int) -> bool:
    """Whether so many worlds have taken too many nodes for enough others to be in reach."""
    if worlds >= min(FEWEST_IN_REACH, asked):
        return False
    return spent > nodes_in_reach(nodes, worlds, asked)
