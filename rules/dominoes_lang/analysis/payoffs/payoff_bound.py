"""How many points a round can still pay: interval arithmetic over the awards."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from math import ceil

from dominoes_lang.analysis.payoffs.payoff_range import lowered
from dominoes_lang.analysis.turns.length import length
from dominoes_lang.lowering.certain import Certain
from dominoes_lang.lowering.intervals import Interval, hull
from dominoes_lang.setup.arithmetic import Amount
from dominoes_lang.setup.ruleset import Goal, Setup
from dominoes_lang.syntax import nodes
from dominoes_lang.syntax.nodes import Moment, Role
from dominoes_lang.table.state import State

UNBOUNDED = 10**9


def bound(setup: Setup) -> Callable[[int], int]:
    """A function from the pips not yet laid to the most that the rest of a round can pay.

    For two sides that is the largest difference, for more the largest payoff of one side; either
    way its size, without a sign. `UNBOUNDED` where the awards set no limit.
    """
    if setup.counts_wins:
        return lambda pips: 1
    if setup.in_play:
        return lambda pips: UNBOUNDED

    def most(pips: int) -> int:
        total: Amount = 0
        for award in setup.awards:
            size = _amount(setup, award, pips).size
            if size is None:
                return UNBOUNDED
            total += size * times_paid(setup, award)
        return min(UNBOUNDED, ceil(total))

    return most


def winner_takes_all(setup: Setup) -> bool:
    """Whether a round pays the winner alone, who wants it, and never takes points from it."""
    if not setup.layout.is_line:
        return False
    if setup.counts_wins:
        return True
    return not (setup.in_play or setup.match.overshoot_ignored or unusual_aims(setup))


def unusual_aims(setup: Setup) -> set[str]:
    """Why a side may not want what it wants in most games, in words; empty where it does.

    In most games it wants the most wins or points, the winner is paid at the end of a round, and no
    play pays the opponents or takes points.
    """
    if setup.counts_wins:
        return set()
    reasons = {"the fewest points win"} if setup.goal is Goal.FEWEST else set()
    for award in (*setup.awards, *setup.in_play):
        low = _amount(setup, award).low
        to_winner = award.to == nodes.Who(Role.WINNER, span=award.span)
        to_opponents = isinstance(award.to, nodes.Related) and award.to.relation == "opponents"
        takes = low is None or low < 0
        usual = {Moment.ROUND_END: to_winner, Moment.AFTER_PLAY: not to_opponents}
        if award.moment in usual and (takes or not usual[award.moment]):
            verb = "may take" if takes else "pays"
            reasons.add(f"an award {verb}: {award.to.span.words}")
    return reasons


def only_losers_pay(setup: Setup) -> bool:
    """Whether it takes all, and the pips in its own hand count for nothing."""
    losers = nodes.Related(
        "opponents", nodes.Who(Role.WINNER, span=setup.domino.span), span=setup.domino.span
    )
    return winner_takes_all(setup) and all(
        node.who == losers
        for award in setup.awards
        for node in nodes.walk(award.amount)
        if isinstance(node, nodes.Held) and node.measure == "pips"
    )


def most_still_paid(setup: Setup, state: State) -> int | None:
    """No side can be paid more than this in the rest of a round; None for no bound."""
    held = sum(hand.bit_count() for hand in state.hands) + len(state.stock)
    times = {
        Moment.ROUND_END: 1,
        Moment.THE_DEAL: 0,
        Moment.AFTER_PLAY: held,
        Moment.AFTER_TRICK: held,
        Moment.AFTER_DRAW: len(state.stock),
    }
    total: Amount = 0
    for award in (*setup.awards, *setup.in_play):
        most = _amount(setup, award).high
        often = times.get(award.moment, _most_passes(setup))
        if most is None or often is None:
            return None
        total += max(0, most) * often * times_paid(setup, award)
    return ceil(total)


@lru_cache(maxsize=64)
def _most_passes(setup: Setup) -> int | None:
    """The most passes in a round; None for no bound."""
    round_length = length(setup)
    return None if round_length is None else round_length.passes


def times_paid(setup: Setup, award: nodes.AwardClause) -> int:
    """How often one award may be paid to one side."""
    if award.each is Role.EACH_PLAYER:
        return setup.seats
    return setup.sides if award.each is Role.EACH_SIDE else 1


def _amount(setup: Setup, award: nodes.AwardClause, pips: int | None = None) -> Interval:
    """The bounds of an award while no more than `pips` are left."""
    certain = Certain(setup, {} if pips is None else {"pips": Interval(0, pips)})
    return hull(certain.amount(exact) for part in lowered(setup, award) for exact in part.exact)
