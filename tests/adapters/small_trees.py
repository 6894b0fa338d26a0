"""Games on small tile sets, whose whole tree can be walked."""

from __future__ import annotations

import dominoes_rules as dr
from dominoes_rules import library
from dominoes_rules.trial.scope import Scope, small


def registered(variant: str, highest: int, hand: int, seats: int = 2) -> str:
    """The name in OpenSpiel of a bundled game on a small set."""
    # Imported here because this file is read where OpenSpiel is not installed, too.
    from dominoes_rules.adapters.open_spiel import register

    ruleset = dr.variant(variant)
    setup = library.compiled(ruleset, seats, None).setup
    rules, values = small(ruleset, setup, Scope(highest, hand))
    name = f"small_{variant}_{seats}_{highest}_{hand}"
    return register(rules, seats=seats, parameters=values, name=name)
