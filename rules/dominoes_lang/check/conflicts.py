"""Errors in what a file inherits, reported at the clause of the file that causes them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import replace

from dominoes_lang.check.checker import check
from dominoes_lang.check.context import Unread
from dominoes_lang.setup.ruleset import Ruleset
from dominoes_lang.syntax import nodes
from dominoes_lang.syntax.nodes import Clause
from dominoes_lang.text.diagnostics import Diagnostic, Label

MOST_TRIED = 40
"""The most clauses of a file that are tried as the cause."""
MOST_JUDGED = 3_000
"""The most clauses that are judged again for that, over all findings."""
_NO_CAUSE = nodes.VariantClause | nodes.ExampleClause | nodes.InvariantClause


def at_their_cause(
    findings: Sequence[Diagnostic],
    ruleset: Ruleset,
    inherited: Mapping[str, Clause],
    unread: Unread,
) -> list[Diagnostic]:
    """The findings; those in a parent's text are placed at the file's own clause that causes them.

    The author of a file can't edit a bundled one, so a place or a fix there is of no use to them.
    `inherited` are the clauses as they would be without the file's own. An error that a parent has
    by itself keeps its place.
    """
    moved: list[Diagnostic] = []
    foreign = sum(finding.span.source is not ruleset.source for finding in findings)
    most = min(MOST_TRIED, MOST_JUDGED // max(1, len(ruleset.clauses) * foreign))
    for finding in findings:
        cause = None
        if finding.span.source is not ruleset.source:
            cause = _cause(finding, ruleset, inherited, unread, max(2, most))
        moved.append(finding if cause is None else _moved(finding, cause, inherited))
    return _merged(moved)


def _merged(findings: Sequence[Diagnostic]) -> list[Diagnostic]:
    """The findings, each once; those that differ only in the inherited lines as one."""
    merged: dict[Diagnostic, Diagnostic] = {}
    for finding in findings:
        alone = replace(finding, others=())
        earlier = merged.get(alone)
        if earlier is not None:
            lines = (line for line in finding.others if line not in earlier.others)
            finding = replace(earlier, others=(*earlier.others, *lines))
        merged[alone] = finding
    return list(merged.values())


def _cause(
    finding: Diagnostic,
    ruleset: Ruleset,
    inherited: Mapping[str, Clause],
    unread: Unread,
    most: int,
) -> Clause | None:
    """The own clause without which the finding is gone; the last of several needed together.

    The first `most` own clauses are tried, those that replace inherited ones before others.
    """
    tried = [
        clause
        for key, clause in ruleset.clauses.items()
        if key in ruleset.own and not isinstance(clause, _NO_CAUSE)
    ][:most]
    for clause in tried:
        if not _occurs(finding, _without(ruleset, [clause], inherited), unread):
            return clause
    for count in range(2, len(tried) + 1):
        if not _occurs(finding, _without(ruleset, tried[:count], inherited), unread):
            return tried[count - 1]
    return None


def _without(
    ruleset: Ruleset, clauses: Sequence[Clause], inherited: Mapping[str, Clause]
) -> Ruleset:
    """The ruleset with these clauses as they are inherited."""
    gone = {clause.key for clause in clauses}
    kept = {key: clause for key, clause in ruleset.clauses.items() if key not in gone}
    again = {key: inherited[key] for key in gone if key in inherited}
    return replace(ruleset, clauses={**kept, **again}, own=ruleset.own - gone)


def _occurs(finding: Diagnostic, ruleset: Ruleset, unread: Unread) -> bool:
    findings: list[Diagnostic] = []
    check(ruleset, findings, deepcopy(unread))
    return any((left.code, left.span) == (finding.code, finding.span) for left in findings)


def _moved(finding: Diagnostic, cause: Clause, inherited: Mapping[str, Clause]) -> Diagnostic:
    """The finding at its cause, with the inherited line as a second place."""
    name = next(_names_at(finding, inherited), "")
    instead = f'write a "{name}" clause of your own' if name else "change this"
    if name.startswith("parameter "):
        instead = f'set "{name} = …" in this file'
    elif len(getattr(inherited.get(name), "rows", ())) > 1:
        instead = f'copy the whole clause "{name}" into this file and change it there'
    labels = (Label(finding.span, finding.label or finding.message), *finding.others)
    helps: tuple[str, ...] = (instead,)
    if finding.helps and finding.helps[0].startswith(f'use "{cause.key}:'):
        helps = finding.helps  # it is the cause that is to be changed, and no inherited clause
    elif finding.helps:
        helps = (f"{instead}: {finding.helps[0].removeprefix('write ')}", *finding.helps[1:])
    return replace(finding, span=cause.span, label="", others=labels, helps=helps, fixes=())


def _names_at(finding: Diagnostic, clauses: Mapping[str, Clause]) -> Iterator[str]:
    """The inherited clause in which a finding is."""
    for key, clause in clauses.items():
        span = clause.span
        if span.source is finding.span.source and span.start <= finding.span.start < span.end:
            yield key
