"""A net at work on one game: the play that it finds best, in machine code where that is there."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from dominoes_solver.belief.features import Seen
from dominoes_solver.belief.net_inputs import net_inputs
from dominoes_solver.search import native
from dominoes_solver.shown_facts import Facts

if TYPE_CHECKING:
    from dominoes_lang.codegen.compiled import Compiled
    from dominoes_lang.table.state import Action, State
    from dominoes_solver.belief.net import Net


class NetPlayer:
    """Plays one game by a net, without search; either way it takes the same plays."""

    def __init__(self, compiled: Compiled, net: Net, *, natively: bool | None = None) -> None:
        """natively: whether in machine code, which must be there; None as soon as it is."""
        self.compiled = compiled
        self.net = net
        self._natively = natively

    def place(self, state: State, facts: Facts, legal: Sequence[Action]) -> int:
        """Which of some plays has the highest score; the first of equals.

        Of the hands of others only the sizes are used.
        """
        if self._natively is None and native.plays_by_net(self.compiled):
            self._natively = True
        if self._natively:
            best: int = self._job.best(state, facts, legal)
            return best
        seen = Seen(self.compiled, state, facts)
        scores = self.net.scores(net_inputs(seen, state.hands[state.mover], legal))
        return scores.index(max(scores))

    @cached_property
    def _job(self) -> Any:
        from dominoes_solver.search.native.choices.net_job import NetJob

        return NetJob(self.compiled, self.net.bias, self.net.out, self.net.columns)
