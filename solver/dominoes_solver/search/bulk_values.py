"""The values of many worlds of one position together, as arrays."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from dominoes_lang.table.state import Action
    from dominoes_solver.search.python.reference import Vector
    from dominoes_solver.worlds.unranking import Ints


class BulkValues(NamedTuple):
    """The exact values of some neighbouring worlds.

    Without actions it is a single world in which the nodes ran out.
    """

    actions: tuple[Action, ...]
    values: Ints
    """Worlds x actions x sides; see `Evaluation`."""
    nodes: Ints
    """Those spent on each world."""

    def first(self, number: int) -> BulkValues:
        """The same of so many worlds."""
        return BulkValues(self.actions, self.values[:number], self.nodes[:number])

    def vectors(self) -> list[tuple[Vector, ...]]:
        """The values of each world as plain numbers."""
        return [tuple([tuple(vector) for vector in world]) for world in self.values.tolist()]
