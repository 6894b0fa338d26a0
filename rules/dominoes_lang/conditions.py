"""Conditions typed on their own: questions about a position, in the words of the language."""

from __future__ import annotations

from dominoes_lang.check import read_scopes
from dominoes_lang.check.kinds import Kinds
from dominoes_lang.check.naming_scope import NamingScope
from dominoes_lang.check.wanted import ValueKind
from dominoes_lang.repair.fixes import parse_with_fixes
from dominoes_lang.setup.arithmetic import constant
from dominoes_lang.setup.binding import bind
from dominoes_lang.setup.ruleset import Setup
from dominoes_lang.syntax.build import build_condition
from dominoes_lang.syntax.build_expressions import RefusedClause
from dominoes_lang.syntax.nodes import (
    Arithmetic,
    Compare,
    Expression,
    Name,
    Node,
    Number,
    Rounded,
    TileLiteral,
    YesNo,
    walk,
)
from dominoes_lang.syntax.parse import question
from dominoes_lang.text.diagnostics import Diagnostic, QuestionError
from dominoes_lang.text.root_exception import expect_type


def read_question(text: str, setup: Setup) -> Expression:
    """The condition that a text states, with every name resolved.

    It may be about what players hold and can do. Raises `QuestionError`, with the reasons.
    """
    expect_type("a condition", text, str, "a text such as 'B holds [6|4]'")
    findings: list[Diagnostic] = []
    names = setup.ruleset.names(dict(setup.parameters))
    clause = question(text, frozenset(names))
    tree = parse_with_fixes(clause, findings)
    if tree is None:
        raise QuestionError(findings)
    try:
        condition = build_condition(clause, tree)
    except RefusedClause as refused:
        raise QuestionError([refused.diagnostic]) from None
    words = frozenset(
        choice.name
        for parameter in setup.ruleset.parameters
        for choice in parameter.choices
        if isinstance(choice, Name)
    )
    kinds = {name: _kind(value) for name, value in names.items()}
    scope = NamingScope(kinds, words, setup.tiles, setup.seats, setup.seats, setup.team_size)
    checker = Kinds(scope, findings)
    checker.condition(condition, read_scopes.QUESTION)
    if not findings:
        condition = bind(condition, names)
        checker.condition(condition, read_scopes.QUESTION)
        for part in walk(condition):
            divisor = _divisor(part)
            if divisor is not None and (constant(divisor) or 0) <= 0:
                checker.report(
                    "by-zero", "this must be a number above 0", divisor, "write a number from 1"
                )
    if findings:
        raise QuestionError(findings)
    return condition


def _divisor(node: Node) -> Expression | None:
    """What a node divides by."""
    match node:
        case Arithmetic(operator="/", right=divisor):
            return divisor
        case Rounded(to=divisor) | Compare(relation="multiple of", right=divisor):
            return divisor
    return None


def _kind(value: Expression) -> ValueKind:
    """The kind of a name's value."""
    if isinstance(value, TileLiteral):
        return ValueKind.TILE
    if isinstance(value, Name):
        return ValueKind.WORD
    if isinstance(value, YesNo):
        return ValueKind.CONDITION
    if isinstance(value, Number):
        return ValueKind.AMOUNT
    return NamingScope().kind(value) or ValueKind.CONDITION
