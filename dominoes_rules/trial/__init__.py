"""A ruleset put to the test: its examples, its invariants, small scopes, random rounds two ways."""

from dominoes_rules.trial.outcome import Outcome
from dominoes_rules.trial.rounds import (
    try_example,
    try_examples,
    try_invariant,
    try_matches,
    try_rounds,
)

__all__ = [
    "Outcome",
    "try_example",
    "try_examples",
    "try_invariant",
    "try_matches",
    "try_rounds",
]
