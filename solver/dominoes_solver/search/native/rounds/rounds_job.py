"""Random rounds for the kernel: how they begin as programs, and its arrays."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from dominoes_lang.codegen import dealing
from dominoes_lang.syntax import nodes
from dominoes_lang.syntax.nodes import Role
from dominoes_lang.table.shape import Starter
from dominoes_solver.search.native.programs import setup_tables
from dominoes_solver.search.native.programs.words import LARGEST_READ, Data, Inexpressible, Words
from dominoes_solver.search.native.rounds import kernel_rounds
from dominoes_solver.search.native.rows import row_format as at

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dominoes_lang.codegen.compiled import Compiled
    from dominoes_lang.setup.ruleset import Setup

SIGNED = 1 << 63


def signed(number: int) -> int:
    """A number of 64 bits as machine code has it."""
    return number - 2 * SIGNED if number >= SIGNED else number


class Openers(Words):
    """Writes who opens, and with what."""

    def opening(self, choices: Sequence[nodes.Opening]) -> None:
        """Name the opener and the tiles to open with by the first choice that applies.

        Leaves 1, or 0 for a void deal. The row holds the seat of the lot.
        """
        for choice in choices:
            if choice.who is None:
                break
            if choice.by_choice:
                raise Inexpressible("an opener that a side chooses")
            self._seat(choice.who)
            self.add(at.STORE, at.OPENER)
            self.add(at.LOAD, at.OPENER)
            self.add(at.PUSH, 0)
            self.add(at.AT_LEAST)
            nobody = self.jump(at.JUMP_UNLESS)
            self._tiles(choice)
            self.add(at.STORE, at.OPENING)
            self.add(at.LOAD, at.OPENING)
            without = self.jump(at.JUMP_UNLESS)
            self.add(at.PUSH, 1)
            self.add(at.END)
            self.land(nobody)
            self.land(without)
        self.add(at.PUSH, 0)
        self.add(at.END)

    def _seat(self, who: nodes.Expression) -> None:
        if isinstance(who, nodes.Who) and who.role is Role.LOT:
            self.add(at.LOAD, at.LOT)
        else:
            self.value(self.lowering.player(who))

    def _tiles(self, choice: nodes.Opening) -> None:
        """Those of the opener's tiles that may open; empty where the choice does not apply."""
        self.add(at.LOAD, at.OPENER)
        self.add(at.LOOKUP, self.data.places["only"])
        self.add(at.UNION_OF)
        tile = choice.tile
        if choice.with_it and isinstance(choice.who, nodes.HolderOf):
            tile = choice.who.tile
        if isinstance(tile, nodes.AnyOf):
            self.add(at.PUSH, self.setup.mask_of(tile))
            self.add(at.BITS_AND)
        elif tile is not None:
            self.value(self.lowering.bit(tile))
            self.add(at.BITS_AND)


def _starter(setup: Setup) -> int:
    """The tile that the first round begins from, as the kernel is told."""
    if setup.shape.starter is Starter.STOCK:
        return kernel_rounds.FROM_STOCK
    return setup.starter_of(1)


class RoundsJob:
    """The arrays by which a kernel plays random rounds. Raises `Inexpressible`."""

    def __init__(self, compiled: Compiled) -> None:
        setup = compiled.setup
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
        for place, number in (
            (kernel_rounds.REDEAL_WHEN, redeal),
            (kernel_rounds.OPENED_BY, opener),
            (kernel_rounds.WON_BY, winner),
            (kernel_rounds.HAND_SIZE, setup.hand_size),
            (kernel_rounds.SHUFFLED, min(len(setup.tiles) - 1, dealing.seen_of_pack(setup))),
            (kernel_rounds.MOST_DEALS, dealing.MOST_DEALS),
            (kernel_rounds.MOST_ACTIONS, dealing.MOST_ACTIONS),
            (kernel_rounds.STARTER, _starter(setup)),
        ):
            self.plan[place] = number
        if max(setup.head_start) > LARGEST_READ:
            raise Inexpressible("a head start as large as this")
        self.plan[kernel_rounds.HEAD_START :][: setup.sides] = setup.head_start
        self.work = np.zeros(at.WORK, np.int64)
        self.pack = np.zeros((1, at.MOST_TILES), np.int64)

    def play(self, key: int, first: int, rounds: int, rows: memoryview[int]) -> tuple[int, int]:
        """Fill in the rows of some rounds; returns the result, and the round where it stopped."""
        out = np.frombuffer(rows, np.int64)
        status = kernel_rounds.play_rounds(
            signed(key), first, rounds, self.plan, self.book, self.work, self.pack, out
        )
        return int(status), int(self.plan[kernel_rounds.STOPPED_AT])
