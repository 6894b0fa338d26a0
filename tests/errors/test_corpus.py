"""Broken rules files, each with the codes that it must raise written above the lines at fault.

`# error[CODE] COLUMN` (or `warning`) speaks of the next line that is no such remark. To add a test,
add a file.
"""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from dominoes_lang.check import bound_setups
from dominoes_lang.examples import example_runs
from dominoes_lang.text.diagnostics import Diagnostic, RulesError
from dominoes_rules import library
from dominoes_rules.authoring import fixing

# Files are judged and fixed once: all that use them run in one process.
pytestmark = pytest.mark.xdist_group("corpus")

ROOT = Path(__file__).parents[2]
BROKEN = sorted((Path(__file__).parent / "broken").glob("*.rules"))
EXPECTED = re.compile(r"\s*# (error|warning)\[([a-z-]+)\] (\d+)$")
CODE = re.compile(r"[a-z]+(-[a-z]+)*")
RAISERS = {"Diagnostic", "Malformed", "not_here", "report_with", "refuse", "report", "warn"}
# Raised for what no text of a file can show; `test_reading.py` raises each of them.
OF_FILES = {"unreadable-file", "unreadable-parent", "deep-extends"}

Finding = tuple[str, str, int, int]


def expected(text: str) -> list[Finding]:
    """The level, code, line and column of everything that the remarks of a file promise."""
    found: list[Finding] = []
    waiting: list[tuple[str, str, int]] = []
    for number, line in enumerate(text.split("\n"), 1):
        remark = EXPECTED.match(line)
        if remark:
            waiting.append((remark[1], remark[2], int(remark[3])))
        else:
            found += [(level, code, number, column) for level, code, column in waiting]
            waiting = []
    return sorted(found)


def findings(path: Path) -> tuple[Diagnostic, ...]:
    """What is wrong with a file, examples that fail included."""
    try:
        ruleset = library.load(path)
    except RulesError as error:
        return error.diagnostics
    failed = (example_runs.run(ruleset, example) for example in ruleset.examples)
    return (*ruleset.warnings, *(one for one in failed if one is not None))


@cache
def findings_in_the_corpus(path: Path) -> tuple[Diagnostic, ...]:
    """What is wrong with one of these files, judged once for all tests."""
    return findings(path)


@cache
def fixed_in_the_corpus(path: Path) -> fixing.Fixed:
    """One of these files after all fixes, made once for all tests."""
    return fixing.fix(str(path), path.read_text("utf-8"))


@pytest.mark.parametrize("path", BROKEN, ids=lambda path: path.stem)
def test_a_broken_file_is_shown_what_is_wrong_and_nothing_else(path: Path) -> None:
    own = [one for one in findings_in_the_corpus(path) if one.span.source.name == str(path)]
    found = sorted((one.level, one.code, one.span.line, one.span.column) for one in own)
    assert found == expected(path.read_text("utf-8"))
    assert found


def test_every_message_is_whole() -> None:
    """Path, line, column, code; the line itself with carets under it; no word cut off."""
    for one in (found for path in BROKEN for found in findings_in_the_corpus(path)):
        lines = one.render().split("\n")
        assert lines[0] == f"{one.place}: {one.level}: {one.message} [{one.code}]"
        assert re.fullmatch(r" *\d+ \| .*", lines[1])
        assert re.match(r"      \| *\^+", lines[2])
        assert "None" not in one.message + one.label
        for text in (one.message, one.label, *one.helps, *one.notes):
            assert "\n" not in text
            assert not text.endswith((".", " "))


def codes_in(path: Path) -> Iterator[str]:
    """The codes in the calls of a module that make or report a diagnostic."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if not isinstance(node, ast.Call):
            continue
        name = getattr(node.func, "id", None) or getattr(node.func, "attr", None)
        texts = [one.value for one in node.args[:2] if isinstance(one, ast.Constant)]
        if name in RAISERS and texts and CODE.fullmatch(str(texts[0])):
            yield str(texts[0])


@cache
def codes_of_the_source() -> frozenset[str]:
    """Every code that the language can raise, read off its source."""
    sources = (ROOT / "rules" / "dominoes_lang").rglob("*.py")
    found = {code for path in sources for code in codes_in(path)}
    return frozenset(found | set(bound_setups.CODES.values()))


def test_every_code_has_a_file() -> None:
    raised = {code for path in BROKEN for _, code, _, _ in expected(path.read_text("utf-8"))}
    assert codes_of_the_source() - OF_FILES - raised == set()


def test_the_codes_of_the_source_are_found() -> None:
    some = {"unfinished", "endless", "not-built", "bad-tile", "wrong-kind", "no-mover", "too-deep"}
    assert some < codes_of_the_source()
    assert len(codes_of_the_source()) > 65
