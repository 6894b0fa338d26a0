"""Random playouts of many worlds of a position: what the arrays of every kernel have in common."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

import numpy as np

from dominoes_lang.setup.ruleset import Goal
from dominoes_solver.search.native.rounds.chance_numbers import signed
from dominoes_solver.worlds.open_hands import OpenHands

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from dominoes_lang.codegen.compiled import Compiled
    from dominoes_lang.table.state import Action, State
    from dominoes_solver.search.native.compiling.jit import Ints

ROUNDS_A_CALL = 1_000
"""Rounds between two looks at the clock: some tens of milliseconds."""


class PlayedStates(ABC):
    """The arrays by which a kernel plays out worlds of one position."""

    def __init__(
        self,
        compiled: Compiled,
        states: Sequence[State],
        actions: Sequence[Action],
        key: int,
        number: int,
    ) -> None:
        """`actions` are legal in every state. For `key` and `number` see `playout_values`.

        Raises `Inexpressible`.
        """
        self.make_arrays(compiled, states)
        setup, legal = compiled.setup, list(compiled.legal(states[0]))
        self.worlds, self.sides = len(states), setup.sides
        self.places = np.array([legal.index(action) for action in actions], np.int64)
        self.key, self.number = signed(key), number
        self.paid = np.zeros((1, setup.sides), np.int64)
        if setup.goal is not Goal.WINS:
            alike = [states[0]] if isinstance(states, OpenHands) else states
            before = (0,) * setup.sides
            self.paid = np.array([state.more.paid or before for state in alike], np.int64)

    @abstractmethod
    def make_arrays(self, compiled: Compiled, states: Sequence[State]) -> None:
        """Make the arrays that only this kernel has. Raises `Inexpressible`."""

    @abstractmethod
    def play_out(self, first: int, last: int, times: int, out: Ints) -> None:
        """Play some of the worlds out and write the payoffs: worlds x rounds x sides."""

    def values(
        self, times: int, deadline: float | None, tick: Callable[[int], None] | None
    ) -> Iterator[Ints]:
        """The values of `times` rounds of each action: some worlds x actions x rounds x sides.

        All worlds in order, a few at a time; at the deadline it ends, but for the first ones. What
        was paid before is included; of two sides the value is what a side is ahead.
        """
        moves = len(self.places)
        out = np.zeros((self.worlds, moves * times, self.sides), np.int64)
        step = max(1, ROUNDS_A_CALL // (moves * times))
        for first in range(0, self.worlds, step):
            if first and deadline is not None and time.monotonic() >= deadline:
                return
            last = min(self.worlds, first + step)
            self.play_out(first, last, times, out)
            if tick is not None:
                tick(0)
            paid = self.paid if len(self.paid) == 1 else self.paid[first:last]
            points = out[first:last] + paid[:, np.newaxis]
            if self.sides == 2:
                points = points - points[..., ::-1]
            yield points.reshape(last - first, moves, times, self.sides)
