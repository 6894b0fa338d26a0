"""The meaning of the rules at the end of a round, as far as it is certain without seeing hands.

There are more cases here than in play, so what holds in each of them is sure.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from dominoes_lang.analysis.payoffs.holdings import Holdings
from dominoes_lang.lowering.certain import Certain
from dominoes_lang.lowering.intervals import Interval, hull
from dominoes_lang.lowering.program import Value, known
from dominoes_lang.setup.ruleset import Setup
from dominoes_lang.syntax.nodes import Fact, MatchKind
from dominoes_lang.table.state import Over


@dataclass(frozen=True)
class Ending:
    """One way in which a round may end."""

    domino: bool
    finisher: int
    """The seat that laid the most recent tile."""
    winner: int
    """The side that has won, or `NOBODY`."""


class Meaning(Certain):
    """What is certain in one ending, whatever is `known` besides."""

    def __init__(
        self, holdings: Holdings, ending: Ending, known: Mapping[str, Interval] | None = None
    ) -> None:
        self.holdings = holdings
        self.ending = ending
        self.out = ending.domino and holdings.left_over is not None
        """Whether the last action was a play that emptied the finisher's hand (or nearly so)."""
        super().__init__(holdings.setup, {**self._known(), **(known or {})})
        self.players |= {"finisher": {ending.finisher}, "won": {ending.winner}}
        if self.out:
            self.players["mover"] = {ending.finisher}

    def _known(self) -> dict[str, Interval]:
        setup, holdings = self.holdings.setup, self.holdings
        first = 1 - setup.shape.begun
        passes = Interval(0, None if holdings.length is None else holdings.length.passes_in_a_row)
        all_passes = Interval(0, None if holdings.length is None else holdings.length.passes)
        bid = {}
        if setup.tricks is not None:
            auction = setup.tricks.auction
            bid = {"bid": Interval(auction.lowest, auction.highest)}
        laid = setup.hand_size - (holdings.left_over or 0) if self.out else first
        return {
            **bid,
            "over": Interval.of(Over.DOMINO if self.ending.domino else Over.BLOCKED),
            "stock": Interval(setup.stock_size - holdings.drawn, setup.stock_size),
            "plays": Interval(max(first, laid), setup.dealt_size + holdings.drawn),
            "passes": Interval.of(0) if self.out else passes,
            Fact.PASSES_BEFORE_IT.field: passes,
            Fact.PASSES_THIS_ROUND.field: all_passes,
            "passes running": all_passes,
            "round": Interval(1, _most_rounds(setup)),
            Fact.ENDS_ALIKE.value: Interval(1, setup.layout.rules.most.ends_alike),
        }

    def measured(self, value: Value) -> Interval:
        """How many tiles these players may hold, or how many pips."""
        tiles, measure, most = value.parts[0], value.operation, None
        if tiles.operation == "&":
            tiles, among = tiles.parts
            if known(among) == self.setup.tiles.doubles:
                measure = "doubles"
            else:
                most = super().measured(value)
        if tiles.operation not in {"held", "counted"}:
            return super().measured(value)
        bounds = hull(self._held(measure, mask) for mask in self.meant_by(tiles.parts[0]))
        if most is None:
            return bounds
        return Interval(0, min(high for high in (bounds.high, most.high) if high is not None))

    def _held(self, measure: str, mask: int) -> Interval:
        of = {
            "count": self.holdings.tiles,
            "pips": self.holdings.pips,
            "doubles": self.holdings.doubles,
        }[measure]
        seats = [seat for seat in self.setup.playing if mask >> seat & 1]
        return of(seats, self.ending.finisher, domino=self.ending.domino)

    def truths(self, value: Value) -> set[bool]:
        """The truth values that a condition may have."""
        match value.operation:
            case "laid":
                return {True}
            case "any" if value.parts[0].operation == "held":
                masks = self.meant_by(value.parts[0].parts[0])
                return set().union(
                    *(
                        self._held("count", mask).compared("more than", Interval.of(0))
                        for mask in masks
                    )
                )
            case "meets":
                tiles, asked = value.parts
                if tiles.operation == "&":
                    tiles = tiles.parts[0]
                if tiles.operation != "held":
                    return {True, False}
                stuck = asked.operation == "open" and self.holdings.stuck and not self.ending.domino
                masks = self.meant_by(tiles.parts[0])
                if stuck or all(self._held("count", mask).high == 0 for mask in masks):
                    return {False}
        return super().truths(value)


@lru_cache(maxsize=256)  # asked again for every award of a setup
def meaning_of(holdings: Holdings, ending: Ending) -> Meaning:
    """What is certain in one ending."""
    return Meaning(holdings, ending)


def _most_rounds(setup: Setup) -> int | None:
    rounds = {MatchKind.ROUNDS_LOWEST, MatchKind.ROUNDS_HIGHEST, MatchKind.ROUNDS_MOST_WINS}
    if setup.match.lead:
        return None
    if setup.match.series in rounds:
        return setup.match.amount
    return 1 if setup.match.series is MatchKind.ONE_ROUND else None
