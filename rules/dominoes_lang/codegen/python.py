"""Operations as Python: a template for each, and a function for the few that need more."""

from __future__ import annotations

from collections.abc import Callable

from dominoes_lang.lowering.lower import Lowering
from dominoes_lang.lowering.program import LAID, MOVER_ALONE, Tables, Type, Value, ValueTable, known
from dominoes_lang.setup.ruleset import Setup
from dominoes_lang.syntax.nodes import Expression
from dominoes_lang.table.state import More
from dominoes_lang.table.tiles import numbers_in

_TEMPLATES = {
    "them": "them",
    "in stock": "sum(1 << tile for tile in stock)",
    "laid": "(ends != ())",
    "count": "{0}.bit_count()",
    "pips": "pips({0})",
    "&": "({0} & {1})",
    "meets": "({0} & {1} != 0)",
    "any": "({0} != 0)",
    "not": "(not {0})",
    "holder": "holder(hands, {0})",
    "less": "tuple(seat for seat in {0} if seat not in {1})",
    "among": "({constant} in {0})",
    "still in": "still_in(more.out)",
    "last in": "last_in(more.out)",
    "number in": "len(still_in(more.out))",
    "dropped out": "dropped_out(more.out, {0})",
    "//": "({0} // {constant})",
    "%": "({0} % {constant})",
    "passes running": "(sum(more.pass_runs[seat] for seat in {0}) if more.pass_runs else 0)",
    "wins running": "(sum(more.streaks[side] for side in {{SIDE_OF[seat] for seat in {0}}})"
    " if more.streaks else 0)",
} | {sign: f"({{0}} {sign} {{1}})" for sign in ("==", "!=", ">=", "<=", ">", "<", "+", "-")}
_TABLES = {"players": "PLAYERS_OF", "opponents": "OPPONENTS_OF"}
"""The names of tables, where they are not those of `Tables` in capitals."""


def tables(tables: Tables) -> dict[str, tuple[object, ...]]:
    """The tables that generated functions look up, by name; each ends with its entry for -1."""
    return {
        _TABLES.get(name, name.upper()): tuple(
            _entry(table, entry) for entry in (*table.entries, table.none)
        )
        for name, table in tables.by_name.items()
        if name != "bit"  # which is a shift here
    }


def _entry(table: ValueTable, entry: int) -> object:
    return tuple(numbers_in(entry)) if table.type is Type.SEATS else entry


class Python:
    """Writes the expressions of a setup as Python expressions; `them` is what it is bound to."""

    def __init__(self, setup: Setup, them: Value | None = None, laid: Value = LAID) -> None:
        self.setup = setup
        self.lowering = Lowering(setup, them, laid)
        self._special: dict[str, Callable[[Value], str]] = {
            "const": self._const,
            "read": self._read,
            "table": self._table,
            "held": self._held,
            "counted": self._counted,
            "taken": lambda value: f"union(more.taken or NONE_TAKEN, {self.of(value.parts[0])})",
            "and": self._joined,
            "or": self._joined,
            "*": self._product,
            "least": lambda value: f"min({', '.join(map(self.of, value.parts))})",
            "most": lambda value: f"max({', '.join(map(self.of, value.parts))})",
            "first": lambda value: f"{value.constant.name.lower()}({self.of(value.parts[0])})",
            "leader": self._leader,
            "scores": self._scores,
            "pips on ends": self._pips_on_ends,
            "open": self._open,
            "open there": self._open_there,
            "fits at each": lambda value: f"bool(AT_EACH(ends, more, {self.of(value.parts[0])}))",
            "ends alike": self._of_layout(
                "ENDS_ALIKE(ends, more)", "max(map(ends.count, ends), default=0)"
            ),
            "halves like it": self._of_layout(
                "HALVES_LIKE_IT(ends, more)", "halves_like(more.left_open, ends, more.doubles)"
            ),
        }

    # ------------------------------------------------------------------ expressions of the rules

    def condition(self, node: Expression) -> str:
        return self.of(self.lowering.condition(node))

    def amount(self, node: Expression) -> str:
        """An amount: an int, or a `Fraction` after a division."""
        value, below = self.lowering.amount(node)
        return self.of(value) if below == 1 else f"Fraction({self.of(value)}, {below})"

    def player(self, node: Expression) -> str:
        return self.of(self.lowering.player(node))

    def side(self, node: Expression) -> str:
        return self.of(self.lowering.side(node))

    def seats(self, node: Expression) -> str:
        """The tuple of the seats that are meant."""
        return self.of(self.lowering.seats(node))

    def bit(self, tile: Expression) -> str:
        """The mask of a tile, 0 for none."""
        return self.of(self.lowering.bit(tile))

    # ------------------------------------------------------------------ values

    def of(self, value: Value) -> str:
        """The expression for a value; safe within any other."""
        special = self._special.get(value.operation)
        if special is not None:
            return special(value)
        template = _TEMPLATES[value.operation]
        return template.format(*map(self.of, value.parts), constant=value.constant)

    def _const(self, value: Value) -> str:
        if value.type is Type.SEATS:
            return repr(tuple(numbers_in(value.constant)))
        return str(bool(value.constant) if value.type is Type.YES else value.constant)

    def _read(self, value: Value) -> str:
        if value.constant == "stock":
            return "len(stock)"
        return f"more.{value.constant}" if value.constant in More._fields else value.constant

    def _table(self, value: Value) -> str:
        index = self.of(value.parts[0])
        if value.constant == "bit":
            return f"(1 << {index} + 1 >> 1)"
        return f"{_TABLES.get(value.constant, value.constant.upper())}[{index}]"

    def _held(self, value: Value) -> str:
        (seats,) = value.parts
        if seats.operation == "const":
            hands = [f"hands[{seat}]" for seat in numbers_in(seats.constant)]
            return hands[0] if len(hands) == 1 else f"({' | '.join(hands)})"
        if seats == MOVER_ALONE:
            return "hands[mover]"  # somebody always has the turn
        return f"union(hands, {self.of(seats)})"

    def _counted(self, value: Value) -> str:
        (seats,) = value.parts
        held = self._held(value)
        if seats == MOVER_ALONE:
            return f"({held} | more.aside[mover] if more.aside else {held})"
        return f"({held} | union(more.aside, {self.of(seats)}) if more.aside else {held})"

    def _joined(self, value: Value) -> str:
        return "(" + f" {value.operation} ".join(map(self.of, value.parts)) + ")"

    def _product(self, value: Value) -> str:
        left, right = value.parts
        if known(right) == -1:
            return f"-{self.of(left)}"
        return f"({self.of(left)} * {self.of(right)})"

    def _leader(self, value: Value) -> str:
        tie, *keys = map(self.of, value.parts)
        return f"leader(({', '.join(keys)}), {tie})"

    def _scores(self, value: Value) -> str:
        (seats,) = value.parts
        score = self.score("side")
        if seats.operation == "const":
            numbers = {self.setup.side_of[seat] for seat in numbers_in(seats.constant)}
            return f"({' + '.join(self.score(str(side)) for side in sorted(numbers)) or '0'})"
        if seats.constant == "players":
            side = self.of(seats.parts[0])
            return f"sum({score} for side in ({side},) if side >= 0)"
        return f"sum({score} for side in {{SIDE_OF[seat] for seat in {self.of(seats)}}})"

    def score(self, side: str) -> str:
        """The score of a side as it stands."""
        if "paid" in self.setup.tracks and not self.setup.counts_wins:
            return f"(scores[{side}] + (more.paid[{side}] if more.paid else 0))"
        return f"scores[{side}]"

    def _of_layout(self, any_layout: str, line: str) -> Callable[[Value], str]:
        """A question to the layout, which is written out for a line."""
        return lambda _: line if self.setup.layout.is_line else any_layout

    def _open(self, value: Value) -> str:
        if self.setup.layout.is_line:
            return "FITTING[ends]"
        seat = self.of(value.parts[0]) if value.parts else "mover"
        return f"OPEN_MASK(ends, more, {seat})"

    def _open_there(self, value: Value) -> str:
        at = f"At(ends, without_turn(more), {self.of(value.parts[0])}, plays, last_tile)"
        return f"FIT_{value.constant.name}({at})"

    def _pips_on_ends(self, _: Value) -> str:
        if not self.setup.layout.is_line:
            return "PIPS_ON_ENDS(ends, more)"
        return "pips_on(ends, more.doubles)" if self.setup.layout.shape.counts_both else "sum(ends)"
