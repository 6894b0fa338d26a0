"""A match at a table with real tiles: its rounds as they were told, evaluated anew each time."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum

from dominoes_lang.play.match import streaks_after
from dominoes_lang.setup.ruleset import Setup
from dominoes_lang.table.state import NOBODY, SEAT_LETTERS
from dominoes_rules.errors import PadError
from dominoes_rules.pad.forms import Form, form_of
from dominoes_rules.pad.payments_told import PadPayment
from dominoes_rules.pad.round_sheet import (
    RoundEnd,
    RoundStart,
    cut_round,
    is_cut,
    round_end,
    told_end,
)
from dominoes_rules.pad.table_questions import OPENER, TableQuestion, Told, Unknown
from dominoes_rules.pad.taps import Tap, TapKind, tap_kinds, tap_paid
from dominoes_rules.play.match_rounds import seat_names
from dominoes_rules.speech.sayings import Saying
from dominoes_rules.speech.speech import marked

MOST_ROUNDS = 500
MOST_TAPS = 200
"""Taps in a round."""


@dataclass(frozen=True)
class PadRound:
    """A round as people have told it; nothing else of it is kept."""

    told: Told = field(default_factory=dict)
    """Answers about its end."""
    taps: tuple[Tap, ...] = ()
    """Points during play, in order."""


class RoundStatus(Enum):
    """How far a round of the pad is."""

    FINISHED = "finished"
    OPEN = "open"
    """Some answers are missing."""
    WAITING = "waiting"
    """A round before it is open."""
    BEYOND = "beyond"
    """The match was over before it."""


CHANGED = {
    "status": marked("status"),
    "opener": marked("opener"),
    "totals": marked("totals"),
    "next opener": marked("next opener"),
    "end of the match": marked("end of the match"),
}
"""What a correction may change in another round, by the words of `changed_rounds`."""
_NOT_BEGUN = {RoundStatus.WAITING, RoundStatus.BEYOND}


@dataclass(frozen=True)
class RoundSheet:
    """A round with what follows from what was told."""

    number: int
    told: PadRound
    status: RoundStatus
    start: RoundStart
    """What was known before it; of no meaning where it waits, or is beyond the end."""
    tap_payments: tuple[tuple[PadPayment, ...], ...] = ()
    """For each tap what it paid."""
    end: RoundEnd | None = None
    """None unless it is finished."""
    missing: TableQuestion | None = None
    """The first question that is open; there may be more, see `PadMatch.form`."""

    @property
    def opener(self) -> str | None:
        """Who opens it, by letter: as it was told, or as the round before decides it."""
        if OPENER in self.told.told:
            return str(self.told.told[OPENER])
        return None if self.start.opener == NOBODY else SEAT_LETTERS[self.start.opener]

    @property
    def payments(self) -> tuple[PadPayment, ...]:
        """All payments of the round, in order."""
        on_the_way = tuple(line for lines in self.tap_payments for line in lines)
        return on_the_way + (self.end.payments if self.end else ())


class PadMatch:
    """The rounds of a match as they were told. Immutable: each change makes another match."""

    def __init__(
        self,
        setup: Setup,
        names: Mapping[str, str] | Sequence[str] | None = None,
        rounds: Sequence[PadRound] = (),
    ) -> None:
        """`names` are those of the players, by letter or in order of play.

        Raises `ArgumentError` for a name that can't be, and `PadError` for a round that can't be.
        """
        self.setup = setup
        self.names = seat_names(setup, names)
        """What each player is called, by letter."""
        self.rounds = tuple(rounds)
        if len(self.rounds) > MOST_ROUNDS:
            raise PadError(Saying(marked("a pad has at most {most} rounds"), most=MOST_ROUNDS))
        self.sheets = tuple(_sheets(setup, self.rounds))
        """The rounds with what follows from them, in order."""

    # ------------------------------------------------------------------ what follows

    @property
    def totals(self) -> tuple[int, ...]:
        """The points (or wins) of each side after the rounds that are finished."""
        ends = [sheet.end for sheet in self.sheets if sheet.end]
        return ends[-1].totals if ends else self.setup.match.head_start

    @property
    def victors(self) -> tuple[int, ...] | None:
        """The sides that have won the match; None while it goes on, none if it is drawn."""
        ends = [sheet.end for sheet in self.sheets if sheet.end]
        return ends[-1].victors if ends else None

    @property
    def sets(self) -> tuple[int, ...]:
        """The sets that each side has won; empty in a match without sets."""
        ends = [sheet.end for sheet in self.sheets if sheet.end]
        none = (0,) * self.setup.sides if self.setup.match.has_sets else ()
        return ends[-1].standing.sets if ends else none

    @property
    def is_over(self) -> bool:
        """Whether the match is over."""
        return self.victors is not None

    @property
    def current(self) -> RoundSheet | None:
        """The round that is open, or the next one, with nothing told; None after the match."""
        for sheet in self.sheets:
            if sheet.status is RoundStatus.OPEN:
                return sheet
        if self.is_over or len(self.rounds) == MOST_ROUNDS:
            return None
        return next(_sheets(self.setup, (*self.rounds, PadRound()), first=len(self.rounds)))

    # ------------------------------------------------------------------ what is asked

    def form(self, number: int | None = None, told: PadRound | None = None) -> Form:
        """The form of a round, by its number from 1; by default of the current one.

        told: answers in place of those of the match. Empty for a round that a payment has ended.
        """
        sheet = self._sheet(number)
        told = sheet.told if told is None else told
        setup = self.setup.in_round(sheet.start.scores)
        start, cut = _started(setup, sheet, told)
        if cut:
            return Form((), ())
        return form_of(lambda ask: round_end(setup, start, ask), told.told)

    def tap_kinds(self, number: int | None = None) -> tuple[TapKind, ...]:
        """The buttons for points during play, with what they ask in a round."""
        sheet = self._sheet(number)
        setup = self.setup.in_round(sheet.start.scores)
        return tap_kinds(setup, sheet.start, sheet.told.told)

    def _sheet(self, number: int | None) -> RoundSheet:
        current = self.current
        if number is None or (current is not None and number == current.number):
            if current is None:
                raise PadError(Saying(marked("the match is over")))
            return current
        if not 1 <= number <= len(self.sheets) or self.sheets[number - 1].status in _NOT_BEGUN:
            text = marked("round {number} has not begun; there are {count} rounds")
            raise PadError(Saying(text, number=number, count=len(self.sheets)))
        return self.sheets[number - 1]

    # ------------------------------------------------------------------ changes

    def told(self, number: int, told: PadRound) -> PadMatch:
        """The match with a round told anew, or with the next one. Raises `PadError`.

        All later rounds are evaluated anew, with what was told of them.
        """
        if number == len(self.rounds) + 1 and not self.is_over:
            return PadMatch(self.setup, self.names, (*self.rounds, told))
        if not 1 <= number <= len(self.rounds):
            text = marked("there is no round {number} to tell; {count} were told")
            raise PadError(Saying(text, number=number, count=len(self.rounds)))
        rounds = (*self.rounds[: number - 1], told, *self.rounds[number:])
        return PadMatch(self.setup, self.names, rounds)

    def without_last(self) -> PadMatch:
        """The match without its last round. Raises `PadError` if there is none."""
        if not self.rounds:
            raise PadError(Saying(marked("there is no round to take back")))
        return PadMatch(self.setup, self.names, self.rounds[:-1])

    def renamed(self, names: Mapping[str, str]) -> PadMatch:
        """The match with other names of its players. Raises `ArgumentError`."""
        return PadMatch(self.setup, {**self.names, **names}, self.rounds)


def changed_rounds(before: PadMatch, after: PadMatch) -> dict[int, tuple[str, ...]]:
    """What a correction has changed in each round, by the words of `CHANGED`."""
    changes = {}
    for old, new in zip(before.sheets, after.sheets, strict=False):
        parts = {
            "status": (old.status, new.status),
            "opener": (old.opener, new.opener),
            "totals": (old.end and old.end.standing[:3], new.end and new.end.standing[:3]),
            "next opener": (old.end and old.end.next_opener, new.end and new.end.next_opener),
            "end of the match": (old.end and old.end.victors, new.end and new.end.victors),
        }
        different = tuple(name for name, (was, now) in parts.items() if was != now)
        if different:
            changes[new.number] = different
    return changes


def _sheets(setup: Setup, rounds: Sequence[PadRound], first: int = 0) -> Iterator[RoundSheet]:
    """The sheets of rounds from `first` on."""
    start = RoundStart(1, setup.match.head_start)
    status = RoundStatus.FINISHED
    for number, told in enumerate(rounds, 1):
        sheet = RoundSheet(number, told, status, start)
        if status is RoundStatus.FINISHED:
            sheet = _scored(setup, sheet)
            if sheet.end is None:
                status = RoundStatus.WAITING
            elif sheet.end.victors is not None:
                status = RoundStatus.BEYOND
            else:
                start = _following(setup, sheet.start, sheet.end)
        if number > first:
            yield sheet


def _following(setup: Setup, start: RoundStart, end: RoundEnd) -> RoundStart:
    """What is known of the round after a finished one."""
    if end.standing.next_set:
        return RoundStart(1, setup.match.head_start, sets=end.standing.sets)
    idle = start.idle + 1 if end.winner == NOBODY else 0
    opener = end.next_opener.seat if end.next_opener else NOBODY
    streaks = streaks_after(setup, start.streaks, end.winner)
    return RoundStart(start.number + 1, end.totals, idle, opener, (), start.sets, streaks)


def _started(setup: Setup, sheet: RoundSheet, told: PadRound) -> tuple[RoundStart, bool]:
    """What is known before the end of a round is told, and whether a payment has ended it."""
    start, _, cut = _tapped(setup, sheet.start, told)
    return start, cut


def _tapped(
    setup: Setup, start: RoundStart, told: PadRound
) -> tuple[RoundStart, tuple[tuple[PadPayment, ...], ...], bool]:
    """The start of a round with all taps paid, what each paid, and whether one ended the round."""
    if OPENER in told.told:
        start = replace(start, opener=NOBODY)  # it is told, whoever it should have been
    if len(told.taps) > MOST_TAPS:
        text = marked("a round has at most {most} payments during play")
        raise PadError(Saying(text, most=MOST_TAPS))
    lines: list[tuple[PadPayment, ...]] = []
    cut = False
    for tap in told.taps:
        if cut:
            text = marked("a payment has ended the round, so there is no later one")
            raise PadError(Saying(text))
        points, payments = tap_paid(setup, start, tap, told.told)
        before = start.paid or (0,) * setup.sides
        start = replace(start, paid=tuple(map(sum, zip(before, points, strict=True))))
        lines.append(payments)
        cut = is_cut(setup, start)
    return start, tuple(lines), cut


def _scored(setup: Setup, sheet: RoundSheet) -> RoundSheet:
    """A round with what follows from what was told of it."""
    setup = setup.in_round(sheet.start.scores)
    try:
        start, lines, cut = _tapped(setup, sheet.start, sheet.told)
    except Unknown as unknown:
        return replace(sheet, status=RoundStatus.OPEN, missing=unknown.question)
    sheet = replace(sheet, tap_payments=lines)
    try:
        end = cut_round(setup, start) if cut else told_end(setup, start, sheet.told.told)
    except Unknown as unknown:
        return replace(sheet, status=RoundStatus.OPEN, missing=unknown.question)
    return replace(sheet, end=end)
