"""Hidden hands that meet a formula of demands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from dominoes_solver.evidence.formulas import Demand, Formula, assume, first_demand
from dominoes_solver.worlds.cases import NoPair
from dominoes_solver.worlds.feasible import some_world
from dominoes_solver.worlds.slots import Counter, Hidden, World


@dataclass(frozen=True)
class DemandedHands:
    """Worlds in which demands, joined by `and` and `or`, are met."""

    formula: Formula

    def holds(self, world: World) -> bool:
        """Whether a world is one of them."""
        return _is_met(self.formula, world)

    def parts_of(self, hidden: Hidden) -> Iterator[Hidden]:
        """Those of a problem, in parts that share none."""
        yield from _parts(self.formula, hidden)

    def sharing(self, slot: int, part: int) -> DemandedHands:
        """The same once a part of a slot is another: demands are on both together."""
        return DemandedHands(_sharing(self.formula, slot, part))


def split(hidden: Hidden, by: Sequence[NoPair | DemandedHands]) -> Iterator[Hidden]:
    """The worlds of a problem in which all these hold, in parts that share none and have some."""
    if not by:
        yield hidden
        return
    for part in by[0].parts_of(hidden):
        if some_world(part) is not None:
            yield from split(part, by[1:])


def _is_met(formula: Formula, world: World) -> bool:
    match formula:
        case bool():
            return formula
        case Demand(weights, slots, low, high):
            return Counter(weights, slots, low, high).holds(world)
        case (joiner, parts):
            return (all if joiner == "and" else any)(_is_met(part, world) for part in parts)
    raise AssertionError(f"no demand: {formula}")


def _parts(formula: Formula, hidden: Hidden) -> Iterator[Hidden]:
    demand = first_demand(formula)
    if demand is None:
        if formula is True:
            yield hidden
        return
    for holds, demanded in ((True, demand), (False, demand.opposite())):
        rest = assume(formula, demand, holds)
        if rest is not False:
            yield from _parts(rest, demanded.on(hidden))


def _sharing(formula: Formula, slot: int, part: int) -> Formula:
    match formula:
        case Demand(weights, slots, low, high) if slot in slots:
            return Demand(weights, (*slots, part), low, high)
        case (joiner, parts):
            return joiner, tuple(_sharing(inner, slot, part) for inner in parts)
    return formula
