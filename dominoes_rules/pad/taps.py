"""Points during play: what a pad has a button for, and what it pays."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial

from dominoes_lang.lowering.certain import Certain
from dominoes_lang.setup.ruleset import Setup
from dominoes_lang.sheet.award_told import AwardTold
from dominoes_lang.sheet.sheet_lines import SheetLine
from dominoes_lang.syntax import nodes
from dominoes_lang.syntax.nodes import Fact, Moment
from dominoes_lang.table.state import Over
from dominoes_rules.errors import PadError
from dominoes_rules.pad.forms import Form, form_of
from dominoes_rules.pad.payments_told import PadPayment, paid_lines
from dominoes_rules.pad.round_sheet import RoundStart
from dominoes_rules.pad.table_facts import TableFacts
from dominoes_rules.pad.table_questions import Answer, Ask, Told, Unknown, told_by
from dominoes_rules.speech.sayings import Saying
from dominoes_rules.speech.speech import marked

MOST_LIKELY = 40
"""How many numbers a button offers at most."""


@dataclass(frozen=True)
class Tap:
    """Something that was paid during play."""

    awards: tuple[str, ...]
    """The names of the awards that were paid at one moment."""
    told: Mapping[str, Answer] = field(default_factory=dict)
    """Who, and how much, as far as the awards read it."""


@dataclass(frozen=True)
class TapKind:
    """A button of the pad: awards that are paid at one moment, by the same facts."""

    awards: tuple[str, ...]
    moment: Moment
    lines: tuple[SheetLine, ...]
    """What the rule sheet tells of it."""
    form: Form
    """What it asks."""
    paying: tuple[int, ...]
    """Answers for which something is paid, if it asks for a single number; see `form`."""

    @property
    def is_bounded(self) -> bool:
        """Whether `paying` has all numbers for which something is paid."""
        return 0 < len(self.paying) < MOST_LIKELY


def tap_kinds(setup: Setup, start: RoundStart, told: Told) -> tuple[TapKind, ...]:
    """The buttons of a game, with what they ask in this round."""
    groups: dict[object, list[nodes.AwardClause]] = {}
    for award in setup.in_play:
        measured = frozenset(
            part.fact
            for row in award.amount.rows
            for part in nodes.walk(row.value)
            if isinstance(part, nodes.Read)
        )
        groups.setdefault((award.moment, measured) if measured else award.key, []).append(award)
    kinds = []
    for awards in groups.values():
        known = _round_told(told)
        form = form_of(partial(_paid_if_so, setup, start, awards), known)
        lines = tuple(line for award in awards for line in AwardTold(setup, award).lines())
        if lines:  # some awards pay nothing with these parameters
            names = tuple(award.name for award in awards)
            paying = tuple(_paying(setup, start, awards, form, known))
            kinds.append(TapKind(names, awards[0].moment, lines, form, paying))
    return tuple(kinds)


def tap_paid(
    setup: Setup, start: RoundStart, tap: Tap, round_told: Told
) -> tuple[tuple[int, ...], tuple[PadPayment, ...]]:
    """What a tap pays each side, and for what; `start` has what was paid before it.

    Raises `Unknown` for what was not told, and `PadError` for a tap that pays nothing.
    """
    awards = [_award(setup, name) for name in tap.awards]
    if not awards or len({award.moment for award in awards}) > 1:
        raise PadError("points during play need awards of one moment; pay them one after another")
    told = {**_round_told(round_told), **tap.told}
    ask = told_by(told)
    _paid_if_so(setup, start, awards, ask)  # asks for all that it needs
    facts, state = _facts(setup, awards, ask), start.state(Over.NO)
    met = [award for award in awards if award.each or _may_hold(facts, award, state)]
    certain = [award if award.each else replace(award, condition=None) for award in met]
    points, payments = paid_lines(facts, certain, state)
    if not payments:
        text = marked("the rules pay nothing for that ({awards})")
        raise PadError(Saying(text, awards=", ".join(tap.awards)))
    return points, payments


def _award(setup: Setup, name: str) -> nodes.AwardClause:
    for award in setup.in_play:
        if award.name == name:
            return award
    names = ", ".join(award.name for award in setup.in_play) or "none"
    raise PadError(f"{setup.name} has no award {name!r} during play; its awards are: {names}")


def _round_told(told: Told) -> dict[str, Answer]:
    """What was told of the whole round that a tap may read as well."""
    return {key: answer for key, answer in told.items() if key == "opener"}


def _facts(setup: Setup, awards: Iterable[nodes.AwardClause], ask: Ask) -> TableFacts:
    awards = tuple(awards)
    return TableFacts(setup, ask, awards, awards[0].moment)


def _may_hold(facts: TableFacts, award: nodes.AwardClause, state: object) -> bool:
    """Whether nothing that was told is against the condition of an award.

    Who taps it tells that it holds, as far as it reads what the amount does not.
    """
    condition = award.condition
    joined = isinstance(condition, nodes.Both) and condition.joiner == "and"
    for part in condition.parts if joined else (condition,):  # type: ignore[union-attr]
        try:
            if part is not None and not facts.holds(part, state):  # type: ignore[arg-type]
                return False
        except Unknown:
            continue
    return True


def _paid_if_so(
    setup: Setup, start: RoundStart, awards: Iterable[nodes.AwardClause], ask: Ask
) -> list[tuple[int, ...]]:
    """What awards pay if their conditions hold; what the amounts read is asked for."""
    awards = tuple(awards)
    facts, state = _facts(setup, awards, ask), start.state(Over.NO)
    return [
        facts.paid_by(award if award.each else replace(award, condition=None), state)
        for award in awards
    ]


def _paying(
    setup: Setup,
    start: RoundStart,
    awards: list[nodes.AwardClause],
    form: Form,
    known: Told,
) -> Iterable[int]:
    """The numbers that pay something, where one number is asked for."""
    numbers = [part.question for part in form.questions if not part.question.choices]
    if len(numbers) != 1:
        return
    key = numbers[0].key
    told = {
        part.question.key: part.question.choices[0]
        for part in form.questions
        if part.question.choices
    }
    bounds = Certain(setup).numbers
    fact = next((fact for fact in Fact if fact.value == key), None)
    interval = bounds.get(key) or (bounds.get(fact.field) if fact else None)
    if interval is None or interval.high is None:
        return
    names, count = tuple(award.name for award in awards), 0
    for number in range(int(interval.high) + 1):
        try:
            tap_paid(setup, start, Tap(names, {**told, **known, key: number}), {})
        except (PadError, Unknown):
            continue
        count += 1
        if count > MOST_LIKELY:
            return
        yield number
