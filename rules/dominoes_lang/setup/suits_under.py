"""The suits of a game of tricks, which depend on the trump."""

from __future__ import annotations

from dominoes_lang.setup.ruleset import Setup
from dominoes_lang.table.suits import Suits
from dominoes_lang.table.tricks import Tricks


def suits_under(setup: Setup, trump: int) -> Suits:
    """The suits of a game of tricks under a trump, made once for each."""
    rules = setup.layout.rules
    assert isinstance(rules, Tricks), "other games have no suits"
    return rules.suits(trump)
