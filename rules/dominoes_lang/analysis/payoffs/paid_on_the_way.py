"""How many points a round can have paid on the way: interval arithmetic over its moments."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import ceil, floor

from dominoes_lang.analysis.payoffs.payoff_bound import times_paid
from dominoes_lang.analysis.payoffs.payoff_range import lowered
from dominoes_lang.analysis.turns.length import length
from dominoes_lang.lowering.certain import Certain
from dominoes_lang.lowering.intervals import Interval, hull
from dominoes_lang.setup.ruleset import Setup
from dominoes_lang.syntax import nodes
from dominoes_lang.syntax.nodes import Moment

Known = Mapping[str, int]


def paid_on_the_way(
    setup: Setup, plays: int, passes: int, draws: int
) -> tuple[int | None, int | None]:
    """The least and the most that a side can have been paid in a round so far; None for no bound.

    plays: the tiles that were played. passes: those in a row since the last of them.
    """
    round_length = length(setup)
    in_a_row = None if round_length is None else round_length.passes_in_a_row
    moments: dict[Moment, list[Known] | None] = {
        Moment.THE_DEAL: [{}],
        Moment.AFTER_PLAY: [{"plays": number + 1} for number in range(plays)],
        Moment.AFTER_DRAW: [{}] * draws,
        Moment.AFTER_PASS: None
        if in_a_row is None
        else [*_passes(1 - setup.shape.begun, plays, passes, in_a_row)],
    }
    total = Interval.of(0)
    for award in setup.in_play:
        known = moments[award.moment]
        if known is None:
            return None, None
        for facts in known:
            total += _paid(setup, award, facts)
    low = None if total.low is None else ceil(total.low)
    return low, None if total.high is None else floor(total.high)


def _passes(first: int, plays: int, passes: int, in_a_row: int) -> Iterator[Known]:
    """What is known of every pass that there may have been.

    first: the fewest tiles that had been played before a pass.
    """
    for number in range(first, plays + 1):
        for count in range(1, (passes if number == plays else in_a_row) + 1):
            yield {"plays": number, "passes": count}


def _paid(setup: Setup, award: nodes.AwardClause, known: Known) -> Interval:
    """What an award may have paid one side at a moment of which this is known."""
    facts = {name: Interval.of(number) for name, number in known.items()}
    if award.moment is Moment.AFTER_PLAY:
        facts["passes"] = Interval.of(0)
    certain = Certain(setup, facts)
    nothing = Interval.of(0)
    amounts = [
        amount
        for part in lowered(setup, award)
        if True in certain.truths(part.condition)
        for amount in certain.amounts(part)
    ]
    return hull([nothing, *amounts]) * Interval.of(times_paid(setup, award))
