"""The parts of a text: its outline, what can be folded, and what can be run or shown."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from lsprotocol import types

from dominoes_lang.syntax.clauses import ClauseText
from dominoes_lang.syntax.vocabulary import HEADERS
from dominoes_lang.text.source import Span
from dominoes_rules.language_server.open_texts import OpenText

RUN_EXAMPLE, SHOW_SHEET, COMPARE = (
    f"dominoes-rules.{name}" for name in ("runExample", "showSheet", "compareWithParent")
)
_KIND = types.SymbolKind
_KINDS = {
    "variant": _KIND.Module, "extends": _KIND.Module, "parameter": _KIND.Variable,
    "define": _KIND.Function, "award": _KIND.Event, "example": _KIND.Method,
    "invariant": _KIND.Boolean,
}  # fmt: skip


def outline(text: OpenText) -> list[types.DocumentSymbol]:
    """The clauses, in order."""
    return [
        types.DocumentSymbol(
            clause.key or HEADERS[clause.rule],
            _KINDS.get(HEADERS[clause.rule], _KIND.Property),
            text.range(clause.span),
            text.range(_first_line(clause)),
        )
        for clause in text.clauses
    ]


def _first_line(clause: ClauseText) -> Span:
    length = len(clause.span.text.split("\n", 1)[0])
    return Span(clause.span.source, clause.span.start, clause.span.start + length)


def folds(text: OpenText) -> Iterator[types.FoldingRange]:
    """Clauses and remarks of several lines."""
    for clause in text.clauses:
        span = text.range(clause.span)
        if span.end.line > span.start.line:
            yield types.FoldingRange(span.start.line, span.end.line)
    lines = enumerate(text.source.text.split("\n"))
    for are_remarks, group in groupby(lines, lambda line: line[1].lstrip().startswith("#")):
        numbers = [number for number, _ in group]
        if are_remarks and len(numbers) > 1:
            kind = types.FoldingRangeKind.Comment
            yield types.FoldingRange(numbers[0], numbers[-1], kind=kind)


def lenses(text: OpenText) -> Iterator[types.CodeLens]:
    """What can be run or shown, above the clause that it is about."""
    for clause in text.clauses:
        header = HEADERS[clause.rule]
        span = text.range(_first_line(clause))
        if header == "variant":
            yield _lens(span, "show sheet", SHOW_SHEET, text.uri)
        elif header == "extends":
            yield _lens(span, "compare with parent", COMPARE, text.uri)
        elif header == "example":
            yield _lens(span, "run example", RUN_EXAMPLE, text.uri, clause.key)


def _lens(span: types.Range, title: str, command: str, *arguments: str) -> types.CodeLens:
    return types.CodeLens(span, types.Command(title, command, arguments=[*arguments]))
