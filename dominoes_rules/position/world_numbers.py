"""Numbers of worlds in words, with what has to be known of worlds that can't be counted."""

from __future__ import annotations

from dominoes_rules.speech.speech import ENGLISH, Speech
from dominoes_solver.evidence.evidence import Evidence

LONG_COUNT = 18
"""Digits of a number of worlds, from which it is shown as a power of ten."""
BY_SWAPS = "swaps"
"""How worlds were drawn if they can't be counted, in answers for programs."""


def slow_swaps(evidence: Evidence, worlds: int, speech: Speech = ENGLISH) -> str | None:
    """A warning if these worlds drawn by swaps are only as good as far fewer; otherwise None."""
    if evidence.count is not None or not evidence.swaps.slow:
        return None
    independent = max(1, round(worlds / evidence.variance_factor))
    return speech.text(
        "the swaps mix slowly: {worlds:,} worlds are as good as about {independent:,} independent "
        "ones",
        worlds=worlds,
        independent=independent,
    )


def how_many(evidence: Evidence, speech: Speech = ENGLISH) -> str:
    """`12 worlds fit`, in words for any count."""
    count = evidence.count
    if count is None:
        why = speech.text(evidence.uncounted)
        return speech.text("more worlds fit than can be counted: {why}", why=why)
    shown = shown_count(count, speech)
    return speech.plural("{shown} world fits", "{shown} worlds fit", count, shown=shown)


def shown_count(count: int, speech: Speech = ENGLISH) -> str:
    """A number of worlds as digits; of a long one its power of ten."""
    power = len(str(count)) - 1
    return f"{count:,}" if power < LONG_COUNT else speech.text("more than 10^{power}", power=power)
