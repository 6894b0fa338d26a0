"""Random playouts of many worlds, in machine code."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from dominoes_solver.search.native.programs import setup_tables
from dominoes_solver.search.native.rounds import kernel_rounds
from dominoes_solver.search.native.rounds.played_states import PlayedStates
from dominoes_solver.search.native.rows import row_format as at

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dominoes_lang.codegen.compiled import Compiled
    from dominoes_lang.table.state import State
    from dominoes_solver.search.native.compiling.jit import Ints


class PlayoutJob(PlayedStates):
    """The arrays by which a kernel plays worlds out. Raises `Inexpressible`."""

    def make_arrays(self, compiled: Compiled, states: Sequence[State]) -> None:
        self.book = setup_tables.tables(compiled).book
        self.rows = setup_tables.rows(compiled.setup, states)
        self.stocks = setup_tables.stocks(states)
        self.work = np.zeros(at.WORK, np.int64)

    def play_out(self, first: int, last: int, times: int, out: Ints) -> None:
        kernel_rounds.play_out(
            first, last, self.rows, self.stocks, self.places, times, self.key, self.number,
            self.book, self.work, out,
        )  # fmt: skip
