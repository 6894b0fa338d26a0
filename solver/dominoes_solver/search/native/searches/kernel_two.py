"""Exact values of plain games between two sides, paid at the end of a round alone."""

from __future__ import annotations

import sys

from dominoes_solver.search.native.searches.plain_search import (
    VALUE_SIZE,
    first_step,
    move_lister,
    plain_search,
)

__all__ = ["VALUE_SIZE", "search"]

lay_first = first_step(None)
list_moves = move_lister(None)
search = plain_search(sys.modules[__name__], None)
