"""What is wrong with a text, as editors show it, and the fixes that they offer."""

from __future__ import annotations

from collections.abc import Iterator

from lsprotocol import types

from dominoes_lang.text.diagnostics import Diagnostic, Fix
from dominoes_lang.text.source import Span
from dominoes_rules.authoring.fixing import fix
from dominoes_rules.language_server.open_texts import OpenText, uri_of

FIX_ALL = types.CodeActionKind("source.fixAll")
_SEVERITY = {
    "error": types.DiagnosticSeverity.Error,
    "warning": types.DiagnosticSeverity.Warning,
}


def shown(text: OpenText) -> list[types.Diagnostic]:
    """The findings of a text; those about a parent stand where the parent is named."""
    return [_shown(text, finding) for finding in text.findings]


def _shown(text: OpenText, finding: Diagnostic) -> types.Diagnostic:
    message = [f"{finding.message}: {finding.label}" if finding.label else finding.message]
    message += [*finding.notes, *(f"help: {help_}" for help_ in finding.helps)]
    related = [(label.span, label.text) for label in finding.others]
    span = finding.span
    if not text.is_of(span):
        message[0] = f"{finding.place}: {message[0]}"
        related.insert(0, (span, finding.message))
        span = _parent_named(text)
    return types.Diagnostic(
        text.range(span),
        "\n".join(message),
        severity=_SEVERITY[finding.level],
        code=finding.code,
        source="dominoes-rules",
        related_information=[
            types.DiagnosticRelatedInformation(location(text, where), remark or finding.message)
            for where, remark in related
        ],
    )


def _parent_named(text: OpenText) -> Span:
    named = [clause.span for clause in text.clauses if clause.rule == "extends_clause"]
    return named[0] if named else Span(text.source, 0, 0)


def location(text: OpenText, span: Span) -> types.Location:
    """Where a span is: in this text, or in a file that it extends."""
    if text.is_of(span):
        return types.Location(text.uri, text.range(span))
    extended = OpenText(uri_of(span.source), 0, span.source.text, span.source.reach, text.codec)
    return types.Location(extended.uri, extended.range(span))


def actions(text: OpenText, asked: types.Range) -> Iterator[types.CodeAction]:
    """The fixes of what is wrong in a range, and all fixes at once where there are several."""
    start, end = text.offset(asked.start), text.offset(asked.end)
    fixable = [finding for finding in text.findings if finding.fixes and text.is_of(finding.span)]
    for finding in fixable:
        if finding.span.start <= end and start <= finding.span.end:
            for chosen in finding.fixes:
                yield types.CodeAction(
                    chosen.title,
                    types.CodeActionKind.QuickFix,
                    [_shown(text, finding)],
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
