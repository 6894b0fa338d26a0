"""A ruleset bound to a number of seats and to values of its parameters: the normal form.

Every name is resolved, so the interpreter and the generator read nothing but this.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from typing import TYPE_CHECKING, TypeAlias

from dominoes_lang.state import NOBODY, SEAT_LETTERS
from dominoes_lang.syntax import (
    DRAWING,
    Act,
    AnyNode,
    AwardClause,
    Can,
    Compare,
    Expression,
    HasNoTiles,
    Name,
    Node,
    Number,
    OpeningRow,
    PassedInARow,
    Role,
    Series,
    Step,
    Table,
    TileLiteral,
    Who,
    YesNo,
    changed,
)
from dominoes_lang.tiles import Tile, TileSet

if TYPE_CHECKING:
    from dominoes_lang.ruleset import Ruleset

Value: TypeAlias = int | bool | Tile | str
Literal: TypeAlias = Number | TileLiteral | YesNo | Name


class Goal(Enum):
    """What a side wants of a round."""

    MOST = "most"
    FEWEST = "fewest"
    WINS = "wins"


class ParameterError(ValueError):
    """A number of seats or a parameter value that the ruleset does not allow.

    `clause` is the clause that does not go with it, where there is one, and `help` what to do.
    """

    def __init__(self, message: str, clause: str = "", help: str = "") -> None:  # noqa: A002
        super().__init__(message)
        self.clause = clause
        self.help = help


@dataclass(frozen=True)
class Setup:
    """A ruleset for a given number of seats, with every name resolved. Immutable."""

    ruleset: Ruleset
    seats: int
    parameters: tuple[tuple[str, Value], ...]
    team_size: int
    tiles: TileSet
    values: tuple[int, ...]
    """The pips of each tile, `tile value` applied."""
    hand_size: int
    reserve: int
    redeal: Expression | None
    first_opener: tuple[OpeningRow, ...]
    next_opener: tuple[OpeningRow, ...]
    steps: tuple[Step, ...]
    domino: Expression
    blocked: Expression
    winner: Table
    awards: tuple[AwardClause, ...]
    series: Series
    series_amount: int
    """Points, rounds or wins, as `series` has it."""
    invariants: tuple[tuple[str, Expression], ...]

    def __repr__(self) -> str:
        return f"<Setup {self.name}/{self.seats}>"

    @property
    def name(self) -> str:
        return self.ruleset.name

    @property
    def sides(self) -> int:
        return self.seats // self.team_size

    @cached_property
    def side_of(self) -> tuple[int, ...]:
        """The side of each seat; partners sit opposite each other."""
        return tuple(seat % self.sides for seat in range(self.seats))

    @cached_property
    def players_of(self) -> tuple[tuple[int, ...], ...]:
        """The seats of each side."""
        return tuple(
            tuple(seat for seat in range(self.seats) if self.side_of[seat] == side)
            for side in range(self.sides)
        )

    @cached_property
    def seat_names(self) -> tuple[str, ...]:
        return tuple(SEAT_LETTERS[: self.seats])

    @cached_property
    def side_names(self) -> tuple[str, ...]:
        """Each side by the letters of its seats: `A`, or `AC` for a team."""
        return tuple("".join(SEAT_LETTERS[seat] for seat in team) for team in self.players_of)

    def after(self, seat: int, places: int = 1) -> int:
        """The seat that plays `places` turns after this one; nobody after nobody."""
        return (seat + places) % self.seats if seat != NOBODY else NOBODY

    @property
    def stock_size(self) -> int:
        """Tiles that are not dealt, the reserve included."""
        return len(self.tiles) - self.seats * self.hand_size

    @cached_property
    def goal(self) -> Goal:
        if self.series is Series.ROUNDS_LOWEST and self.awards:
            return Goal.FEWEST
        wins = {Series.ROUNDS_MOST_WINS, Series.FIRST_TO_WINS, Series.WINS_IN_A_ROW}
        return Goal.WINS if self.series in wins or not self.awards else Goal.MOST

    @cached_property
    def groups(self) -> tuple[tuple[int, ...], ...]:
        """The numbers of the turn's steps by group: a group opens when none before it can act."""
        groups: list[list[int]] = []
        for number, step in enumerate(self.steps):
            if step.new_group:
                groups.append([])
            groups[-1].append(number)
        return tuple(tuple(group) for group in groups)

    @cached_property
    def draws(self) -> bool:
        """Whether a step of the turn draws from the stock, and there is something to draw."""
        return self.stock_size > self.reserve and any(step.act in DRAWING for step in self.steps)

    @cached_property
    def blocked_by_passes(self) -> bool:
        """Whether the round is blocked when everyone has passed in a row."""
        return isinstance(self.blocked, PassedInARow)

    @cached_property
    def blocked_by_hands(self) -> bool:
        """Whether the round is blocked when nobody can act, which reads hidden hands."""
        place = self.blocked.span
        return self.blocked == Can("act", Who(Role.NOBODY, span=place), span=place)

    @cached_property
    def plain(self) -> bool:
        """Whether the turn is `play a tile, or else pass`, and the round ends in a common way."""
        acts = [(step.act, step.guard, step.new_group) for step in self.steps]
        who_is_out = HasNoTiles(Who(Role.MOVER, span=self.domino.span), span=self.domino.span)
        return (
            acts == [(Act.PLAY, None, True), (Act.PASS, None, True)]
            and self.domino == who_is_out
            and (self.blocked_by_passes or self.blocked_by_hands)
        )


def bind(node: AnyNode, names: Mapping[str, Expression]) -> AnyNode:
    """The node with every name replaced by what it stands for.

    A comparison of two words of parameters, which only now says something, becomes yes or no.
    """

    def bound(part: Node) -> Node:
        if isinstance(part, Name):
            return names.get(part.name, part)
        if (
            isinstance(part, Compare)
            and isinstance(part.left, Name)
            and isinstance(part.right, Name)
        ):
            same = part.left.name == part.right.name
            return YesNo(same == (part.relation == "is"), span=part.span)
        return part

    return changed(node, bound)


def written_out(node: AnyNode, defines: Mapping[str, Expression]) -> AnyNode:
    """The node with its defines replaced by what they stand for; parameters stay."""
    return changed(
        node, lambda part: defines.get(part.name, part) if isinstance(part, Name) else part
    )


def value_of(literal: Literal) -> Value:
    """The Python value of a literal."""
    if isinstance(literal, Name):
        return literal.name
    return literal.tile if isinstance(literal, TileLiteral) else literal.value


def value_shown(value: Value) -> str:
    """The value of a parameter as a rules file writes it."""
    if isinstance(value, Tile):
        return value.bracketed
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)
