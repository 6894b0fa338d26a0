"""What `test` tries: examples, invariants, small tile sets, random rounds worked out two ways.

Examples keep the file's own parameters under `--set`, since their numbers are written for them.
"""

from dominoes_rules.trial.exhaustive import try_small_scope
from dominoes_rules.trial.other_parameters import try_other_parameters
from dominoes_rules.trial.parents import try_parents
from dominoes_rules.trial.replaying import try_again
from dominoes_rules.trial.rounds import (
    try_example,
    try_examples,
    try_invariant,
    try_matches,
    try_rounds,
)
from dominoes_rules.trial.trial_outcome import TrialOutcome

__all__ = [
    "TrialOutcome",
    "try_again",
    "try_example",
    "try_examples",
    "try_invariant",
    "try_matches",
    "try_other_parameters",
    "try_parents",
    "try_rounds",
    "try_small_scope",
]
