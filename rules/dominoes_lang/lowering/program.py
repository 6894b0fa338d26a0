"""The operations that rules are made of: typed values, without effects.

A condition, an amount, a player or a tile of the rules is one `Value`, which `lower` makes. What
each operation is in Python is in `codegen/python.py`, what it is to the stack machine of the
search in `search/native/programs/words.py`, and what is certain of it in `certain.py`. Constants
are folded as values are made.

| operation | parts → type | constant |
|---|---|---|
| `const` | → any type | a number; a truth; seats and tiles as a mask |
| `them` | → seat, side | |
| `read` | → whole, seat, side, tile | a field of a state, or `won`: the side that has won |
| `table` | seat, side, tile, whole → seat, side, seats, tile, tiles | a name of `Tables` |
| `held` | seats → tiles | |
| `counted` | seats → tiles: those held, and those laid aside | |
| `taken` | seats → tiles: those of the tricks that they have taken | |
| `open` | (seat) → tiles: those that fit an end open to it, or to everybody | |
| `open there` | seat → tiles: those that fit where a step of the turn lays one | where |
| `in stock` | → tiles | |
| `laid` | → yes | |
| `count`, `pips` | tiles → whole | |
| `&` | tiles, tiles → tiles | |
| `meets`, `any` | tiles (, tiles) → yes | |
| `not`, `and`, `or` | yes … → yes | |
| `==` `!=` `>=` `<=` `>` `<` | two of one type → yes | |
| `+` `-` `*` | whole, whole → whole; a yes counts 1 in a product | |
| `//` `%` | whole → whole, rounded down | a number above 0 |
| `most`, `least` | whole … → whole | |
| `leader` | seat or side, whole … → seat, side: of the least, or the first on a tie | |
| `holder` | tiles → seat | |
| `first` | tiles → tile | an order of tiles |
| `scores`, `passes running`, `wins running` | seats → whole | |
| `less` | seats, seats → seats | |
| `among` | seats → yes | a seat |
| `still in` | → seats: those that have not dropped out | |
| `last in` | → seat: the only one of them, -1 for none or several | |
| `number in` | → whole: how many they are | |
| `dropped out` | seats → yes: they are some, and all have | |
| `pips on ends`, `ends alike`, `halves like it` | → whole | |
| `parameter` | → whole, yes, tile | its name |
| `/`; `rounded` | whole, parameter → any amount; → whole | |

The last two are of rules whose parameters are left open, which are analysed and never run.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import Enum
from typing import Any, NamedTuple

from dominoes_lang.setup.ruleset import Setup
from dominoes_lang.table.shape import Where
from dominoes_lang.table.state import NO_TILE, NOBODY


class Type(Enum):
    """What a value is."""

    WHOLE = "a whole number"
    YES = "true or false"
    TILE = "the number of a tile, or -1"
    TILES = "a mask of tiles"
    SEAT = "a seat, or -1"
    SIDE = "a side, or -1"
    SEATS = "several seats, as a mask where they are constant"


class Value(NamedTuple):
    """An operation with its parts. Equal values are equal in every state."""

    operation: str
    type: Type
    parts: tuple[Value, ...] = ()
    constant: Any = None

    def walk(self) -> Iterator[Value]:
        """This value and all within it, from the outside in."""
        yield self
        for part in self.parts:
            yield from part.walk()


def const(kind: Type, constant: int) -> Value:
    """A constant of a type."""
    return Value("const", kind, (), constant)


YES = const(Type.YES, True)
NO = const(Type.YES, False)
OVER = Value("read", Type.WHOLE, (), "over")
LAID = Value("laid", Type.YES)
NUMBER_IN = Value("number in", Type.WHOLE)
OPEN = Value("open", Type.TILES)
MOVER = Value("read", Type.SEAT, (), "mover")
MOVER_ALONE = Value("table", Type.SEATS, (MOVER,), "only")


def whole(number: int) -> Value:
    """A constant number."""
    return const(Type.WHOLE, number)


def known(value: Value) -> int | None:
    """The number of a constant."""
    return value.constant if value.operation == "const" else None


# ---------------------------------------------------------------- conditions


def both(parts: Iterable[Value]) -> Value:
    """Whether all of these hold."""
    return _joined("and", parts, decides=False)


def either(parts: Iterable[Value]) -> Value:
    """Whether one of these holds."""
    return _joined("or", _together(parts), decides=True)


def _together(parts: Iterable[Value]) -> Iterator[Value]:
    """Whether several players hold one of the same tiles is one test of all their hands."""
    rest, seats_of = [], dict[Value, int]()
    for part in parts:
        for test in part.parts if part.operation == "or" else (part,):
            if test.operation == "meets" and test.parts[0].operation == "held":
                seats, tiles = test.parts[0].parts[0], test.parts[1]
                if seats.operation == "const":
                    seats_of[tiles] = seats_of.get(tiles, 0) | seats.constant
                    continue
            rest.append(test)
    for tiles, mask in seats_of.items():
        yield meets(held(const(Type.SEATS, mask)), tiles)
    yield from rest


def _joined(operation: str, parts: Iterable[Value], *, decides: bool) -> Value:
    left: list[Value] = []
    for part in parts:
        if known(part) == decides and part.operation == "const":
            return part
        if part.operation == "const":
            continue
        # One within another of its kind; each part counts once.
        for operand in part.parts if part.operation == operation else (part,):
            if operand not in left:
                left.append(operand)
    if not left:
        return const(Type.YES, not decides)
    return left[0] if len(left) == 1 else Value(operation, Type.YES, tuple(left))


def no(value: Value) -> Value:
    """Whether this does not hold."""
    if value.operation == "const":
        return const(Type.YES, not value.constant)
    return value.parts[0] if value.operation == "not" else Value("not", Type.YES, (value,))


_COMPARED = {
    "==": lambda first, second: first == second,
    "!=": lambda first, second: first != second,
    ">=": lambda first, second: first >= second,
    "<=": lambda first, second: first <= second,
    ">": lambda first, second: first > second,
    "<": lambda first, second: first < second,
}


def compared(relation: str, left: Value, right: Value) -> Value:
    """A comparison of two values of one type."""
    if left.operation == right.operation == "const":
        return const(Type.YES, bool(_COMPARED[relation](left.constant, right.constant)))
    return Value(relation, Type.YES, (left, right))


# ---------------------------------------------------------------- tiles


def shared(first: Value, second: Value) -> Value:
    """The tiles in both sets."""
    if first.operation == second.operation == "const":
        return const(Type.TILES, first.constant & second.constant)
    if 0 in (known(first), known(second)):
        return const(Type.TILES, 0)
    return Value("&", Type.TILES, (first, second))


def meets(first: Value, second: Value) -> Value:
    """Whether two sets of tiles have one in common."""
    both_known = shared(first, second)
    if both_known.operation == "const":
        return const(Type.YES, both_known.constant != 0)
    return Value("meets", Type.YES, (first, second))


def some(tiles: Value) -> Value:
    """Whether a set of tiles has any."""
    if tiles.operation == "const":
        return const(Type.YES, tiles.constant != 0)
    if tiles.operation == "&":
        return Value("meets", Type.YES, tiles.parts)
    return Value("any", Type.YES, (tiles,))


def held(seats: Value) -> Value:
    """The tiles that these players hold together."""
    return const(Type.TILES, 0) if known(seats) == 0 else Value("held", Type.TILES, (seats,))


def counted(seats: Value) -> Value:
    """The tiles that these players hold or have laid aside."""
    return held(seats)._replace(operation="counted") if known(seats) != 0 else held(seats)


def open_there(seat: int, where: Where) -> Value:
    """The tiles that fit where a step of the turn lays one, at the beginning of a seat's turn."""
    return Value("open there", Type.TILES, (const(Type.SEAT, seat),), where)


def open_to(seat: Value) -> Value:
    """The tiles that fit an end that is open to a seat, where not every seat has the same."""
    return Value("open", Type.TILES, (seat,))


# ---------------------------------------------------------------- numbers


def plus(*parts: Value) -> Value:
    """The sum of numbers."""
    left = [part for part in parts if known(part) != 0]
    if not left:
        return whole(0)
    total, *rest = left
    for part in rest:
        if total.operation == part.operation == "const":
            total = whole(total.constant + part.constant)
        else:
            total = Value("+", Type.WHOLE, (total, part))
    return total


def minus(left: Value, right: Value) -> Value:
    """The difference of two numbers."""
    if left.operation == right.operation == "const":
        return whole(left.constant - right.constant)
    return left if known(right) == 0 else Value("-", Type.WHOLE, (left, right))


def times(left: Value, right: Value) -> Value:
    """The product of two numbers; a yes counts 1."""
    if left.operation == right.operation == "const":
        return whole(left.constant * right.constant)
    if 0 in (known(left), known(right)):
        return whole(0)
    if known(right) == 1 and left.type is Type.WHOLE:
        return left
    if known(left) == 1 and right.type is Type.WHOLE:
        return right
    return Value("*", Type.WHOLE, (left, right))


def divided(value: Value, by: int) -> Value:
    """A number divided, rounded down."""
    if value.operation == "const":
        return whole(value.constant // by)
    return value if by == 1 else Value("//", Type.WHOLE, (value,), by)


def remainder(value: Value, by: int) -> Value:
    """What is left of a number after whole parts."""
    if value.operation == "const":
        return whole(value.constant % by)
    return whole(0) if by == 1 else Value("%", Type.WHOLE, (value,), by)


def least(parts: list[Value]) -> Value:
    """The smallest of numbers."""
    return parts[0] if len(parts) == 1 else Value("least", Type.WHOLE, tuple(parts))


def most(parts: list[Value]) -> Value:
    """The largest of numbers."""
    return parts[0] if len(parts) == 1 else Value("most", Type.WHOLE, tuple(parts))


# ---------------------------------------------------------------- players


def less(first: Value, second: Value) -> Value:
    """The first players without the others."""
    if first.operation == second.operation == "const":
        return const(Type.SEATS, first.constant & ~second.constant)
    return Value("less", Type.SEATS, (first, second))


# ---------------------------------------------------------------- tables


class ValueTable(NamedTuple):
    """A table by seat, side or tile."""

    type: Type
    none: int
    """The entry for -1."""
    entries: tuple[int, ...]


class Tables:
    """The tables of a setup: who sits where, and the masks of seats and tiles."""

    def __init__(self, setup: Setup) -> None:
        seats, sides = range(setup.seats), range(setup.sides)
        teams = tuple(sum(1 << seat for seat in team) for team in setup.players_of)
        everyone = setup.everyone
        partners = (
            next((member for member in setup.players_of[setup.side_of[seat]] if member != seat), -1)
            for seat in seats
        )
        self.by_name = {
            "only": ValueTable(Type.SEATS, 0, tuple(1 << seat for seat in seats)),
            "players": ValueTable(Type.SEATS, 0, teams),
            "opponents": ValueTable(
                Type.SEATS, 0, tuple(everyone & ~teams[side] for side in sides)
            ),
            "other_side": ValueTable(Type.SIDE, NOBODY, (1, 0)),  # where there are two
            "side_of": ValueTable(Type.SIDE, NOBODY, setup.side_of),
            "after": ValueTable(Type.SEAT, NOBODY, tuple(setup.after(seat) for seat in seats)),
            "before": ValueTable(Type.SEAT, NOBODY, tuple(setup.after(seat, -1) for seat in seats)),
            "partner": ValueTable(Type.SEAT, NOBODY, tuple(partners)),
            "rounds_double": ValueTable(Type.TILE, NO_TILE, setup.rounds_doubles),
            "high_half": ValueTable(Type.WHOLE, 0, tuple(tile.high for tile in setup.tiles.tiles)),
            "low_half": ValueTable(Type.WHOLE, 0, tuple(tile.low for tile in setup.tiles.tiles)),
            "alike": ValueTable(
                Type.TILES,
                0,
                tuple(
                    setup.tiles.bearing[tile.high] | setup.tiles.bearing[tile.low]
                    for tile in setup.tiles.tiles
                ),
            ),
            "bit": ValueTable(Type.TILES, 0, tuple(1 << tile for tile in range(len(setup.tiles)))),
        }

    def at(self, name: str, value: Value) -> Value:
        """The entry of a table."""
        table = self.by_name[name]
        if value.operation == "const":
            index = value.constant
            return const(table.type, table.none if index < 0 else table.entries[index])
        return Value("table", table.type, (value,), name)
