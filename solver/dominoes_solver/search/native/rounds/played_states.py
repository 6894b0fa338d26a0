"""Random playouts of given states: the random numbers ahead, and what comes out."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

import numpy as np

from dominoes_lang.setup.ruleset import Goal

if TYPE_CHECKING:
    import random
    from collections.abc import Sequence

    from dominoes_lang.setup.ruleset import Setup
    from dominoes_lang.table.state import State
    from dominoes_solver.search.native.compiling.jit import Reals
    from dominoes_solver.search.python.reference import Vector

NUMBERS_A_PLAYOUT = 256
"""Random numbers drawn ahead for each playout; more follow where they are too few."""


class PlayedStates(ABC):
    """The arrays by which a kernel plays states out.

    The random numbers are those that `choice` would bring next.
    """

    def __init__(self, setup: Setup, states: Sequence[State], choice: random.Random) -> None:
        before = (0,) * setup.sides
        self.paid = np.array([state.more.paid or before for state in states], np.int64)
        if setup.goal is Goal.WINS:
            self.paid[:] = 0
        self.out = np.zeros((len(states), setup.sides), np.int64)
        _, (*key, place), _ = choice.getstate()
        self.numbers = np.random.RandomState()
        self.numbers.set_state(("MT19937", np.array(key, np.uint32), place, 0, 0.0))
        self.drawn = np.zeros(0)

    @abstractmethod
    def play_out(self, chances: Reals) -> int:
        """Play every state out and write the payoffs; how many random numbers that took.

        Below 0 where they are too few.
        """

    def payoffs(self) -> list[Vector]:
        """The points of each side after one playout of every state, those paid before included."""
        used, wanted = -1, NUMBERS_A_PLAYOUT * len(self.out)
        while used < 0:
            more = self.numbers.random_sample(max(0, wanted - len(self.drawn)))
            self.drawn = np.concatenate([self.drawn, more])
            used = self.play_out(self.drawn)
            wanted *= 2
        self.drawn = self.drawn[used:]
        return [tuple(points) for points in (self.out + self.paid).tolist()]
