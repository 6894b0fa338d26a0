"""The features of an action that a policy weighs, each with its number: the one list of them.

They are those of a model of choices, and some more. Plain Python writes them by these numbers in
`policy/policy_features.py`, machine code in `policy_numbers.py`.
"""

from __future__ import annotations

from dominoes_solver.search.native.choices.feature_list import FEATURES

SHARED = len(FEATURES)
"""The first so many are those of a model of choices."""
POLICY_FEATURES: dict[str, str] = dict(FEATURES)
"""Every feature by its name, in words. Numbers of tiles are divided by the size of a dealt hand."""


def _feature(name: str, words: str) -> int:
    """Add a feature to those so far; its number."""
    POLICY_FEATURES[name] = words
    return len(POLICY_FEATURES) - 1


NEXT_ODDS = _feature(
    "next odds", "the probability that the next player can't play then, all unseen tiles alike"
)
PARTNER_ODDS = _feature("partner odds", "the same of the partner")
BEFORE_ODDS = _feature("before odds", "the same of the player before")
UNSEEN_OPENED = _feature("unseen opened", "unseen tiles that fit the number opened")
OWN_DOUBLE = _feature("own double", "the double of the number opened is among the own tiles left")
OWN_OPENED = _feature("own opened", "own plays so far that opened the number opened")
NEXT_OPENED = _feature("next opened", "plays of the next player that opened it")
PARTNER_OPENED = _feature("partner opened", "plays of the partner that opened it")
BEFORE_OPENED = _feature("before opened", "plays of the player before that opened it")
NUMBER = _feature("number", "the number opened, of the highest")
RUN = _feature(
    "run", "the longest run of own tiles left from the number opened, as far as it is looked for"
)
OWN_RUN = _feature("own run", "the same from the end of the own train")
OWN_TRAIN = _feature("own train", "the tile is laid on the own train")
NEXT_NUMBERS = _feature("next numbers", "the numbers then open to the next player, of all")
STOP = _feature("stop", "the action ends the turn")
ASIDE_VALUE = _feature("aside value", "the value of a tile laid aside, of the largest in the set")
ASIDE_DOUBLE = _feature("aside double", "a tile laid aside is a double")
ASIDE_ALIKE = _feature("aside alike", "own tiles left that share a half with a tile laid aside")
POLICY_FEATURE_COUNT = len(POLICY_FEATURES)

LONGEST_LOOK = 60
"""Tiles laid in thought while the longest run is looked for."""
