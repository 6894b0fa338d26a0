"""The bounds of amounts: interval arithmetic over expressions.

The caller supplies the bounds of the leaves; `in_a_round` knows what holds in every round.
"""

from __future__ import annotations

from collections.abc import Callable

from dominoes_lang.lowering.intervals import ANYTHING, Interval
from dominoes_lang.setup.arithmetic import constant
from dominoes_lang.setup.facts import SOURCES
from dominoes_lang.setup.ruleset import Setup
from dominoes_lang.syntax import nodes
from dominoes_lang.syntax.nodes import Expression, Fact

Leaf = Callable[[Expression], Interval]

ANY_GAME = {fact: Interval(source.least, source.most) for fact, source in SOURCES.items()}
"""The bounds of a fact, whatever the rules."""


def between(node: Expression, leaf: Leaf) -> Interval:
    """The bounds of an amount, given those of its leaves."""
    known = constant(node)
    if known is not None:
        return Interval.of(known)
    match node:
        case nodes.Arithmetic(operator=operator, left=left, right=right):
            one, other = between(left, leaf), between(right, leaf)
            if operator == "/":
                return one.over(other)
            if operator == "*":
                return one * other
            return one + other if operator == "+" else one - other
        case nodes.Rounded(way=way, amount=amount, to=to):
            return between(amount, leaf).rounded(way, between(to, leaf))
    return leaf(node)


def in_a_round(setup: Setup, pips: int | None = None) -> Leaf:
    """The bounds of hands and facts at any time while no more than `pips` are left."""
    most = sum(setup.values) if pips is None else pips
    held = {"pips": most, "tiles": len(setup.tiles), "doubles": setup.tiles.doubles.bit_count()}
    facts = ANY_GAME | {
        Fact.PIPS_ON_ENDS: Interval(0, setup.layout.most_pips),
        Fact.TILES_IN_STOCK: Interval(0, setup.stock_size),
        Fact.PLAYS: Interval(0, len(setup.tiles)),
        Fact.TILES_THIS_TURN: Interval(0, len(setup.tiles)),
    }

    def leaf(node: Expression) -> Interval:
        match node:
            case nodes.Held(measure=measure) | nodes.InStock(measure=measure):
                return Interval(0, held[measure])
            case nodes.Excess(measure=measure):
                return Interval(0, setup.seats * held[measure])
            case nodes.Read(fact=fact) if fact in facts:
                return facts[fact]
        return ANYTHING

    return leaf
