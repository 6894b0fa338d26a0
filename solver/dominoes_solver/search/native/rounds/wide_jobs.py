"""Random rounds and playouts for the kernel of wide games: their arrays."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from dominoes_lang.codegen import dealing
from dominoes_solver.search.native.rounds import kernel_wide
from dominoes_solver.search.native.rounds.chance_numbers import signed
from dominoes_solver.search.native.rounds.played_states import PlayedStates
from dominoes_solver.search.native.wide import wide_format as wide
from dominoes_solver.search.native.wide.wide_book import book_of, row_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dominoes_lang.codegen.compiled import Compiled
    from dominoes_lang.table.state import State
    from dominoes_solver.search.native.compiling.jit import Ints


class WideRoundsJob:
    """The arrays by which a kernel plays random rounds. Raises `Inexpressible`."""

    def __init__(self, compiled: Compiled) -> None:
        self.book = book_of(compiled).copy()
        self.book[wide.MOST_DEALS] = dealing.MOST_DEALS
        self.book[wide.MOST_ACTIONS] = dealing.MOST_ACTIONS
        self.work = np.zeros(wide.WORK, np.int64)
        self.pack = np.zeros(wide.MOST_TILES + 1, np.int64)

    def play(self, key: int, first: int, rounds: int, rows: memoryview[int]) -> tuple[int, int]:
        """Fill in the rows of some rounds; returns the result, and the round where it stopped."""
        out = np.frombuffer(rows, np.int64)
        status = kernel_wide.play_rounds(
            signed(key), first, rounds, self.book, self.work, self.pack, out
        )
        return int(status), int(self.pack[self.book[wide.SET_SIZE]])


class WidePlayoutJob(PlayedStates):
    """The arrays by which a kernel plays worlds out. Raises `Inexpressible`."""

    def make_arrays(self, compiled: Compiled, states: Sequence[State]) -> None:
        self.book = book_of(compiled)
        self.rows = np.array([row_of(compiled.setup, state) for state in states])
        self.work = np.zeros(wide.WORK, np.int64)

    def play_out(self, first: int, last: int, times: int, out: Ints) -> None:
        kernel_wide.play_out(
            first, last, self.rows, self.places, times, self.key, self.number, self.book,
            self.work, out,
        )  # fmt: skip
