"""Two policies against each other on duplicate deals, each taking what it finds best."""

from __future__ import annotations

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
    the others. Both must have the same phases. Needs numpy. Raises `NoRound`.
    """
    setup = compiled.setup
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
    """The policy that takes what a model of choices finds likeliest."""
    phases = phases_of(setup)
    rows = [model.weights(fewest) for fewest in (phases[0], *phases)]
    weights = dict(zip(FEATURES, zip(*rows, strict=True), strict=True))
    return Policy(**Policy.made_for(setup), weights=weights, phases=phases)
