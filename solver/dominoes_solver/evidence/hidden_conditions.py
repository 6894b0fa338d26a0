"""Conditions on hidden hands, answered exactly.

A condition is taken apart into plain ones on what some players hold together. Each of these, and
its opposite, is a further demand on the slots; so a condition splits the worlds into parts that
don't overlap, and each part is counted. What is not a demand, such as a comparison of two hidden
hands, is tested in the worlds that the demands leave, if these are few.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import count
from math import ceil, floor
from typing import TypeVar

from dominoes_lang.setup.arithmetic import constant
from dominoes_lang.setup.measures import weights_of
from dominoes_lang.setup.partial import MIRRORED
from dominoes_lang.syntax import nodes
from dominoes_lang.syntax.nodes import Act, Expression, Role
from dominoes_lang.table.spots import open_mask
from dominoes_lang.table.state import laid_aside
from dominoes_lang.text.root_exception import DominoesError
from dominoes_solver.evidence.evidence import Evidence, NoWorld
from dominoes_solver.evidence.formulas import (
    Demand,
    Formula,
    Tested,
    assume,
    first_demand,
    join,
    opposite_of,
    tests,
)
from dominoes_solver.evidence.tested_conditions import tested_worlds
from dominoes_solver.worlds.counting import TooManyStates, WorldTable
from dominoes_solver.worlds.listed import WorldList
from dominoes_solver.worlds.slots import World, aside_of

MOST_PARTS = 2_000
MOST_EDGES = 1_000_000
"""Edges of the table of a part, up to which it is made: a second or two. A question about pips
needs many, and is asked once."""
MOST_TESTED = 200_000
"""Worlds up to which a condition that can't be counted is tested in each: a few seconds."""
TESTS_BETWEEN_SIGNS = 1_000

Answer = TypeVar("Answer")


class NotCountable(DominoesError, ValueError):
    """A condition that is not a demand on single hands."""


class TooManyWorlds(DominoesError, ValueError):
    """A condition that must be tested in more worlds than is feasible; it can only be sampled."""


class Asker:
    """Asks one position."""

    def __init__(self, evidence: Evidence, progress: Callable[[int], None] | None = None) -> None:
        """`progress` is called now and then while worlds are tested, with the number to test."""
        self.evidence = evidence
        self.setup = evidence.setup
        self.compiled = evidence.compiled
        self.progress = progress
        self.counted = 0

    # ------------------------------------------------------------------ the answers

    def matching(self, condition: Expression) -> int:
        """In how many worlds a condition holds. Raises `TooManyWorlds`."""
        return self._of_parts(condition, lambda parts: sum(part.count for part in parts))

    def parts(self, condition: Expression) -> tuple[WorldTable, ...]:
        """The worlds in which a condition holds, in parts that don't overlap and are not empty.

        Raises `TooManyWorlds`.
        """
        return self._of_parts(condition, tuple)

    def test(self, condition: Expression) -> Callable[[World], bool]:
        """Whether a condition holds in a world."""
        holds, open_state = self.compiled.condition(condition), self.evidence.open_state
        return lambda world: holds(*open_state(world))

    def _of_parts(
        self, condition: Expression, answer: Callable[[Iterator[WorldTable]], Answer]
    ) -> Answer:
        try:
            return answer(self._parts(condition, self.formula(condition, sense=True)))
        except (NotCountable, TooManyStates) as error:
            return answer(self._parts(condition, Tested(condition, str(error))))

    def _parts(self, condition: Expression, formula: Formula) -> Iterator[WorldTable]:
        """The worlds in which a condition holds, which is this formula."""
        self.counted = 0
        open_parts: list[tuple[WorldTable, Formula]] = []
        for table in self.evidence.tables:
            if isinstance(table, WorldList):
                open_parts.append((table, Tested(condition, "")))
                continue
            for part, rest in self._split(formula, table):
                if rest is True:
                    yield part
                else:
                    open_parts.append((part, rest))
        number = sum(part.count for part, _ in open_parts)
        if number > MOST_TESTED:
            why = next(tested.why for _, rest in open_parts for tested in tests(rest) if tested.why)
            raise TooManyWorlds(
                f"{why}, so it has to be tested world by world, in at most {MOST_TESTED:,} worlds, "
                f"and there are {number:,}; further conditions on single hands, such as "
                '"B holds [6|4]", leave fewer'
            )
        tested = count(1)

        def test(plain: Expression) -> Callable[[World], bool]:
            holds = self.test(plain)

            def reporting(world: World) -> bool:
                if self.progress is not None and not next(tested) % TESTS_BETWEEN_SIGNS:
                    self.progress(number)
                return holds(world)

            return reporting

        for part, rest in open_parts:
            if isinstance(part, WorldList):
                holding_table = part.where(test(condition))
            else:
                holding_table = tested_worlds(self.evidence, rest, part.hidden, test)
            if holding_table.count:
                yield holding_table

    def _split(self, formula: Formula, table: WorldTable) -> Iterator[tuple[WorldTable, Formula]]:
        """The worlds in which a formula holds, one demand decided after another.

        In parts, each with what is still to be tested in it: True where that is nothing.
        """
        if formula is False or not table.count:
            return
        demand = first_demand(formula)
        if demand is None:
            yield table, formula
            return
        self.counted += 1
        if self.counted > MOST_PARTS:
            raise NotCountable("it falls into too many cases to count")
        for holds, demanded in ((True, demand), (False, demand.opposite())):
            rest = assume(formula, demand, holds)
            if rest is not False:
                yield from self._split(rest, WorldTable(demanded.on(table.hidden), MOST_EDGES))

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
                return join("and" if (joiner == "and") == sense else "or", inner_parts)
        try:
            positive = self._quantified(node)
        except NotCountable as error:
            positive = Tested(node, str(error))
        return positive if sense else opposite_of(positive)

    def _quantified(self, node: Expression) -> Formula:
        """A condition on what somebody holds, with its quantifier."""
        who: Expression | None = getattr(node, "who", None)
        groups = () if who is None else self.setup.quantified(who)
        if isinstance(who, nodes.Who) and groups:
            each = [self._of(node, seats) for seats in groups]
            if who.role is Role.EVERYONE:
                return join("and", each)
            return opposite_of(join("or", each)) if who.role is Role.NOBODY else join("or", each)
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
                    return self._weighing(tiles.showing(number), seats, 1, None)
                return self._weighing(tiles.showing(number), seats, 0, 0)
            case nodes.HoldsNumberOf(tile=nodes.TileLiteral(tile=halves), some=some):
                alike = tiles.showing(halves.high) | tiles.showing(halves.low)
                return self._weighing(alike, seats, int(some), None if some else 0)
            case nodes.HoldsAmount(relation=relation, amount=amount, measure=measure):
                return self._bounded(measure, seats, relation, amount)
            case nodes.Can(verb=verb):
                if verb == "act" and any(step.guard for step in self.setup.turn.steps):
                    raise NotCountable("guards of the turn decide who can act")
                if verb == "act" and self.setup.turn.discards:
                    raise NotCountable("players may lay tiles aside, so it is not a matter of ends")
                stock = self.evidence.stock_size > self.setup.reserve
                if verb == "act" and self.setup.draws and stock:
                    return bool(seats)
                if verb == "act" and all(
                    step.act is not Act.PLAY for step in self.setup.turn.steps
                ):
                    return False
                fits = {seat: open_mask(self.setup.layout.rules, state, seat) for seat in seats}
                if len({*fits.values()}) == 1:
                    return self._weighing(fits[seats[0]], seats, 1, None)
                return join("or", [self._weighing(fits[seat], (seat,), 1, None) for seat in seats])
        raise NotCountable("it is about more than what players hold")

    def _compared(self, node: nodes.Compare) -> Formula:
        """`pips held by B is at least 20`, the amount on either side."""
        left, right, relation = node.left, node.right, node.relation
        if not isinstance(left, nodes.Held):
            left, right = right, left
            relation = MIRRORED.get(relation, relation)  # type: ignore[assignment]
        if not isinstance(left, nodes.Held):
            raise NotCountable("it compares more than what players hold with a number")
        if isinstance(left.who, nodes.Who) and left.who.role is Role.EVERYONE:
            seats: tuple[int, ...] = self.setup.playing
        else:
            seats = self._seats(left.who)
        return self._bounded(left.measure, seats, relation, right)

    def _bounded(
        self,
        measure: nodes.HandMeasure,
        seats: tuple[int, ...],
        relation: str,
        amount: Expression,
    ) -> Formula:
        """A measure of what these players hold together, against a number."""
        bound = constant(amount)
        if bound is None:
            raise NotCountable("it compares with more than a fixed number")
        aside = measure in nodes.COUNTED_ASIDE
        ways = weights_of(self.setup, measure)

        def reaches(low: int) -> Formula:
            return join("or", [self._counted(way, seats, low, None, aside=aside) for way in ways])

        least, most = ceil(Fraction(bound)), floor(Fraction(bound))
        match relation:
            case "at least":
                return reaches(least)
            case "more than":
                return reaches(most + 1)
            case "at most":
                return opposite_of(reaches(most + 1))
            case "less than":
                return opposite_of(reaches(least))
            case "is" | "is not":
                same: Formula = least == most and join(
                    "and", [reaches(least), opposite_of(reaches(most + 1))]
                )
                return same if relation == "is" else opposite_of(same)
        raise NotCountable("a multiple can't be counted")

    def _weighing(self, tiles: int, seats: tuple[int, ...], low: int, high: int | None) -> Formula:
        """How many of these tiles these players hold."""
        weights = tuple(tiles >> tile & 1 for tile in range(len(self.setup.tiles)))
        return self._counted(weights, seats, low, high)

    def _counted(
        self,
        weights: tuple[int, ...],
        seats: tuple[int, ...],
        low: int,
        high: int | None,
        *,
        aside: bool = False,
    ) -> Formula:
        """Bounds on what these players hold, the known tiles taken off.

        aside: what they have laid aside counts as well.
        """
        evidence = self.evidence
        held, keepers = 0, [*seats]
        for seat in seats:
            held |= evidence.state.hands[seat]
            if aside:
                held |= laid_aside(evidence.state, seat)
                keepers.append(aside_of(seat))
        known = sum(weight for tile, weight in enumerate(weights) if held >> tile & 1)
        low, high = low - known, None if high is None else high - known
        here = evidence.hidden.tiles & ~evidence.gone
        slots = tuple(slot for keeper in keepers for slot in evidence.hidden.slots_of(keeper))
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


def suppose(
    evidence: Evidence,
    conditions: Sequence[Expression],
    progress: Callable[[int], None] | None = None,
) -> Evidence:
    """The evidence with only those worlds in which all conditions hold.

    `progress` is that of `Asker`. Raises `TooManyWorlds`, and `NoWorld` if they hold in none.
    """
    condition = conditions[0]
    if len(conditions) > 1:
        # Together, so that those that can be counted leave fewer worlds to test the others in.
        condition = nodes.Both("and", tuple(conditions), span=condition.span)
    parts = Asker(evidence, progress).parts(condition)
    if not parts:
        assumed = ", ".join(supposed.span.text.strip() for supposed in conditions)
        raise NoWorld(f"no world fits what is assumed: {assumed}")
    return replace(evidence, parts=parts)
