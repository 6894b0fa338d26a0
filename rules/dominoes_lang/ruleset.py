"""A checked rules file: every clause in its place, ready to be bound to seats and parameters."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from dominoes_lang import syntax
from dominoes_lang.arithmetic import constant
from dominoes_lang.diagnostics import Diagnostic
from dominoes_lang.setup import ParameterError, Setup, Value, bind, value_of, value_shown
from dominoes_lang.source import Source
from dominoes_lang.syntax import Expression
from dominoes_lang.tiles import Tile, TileSet


@dataclass(frozen=True)
class Ruleset:
    """A variant. Immutable; `load` makes it, `setup` binds it."""

    name: str
    """The name that positions call it by: the file's name without `.rules`."""
    source: Source = field(compare=False, repr=False)
    clauses: Mapping[str, syntax.Clause] = field(repr=False)
    """Every clause that holds, inherited ones and defaults included, by its key."""
    own: frozenset[str] = field(repr=False)
    """The keys of the clauses that the file itself writes."""
    warnings: tuple[Diagnostic, ...] = field(default=(), compare=False, repr=False)

    def __repr__(self) -> str:
        return f"<Ruleset {self.name}>"

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:  # noqa: ARG002 (IPython's signature)
        """In notebooks and in Hypothesis's reports, which otherwise list the fields."""
        printer.text(repr(self))

    def _clauses(self, kind: type[syntax.Clause]) -> list[syntax.Clause]:
        return [clause for clause in self.clauses.values() if isinstance(clause, kind)]

    @property
    def title(self) -> str:
        clause = self.clauses["variant"]
        assert isinstance(clause, syntax.VariantClause)
        return clause.title

    @cached_property
    def parameters(self) -> tuple[syntax.ParameterClause, ...]:
        return tuple(self._clauses(syntax.ParameterClause))  # type: ignore[arg-type]

    @cached_property
    def examples(self) -> tuple[syntax.ExampleClause, ...]:
        return tuple(self._clauses(syntax.ExampleClause))  # type: ignore[arg-type]

    @cached_property
    def invariants(self) -> tuple[syntax.InvariantClause, ...]:
        return tuple(self._clauses(syntax.InvariantClause))  # type: ignore[arg-type]

    @property
    def players(self) -> range:
        """The numbers of players that it can be played by."""
        clause = self.clauses["players"]
        assert isinstance(clause, syntax.PlayersClause)
        return range(clause.fewest, clause.most + 1)

    def setup(
        self, seats: int | None = None, parameters: Mapping[str, Value] | None = None
    ) -> Setup:
        """The ruleset bound to a number of seats (the fewest by default) and to parameter values.

        Raises `ParameterError` for a number of players or a value that it does not allow.
        """
        count = self.players[0] if seats is None else seats
        if count not in self.players:
            allowed = " or ".join(str(number) for number in self.players)
            raise ParameterError(f"{self.name} is for {allowed} players, not for {count}")
        names = self.names(parameters or {})
        return _bound(self, count, names)

    def names(self, parameters: Mapping[str, Value]) -> dict[str, Expression]:
        """What each parameter and each define stands for. Raises `ParameterError`."""
        known = {clause.name: clause for clause in self.parameters}
        for name in parameters:
            if name not in known:
                has = ", ".join(known) or "none"
                raise ParameterError(f"{self.name} has no parameter {name!r}; it has {has}")
        names: dict[str, Expression] = {}
        for name, clause in known.items():
            if name in parameters:
                names[name] = chosen(clause, parameters[name])
            else:
                names[name] = clause.default
        defines = {
            clause.name: clause
            for clause in self.clauses.values()
            if isinstance(clause, syntax.DefineClause)
        }

        def settle(name: str) -> None:
            clause = defines[name]
            for node in syntax.walk(clause.value):
                if isinstance(node, syntax.Name) and node.name in defines.keys() - names.keys():
                    settle(node.name)
            names[name] = bind(clause.value, names)

        for name in defines:
            if name not in names:
                settle(name)
        return names


def chosen(clause: syntax.ParameterClause, value: Value) -> Expression:
    """The literal for a value of a parameter. Raises `ParameterError` where it does not fit."""
    if isinstance(value, str):
        value = _read(clause, value)
    span = clause.span
    literal: Expression
    if isinstance(value, bool):
        literal = syntax.YesNo(value, span=span)
    elif isinstance(value, int):
        literal = syntax.Number(value, span=span)
    elif isinstance(value, Tile):
        literal = syntax.TileLiteral(value, span=span)
    else:
        literal = syntax.Name(value, span=span)
    wrong = misfit(clause, literal)
    if wrong:
        raise ParameterError(f"{clause.name}={value}: {wrong}")
    return literal


def _read(clause: syntax.ParameterClause, text: str) -> Value:
    """The value that a text stands for, by the kind of the parameter's default."""
    default = clause.default
    try:
        if isinstance(default, syntax.Number):
            return int(text)
        if isinstance(default, syntax.TileLiteral):
            return Tile.parse(text)
    except ValueError:
        kind = "number" if isinstance(default, syntax.Number) else "tile"
        raise ParameterError(f"{clause.name}={text}: a {kind} is wanted") from None
    if isinstance(default, syntax.YesNo):
        if text not in {"yes", "no"}:
            raise ParameterError(f"{clause.name}={text}: yes or no is wanted")
        return text == "yes"
    return text


def misfit(clause: syntax.ParameterClause, literal: Expression) -> str | None:
    """Why a parameter can't have this value, or None."""
    if type(literal) is not type(clause.default):
        words = {
            syntax.Number: "a number",
            syntax.TileLiteral: "a tile",
            syntax.YesNo: "yes or no",
        }
        return f"{words.get(type(clause.default), 'one of its words')} is wanted"
    if clause.choices and literal not in clause.choices:
        allowed = ", ".join(shown(choice) for choice in clause.choices)
        return f"it is one of {allowed}"
    if isinstance(literal, syntax.Number) and clause.lowest is not None:
        assert clause.highest is not None
        if not clause.lowest <= literal.value <= clause.highest:
            return f"it goes from {clause.lowest} to {clause.highest}"
    return None


def shown(literal: syntax.Number | syntax.TileLiteral | syntax.YesNo | syntax.Name) -> str:
    """A literal as it is written."""
    return value_shown(value_of(literal))


def whole(amount: Expression) -> int:
    """The value of a constant amount. Raises `ParameterError` where it is none, or not whole."""
    try:
        value = constant(amount)
    except ZeroDivisionError:
        raise ParameterError("a division by 0") from None
    if value is None or value != int(value):
        raise ParameterError("a whole number is wanted here, made of numbers and parameters")
    return int(value)


def tile_set(clause: syntax.TilesClause) -> TileSet:
    """The tiles that a `tiles:` clause speaks of."""
    without = [literal.tile for literal in clause.without]
    return TileSet.up_to(clause.highest, without, doubles=not clause.without_doubles)


def hand_size(clause: syntax.DealClause, seats: int, tiles: int) -> int | None:
    """How many tiles each player is dealt, or None where no part of the clause says so."""
    if not clause.parts:
        return tiles // seats
    for players in (seats, None):
        for part in clause.parts:
            if part.players == players:
                return whole(part.amount)
    return None


def _bound(ruleset: Ruleset, seats: int, names: Mapping[str, Expression]) -> Setup:
    clauses = {key: bind(clause, names) for key, clause in ruleset.clauses.items()
               if not isinstance(clause, syntax.ExampleClause)}  # fmt: skip

    def get(key: str) -> object:
        return clauses[key]

    tiles_clause, deal = get("tiles"), get("deal")
    assert isinstance(tiles_clause, syntax.TilesClause)
    assert isinstance(deal, syntax.DealClause)
    tiles = tile_set(tiles_clause)
    for name, literal in names.items():
        if isinstance(literal, syntax.TileLiteral) and literal.tile not in tiles.number:
            raise ParameterError(f"{name}={literal.tile}: that tile is not in the set", "tiles")
    size = hand_size(deal, seats, len(tiles))
    if size is None:
        raise ParameterError(
            f"it is not said how many tiles each of {seats} players gets",
            "deal",
            f'add a part for them, for instance "5 each for {seats}"',
        )
    if not deal.parts and len(tiles) % seats:
        raise ParameterError(
            f"{len(tiles)} tiles can't be dealt to {seats} players evenly",
            "deal",
            f'say how many, for instance "deal: {size} each"',
        )
    if size < 1:
        raise ParameterError(f"{size} tiles each are too few to play with", "deal")
    if size * seats > len(tiles):
        raise ParameterError(
            f"{seats} players × {size} = {seats * size} tiles, and the set has {len(tiles)}",
            "deal",
            "deal fewer tiles",
        )
    players, turn = get("players"), get("turn")
    first, after = get("first opener"), clauses.get("next opener")
    domino, blocked, winner = get("domino"), get("blocked"), get("winner")
    match, reserve, redeal = get("match"), get("reserve"), clauses.get("redeal")
    assert isinstance(players, syntax.PlayersClause)
    assert isinstance(turn, syntax.TurnClause)
    assert isinstance(first, syntax.FirstOpenerClause)
    assert isinstance(domino, syntax.DominoClause)
    assert isinstance(blocked, syntax.BlockedClause)
    assert isinstance(winner, syntax.WinnerClause)
    assert isinstance(match, syntax.MatchClause)
    assert isinstance(reserve, syntax.ReserveClause)
    reserved = whole(reserve.amount)
    if not 0 <= reserved <= len(tiles) - seats * size:
        raise ParameterError(
            f"the reserve is {reserved}, and dealing to {seats} players leaves "
            f"{len(tiles) - seats * size}",
            "reserve",
        )
    series_amount = 1 if match.amount is None else whole(match.amount)
    if series_amount < 1:
        raise ParameterError(f"a match needs at least 1, and this is {series_amount}", "match")
    return Setup(
        ruleset=ruleset,
        seats=seats,
        parameters=tuple(
            (clause.name, value_of(names[clause.name]))  # type: ignore[arg-type]
            for clause in ruleset.parameters
        ),
        team_size=players.team_size,
        tiles=tiles,
        values=_tile_values(tiles, clauses.get("tile value")),
        hand_size=size,
        reserve=reserved,
        redeal=redeal.condition if isinstance(redeal, syntax.RedealClause) else None,
        first_opener=first.rows,
        next_opener=after.rows if isinstance(after, syntax.NextOpenerClause) else first.rows,
        steps=turn.steps,
        domino=domino.condition,
        blocked=blocked.condition,
        winner=winner.table,
        awards=tuple(
            clause for clause in clauses.values() if isinstance(clause, syntax.AwardClause)
        ),
        series=match.series,
        series_amount=series_amount,
        invariants=tuple(
            (clause.title, clause.condition)
            for clause in clauses.values()
            if isinstance(clause, syntax.InvariantClause)
        ),
    )


def _tile_values(tiles: TileSet, clause: syntax.Clause | None) -> tuple[int, ...]:
    values = list(tiles.pips)
    if isinstance(clause, syntax.TileValueClause):
        for entry in clause.entries:
            value = whole(entry.amount)
            if value < 0:
                raise ParameterError(f"a tile can't be worth {value}", "tile value")
            values[tiles.number[entry.tile.tile]] = value
    return tuple(values)
