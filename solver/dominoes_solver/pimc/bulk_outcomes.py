"""What is counted in many worlds together: as `outcomes` has it for one. Needs numpy."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import numpy as np

from dominoes_lang.setup.ruleset import Setup
from dominoes_solver.pimc.valued_world import World

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dominoes_solver.worlds.unranking import Ints

Array: TypeAlias = "np.ndarray[Any, np.dtype[Any]]"


class BulkWorlds(NamedTuple):
    """The values of the moves in many worlds; see `World`."""

    values: Array
    """Worlds x moves, and so are wins and ties."""
    vectors: Array
    """Worlds x moves x sides."""
    wins: Array
    ties: Array
    weights: Array
    noise: Array | None = None
    """Worlds x moves x moves."""

    def each(self) -> list[World]:
        """The worlds one by one."""
        columns = [column.tolist() for column in self[:5]]
        noise = [None] * len(self.weights) if self.noise is None else self.noise.tolist()
        return [World(*parts) for parts in zip(*columns, noise, strict=True)]


def together(several: Sequence[BulkWorlds]) -> BulkWorlds:
    """Worlds after worlds: all of them with noise, or none."""
    if len(several) == 1:
        return several[0]
    *columns, noise = zip(*several, strict=True)
    joined = BulkWorlds(*[np.concatenate(column) for column in columns])
    return joined if noise[0] is None else joined._replace(noise=np.concatenate(noise))


def exact_worlds(setup: Setup, mover: int, vectors: Ints, weights: Array) -> BulkWorlds:
    """Worlds that were searched, from the values for each side: worlds x moves x sides."""
    sign, own = setup.sign, setup.side_of[mover]
    ahead = _ahead(vectors, own, sign)
    return BulkWorlds(sign * vectors[:, :, own], vectors, ahead > 0, ahead == 0, weights)


def played_worlds(
    setup: Setup, mover: int, playouts: Ints, weights: Array, *, shared: bool
) -> BulkWorlds:
    """Worlds that were played out: worlds x moves x playouts x sides.

    shared: whether the moves share the chance of their playouts.
    """
    sign, own = setup.sign, setup.side_of[mover]
    times = playouts.shape[2]
    vectors = playouts.sum(axis=2) / times
    ahead = _ahead(playouts, own, sign)
    # All of it is in parts of a small power of two, so that no order of adding up rounds.
    apart = playouts[:, :, :, own] - (vectors[:, :, np.newaxis, own] if times > 1 else 0)
    noise = apart @ apart.transpose(0, 2, 1) / max(1, times - 1) / times
    return BulkWorlds(
        sign * vectors[:, :, own],
        vectors,
        (ahead > 0).sum(axis=2) / times,
        (ahead == 0).sum(axis=2) / times,
        weights,
        noise if shared else noise * np.eye(noise.shape[1]),
    )


def halved_worlds(best: BulkWorlds, played: BulkWorlds) -> BulkWorlds:
    """Worlds in which half the worth of a move is from either; `played` holds estimates."""
    assert played.noise is not None
    return BulkWorlds(
        (best.values + played.values) / 2,
        (best.vectors + played.vectors) / 2,
        (best.wins + played.wins) / 2,
        (best.ties + played.ties) / 2,
        best.weights,
        played.noise / 4,
    )


def _ahead(vectors: Array, own: int, sign: int) -> Array:
    """The lead of a side over the best of the others; the sides are the last axis."""
    lead: Array = sign * vectors[..., own]
    if vectors.shape[-1] > 2:
        rivals = [side for side in range(vectors.shape[-1]) if side != own]
        lead = lead - (sign * vectors[..., rivals]).max(axis=-1)
    return lead
