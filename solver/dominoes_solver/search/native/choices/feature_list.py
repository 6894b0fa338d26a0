"""The features of an action and the inputs of a net, each with its number: the one list of both.

Plain Python writes them by these numbers in `belief/features.py` and `belief/net_inputs.py`,
machine code in `action_odds.py` and `net_odds.py`. Plain constants, which numba builds into the
kernels.
"""

from __future__ import annotations

from itertools import combinations

from dominoes_solver.shown_facts import COUNT_BITS as COUNT_BITS  # of both lists

MOST_COUNTED = (1 << COUNT_BITS) - 1
LATE = 2
"""An opponent with so many tiles may soon be out."""

FEATURES: dict[str, str] = {}
"""Every feature by its name, in words. Numbers of tiles are divided by the size of a dealt hand."""


def _feature(name: str, words: str) -> int:
    """Add a feature to those so far; its number."""
    FEATURES[name] = words
    return len(FEATURES) - 1


VALUE = _feature("value", "the value of the tile, of the largest in the set")
DOUBLE = _feature("double", "the tile is a double")
FIT_NEW_ENDS = _feature("fit new ends", "own tiles left that fit the new ends")
WITH_NEW = _feature("with new number", "own tiles left that fit the number opened")
WITH_COVERED = _feature("with covered number", "own tiles left that fit the number covered")
SHARE_A_HALF = _feature("share a half", "own tiles left that fit one of its halves")
STUCK_NEXT = _feature("stuck next", "no own tile left fits the new ends")
ENDS_ALIKE = _feature("ends alike", "all new ends show one number")
NEXT_STUCK = _feature("next stuck", "the next player certainly can't play")
NEXT_VOID = _feature(
    "next void", "the share of numbers then open that the next player certainly can't match"
)
PARTNER_STUCK = _feature("partner stuck", "the partner certainly can't play")
PARTNER_VOID = _feature(
    "partner void", "the share of numbers then open that the partner certainly can't match"
)
BEFORE_VOID = _feature(
    "before void", "the share of numbers then open that the player before certainly can't match"
)
UNSEEN_FIT = _feature("unseen fit", "unseen tiles that fit the new ends")
COVERS_OPPONENT = _feature("covers opponent", "the end covered was made by an opponent")
COVERS_PARTNER = _feature("covers partner", "the end covered was made by the partner")
COVERS_OWN = _feature("covers own", "the end covered was made by the mover")
NO_OTHER_LEFT = _feature("no other left", "no unseen tile fits the number opened")
VALUE_LATE = _feature(
    "value late", "the value of the tile, where an opponent holds two tiles or fewer"
)
OF_PLAYS = len(FEATURES)
"""The first so many are of plays; of the others those up to `POINTS` are of draws and passes."""
DRAW = _feature("draw", "the action is a draw")
PASS = _feature("pass", "the action is a pass")
COULD_PLAY = _feature("could play", "for a draw or a pass: own tiles that fit the ends")
POINTS = _feature("points", "what the play pays at once, of the value of the heaviest tile")
"""The feature that only games have in which a play is paid at once."""
FEATURE_COUNT = len(FEATURES)

INPUTS = {name: FEATURES[name] for name in tuple(FEATURES)[:OF_PLAYS]}
"""Every input of a net by its name, in words."""


def _input(name: str, words: str) -> int:
    """Add an input to those so far; its number."""
    INPUTS[name] = words
    return len(INPUTS) - 1


LEFT = _input("left", "own tiles left")
LEFT_VALUE = _input("left value", "the value of the own tiles left, of so many of the largest")
UNSEEN_LEFT = _input("unseen left", "the unseen tiles")
UNSEEN_VALUE = _input("unseen value", "the mean value of an unseen tile, of the largest")
OPENS = _input("opens", "the table is empty")
OTHER_BY_OPPONENT = _input("other by opponent", "the other end was made by an opponent")
OTHER_BY_PARTNER = _input("other by partner", "the other end was made by the partner")
OTHER_BY_MOVER = _input("other by mover", "the other end was made by the mover")

_OF_A_SEAT = {
    "size": "tiles in the hand of {}",
    "stuck odds": "the probability that {} can't play on the new ends, all unseen tiles alike",
    "short odds": "the probability that {} has no tile for the number opened",
}
SIZE, STUCK_ODDS, SHORT_ODDS = range(len(_OF_A_SEAT))
_OF_A_NUMBER = {
    "own": "own tiles left that fit {}",
    "unseen": "unseen tiles that fit {}",
    "next void": "the next player certainly has no tile for {}",
    "partner void": "the partner certainly has no tile for {}",
    "before void": "the player before certainly has no tile for {}",
    "double": "the double of {} is among the own tiles left",
    "own plays": "own plays so far that opened {}",
    "next plays": "plays of the next player that opened {}",
    "partner plays": "plays of the partner that opened {}",
    "before plays": "plays of the player before that opened {}",
}
_MORE_OF_A_NUMBER = {
    "pips": "the pips of {}, of the most on a half",
    "unseen double": "the double of {} is unseen",
    "own void": "the mover has shown to have no tile for {}",
}
OWN, UNSEEN, VOIDS, _, _, OWN_DOUBLE, OWN_PLAYS, PLAYS, _, _ = range(len(_OF_A_NUMBER))
"""Of `VOIDS` and `PLAYS` there is one for each of the seats below."""
_SEATS = {"next": "the next player", "partner": "the partner", "before": "the player before"}
_NUMBERS = {
    "opened": "the number opened",
    "other": "the number of the other end",
    "covered": "the number covered",
}
RESTS = "first", "second", "third", "fourth", "fifth", "sixth"
_NUMBERS |= {f"{rest} rest": f"the {rest} of all other numbers" for rest in RESTS}
SEEN_NUMBERS = len(_NUMBERS)
"""The three numbers of a play, then the others: first those that most own tiles left fit, of these
those that most unseen tiles fit, of these the lowest."""
PIPS, UNSEEN_DOUBLE, OWN_VOID = range(len(_MORE_OF_A_NUMBER))
SEAT_INPUTS, NUMBER_INPUTS = len(_OF_A_SEAT), len(_OF_A_NUMBER)
MORE_NUMBER_INPUTS = len(_MORE_OF_A_NUMBER)
"""For each of these seats, and then of these numbers, so many inputs, from here on."""
OF_SEATS = len(INPUTS)
INPUTS |= {
    f"{seat} {name}": words.format(whom)
    for seat, whom in _SEATS.items()
    for name, words in _OF_A_SEAT.items()
}
OF_NUMBERS = len(INPUTS)
INPUTS |= {
    f"{number} {name}": words.format(which)
    for number, which in _NUMBERS.items()
    for name, words in _OF_A_NUMBER.items()
}
FITTED_INPUTS = OF_NUMBERS + NUMBER_INPUTS * (SEEN_NUMBERS - len(RESTS))
"""The first so many, without those of all other numbers, are enough for a fit to a few thousand
rounds; a net that learns from millions has all."""
OF_MORE = len(INPUTS)
INPUTS |= {
    f"{number} {name}": words.format(which)
    for number, which in _NUMBERS.items()
    for name, words in _MORE_OF_A_NUMBER.items()
}
OF_PAIRS = len(INPUTS)
"""For every two of these numbers, one after the other, as `combinations` has them: an own tile,
then an unseen one."""
INPUTS |= {
    f"{whose} {first} and {second}": f"{words} fits {_NUMBERS[first]} and {_NUMBERS[second]}"
    for first, second in combinations(_NUMBERS, 2)
    for whose, words in (("own", "an own tile left"), ("unseen", "an unseen tile"))
}
INPUT_COUNT = len(INPUTS)
