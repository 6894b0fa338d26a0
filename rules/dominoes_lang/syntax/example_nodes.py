"""The nodes of an example: what is given, what happens, and what is checked at the end."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar
from typing import Literal as OneOf

from dominoes_lang.syntax.expression_nodes import (
    Expression,
    Name,
    Node,
    Number,
    TileLiteral,
    YesNo,
)
from dominoes_lang.table.marks import Mark


@dataclass(frozen=True)
class GivenTiles(Node):
    """Tiles on the table, in the stock, or (with `seat`) in a hand or on a train."""

    LYING: ClassVar = frozenset({"line", "arm", "train", "public"})
    """Those whose tiles lie on the table in a direction."""

    where: OneOf[
        "line", "arm", "train", "public", "spinner", "stock", "hand", "trick", "taken"
    ]  # fmt: skip
    tiles: tuple[tuple[int, int], ...]
    """The halves; of `LYING` as written, since these have a direction."""
    seat: int | None = None


@dataclass(frozen=True)
class GivenFact(Node):
    """A number or a seat: `round is 2`, `opener is B`, `A to play`."""

    what: str
    """Its name in `_GIVEN` of `build_examples.py`."""
    number: int
    seat: int | None = None


@dataclass(frozen=True)
class GivenParameter(Node):
    name: str
    value: Number | TileLiteral | YesNo | Name


@dataclass(frozen=True)
class NamedPlace(Node):
    """The place of a play: `on left`, `on [6|4]`, `on train of B`."""

    mark: Mark


@dataclass(frozen=True)
class Happening(Node):
    """An action of a seat; `on` is None if no place is written."""

    act: OneOf["play", "discard", "draw", "pass", "stop", "bid", "name"]
    seat: int
    tile: TileLiteral | None = None
    on: NamedPlace | None = None
    leaving: int | None = None
    """The number that it leaves open, where both halves may touch."""
    said: int | None = None
    """The number that is bid, or the trump that is named, as in `table/suits.py`."""


@dataclass(frozen=True)
class Check(Node):
    """A check at the end; `subject` and `amount` as the sort of check needs them.

    The amount of `opens next` is who opens if the new hands do not let the subject.
    """

    sort: OneOf[
        "illegal", "round over", "round goes on", "match over", "match goes on",
        "wins the match", "takes the trick", "to play", "opens next", "scores", "condition",
        "may", "may not",
    ]  # fmt: skip
    subject: Expression | None = None
    amount: Expression | None = None
    happening: Happening | None = None
