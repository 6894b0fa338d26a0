"""Conditions on hidden hands, taken apart into plain ones joined by `and` and `or`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from dominoes_lang.syntax.nodes import Expression
from dominoes_solver.worlds.slots import Counter, Hidden


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


@dataclass(frozen=True)
class Tested:
    """A condition (or its opposite, without `sense`) that only a whole world answers, and why."""

    condition: Expression
    why: str
    sense: bool = True

    def opposite(self) -> Tested:
        """Holds exactly where this does not."""
        return replace(self, sense=not self.sense)


Formula = bool | Demand | Tested | tuple[str, tuple["Formula", ...]]
"""True or false, a demand, a tested condition, or several joined by `and` or `or`."""


def join(joiner: str, parts: list[Formula]) -> Formula:
    """Formulas joined by `and` or `or`, as far as they are not decided."""
    decides = joiner == "or"
    if decides in [part for part in parts if isinstance(part, bool)]:
        return decides
    left = tuple(part for part in parts if not isinstance(part, bool))
    if not left:
        return not decides
    return left[0] if len(left) == 1 else (joiner, left)


def opposite_of(formula: Formula) -> Formula:
    """Holds exactly where a formula does not."""
    if isinstance(formula, bool):
        return not formula
    if isinstance(formula, Demand | Tested):
        return formula.opposite()
    joiner, parts = formula
    return join("or" if joiner == "and" else "and", [opposite_of(part) for part in parts])


def first_demand(formula: Formula) -> Demand | None:
    """A demand that a formula depends on; None if only tests can decide it."""
    if isinstance(formula, tuple):
        return next((demand for part in formula[1] if (demand := first_demand(part))), None)
    return formula if isinstance(formula, Demand) else None


def tests(formula: Formula) -> Iterator[Tested]:
    """The tested conditions of a formula."""
    if isinstance(formula, tuple):
        for part in formula[1]:
            yield from tests(part)
    elif isinstance(formula, Tested):
        yield formula


def conjuncts(formula: Formula) -> Iterator[Formula]:
    """The parts of a formula that must all hold."""
    if isinstance(formula, tuple) and formula[0] == "and":
        for part in formula[1]:
            yield from conjuncts(part)
    else:
        yield formula


def assume(formula: Formula, demand: Demand, holds: bool) -> Formula:
    """The formula once it is known whether a demand holds."""
    if isinstance(formula, bool | Tested):
        return formula
    if isinstance(formula, Demand):
        if formula == demand:
            return holds
        return not holds if formula == demand.opposite() else formula
    joiner, parts = formula
    return join(joiner, [assume(part, demand, holds) for part in parts])
