"""Findings as an editor shows them: each at a place of the text, also if a parent is at fault."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from dominoes_lang.text.diagnostics import Diagnostic
from dominoes_lang.text.source import Span
from dominoes_rules.authoring.edited_text import EditedText


@dataclass(frozen=True)
class LocatedFinding:
    """A finding with the place in the text at which it is shown."""

    finding: Diagnostic
    span: Span
    """Of the text itself; for a finding about a parent, where that is named."""
    message: str
    related: tuple[tuple[Span, str], ...]
    """Other places with a remark on each; they may be in a parent."""


def located(text: EditedText) -> Iterator[LocatedFinding]:
    """The findings of a text, in their order."""
    for finding in text.findings:
        span = finding.span
        message = f"{finding.message}: {finding.label}" if finding.label else finding.message
        related = [(label.span, label.text or finding.message) for label in finding.others]
        if not text.is_of(span):
            message = f"{finding.place}: {message}"
            related.insert(0, (span, finding.message))
            span = _parent_named(text)
        yield LocatedFinding(finding, span, message, tuple(related))


def _parent_named(text: EditedText) -> Span:
    named = [clause.span for clause in text.clauses if clause.rule == "extends_clause"]
    return named[0] if named else Span(text.source, 0, 0)
