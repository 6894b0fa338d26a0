"""Ranges, lists and defaults of parameters."""

from __future__ import annotations

import re

from dominoes_lang.check import read_scopes
from dominoes_lang.check.context import Checking
from dominoes_lang.check.kinds import Kinds
from dominoes_lang.setup.binding import misfit, shown
from dominoes_lang.syntax import nodes
from dominoes_lang.syntax.vocabulary import NUMBERS, YES_NO
from dominoes_lang.text.diagnostics import Diagnostic, Edit, Fix
from dominoes_lang.text.source import Span

RANGE = re.compile(r"\bfrom\s+[0-9]+\s+to\s+[0-9]+")


def check_values(checking: Checking, kinds: Kinds) -> None:
    """Report ranges, lists and defaults of parameters that do not go together."""
    for clause in checking.each(nodes.ParameterClause):
        if clause.lowest is not None and not isinstance(clause.default, nodes.Number):
            checking.report(
                "wrong-kind",
                "only a number has a range",
                clause.span,
                f'leave out "from {clause.lowest} to {clause.highest}"',
            )
            continue
        if clause.lowest is not None and clause.lowest > (clause.highest or 0):
            checking.add(_backwards_range(clause))
            continue
        if isinstance(clause.default, nodes.Name) and not clause.choices:
            checking.add(_word_as_default(clause.default))
            continue
        wrong = misfit(clause, clause.default)
        if wrong:
            checking.report(
                "bad-default", f"the default {wrong}", clause.default.span,
                f'change the default, or write "{_with_its_default(clause)}"',
            )  # fmt: skip
            continue
        for literal in (clause.default, *clause.choices):
            if type(literal) is not type(clause.default):
                checking.report(
                    "wrong-kind",
                    "the values of a parameter must all be of one kind",
                    literal.span,
                    "list numbers, or tiles, or words",
                )
                break
            if isinstance(literal, nodes.TileLiteral):
                kinds.tile(literal, read_scopes.CONSTANT)


def _backwards_range(clause: nodes.ParameterClause) -> Diagnostic:
    """A range that ends below its beginning."""
    written = RANGE.search(clause.span.text)
    assert written is not None
    start = clause.span.start
    numbers_span = Span(clause.span.source, start + written.start(), start + written.end())
    fixed = f"from {clause.highest} to {clause.lowest}"
    return Diagnostic(
        "bad-range",
        f"no number is {numbers_span.words}: the smaller one comes first",
        numbers_span,
        fixes=(Fix(f'write "{fixed}"', (Edit(numbers_span, fixed),)),),
    )


def _word_as_default(word: nodes.Name) -> Diagnostic:
    """A default that is a word, where no words are listed that it may be."""
    meant = NUMBERS.get(word.name.lower()) or YES_NO.get(word.name.lower())
    return Diagnostic(
        "wrong-kind",
        f'"{word.name}" is not a number, a tile, yes or no',
        word.span,
        helps=()
        if meant
        else (f'list the words that it may be set to: "{word.name} one of {word.name}, other"',),
        fixes=(Fix(f'write "{meant}"', (Edit(word.span, meant),)),) if meant else (),
    )


def _with_its_default(clause: nodes.ParameterClause) -> str:
    """The values that a parameter may have, with the default among them."""
    if isinstance(clause.default, nodes.Number) and clause.lowest is not None:
        values = (clause.lowest, clause.highest or 0, clause.default.value)
        return f"from {min(values)} to {max(values)}"
    return f"one of {', '.join(map(shown, (clause.default, *clause.choices)))}"
