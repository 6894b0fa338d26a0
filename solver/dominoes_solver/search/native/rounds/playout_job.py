"""Random playouts of many worlds, in machine code."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import numpy as np

from dominoes_lang.setup.ruleset import Goal
from dominoes_solver.search.native.programs import setup_tables
from dominoes_solver.search.native.rounds import kernel_rounds
from dominoes_solver.search.native.rounds.chance_numbers import signed
from dominoes_solver.search.native.rows import row_format as at
from dominoes_solver.search.native.rows.arm_format import code_of
from dominoes_solver.worlds.open_hands import OpenHands

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from dominoes_lang.codegen.compiled import Compiled
    from dominoes_lang.table.state import Action, State
    from dominoes_solver.search.native.compiling.jit import Ints

ROUNDS_A_CALL = 1_000
"""Rounds between two looks at the clock: some tens of milliseconds."""


class PlayoutJob:
    """The arrays by which a kernel plays out worlds of one position. Raises `Inexpressible`."""

    def __init__(
        self,
        compiled: Compiled,
        states: Sequence[State],
        actions: Sequence[Action],
        key: int,
        number: int,
    ) -> None:
        """`actions` are legal in every state. For `key` and `number` see `playout_values`."""
        setup, first = compiled.setup, states[0]
        self.sides = setup.sides
        self.book = setup_tables.tables(compiled).book
        self.rows = setup_tables.rows(setup, states)
        self.stocks = setup_tables.stocks(states)
        self.codes = np.array([code_of(one, first, setup.layout) for one in actions], np.int64)
        self.key, self.number = signed(key), number
        self.work = np.zeros(at.WORK, np.int64)
        self.paid = np.zeros((1, setup.sides), np.int64)
        if setup.goal is not Goal.WINS:
            alike = [first] if isinstance(states, OpenHands) else states
            before = (0,) * setup.sides
            self.paid = np.array([state.more.paid or before for state in alike], np.int64)

    def values(
        self, times: int, deadline: float | None, tick: Callable[[int], None] | None
    ) -> Iterator[Ints]:
        """The values of `times` rounds of each action: some worlds x actions x rounds x sides.

        All worlds in order, a few at a time; at the deadline it ends, but for the first ones. What
        was paid before is included; of two sides the value is what a side is ahead.
        """
        worlds, moves = len(self.rows), len(self.codes)
        out = np.zeros((worlds, moves * times, self.sides), np.int64)
        step = max(1, ROUNDS_A_CALL // (moves * times))
        for first in range(0, worlds, step):
            if first and deadline is not None and time.monotonic() >= deadline:
                return
            last = min(worlds, first + step)
            kernel_rounds.play_out(
                first, last, self.rows, self.stocks, self.codes, times, self.key, self.number,
                self.book, self.work, out,
            )  # fmt: skip
            if tick is not None:
                tick(0)
            paid = self.paid if len(self.paid) == 1 else self.paid[first:last]
            points = out[first:last] + paid[:, np.newaxis]
            if self.sides == 2:
                points = points - points[..., ::-1]
            yield points.reshape(last - first, moves, times, self.sides)
