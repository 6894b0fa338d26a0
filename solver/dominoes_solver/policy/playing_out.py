"""How worlds are played out by a policy: every seat chooses from its own hand, by chance.

Without a policy they are played out at random; see `search/estimate.py`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from typing import TYPE_CHECKING

from dominoes_solver.chance import Chance
from dominoes_solver.policy.plain_rounds import play_on
from dominoes_solver.search import native

if TYPE_CHECKING:
    from dominoes_lang.codegen.compiled import Compiled
    from dominoes_lang.table.state import Action, State
    from dominoes_solver.policy.policy import Policy
    from dominoes_solver.search.native.rounds.round_jobs import FromStates
    from dominoes_solver.shown_facts import Facts


@dataclass(frozen=True)
class PlayingOut:
    """By which policy the worlds of a position are played out."""

    policy: Policy
    shown: Facts
    """What the round has shown so far, which is the same in every world."""

    def ends(self, compiled: Compiled, state: State, action: Action, key: int) -> Iterator[State]:
        """The ends of rounds that go on with an action, each with its own chance; without end.

        In plain Python; machine code plays the same rounds. `key` is that of a world.
        """
        after = compiled.play(state, action)
        facts = self.shown.after(compiled.setup, state, action, after)
        cast = (0,) * compiled.setup.seats
        for number in count():
            chance = Chance(key, number)
            yield play_on(compiled, [self.policy], after, facts, chance, cast, [True])

    def job(
        self,
        compiled: Compiled,
        states: Sequence[State],
        actions: Sequence[Action],
        key: int,
        number: int,
    ) -> FromStates | None:
        """Machine code for the same, if it is there."""
        if not native.plays_policies(compiled):
            return None
        from dominoes_solver.search.native.policies.policy_job import PolicyPlayouts

        policy = self.policy
        return PolicyPlayouts(
            policy.rows, policy.phases, self.shown, compiled, states, actions, key, number
        )
