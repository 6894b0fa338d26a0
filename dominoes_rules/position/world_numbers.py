"""Numbers of worlds in words, with what has to be known of worlds that can't be counted."""

from __future__ import annotations

from dominoes_solver.evidence.evidence import Evidence

LONG_COUNT = 18
"""Digits of a number of worlds, from which it is shown as a power of ten."""
BY_SWAPS = "swaps"
"""How worlds were drawn if they can't be counted, in answers for programs."""


def slow_swaps(evidence: Evidence, worlds: int) -> str | None:
    """A warning if these worlds drawn by swaps are only as good as far fewer; otherwise None."""
    if evidence.count is not None or not evidence.swaps.slow:
        return None
    independent = max(1, round(worlds / evidence.variance_factor))
    return (
        f"the swaps mix slowly: {worlds:,} worlds are as good as about {independent:,} independent "
        "ones"
    )


def how_many(evidence: Evidence) -> str:
    """`12 worlds fit`, in words for any count."""
    count = evidence.count
    if count is None:
        return f"more worlds fit than can be counted: {evidence.uncounted}"
    return f"{shown_count(count)} {'world fits' if count == 1 else 'worlds fit'}"


def shown_count(count: int) -> str:
    """A number of worlds as digits; of a long one its power of ten."""
    power = len(str(count)) - 1
    return f"{count:,}" if power < LONG_COUNT else f"more than 10^{power}"
