"""From a file to a checked ruleset, in stages: each reads what the one before it has found.

1. `read`: a file's text (`text/rules_text.py`);
2. `family_of`: the file and those that it extends, split into clauses (`reading/family.py`);
3. `merged`: the clauses in force (`reading/merging.py`);
4. `Merged.ruleset`: the rules that they make;
5. `checked`: these rules with their warnings, or everything that is wrong with them.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from dominoes_lang.check.checker import check, check_wording
from dominoes_lang.reading.family import Library, family_of
from dominoes_lang.reading.merging import Merged, merged
from dominoes_lang.setup.ruleset import Ruleset
from dominoes_lang.syntax.clauses import MOST_FINDINGS
from dominoes_lang.text.diagnostics import Diagnostic, RulesError
from dominoes_lang.text.rules_text import expect_plain_source, read
from dominoes_lang.text.source import Source


def load(source: Source, library: Library = dict) -> Ruleset:
    """The ruleset of a source. Raises `RulesError` with every error found in it."""
    expect_plain_source(source)
    return checked(merged(family_of(source, library)), library)


def load_file(path: Path, library: Library = dict) -> Ruleset:
    """The ruleset of a file. Raises `RulesError`, also where the file can't be read."""
    return load(read(path), library)


def checked(clauses: Merged, library: Library = dict) -> Ruleset:
    """The ruleset that some clauses make. Raises `RulesError` with every error found in them."""
    ruleset, source = clauses.ruleset(), clauses.family.source
    errors = [finding for finding in clauses.findings if finding.level == "error"]
    in_clauses = len(errors)
    warnings = [finding for finding in clauses.findings if finding.level == "warning"]
    warnings += check(ruleset, errors, clauses.unread)
    if not errors:
        return replace(ruleset, warnings=tuple(_in_order(warnings, source)))
    # Imported here because most files have no error.
    from dominoes_lang.check.conflicts import at_their_cause
    from dominoes_lang.repair.proving import proved

    errors[in_clauses:] = at_their_cause(
        errors[in_clauses:], ruleset, clauses.inherited, clauses.unread
    )

    def wrongly_written(text: Source) -> list[Diagnostic]:
        again = clauses if text is source else merged(family_of(text, library))
        findings = list(again.findings)
        check_wording(again.ruleset(), findings, again.unread)
        return _in_order(findings, text)

    raise RulesError(_in_order(proved(errors, source, wrongly_written), source))


def _in_order(findings: list[Diagnostic], source: Source) -> list[Diagnostic]:
    """Findings by place, those of the file itself first."""
    in_order = sorted(
        findings,
        key=lambda bad: (bad.span.source is not source, bad.span.source.name, bad.span.start),
    )
    left_out = len(in_order) - MOST_FINDINGS
    if left_out > 0:
        last = in_order[MOST_FINDINGS - 1]
        notes = (*last.notes, f"and {left_out} more, not shown here")
        in_order[MOST_FINDINGS - 1 :] = [replace(last, notes=notes)]
    return in_order
