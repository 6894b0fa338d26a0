"""Colours: made from the grammar, the same everywhere, and nothing of a sound file is wrong."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import fromstring

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pygments.token import Error, Keyword, Whitespace, _TokenType

from dominoes_lang.format import highlighting
from dominoes_lang.syntax.parse import keywords, parser
from dominoes_lang.syntax.vocabulary import CLAUSES, SETS
from dominoes_rules.editor import grammars
from dominoes_rules.editor.lexer import SORTS, RulesLexer
from dominoes_rules.web.writing.writing_page import colours
from tests.errors.test_corpus import BROKEN
from tests.errors.test_mutants import TEXTS

ROOT = Path(__file__).parents[2]
BUNDLED = sorted((ROOT / "variants").glob("*.rules"))
# Signs that the language has no use for: only broken files hold them.
ODD = re.compile(r"[^\w\s:,.=+*/#\"\[\]|'-]|[^\x00-\x7f]")


def by_pygments(text: str) -> list[tuple[int, _TokenType, str]]:
    """Place, sort and text of everything but blanks."""
    tokens = RulesLexer(stripnl=False, ensurenl=False).get_tokens_unprocessed(text)
    return [token for token in tokens if token[1] is not Whitespace and token[2]]


def by_textmate(text: str) -> Iterator[tuple[int, str, str]]:
    """The same by the TextMate grammar, as editors read it: line by line, first pattern first."""
    grammar = json.loads(json.dumps(grammars.textmate()))
    patterns: list[tuple[re.Pattern[str], dict[str, Any]]] = [
        (re.compile(one["match"]), one) for one in grammar["patterns"]
    ]
    start = 0
    for line in text.split("\n"):
        place = 0
        while place < len(line):
            found = ((regex.match(line, place), one) for regex, one in patterns)
            first = next(((match, one) for match, one in found if match), None)
            if first is None:
                place += 1
                continue
            match, one = first
            if "name" in one:
                yield start + place, one["name"], match[0]
            for number, capture in one.get("captures", {}).items():
                yield start + match.start(int(number)), capture["name"], match[int(number)]
            place = max(match.end(), place + 1)
        start += len(line) + 1


def by_page(text: str) -> Iterator[tuple[int, _TokenType, str]]:
    """The same by the patterns of the page on which games are written, as its script tries them."""
    patterns = [(re.compile(regex), sorts) for regex, *sorts in json.loads(colours())]
    start = 0
    for line in text.split("\n"):
        column = 0
        while column < len(line):
            tried = ((regex.match(line, column), sorts) for regex, sorts in patterns)
            match, sorts = next((way for way in tried if way[0]), (None, []))
            if match is None:
                if not line[column].isspace():
                    yield start + column, Error, line[column]
                column += 1
                continue
            parts = match.groups() if len(sorts) > 1 else (match[0],)
            for part, sort in zip(parts, sorts, strict=True):
                if sort != "blank":
                    yield start + column, SORTS[sort], part
                column += len(part)
        start += len(line) + 1


def same(text: str) -> None:
    """All ways name the same sort for the same stretch of a text."""
    names = {f"{name}.dominoes-rules": sort for sort, name in grammars.SORTS.items()}
    textmate = [
        (place, SORTS[names[name]] if name in names else Error, found)
        for place, name, found in by_textmate(text)
    ]
    assert textmate == by_pygments(text)
    assert [*by_page(text)] == by_pygments(text)


def test_all_agree_on_the_bundled_variants() -> None:
    for path in BUNDLED:
        same(path.read_text("utf-8"))


def test_nothing_in_a_sound_file_is_an_error() -> None:
    for name, whole in TEXTS.items():
        tokens = by_pygments(whole)
        assert "".join("".join(text.split()) for _, _, text in tokens) == "".join(whole.split())
        assert [token for token in tokens if token[1] is Error] == [], name


def test_broken_files_are_coloured_as_well() -> None:
    for path in BROKEN:
        text = path.read_text("utf-8")
        wrong = "".join(found for _, sort, found in by_pygments(text) if sort is Error)
        assert not wrong or ODD.search(text) or set(wrong) <= set("[]|'.\""), path


@settings(max_examples=100)
@given(text=st.text(st.sampled_from("ab A#\"[6|]:,.-_'s9double-six turn\n\t\u00e9"), max_size=60))
def test_they_agree_on_any_text(text: str) -> None:
    same(text)


def test_the_words_are_those_of_the_parser() -> None:
    assert highlighting.words() == {word for word in keywords().values() if word.isalpha()}
    assert parser() is not None
    assert frozenset().union(*highlighting.GROUPS.values()) <= highlighting.words()
    assert sum(map(len, highlighting.GROUPS.values())) == len(
        frozenset().union(*highlighting.GROUPS.values())
    )


def test_every_clause_is_a_keyword_at_the_left_margin() -> None:
    for clause in CLAUSES:
        _, sort, found = by_pygments(f"{clause}: x")[0]
        assert (sort, found) == (Keyword.Declaration, clause)


def test_every_word_is_coloured_whole() -> None:
    for word in (*highlighting.words(), *SETS):
        ((_, sort, found),) = by_pygments(f"  {word}")
        assert found == word
        assert sort is not SORTS["name"], word
        ((_, sort, found),) = by_pygments(f"  {word}_")[:1]
        assert word in SETS or sort is SORTS["name"], word


def test_the_name_of_an_award_is_a_name() -> None:
    sorts = [(sort, found) for _, sort, found in by_pygments("award domino: 5")]
    assert sorts[1] == (SORTS["name"], "domino")


def test_pygments_finds_the_lexer_by_its_entry_point() -> None:
    text = (ROOT / "pyproject.toml").read_text("utf-8")
    assert 'dominoes-rules = "dominoes_rules.editor.lexer:RulesLexer"' in text
    for one in entry_points(group="pygments.lexers"):
        if one.name == "dominoes-rules":
            assert one.load() is RulesLexer


def test_other_files_of_the_same_ending_are_not_taken() -> None:
    assert RulesLexer.analyse_text('variant "x"\n') > 0.5
    assert RulesLexer.analyse_text('SUBSYSTEM=="usb"\n') == 0


def test_an_extension_is_written(tmp_path: Path) -> None:
    folder = tmp_path / "extensions" / "dominoes-rules"
    assert grammars.main(["vscode", str(folder)]) == 0
    package = json.loads((folder / "package.json").read_text("utf-8"))
    (grammar,) = package["contributes"]["grammars"]
    assert json.loads((folder / grammar["path"]).read_text("utf-8")) == grammars.textmate()
    assert (folder / package["contributes"]["languages"][0]["configuration"]).is_file()
    matcher = package["contributes"]["problemMatchers"][0]["pattern"]
    line = 'a:b/x.rules:4:12: error: "bone" is not [a word] I know [unknown-word]'
    found = re.match(matcher["regexp"], line)
    assert found is not None
    assert found.groups()[:3] == ("a:b/x.rules", "4", "12")
    assert found[matcher["code"]] == "unknown-word"


def test_a_folder_that_cannot_be_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("")
    assert grammars.main(["vscode", str(tmp_path / "file")]) == 2
    assert "can't be written" in capsys.readouterr().err


def test_the_grammar_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert grammars.main(["textmate"]) == 0
    grammar = json.loads(capsys.readouterr().out)
    assert grammar["scopeName"] == "source.dominoes-rules"
    assert grammar["fileTypes"] == ["rules"]


def test_kate_has_every_colour_and_the_name_that_its_settings_ask_for(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert grammars.main(["kate"]) == 0
    language = fromstring(capsys.readouterr().out)
    used = {rule.get("attribute") for rule in language.iter("RegExpr")}
    assert used < {style.get("name") for style in language.iter("itemData")}
    patterns = [rule.get("String") for rule in language.iter("RegExpr")]
    assert len(patterns) == sum(len(one.sorts) == 1 for one in highlighting.patterns())
    assert not [one for one in patterns if one is None or r"\u" in one]  # PCRE has none
    page = (ROOT / "docs" / "editors.md").read_text("utf-8")
    assert f'"highlightingModeRegex": "^{language.get("name")}$"' in page
