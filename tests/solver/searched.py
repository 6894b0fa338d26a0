"""A search of worlds, with its options by name."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from dominoes_lang.codegen.compiled import Compiled
from dominoes_solver.limit import Limit
from dominoes_solver.pimc import pimc
from dominoes_solver.pimc.findings import Findings
from dominoes_solver.pimc.order_of_worlds import RankedWorlds
from dominoes_solver.pimc.search_options import SearchOptions
from dominoes_solver.pimc.search_task import SearchTask


def expectimax(
    compiled: Compiled, worlds: RankedWorlds, limit: Limit | None = None, **options: Any
) -> Findings:
    """What `expectimax` finds; the options are fields of `SearchOptions` or of `SearchTask`."""
    if options.get("only") is not None:
        options["only"] = tuple(options["only"])
    # A task has the connection to the cluster of which options have the address.
    shared = {each.name for each in fields(SearchOptions)} & options.keys() - {"cluster"}
    how = SearchOptions(**{name: options.pop(name) for name in shared})
    return pimc.expectimax(SearchTask(compiled, worlds, limit or Limit(), how, **options))
