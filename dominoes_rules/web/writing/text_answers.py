"""The answers about a text that is being written: findings, fixes, what may follow, its sheet."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict

from dominoes_lang.examples.example_runs import run
from dominoes_lang.languages.rule_sheet import sheet_for_all
from dominoes_lang.setup.ruleset import Ruleset
from dominoes_lang.syntax.vocabulary import CLAUSES
from dominoes_lang.text.diagnostics import Fix
from dominoes_rules.authoring.changed_sentences import changed_sentences
from dominoes_rules.authoring.completing import completions
from dominoes_rules.authoring.fixing import fix
from dominoes_rules.authoring.located_findings import LocatedFinding, located
from dominoes_rules.authoring.word_help import word_help
from dominoes_rules.web.analysis.answering import Question, Tell
from dominoes_rules.web.http.reader import READER
from dominoes_rules.web.lobby.chosen_seats import chosen_seats
from dominoes_rules.web.writing.written_text import WrittenText, seats_of, text_of
from dominoes_solver.limit import Cancel

MOST_OFFERS = 200


def written(question: Question, _: Tell, __: Cancel) -> dict[str, object]:
    """What is wrong with the `text`, its examples, and its rules if nothing is.

    fields: those of the form of a table, which has the seats.
    """
    text = text_of(question)
    findings = [*located(text)]
    return {
        "findings": [_finding(text, finding) for finding in findings],
        "can_mend": sum(bool(_own_fixes(text, finding)) for finding in findings),
        "examples": [*_examples(text)],
        "rules": None if text.ruleset is None else _rules(text.ruleset, question),
    }


def _finding(text: WrittenText, shown: LocatedFinding) -> dict[str, object]:
    finding = shown.finding
    return {
        "level": finding.level,
        "line": shown.span.line,
        "message": shown.message,
        "notes": [*finding.notes],
        "helps": [*finding.helps],
        "from": text.unit_of(shown.span.start),
        "to": text.unit_of(shown.span.end),
        "fixes": [
            {"title": chosen.title, "edits": _edits(text, chosen)}
            for chosen in _own_fixes(text, shown)
        ],
    }


def _own_fixes(text: WrittenText, shown: LocatedFinding) -> tuple[Fix, ...]:
    """The fixes that change this text."""
    finding = shown.finding
    return finding.fixes if text.is_of(finding.span) else ()


def _edits(text: WrittenText, chosen: Fix) -> list[dict[str, object]]:
    return [
        {
            "from": text.unit_of(edit.span.start),
            "to": text.unit_of(edit.span.end),
            "insert": edit.text,
        }
        for edit in chosen.edits
    ]


def _examples(text: WrittenText) -> Iterator[dict[str, object]]:
    """Each example with what came of it: `holds`, `fails`, or nothing if it can't be run."""
    ruleset = text.ruleset
    written_examples = {} if ruleset is None else {one.key: one for one in ruleset.examples}
    for clause in text.clauses:
        if clause.rule == CLAUSES["example"]:
            example = written_examples.get(clause.key)
            failure = run(ruleset, example) if ruleset and example else None
            yield {
                "name": clause.key.partition(" ")[2].strip('"'),
                "line": clause.span.line,
                "came": "" if example is None else "fails" if failure else "holds",
                "why": failure.label if failure else "",
            }


def _rules(ruleset: Ruleset, question: Question) -> dict[str, object]:
    """The rule sheet, and the seats of a table."""
    seats = seats_of(question, ruleset)
    reader = READER.get()
    changes = changed_sentences(ruleset, seats, reader)
    setups = [ruleset.setup(count) for count in ruleset.players]
    sections = sheet_for_all(setups, reader.language)
    return {
        "title": ruleset.title,
        "changes": None if changes is None else [changes[0], [*changes[1]]],
        "sections": [{"title": part.title, "lines": [*part.lines]} for part in sections],
        "seating": asdict(chosen_seats(ruleset, "", question.get("fields", {}))),
    }


def mended(question: Question, _: Tell, __: Cancel) -> dict[str, object]:
    """The `text` with every fix that is certain, applied until none is left."""
    text = text_of(question)
    after = fix(text.name, text.text, text.reach)
    return {"text": after.text, "done": len(after.done)}


def offered(question: Question, _: Tell, __: Cancel) -> dict[str, object]:
    """What may be written `at` a place of the `text`."""
    text = text_of(question)
    return {
        "offers": [
            {
                "from": text.unit_of(completion.start),
                "kind": completion.insertion.kind.value,
                "rank": completion.insertion.rank,
                "label": completion.insertion.label,
                "insert": completion.insertion.inserted,
                "detail": completion.insertion.detail,
            }
            for completion in completions(text, text.offset_at(question["at"]))[:MOST_OFFERS]
        ]
    }


def explained(question: Question, _: Tell, __: Cancel) -> dict[str, object]:
    """What the word `at` a place of the `text` means, as Markdown; nothing for no word."""
    text = text_of(question)
    known = word_help(text, text.offset_at(question["at"]))
    return {"paragraphs": [] if known is None else known.paragraphs}
