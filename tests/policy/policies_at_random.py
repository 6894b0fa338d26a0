"""What the tests of policies share: policies that nobody would learn, and settings to try them."""

from __future__ import annotations

from random import Random

from dominoes_lang.codegen.compiled import Compiled
from dominoes_lang.setup.ruleset import Setup
from dominoes_rules import library
from dominoes_solver.policy.policy import Policy, phases_of
from dominoes_solver.search.native.policies.policy_list import POLICY_FEATURES

OF_EACH_KIND = (
    ("draw_one", 2), ("bergen", 3), ("partnership", 4), ("matador", 4), ("one_armed_pete", 5),
    ("all_fives", 2), ("chicken_foot", 4), ("cyprus", 5), ("sebastopol", 4), ("spinner", 3),
    ("mexican_train", 4), ("basic_trains", 4),
)  # fmt: skip
"""Settings of every layout, of draws and payments, of one side a seat and of several."""


def policy_at_random(setup: Setup, seed: int) -> Policy:
    """A policy whose every weight is drawn."""
    random, phases = Random(seed), phases_of(setup)
    weights = {
        name: tuple(random.gauss(0, 1) for _ in range(1 + len(phases))) for name in POLICY_FEATURES
    }
    return Policy(**Policy.made_for(setup), weights=weights, phases=phases)


def rules_of(name: str, seats: int) -> Compiled:
    """The functions of a bundled setting."""
    return library.compiled(library.find(name), seats)
