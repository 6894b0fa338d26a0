"""Lines that state a rule without the name of its clause, such as "4 players"."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from lark import Token, Tree

from dominoes_lang.repair.applied import edited
from dominoes_lang.repair.fixes import parse_with_fixes
from dominoes_lang.syntax.clauses import split
from dominoes_lang.syntax.vocabulary import CLAUSES, UNIQUE_BY_NAME
from dominoes_lang.text.diagnostics import Diagnostic
from dominoes_lang.text.source import Source

LONGEST_LINE = 120
MOST_LINES = 8
"""How many lines of a file are examined: each is read as several clauses."""
MOST_FIXES = 6
_NAMES = ("tiles", "players", "deal", "turn", "match", "layout", "first opener", "next opener")
_COUNTED_OTHERWISE = frozenset({"teams"})
"""Words for a clause whose number is another one."""
_TAILS = ".;, "


def with_clauses_meant(findings: Iterable[Diagnostic]) -> list[Diagnostic]:
    """The findings, those about a line without a clause's name with the clause that was meant."""
    examined = 0
    result = []
    for finding in findings:
        nameless = finding.code == "unknown-clause" and not finding.fixes
        if nameless and examined < MOST_LINES:
            examined += 1
            finding = _with_clause_meant(finding)
        result.append(finding)
    return result


def _with_clause_meant(finding: Diagnostic) -> Diagnostic:
    line = finding.span.source.line_text(finding.span.line).strip()
    if len(line) > LONGEST_LINE:
        return finding
    rule = line.rstrip(_TAILS)
    near = finding.asked
    meant = _readings(_under(near, finding.span.text, rule)) if near else []
    meant = meant or _readings([f"{name}: {rule[:1].lower()}{rule[1:]}" for name in _NAMES])
    if len(meant) != 1:
        return finding
    help_ = f'write "{meant[0]}"' if '"' not in meant[0] else f"write {meant[0]}"
    helps = help_, *finding.helps[:1]
    return replace(finding, message=finding.statement, asked="", helps=helps)


def _readings(clauses: list[str]) -> list[str]:
    """Those of some clauses that can be read as they are or, if none can, with their fixes."""
    readings = [reading for reading in map(_readable, clauses) if reading]
    return [reading for reading in readings if reading in clauses] or readings


def _under(name: str, written: str, line: str) -> list[str]:
    """A line with the name of the clause that it nearly has."""
    rest = line[len(written) :].lstrip()
    if written.lower() in _COUNTED_OTHERWISE:
        return []
    if name not in UNIQUE_BY_NAME:
        return [f"{name}: {rest.lstrip(':= ')}"]
    if name in {"award", "define"}:
        named = rest if rest[:1] not in {":", "="} else f"{written.lower().replace(' ', '_')}{rest}"
        return [f"{name} {named}"]
    return []


def _readable(text: str) -> str | None:
    """The clause with its fixes applied; None if it can't be read then."""
    for _ in range(MOST_FIXES):
        findings: list[Diagnostic] = []
        clauses = split(Source("clause", text), findings)
        if len(clauses) != 1 or findings:
            return None
        tree = parse_with_fixes(clauses[0], findings)
        if tree is not None:
            return None if _reads_names(tree) else text
        if not findings[0].fixes:
            return None
        text = edited(text, findings[0].fixes[0].edits)
    return None


def _reads_names(tree: Tree[Token]) -> bool:
    """Whether a clause reads a parameter or a define, which nothing declares here."""
    named = tree.data in {CLAUSES[header] for header in UNIQUE_BY_NAME}
    words = list(tree.scan_values(lambda token: isinstance(token, Token) and token.type == "WORD"))
    return len(words) > named
