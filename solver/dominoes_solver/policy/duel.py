"""Two policies against each other on duplicate deals, each taking what it finds best."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from dominoes_solver.chance import key_of
from dominoes_solver.means import Mean
from dominoes_solver.policy.learning import rounds_by
from dominoes_solver.policy.policy import Policy, phases_of
from dominoes_solver.search.native.choices.feature_list import FEATURES

if TYPE_CHECKING:
    from dominoes_lang.codegen.compiled import Compiled
    from dominoes_lang.setup.ruleset import Setup
    from dominoes_solver.belief.model import Choices


def lead(compiled: Compiled, first: Policy, second: Policy, *, deals: int, seed: int) -> Mean:
    """What the first gains over the second: points a round, by which a side is ahead of the others.

    Each deal is played once for every side, which the first one plays for, and the second for all
    the others. Needs numpy. Raises `NoRound`.
    """
    setup = compiled.setup
    phases = sorted({*first.phases, *second.phases}, reverse=True)
    first, second = (_in_phases(policy, phases) for policy in (first, second))
    casts = [[int(side != own) for side in setup.side_of] for own in range(setup.sides)]
    players = rounds_by(compiled, [first, second])
    payoffs, _ = players.play_rounds(key_of(seed), 0, deals, 1, casts, [False, False])
    leads = []
    for points in (payoffs[:, :, 0] * setup.sign).tolist():
        ahead = [
            row[own] - (sum(row) - row[own]) / (setup.sides - 1) for own, row in enumerate(points)
        ]
        leads.append(sum(ahead) / setup.sides)
    return Mean.of(leads)


def heaviest(setup: Setup) -> Policy:
    """The policy of the bot `heaviest`, the tile with the most pips; of equal ones the first."""
    phases = phases_of(setup)
    weights = {"value": (1.0,) * (1 + len(phases))}
    return Policy(**Policy.made_for(setup), weights=weights, phases=phases)


def by_choices(model: Choices, setup: Setup) -> Policy:
    """The policy that takes what a model of choices finds likeliest, in the phases of the model."""
    rows = [model.weights(tiles) for tiles in (setup.hand_size, *model.phases)]
    weights = dict(zip(FEATURES, zip(*rows, strict=True), strict=True))
    return Policy(**Policy.made_for(setup), weights=weights, phases=model.phases)


def _in_phases(policy: Policy, phases: Sequence[int]) -> Policy:
    """The same policy with more phases, those of its own among them: it plays as before."""
    kept = [0]
    for fewest in phases:
        of_own = enumerate(policy.phases, 1)
        kept.append(next((row for row, least in of_own if fewest >= least), len(policy.phases)))
    weights = {name: tuple(row[place] for place in kept) for name, row in policy.weights.items()}
    return replace(policy, weights=weights, phases=tuple(phases))
