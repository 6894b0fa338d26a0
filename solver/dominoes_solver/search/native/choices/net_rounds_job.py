"""The arrays of rounds between nets of choices: from rules and nets to the kernel, and back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from dominoes_solver.search.native.choices import kernel_net_rounds as kernel
from dominoes_solver.search.native.choices.action_odds import FACTS
from dominoes_solver.search.native.choices.choices_job import plan_of
from dominoes_solver.search.native.choices.feature_list import INPUT_COUNT
from dominoes_solver.search.native.choices.net_odds import UNITS_AT
from dominoes_solver.search.native.programs.words import Inexpressible
from dominoes_solver.search.native.rounds.chance_numbers import signed
from dominoes_solver.search.native.rounds.rounds_job import RoundsJob
from dominoes_solver.search.native.rows import row_format as at

if TYPE_CHECKING:
    from dominoes_lang.codegen.compiled import Compiled
    from dominoes_solver.search.native.compiling.jit import Ints, Reals, Singles

WAYS = 4
"""To lay a tile on a line, at most."""


class NextChoices(NamedTuple):
    """The next choice of each round that is not over, in lockstep."""

    rounds: Ints
    """The round of each choice."""
    movers: Ints
    plays: Ints
    """The number of its plays."""
    inputs: Singles
    """A line for each play of the first choice, then of the second, and so on."""
    tables: Singles
    """For each choice all hands, and what has been shown."""


class NetRoundsJob:
    """Plays rounds of a game between two sides by nets. Raises `Inexpressible`."""

    def __init__(self, compiled: Compiled) -> None:
        job, setup = RoundsJob(compiled), compiled.setup
        self._deals, self._book = job.plan, job.book
        self._work, self._pack = job.work, job.pack
        self._plan = plan_of(setup, (1,), refusal_shows=True)
        self._facts = np.zeros(FACTS, np.int64)
        self.seats = setup.seats
        self.most_plays = WAYS * setup.hand_size
        """Of a choice: nothing is drawn."""
        numbers = setup.tiles.highest + 1
        of_seat = len(setup.tiles) * kernel.TABLE_OF_TILE + kernel.TABLE_OF_SEAT
        self.table_columns = (
            setup.seats * (of_seat + numbers * kernel.TABLE_OF_NUMBER) + 2 * numbers
        )
        """The numbers of a table."""

    def lockstep(self, key: int, first: int, rounds: int, any_opening: float) -> Lockstep:
        """So many rounds of a key, from number `first` on; in a share of them any tile may open."""
        return Lockstep(self, key, first, rounds, any_opening)

    def leads(
        self,
        key: int,
        first: int,
        deals: int,
        nets: Sequence[Reals],
        units: int,
        casts: Sequence[Sequence[int]],
        any_opening: float = 0.0,
    ) -> Ints:
        """The lead of the first side in each of so many deals, with each cast.

        nets: the numbers of each, as `score_of` has them; all have so many units. casts: for each
        seat the number of its net.
        """
        whose = np.zeros((len(casts), at.MOST_SEATS), np.int64)
        whose[:, : self.seats] = casts
        leads = np.zeros((deals, len(casts)), np.int64)
        numbers = np.zeros(UNITS_AT + units)
        played = kernel.duplicates(
            signed(key), first, round(any_opening * kernel.UNIT), self._deals, self._book,
            self._pack, self._work, self._plan, self._facts, np.array(nets), units, whose, numbers,
            leads,
        )  # fmt: skip
        if not played:
            raise Inexpressible("a round that does not end")
        return leads


class Lockstep:
    """Rounds that are played on together, from choice to choice."""

    def __init__(
        self, job: NetRoundsJob, key: int, first: int, rounds: int, any_opening: float
    ) -> None:
        self._job, self.rounds = job, rounds
        self._dealt_by = signed(key), first, round(any_opening * kernel.UNIT)
        self._kept = np.zeros((rounds, kernel.KEPT_COLUMNS), np.int64)
        self._numbers = np.zeros(UNITS_AT)
        self._most_lines = rounds * job.most_plays

    def next(self, taken: Ints) -> NextChoices:
        """Play on to the next choice of each round; there is none once all are over.

        taken: for each round which play of its choice is taken.
        """
        job, rounds = self._job, self.rounds
        inputs = np.empty((self._most_lines, INPUT_COUNT), np.float32)
        tables = np.empty((rounds, job.table_columns), np.float32)
        choices = np.empty((rounds, kernel.OF_CHOICE), np.int64)
        written = kernel.advance(
            *self._dealt_by, taken, self._kept, job._deals, job._book, job._pack, job._work,
            job._plan, job._facts, self._numbers, inputs, tables, choices,
        )  # fmt: skip
        if written < 0:
            raise Inexpressible("a round that does not end")
        choices = choices[:written]
        plays = choices[:, kernel.PLAYS]
        return NextChoices(
            choices[:, kernel.ROUND].copy(),
            choices[:, kernel.MOVER].copy(),
            plays.copy(),
            inputs[: plays.sum()].copy(),
            tables[:written].copy(),
        )

    @property
    def leads(self) -> Ints:
        """What the first side has been paid more than the second, in each round that is over."""
        return self._kept[:, kernel.LEAD].copy()


def numbers_of(
    bias: Sequence[float], out: Sequence[float], columns: Sequence[tuple[float, Sequence[float]]]
) -> Reals:
    """The numbers of a net, as `score_of` has them; `columns` is `Net.columns`."""
    rows = [number for skip, weights in columns for number in (skip, *weights)]
    return np.array([*bias, *out, *rows], np.float64)
