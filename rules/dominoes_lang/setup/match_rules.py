"""How rounds count in a match, and when it is over."""

from __future__ import annotations

from dataclasses import dataclass

from dominoes_lang.setup.binding import ParameterError, whole
from dominoes_lang.syntax import nodes
from dominoes_lang.syntax.nodes import MatchKind
from dominoes_lang.table.state import SEAT_LETTERS

LOWEST_WINS = frozenset({MatchKind.ROUNDS_LOWEST, MatchKind.UNTIL_LOWEST, MatchKind.UNTIL_ONE_LEFT})
"""The matches that fewest points win."""
TO_REACH_IN_POINTS = frozenset(
    {MatchKind.FIRST_TO_REACH, MatchKind.UNTIL_LOWEST, MatchKind.UNTIL_ONE_LEFT}
)
"""The matches in which a number of points ends the match, or a side's part in it."""


@dataclass(frozen=True)
class MatchRules:
    """The clause `match` with every name resolved."""

    series: MatchKind
    amount: int
    """Points, rounds or wins, depending on `series`."""
    starting_again: bool
    """Whether the wins are counted anew once every side has one."""
    shutout_double: bool
    """Whether a match is worth 2 if all others end it with nothing."""
    drawn_when: int | None
    """If another side has this much when a side reaches the target, the match is drawn."""
    overshoot_ignored: bool
    """Whether a side is paid nothing at a moment that would take it beyond the target."""
    checked: bool
    """Whether a payment that brings a side to the target ends the round."""
    head_start: tuple[int, ...]
    """The points (or wins) of each side before the first round."""
    lead: int
    """How far a side must be ahead of all others to win, or the match goes on; 0 for no matter."""
    best_of: int
    """The most sets that two sides need, each played as the rest of the clause says; 1 for none."""

    def is_out(self, score: int) -> bool:
        """Whether a side with this score is out of the match."""
        return self.series is MatchKind.UNTIL_ONE_LEFT and score >= self.amount

    @property
    def has_sets(self) -> bool:
        """Whether the match is one of sets."""
        return self.best_of > 1

    @property
    def sets_to_win(self) -> int:
        """The sets that a side must win."""
        return self.best_of // 2 + 1

    @classmethod
    def of(cls, clause: nodes.MatchClause, seats: int, sides: int) -> MatchRules:
        """The rules of a clause whose names are resolved. Raises `ParameterError`."""
        amount = 1 if clause.amount is None else whole(clause.amount)
        if amount < 1:
            raise ParameterError(
                f"this must be at least 1, not {amount}",
                "match",
                'write a number from 1, or "match: one round"',
            )
        return cls(
            series=clause.series,
            amount=amount,
            starting_again=clause.starting_again,
            shutout_double=clause.shutout_double,
            drawn_when=None if clause.drawn_when is None else whole(clause.drawn_when),
            overshoot_ignored=clause.overshoot_ignored,
            checked=clause.checked,
            head_start=_head_start(clause, amount, seats, sides),
            lead=_lead(clause),
            best_of=_best_of(clause),
        )


def _lead(match: nodes.MatchClause) -> int:
    """How far ahead a side must be. Raises `ParameterError`."""
    if match.lead is None:
        return 0
    lead = whole(match.lead)
    if lead < 1:
        raise ParameterError(
            f"a side can't lead by {lead}", "match", 'leave it out, or write "leading by 2"'
        )
    return lead


def _best_of(match: nodes.MatchClause) -> int:
    """How many sets decide. Raises `ParameterError`."""
    if match.best_of is None:
        return 1
    sets = whole(match.best_of)
    if sets < 1 or sets % 2 == 0:
        raise ParameterError(
            f"the best of {sets} sets may be nobody", "match", 'write an odd number: "best of 3"'
        )
    return sets


_TO_REACH = TO_REACH_IN_POINTS | {MatchKind.FIRST_TO_WINS}


def _head_start(match: nodes.MatchClause, goal: int, seats: int, sides: int) -> tuple[int, ...]:
    """What each side has before the first round. Raises `ParameterError`."""
    starts: dict[int, int] = {}
    for start in match.head_starts:
        amount, side = whole(start.amount), start.who.number % sides
        if side in starts:
            letters = " and ".join(SEAT_LETTERS[seat] for seat in range(side, seats, sides))
            raise ParameterError(
                f"the side of {letters} is given two head starts", "match", "leave out one of them"
            )
        if amount < 0:
            raise ParameterError(
                f"a head start must be at least 0, not {amount}",
                "match",
                "give it to the other sides",
            )
        if match.series in _TO_REACH and amount >= goal:
            raise ParameterError(
                f"a head start of {amount} reaches {goal}, so the match would be over before it "
                "begins",
                "match",
                "give less",
            )
        starts[side] = amount
    return tuple(starts.get(side, 0) for side in range(sides))
