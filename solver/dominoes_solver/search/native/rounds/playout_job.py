"""Random playouts of given states, in machine code."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from dominoes_solver.search.native.programs import setup_tables
from dominoes_solver.search.native.rounds import kernel_rounds
from dominoes_solver.search.native.rounds.played_states import PlayedStates
from dominoes_solver.search.native.rows import row_format as at

if TYPE_CHECKING:
    import random
    from collections.abc import Sequence

    from dominoes_lang.codegen.compiled import Compiled
    from dominoes_lang.table.state import State
    from dominoes_solver.search.native.compiling.jit import Reals


class PlayoutJob(PlayedStates):
    """The arrays by which a kernel plays states out. Raises `Inexpressible`."""

    def __init__(self, compiled: Compiled, states: Sequence[State], choice: random.Random) -> None:
        self.book = setup_tables.tables(compiled).book
        self.rows = setup_tables.rows(compiled.setup, states)
        self.stocks = setup_tables.stocks(states)
        self.work = np.zeros(at.WORK, np.int64)
        super().__init__(compiled.setup, states, choice)

    def play_out(self, chances: Reals) -> int:
        return kernel_rounds.play_out(
            self.rows, self.stocks, chances, self.book, self.work, self.out
        )
