"""The values of many worlds of one position together, as arrays."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from dominoes_lang.table.state import Action
    from dominoes_solver.search.python.reference import Vector
    from dominoes_solver.worlds.unranking import Ints


class BulkValues(NamedTuple):
    """The exact values of some neighbouring worlds, or estimates of them.

    Without actions it is a single world in which the nodes ran out.
    """

    actions: tuple[Action, ...]
    values: Ints | None
    """Worlds x actions x sides; see `Evaluation`. None for estimates."""
    nodes: Ints
    """Those spent on each world."""
    playouts: Ints | None = None
    """For estimates: worlds x actions x playouts x sides."""

    def first(self, number: int) -> BulkValues:
        """The same of so many worlds."""
        values = None if self.values is None else self.values[:number]
        playouts = None if self.playouts is None else self.playouts[:number]
        return BulkValues(self.actions, values, self.nodes[:number], playouts)

    def vectors(self) -> list[tuple[Vector, ...]]:
        """The exact values of each world as plain numbers."""
        assert self.values is not None, "these are estimates"
        return [tuple([tuple(vector) for vector in world]) for world in self.values.tolist()]


def played(actions: tuple[Action, ...], playouts: Ints) -> BulkValues:
    """Estimates of some worlds, from playouts."""
    return BulkValues(actions, None, playouts[:, 0, 0, 0] * 0, playouts)
