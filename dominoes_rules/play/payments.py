"""What a round has paid: which award, why, to whom, how much, and after which action."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from dominoes_lang.codegen.compiled import Compiled
from dominoes_lang.languages.language import Language, english
from dominoes_lang.languages.reasons import Reasons
from dominoes_lang.setup.ruleset import Setup
from dominoes_lang.sheet.message import Part
from dominoes_lang.sheet.reasons_told import ReasonsTold
from dominoes_lang.syntax import nodes
from dominoes_lang.syntax.nodes import MOMENT_AFTER, Moment
from dominoes_lang.table.state import Action, Kind, Over, State, before_drawing, only_dealt
from dominoes_lang.table.tricks import trick_in


@dataclass(frozen=True)
class Payment:
    """Points that an award has paid a side, or has taken from it."""

    action: int
    """The number of the action, from 1, after which it was paid; 0 for the deal."""
    award: str
    """The name of the award in the rules."""
    told: Part | None
    """Why it was paid, without words; None if the name of the award is all there is."""
    side: str
    """The side by the letters of its seats, `A` or `AC`."""
    points: int
    """What it is worth; negative where the side loses points."""
    counts: bool = True
    """Whether the side got it: not where it would have gone beyond the target of the match."""
    at_end: bool = False
    """Whether it was paid for the round as a whole, once that was over."""

    @property
    def reason(self) -> str:
        """Why it was paid, in plain English; empty if the name of the award is all there is."""
        return "" if self.told is None else english().words(self.told)

    def because(self, language: Language) -> str:
        """Why it was paid, in a language of players, or else the name of the award."""
        return language.words(self.award.replace("_", " ") if self.told is None else self.told)


def payments(
    compiled: Compiled, states: Sequence[State], actions: Sequence[Action]
) -> Iterator[Payment]:
    """What a round has paid, in order; `states` begins with the one before the first action."""
    for paying in paying_moments(compiled, states, actions):
        yield from _at_once(compiled, paying)


@dataclass(frozen=True)
class PayingMoment:
    """A moment of a round at which awards may be paid, and the state that they see."""

    action: int
    """The number of the action, from 1, after which it is."""
    awards: Sequence[nodes.AwardClause]
    state: State
    shares: Sequence[int]
    """What each side got."""

    def paid(
        self, compiled: Compiled
    ) -> Iterator[tuple[nodes.AwardClause, tuple[int, ...], list[bool]]]:
        """For each award its points for each side, and whether the side got them."""
        points = [compiled.paid_by(award)(*self.state) for award in self.awards]
        totals = map(sum, zip(*points, strict=True))
        got = [share == total for share, total in zip(self.shares, totals, strict=True)]
        for award, amounts in zip(self.awards, points, strict=True):
            yield award, amounts, got


def paying_moments(
    compiled: Compiled, states: Sequence[State], actions: Sequence[Action]
) -> Iterator[PayingMoment]:
    """The moments at which the awards of a round may be paid; `states` as for `payments`."""
    setup = compiled.setup
    moments = {award.moment for award in setup.in_play}
    start = states[0]
    if Moment.THE_DEAL in moments and start.plays <= setup.shape.begun and not start.passes:
        awards = [award for award in setup.in_play if award.moment is Moment.THE_DEAL]
        hands = only_dealt(before_drawing(start))
        yield PayingMoment(0, awards, hands, _difference(setup, start.more.paid, ()))
    for number, action in enumerate(actions, 1):
        before, after = states[number - 1], states[number]
        due = moments & moments_after(setup, before, action, after)
        if due:
            acted = as_it_was_paid(setup, before, action, after)
            paid_now = _difference(setup, after.more.paid, before.more.paid)
            awards = [award for award in setup.in_play if award.moment in due]
            yield PayingMoment(number, awards, acted, paid_now)
    end = states[-1]
    if setup.awards and end.over not in {Over.NO, Over.CUT, Over.VOID}:
        paid_now = _difference(setup, compiled.awards(*end), end.more.paid)
        yield PayingMoment(len(actions), setup.awards, end, paid_now)


def moments_after(setup: Setup, before: State, action: Action, after: State) -> set[Moment]:
    """The moments that an action of a round makes."""
    if setup.tricks is not None and not before.begun:
        return set()
    moments = {MOMENT_AFTER[action.kind]} if action.kind in MOMENT_AFTER else set()
    if setup.tricks is not None and not trick_in(after.ends).tiles:
        moments.add(Moment.AFTER_TRICK)
    return moments


def unpaid(compiled: Compiled, end: State, language: Language | None = None) -> str:
    """Why a round that somebody won paid nothing at its end; empty if there is no such reason.

    It is the condition of the first award for the winner that was not met.
    """
    setup = compiled.setup
    if compiled.winner(*end) < 0 or end.over == Over.CUT or any(compiled.awards(*end)):
        return ""
    conditions = (award for award in setup.awards if award.condition and award.each is None)
    award = next(conditions, None)
    return "" if award is None else Reasons(setup, language).refusal(award)


def why_decided(compiled: Compiled, end: State, language: Language | None = None) -> str:
    """Why a blocked round has this winner, or none; empty if the end of the round says it."""
    if end.over != Over.BLOCKED:
        return ""
    row = row_in_force(compiled, compiled.setup.winner.rows, end)
    return Reasons(compiled.setup, language).decision(row, won=compiled.winner(*end) >= 0)


def row_in_force(
    compiled: Compiled, rows: Sequence[nodes.TableRow | nodes.OpeningRow], state: State
) -> int:
    """The number of the first row of a table whose condition holds in a state."""
    return next(
        number
        for number, row in enumerate(rows)
        if row.condition is None or compiled.condition(row.condition)(*state)
    )


def _at_once(compiled: Compiled, paying: PayingMoment) -> Iterator[Payment]:
    """What the awards of one moment pay."""
    for award, points, got in paying.paid(compiled):
        for side, amount in enumerate(points):
            if amount:
                yield Payment(
                    paying.action,
                    award.name,
                    _reason(compiled, award, paying.state),
                    compiled.setup.side_names[side],
                    amount,
                    counts=got[side],
                    at_end=award.moment is Moment.ROUND_END,
                )


def _reason(compiled: Compiled, award: nodes.AwardClause, state: State) -> Part | None:
    reasons = ReasonsTold(compiled.setup)
    if award.each is not None and award.moment is Moment.THE_DEAL:
        return None  # who holds such a hand is not told by "they"
    if award.each is not None:
        # Which row holds, and what it measures, is another for each of those who are paid.
        return reasons.reason(award, 0, None) if len(award.amount.rows) == 1 else None
    row = row_in_force(compiled, award.amount.rows, state)
    return reasons.reason(award, row, lambda amount: compiled.amount(amount)(*state))


def as_it_was_paid(setup: Setup, before: State, action: Action, after: State) -> State:
    """The state after an action as its awards saw it: before the turn was passed on."""
    laid = before.more.turn_tiles + (action.kind is Kind.PLAY)
    more = setup.kept(after.more, turn_tiles=laid)._replace(paid=before.more.paid)
    return after._replace(mover=before.mover, over=Over.NO, more=more)


def _difference(setup: Setup, after: Sequence[int], before: Sequence[int]) -> list[int]:
    none = (0,) * setup.sides
    return [new - old for new, old in zip(after or none, before or none, strict=True)]
