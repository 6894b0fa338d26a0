"""How many points a round can have paid on the way: interval arithmetic over its moments."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import ceil, floor

from dominoes_lang.analysis.payoffs.payoff_bound import times_paid
from dominoes_lang.analysis.sizes import between, in_a_round
from dominoes_lang.analysis.turns.length import length
from dominoes_lang.lowering.intervals import Interval, hull
from dominoes_lang.setup.partial import reduced
from dominoes_lang.setup.ruleset import Setup
from dominoes_lang.syntax import nodes
from dominoes_lang.syntax.nodes import Fact, Moment

Known = Mapping[Fact, int]


def paid_on_the_way(
    setup: Setup, plays: int, passes: int, draws: int
) -> tuple[int | None, int | None]:
    """The least and the most that a side can have been paid in a round so far; None for no bound.

    plays: the tiles on the table. passes: those in a row since the last of them.
    """
    found = length(setup)
    in_a_row = None if found is None else found.passes_in_a_row
    moments: dict[Moment, list[Known] | None] = {
        Moment.AFTER_PLAY: [{Fact.PLAYS: number + 1} for number in range(plays)],
        Moment.AFTER_DRAW: [{}] * draws,
        Moment.AFTER_PASS: None if in_a_row is None else [*_passes(plays, passes, in_a_row)],
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


def _passes(plays: int, passes: int, in_a_row: int) -> Iterator[Known]:
    """What is known of every pass that there may have been."""
    for number in range(1, plays + 1):
        for count in range(1, (passes if number == plays else in_a_row) + 1):
            yield {Fact.PLAYS: number, Fact.PASSES_IN_A_ROW: count}


def _paid(setup: Setup, award: nodes.AwardClause, known: Known) -> Interval:
    """What an award may have paid one side at a moment of which this is known."""
    facts = {Fact.PLAYERS: setup.seats, **known}
    if award.moment is Moment.AFTER_PLAY:
        facts[Fact.PASSES_IN_A_ROW] = 0

    def read(node: nodes.Node) -> nodes.Node:
        if isinstance(node, nodes.Read) and node.fact in facts:
            return nodes.Number(facts[node.fact], span=node.span)
        return node

    def is_no(condition: nodes.Expression | None) -> bool:
        if condition is None:
            return False
        short = reduced(nodes.changed(condition, read), lambda _: None)
        return isinstance(short, nodes.YesNo) and not short.value

    nothing = Interval.of(0)
    if is_no(award.condition):
        return nothing
    leaf = in_a_round(setup)
    rows = [row for row in award.amount.rows if not is_no(row.condition)]
    amount = hull([nothing, *(between(nodes.changed(row.value, read), leaf) for row in rows)])
    return amount * Interval.of(times_paid(setup, award))
