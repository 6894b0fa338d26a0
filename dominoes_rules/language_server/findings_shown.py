"""What is wrong with a text, as editors show it, and the fixes that they offer."""

from __future__ import annotations

from collections.abc import Iterator

from lsprotocol import types

from dominoes_lang.text.diagnostics import Fix
from dominoes_lang.text.source import Span
from dominoes_rules.authoring.fixing import fix
from dominoes_rules.authoring.located_findings import LocatedFinding, located
from dominoes_rules.language_server.open_texts import OpenText, uri_of

FIX_ALL = types.CodeActionKind("source.fixAll")
_SEVERITY = {
    "error": types.DiagnosticSeverity.Error,
    "warning": types.DiagnosticSeverity.Warning,
}


def shown(text: OpenText) -> list[types.Diagnostic]:
    """The findings of a text; those about a parent stand where the parent is named."""
    return [_shown(text, finding) for finding in located(text)]


def _shown(text: OpenText, shown_finding: LocatedFinding) -> types.Diagnostic:
    finding = shown_finding.finding
    helps = [f"help: {help_}" for help_ in finding.helps]
    return types.Diagnostic(
        text.range(shown_finding.span),
        "\n".join([shown_finding.message, *finding.notes, *helps]),
        severity=_SEVERITY[finding.level],
        code=finding.code,
        source="dominoes-rules",
        related_information=[
            types.DiagnosticRelatedInformation(location(text, where), remark)
            for where, remark in shown_finding.related
        ],
    )


def location(text: OpenText, span: Span) -> types.Location:
    """Where a span is: in this text, or in a file that it extends."""
    if text.is_of(span):
        return types.Location(text.uri, text.range(span))
    extended = OpenText(span.source.text, span.source.reach, uri_of(span.source), 0, text.codec)
    return types.Location(extended.uri, extended.range(span))


def actions(text: OpenText, asked: types.Range) -> Iterator[types.CodeAction]:
    """The fixes of what is wrong in a range, and all fixes at once where there are several."""
    start, end = text.offset(asked.start), text.offset(asked.end)
    fixable = [
        shown_finding
        for shown_finding in located(text)
        if shown_finding.finding.fixes and text.is_of(shown_finding.finding.span)
    ]
    for shown_finding in fixable:
        finding = shown_finding.finding
        if finding.span.start <= end and start <= finding.span.end:
            for chosen in finding.fixes:
                yield types.CodeAction(
                    chosen.title,
                    types.CodeActionKind.QuickFix,
                    [_shown(text, shown_finding)],
                    is_preferred=chosen is finding.fixes[0],
                    edit=_edit(text, chosen),
                )
    if fixable:
        fixed = fix(text.source.name, text.source.text, text.reach).text
        whole = types.TextEdit(text.range(Span(text.source, 0, len(text.source.text))), fixed)
        edit = types.WorkspaceEdit({text.uri: [whole]})
        yield types.CodeAction("apply all fixes", FIX_ALL, edit=edit)


def _edit(text: OpenText, chosen: Fix) -> types.WorkspaceEdit:
    edits = [types.TextEdit(text.range(edit.span), edit.text) for edit in chosen.edits]
    return types.WorkspaceEdit({text.uri: edits})
