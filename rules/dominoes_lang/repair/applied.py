"""Making the edits of fixes in a text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from dominoes_lang.text.diagnostics import Diagnostic, Edit, Fix
from dominoes_lang.text.source import Source


def edited(text: str, edits: Iterable[Edit]) -> str:
    """A text with edits applied, whose places count every line end as one character."""
    offsets, offset = [], 0
    while offset < len(text):
        offsets.append(offset)
        offset += 2 if text.startswith("\r\n", offset) else 1
    offsets.append(len(text))
    for edit in sorted(edits, key=lambda edit: edit.span.start, reverse=True):
        start, end = offsets[edit.span.start], offsets[edit.span.end]
        text = text[:start] + edit.text + text[end:]
    return text


def apart(findings: Iterable[Diagnostic], source: Source) -> Iterator[tuple[Diagnostic, Fix]]:
    """The first fix of each finding in a source, without those that touch an earlier one."""
    taken: list[Edit] = []
    for finding in findings:
        if finding.fixes and finding.span.source is source:
            fix = finding.fixes[0]
            if not any(edit.touches(earlier) for edit in fix.edits for earlier in taken):
                taken += fix.edits
                yield finding, fix
