"""Random playouts of given states, in machine code."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from dominoes_lang.setup.ruleset import Goal
from dominoes_solver.search.native.programs import setup_tables
from dominoes_solver.search.native.rounds import kernel_rounds
from dominoes_solver.search.native.rows import row_format as at

if TYPE_CHECKING:
    import random
    from collections.abc import Sequence

    from dominoes_lang.codegen.compiled import Compiled
    from dominoes_lang.table.state import State
    from dominoes_solver.search.python.reference import Vector

NUMBERS_A_PLAYOUT = 256
"""Random numbers drawn ahead for each playout; more follow where they are too few."""


class PlayoutJob:
    """The arrays by which a kernel plays states out. Raises `Inexpressible`.

    The random numbers are those that `choice` would bring next.
    """

    def __init__(self, compiled: Compiled, states: Sequence[State], choice: random.Random) -> None:
        setup = compiled.setup
        self.book = setup_tables.tables(compiled).book
        self.rows = setup_tables.rows(setup, states)
        self.stocks = setup_tables.stocks(states)
        before = (0,) * setup.sides
        self.paid = np.array([state.more.paid or before for state in states], np.int64)
        if setup.goal is Goal.WINS:
            self.paid[:] = 0
        self.work = np.zeros(at.WORK, np.int64)
        self.out = np.zeros((len(states), setup.sides), np.int64)
        _, (*key, place), _ = choice.getstate()
        self.numbers = np.random.RandomState()
        self.numbers.set_state(("MT19937", np.array(key, np.uint32), place, 0, 0.0))
        self.drawn = np.zeros(0)

    def payoffs(self) -> list[Vector]:
        """The points of each side after one playout of every state, those paid before included."""
        used, wanted = -1, NUMBERS_A_PLAYOUT * len(self.rows)
        while used < 0:
            more = self.numbers.random_sample(max(0, wanted - len(self.drawn)))
            self.drawn = np.concatenate([self.drawn, more])
            used = kernel_rounds.play_out(
                self.rows, self.stocks, self.drawn, self.book, self.work, self.out
            )
            wanted *= 2
        self.drawn = self.drawn[used:]
        return [tuple(points) for points in (self.out + self.paid).tolist()]
