"""The arrays by which a kernel plays rounds between our own bots."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from dominoes_solver.search.native import (
    choices_job,
    kernel_bots,
    kernel_choices,
    kernel_rounds,
    kernel_two,
)
from dominoes_solver.search.native import row_format as at
from dominoes_solver.search.native.jobs import PLAIN_BITS
from dominoes_solver.search.native.probes import J_TABLE_BITS, JOB
from dominoes_solver.search.native.programs.words import Inexpressible
from dominoes_solver.search.native.rounds_job import SIGNED, RoundsJob
from dominoes_solver.search.native.setup_tables import tables

if TYPE_CHECKING:
    from dominoes_lang.codegen.compiled import Compiled
    from dominoes_solver.search.native.jit import Ints

MOST_CODES = 128
MOST_STATES = 1 << 20


class Seat(NamedTuple):
    """How a seat plays: the numbers of `kernel_bots`, and a model of choices."""

    way: Sequence[int]
    weights: Sequence[Sequence[float]] = ()
    phases: Sequence[int] = (1,)
    slip: float = 1.0


class BotsJob:
    """Plays rounds between bots. Raises `Inexpressible`."""

    def __init__(self, compiled: Compiled, seats: Sequence[Seat], *, tells: bool) -> None:
        setup = compiled.setup
        worlds = max(max(seat.way[kernel_bots.WORLDS : kernel_bots.BEST]) for seat in seats)
        worlds = max(1, worlds)
        states = (setup.hand_size + 1) ** (setup.seats - 1)
        if states > MOST_STATES:
            raise Inexpressible("hands as large as these")
        if any(seat.way[kernel_bots.BEST] for seat in seats) and not (
            setup.plain and setup.sides == 2
        ):
            raise Inexpressible("a search of this game")
        self.sides = setup.sides
        self.rounds = RoundsJob(compiled)
        made = tables(compiled)
        empty = [[0.0] * kernel_choices.NUMBERS]
        rows = [choices_job.model_of(seat.weights or empty, seat.slip) for seat in seats]
        models = np.zeros((len(seats), max(map(len, rows))), np.float64)
        for place, row in enumerate(rows):
            models[place, : len(row)] = row
        job = np.zeros(JOB, np.int64)
        job[J_TABLE_BITS] = PLAIN_BITS
        entry = kernel_two.ENTRY_BITS
        self._arrays: list[Any] = [
            np.array([list(seat.way) for seat in seats], np.int64),
            models,
            np.array([choices_job.plan_of(setup, one.phases, tells=tells) for one in seats]),
            self.rounds.plan,
            self.rounds.book,
            made.bounds,
            np.zeros(at.WORK, np.int64),
            self.rounds.pack,
            job,
            np.zeros((worlds, at.WIDTH), np.int64),
            np.zeros(at.WORK, np.int64),
            np.zeros(1 << PLAIN_BITS + entry, np.int64),
            np.zeros((worlds, MOST_CODES), np.int64),
            np.zeros(worlds, np.int64),
            np.zeros(worlds, np.int64),
            np.zeros((worlds, MOST_CODES), np.int64),
            np.zeros((kernel_bots.MOST_PLIES, at.WIDTH), np.int64),
            np.zeros((kernel_bots.MOST_PLIES + 1, kernel_choices.FACTS), np.int64),
            np.zeros(kernel_bots.MOST_PLIES, np.int64),
            np.zeros((worlds, at.MOST_SEATS), np.int64),
            np.zeros(8 + MOST_CODES, np.int64),
            np.zeros(worlds, np.int64),
            np.zeros((len(setup.tiles) + 1) * states, np.float64),
            np.zeros(worlds, np.float64),
            np.zeros(MOST_CODES, np.float64),
            np.zeros(kernel_choices.AT_WORK, np.float64),
        ]

    def play(self, key: int, first: int, rounds: int) -> tuple[int, int, Ints, Ints, Ints]:
        """Play some rounds.

        Returns the result and the round where it stopped; the first states as rows, the actions
        as numbers with -1 after the last, and how each round ended with the payoff of each side.
        """
        starts = np.zeros((rounds, at.WIDTH), np.int64)
        log = np.zeros((rounds, kernel_bots.MOST_PLIES), np.int64)
        out = np.zeros((rounds, 1 + self.sides), np.int64)
        signed = key - 2 * SIGNED if key >= SIGNED else key
        play: Any = kernel_bots.play_rounds
        status = play(signed, first, rounds, *self._arrays, starts, log, out)
        return int(status), int(self.rounds.plan[kernel_rounds.STOPPED_AT]), starts, log, out
