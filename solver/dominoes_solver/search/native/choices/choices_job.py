"""The arrays of the model of choices: from rules, a model and worlds to the kernel, and back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol

import numpy as np

from dominoes_solver.search.native.choices import action_odds as odds
from dominoes_solver.search.native.choices import kernel_choices as kernel
from dominoes_solver.search.native.programs import setup_tables
from dominoes_solver.search.native.programs.words import Inexpressible
from dominoes_solver.search.native.rows import row_format as at
from dominoes_solver.search.native.rows.arm_format import code_of

if TYPE_CHECKING:
    from dominoes_lang.codegen.compiled import Compiled
    from dominoes_lang.setup.ruleset import Setup
    from dominoes_lang.table.state import Action, State
    from dominoes_solver.search.native.compiling.jit import Ints, Reals
    from dominoes_solver.shown_facts import Facts


ROOM = 64
"""Actions for which there is room at first."""


class PlayoutRows(NamedTuple):
    """The states in which playouts begin, as rows."""

    rows: Ints
    stocks: Ints
    """The tiles of each stock in drawing order."""
    stock_size: int


class ChoicesJob:
    """Weighs the worlds of one game, and plays rounds out. Raises `Inexpressible`."""

    def __init__(
        self,
        compiled: Compiled,
        models: Sequence[tuple[Sequence[Sequence[float]], float]],
        phases: Sequence[int],
        *,
        refusal_shows: bool,
    ) -> None:
        """For each model the weights of all features for each phase, and its slip.

        `refusal_shows` is that of `features`.
        """
        self.compiled = compiled
        self.book = setup_tables.tables(compiled).book
        self.plan = plan_of(compiled.setup, phases, refusal_shows=refusal_shows)
        self.models = numbers_of(models)
        self.work = np.zeros(at.WORK, np.int64)
        self.numbers = np.zeros(odds.ODDS + len(models) * odds.ROOM, np.float64)

    def weigh(
        self,
        past: Past,
        hands: Ints,
        openings: Ints,
        drawn: Ints | None = None,
        *,
        mixtures: Sequence[Sequence[tuple[int, float]]],
        each: bool = False,
    ) -> tuple[Reals, Reals]:
        """How likely the actions of a round were in each world: together, and `each` by itself.

        hands: those dealt, worlds x seats. openings: the tiles to begin
        with, for each world. drawn: worlds x actions, the masks of the tiles drawn; None where
        there are none. mixtures: for each seat models by number, with their probabilities. What is
        not asked for has no columns; where there was no choice, it is 1.
        """
        seen = past.arrays.with_all(past)
        actions, worlds = seen.count, len(hands)
        weights, out = np.ones(worlds), np.ones((worlds, actions if each else 0))
        mask = sum(1 << seat for seat, hides in enumerate(past.hiding) if hides)
        shares = np.zeros((len(mixtures), len(self.models) // odds.MODEL))
        for row, mixture in zip(shares, mixtures, strict=True):
            for model, share in mixture:
                row[model] = share
        bad = kernel.weigh(
            seen.rows[:actions],
            seen.facts[:actions],
            seen.codes[:actions],
            mask,
            hands.copy(),
            np.zeros((worlds, 0), np.int64) if drawn is None else drawn,
            openings,
            self.plan,
            self.book,
            self.work,
            self.models,
            np.tile(shares.ravel(), (worlds, 1)),
            self.numbers,
            weights,
            out,
        )
        assert bad < 0, f"in world {bad} an action of the record is not legal"
        return weights, out

    def playouts(
        self,
        worlds: PlayoutRows,
        codes: Sequence[int],
        times: int,
        keys: Ints,
        shown: Ints,
        scores: Sequence[int],
        casts: Sequence[Sequence[int]] | None = None,
        ranks: Sequence[int] | None = None,
    ) -> Ints:
        """The payoffs of playouts: worlds x actions x `times` x sides.

        codes: the actions, by their numbers in machine code.
        scores: of each side before the round, without what the round has paid it on the way.
        casts: for each world the number of each seat's model; None for the first everywhere.
        ranks: those of the actions among the legal ones, by which their chance differs; None if
            these are all.
        """
        whose = np.zeros((len(worlds.rows), at.MOST_SEATS), np.int64)
        if casts is not None:
            whose[:, : self.compiled.setup.seats] = casts
        sides = self.compiled.setup.sides
        out = np.zeros((len(worlds.rows) * len(codes) * times, sides), np.int64)
        status = kernel.playouts(
            *worlds,
            np.array(codes, np.int64),
            np.array(range(len(codes)) if ranks is None else ranks, np.int64),
            times,
            keys,
            self.plan,
            self.book,
            self.work,
            shown,
            np.empty_like(shown),
            self.models,
            whose,
            np.array(scores, np.int64),
            self.numbers,
            out,
        )
        if status != kernel.FINE:
            raise Inexpressible("a round that does not end")
        return out.reshape(len(worlds.rows), len(codes), times, sides)


class Past(Protocol):
    """The actions of a round so far, as everybody saw them."""

    @property
    def compiled(self) -> Compiled: ...
    @property
    def actions(self) -> Sequence[Action]: ...
    @property
    def states(self) -> Sequence[State]:
        """The state before each action, right in all that everybody saw."""

    @property
    def facts(self) -> Sequence[Facts]:
        """What had been shown before each action."""

    @property
    def hiding(self) -> Sequence[bool]:
        """For each seat whether its choices tell something of hidden tiles."""

    @property
    def arrays(self) -> SeenArrays:
        """The same for machine code, as far as that has asked for it."""


class SeenArrays:
    """What everybody saw before each action of a round, for the kernel: rows, facts, actions."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.count = 0
        self.rows = np.zeros((ROOM, at.WIDTH), np.int64)
        self.facts = np.zeros((ROOM, odds.FACTS), np.int64)
        self.codes = np.zeros(ROOM, np.int64)

    def with_all(self, past: Past) -> SeenArrays:
        """With those actions of a round that it does not have yet."""
        facts, states = past.facts, past.states
        for index in range(self.count, len(past.actions)):
            self._add(states[index], facts[index], past.actions[index])
        return self

    def _add(self, state: State, facts: Facts, action: Action) -> None:
        """Add an action with the state before it, the facts included."""
        if self.count == len(self.codes):
            self.rows, self.facts, self.codes = (
                np.concatenate([part, np.zeros_like(part)])
                for part in (self.rows, self.facts, self.codes)
            )
        self.rows[self.count] = setup_tables.row_of(self.setup, state)
        self.facts[self.count] = facts_row(self.setup, facts)
        self.codes[self.count] = code_of(action, state, self.setup.layout)
        self.count += 1


def plan_of(setup: Setup, phases: Sequence[int], *, refusal_shows: bool) -> Ints:
    """What the kernel knows of a setup beside its book. Raises `Inexpressible`."""
    if len(phases) > odds.MOST_PHASES:
        raise Inexpressible("a model of so many phases")
    plan = np.zeros(odds.PLAN, np.int64)
    plan[odds.HAND_SIZE] = setup.hand_size
    plan[odds.MOST_VALUE] = max(1, *setup.values)
    plan[odds.REFUSAL_SHOWS] = refusal_shows
    plan[odds.PAYS] = setup.pays_plays
    plan[odds.BY_NUMBER] = not setup.layout.is_line
    for seat in range(setup.seats):
        partner = setup.after(seat, setup.sides)
        plan[odds.PARTNERS + seat] = -1 if partner == seat else partner
    plan[odds.PHASES] = len(phases)
    plan[odds.PHASES + 1 : odds.PHASES + 1 + len(phases)] = phases
    return plan


def numbers_of(models: Sequence[tuple[Sequence[Sequence[float]], float]]) -> Reals:
    """The numbers of some models, one after another in a row."""
    numbers = np.zeros((len(models), odds.MODEL), np.float64)
    for row, (weights, slip) in zip(numbers, models, strict=True):
        theta = np.array(weights, np.float64).ravel()
        row[odds.SLIP] = slip
        row[odds.THETA : odds.THETA + len(theta)] = theta
    return numbers.ravel()


def facts_row(setup: Setup, facts: Facts) -> Ints:
    """What a round has shown, for the kernel."""
    row = np.zeros(odds.FACTS, np.int64)
    row[odds.LAID] = facts.laid
    row[odds.VOID : odds.VOID + len(facts.void)] = facts.void
    if setup.layout.is_line:
        row[odds.LEFT_MAKER : odds.RIGHT_MAKER + 1] = facts.makers or (-1, -1)
    else:
        words = (seat + 1 << odds.MAKER_BITS * number for number, seat in enumerate(facts.makers))
        row[odds.LEFT_MAKER] = sum(words)
    row[odds.OPENED : odds.OPENED + len(facts.opened)] = facts.opened
    return row
