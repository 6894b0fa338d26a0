"""Every rules snippet of the language reference is valid, and its examples come out as written."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from dominoes_lang.examples import example_runs
from dominoes_lang.load import load
from dominoes_lang.setup.ruleset import Ruleset
from dominoes_lang.syntax.vocabulary import CLAUSES
from dominoes_lang.text.diagnostics import RulesError
from dominoes_lang.text.source import Source
from dominoes_rules.library import bundled

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "language.md"
DESIGN = sorted((ROOT / "tests" / "rulesets" / "design").glob("*.rules"))
USUAL_BASE = "draw"

# A snippet may stand on a game other than the usual one: <!-- base: NAME --> above it.
SNIPPET = re.compile(r"(?:<!-- base: (\w+) -->\n)?```rules\n(.*?)```", re.DOTALL)
EXPECTED = re.compile(r"# error: (\S+)\n")


def snippets() -> Iterator[tuple[str, str]]:
    """Each snippet of the page as a whole file, under the number of its line."""
    page = PAGE.read_text("utf-8")
    for found in SNIPPET.finditer(page):
        base, text = found[1] or USUAL_BASE, found[2]
        line = page.count("\n", 0, found.start(2))
        whole = text.startswith("variant ")
        yield f"line {line}", text if whole else f'variant "Base"\nextends "{base}"\n{text}'


def refusals(source: Source) -> list[tuple[str, int]]:
    """The code and the line of each error in a text."""
    try:
        load(source, bundled)
    except RulesError as error:
        return [(one.code, one.span.line) for one in error.diagnostics]
    return []


def failures(ruleset: Ruleset) -> list[str]:
    ran = (example_runs.run(ruleset, example) for example in ruleset.examples)
    return [failure.render() for failure in ran if failure is not None]


@pytest.mark.parametrize(("place", "text"), list(snippets()))
def test_snippet_is_valid_and_its_examples_hold(place: str, text: str) -> None:
    ruleset = load(Source(f"docs/language.md, {place}", text), bundled)
    assert [warning.render() for warning in ruleset.warnings] == []
    assert failures(ruleset) == []


def test_all_fenced_blocks_of_rules_are_tested() -> None:
    assert PAGE.read_text("utf-8").count("```rules") == len(list(snippets())) >= 20


@pytest.mark.parametrize("clause", CLAUSES)
def test_every_clause_is_described(clause: str) -> None:
    assert re.search(rf"`{clause}(`| award`)", PAGE.read_text("utf-8"))


@pytest.mark.parametrize("path", DESIGN, ids=lambda path: path.stem)
def test_a_text_of_the_design_does_what_it_promises(path: Path) -> None:
    """Its examples hold, or it is refused with the code written above the line at fault."""
    text = path.read_text("utf-8")
    expected = [
        (found[1], text.count("\n", 0, found.end()) + 1) for found in EXPECTED.finditer(text)
    ]
    source = Source(str(path), text)
    assert refusals(source) == expected
    if not expected:
        assert failures(load(source, bundled)) == []
