"""From trees to the nodes of expressions: amounts, conditions, tiles, players, and tables."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from lark import Token, Tree

from dominoes_lang.syntax import nodes
from dominoes_lang.syntax.nodes import Fact, Role
from dominoes_lang.table.state import SEAT_LETTERS
from dominoes_lang.table.tiles import HIGHEST_PIP, Order, Tile
from dominoes_lang.text.diagnostics import Diagnostic
from dominoes_lang.text.source import Span

Branch: TypeAlias = Tree[Token]

DEEPEST = 50
LARGEST_NUMBER = 1_000_000


class RefusedClause(Exception):
    """A clause that follows the grammar but is not allowed; carries the diagnostic."""

    def __init__(self, diagnostic: Diagnostic) -> None:
        super().__init__(diagnostic.message)
        self.diagnostic = diagnostic


_READS = {fact.name.lower(): fact for fact in Fact}
_ROLES = {role.value.replace(" ", "_"): role for role in Role}
_ORDERS = {order.name.lower(): order for order in Order}
_RELATIONS = {
    "equal": "is",
    "unequal": "is not",
    "at_least": "at least",
    "at_most": "at most",
    "more_than": "more than",
    "less_than": "less than",
    "multiple_of": "multiple of",
}
_OPERATORS = {"plus": "+", "minus": "-", "times": "*", "divided_by": "/"}
_ROUNDINGS = {"rounded_to_nearest": "nearest", "rounded_up": "up", "rounded_down": "down"}
_RELATED = {"side_of": "side", "partner_of": "partner", "opponents_of": "opponents"}
_THEIRS = {"their_side": "side", "their_partner": "partner", "their_opponents": "opponents"}


def branch(child: Any) -> Branch:
    """A child of a tree that is a tree itself."""
    assert isinstance(child, Tree)
    return child


def branches(tree: Branch) -> list[Branch]:
    """The children of a tree that are trees themselves."""
    return [child for child in tree.children if isinstance(child, Tree)]


def tokens_of(tree: Branch) -> list[Token]:
    """The children of a tree that are tokens."""
    return [child for child in tree.children if isinstance(child, Token)]


def counted(node: nodes.Expression) -> nodes.Expression:
    """`players still in` as an amount, which they are beside anything but players."""
    if isinstance(node, nodes.Who) and node.role is Role.STILL_IN:
        return nodes.Read(Fact.STILL_IN, span=node.span)
    return node


class Expressions:
    """Makes the nodes of one clause's expressions; `place` turns trees and tokens into spans."""

    def __init__(self, whole: Span) -> None:
        self.whole = whole
        self.depth = 0

    # -------------------------------------------------------------- places

    def span_of(self, part: Branch | Token) -> Span:
        if isinstance(part, Token):
            start, end = part.start_pos or 0, part.end_pos or 0
        elif part.meta.empty:
            return self.whole
        else:
            start, end = part.meta.start_pos, part.meta.end_pos
        return Span(self.whole.source, self.whole.start + start, self.whole.start + end)

    def refuse(self, part: Branch | Token, code: str, message: str, *helps: str) -> RefusedClause:
        return RefusedClause(Diagnostic(code, message, self.span_of(part), helps=helps))

    def unbuilt(self, part: Branch | Token, instead: str) -> RefusedClause:
        text = self.span_of(part).words
        return self.refuse(
            part,
            "not-built",
            f'"{text}" is part of the language, but this version does not support it yet',
            instead,
        )

    # -------------------------------------------------------------- leaves

    def number(self, token: Token) -> int:
        if len(token) > 7 or int(token) > LARGEST_NUMBER:
            raise self.refuse(
                token,
                "number-too-large",
                f"the largest number is {LARGEST_NUMBER:,}",
                "write a smaller one",
            )
        return int(token)

    def halves(self, token: Token) -> tuple[int, int]:
        """The two halves of a tile in the order in which they are written."""
        left, right = (part.strip() for part in str(token)[1:-1].split("|"))
        if max(len(left.lstrip("0")), len(right.lstrip("0"))) > 2 or (
            max(int(left), int(right)) > HIGHEST_PIP
        ):
            raise self.refuse(
                token,
                "bad-tile",
                f"the largest set is double-{HIGHEST_PIP}",
                f"write halves from 0 to {HIGHEST_PIP}",
            )
        return int(left), int(right)

    def tile(self, token: Token) -> nodes.TileLiteral:
        return nodes.TileLiteral(Tile.of(*self.halves(token)), span=self.span_of(token))

    def seat(self, token: Token) -> int:
        return SEAT_LETTERS.index(token)

    def literal(self, tree: Branch) -> nodes.Number | nodes.TileLiteral | nodes.YesNo | nodes.Name:
        span, inner = self.span_of(tree), str(tree.data)
        if inner in {"yes", "no"}:
            return nodes.YesNo(inner == "yes", span=span)
        token = tokens_of(tree)[0]
        if inner == "number":
            return nodes.Number(self.number(token), span=span)
        if inner == "tile":
            return self.tile(token)
        return nodes.Name(str(token), span=span)

    # -------------------------------------------------------------- expressions

    def expression(self, tree: Branch) -> nodes.Expression:
        self.depth += 1
        if self.depth > DEEPEST:
            raise self.refuse(
                tree, "too-deep", "this value is nested too deeply", "name its parts with define"
            )
        try:
            return self._expression(str(tree.data), tree, self.span_of(tree))
        finally:
            self.depth -= 1

    def _expression(self, rule: str, tree: Branch, span: Span) -> nodes.Expression:
        if rule in _READS:
            return nodes.Read(_READS[rule], span=span)
        if rule == "person":
            return self.expression(branch(tree.children[0]))
        if rule in _ROLES:
            return nodes.Who(_ROLES[rule], span=span)
        if rule == "seat":
            return nodes.Seat(self.seat(tokens_of(tree)[0]), span=span)
        if rule in {"number", "tile", "name", "yes"}:
            return self.literal(tree)
        if rule in _ORDERS:
            return nodes.DealtTile(_ORDERS[rule], span=span)
        if rule == "rounds_double":
            return nodes.RoundsDouble(up_again=bool(branches(tree)), span=span)
        if rule == "fits_both_ends":
            fitted = nodes.Read(Fact.ENDS_IT_FITTED, span=span)
            return nodes.Compare("is", fitted, nodes.Number(2, span=span), span=span)
        if rule in {"and_condition", "or_condition"}:
            return self.joined(tree)
        if rule in _THEIRS:
            them = nodes.Who(Role.THEM, span=span)
            return nodes.Related(_THEIRS[rule], them, span=span)  # type: ignore[arg-type]
        if rule in {"player_with", "side_with"}:
            return self.ranked(rule, branch(tree.children[0]), span)
        return self.compound(rule, tree, span)

    def compound(self, rule: str, tree: Branch, span: Span) -> nodes.Expression:
        """The rules whose first child is an expression."""
        first, *rest = branches(tree)
        if rule == "in_stock":
            if first.data == "tiles":
                return nodes.Read(Fact.TILES_IN_STOCK, span=span)
            return nodes.InStock(self.measure(first), span=span)
        if rule == "excess":
            pair = (self.expression(rest[0]), self.expression(rest[1]))
            return nodes.Excess(self.measure(first), *pair, span=span)
        if rule == "tricks_taken":
            return nodes.Taken("tricks", self.expression(first), span=span)
        if rule == "taken":
            return nodes.Taken(self.measure(first), self.expression(rest[0]), span=span)
        if rule == "held":
            return nodes.Held(self.in_hand(first), self.expression(rest[0]), span=span)
        operand = self.expression(first)
        tokens = tokens_of(tree)
        make: dict[str, Callable[[], nodes.Expression]] = {
            "not_condition": lambda: nodes.Not(operand, span=span),
            "score_of": lambda: nodes.ScoreOf(operand, span=span),
            "passes_running": lambda: nodes.Running("passes", operand, span=span),
            "wins_running": lambda: nodes.Running("wins", operand, span=span),
            "is_double": lambda: nodes.IsDouble(operand, span=span),
            "is_not_double": lambda: nodes.Not(nodes.IsDouble(operand, span=span), span=span),
            "can_play": lambda: nodes.Can("play", operand, span=span),
            "can_act": lambda: nodes.Can("act", operand, span=span),
            "has_no_tiles": lambda: nodes.HasNoTiles(operand, span=span),
            "holds_tile": lambda: nodes.HoldsTile(operand, self.expression(rest[0]), span=span),
            "holds_no_number": lambda: nodes.HoldsNumber(
                operand, self.number(tokens[-1]), False, span=span
            ),
            "holds_a_number": lambda: nodes.HoldsNumber(
                operand, self.number(tokens[-1]), True, span=span
            ),
            "holds_no_number_of": lambda: nodes.HoldsNumberOf(
                operand, self.expression(rest[0]), False, span=span
            ),
            "holds_a_number_of": lambda: nodes.HoldsNumberOf(
                operand, self.expression(rest[0]), True, span=span
            ),
            "high_half": lambda: nodes.HalfOf("high", operand, span=span),
            "low_half": lambda: nodes.HalfOf("low", operand, span=span),
            "holds_no_doubles": lambda: nodes.HoldsAmount(
                operand, "at most", nodes.Number(0, span=span), "doubles", span=span
            ),
            "holds_at_least": lambda: nodes.HoldsAmount(
                operand,
                "at least",
                counted(self.expression(rest[0])),
                self.in_hand(rest[1]),
                span=span,
            ),
            "holds_at_most": lambda: nodes.HoldsAmount(
                operand,
                "at most",
                counted(self.expression(rest[0])),
                self.in_hand(rest[1]),
                span=span,
            ),
            "passed_in_a_row": lambda: nodes.PassedInARow(operand, span=span),
            "dropped_out": lambda: nodes.DroppedOut(operand, span=span),
            "player_after": lambda: nodes.Neighbour("after", operand, span=span),
            "player_before": lambda: nodes.Neighbour("before", operand, span=span),
            "holder_of": lambda: nodes.HolderOf(operand, span=span),
            "except_": lambda: nodes.Except(operand, self.expression(rest[0]), span=span),
        }
        if rule in make:
            return make[rule]()
        if rule in _RELATED:
            return nodes.Related(_RELATED[rule], operand, span=span)  # type: ignore[arg-type]
        second = self.expression(rest[0])
        if rule not in _RELATIONS or not nodes.is_who(second):
            operand = counted(operand)
        if rule not in _RELATIONS or not nodes.is_who(operand):
            second = counted(second)
        if rule in _RELATIONS:
            return nodes.Compare(_RELATIONS[rule], operand, second, span=span)  # type: ignore[arg-type]
        if rule in _OPERATORS:
            return nodes.Arithmetic(_OPERATORS[rule], operand, second, span=span)  # type: ignore[arg-type]
        return nodes.Rounded(_ROUNDINGS[rule], operand, second, span=span)  # type: ignore[arg-type]

    def joined(self, tree: Branch) -> nodes.Both:
        """`a and b and c` as one node: the grammar nests it to the left."""
        rule, parts, left = str(tree.data), [], tree
        while str(left.data) == rule:
            left, right = branches(left)
            parts.append(self.expression(right))
        parts.append(self.expression(left))
        joiner = "and" if rule == "and_condition" else "or"
        return nodes.Both(joiner, tuple(reversed(parts)), span=self.span_of(tree))  # type: ignore[arg-type]

    def measure(self, tree: Branch) -> nodes.Measure:
        return str(tree.data)  # type: ignore[return-value]

    def in_hand(self, tree: Branch) -> nodes.HandMeasure:
        if tree.data == "tiles_with":
            return nodes.TilesWith(self.number(tokens_of(tree)[-1]))
        return nodes.OF_ONE_NUMBER if tree.data == "of_one_number" else self.measure(tree)

    def ranked(self, rule: str, tree: Branch, span: Span) -> nodes.Ranked:
        extremes, ties = [], None
        for part in branches(tree):
            if part.data == "ties":
                ties = self.expression(branches(part)[0])
            else:
                extremes.append(
                    nodes.Extreme(
                        str(part.data),  # type: ignore[arg-type]
                        self.measure(branches(part)[0]),
                        span=self.span_of(part),
                    )
                )
        noun = "player" if rule == "player_with" else "side"
        return nodes.Ranked(noun, tuple(extremes), ties, span=span)  # type: ignore[arg-type]

    def table(
        self,
        tree: Branch,
        made: Callable[[nodes.Expression], nodes.Expression] = lambda value: value,
    ) -> nodes.Table:
        """`when` rows, or a plain value as a table of one row; `made` is applied to each value."""
        span = self.span_of(tree)
        if tree.data not in {"who_rows", "amount_rows"}:
            row = nodes.TableRow(None, made(self.expression(tree)), span=span)
            return nodes.Table((row,), span=span)
        rows = []
        for part in branches(tree):
            *condition, value = [self.expression(branch) for branch in branches(part)]
            rows.append(
                nodes.TableRow(
                    condition[0] if condition else None, made(value), span=self.span_of(part)
                )
            )
        return nodes.Table(tuple(rows), span=span)
