"""The arrays of the model of choices: from rules, a model and worlds to the kernel, and back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from dominoes_lang.table.state import number_of
from dominoes_solver.search.native import kernel_choices as kernel
from dominoes_solver.search.native import row_format as at
from dominoes_solver.search.native import setup_tables
from dominoes_solver.search.native.programs.words import Inexpressible

if TYPE_CHECKING:
    from dominoes_lang.codegen.compiled import Compiled
    from dominoes_lang.setup.ruleset import Setup
    from dominoes_lang.table.state import Action, State
    from dominoes_solver.search.native.jit import Ints, Reals


class ChoicesJob:
    """Weighs the worlds of one game, and plays rounds out. Raises `Inexpressible`."""

    def __init__(
        self,
        compiled: Compiled,
        weights: Sequence[Sequence[float]],
        phases: Sequence[int],
        slip: float,
        *,
        tells: bool,
    ) -> None:
        """`weights` are those of all features for each phase, `tells` is `refusal_shows`."""
        self.compiled = compiled
        self.book = setup_tables.tables(compiled).book
        self.plan = plan_of(compiled.setup, phases, tells=tells)
        self.model = model_of(weights, slip)
        self.work = np.zeros(at.WORK, np.int64)
        self.numbers = np.zeros(kernel.AT_WORK, np.float64)

    def weigh(
        self, starts: Sequence[State], actions: Sequence[Action], hiding: Sequence[bool]
    ) -> Reals:
        """How likely each action was in each world: worlds x actions."""
        out = np.ones((len(starts), len(actions)), np.float64)
        if not starts or not actions:
            return out
        mask = sum(1 << seat for seat, hides in enumerate(hiding) if hides)
        bad = kernel.weigh(
            setup_tables.rows(self.compiled.setup, starts),
            setup_tables.stocks(starts),
            len(starts[0].stock),
            np.array([number_of(action) for action in actions], np.int64),
            mask,
            self.plan,
            self.book,
            self.work,
            np.zeros(kernel.FACTS, np.int64),
            self.model,
            self.numbers,
            out,
        )
        assert bad < 0, f"in world {bad} an action of the record is not legal"
        return out

    def playouts(
        self,
        states: Sequence[State],
        actions: Sequence[Action],
        times: int,
        keys: Sequence[int],
        shown: Ints,
    ) -> Ints:
        """The payoffs of playouts: worlds x actions x `times` x sides."""
        sides = self.compiled.setup.sides
        out = np.zeros((len(states) * len(actions) * times, sides), np.int64)
        status = kernel.playouts(
            setup_tables.rows(self.compiled.setup, states),
            setup_tables.stocks(states),
            len(states[0].stock),
            np.array([number_of(action) for action in actions], np.int64),
            times,
            np.array(keys, np.uint64).view(np.int64),
            self.plan,
            self.book,
            self.work,
            shown,
            self.model,
            self.numbers,
            out,
        )
        if status != kernel.FINE:
            raise Inexpressible("a round that does not end")
        return out.reshape(len(states), len(actions), times, sides)


def plan_of(setup: Setup, phases: Sequence[int], *, tells: bool) -> Ints:
    """What the kernel knows of a setup beside its book. Raises `Inexpressible`."""
    if setup.tracks - {"idle"}:
        raise Inexpressible("points on the way, or turns that go on, for the model of choices")
    if len(phases) > kernel.MOST_PHASES:
        raise Inexpressible("a model of so many phases")
    plan = np.zeros(kernel.PLAN, np.int64)
    plan[kernel.HAND_SIZE] = setup.hand_size
    plan[kernel.MOST_VALUE] = max(1, *setup.values)
    plan[kernel.TELLS] = tells
    for seat in range(setup.seats):
        partner = setup.after(seat, setup.sides)
        plan[kernel.PARTNERS + seat] = -1 if partner == seat else partner
    plan[kernel.PHASES] = len(phases)
    plan[kernel.PHASES + 1 : kernel.PHASES + 1 + len(phases)] = phases
    return plan


def model_of(weights: Sequence[Sequence[float]], slip: float) -> Reals:
    """The numbers of a model in a row."""
    return np.array([slip, *(number for row in weights for number in row)], np.float64)


def facts_row(laid: int, void: Sequence[int], makers: Sequence[int]) -> Ints:
    """What a round has shown, for the kernel."""
    row = np.zeros(kernel.FACTS, np.int64)
    row[kernel.LAID] = laid
    row[kernel.VOID : kernel.VOID + len(void)] = void
    row[kernel.LEFT_MAKER : kernel.RIGHT_MAKER + 1] = makers or (-1, -1)
    return row
