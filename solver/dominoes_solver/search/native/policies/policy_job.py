"""The arrays of policies: from rules, weights and deals to the kernel, and back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from dominoes_lang.codegen import dealing
from dominoes_solver.search.native.policies import kernel_policy as kernel
from dominoes_solver.search.native.policies import policy_space as at_policy
from dominoes_solver.search.native.policies.policy_list import POLICY_FEATURE_COUNT
from dominoes_solver.search.native.programs.words import Inexpressible
from dominoes_solver.search.native.rounds.chance_numbers import signed
from dominoes_solver.search.native.rounds.played_states import PlayedStates
from dominoes_solver.search.native.rounds.round_status import FINE
from dominoes_solver.search.native.wide import wide_format as wide
from dominoes_solver.search.native.wide.wide_book import book_of, row_of
from dominoes_solver.search.native.wide.wide_words import numbers_of, parts_of
from dominoes_solver.shown_facts import COUNT_BITS, Facts, refusal_shows

if TYPE_CHECKING:
    from dominoes_lang.codegen.compiled import Compiled
    from dominoes_lang.setup.ruleset import Setup
    from dominoes_lang.table.state import State
    from dominoes_solver.search.native.compiling.jit import Ints, Reals

Weights = Sequence[Sequence[float]]
"""Of all features: on the empty table, then in each phase."""


class PolicyJob:
    """Plays the rounds of one game by some policies. Raises `Inexpressible`."""

    def __init__(
        self, compiled: Compiled, policies: Sequence[Weights], phases: Sequence[int]
    ) -> None:
        """phases: the fewest tiles in hand of each, the same for all policies."""
        self.compiled = compiled
        self.book = book_of(compiled).copy()
        self.book[wide.MOST_DEALS] = dealing.MOST_DEALS
        self.book[wide.MOST_ACTIONS] = dealing.MOST_ACTIONS
        self.plan = plan_of(compiled.setup, phases)
        self.rows = 1 + len(phases)
        self.policies = np.zeros((len(policies), at_policy.ROWS, POLICY_FEATURE_COUNT))
        for number, weights in enumerate(policies):
            self.policies[number, : self.rows] = weights
        self.work = np.zeros(at_policy.WORK, np.int64)
        self.numbers = np.zeros(at_policy.NUMBERS)
        self.facts = np.zeros(at_policy.FACTS, np.int64)
        self.pack = np.zeros(wide.MOST_TILES + 1, np.int64)

    def play_rounds(
        self,
        key: int,
        first: int,
        deals: int,
        times: int,
        casts: Sequence[Sequence[int]],
        by_chance: Sequence[bool],
        *,
        slopes: bool = False,
    ) -> tuple[Ints, Reals]:
        """Play the deals of a key from `first` on, each `times` by every cast.

        casts: for each the policy of every seat. by_chance: for each policy whether it draws its
        choice. Returns payoffs, deals x casts x times x sides, and the `slopes` of what was chosen,
        deals x casts x times x seats x rows x features, if they are asked for. Raises
        `Inexpressible` for a deal that can't be played to its end.
        """
        setup = self.compiled.setup
        lines = deals * len(casts) * times
        columns = setup.seats * self.rows * POLICY_FEATURE_COUNT if slopes else 0
        payoffs = np.zeros((lines, setup.sides), np.int64)
        out = np.zeros((lines, columns))
        status = kernel.play_rounds(
            signed(key), first, deals, times, self.book, self.work, self.pack, self.plan,
            self.facts, self.policies.ravel(), np.array(casts, np.int64),
            np.array(by_chance, np.int64), self.numbers, payoffs, out,
        )  # fmt: skip
        if status != FINE:
            raise Inexpressible(f"deal {self.pack[self.book[wide.SET_SIZE]]}")
        shape = deals, len(casts), times
        each = (setup.seats, self.rows, POLICY_FEATURE_COUNT) if slopes else (0,)
        return payoffs.reshape(*shape, setup.sides), out.reshape(*shape, *each)

    def scores(self, state: State, facts: Facts) -> tuple[Reals, Reals]:
        """The features of the legal actions of a state, in order, and how the policy scores each.

        Of the hands of others only the sizes are used.
        """
        setup = self.compiled.setup
        self.work[wide.ROW : wide.ROW + wide.WIDE] = row_of(setup, state)
        shown = facts_of(setup, facts)
        count = kernel.choose(
            self.book, self.work, self.plan, shown, self.policies.ravel(), self.numbers
        )
        features = self.numbers[: count * POLICY_FEATURE_COUNT].reshape(count, -1)
        return features, self.numbers[at_policy.ODDS : at_policy.ODDS + count]


def plan_of(setup: Setup, phases: Sequence[int]) -> Ints:
    """What the kernel knows of a setup beside its book. Raises `Inexpressible`."""
    turn = setup.turn
    if len(phases) > at_policy.MOST_PHASES or setup.tiles.highest >= at_policy.MOST_NUMBERS:
        raise Inexpressible("a policy of so many phases, or as high numbers")
    plan = np.zeros(at_policy.PLAN, np.int64)
    plan[at_policy.MOST_VALUE] = max(1, *setup.values)
    plan[at_policy.REFUSAL_SHOWS] = refusal_shows(setup)
    plan[at_policy.PAYS] = setup.pays_plays
    plan[at_policy.BY_NUMBER] = not setup.layout.is_line
    count = plan[at_policy.STEPS] = len(turn.steps)
    plan[at_policy.DRAWS_ANOTHER] = sum(
        1 << step for step in range(count) if turn.draws_another(count + step)
    )
    for seat in range(setup.seats):
        partner = setup.after(seat, setup.sides)
        plan[at_policy.SIDE_OF + seat] = setup.side_of[seat]
        plan[at_policy.PARTNERS + seat] = -1 if partner == seat else partner
    plan[at_policy.PHASES] = len(phases)
    plan[at_policy.PHASES + 1 : at_policy.PHASES + 1 + len(phases)] = phases
    return plan


def facts_of(setup: Setup, facts: Facts) -> Ints:
    """What a round has shown, for the kernel."""
    row, parts = np.zeros(at_policy.FACTS, np.int64), parts_of(setup)
    for seat, void in enumerate(facts.void):
        begin = at_policy.VOID + seat * wide.MOST_PARTS
        row[begin : begin + parts] = numbers_of(void, parts)
    for place, seat in enumerate(facts.makers):
        row[at_policy.MAKERS + place] = seat + 1
    for seat, counts in enumerate(facts.opened):
        for number in range(setup.tiles.highest + 1):
            plays = counts >> COUNT_BITS * number & (1 << COUNT_BITS) - 1
            row[at_policy.OPENED + seat * at_policy.MOST_NUMBERS + number] = plays
    return row


class PolicyPlayouts(PlayedStates):
    """The arrays by which the kernel plays worlds out by a policy. Raises `Inexpressible`."""

    weights: Weights
    phases: Sequence[int]
    shown: Facts

    def make_arrays(self, compiled: Compiled, states: Sequence[State]) -> None:
        self.job = PolicyJob(compiled, [self.weights], self.phases)
        self.shown_row = facts_of(compiled.setup, self.shown)
        self.rows = np.array([row_of(compiled.setup, state) for state in states])

    def play_out(self, first: int, last: int, times: int, out: Ints) -> None:
        job = self.job
        kernel.play_out(
            first, last, self.rows, self.places, times, self.key, self.number, job.book, job.work,
            job.plan, self.shown_row, job.facts, job.policies.ravel(),
            np.zeros(wide.MOST_SEATS, np.int64), np.ones(1, np.int64), job.numbers, out,
        )  # fmt: skip
