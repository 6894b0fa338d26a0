"""Random rounds for the kernel: its arrays."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from dominoes_lang.codegen import dealing
from dominoes_lang.syntax.nodes import Moment
from dominoes_lang.table.shape import Starter
from dominoes_solver.search.native.programs import setup_tables
from dominoes_solver.search.native.programs.opener_words import Openers
from dominoes_solver.search.native.programs.words import LARGEST_READ, Data, Inexpressible
from dominoes_solver.search.native.rounds import kernel_rounds
from dominoes_solver.search.native.rounds.chance_numbers import signed
from dominoes_solver.search.native.rows import row_format as at

if TYPE_CHECKING:
    from dominoes_lang.codegen.compiled import Compiled
    from dominoes_lang.setup.ruleset import Setup


def _starter(setup: Setup) -> int:
    """The tile that the first round begins from, as the kernel is told."""
    if setup.shape.starter is Starter.STOCK:
        return kernel_rounds.FROM_STOCK
    return setup.starter_of(1)


class RoundsJob:
    """The arrays by which a kernel plays random rounds. Raises `Inexpressible`."""

    def __init__(self, compiled: Compiled) -> None:
        setup = compiled.setup
        # The kernel deals by itself, and a state that it is given knows what was paid.
        if any(award.moment is Moment.THE_DEAL for award in setup.in_play):
            raise Inexpressible("awards at the deal")
        book = setup_tables.tables(compiled).book
        code = [(word, number) for word, number in book[at.CODE :].reshape(-1, 2).tolist()]
        known = len(code)
        programs = Openers(setup, Data(setup), code)
        redeal = -1 if setup.redeal is None else programs.condition(setup.redeal)
        winner = programs.winner()
        opener = programs.begin()
        programs.opening(setup.opened_in(setup.first_opener[0].choices, 1))
        if len(programs.code) > at.MOST_WORDS:
            raise Inexpressible("rules as long as these")
        added = np.array(programs.code[known:], np.int64).reshape(-1)
        self.book = np.concatenate([book, added])
        self.plan = np.zeros(kernel_rounds.PLAN, np.int64)
        for offset, number in (
            (kernel_rounds.REDEAL_WHEN, redeal),
            (kernel_rounds.OPENED_BY, opener),
            (kernel_rounds.WON_BY, winner),
            (kernel_rounds.HAND_SIZE, setup.hand_size),
            (kernel_rounds.SHUFFLED, min(len(setup.tiles) - 1, dealing.seen_of_pack(setup))),
            (kernel_rounds.MOST_DEALS, dealing.MOST_DEALS),
            (kernel_rounds.MOST_ACTIONS, dealing.MOST_ACTIONS),
            (kernel_rounds.STARTER, _starter(setup)),
        ):
            self.plan[offset] = number
        if max(setup.match.head_start) > LARGEST_READ:
            raise Inexpressible("a head start as large as this")
        self.plan[kernel_rounds.HEAD_START :][: setup.sides] = setup.match.head_start
        self.work = np.zeros(at.WORK, np.int64)
        self.pack = np.zeros((1, at.MOST_TILES), np.int64)

    def play(self, key: int, first: int, rounds: int, rows: memoryview[int]) -> tuple[int, int]:
        """Fill in the rows of some rounds; returns the result, and the round where it stopped."""
        out = np.frombuffer(rows, np.int64)
        status = kernel_rounds.play_rounds(
            signed(key), first, rounds, self.plan, self.book, self.work, self.pack, out
        )
        return int(status), int(self.plan[kernel_rounds.STOPPED_AT])
