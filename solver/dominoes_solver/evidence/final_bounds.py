"""What is certain of the end of a round whose hands are partly hidden: who may have won, how much.

The rules of the end are bounded: what they read from the table is known, and what they read from
hands lies between the lightest and the heaviest tiles that may be there. Where that leaves more
than one end and few enough worlds fit, the end is looked up in each.
"""

from __future__ import annotations

from collections.abc import Iterable
from heapq import nlargest, nsmallest
from math import floor
from operator import add
from typing import Any, NamedTuple

from dominoes_lang.analysis.payoffs.payoff_range import ZERO, lowered, payments, possible_winners
from dominoes_lang.analysis.revealed.visibility import is_public, reads_hands
from dominoes_lang.lowering.certain import Certain
from dominoes_lang.lowering.intervals import Interval, hull
from dominoes_lang.lowering.lower import Lowering
from dominoes_lang.lowering.program import Type, Value, const
from dominoes_lang.table.state import NOBODY, Over, State, laid_aside
from dominoes_lang.table.tiles import numbers_in
from dominoes_solver.evidence.evidence import Evidence, Unsupported

_OF_SEATS = frozenset({"scores", "passes running", "wins running"})
"""What is public of each player, or of the side of each."""
MOST_WORLDS = 20_000
"""The most worlds in each of which the end of a round is looked up."""


class PossibleEnds(NamedTuple):
    """What is certain of the end of a round."""

    winners: frozenset[int]
    """The sides that may have won, `NOBODY` among them if the round may have no winner."""
    points: tuple[tuple[int, int], ...]
    """The least and the most that each side gets: points, or 1 for a win where wins are counted."""
    exact: bool
    """Whether each of these is so in some world; otherwise less may be possible."""


def possible_ends(evidence: Evidence) -> PossibleEnds:
    """What is certain of the end of a round that is over."""
    setup = evidence.setup
    rules = setup.winner, *(() if setup.counts_wins else setup.awards)
    if evidence.knows_hands or not any(reads_hands(setup, rule) for rule in rules):
        return _in_states(evidence, [evidence.some_state()])
    bounded = bounded_ends(evidence)
    if bounded.exact:
        return bounded
    try:
        table = evidence.table
    except Unsupported:
        return bounded
    if table.count > MOST_WORLDS:
        return bounded
    return _in_states(evidence, map(evidence.open_state, table))


def _in_states(evidence: Evidence, states: Iterable[State]) -> PossibleEnds:
    compiled = evidence.compiled
    ends = {(compiled.winner(*state), compiled.payoff(*state)) for state in states}
    points = zip(*(paid for _, paid in ends), strict=True)
    return PossibleEnds(
        frozenset(winner for winner, _ in ends),
        tuple((min(paid), max(paid)) for paid in points),
        exact=True,
    )


def bounded_ends(evidence: Evidence) -> PossibleEnds:
    """What is certain of the end of a round that is over, with no world looked at."""
    setup, state = evidence.setup, evidence.state
    if state.over == Over.CUT:
        winners = {NOBODY}
    else:
        winners = possible_winners(FinalTable(evidence, NOBODY), Lowering(setup).winner())
    ends = [_paid(evidence, winner) for winner in winners]
    points = tuple(_whole(hull(end[side] for end in ends)) for side in range(setup.sides))
    sure = len(winners) == 1 and all(least == most for least, most in points)
    return PossibleEnds(frozenset(winners), points, exact=sure)


def _whole(points: Interval) -> tuple[int, int]:
    assert points.low is not None, "what the table shows and what hands hold is bounded"
    assert points.high is not None, "what the table shows and what hands hold is bounded"
    return floor(points.low), floor(points.high)


def _paid(evidence: Evidence, winner: int) -> tuple[Interval, ...]:
    """The bounds of what each side gets if this side has won, or nobody."""
    setup, state = evidence.setup, evidence.state
    if setup.counts_wins:
        return tuple(Interval.of(int(side == winner)) for side in range(setup.sides))
    paid = [Interval.of(points) for points in state.more.paid or (0,) * setup.sides]
    if state.over == Over.CUT:
        return tuple(paid)
    final = FinalTable(evidence, winner)
    at_end = [ZERO] * setup.sides
    for award in setup.awards:
        for payment in payments(final, lowered(setup, award)):
            at_end = list(map(add, at_end, payment.sides))
    if setup.match.overshoot_ignored:
        # What would carry a side beyond the target is not paid.
        at_end = [hull([ZERO, bounds]) for bounds in at_end]
    return tuple(map(add, paid, at_end))


class FinalTable(Certain):
    """What is certain of a finished round if a side has won, or nobody.

    Values that no hand decides are those of the state.
    """

    def __init__(self, evidence: Evidence, winner: int) -> None:
        super().__init__(evidence.setup)
        self.evidence = evidence
        self.players["won"] = {winner}
        self._state = evidence.some_state()
        self._may_be_held: dict[int, int] = {}

    def _public(self, value: Value) -> Any:
        """The value of an operation that no hand decides; None for one that a hand may decide."""
        if not is_public(value) or any(part.constant == "won" for part in value.walk()):
            return None
        return self.evidence.compiled.operation(value)(*self._state)

    def _leaf(self, value: Value) -> Interval:
        number = self._public(value)
        if number is not None:
            return Interval.of(number)
        if value.operation not in _OF_SEATS:
            return super()._leaf(value)
        # Whom it is about may depend on hands; what it is of each of them does not.
        (seats,) = value.parts
        return hull(
            Interval.of(self._public(value._replace(parts=(const(Type.SEATS, mask),))))
            for mask in self.meant_by(seats)
        )

    def truths(self, value: Value) -> set[bool]:
        """The truth values that a condition may have."""
        truth = self._public(value)
        if truth is not None:
            return {bool(truth)}
        if value.operation in {"any", "meets"}:
            tiles = Value("&", value.parts[0].type, value.parts)
            count = Value("count", value.type, (tiles,))
            return self.measured(count).compared("more than", ZERO)
        return super().truths(value)

    def meant_by(self, value: Value) -> set[int]:
        """The seats or sides that may be meant, -1 for nobody; masks where several are meant."""
        meant = self._public(value)
        if isinstance(meant, tuple):
            return {sum(1 << seat for seat in meant)}
        if meant is not None:
            return {int(meant)}
        if value.operation == "leader":
            tied, *keys = value.parts
            key_bounds = [self.bounds(key) for key in keys]
            leaders = {
                number
                for number, key in enumerate(key_bounds)
                if not any(rival.compared("less than", key) == {True} for rival in key_bounds)
            }
            return leaders if len(leaders) == 1 else leaders | self.meant_by(tied)
        return super().meant_by(value)

    def measured(self, value: Value) -> Interval:
        """How many tiles there are in a set of tiles, or how many pips they have."""
        tiles, among = value.parts[0], self.setup.tiles.all
        if tiles.operation == "&":
            tiles, kept_set = tiles.parts
            mask = self._public(kept_set)
            if mask is None:
                return super().measured(value)
            among = mask
        if tiles.operation not in {"held", "counted"}:
            return super().measured(value)
        weights = [
            (weight if value.operation == "pips" else 1) if among >> tile & 1 else 0
            for tile, weight in enumerate(self.setup.values)
        ]
        counts_aside = tiles.operation == "counted"
        return hull(
            self._held(mask, weights, counts_aside=counts_aside)
            for mask in self.meant_by(tiles.parts[0])
        )

    def _held(self, mask: int, weights: list[int], *, counts_aside: bool) -> Interval:
        """The bounds of the weight of what these seats hold, or have laid aside as well."""
        evidence = self.evidence
        known = may = unseen = 0
        for seat in numbers_in(mask):
            seen, size = evidence.state.hands[seat], evidence.hand_sizes[seat]
            may |= self._may_hold(seat)
            if counts_aside and evidence.aside_sizes[seat]:
                seen |= laid_aside(evidence.state, seat)
                size += evidence.aside_sizes[seat]
                may |= evidence.hidden.tiles & ~evidence.gone
            known |= seen
            unseen += size - seen.bit_count()
        sure = sum(weights[tile] for tile in numbers_in(known))
        unsure = [weights[tile] for tile in numbers_in(may)]
        return Interval(sure + sum(nsmallest(unseen, unsure)), sure + sum(nlargest(unseen, unsure)))

    def _may_hold(self, seat: int) -> int:
        """The mask of the hidden tiles that a seat may hold."""
        if seat not in self._may_be_held:
            self._may_be_held[seat] = self.evidence.may_hold(seat)
        return self._may_be_held[seat]
