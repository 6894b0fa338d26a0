"""Checks of an expression in its place: of the right kind, known there, not too long, whole."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from dominoes_lang.check import read_scopes
from dominoes_lang.check.context import Checking
from dominoes_lang.check.names import Names
from dominoes_lang.check.wanted import ValueKind
from dominoes_lang.lowering.amounts import exact
from dominoes_lang.lowering.certain import bounds
from dominoes_lang.lowering.intervals import Interval
from dominoes_lang.lowering.program import Type, Value
from dominoes_lang.setup.binding import as_side
from dominoes_lang.syntax import nodes
from dominoes_lang.syntax.nodes import Expression, names_in
from dominoes_lang.text.diagnostics import Label

LARGEST_AMOUNT = 10**12
MOST_PIPS = 10_000
"""More than any amount that a round can show."""


class Judge:
    """Checks whole expressions and the values of their names; returns whether they are correct."""

    def __init__(self, checking: Checking, names: Names) -> None:
        self.checking = checking
        self.names = names
        self.kinds = names.kinds
        self.findings = checking.findings
        self.report = checking.report

    def condition(self, node: Expression, scope: read_scopes.ReadScope) -> bool:
        fine = self.used(node) and self.kinds.condition(node, scope) and self.again(node, scope)
        return fine and self.divisors(node)

    def again(self, node: Expression, scope: read_scopes.ReadScope, *, side: bool = False) -> bool:
        """Check the values of the names in an expression, which may not be allowed in a place."""
        full = self.names.written_out(node)
        if full is None or full == node:
            return True
        before = len(self.findings)
        self.kinds.want(as_side(full) if side else full, scope, *ValueKind)
        for number, diagnostic in enumerate(self.findings[before:], before):
            note = Label(node.span, "used here")
            others = *diagnostic.others, note
            self.findings[number] = replace(diagnostic, others=others, fixes=())
        return len(self.findings) == before

    def used(self, node: Expression) -> bool:
        return self.names.used(node)

    def amount(self, node: Expression, scope: read_scopes.ReadScope) -> bool:
        fine = self.used(node) and self.kinds.amount(node, scope) and self.again(node, scope)
        return fine and self.whole(node)

    def paid_amount(
        self, row: nodes.TableRow, award: nodes.AwardClause, scope: read_scopes.ReadScope
    ) -> bool:
        """Check an amount of an award, whose conditions may make a quotient whole."""
        fine = self.used(row.value) and self.kinds.amount(row.value, scope)
        fine = fine and self.again(row.value, scope)
        conditions = [
            self.names.written_out(test) for test in (row.condition, award.condition) if test
        ]
        even = [
            (part.left, part.right)
            for test in conditions
            for part in _joined_by_and(test)
            if isinstance(part, nodes.Compare) and part.relation == "multiple of"
        ]
        return fine and self.whole(row.value, even, award.moment)

    def whole(
        self,
        node: Expression,
        even: Sequence[tuple[Expression, Expression]] = (),
        moment: nodes.Moment = nodes.Moment.ROUND_END,
    ) -> bool:
        """Points are whole: a division must be rounded, unless it is `even` by a condition."""
        full = self.names.written_out(node)
        if full is None or not self.divisors(node):
            return False
        if not _is_whole(full, even):
            uneven = _quotient(full, even)
            if moment is not nodes.Moment.ROUND_END and uneven is not None:
                left, right = (part.span.words for part in uneven)
                self.report(
                    "uneven-division",
                    f"{left} / {right} does not always come out whole",
                    node.span,
                    f'add "when {left} is a multiple of {right}", or round it',
                )
                return False
            self.report(
                "not-whole",
                "this is not always a whole number",
                node.span,
                'state how to round it, for instance "… rounded down to 1"',
            )
            return False
        amount = exact(full, _read)
        size = bounds(amount.value, _roughly).over(Interval.of(amount.below)).size
        if size is None or size > LARGEST_AMOUNT:
            self.report(
                "number-too-large",
                "this may exceed the largest amount that can be paid",
                node.span,
                f"the largest is {LARGEST_AMOUNT:,}: multiply by less, "
                "or give the parameters smaller ranges",
            )
            return False
        return True

    def divisors(self, node: Expression) -> bool:
        """Check that every divisor, and every number to round to, is above 0."""
        fine = True
        for part in nodes.walk(self.names.written_out(node)):
            if isinstance(part, nodes.Arithmetic) and part.operator == "/":
                fine &= self.divisor(part.right)
            if isinstance(part, nodes.Rounded):
                fine &= self.divisor(part.to)
            if isinstance(part, nodes.Compare) and part.relation == "multiple of":
                fine &= self.divisor(part.right)
        return fine

    def divisor(self, node: Expression) -> bool:
        """A divisor is a number, or a parameter that can't be 0."""
        if isinstance(node, nodes.Name):
            for clause in self.checking.each(nodes.ParameterClause):
                if clause.name == node.name:
                    low = clause.lowest if clause.lowest is not None else 0
                    values = [
                        choice.value
                        for choice in clause.choices
                        if isinstance(choice, nodes.Number)
                    ]
                    if low > 0 or (values and min(values) > 0):
                        return True
                    self.report(
                        "by-zero",
                        f'"{node.name}" may be 0, and something is divided by it here',
                        node.span,
                        f"give it a range: parameter {node.name} = … from 1 to …",
                    )
                    return False
        value = self.names.constant(node) if not names_in(node) else None
        if value is None or value <= 0:
            self.report(
                "by-zero",
                "this must be a number above 0",
                node.span,
                'write a number from 1, or a parameter with a range "from 1 to …"',
            )
            return False
        return True

    def constant(self, node: Expression) -> bool:
        """An amount made of numbers and parameters."""
        return self.amount(node, read_scopes.CONSTANT)

    def people(
        self, node: Expression, scope: read_scopes.ReadScope, *, player: bool = False
    ) -> bool:
        want = self.kinds.player if player else self.kinds.people
        return self.used(node) and want(node, scope) and self.again(node, scope)

    def side(self, node: Expression, scope: read_scopes.ReadScope) -> bool:
        fine = self.used(node) and self.kinds.side(node, scope)
        return fine and self.again(node, scope, side=True)

    def paid(self, node: Expression, scope: read_scopes.ReadScope) -> bool:
        """Check who gets points: each player who is meant stands for a side."""
        fine = self.used(node) and self.kinds.people(as_side(node), scope)
        return fine and self.again(node, scope, side=True)

    def tile(self, node: Expression, scope: read_scopes.ReadScope) -> bool:
        return self.used(node) and self.kinds.tile(node, scope) and self.again(node, scope)


def _is_whole(node: Expression, even: Sequence[tuple[Expression, Expression]] = ()) -> bool:
    """Whether an amount is a whole number whatever happens."""
    if isinstance(node, nodes.Arithmetic):
        if node.operator == "/":
            return _is_multiple(node.left, node.right, even)
        return _is_whole(node.left, even) and _is_whole(node.right, even)
    return True


def _quotient(
    node: Expression, even: Sequence[tuple[Expression, Expression]]
) -> tuple[Expression, Expression] | None:
    """The first quotient in an amount that may not come out whole."""
    for part in nodes.walk(node):
        match part:
            case nodes.Arithmetic(operator="/", left=left, right=right):
                if not _is_multiple(left, right, even):
                    return left, right
    return None


def _is_multiple(
    node: Expression, divisor: Expression, even: Sequence[tuple[Expression, Expression]]
) -> bool:
    """Whether an amount, or a factor of it, is a multiple of the divisor by a condition."""
    if isinstance(node, nodes.Arithmetic) and node.operator == "*":
        factors = (node.left, node.right)
        return any(_is_multiple(factor, divisor, even) for factor in factors)
    return (node, divisor) in even


def _joined_by_and(node: Expression | None) -> Iterator[Expression]:
    """The parts of a condition that all have to hold."""
    if isinstance(node, nodes.Both) and node.joiner == "and":
        for part in node.parts:
            yield from _joined_by_and(part)
    elif node is not None:
        yield node


def _read(node: Expression) -> Value:
    """What an amount reads, before there is a setup to lower it for."""
    operation = "parameter" if isinstance(node, nodes.Name) else "read"
    return Value(operation, Type.WHOLE, (), node)


def _roughly(value: Value) -> Interval:
    """What can be read or set by a parameter, roughly; a parameter that divides is above 0."""
    return Interval(int(value.operation == "parameter"), MOST_PIPS)
