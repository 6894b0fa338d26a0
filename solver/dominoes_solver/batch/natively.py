"""The calls of a decision in machine code: one array call each. Needs numba."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from dominoes_solver.belief.applied_model import UNIT
from dominoes_solver.belief.features import refusal_shows
from dominoes_solver.chance import STEP
from dominoes_solver.search.native import kernel_choices, setup_tables
from dominoes_solver.search.native import row_format as at
from dominoes_solver.search.native.choices_job import ChoicesJob, SeenArrays, facts_row
from dominoes_solver.search.native.jobs import Job, job_of_rows
from dominoes_solver.search.native.rounds_job import signed

if TYPE_CHECKING:
    from dominoes_lang.codegen.compiled import Compiled
    from dominoes_lang.table.state import Action, State
    from dominoes_solver.batch.decision import SeenPast, Unseen
    from dominoes_solver.belief.features import Facts
    from dominoes_solver.belief.model import Choices
    from dominoes_solver.chance import Chance
    from dominoes_solver.search.native.jit import Ints, Reals

NODES_A_CALL = 1_000_000
"""Nodes between two looks at the keyboard: at most some tenths of a second."""


class _Room:
    """Arrays for so many worlds, used again and again: fresh memory is slow."""

    def __init__(self, number: int) -> None:
        self.worlds = np.zeros((number, at.MOST_SEATS), np.int64)
        self.dealt = np.zeros_like(self.worlds)
        self.openings = np.zeros(number, np.int64)
        self.weights = np.zeros(number, np.float64)
        self.nothing = np.zeros((number, 0), np.int64)
        self.nothing_each = np.zeros((number, 0), np.float64)


@lru_cache
def _steps(worlds: int, playouts: int) -> Any:
    """From the chance of a decision to the key of each world, in each of which it is played out."""
    before = np.arange(worlds, dtype=np.uint64) * np.uint64(playouts)
    return (before + np.uint64(1)) * np.uint64(STEP)


class NativeBatch:
    """Decides positions of one game by one model; see `Batch`. Worlds x seats: the hands."""

    def __init__(self, compiled: Compiled, model: Choices) -> None:
        setup = compiled.setup
        self.compiled = compiled
        self.seats = setup.seats
        self._choices = ChoicesJob(
            compiled, model.rows, model.phases, model.slip, tells=refusal_shows(setup)
        )
        states = (setup.hand_size + 1) ** (setup.seats - 1)
        self._ways = np.zeros((len(setup.tiles) + 1) * states, np.float64)
        self._strides = np.zeros(at.MOST_SEATS, np.int64)
        self._undrawn = np.zeros((0, at.MOST_TILES), np.int64)
        self._jobs: dict[int, tuple[Job, Ints]] = {}
        """A search for each number of worlds, begun again for each decision."""
        self._room: dict[int, _Room] = {}

    def deal(self, unseen: Unseen, number: int, chance: Chance) -> Ints:
        """So many worlds, each way to deal the unseen tiles equally likely."""
        if number not in self._room:
            self._room[number] = _Room(number)
        worlds = self._room[number].worlds
        worlds[:] = 0
        worlds[:, unseen.mover] = unseen.own
        kernel_choices.deal_worlds(
            signed(chance.state),
            unseen.tiles,
            unseen.mover,
            self.seats,
            np.array(unseen.void, np.int64),
            np.array(unseen.sizes, np.int64),
            self._strides,
            worlds,
            self._ways,
        )
        chance.skip(number * unseen.tiles.bit_count())
        return worlds

    def these(self, hands: tuple[int, ...]) -> Ints:
        """One world: these hands."""
        worlds = np.zeros((1, at.MOST_SEATS), np.int64)
        worlds[0, : self.seats] = hands
        return worlds

    def resampled(self, worlds: Ints, weights: Reals, wanted: int, chance: Chance) -> Ints:
        """So many of the worlds, drawn by weight; see `dealing.resampled`."""
        sums = weights.cumsum()
        goals = (np.arange(wanted) + chance.below(UNIT) / UNIT) * sums[-1] / wanted
        found: Ints = worlds[np.minimum(sums.searchsorted(goals), len(sums) - 1)]
        return found

    def weights(self, past: SeenPast, worlds: Ints) -> Reals:
        """How likely the past choices of all but the mover were in each world."""
        if past.arrays is None:
            past.arrays = SeenArrays(self.compiled.setup)
        known = past.arrays.count
        for state, facts, action in zip(
            past.states[known:], past.facts[known:], past.actions[known:], strict=True
        ):
            past.arrays.add(state, facts, action)
        room = self._room[len(worlds)]
        room.dealt[:] = worlds
        for seat, laid in enumerate(past.laid):
            room.dealt[:, seat] |= laid
        room.openings[:] = past.opening if past.actions else 0
        self._choices.weigh(
            past.arrays,
            past.hiding,
            room.dealt,
            room.nothing,
            room.openings,
            room.weights,
            room.nothing_each,
        )
        return room.weights

    def search(self, state: State, worlds: Ints) -> list[int]:
        """The sum over the worlds of what each action is worth to the mover, all hands open."""
        if len(worlds) not in self._jobs:
            rows = np.zeros((len(worlds), at.WIDTH), np.int64)
            self._jobs[len(worlds)] = job_of_rows(self.compiled, rows), rows
        job, rows = self._jobs[len(worlds)]
        self._fill(rows, state, worlds)
        job.again()
        while not job.run(NODES_A_CALL):
            pass
        sums: list[int] = np.add.reduce(job.values[:, : job.counts[0]]).tolist()
        return sums if state.mover % 2 == 0 else [-one for one in sums]

    def playouts(
        self,
        state: State,
        facts: Facts,
        legal: Sequence[Action],
        worlds: Ints,
        times: int,
        chance: Chance,
    ) -> list[int]:
        """The sum of what each action brings the mover, played out so many times in each world."""
        keys = np.uint64(chance.state) + _steps(len(worlds), len(legal) * times)
        paid = self._choices.playouts(
            self._fill(np.empty((len(worlds), at.WIDTH), np.int64), state, worlds),
            self._stocks(len(worlds)),
            len(state.stock),
            legal,
            times,
            keys.view(np.int64),
            facts_row(*facts),
        ).sum(axis=(0, 2))
        side = self.compiled.setup.side_of[state.mover]
        found = paid[:, side]
        if paid.shape[1] == 2:
            found = found - paid[:, 1 - side]
        sums: list[int] = found.tolist()
        return sums

    def _stocks(self, worlds: int) -> Ints:
        """Stocks that nobody draws from."""
        if len(self._undrawn) < worlds:
            self._undrawn = np.zeros((worlds, at.MOST_TILES), np.int64)
        return self._undrawn[:worlds]

    def _fill(self, rows: Ints, state: State, worlds: Ints) -> Ints:
        """Write the rows of the worlds, which differ in the hands alone."""
        rows[:] = setup_tables.row_of(self.compiled.setup, state)
        rows[:, at.HANDS : at.HANDS + at.MOST_SEATS] = worlds
        return rows
