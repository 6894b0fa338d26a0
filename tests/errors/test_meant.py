"""What a broken file is reported for the right reason, and what its author meant by it.

`# says: TEXT` in a file of `broken` is a text of its report; `# meant: CLAUSE` a line of the
clauses that the author meant. Where there are fixes they lead there. In no file do they change
anything else.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from dominoes_lang.load import load
from dominoes_lang.reading.family import family_of
from dominoes_lang.repair.fixes import parse_with_fixes
from dominoes_lang.setup.ruleset import Ruleset
from dominoes_lang.syntax.build import build
from dominoes_lang.syntax.nodes import Clause
from dominoes_lang.text.diagnostics import Diagnostic
from dominoes_lang.text.source import Source
from dominoes_rules.library import bundled
from tests.errors.test_corpus import BROKEN, findings_in_the_corpus, fixed_in_the_corpus

pytestmark = pytest.mark.xdist_group("corpus")

SAYS, MEANT = "# says: ", "# meant: "
HEAD = re.compile(r'^(?:variant|extends) "[^"\n]*"$', re.MULTILINE)


def remarks(path: Path, mark: str) -> list[str]:
    """What the remarks of a file with this mark hold."""
    lines = path.read_text("utf-8").split("\n")
    return [line.removeprefix(mark) for line in lines if line.startswith(mark)]


SAYING = [path for path in BROKEN if remarks(path, SAYS)]
MEANING = [path for path in BROKEN if remarks(path, MEANT)]


def has_fixes(path: Path) -> bool:
    return any(one.fixes for one in findings_in_the_corpus(path))


def loaded(path: Path, text: str) -> Ruleset:
    return load(Source(str(path), text), bundled)


def read(source: Source) -> dict[str, Clause]:
    """The clauses of a source that can be read, by their keys."""
    clauses: dict[str, Clause] = {}
    for text in family_of(source, bundled).written.texts:
        tree = None if text.misnamed else parse_with_fixes(text, [])
        clause = build(text, tree, []) if tree is not None else None
        if clause is not None:
            clauses[clause.key] = clause
    return clauses


@pytest.mark.parametrize("path", SAYING, ids=lambda path: path.stem)
def test_the_report_holds_what_it_should(path: Path) -> None:
    report = "\n".join(one.render() for one in findings_in_the_corpus(path))
    assert [text for text in remarks(path, SAYS) if text not in report] == []


@pytest.mark.parametrize("path", MEANING, ids=lambda path: path.stem)
def test_what_was_meant_is_sound_and_the_fixes_lead_there(path: Path) -> None:
    head = HEAD.findall(path.read_text("utf-8"))
    meant = loaded(path, "\n".join([*head, *remarks(path, MEANT), ""]))
    if has_fixes(path):
        assert loaded(path, fixed_in_the_corpus(path).text).clauses == meant.clauses


# Errors without a word on what to write, and why there is none.
NO_ADVICE = {"failed-example": "its rules or the example may be wrong; the label has what happened"}


def test_every_error_states_what_to_write() -> None:
    """A fix, a help, the word that was meant, or what is expected at the place."""
    silent = {
        one.concise
        for path in BROKEN
        for one in findings_in_the_corpus(path)
        if not (one.helps or one.fixes or "did you mean" in one.message)
        and not one.label.startswith("expected ")
        and one.code not in NO_ADVICE
    }
    assert silent == set()


def touched(one: Diagnostic, source: Source) -> set[int]:
    """The lines that a finding is about, or that its fixes change."""
    spans = [one.span, *(edit.span for fix in one.fixes for edit in fix.edits)]
    lines = set()
    for span in spans:
        lines |= set(range(span.line, span.line + span.text.count("\n") + 1))
    return lines if one.span.source.name == source.name else set()


def test_a_fix_changes_no_clause_but_the_one_at_fault() -> None:
    changed = []
    for path in filter(has_fixes, BROKEN):
        source = Source(str(path), path.read_text("utf-8"))
        at_fault: set[int] = set()
        for one in findings_in_the_corpus(path):
            at_fault |= touched(one, source)
        before, after = read(source), read(Source(str(path), fixed_in_the_corpus(path).text))
        for key, clause in before.items():
            first, last = clause.span.line, clause.span.line + clause.span.text.count("\n")
            if at_fault.isdisjoint(range(first, last + 1)) and after.get(key) != clause:
                changed.append((path.stem, key))
    assert changed == []
