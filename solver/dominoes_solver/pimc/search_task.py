"""What a search is asked, and how it is done: one value from the command line to `expectimax`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from dominoes_solver.limit import Limit
from dominoes_solver.pimc.search_options import SearchOptions
from dominoes_solver.pimc.weighed_search import Worth

if TYPE_CHECKING:
    from dominoes_lang.codegen.compiled import Compiled
    from dominoes_lang.table.state import Action, State
    from dominoes_solver.parallel.cluster import Cluster
    from dominoes_solver.pimc.findings import SearchProgress
    from dominoes_solver.pimc.order_of_worlds import RankedWorlds
    from dominoes_solver.pimc.valued_world import World
    from dominoes_solver.pimc.weighed_search import Belief
    from dominoes_solver.search.estimate import PlaysOut


@dataclass(frozen=True)
class SearchTask:
    """A question about the moves of the mover in some worlds."""

    compiled: Compiled
    worlds: RankedWorlds
    limit: Limit = Limit()
    options: SearchOptions = SearchOptions()
    cluster: Cluster | None = None
    """The connection to `options.cluster`, whose workers do the work."""
    progress: Callable[[SearchProgress], None] | None = None
    weight: Callable[[State], float] | None = None
    """The relative likelihood of a world; 1 by default."""
    belief: Belief | None = None
    """With one, worlds are weighted before they are searched, and the worth of a move may rest on
    playouts."""
    by: PlaysOut | None = None
    """By which policy worlds are played out, in machine code; at random without one."""
    worth: Worth = Worth.BEST
    """With such a policy, and no belief: what the worth of a move in a world is to rest on."""
    watch: Callable[[int, World], None] | None = None
    """Given the rank of each world with the values of the moves in it, in the order in which they
    count."""
    only: tuple[Action, ...] | None = None
    """The legal actions to which the search is limited."""
    costs: bool = True
    """Whether somebody asks what an exact answer would take where the nodes of a world run out; to
    estimate that may take longer than all else."""
    alone: bool = False
    """Whether this answer alone is asked for, so that a second thread may search a single world."""

    @property
    def all_moves(self) -> bool:
        """Whether no move is dropped, however bad it is."""
        return self.options.all_moves or self.only is not None or self.watch is not None
