"""Property tests of any ruleset: strategies, invariants, state machines. Needs Hypothesis.

>>> import dominoes_rules as dr
>>> from hypothesis import given
>>> from dominoes_rules import testing
>>> block = dr.variant("block")
>>> @given(testing.rounds(block, finished=True))
... def test_somebody_has_laid_a_tile(game):
...     testing.check_throughout(game)
...     assert game.state.plays > 0
>>> test_somebody_has_laid_a_tile()
>>> TestBlock = testing.state_machine(block)

"""

try:
    import hypothesis as _hypothesis  # noqa: F401 (all of the below needs it)
except ModuleNotFoundError as _missing:
    raise ModuleNotFoundError(
        "dominoes_rules.testing needs Hypothesis, which is not installed: "
        "pip install 'dominoes-rules[testing]'",
        name=_missing.name,
    ) from None

from dominoes_rules.testing.composing import rulesets
from dominoes_rules.testing.composing_tricks import trick_rulesets
from dominoes_rules.testing.invariants import (
    STANDARD,
    Invariant,
    check,
    check_throughout,
    ends_fit,
    file_invariants_hold,
    interpreter_agrees,
    no_tile_is_lost,
    points_are_bounded,
    records_read_back,
    somebody_can_move,
    text_reads_back,
)
from dominoes_rules.testing.machines import state_machine
from dominoes_rules.testing.strategies import deals, matches, positions, rounds, tiles

__all__ = [
    "STANDARD",
    "Invariant",
    "check",
    "check_throughout",
    "deals",
    "ends_fit",
    "file_invariants_hold",
    "interpreter_agrees",
    "matches",
    "no_tile_is_lost",
    "points_are_bounded",
    "positions",
    "records_read_back",
    "rounds",
    "rulesets",
    "somebody_can_move",
    "state_machine",
    "text_reads_back",
    "tiles",
    "trick_rulesets",
]
