"""What a round has paid: which award, why, to whom, how much, and after which action."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from dominoes_lang.codegen.compiled import Compiled
from dominoes_lang.english.reasons import Reasons
from dominoes_lang.setup.ruleset import Setup
from dominoes_lang.syntax import nodes
from dominoes_lang.syntax.nodes import MOMENT_AFTER, Moment
from dominoes_lang.table.state import Action, Kind, Over, State


@dataclass(frozen=True)
class Payment:
    """Points that an award has paid a side, or has taken from it."""

    action: int
    """The number of the action, from 1, after which it was paid."""
    award: str
    """The name of the award in the rules."""
    reason: str
    """Why it was paid, in plain English; empty if the name of the award is all there is."""
    side: str
    """The side by the letters of its seats, `A` or `AC`."""
    points: int
    """What it is worth; negative where the side loses points."""
    counts: bool = True
    """Whether the side got it: not where it would have gone beyond the target of the match."""
    at_end: bool = False
    """Whether it was paid for the round as a whole, once that was over."""


def payments(
    compiled: Compiled, states: Sequence[State], actions: Sequence[Action]
) -> Iterator[Payment]:
    """What a round has paid, in order; `states` begins with the one before the first action."""
    setup = compiled.setup
    moments = {award.moment for award in setup.in_play}
    for number, action in enumerate(actions, 1):
        before, after = states[number - 1], states[number]
        moment = MOMENT_AFTER.get(action.kind)
        if moment in moments:
            acted = _as_it_was_paid(setup, before, action, after)
            paid_now = _difference(setup, after.more.paid, before.more.paid)
            awards = [award for award in setup.in_play if award.moment is moment]
            yield from _at_once(compiled, awards, acted, paid_now, number)
    end = states[-1]
    if end.over not in {Over.NO, Over.CUT}:
        paid_now = _difference(setup, compiled.awards(*end), end.more.paid)
        yield from _at_once(compiled, setup.awards, end, paid_now, len(actions))


def unpaid(compiled: Compiled, end: State) -> str:
    """Why a round that somebody won paid nothing at its end; empty if there is no such reason.

    It is the condition of the first award for the winner that was not met.
    """
    setup = compiled.setup
    if compiled.winner(*end) < 0 or end.over == Over.CUT or any(compiled.awards(*end)):
        return ""
    conditions = (award for award in setup.awards if award.condition and award.each is None)
    award = next(conditions, None)
    return "" if award is None else Reasons(setup).refusal(award)


def why_decided(compiled: Compiled, end: State) -> str:
    """Why a blocked round has this winner, or none; empty if the end of the round says it."""
    if end.over != Over.BLOCKED:
        return ""
    rows = compiled.setup.winner.rows
    row = next(
        number
        for number, case in enumerate(rows)
        if case.condition is None or compiled.condition(case.condition)(*end)
    )
    return Reasons(compiled.setup).decision(row, won=compiled.winner(*end) >= 0)


def _at_once(
    compiled: Compiled,
    awards: Sequence[nodes.AwardClause],
    state: State,
    shares: Sequence[int],
    number: int,
) -> Iterator[Payment]:
    """What these awards pay in a state; `shares` is what each side got of it."""
    paid = [(award, compiled.paid_by(award)(*state)) for award in awards]
    totals = [sum(points[side] for _, points in paid) for side in range(compiled.setup.sides)]
    for award, points in paid:
        for side, amount in enumerate(points):
            if amount:
                yield Payment(
                    number,
                    award.name,
                    _reason(compiled, award, state),
                    compiled.setup.side_names[side],
                    amount,
                    counts=shares[side] == totals[side],
                    at_end=award.moment is Moment.ROUND_END,
                )


def _reason(compiled: Compiled, award: nodes.AwardClause, state: State) -> str:
    reasons = Reasons(compiled.setup)
    if award.each is not None:
        # Which row holds, and what it measures, is another for each of those who are paid.
        return reasons.reason(award, 0, None) if len(award.amount.rows) == 1 else ""
    row = next(
        number
        for number, case in enumerate(award.amount.rows)
        if case.condition is None or compiled.condition(case.condition)(*state)
    )
    return reasons.reason(award, row, lambda amount: compiled.amount(amount)(*state))


def _as_it_was_paid(setup: Setup, before: State, action: Action, after: State) -> State:
    """The state after an action as its awards saw it: before the turn was passed on."""
    laid = before.more.turn_tiles + (action.kind is Kind.PLAY)
    more = setup.kept(after.more, turn_tiles=laid)._replace(paid=before.more.paid)
    return after._replace(mover=before.mover, over=Over.NO, more=more)


def _difference(setup: Setup, after: Sequence[int], before: Sequence[int]) -> list[int]:
    none = (0,) * setup.sides
    return [new - old for new, old in zip(after or none, before or none, strict=True)]
