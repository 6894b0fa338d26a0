"""A policy at work on one game: the action that it finds best, in machine code where that is there.

Either way it takes the same actions.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from dominoes_solver.belief.features import Seen
from dominoes_solver.search import native

if TYPE_CHECKING:
    from dominoes_lang.codegen.compiled import Compiled
    from dominoes_lang.table.state import Action, State
    from dominoes_solver.policy.policy import Policy
    from dominoes_solver.shown_facts import Facts


class PolicyPlayer:
    """Plays one game by a policy, without search."""

    def __init__(self, compiled: Compiled, policy: Policy, *, natively: bool | None = None) -> None:
        """natively: whether in machine code, which must be there; None as soon as it is."""
        self.compiled = compiled
        self.policy = policy
        self._natively = natively

    def place(self, state: State, facts: Facts, actions: Sequence[Action]) -> int:
        """Which of some legal actions has the highest score; the first of equals.

        Of the hands of others only the sizes are used.
        """
        scores = self.scores(state, facts, actions)
        return scores.index(max(scores))

    def scores(self, state: State, facts: Facts, actions: Sequence[Action]) -> list[float]:
        """The score of each of some legal actions."""
        if self._natively is None and native.plays_policies(self.compiled):
            self._natively = True
        if not self._natively:
            seen = Seen(self.compiled, state, facts)
            return self.policy.scores(seen, state.hands[state.mover], actions)
        every: list[float] = self._job.scores(state, facts)[1].tolist()
        legal = self.compiled.legal(state)
        if len(legal) == len(actions):
            return every
        score_of = dict(zip(legal, every, strict=True))
        return [score_of[action] for action in actions]

    @cached_property
    def _job(self) -> Any:
        from dominoes_solver.search.native.policies.policy_job import PolicyJob

        return PolicyJob(self.compiled, [self.policy.rows], self.policy.phases)
