"""What is certain of values: the bounds of numbers, the truths of conditions, who may be meant.

One walk over the operations. What is read, held or laid out on the table is a leaf, and there
`Certain` knows what holds in every round; whoever knows more gives it as `known` or in a subclass.
Parts are taken to be independent of each other, so more seems possible than is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from heapq import nlargest

from dominoes_lang.lowering.amounts import Exact
from dominoes_lang.lowering.intervals import ANYTHING, Interval
from dominoes_lang.lowering.lower import RELATIONS, Award
from dominoes_lang.lowering.program import Tables, Type, Value
from dominoes_lang.setup.partial import joined
from dominoes_lang.setup.ruleset import Setup
from dominoes_lang.syntax import nodes
from dominoes_lang.syntax.nodes import Fact
from dominoes_lang.table.state import NOBODY

Leaf = Callable[[Value], Interval]
"""The bounds of a number that is read, counted or looked up."""

_JOINED: Mapping[str, Callable[[Interval, Interval], Interval]] = {
    "+": lambda first, second: first + second,
    "-": lambda first, second: first - second,
    "*": lambda first, second: first * second,
    "/": lambda first, second: first.over(second),
    "most": lambda first, second: first.most(second),
    "least": lambda first, second: -(-first).most(-second),
}
_WORDS = {sign: words for words, sign in RELATIONS.items()}
_FACTS = {fact.field: Interval(fact.least, None) for fact in Fact if fact.field}


def bounds(value: Value, leaf: Leaf) -> Interval:
    """The bounds of a number, given those of its leaves; a truth is 0 or 1."""
    if value.operation == "const":
        return Interval.of(int(value.constant))
    if value.type is Type.YES:
        return Interval(0, 1)
    if value.operation in _JOINED:
        total, *rest = (bounds(part, leaf) for part in value.parts)
        for operand in rest:
            total = _JOINED[value.operation](total, operand)
        return total
    match value.operation, value.constant:
        case "//", by:
            return bounds(value.parts[0], leaf).over(Interval.of(by)).floored()
        case "%", None:
            return Interval(0, None)
        case "%", by:
            number = bounds(value.parts[0], leaf).value
            return Interval(0, by - 1) if number is None else Interval.of(number % by)
        case "rounded", (way, below):
            amount, to = (bounds(part, leaf) for part in value.parts)
            return amount.over(Interval.of(below)).rounded(way, to)
    return leaf(value)


class Certain:
    """What is certain at any time of a round of one setup, given the bounds that are `known`.

    known: the bounds of fields and of operations that are numbers, by their names.
    """

    def __init__(self, setup: Setup, known: Mapping[str, Interval] | None = None) -> None:
        self.setup = setup
        tiles, layout = Interval(0, len(setup.tiles)), setup.layout
        self.numbers = {
            **_FACTS,
            "stock": Interval(0, setup.stock_size),
            "plays": tiles,
            "number in": Interval(0, setup.player_count),
            "turn_tiles": tiles if setup.turn.again else Interval(0, 1 + setup.turn.plays_at_each),
            "fitted": Interval(0, layout.rules.most.ends_alike),
            "pips": Interval(0, sum(setup.values)),
            "pips in stock": Interval(0, sum(nlargest(setup.stock_size, setup.values))),
            **({} if setup.tricks is None else {"bid": Interval(0, setup.tricks.auction.highest)}),
            Fact.PIPS_ON_ENDS.value: Interval(0, layout.rules.most.pips),
            Fact.ENDS_ALIKE.value: Interval(0, layout.rules.most.ends_alike),
            Fact.HALVES_LIKE_IT.value: Interval(0, layout.rules.most.halves_alike),
            "passes running": Interval(0, None),
            "wins running": Interval(0, None),
            Fact.VOID_DEALS.field: Interval(0, None if setup.may_be_void else 0),
            **(known or {}),
        }
        anybody = set(setup.playing)
        self.players = {
            "mover": anybody,
            "finisher": anybody | ({NOBODY} if setup.shape.begun else set()),
            "opener": anybody,
            "won": {NOBODY, *setup.sides_playing},
            "bidder": anybody,
            "taker": anybody,
        }

    @cached_property
    def _tables(self) -> Tables:
        return Tables(self.setup)

    # ------------------------------------------------------------------ numbers

    def bounds(self, value: Value) -> Interval:
        """The bounds of a number."""
        return bounds(value, self._leaf)

    def amount(self, exact: Exact) -> Interval:
        """The bounds of an amount."""
        whole = self.bounds(exact.value)
        return whole if exact.below == 1 else whole.over(Interval.of(exact.below))

    def amounts(self, award: Award) -> Iterator[Interval]:
        """The bounds of every row of an award that may apply where its condition holds."""
        for row, exact in zip(award.amount, award.exact, strict=True):
            truths = self.truths(row.condition)
            if True in truths:
                yield self.amount(exact)
            if truths == {True}:
                return

    def _leaf(self, value: Value) -> Interval:
        match value.operation:
            case "read":
                return self.numbers.get(value.constant, ANYTHING)
            case "count" | "pips":
                return self.measured(value)
            case "table":
                table = self._tables.by_name[value.constant]
                entries = (table.none, *table.entries)
                return Interval(min(entries), max(entries))
            case "parameter":
                return _range_of(self.setup, value.constant)
        return self.numbers.get(value.operation, ANYTHING)

    def measured(self, value: Value) -> Interval:
        """How many tiles there are in a set of tiles, or how many pips they have."""
        if value.operation == "pips":
            has_tricks = self.setup.tricks is not None
            if has_tricks and any(part.operation == "taken" for part in value.walk()):
                return Interval(0, sum(self.setup.values))  # however few are left to play
            # Tiles that nobody draws are never laid, however few pips are left to lay.
            stock = any(part.operation == "in stock" for part in value.walk())
            return self.numbers["pips in stock" if stock else "pips"]
        counted = value.parts[0]
        masks = [part.constant for part in counted.parts if part.type is Type.TILES]
        of = [mask.bit_count() for mask in masks if mask is not None]
        return Interval(0, min(of, default=len(self.setup.tiles)))

    # ------------------------------------------------------------------ conditions

    def truths(self, value: Value) -> set[bool]:
        """The truth values that a condition may have."""
        parts = value.parts
        match value.operation:
            case "const":
                return {bool(value.constant)}
            case "not":
                return {not truth for truth in self.truths(parts[0])}
            case "and" | "or" as joiner:
                return joined(map(self.truths, parts), decides=joiner == "or")
            case "among":
                return {bool(mask >> value.constant & 1) for mask in self.meant_by(parts[0])}
            case relation if relation in _WORDS and parts[0].type is Type.WHOLE:
                return self.bounds(parts[0]).compared(_WORDS[relation], self.bounds(parts[1]))
            case "==" | "!=" if parts[0].type is not Type.TILE:
                same = {
                    first == second
                    for first in self.meant_by(parts[0])
                    for second in self.meant_by(parts[1])
                }
                return same if value.operation == "==" else {not truth for truth in same}
        return {True, False}

    # ------------------------------------------------------------------ who

    def meant_by(self, value: Value) -> set[int]:
        """The seats or sides that may be meant, -1 for nobody; masks where several are meant."""
        count = self.setup.sides if value.type is Type.SIDE else self.setup.seats
        match value.operation:
            case "const":
                return {value.constant}
            case "read":
                return self.players[value.constant]
            case "table":
                table = self._tables.by_name[value.constant]
                return {
                    table.none if number < 0 else table.entries[number]
                    for number in self.meant_by(value.parts[0])
                }
            case "less":
                masks, left_out = map(self.meant_by, value.parts)
                return {mask & ~but for mask in masks for but in left_out}
            case "still in":
                return set(range(1 << count))
            case "leader":
                return {*range(count), *self.meant_by(value.parts[0])}
            case "them":
                return set(range(count))
        return {NOBODY, *range(count)}


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
