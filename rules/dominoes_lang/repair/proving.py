"""Fixes are tried before they are offered: one that only moves the mistake is advice instead."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import TypeAlias

from dominoes_lang.repair.applied import apart, edited
from dominoes_lang.syntax.clauses import split
from dominoes_lang.text.diagnostics import Diagnostic
from dominoes_lang.text.source import Source

Reader: TypeAlias = Callable[[Source], list[Diagnostic]]
"""What is wrong with how the clauses of a source are written."""

MOST_PASSES = 8
"""How often fixes are applied and the text is read again: one mistake may hide the next."""
LONGEST_TEXT = 20_000
"""Signs of a text whose fixes are tried."""


def proved(findings: list[Diagnostic], source: Source, read: Reader) -> list[Diagnostic]:
    """The findings, without fixes in clauses that have as many mistakes after them as before.

    A clause without a mistake may still break the game: that is no fault of its fixes.
    """
    if len(source.text) > LONGEST_TEXT or not any(apart(findings, source)):
        return findings
    fixed = source
    left = read(source)
    before = _by_clause(left, source)
    for _ in range(MOST_PASSES):
        chosen = [fix for _, fix in apart(left, fixed)]
        if not chosen:
            break
        text = edited(fixed.text, [edit for fix in chosen for edit in fix.edits])
        fixed = Source(source.name, text, source.reach)
        left = read(fixed)
    after = _by_clause((finding for finding in left if not finding.fixes), fixed)
    keys = _Keys(source)
    return [
        _as_advice(finding)
        if finding.fixes and 0 < before[key := keys.at(finding)] <= after[key]
        else finding
        for finding in findings
    ]


class _Keys:
    """The keys of the clauses of a source, by place."""

    def __init__(self, source: Source) -> None:
        clauses = split(source, [])
        self.source = source
        self.starts = [clause.span.start for clause in clauses]
        # A fix of "without hand" makes another key of it, "without award hand".
        self.keys = [clause.key.replace("without award ", "without ") for clause in clauses]

    def at(self, finding: Diagnostic) -> str:
        """The clause that a finding is in; empty before the first and in other sources."""
        if finding.span.source is not self.source:
            return ""
        at = bisect_right(self.starts, finding.span.start) - 1
        return self.keys[at] if at >= 0 else ""


def _by_clause(findings: Iterable[Diagnostic], source: Source) -> Counter[str]:
    """How many errors each clause has."""
    keys = _Keys(source)
    counted = Counter(keys.at(finding) for finding in findings if finding.level == "error")
    del counted[""]
    return counted


def _as_advice(finding: Diagnostic) -> Diagnostic:
    """The finding with its fixes for its author to judge."""
    titles = [fix.title for fix in finding.fixes if fix.title != f'write "{finding.asked}"']
    return replace(finding, fixes=(), helps=(*finding.helps, *titles))
