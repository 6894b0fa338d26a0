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
    from dominoes_solver.belief.features import Facts
    from dominoes_solver.search.native.jit import Ints, Reals


ROOM = 64
"""Actions for which there is room at first."""


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
        self,
        seen: SeenArrays,
        hiding: Sequence[bool],
        hands: Ints,
        drawn: Ints,
        openings: Ints,
        weights: Reals,
        out: Reals,
    ) -> None:
        """Write how likely the actions of a round were in each world, together and one by one.

        hands: those dealt, worlds x seats; changed to those of now. drawn: worlds x actions, the
        masks of the tiles drawn. openings: the tiles to begin with, for each world. out: worlds x
        actions, filled with 1, or of no columns.
        """
        actions = seen.count
        mask = sum(1 << seat for seat, hides in enumerate(hiding) if hides)
        bad = kernel.weigh(
            seen.rows[:actions],
            seen.facts[:actions],
            seen.codes[:actions],
            mask,
            hands,
            drawn,
            openings,
            self.plan,
            self.book,
            self.work,
            self.model,
            self.numbers,
            weights,
            out,
        )
        assert bad < 0, f"in world {bad} an action of the record is not legal"

    def playouts(
        self,
        rows: Ints,
        stocks: Ints,
        stock_size: int,
        actions: Sequence[Action],
        times: int,
        keys: Ints,
        shown: Ints,
    ) -> Ints:
        """The payoffs of playouts: worlds x actions x `times` x sides."""
        sides = self.compiled.setup.sides
        out = np.zeros((len(rows) * len(actions) * times, sides), np.int64)
        status = kernel.playouts(
            rows,
            stocks,
            stock_size,
            np.array([number_of(action) for action in actions], np.int64),
            times,
            keys,
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
        return out.reshape(len(rows), len(actions), times, sides)


class SeenArrays:
    """What everybody saw before each action of a round, for the kernel: rows, facts, actions."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.count = 0
        self.rows = np.zeros((ROOM, at.WIDTH), np.int64)
        self.facts = np.zeros((ROOM, kernel.FACTS), np.int64)
        self.codes = np.zeros(ROOM, np.int64)

    def add(self, state: State, facts: Facts, action: Action) -> None:
        """Add an action with the state before it, the facts included."""
        if self.count == len(self.codes):
            self.rows, self.facts, self.codes = (
                np.concatenate([part, np.zeros_like(part)])
                for part in (self.rows, self.facts, self.codes)
            )
        self.rows[self.count] = setup_tables.row_of(self.setup, state)
        self.facts[self.count] = facts_row(*facts)
        self.codes[self.count] = number_of(action)
        self.count += 1


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
