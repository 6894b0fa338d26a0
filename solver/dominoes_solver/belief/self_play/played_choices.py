"""Rounds of a net against itself, as the choices that it learns from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from dominoes_solver.belief.self_play.layers import Critic, log_odds, scores_of

if TYPE_CHECKING:
    from dominoes_solver.search.native.choices.net_rounds_job import Lockstep
    from dominoes_solver.search.native.compiling.jit import Ints, Singles

CARRIED = 0.7
"""How much of what the next choice gains is put down to the choice before (lambda)."""


class PlayedChoices(NamedTuple):
    """Choices, one after another; what has a line for each play has all lines of a choice together.

    Gains are in units of the spread of what a round pays.
    """

    plays: Ints
    """The number of plays of each choice."""
    taken: Ints
    """Which of these was taken."""
    inputs: Singles
    """A line for each play."""
    log_odds: Singles
    """The same of how likely the play was."""
    tables: Singles
    advantages: Singles
    """How much more than the critic expected each choice gained."""
    targets: Singles
    """What the critic should have expected."""


def played_choices(
    lockstep: Lockstep,
    net: Sequence[Singles],
    critic: Critic,
    spread: float,
    random: np.random.Generator,
) -> PlayedChoices:
    """Play rounds to their end, each play drawn by the softmax of its score.

    spread: how many points are one unit of gain. Advantages are those of Schulman et al. (2016).
    """
    taken = np.zeros(lockstep.rounds, np.int64)
    steps, parts = [], []
    while True:
        choices = lockstep.next(taken)
        if not len(choices.rounds):
            break
        logs = log_odds(scores_of(net, choices.inputs)[0], choices.plays)
        chosen = _drawn(np.exp(logs), choices.plays, random)
        taken[choices.rounds] = chosen
        signs = np.where(choices.movers % 2, -1, 1).astype(np.float32)
        steps.append((choices.rounds, signs, signs * critic.values(choices.tables)))
        parts.append((choices.plays, chosen, choices.inputs, logs, choices.tables))
    advantages: list[Singles] = []
    targets: list[Singles] = []
    # From here on all is as the first side sees it, until the sign of the mover is put back.
    following = (lockstep.leads / spread).astype(np.float32)
    carried = np.zeros(lockstep.rounds, np.float32)
    for rounds, signs, values in reversed(steps):
        carried[rounds] = following[rounds] - values + np.float32(CARRIED) * carried[rounds]
        following[rounds] = values
        advantages.insert(0, signs * carried[rounds])
        targets.insert(0, signs * (values + carried[rounds]))
    plays, chosen, inputs, logs, tables = (
        np.concatenate(part) for part in zip(*parts, strict=True)
    )
    return PlayedChoices(
        plays, chosen, inputs, logs, tables, np.concatenate(advantages), np.concatenate(targets)
    )


def _drawn(odds: Singles, plays: Ints, random: np.random.Generator) -> Ints:
    """A play of each choice by its odds."""
    ends = np.cumsum(odds, dtype=np.float64)
    last = np.cumsum(plays)
    begins = np.append(0.0, ends[last[:-1] - 1])
    limits = begins + random.random(len(plays)) * (ends[last - 1] - begins)
    passed = np.add.reduceat(ends <= np.repeat(limits, plays), last - plays, dtype=np.int64)
    return np.minimum(passed, plays - 1)
