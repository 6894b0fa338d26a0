"""Values of parameters, and clauses with every name replaced by its value."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TypeAlias
from unicodedata import normalize

from dominoes_lang.setup.arithmetic import constant
from dominoes_lang.syntax import nodes
from dominoes_lang.syntax.nodes import (
    AnyNode,
    Compare,
    Expression,
    Name,
    Node,
    Number,
    Role,
    TileLiteral,
    YesNo,
    changed,
)
from dominoes_lang.syntax.vocabulary import SETS
from dominoes_lang.table.tiles import Tile, TileSet
from dominoes_lang.text.root_exception import DominoesError

Value: TypeAlias = int | bool | Tile | str
Literal: TypeAlias = Number | TileLiteral | YesNo | Name

LONGEST_RANGE = 10
"""Of a longer one only the ends are tried."""


class ParameterError(DominoesError, ValueError):
    """A number of seats or a parameter value that the ruleset does not allow.

    `clause` is the clause that it conflicts with, if any, and `help` is advice.
    """

    def __init__(self, message: str, clause: str = "", help: str = "") -> None:  # noqa: A002
        super().__init__(message)
        self.clause = clause
        self.help = help


def bind(node: AnyNode, names: Mapping[str, Expression], seats: int | None = None) -> AnyNode:
    """The node with every name replaced by its value, and `players` by how many there are.

    A comparison of two words of parameters, which is only now decided, becomes yes or no.
    """

    def bound(part: Node) -> Node:
        if isinstance(part, Name):
            return names.get(part.name, part)
        if isinstance(part, nodes.Read) and part.fact is nodes.Fact.PLAYERS and seats is not None:
            return Number(seats, span=part.span)
        if (
            isinstance(part, Compare)
            and isinstance(part.left, Name)
            and isinstance(part.right, Name)
        ):
            same = part.left.name == part.right.name
            return YesNo(same == (part.relation == "is"), span=part.span)
        return _ranked_by_side(part)

    return changed(node, bound)


def _ranked_by_side(part: Node) -> Node:
    """The node, with the players that it ranks ranked for their sides where it wants a side."""
    match part:
        case nodes.WinnerClause(table=table):
            rows = tuple(replace(row, value=as_side(row.value)) for row in table.rows)
            return replace(part, table=replace(table, rows=rows))
        case nodes.AwardClause():
            if part.each is Role.EACH_SIDE:
                part = changed(part, lambda inner: _compared_by_side(inner, {Role.THEM}))
            return replace(part, to=as_side(part.to))
        case nodes.Opening(by_choice=True, who=who) if who is not None:
            return replace(part, who=as_side(who))
        case nodes.Related(relation="side" | "opponents") | nodes.ScoreOf():
            return replace(part, who=as_side(part.who))
        case nodes.Running(what="wins"):
            return replace(part, who=as_side(part.who))
        case nodes.Check(sort="scores" | "wins the match", subject=who) if who is not None:
            return replace(part, subject=as_side(who))
        case nodes.Ranked(noun="side", ties=ties) if ties is not None:
            return replace(part, ties=as_side(ties))
    return _compared_by_side(part, set())


def _compared_by_side(part: Node, sides: set[Role]) -> Node:
    """A comparison of players made one of their sides, if one is a side or its role in `sides`."""
    if not isinstance(part, Compare):
        return part
    for who in (part.left, part.right):
        match who:
            case nodes.Who(role=role):
                side = role in sides or role in {Role.WINNER, Role.EACH_SIDE}
            case nodes.Related(relation=relation):
                side = relation == "side"
            case nodes.Ranked(noun=noun):
                side = noun == "side"
            case _:
                side = False
        if side:
            return replace(part, left=as_side(part.left), right=as_side(part.right))
    return part


def as_side(who: Expression) -> Expression:
    """An expression for players where a side is needed."""
    if isinstance(who, nodes.Ranked) and who.noun == "player":
        ties = None if who.ties is None else as_side(who.ties)
        return replace(who, noun="player's side", ties=ties)
    return who


def written_out(node: AnyNode, defines: Mapping[str, Expression]) -> AnyNode:
    """The node with its defines replaced by their values; parameters stay."""
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


def some_values(clause: nodes.ParameterClause) -> list[Value]:
    """The values that a parameter may have, its default first; of a long range only the ends."""
    default = value_of(clause.default)
    values: list[Value] = [value_of(choice) for choice in clause.choices]
    if isinstance(default, bool) and not values:
        values = [False, True]
    if clause.lowest is not None and clause.highest is not None:
        numbers = range(clause.lowest, clause.highest + 1)
        values += numbers if len(numbers) <= LONGEST_RANGE else (numbers[0], numbers[-1])
    return [default, *(value for value in values if value != default)]


def chosen(clause: nodes.ParameterClause, value: Value) -> Expression:
    """The literal for a value of a parameter. Raises `ParameterError` if it does not fit."""
    if isinstance(value, str):
        value = _read(clause, normalize("NFC", value))
    span = clause.span
    literal: Expression
    if isinstance(value, bool):
        literal = nodes.YesNo(value, span=span)
    elif isinstance(value, int):
        literal = nodes.Number(value, span=span)
    elif isinstance(value, Tile):
        literal = nodes.TileLiteral(value, span=span)
    else:
        literal = nodes.Name(value, span=span)
    wrong = misfit(clause, literal)
    if wrong:
        raise ParameterError(f"{clause.name}={value}: {wrong}")
    return literal


def _read(clause: nodes.ParameterClause, text: str) -> Value:
    """The value of a text, by the kind of the parameter's default."""
    default = clause.default
    try:
        if isinstance(default, nodes.Number):
            return int(text)
        if isinstance(default, nodes.TileLiteral):
            return Tile.parse(text)
    except ValueError:
        kind = "number" if isinstance(default, nodes.Number) else "tile"
        raise ParameterError(f"{clause.name}={text}: must be a {kind}") from None
    if isinstance(default, nodes.YesNo):
        if text not in {"yes", "no"}:
            raise ParameterError(f"{clause.name}={text}: must be yes or no")
        return text == "yes"
    return text


def misfit(clause: nodes.ParameterClause, literal: Expression) -> str | None:
    """The reason why a parameter can't have this value, or None."""
    if type(literal) is not type(clause.default):
        words = {
            nodes.Number: "a number",
            nodes.TileLiteral: "a tile",
            nodes.YesNo: "yes or no",
        }
        return f"must be {words.get(type(clause.default), 'one of its words')}"
    if clause.choices and literal not in clause.choices:
        allowed = ", ".join(shown(choice) for choice in clause.choices)
        return f"must be one of {allowed}"
    if isinstance(literal, nodes.Number) and clause.lowest is not None:
        assert clause.highest is not None
        if not clause.lowest <= literal.value <= clause.highest:
            return f"must be from {clause.lowest} to {clause.highest}"
    return None


def shown(literal: nodes.Number | nodes.TileLiteral | nodes.YesNo | nodes.Name) -> str:
    """A literal as it is written."""
    return value_shown(value_of(literal))


def whole(amount: Expression) -> int:
    """The value of a constant amount. Raises `ParameterError` unless it is constant and whole."""
    try:
        value = constant(amount)
    except ZeroDivisionError:
        raise ParameterError("this divides by 0") from None
    if value is None or value != int(value):
        raise ParameterError("this must be a whole number, made of numbers and parameters")
    return int(value)


def set_named(tiles: TileSet) -> str:
    """The name of a set, for whoever wrote a tile that is not in it."""
    left_out = "" if tiles.doubles else " without doubles"
    return f"the set is {set_name(tiles)}{left_out}, with halves from 0 to {tiles.highest}"


def set_name(tiles: TileSet) -> str:
    """What a set is called, by its highest number: `double-six`."""
    return next(name for name, highest in SETS.items() if highest == tiles.highest)


def tile_set(clause: nodes.TilesClause, *seats: int) -> TileSet:
    """The tiles of a `tiles:` clause; with several numbers of seats those that all of them have."""
    without = [out.tile.tile for out in clause.without if out.players in {None, *seats}]
    return TileSet.up_to(clause.highest, without, doubles=not clause.without_doubles)


def tile_values(tiles: TileSet, clause: nodes.TileValueClause | None) -> tuple[int, ...]:
    """The points of each tile of a set: its pips, unless a `tile value:` changes them.

    Of several entries for a tile the last one counts. Raises `ParameterError` for a value below 0.
    """
    values = list(tiles.pips)
    entries = clause.entries if clause is not None else ()
    # What holds for all others comes first, so that every other entry counts more.
    for entry in sorted(entries, key=lambda entry: not isinstance(entry.tiles, nodes.OtherTiles)):
        value = whole(entry.amount)
        if value < 0:
            raise ParameterError(f"a tile can't be worth {value}", "tile value", "write 0 or more")
        for tile, number in tiles.number.items():
            if entry.has(tile):
                values[number] = value * tile.pips if entry.per_pip else value
    return tuple(values)
