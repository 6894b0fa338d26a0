"""The calls of a decision in machine code: one array call each. Needs numba."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from dominoes_lang.table.state import number_of
from dominoes_solver.batch.plain_dealing import resampled, unlaid
from dominoes_solver.belief.applied_model import job_of
from dominoes_solver.belief.player_types import Mixture, are_usual, cast
from dominoes_solver.chance import STEP
from dominoes_solver.search.native.choices import kernel_choices
from dominoes_solver.search.native.choices.choices_job import PlayoutRows, facts_row
from dominoes_solver.search.native.programs import setup_tables
from dominoes_solver.search.native.rounds.chance_numbers import signed
from dominoes_solver.search.native.rows import row_format as at
from dominoes_solver.search.native.searches.jobs import Job, WorldRows, job_of_rows
from dominoes_solver.worlds.open_hands import OpenHands

if TYPE_CHECKING:
    from dominoes_lang.codegen.compiled import Compiled
    from dominoes_lang.table.state import Action, State
    from dominoes_solver.batch.seen_past import SeenPast
    from dominoes_solver.batch.unseen import Unseen
    from dominoes_solver.belief.model import Choices
    from dominoes_solver.chance import Chance
    from dominoes_solver.search.native.compiling.jit import Ints, Reals
    from dominoes_solver.shown_facts import Facts

NODES_A_CALL = 1_000_000
"""Nodes between two looks at the keyboard: at most some tenths of a second."""


@lru_cache
def _steps(worlds: int, playouts: int) -> Any:
    """From the chance of a decision to the key of each world, in each of which it is played out."""
    before = np.arange(worlds, dtype=np.uint64) * np.uint64(playouts)
    return (before + np.uint64(1)) * np.uint64(STEP)


class NativeBatch:
    """Decides positions of one game by some models; see `Batch`. Worlds x seats: the hands."""

    def __init__(self, compiled: Compiled, models: Sequence[Choices]) -> None:
        setup = compiled.setup
        self.compiled = compiled
        self.seats = setup.seats
        self._choices = job_of(compiled, models)
        states = (setup.hand_size + 1) ** (setup.seats - 1)
        self._ways = np.zeros((len(setup.tiles) + 1) * states, np.float64)
        self._strides = np.zeros(at.MOST_SEATS, np.int64)
        self._undrawn = np.zeros((0, at.MOST_TILES), np.int64)
        self._jobs: dict[int, tuple[Job, Ints]] = {}
        """A search for each number of worlds, begun again for each decision."""

    def deal(self, unseen: Unseen, number: int, chance: Chance) -> Ints:
        """So many worlds, each way to deal the unseen tiles equally likely."""
        worlds = np.zeros((number, at.MOST_SEATS), np.int64)
        worlds[:, unseen.mover] = unseen.own
        kernel_choices.deal_worlds(
            signed(chance.state),
            unseen.tiles,
            self.seats,
            np.array(unseen.void, np.int64),
            np.array(unseen.sizes, np.int64),
            self._strides,
            worlds,
            self._ways,
        )
        chance.skip(number * unseen.tiles.bit_count())
        return worlds

    def world_of(self, hands: tuple[int, ...]) -> Ints:
        """One world: these hands."""
        worlds = np.zeros((1, at.MOST_SEATS), np.int64)
        worlds[0, : self.seats] = hands
        return worlds

    def resampled(self, worlds: Ints, weights: Reals, wanted: int, chance: Chance) -> Ints:
        """So many of the worlds, drawn by weight."""
        drawn: Ints = worlds[resampled(weights.tolist(), wanted, chance)]
        return drawn

    def weights(self, past: SeenPast, worlds: Ints, mixtures: Sequence[Mixture]) -> Reals:
        """How likely the past choices of all but the mover were in each world."""
        dealt = worlds.copy()
        for seat, laid in enumerate(past.laid):
            dealt[:, seat] |= laid
        openings = np.full(len(worlds), past.opening if past.actions else 0, np.int64)
        likelihoods: Reals = self._choices.weigh(past, dealt, openings, mixtures=mixtures)[0]
        return likelihoods

    def search(self, state: State, worlds: Ints) -> list[int]:
        """The sum over the worlds of what each action is worth to the mover, all hands open."""
        if len(worlds) not in self._jobs:
            rows = np.zeros((len(worlds), at.WIDTH), np.int64)
            self._jobs[len(worlds)] = job_of_rows(self.compiled, WorldRows(rows)), rows
        job, rows = self._jobs[len(worlds)]
        self._fill(rows, state, worlds)
        job.again()
        while not job.run(NODES_A_CALL):
            pass
        sums: list[int] = np.add.reduce(job.values[:, : job.counts[0]]).tolist()
        return sums if state.mover % 2 == 0 else [-worth for worth in sums]

    def playouts(
        self,
        state: State,
        facts: Facts,
        legal: Sequence[Action],
        worlds: Ints,
        times: int,
        chance: Chance,
        mixtures: Sequence[Mixture],
    ) -> list[int]:
        """The sum of what each action brings the mover, played out so many times in each world."""
        keys = np.uint64(chance.state) + _steps(len(worlds), len(legal) * times)
        paid = self._choices.playouts(
            PlayoutRows(
                self._fill(np.empty((len(worlds), at.WIDTH), np.int64), state, worlds),
                self._stocks(len(worlds)),
                len(state.stock),
            ),
            [*map(number_of, legal)],
            times,
            keys.view(np.int64),
            facts_row(self.compiled.setup, facts),
            state.scores,
            None if are_usual(mixtures) else cast(mixtures, state.mover, keys.tolist()),
        ).sum(axis=(0, 2))
        side = self.compiled.setup.side_of[state.mover]
        brought = paid[:, side]
        if paid.shape[1] == 2:
            brought = brought - paid[:, 1 - side]
        sums: list[int] = brought.tolist()
        return sums

    def _stocks(self, worlds: int) -> Ints:
        """Stocks that nobody draws from."""
        if len(self._undrawn) < worlds:
            self._undrawn = np.zeros((worlds, at.MOST_TILES), np.int64)
        return self._undrawn[:worlds]

    def _fill(self, rows: Ints, state: State, worlds: Ints) -> Ints:
        """Write the rows of the worlds: what nobody holds in them sleeps in the stock."""
        sleeping = unlaid(state) & ~np.bitwise_or.reduce(worlds, axis=1)
        opened = OpenHands(state._replace(stock=()), worlds, sleeping)
        return setup_tables.fill(rows, self.compiled.setup, opened)
