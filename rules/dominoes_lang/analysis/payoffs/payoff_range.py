"""The least and the most that a round can pay each side, and all sides together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from dominoes_lang.analysis.payoffs.abstract import Ending, Meaning, Seats
from dominoes_lang.analysis.payoffs.holdings import Holdings
from dominoes_lang.analysis.sizes import between, in_a_round
from dominoes_lang.analysis.turns.length import length
from dominoes_lang.lowering.intervals import Interval, hull
from dominoes_lang.setup.ruleset import Goal, Setup
from dominoes_lang.syntax import nodes
from dominoes_lang.syntax.nodes import Expression, Moment, Role
from dominoes_lang.table.state import NOBODY

ZERO = Interval.of(0)


@dataclass(frozen=True)
class ScoreBounds:
    """The bounds of a round's payoff, for each side and for all sides together."""

    sides: tuple[Interval, ...]
    total: Interval


def score_bounds(setup: Setup) -> ScoreBounds:
    """The bounds of a round's payoff. An end is None where the rules set no bound."""
    holdings = Holdings(setup)
    rows = [
        paid(holdings, ending) if setup.goal is not Goal.WINS else _won(setup, ending)
        for ending in endings(holdings)
    ]
    if setup.checked and setup.goal is not Goal.WINS:
        rows.append(ScoreBounds((ZERO,) * setup.sides, ZERO))  # cut short, it pays nothing more
    more, total = _paid_on_the_way(setup) if setup.goal is not Goal.WINS else (ZERO, ZERO)
    return ScoreBounds(
        tuple(hull(row.sides[side] for row in rows) + more for side in range(setup.sides)),
        hull(row.total for row in rows) + total,
    )


def _paid_on_the_way(setup: Setup) -> tuple[Interval, Interval]:
    """The bounds of what a side, and all sides together, are paid while a round goes on."""
    if not setup.in_play:
        return ZERO, ZERO
    found = length(setup)
    side = total = ZERO
    for award in setup.in_play:
        times: dict[Moment, int | None] = dict.fromkeys(Moment)
        if found is not None:
            times |= {
                Moment.AFTER_PLAY: found.plays,
                Moment.AFTER_PASS: found.passes,
                Moment.AFTER_DRAW: found.draws,
            }
        amount = hull([ZERO, *(between(row.value, in_a_round(setup)) for row in award.amount.rows)])
        each = len(bindings(setup, award))
        paid = amount * Interval(0, times[award.moment]) * Interval.of(each)
        side += paid
        total += paid * Interval.of(setup.sides)
    return side, total


def endings(holdings: Holdings) -> Iterator[Ending]:
    """Every way in which a round may end, as far as the table of winners allows it."""
    setup = holdings.setup
    for domino in (True, False):
        for finisher in range(setup.seats):
            before = Meaning(holdings, Ending(domino, finisher, NOBODY))
            winners: set[int] = set()
            for row in setup.winner.rows:
                truths = before.truths(row.condition)
                if True in truths:
                    winners |= {group[0] if group else NOBODY for group in before.sides(row.value)}
                if truths == {True}:
                    break
            for winner in sorted(winners):
                yield Ending(domino, finisher, winner)


def _won(setup: Setup, ending: Ending) -> ScoreBounds:
    won = [Interval.of(int(side == ending.winner)) for side in range(setup.sides)]
    return ScoreBounds(tuple(won), Interval.of(int(ending.winner != NOBODY)))


def paid(holdings: Holdings, ending: Ending) -> ScoreBounds:
    """The points that the awards pay each side in one ending, and all sides together."""
    setup = holdings.setup
    sides, total = [ZERO] * setup.sides, ZERO
    for award in setup.awards:
        for payment in payments(holdings, ending, award, bindings(setup, award)):
            sides = [old + new for old, new in zip(sides, payment.sides, strict=True)]
            total += payment.total
    return ScoreBounds(tuple(sides), total)


def payments(
    holdings: Holdings,
    ending: Ending,
    award: nodes.AwardClause,
    each: Sequence[Seats | None],
    everyone: Expression | None = None,
) -> Iterator[ScoreBounds]:
    """The payments of one award in one ending, one for `each` of its bindings.

    It pays those that the award names, or else `everyone`.
    """
    for them in each:
        meaning = Meaning(holdings, ending, them)
        truths = meaning.truths(award.condition)
        amounts = list(_amounts(meaning, award.amount.rows)) if True in truths else []
        if not amounts:
            continue
        amount = hull(amounts)
        groups = meaning.sides(everyone or award.to)
        maybe = [ZERO] if False in truths else []
        yield ScoreBounds(
            tuple(
                hull(maybe + [amount if side in group else ZERO for group in groups])
                for side in range(holdings.setup.sides)
            ),
            hull(maybe + [amount * Interval.of(len(group)) for group in groups]),
        )


def _amounts(meaning: Meaning, rows: Sequence[nodes.Row]) -> Iterator[Interval]:
    for row in rows:
        truths = meaning.truths(row.condition)
        if True in truths:
            yield meaning.amount(row.value)
        if truths == {True}:
            return


def bindings(setup: Setup, award: nodes.AwardClause) -> Sequence[Seats | None]:
    """The players or sides that `each player` or `each side` refers to, one after another."""
    if award.each is Role.EACH_PLAYER:
        return [(seat,) for seat in range(setup.seats)]
    return setup.players_of if award.each is Role.EACH_SIDE else [None]
