"""The bounds of numbers in any round, worked out operation by operation."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from dominoes_lang.lowering.intervals import ANYTHING, Interval
from dominoes_lang.lowering.program import Type, Value
from dominoes_lang.setup.facts import SOURCES
from dominoes_lang.setup.ruleset import Setup
from dominoes_lang.syntax.nodes import Fact
from dominoes_lang.table.layout import MOST_ENDS

Leaf = Callable[[Value], Interval]
"""The bounds of a number that is read, counted or looked up."""

_JOINED: Mapping[str, Callable[[Interval, Interval], Interval]] = {
    "+": lambda one, other: one + other,
    "-": lambda one, other: one - other,
    "*": lambda one, other: one * other,
    "most": lambda one, other: one.most(other),
    "least": lambda one, other: -(-one).most(-other),
}


def bounds(value: Value, leaf: Leaf) -> Interval:
    """The bounds of a number, given those of its leaves; a truth is 0 or 1."""
    if value.operation == "const":
        return Interval.of(int(value.constant))
    if value.type is Type.YES:
        return Interval(0, 1)
    if value.operation in _JOINED:
        total, *others = (bounds(part, leaf) for part in value.parts)
        for other in others:
            total = _JOINED[value.operation](total, other)
        return total
    if value.operation == "%":
        return Interval(0, value.constant - 1)
    if value.operation == "//":
        return bounds(value.parts[0], leaf).over(Interval.of(value.constant)).floored()
    return leaf(value)


def in_a_round(setup: Setup, pips: int | None = None) -> Leaf:
    """The bounds of hands and facts at any time while no more than `pips` are left."""
    tiles = Interval(0, len(setup.tiles))
    most_pips = setup.layout.most_pips
    leaves = {
        "count": tiles,
        "pips": Interval(0, sum(setup.values) if pips is None else pips),
        Fact.PIPS_ON_ENDS.value: Interval(0, most_pips),
        Fact.ENDS_ALIKE.value: Interval(0, MOST_ENDS),
        Fact.HALVES_LIKE_IT.value: Interval(0, 2 * MOST_ENDS),
    }
    fields = {source.field: Interval(source.least, source.most) for source in SOURCES.values()}
    fields |= {"stock": Interval(0, setup.stock_size), "plays": tiles, "turn_tiles": tiles}

    def leaf(value: Value) -> Interval:
        if value.operation == "read":
            return fields.get(value.constant, ANYTHING)
        return leaves.get(value.operation, ANYTHING)

    return leaf
