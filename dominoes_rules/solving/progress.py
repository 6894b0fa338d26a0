"""How far a search is, for whoever shows it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from dominoes_rules.position.notation import Move
from dominoes_solver.pimc.chunk_plan import ENDLESS

if TYPE_CHECKING:
    from dominoes_rules.position.position import Position
    from dominoes_solver.pimc.findings import SearchProgress


@dataclass(frozen=True)
class Progress:
    """The progress of `solve`, passed to its `progress` every few tenths of a second."""

    used: int
    """Worlds searched so far."""
    asked: int | None
    """The worlds at which the search ends, if nothing ends it before; None for no such number."""
    nodes: int
    """Nodes searched so far, including the worlds under way."""
    seconds: float
    best: Move | None
    """The best move so far; None until the first world is searched."""
    compiling: bool = False
    """Whether the native search is being compiled, which happens once."""
    limit: int | None = None
    """While the first world is searched: the nodes after which it is estimated."""
    waiting: str = ""
    """How long no worker has returned anything, in words; empty unless that is long."""

    @classmethod
    def of(cls, position: Position, reached: SearchProgress) -> Progress:
        """The progress of the search of a position."""
        best = None
        if reached.best is not None:
            best = Move.of(reached.best, position.setup.layout, position.evidence.state)
        return cls(
            reached.used,
            reached.asked if reached.asked < ENDLESS else None,
            reached.nodes,
            reached.seconds,
            best,
            reached.compiling,
            reached.limit,
            reached.waiting,
        )
