"""The nodes of expressions (values, conditions, players), and ways through a tree of nodes.

Nodes are frozen values with their places. Two are equal when they mean the same; their places do
not matter.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Any, ClassVar, Final, TypeAlias, TypeVar
from typing import Literal as OneOf

from dominoes_lang.syntax.facts import Fact
from dominoes_lang.table.tiles import Order, Tile
from dominoes_lang.text.source import Span


@dataclass(frozen=True)
class TilesWith:
    """`tiles with a 6`: what is counted in a hand."""

    number: int

    def __str__(self) -> str:
        return f"tiles with a {self.number}"


OF_ONE_NUMBER: Final = "tiles of one number"
"""The most tiles that show the same number: of players together, not the sum of each."""
Measure: TypeAlias = OneOf["pips", "tiles", "doubles"]
HandMeasure: TypeAlias = Measure | TilesWith | OneOf["tiles of one number"]
"""What may be counted in hands."""
COUNTED_ASIDE: Final = frozenset({"pips", "doubles"})
"""What counts of tiles that were laid aside as well."""
TakenMeasure: TypeAlias = OneOf["pips", "tiles", "doubles", "tricks"]


@dataclass(frozen=True, kw_only=True)
class Node:
    span: Span = field(compare=False, repr=False)


AnyNode = TypeVar("AnyNode", bound=Node)

# ------------------------------------------------------------------ values


@dataclass(frozen=True)
class Number(Node):
    value: int


@dataclass(frozen=True)
class YesNo(Node):
    value: bool


@dataclass(frozen=True)
class TileLiteral(Node):
    tile: Tile


@dataclass(frozen=True)
class Name(Node):
    """A parameter, a `define`, or a word that a parameter can be set to."""

    name: str


@dataclass(frozen=True)
class DealtTile(Node):
    """The first tile of an order that anybody holds; allowed only in openers and `holder of`."""

    order: Order

    @property
    def of_doubles(self) -> bool:
        """Whether it is a double."""
        return self.order.of_doubles


@dataclass(frozen=True)
class RoundsDouble(Node):
    """The highest double in the first round and the next lower one in each later round.

    Allowed where a `DealtTile` is. In an opener the round is the one that is opened.
    """

    ahead: int = 0
    """How many rounds later than that of the state."""
    up_again: bool = False
    """Whether the doubles go up again after the lowest, in every rule that asks for them."""
    of_doubles: ClassVar[bool] = True


@dataclass(frozen=True)
class Read(Node):
    fact: Fact


@dataclass(frozen=True)
class Held(Node):
    """`pips held by WHO`."""

    measure: HandMeasure
    who: Expression


@dataclass(frozen=True)
class Excess(Node):
    """`excess of pips held by WHO over WHO`: how much more each of the first has, added up."""

    measure: Measure
    who: Expression
    over: Expression


@dataclass(frozen=True)
class InStock(Node):
    """`pips in stock`."""

    measure: Measure


@dataclass(frozen=True)
class Taken(Node):
    """`pips taken by WHO`, `tricks taken by WHO`: of the tricks that players have taken."""

    measure: TakenMeasure
    who: Expression


@dataclass(frozen=True)
class ScoreOf(Node):
    who: Expression


@dataclass(frozen=True)
class HalfOf(Node):
    """`high half of TILE`, `low half of TILE`: a number of pips, 0 where there is no tile."""

    which: OneOf["high", "low"]
    tile: Expression


@dataclass(frozen=True)
class Running(Node):
    """`passes running by WHO`, `rounds won running by WHO`."""

    what: OneOf["passes", "wins"]
    who: Expression

    @property
    def field(self) -> str:
        """The field of a state that it is read from."""
        return "pass_runs" if self.what == "passes" else "streaks"


@dataclass(frozen=True)
class Arithmetic(Node):
    operator: OneOf["+", "-", "*", "/"]
    left: Expression
    right: Expression


@dataclass(frozen=True)
class Rounded(Node):
    way: OneOf["nearest", "up", "down"]
    amount: Expression
    to: Expression


# ------------------------------------------------------------------ conditions


@dataclass(frozen=True)
class Compare(Node):
    """`X is Y`, `X is at least Y` …; with `is` and `is not` also tiles, players and sides."""

    relation: OneOf["is", "is not", "at least", "at most", "more than", "less than", "multiple of"]
    left: Expression
    right: Expression


@dataclass(frozen=True)
class IsDouble(Node):
    tile: Expression


@dataclass(frozen=True)
class Can(Node):
    verb: OneOf["play", "act"]
    who: Expression


@dataclass(frozen=True)
class HasNoTiles(Node):
    who: Expression


@dataclass(frozen=True)
class HoldsTile(Node):
    who: Expression
    tile: Expression


@dataclass(frozen=True)
class HoldsNumber(Node):
    """`WHO holds a 5` (`some`) or `WHO holds no 5`."""

    who: Expression
    number: int
    some: bool


@dataclass(frozen=True)
class HoldsNumberOf(Node):
    """`WHO holds a number of last tile` (`some`), a tile with one of its halves, or `holds no`."""

    who: Expression
    tile: Expression
    some: bool


@dataclass(frozen=True)
class HoldsAmount(Node):
    """`WHO holds at least 5 doubles`."""

    who: Expression
    relation: OneOf["at least", "at most"]
    amount: Expression
    measure: HandMeasure


@dataclass(frozen=True)
class PassedInARow(Node):
    who: Expression


@dataclass(frozen=True)
class DroppedOut(Node):
    """`WHO dropped out`: by now, of this round; of several all did."""

    who: Expression


@dataclass(frozen=True)
class Not(Node):
    condition: Expression


@dataclass(frozen=True)
class Both(Node):
    """Conditions joined by `and` (`all`) or by `or`."""

    joiner: OneOf["and", "or"]
    parts: tuple[Expression, ...]


# ------------------------------------------------------------------ who


class Role(Enum):
    MOVER = "mover"
    FINISHER = "finisher"
    OPENER = "opener"
    BIDDER = "bidder"
    TAKER = "taker"
    WINNER = "winner"
    NOBODY = "nobody"
    EVERYONE = "everyone"
    EACH_PLAYER = "each player"
    EACH_SIDE = "each side"
    ANY_PLAYER = "any player"
    ANY_SIDE = "any side"
    THEM = "them"
    LOT = "lot"
    STILL_IN = "players still in"
    LAST_IN = "last player in"


@dataclass(frozen=True)
class Who(Node):
    role: Role


@dataclass(frozen=True)
class Seat(Node):
    """A seat by its letter; `number` counts from 0 in order of play."""

    number: int


@dataclass(frozen=True)
class Neighbour(Node):
    """`player after WHO`, `player before WHO`."""

    way: OneOf["after", "before"]
    who: Expression


@dataclass(frozen=True)
class Related(Node):
    """`WHO's side`, `WHO's partner`, `WHO's opponents`."""

    relation: OneOf["side", "partner", "opponents"]
    who: Expression


@dataclass(frozen=True)
class HolderOf(Node):
    tile: Expression


@dataclass(frozen=True)
class Extreme(Node):
    which: OneOf["fewest", "most"]
    measure: Measure


@dataclass(frozen=True)
class Ranked(Node):
    """`side with fewest pips then most tiles, ties to WHO`.

    A `player with …` where a side is wanted becomes a `player's side` when it is bound: it ranks
    the sides, each by its best player, so partners who tie do not.
    """

    noun: OneOf["player", "side", "player's side"]
    extremes: tuple[Extreme, ...]
    ties: Expression | None


@dataclass(frozen=True)
class Except(Node):
    who: Expression
    but: Expression


Expression: TypeAlias = (
    Number
    | YesNo
    | TileLiteral
    | Name
    | DealtTile
    | RoundsDouble
    | Read
    | Held
    | Excess
    | InStock
    | Taken
    | ScoreOf
    | HalfOf
    | Running
    | Arithmetic
    | Rounded
    | Compare
    | IsDouble
    | Can
    | HasNoTiles
    | HoldsTile
    | HoldsNumber
    | HoldsNumberOf
    | HoldsAmount
    | PassedInARow
    | DroppedOut
    | Not
    | Both
    | Who
    | Seat
    | Neighbour
    | Related
    | HolderOf
    | Ranked
    | Except
)


_WHOS = (
    Seat,
    Who,
    Neighbour,
    Related,
    HolderOf,
    Ranked,
    Except,
)


def is_who(node: Expression) -> bool:
    """Whether an expression names players or sides."""
    return isinstance(node, _WHOS)


def is_tile(node: Expression) -> bool:
    """Whether an expression names a tile."""
    return isinstance(node, TileLiteral | DealtTile | RoundsDouble) or (
        isinstance(node, Read) and node.fact is Fact.LAST_TILE
    )


def walk(node: object) -> Iterator[Node]:
    """A node and every node within it, from the outside in."""
    waiting = [node]
    while waiting:
        part = waiting.pop()
        if isinstance(part, Node):
            yield part
            waiting.extend(reversed(vars(part).values()))
        elif isinstance(part, tuple):
            waiting.extend(reversed(part))


def rankings_of_hands(node: object) -> list[Ranked]:
    """Where players are compared by what they hold, beyond how many tiles there are."""
    return [
        part
        for part in walk(node)
        if isinstance(part, Ranked) and any(extreme.measure != "tiles" for extreme in part.extremes)
    ]


def changed(node: AnyNode, change: Callable[[Node], Node]) -> AnyNode:
    """The node with `change` applied to each node within it and at last to itself."""
    return _changed(node, change)  # type: ignore[no-any-return]


def _changed(value: object, change: Callable[[Node], Node]) -> Any:
    # Not `isinstance`: a tile is a subclass of tuple.
    if type(value) is tuple:
        items = tuple(_changed(item, change) for item in value)
        return (
            items if any(new is not old for new, old in zip(items, value, strict=True)) else value
        )
    if not isinstance(value, Node):
        return value
    parts = {name: _changed(part, change) for name, part in vars(value).items()}
    new = {name: part for name, part in parts.items() if part is not getattr(value, name)}
    return change(replace(value, **new) if new else value)


def names_in(node: object) -> set[str]:
    """The parameters and defines that a node reads."""
    return {part.name for part in walk(node) if isinstance(part, Name)}
