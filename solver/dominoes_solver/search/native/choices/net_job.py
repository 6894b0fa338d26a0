"""The arrays of a net of choices: from rules, a net and a turn to the kernel."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from dominoes_lang.table.state import number_of
from dominoes_solver.search.native.choices import kernel_net as kernel
from dominoes_solver.search.native.choices.choices_job import plan_of
from dominoes_solver.search.native.choices.net_odds import UNITS_AT
from dominoes_solver.search.native.programs import setup_tables
from dominoes_solver.search.native.rows import row_format as at

if TYPE_CHECKING:
    from dominoes_lang.codegen.compiled import Compiled
    from dominoes_lang.table.state import Action, State
    from dominoes_solver.shown_facts import Facts


class NetJob:
    """Plays one game by a net. Raises `Inexpressible`."""

    def __init__(
        self,
        compiled: Compiled,
        bias: Sequence[float],
        out: Sequence[float],
        columns: Sequence[tuple[float, Sequence[float]]],
    ) -> None:
        """The numbers of a net; `columns` is `Net.columns`."""
        self._book = setup_tables.tables(compiled).book
        self._plan = plan_of(compiled.setup, (1,), refusal_shows=True)
        self._work = np.zeros(at.WORK, np.int64)
        self._numbers = np.zeros(UNITS_AT + len(bias), np.float64)
        self._units = len(bias)
        rows = [number for skip, weights in columns for number in (skip, *weights)]
        self._net = np.array([*bias, *out, *rows], np.float64)
        self._none = (0,) * (at.MOST_SEATS - compiled.setup.seats)

    def best(self, state: State, facts: Facts, legal: Sequence[Action]) -> int:
        """Which of some plays has the highest score; the first of equals."""
        none = self._none
        seen = [
            state.mover, *(state.ends or (-1, -1)), *state.hands, *none,
            facts.laid, *facts.void, *none, *(facts.makers or (-1, -1)), *facts.opened, *none,
            *map(number_of, legal),
        ]  # fmt: skip
        best: int = kernel.best_by_net(
            np.array(seen, np.int64),
            len(legal),
            self._plan,
            self._book,
            self._work,
            self._net,
            self._units,
            self._numbers,
        )
        return best
