"""Exact values of games between two sides, plain but for what plays and passes are paid."""

from __future__ import annotations

import sys

from dominoes_solver.search.native.searches import tallies
from dominoes_solver.search.native.searches.plain_search import (
    VALUE_SIZE,
    first_step,
    move_lister,
    plain_search,
)

__all__ = ["VALUE_SIZE", "search"]

lay_first = first_step(tallies)
list_moves = move_lister(tallies)
search = plain_search(sys.modules[__name__], tallies)
