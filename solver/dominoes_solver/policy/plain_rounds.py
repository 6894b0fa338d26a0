"""Rounds by policies in plain Python: what machine code plays, chance by chance, and its oracle."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from dominoes_lang.codegen import dealing
from dominoes_lang.codegen.dealing import starter_in
from dominoes_solver.belief.features import Seen
from dominoes_solver.belief.model import drawn_by, softmax
from dominoes_solver.chance import Chance
from dominoes_solver.playouts.random_rounds import dealt_by
from dominoes_solver.policy.policy_features import policy_features
from dominoes_solver.search.native.rounds.round_status import NoRound
from dominoes_solver.shown_facts import Facts

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from dominoes_lang.codegen.compiled import Compiled
    from dominoes_lang.table.state import State
    from dominoes_solver.policy.policy import Policy

    Ints = NDArray[np.int64]
    Reals = NDArray[np.float64]

UNIT = 1 << 30
"""Chance in so many steps."""


class PlainRounds:
    """Plays the rounds of one game by some policies, as `PolicyJob` does."""

    def __init__(self, compiled: Compiled, policies: Sequence[Policy]) -> None:
        self.compiled = compiled
        self.policies = policies

    def play_rounds(
        self,
        key: int,
        first: int,
        deals: int,
        times: int,
        casts: Sequence[Sequence[int]],
        by_chance: Sequence[bool],
        *,
        slopes: bool = False,
    ) -> tuple[Ints, Reals]:
        """The same rounds as those of `PolicyJob.play_rounds`. Raises `NoRound`."""
        import numpy as np

        from dominoes_solver.search.native.policies.policy_list import POLICY_FEATURE_COUNT

        setup, rows = self.compiled.setup, 1 + len(self.policies[0].phases)
        shape = deals, len(casts), times
        payoffs = np.zeros((*shape, setup.sides), np.int64)
        each = (setup.seats, rows, POLICY_FEATURE_COUNT) if slopes else (0,)
        out = np.zeros((*shape, *each))
        for deal in range(deals):
            chance = Chance(key, first + deal)
            start = dealt_by(self.compiled, chance)
            facts = Facts.at_start(setup.seats, starter_in(start))
            for cast, policies in enumerate(casts):
                for time in range(times):
                    end = play_on(
                        self.compiled, self.policies, start, facts,
                        Chance(chance.state, cast * times + time), policies, by_chance,
                        out[deal, cast, time],
                    )  # fmt: skip
                    payoffs[deal, cast, time] = self.compiled.payoff(*end)
        return payoffs, out


def play_on(
    compiled: Compiled,
    policies: Sequence[Policy],
    state: State,
    facts: Facts,
    chance: Chance,
    cast: Sequence[int],
    by_chance: Sequence[bool],
    slopes: Reals | None = None,
) -> State:
    """The end of a round, every seat choosing by its policy; see `kernel_policy.play_on`.

    facts: what the round has shown. slopes: of every seat and row, to which what chance chose is
    added. Raises `NoRound`.
    """
    setup = compiled.setup
    for _ in range(dealing.MOST_ACTIONS):
        if state.over:
            return state
        legal = compiled.legal(state)
        chosen = 0
        if len(legal) > 1:
            number, hand = cast[state.mover], state.hands[state.mover]
            policy, seen = policies[number], Seen(compiled, state, facts)
            scores = policy.scores(seen, hand, legal)
            if by_chance[number]:
                odds = softmax(scores, 0.0)
                chosen = drawn_by(odds, chance.below(UNIT) / UNIT)
                if slopes is not None and slopes.size:
                    row = slopes[state.mover, policy.row(seen, hand)]
                    rows = policy_features(seen, hand, legal)
                    for feature, column in enumerate(zip(*rows, strict=True)):
                        slope = column[chosen]
                        for likely, value in zip(odds, column, strict=True):
                            slope -= likely * value
                        row[feature] += slope
            else:
                chosen = scores.index(max(scores))
        after = compiled.play(state, legal[chosen])
        facts = facts.after(setup, state, legal[chosen], after)
        state = after
    raise NoRound.by_policy(setup)
