"""Conditions on hidden hands, answered by counting worlds.

A condition is taken apart into plain ones on what some players hold together. Each of these, and
its opposite, is a further demand on the slots; so a condition splits the worlds into parts that
don't overlap, and each part is counted exactly.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from math import ceil, floor

from dominoes_lang.setup.arithmetic import constant
from dominoes_lang.syntax import nodes
from dominoes_lang.syntax.nodes import Act, Expression, Role
from dominoes_lang.text.exceptions import DominoesError
from dominoes_solver.evidence.builder import Evidence, NoWorld
from dominoes_solver.worlds.counting import WorldTable
from dominoes_solver.worlds.slots import Counter, Hidden, World

MOST_PARTS = 2_000


class NotCountable(DominoesError, ValueError):
    """A condition that is not a demand on single hands; it can only be sampled."""


@dataclass(frozen=True)
class Demand:
    """Bounds on the total weight of these tiles in these slots."""

    weights: tuple[int, ...]
    slots: tuple[int, ...]
    low: int
    high: int | None

    def on(self, hidden: Hidden) -> Hidden:
        """The same hidden hands with this demand."""
        wanted = sum(1 << tile for tile, weight in enumerate(self.weights) if weight)
        if self.high == 0 and self.low <= 0:
            return hidden.refusing(wanted, self.slots)
        if wanted.bit_count() == 1 and self.low == 1:
            return hidden.fixing(wanted, self.slots)
        return hidden.counting(Counter(self.weights, self.slots, self.low, self.high))

    def opposite(self) -> Demand:
        """The demand that holds exactly where this does not. One of its bounds is always open."""
        if self.high is None:
            return Demand(self.weights, self.slots, 0, self.low - 1)
        return Demand(self.weights, self.slots, self.high + 1, None)


Formula = bool | Demand | tuple[str, tuple["Formula", ...]]
"""True or false, a demand, or several joined by `and` or `or`."""


class Asker:
    """Asks one position."""

    def __init__(self, evidence: Evidence) -> None:
        self.evidence = evidence
        self.setup = evidence.setup
        self.compiled = evidence.compiled
        self.counted = 0

    # ------------------------------------------------------------------ the answers

    def parts(self, condition: Expression) -> Iterator[WorldTable]:
        """The worlds in which a condition holds, in parts that don't overlap and are not empty.

        Raises `NotCountable`.
        """
        formula = self.formula(condition, sense=True)
        parts = self.evidence.parts
        for hidden in (self.evidence.hidden,) if parts is None else [p.hidden for p in parts]:
            yield from self._split(formula, hidden)

    def matching(self, condition: Expression) -> int:
        """In how many worlds a condition holds. Raises `NotCountable`."""
        return sum(part.count for part in self.parts(condition))

    def holds_in(self, condition: Expression, world: World) -> bool:
        """Whether a condition holds in one world."""
        return self.compiled.condition(condition)(*self.evidence.open_state(world))

    def _split(self, formula: Formula, hidden: Hidden) -> Iterator[WorldTable]:
        """The worlds of `hidden` in which a formula holds, one demand decided after another."""
        if formula is False:
            return
        self.counted += 1
        if self.counted > MOST_PARTS:
            raise NotCountable("it falls into too many cases to count")
        table = WorldTable(hidden)
        if not table.count:
            return
        demand = _first(formula)
        if demand is None:
            yield table
            return
        yield from self._split(_assume(formula, demand, True), demand.on(hidden))
        yield from self._split(_assume(formula, demand, False), demand.opposite().on(hidden))

    # ------------------------------------------------------------------ conditions as formulas

    def formula(self, node: Expression, *, sense: bool) -> Formula:
        """A condition (or its opposite, without `sense`) in demands on slots."""
        match node:
            case nodes.YesNo(value=value):
                return value == sense
            case nodes.Not(condition=inner):
                return self.formula(inner, sense=not sense)
            case nodes.Both(joiner=joiner, parts=parts):
                inner_parts = [self.formula(part, sense=sense) for part in parts]
                return _join("and" if (joiner == "and") == sense else "or", inner_parts)
        positive = self._quantified(node)
        return positive if sense else _opposite(positive)

    def _quantified(self, node: Expression) -> Formula:
        """A condition on what somebody holds, with its quantifier."""
        everyone = [(seat,) for seat in range(self.setup.seats)]
        who = getattr(node, "who", None)
        if isinstance(who, nodes.Who):
            if who.role is Role.EVERYONE:
                return _join("and", [self._of(node, seats) for seats in everyone])
            if who.role is Role.ANY_PLAYER:
                return _join("or", [self._of(node, seats) for seats in everyone])
            if who.role is Role.NOBODY:
                return _opposite(_join("or", [self._of(node, seats) for seats in everyone]))
        if isinstance(node, nodes.Compare):
            return self._compared(node)
        if who is None:
            raise NotCountable("it is about more than what players hold")
        return self._of(node, self._seats(who))

    def _seats(self, who: Expression) -> tuple[int, ...]:
        """The seats that are meant, where no hidden hand decides it."""
        for part in nodes.walk(who):
            if isinstance(part, nodes.HolderOf | nodes.Ranked):
                raise NotCountable("whom it is about depends on the hidden hands")
        return self.compiled.seats(who)(*self.evidence.state)

    def _of(self, node: Expression, seats: tuple[int, ...]) -> Formula:
        """The condition, applied to these players taken together."""
        tiles, state = self.setup.tiles, self.evidence.state
        match node:
            case nodes.HasNoTiles():
                return not any(self.evidence.hand_sizes[seat] for seat in seats)
            case nodes.HoldsTile(tile=nodes.TileLiteral(tile=tile)):
                return self._weighing(1 << tiles.number[tile], seats, 1, None)
            case nodes.HoldsNumber(number=number, some=some):
                if some:
                    return self._weighing(tiles.bearing[number], seats, 1, None)
                return self._weighing(tiles.bearing[number], seats, 0, 0)
            case nodes.HoldsAmount(relation=relation, amount=amount, measure=measure):
                return self._bounded(measure, seats, relation, amount)
            case nodes.Can(verb=verb):
                if verb == "act" and any(step.guard for step in self.setup.steps):
                    raise NotCountable("guards of the turn decide who can act")
                stock = self.evidence.stock_size > self.setup.reserve
                if verb == "act" and self.setup.draws and stock:
                    return True
                if verb == "act" and all(step.act is not Act.PLAY for step in self.setup.steps):
                    return False
                return self._weighing(self.setup.fits.mask(state.ends), seats, 1, None)
        raise NotCountable("it is about more than what players hold")

    def _compared(self, node: nodes.Compare) -> Formula:
        """`pips held by B is at least 20`, the amount on either side."""
        turned = {
            "at least": "at most",
            "at most": "at least",
            "more than": "less than",
            "less than": "more than",
        }
        left, right, relation = node.left, node.right, node.relation
        if not isinstance(left, nodes.Held):
            left, right = right, left
            relation = turned.get(relation, relation)  # type: ignore[assignment]
        if not isinstance(left, nodes.Held):
            raise NotCountable("it compares more than what players hold with a number")
        if isinstance(left.who, nodes.Who) and left.who.role is Role.EVERYONE:
            seats: tuple[int, ...] = tuple(range(self.setup.seats))
        else:
            seats = self._seats(left.who)
        return self._bounded(left.measure, seats, relation, right)

    def _bounded(
        self, measure: str, seats: tuple[int, ...], relation: str, amount: Expression
    ) -> Formula:
        """A measure of what these players hold together, against a number."""
        bound = constant(amount)
        if bound is None:
            raise NotCountable("it compares with something that is not a number")
        values = {
            "pips": self.setup.values,
            "doubles": tuple(
                self.setup.tiles.doubles >> tile & 1 for tile in range(len(self.setup.tiles))
            ),
            "tiles": (1,) * len(self.setup.tiles),
        }[measure]
        least, most = ceil(Fraction(bound)), floor(Fraction(bound))
        match relation:
            case "at least":
                return self._counted(values, seats, least, None)
            case "more than":
                return self._counted(values, seats, most + 1, None)
            case "at most":
                return self._counted(values, seats, 0, most)
            case "less than":
                return self._counted(values, seats, 0, least - 1)
            case "is" | "is not":
                same: Formula = least == most and _join(
                    "and",
                    [
                        self._counted(values, seats, least, None),
                        self._counted(values, seats, 0, most),
                    ],
                )
                return same if relation == "is" else _opposite(same)
        raise NotCountable("a multiple can't be counted")

    def _weighing(self, tiles: int, seats: tuple[int, ...], low: int, high: int | None) -> Formula:
        """How many of these tiles these players hold."""
        weights = tuple(tiles >> tile & 1 for tile in range(len(self.setup.tiles)))
        return self._counted(weights, seats, low, high)

    def _counted(
        self, weights: tuple[int, ...], seats: tuple[int, ...], low: int, high: int | None
    ) -> Formula:
        """Bounds on what these players hold, the known tiles taken off."""
        evidence = self.evidence
        held = 0
        for seat in seats:
            held |= evidence.state.hands[seat]
        known = sum(weight for tile, weight in enumerate(weights) if held >> tile & 1)
        low, high = low - known, None if high is None else high - known
        here = evidence.hidden.tiles & ~evidence.gone
        slots = tuple(slot for seat in seats for slot in evidence.hidden.slots_of(seat))
        hidden_weights = tuple(
            weight if here >> tile & 1 else 0 for tile, weight in enumerate(weights)
        )
        if high is not None and high < 0:
            return False
        if not slots or not any(hidden_weights):
            return low <= 0
        if low <= 0 and high is None:
            return True
        return Demand(hidden_weights, slots, max(0, low), high)


def _join(joiner: str, parts: list[Formula]) -> Formula:
    """Formulas joined by `and` or `or`, as far as they are not decided."""
    decides = joiner == "or"
    if decides in [part for part in parts if isinstance(part, bool)]:
        return decides
    left = tuple(part for part in parts if not isinstance(part, bool))
    if not left:
        return not decides
    return left[0] if len(left) == 1 else (joiner, left)


def _opposite(formula: Formula) -> Formula:
    if isinstance(formula, bool):
        return not formula
    if isinstance(formula, Demand):
        return formula.opposite()
    joiner, parts = formula
    return _join("or" if joiner == "and" else "and", [_opposite(part) for part in parts])


def _first(formula: Formula) -> Demand | None:
    """A demand that a formula depends on."""
    while not isinstance(formula, bool | Demand):
        formula = formula[1][0]
    return formula if isinstance(formula, Demand) else None


def _assume(formula: Formula, demand: Demand, holds: bool) -> Formula:
    """The formula once it is known whether a demand holds."""
    if isinstance(formula, bool):
        return formula
    if isinstance(formula, Demand):
        if formula == demand:
            return holds
        return not holds if formula == demand.opposite() else formula
    joiner, parts = formula
    return _join(joiner, [_assume(part, demand, holds) for part in parts])


def suppose(evidence: Evidence, condition: Expression) -> Evidence:
    """The evidence with only those worlds in which a condition holds.

    Raises `NotCountable`, and `NoWorld` where it holds in none.
    """
    parts = tuple(Asker(evidence).parts(condition))
    if not parts:
        raise NoWorld(f"no world fits what is assumed: {condition.span.text.strip()}")
    return replace(evidence, parts=parts)
