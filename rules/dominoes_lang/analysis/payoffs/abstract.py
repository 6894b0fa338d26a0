"""The meaning of the rules at the end of a round, as far as it is certain without seeing hands.

There are more cases here than in play, so what holds in each of them is sure.
"""

from __future__ import annotations

from dataclasses import dataclass

from dominoes_lang.analysis.payoffs.holdings import Holdings
from dominoes_lang.analysis.sizes import between, in_a_round
from dominoes_lang.lowering.intervals import ANYTHING, Interval, hull
from dominoes_lang.setup.partial import certain, joined, truths
from dominoes_lang.setup.ruleset import Setup
from dominoes_lang.syntax import nodes
from dominoes_lang.syntax.nodes import Expression, Fact, Role, Series
from dominoes_lang.table.layout import MOST_ENDS
from dominoes_lang.table.state import NOBODY

Seats = tuple[int, ...]


@dataclass(frozen=True)
class Ending:
    """One way in which a round may end."""

    domino: bool
    finisher: int
    """The seat that laid the most recent tile."""
    winner: int
    """The side that has won, or `NOBODY`."""


class Meaning:
    """The expressions of a setup in one ending; `them` are those that `each …` refers to."""

    def __init__(self, holdings: Holdings, ending: Ending, them: Seats | None = None) -> None:
        self.holdings = holdings
        self.setup: Setup = holdings.setup
        self.ending = ending
        self.them = them

    @property
    def out(self) -> bool:
        """Whether the last action was a play that emptied the finisher's hand (or nearly so)."""
        return self.ending.domino and self.holdings.left_over is not None

    # ------------------------------------------------------------------ who

    def whoms(self, node: Expression) -> set[Seats]:
        """The groups of seats, each in order, that a who may mean; `()` is nobody."""
        setup = self.setup
        everybody: Seats = tuple(range(setup.seats))
        anybody: set[Seats] = {(seat,) for seat in everybody}
        match node:
            case nodes.Seat(number=seat):
                return {(seat,)}
            case nodes.Who(role=role):
                return self._role(role, everybody)
            case nodes.Neighbour(way=way, who=inner):
                step = 1 if way == "after" else -1
                return {
                    (setup.after(group[0], step),) if group else () for group in self.whoms(inner)
                }
            case nodes.Related(relation=relation, who=inner):
                return {self._related(relation, group) for group in self.whoms(inner)}
            case nodes.Except(who=inner, but=but):
                return {
                    tuple(seat for seat in group if seat not in left_out)
                    for group in self.whoms(inner)
                    for left_out in self.whoms(but)
                }
            case nodes.Ranked(noun=noun, ties=ties):
                tied = {()} if ties is None else self.whoms(ties)
                if noun == "player":
                    return anybody | tied
                return {*setup.players_of, *(self._related("side", group) for group in tied)}
        return {(), *anybody}

    def _role(self, role: Role, everybody: Seats) -> set[Seats]:
        match role:
            case Role.FINISHER:
                return {(self.ending.finisher,)}
            case Role.MOVER if self.out:
                return {(self.ending.finisher,)}
            case Role.WINNER:
                winner = self.ending.winner
                return {() if winner == NOBODY else self.setup.players_of[winner]}
            case Role.NOBODY:
                return {()}
            case Role.EVERYONE | Role.ANY_PLAYER | Role.ANY_SIDE:
                return {everybody}
            case Role.EACH_PLAYER | Role.EACH_SIDE | Role.THEM:
                assert self.them is not None, "the checker binds every pronoun"
                return {self.them}
        return {(seat,) for seat in everybody}

    def _related(self, relation: str, group: Seats) -> Seats:
        setup = self.setup
        if not group:
            return ()
        side = setup.side_of[group[0]]
        if relation == "side":
            return setup.players_of[side]
        if relation == "partner":
            return tuple(seat for seat in setup.players_of[side] if seat not in group)[:1]
        return tuple(seat for seat in range(setup.seats) if setup.side_of[seat] != side)

    def sides(self, node: Expression) -> set[tuple[int, ...]]:
        """The groups of sides that a who may mean."""
        side_of = self.setup.side_of
        return {tuple(sorted({side_of[seat] for seat in group})) for group in self.whoms(node)}

    # ------------------------------------------------------------------ conditions

    def truths(self, node: Expression | None) -> set[bool]:
        """The truth values that a condition may have."""
        return truths(node, self._answer)

    def _answer(self, node: Expression) -> bool | None:
        """Whether a plain condition holds, as far as that is certain."""
        match node:
            case nodes.Read(fact=Fact.DOMINO):
                return self.ending.domino
            case nodes.Read(fact=Fact.BLOCKED):
                return not self.ending.domino
            case nodes.Read(fact=Fact.NOTHING_TO_DRAW) if not self.setup.draws:
                return self.setup.stock_size <= self.setup.reserve
            case nodes.PassedInARow() if self.out:
                return False
            case nodes.IsDouble() if not self.setup.tiles.doubles:
                return False
            case nodes.Compare():
                return certain(self._compared(node))
            case (
                nodes.Can()
                | nodes.HasNoTiles()
                | nodes.HoldsTile()
                | nodes.HoldsNumber()
                | nodes.HoldsAmount()
            ):
                return certain(self._quantified(node))
        return None

    def _compared(self, node: nodes.Compare) -> set[bool]:
        left, right = node.left, node.right
        if isinstance(left, nodes.Name) or isinstance(right, nodes.Name) or nodes.is_tile(left):
            return {True, False}
        if nodes.is_who(left):
            by_side = self._is_side(left) or self._is_side(right)
            groups = self.sides if by_side else self.whoms
            same = {one == other for one in groups(left) for other in groups(right)}
            return same if node.relation == "is" else {not value for value in same}
        return self.amount(left).compared(node.relation, self.amount(right))

    def _is_side(self, node: Expression) -> bool:
        match node:
            case nodes.Who(role=role):
                return role in {Role.WINNER, Role.EACH_SIDE} or (
                    role is Role.THEM and self.them in self.setup.players_of
                )
            case nodes.Related(relation=relation):
                return relation == "side"
            case nodes.Ranked(noun=noun):
                return noun == "side"
        return False

    def _quantified(self, node: Expression) -> set[bool]:
        """A condition on what somebody holds, read with its quantifier."""
        who = node.who  # type: ignore[union-attr]
        groups = self.setup.quantified(who)
        if isinstance(who, nodes.Who) and groups:
            each = [self._holding(node, group) for group in groups]
            found = joined(each, decides=who.role is not Role.EVERYONE)
            return {not value for value in found} if who.role is Role.NOBODY else found
        return set().union(*(self._holding(node, group) for group in self.whoms(who)))

    def _holding(self, node: Expression, group: Seats) -> set[bool]:
        """The condition, applied to these players taken together."""
        tiles = self.held("tiles", group)
        match node:
            case nodes.HasNoTiles():
                return tiles.compared("is", Interval.of(0))
            case nodes.HoldsAmount(relation=relation, amount=amount, measure=measure):
                return self.held(measure, group).compared(relation, self.amount(amount))
            case nodes.HoldsNumber(some=some) if tiles.high == 0:
                return {not some}
            case nodes.HoldsTile() | nodes.Can() if tiles.high == 0:
                return {False}
            case nodes.Can(verb="play") if self.holdings.stuck and not self.ending.domino:
                return {False}
        return {True, False}

    # ------------------------------------------------------------------ amounts

    def held(self, measure: nodes.Measure, group: Seats) -> Interval:
        """How much of something a group of players may hold."""
        of = {
            "tiles": self.holdings.tiles,
            "pips": self.holdings.pips,
            "doubles": self.holdings.doubles,
        }[measure]
        return of(group, self.ending.finisher, domino=self.ending.domino)

    def amount(self, node: Expression) -> Interval:
        """The bounds of an amount."""
        return between(node, self._leaf)

    def _leaf(self, node: Expression) -> Interval:
        match node:
            case nodes.Held(measure=measure, who=who):
                return hull(self.held(measure, group) for group in self.whoms(who))
            case nodes.Read(fact=fact):
                return self._read(fact, node)
            case nodes.Name(name=name):
                return _range_of(self.setup, name)
        return ANYTHING

    def _read(self, fact: Fact, node: Expression) -> Interval:
        setup, holdings = self.setup, self.holdings
        match fact:
            case Fact.ENDS_ALIKE:
                return Interval(1, MOST_ENDS)
            case Fact.HALVES_LIKE_IT:
                return Interval(0, 2 * MOST_ENDS)
            case Fact.TILES_IN_STOCK:
                return Interval(setup.stock_size - holdings.drawn, setup.stock_size)
            case Fact.PLAYS:
                laid = setup.hand_size - (holdings.left_over or 0) if self.out else 1
                return Interval(max(1, laid), setup.seats * setup.hand_size + holdings.drawn)
            case Fact.PASSES_IN_A_ROW:
                return Interval.of(0) if self.out else Interval(0, None)
            case Fact.ROUND:
                most = {Series.ONE_ROUND: 1} | dict.fromkeys(
                    (Series.ROUNDS_LOWEST, Series.ROUNDS_HIGHEST, Series.ROUNDS_MOST_WINS),
                    setup.series_amount,
                )
                return Interval(1, most.get(setup.series))
        return in_a_round(setup)(node)


def _range_of(setup: Setup, name: str) -> Interval:
    """The values that a parameter may be set to."""
    for clause in setup.ruleset.parameters:
        if clause.name == name and isinstance(clause.default, nodes.Number):
            numbers = [
                choice.value for choice in clause.choices if isinstance(choice, nodes.Number)
            ]
            if numbers:
                return Interval(min(numbers), max(numbers))
            return Interval(clause.lowest, clause.highest)
    return ANYTHING
