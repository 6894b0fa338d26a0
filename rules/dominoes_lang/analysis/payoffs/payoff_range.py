"""The least and the most that a round can pay each side, and all sides together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain

from dominoes_lang.analysis.payoffs.abstract import Ending, meaning_of
from dominoes_lang.analysis.payoffs.holdings import Holdings
from dominoes_lang.analysis.turns.length import length
from dominoes_lang.lowering.certain import Certain
from dominoes_lang.lowering.intervals import Interval, hull
from dominoes_lang.lowering.lower import Award, LoweredRow, Lowering
from dominoes_lang.lowering.program import Type, Value
from dominoes_lang.setup.ruleset import Setup
from dominoes_lang.syntax import nodes
from dominoes_lang.syntax.nodes import Moment
from dominoes_lang.table.state import NOBODY

ZERO = Interval.of(0)


@dataclass(frozen=True)
class ScoreBounds:
    """The bounds of a round's payoff, for each side and for all sides together."""

    sides: tuple[Interval, ...]
    total: Interval


def score_bounds(setup: Setup) -> ScoreBounds:
    """The bounds of a round's payoff. An end is None if the rules set no bound."""
    holdings = Holdings(setup)
    rows = [
        _won(setup, ending) if setup.counts_wins else paid(holdings, ending)
        for ending in endings(holdings)
    ]
    if setup.match.checked and not setup.counts_wins:
        rows.append(ScoreBounds((ZERO,) * setup.sides, ZERO))  # cut short, it pays nothing more
    if setup.tricks is not None and not setup.tricks.auction.last_must_bid:
        rows.append(ScoreBounds((ZERO,) * setup.sides, ZERO))  # void, since nobody has bid
    more, total = (ZERO, ZERO) if setup.counts_wins else _paid_on_the_way(setup)
    return ScoreBounds(
        tuple(hull(row.sides[side] for row in rows) + more for side in range(setup.sides)),
        hull(row.total for row in rows) + total,
    )


def _paid_on_the_way(setup: Setup) -> tuple[Interval, Interval]:
    """The bounds of what a side, and all sides together, are paid while a round goes on."""
    if not setup.in_play:
        return ZERO, ZERO
    round_length = length(setup)
    side = total = ZERO
    for award in setup.in_play:
        times: dict[Moment, int | None] = {**dict.fromkeys(Moment), Moment.THE_DEAL: 1}
        if round_length is not None:
            times |= {
                Moment.AFTER_PLAY: round_length.plays,
                Moment.AFTER_PASS: round_length.passes,
                Moment.AFTER_DRAW: round_length.draws,
                Moment.AFTER_TRICK: setup.hand_size,
            }
        parts = lowered(setup, award)
        anyhow = Certain(setup)
        amount = hull([ZERO, *chain.from_iterable(map(anyhow.amounts, parts))])
        paid = amount * Interval(0, times[award.moment]) * Interval.of(len(parts))
        side += paid
        total += paid * Interval.of(setup.sides)
    return side, total


@lru_cache(maxsize=16)  # asked again for every award of a setup
def endings(holdings: Holdings) -> tuple[Ending, ...]:
    """Every way in which a round may end, as far as the table of winners allows it."""
    return tuple(_endings(holdings))


def _endings(holdings: Holdings) -> Iterator[Ending]:
    setup = holdings.setup
    rows = Lowering(setup).winner()
    for domino in (True, False) if setup.tricks is None else (True,):
        out = domino and holdings.left_over is not None
        # Where a tile lies before the first turn, a round may end without a play.
        nobody = [NOBODY] if setup.shape.begun and not out else []
        for finisher in (*setup.playing, *nobody):
            before = meaning_of(holdings, Ending(domino, finisher, NOBODY))
            for winner in sorted(possible_winners(before, rows)):
                yield Ending(domino, finisher, winner)


def possible_winners(meaning: Certain, rows: Sequence[LoweredRow]) -> set[int]:
    """The sides that may win by these rows, the table of winners; `NOBODY` for a tie."""
    winners: set[int] = set()
    for row in rows:
        truths = meaning.truths(row.condition)
        if True in truths:
            winners |= meaning.meant_by(row.value)
        if truths == {True}:
            break
    return winners


def _won(setup: Setup, ending: Ending) -> ScoreBounds:
    won = [Interval.of(int(side == ending.winner)) for side in range(setup.sides)]
    return ScoreBounds(tuple(won), Interval.of(int(ending.winner != NOBODY)))


def paid(holdings: Holdings, ending: Ending) -> ScoreBounds:
    """The points that the awards pay each side in one ending, and all sides together."""
    setup = holdings.setup
    meaning = meaning_of(holdings, ending)
    sides, total = [ZERO] * setup.sides, ZERO
    for award in setup.awards:
        for payment in payments(meaning, holdings.lowered(award)):
            sides = [old + new for old, new in zip(sides, payment.sides, strict=True)]
            total += payment.total
    return ScoreBounds(tuple(sides), total)


def payments(meaning: Certain, parts: Sequence[Award]) -> Iterator[ScoreBounds]:
    """The payments of one award in one ending, one for each of its bindings."""
    for award in parts:
        truths = meaning.truths(award.condition)
        amounts = list(meaning.amounts(award)) if True in truths else []
        if not amounts:
            continue
        amount = hull(amounts)
        groups = _sides(meaning, award.to)
        maybe = [ZERO] if False in truths else []
        yield ScoreBounds(
            tuple(
                hull(maybe + [amount if side in group else ZERO for group in groups])
                for side in range(meaning.setup.sides)
            ),
            hull(maybe + [amount * Interval.of(len(group)) for group in groups]),
        )


def _sides(meaning: Certain, to: Value) -> set[frozenset[int]]:
    """The groups of sides that may be paid."""
    meant = meaning.meant_by(to)
    if to.type is not Type.SEATS:
        return {frozenset({receiver} - {NOBODY}) for receiver in meant}
    side_of = meaning.setup.side_of
    return {
        frozenset(side for seat, side in enumerate(side_of) if mask >> seat & 1) for mask in meant
    }


@lru_cache(maxsize=1_000)
def lowered(setup: Setup, award: nodes.AwardClause) -> tuple[Award, ...]:
    """An award for each of the players or sides that it goes through."""
    return tuple(bound.award(award) for bound in Lowering(setup).bindings(award))
