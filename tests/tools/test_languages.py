"""A sheet is told without words: a table of phrases is all that a language of players needs."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings

import dominoes_lang
from dominoes_lang.languages.language import Language, english, language, spoken, tables
from dominoes_lang.languages.reasons import Reasons
from dominoes_lang.languages.rule_sheet import sheet_for_all, shown_line
from dominoes_lang.languages.templates import template
from dominoes_lang.load import load
from dominoes_lang.setup.ruleset import Ruleset, Setup
from dominoes_lang.sheet.message import Part, SheetMessage, within
from dominoes_lang.sheet.reasons_told import ReasonsTold
from dominoes_lang.sheet.whole_sheet import told_for_all, told_sheet
from dominoes_lang.text.root_exception import ArgumentError
from dominoes_lang.text.source import Source
from dominoes_rules import library, testing
from dominoes_rules.authoring.families import games
from tests.languages.pseudo import PLAIN_WORD, wide, wide_language
from tests.tools.test_english import ROOT, RULESETS
from translating.table_faults import table_faults
from translating.tables import texts_of_games

SHEETS = sorted((Path(__file__).parent / "sheets").glob("*/*.txt"))
OTHER_CODES = [code for code in tables() if code != "en"]
POINTS_FOR = "points for "
"""What a reason leaves out of the text of a parameter."""
PARAMETER_TEXT = re.compile('^parameter [^"]*"(.+)"', re.MULTILINE)
WRITTEN = "·"
"""What stands for a text of a file in the tests that look for words."""
KEY = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)+")


def table_of(path: Any) -> dict[str, Any]:
    return tomllib.loads(path.read_text("utf-8"))


def unwritten(part: Part) -> Part:
    """The same with a sign for each text of a file."""
    if isinstance(part, str):
        return WRITTEN
    if isinstance(part, tuple):
        return tuple(map(unwritten, part))
    if isinstance(part, SheetMessage):
        return SheetMessage(part.key, **{name: unwritten(inner) for name, inner in part.parts})
    return part


def lines_without_texts(words: Language, setups: list[Setup]) -> Iterator[str]:
    """All lines of the sheets of a game, texts of the file left out."""
    for section in (*told_for_all(setups), *told_sheet(setups[0])):
        yield words.words(section.title)
        for line in section.lines:
            sentences = tuple(map(unwritten, line.sentences))
            yield shown_line(words, replace(line, sentences=sentences))  # type: ignore[arg-type]


def reasons(words: Language, setup: Setup) -> Iterator[str]:
    told = ReasonsTold(setup)
    for award in (*setup.in_play, *setup.awards):
        for row in range(len(award.amount.rows)):
            for measure in (None, lambda _: 5):
                reason = told.reason(award, row, measure)
                if reason is not None:
                    yield words.words(unwritten(reason))
    for row in range(len(setup.winner.rows)):
        decision = told.decision(row, won=False)
        if decision is not None:
            yield words.words(decision)


def phrases_of(setup: Setup) -> set[str]:
    lines = [line for section in told_sheet(setup) for line in section.lines]
    return {told.key for line in lines for part in line.sentences for told in within(part)}


@pytest.mark.parametrize(
    ("payee", "key"),
    [("each player", "they"), ("each player's opponents", "they-named-before")],
)
def test_they_have_another_phrase_where_somebody_else_is_the_subject(payee: str, key: str) -> None:
    award = f"award doubles: 5 to {payee} at round end when they hold at least 2 doubles"
    text = f'variant "House"\nextends "partnership"\n{award}\n'
    keys = phrases_of(load(Source("house.rules", text), library.bundled).setup())
    assert keys & {"they", "they-named-before"} == {key}


def setups_of(ruleset: Ruleset) -> list[Setup]:
    return [ruleset.setup(count) for count in ruleset.players]


def check_without_english(ruleset: Ruleset) -> None:
    words, setups = wide_language(), setups_of(ruleset)
    for text in (*lines_without_texts(words, setups), *reasons(words, setups[0])):
        assert not PLAIN_WORD.search(text), text


@pytest.mark.parametrize("name", sorted(library.bundled()))
def test_no_word_of_a_bundled_game_is_told_by_the_walker(name: str) -> None:
    check_without_english(library.variant(name))


@pytest.mark.slow
@pytest.mark.parametrize("path", RULESETS, ids=lambda path: path.stem)
def test_no_word_of_any_ruleset_is_told_by_the_walker(path: Path) -> None:
    check_without_english(load(Source(str(path), path.read_text("utf-8")), library.bundled))


@pytest.mark.slow
@settings(max_examples=100)
@given(testing.rulesets() | testing.trick_rulesets())
def test_no_word_of_composed_rules_is_told_by_the_walker(ruleset: Ruleset) -> None:
    check_without_english(ruleset)


def constants() -> Iterator[tuple[str, bool]]:
    """The texts in the walker and what renders it, and whether each is the key of a message."""
    root = Path(dominoes_lang.__file__).parent
    for path in sorted([*(root / "sheet").glob("*.py"), *(root / "languages").glob("*.py")]):
        tree = ast.parse(path.read_text("utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "SheetMessage":
                for inner in ast.walk(node.args[0]) if node.args else ():
                    if isinstance(inner, ast.Constant) and isinstance(inner.value, str):
                        yield inner.value, True
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield node.value, path.parent.name == "sheet" and bool(KEY.fullmatch(node.value))


def test_the_table_has_every_key_and_no_other() -> None:
    told = dict(sorted(constants()))  # a text that is a key anywhere is one
    missing = [text for text, is_key in told.items() if is_key and text not in english().entries]
    assert missing == []
    assert [key for key in english().entries if key not in told] == []


@pytest.mark.parametrize("code", OTHER_CODES)
def test_a_table_is_whole(code: str) -> None:
    words = spoken(code)
    assert words.entries.keys() == english().entries.keys()
    assert words.lists.keys() >= english().lists.keys()
    assert table_faults(code) == []


@pytest.mark.parametrize("code", OTHER_CODES)
def test_a_table_has_the_texts_of_bundled_games_and_no_others(code: str) -> None:
    files = [path.read_text("utf-8") for path in sorted((ROOT / "variants").glob("*.rules"))]
    texts = {text for file in files for text in PARAMETER_TEXT.findall(file)}
    texts |= {text.removeprefix(POINTS_FOR) for text in texts}
    texts |= {game.about for game in games()} - {""}
    known = spoken(code).games.keys()
    assert texts - known == set()
    assert known <= {*texts_of_games(library.variants())}


@pytest.mark.parametrize("path", SHEETS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_a_sheet_in_another_language(path: Path) -> None:
    words = spoken(path.parent.name)
    sections = sheet_for_all(setups_of(library.variant(path.stem)), words)
    shown = "\n".join("\n".join((part.title, *part.lines, "")) for part in sections)
    assert shown == path.read_text("utf-8")


def check_euphony(words: Language, setups: list[Setup]) -> None:
    for text in (*lines_without_texts(words, setups), *reasons(words, setups[0])):
        assert not any(pattern.search(text) for pattern, _ in words.euphony), text


@pytest.mark.parametrize("name", ["dominican", "double_draw", "mexican_train"])
def test_euphony_has_nothing_left_to_replace(name: str) -> None:
    setups = setups_of(library.variant(name))
    for code in tables():
        check_euphony(spoken(code), setups)


@pytest.mark.slow
@pytest.mark.parametrize("path", RULESETS, ids=lambda path: path.stem)
def test_euphony_has_nothing_left_to_replace_in_any_ruleset(path: Path) -> None:
    ruleset = load(Source(str(path), path.read_text("utf-8")), library.bundled)
    for code in tables():
        check_euphony(spoken(code), setups_of(ruleset))


@pytest.mark.slow
@settings(max_examples=100)
@given(testing.rulesets() | testing.trick_rulesets())
def test_euphony_has_nothing_left_to_replace_in_composed_rules(ruleset: Ruleset) -> None:
    for code in tables():
        check_euphony(spoken(code), setups_of(ruleset))


def test_reasons_are_told_in_the_language_that_is_asked_for() -> None:
    setup = library.variant("all_fives").setup()
    (award,) = (award for award in setup.in_play if award.condition is not None)
    assert Reasons(setup).reason(award, 0, lambda _: 15) == "the ends make 15"
    told = Reasons(setup, wide_language()).reason(award, 0, lambda _: 15)
    assert told == wide("the ends make") + " 15"


SMALL_TABLE: Mapping[str, Any] = {
    "numbers": {
        "words": ["zero", "one"],
        "words_f": ["zero", "una"],
        "ordinal": ["first"],
        "ordinal_endings": {"11": "th", "1": "st", "": "th"},
        "ordinal_f": ["primera"],
        "ordinal_f_endings": {"": ".ª"},
    },
    "lists": {"and": [", ", " and "]},
    "euphony": {r"\bde el\b": "del", " o 8": " u 8"},
    "phrases": {
        "man": {"text": "el hombre", "object": "al hombre"},
        "woman": {"text": "la mujer", "gender": "f"},
        "women": {"text": "las mujeres", "gender": "f", "number": "several"},
        "such": {"text": "tal {who}", "like": "who"},
        "is": "{who} [who:es|son] alt[who/o|a|os|as]",
        "are": "{who:and} son alt[who/o|a|os|as]",
        "of": "de {who}, {who:object}, {who:again}",
        "count": "[n:none|{n} tile|{n} tiles]",
        "rank": "{n:ordinal}, {n:ordinal_f}, {n:figures}, {n:f}",
        "either": "{left} o {right}",
        "list": "{items:and}",
        "text": "{text}",
        "behind": "two: {text:small}",
    },
}  # fmt: skip


MAN, WOMAN = SheetMessage("man"), SheetMessage("woman")


@pytest.mark.parametrize(
    ("message", "text"),
    [
        (SheetMessage("is", who=MAN), "el hombre es alto"),
        (SheetMessage("is", who=SheetMessage("women")), "las mujeres son altas"),
        (
            SheetMessage("is", who=SheetMessage("such", who=WOMAN)),
            "tal la mujer es alta",
        ),
        (SheetMessage("are", who=(WOMAN, WOMAN)), "la mujer and la mujer son altas"),
        (SheetMessage("are", who=(WOMAN, MAN)), "la mujer and el hombre son altos"),
        (SheetMessage("of", who=MAN), "del hombre, al hombre, al hombre"),
        (SheetMessage("of", who="el"), "de el, el, el"),
        (SheetMessage("count", n=0), "none"),
        (SheetMessage("count", n=1), "one tile"),
        (SheetMessage("count", n=2), "2 tiles"),
        (SheetMessage("rank", n=1), "first, primera, 1, una"),
        (SheetMessage("rank", n=11), "11th, 11.ª, 11, 11"),
        (SheetMessage("rank", n=21), "21st, 21.ª, 21, 21"),
        (SheetMessage("either", left="6", right="8"), "6 u 8"),
        (SheetMessage("either", left="6", right="8 o 8"), "6 o 8 o 8"),
        (SheetMessage("list", items=()), ""),
        (SheetMessage("list", items=("a", "b", "c")), "a, b and c"),
        (SheetMessage("behind", text="Tal Mujer"), "two: tal Mujer"),
        (SheetMessage("behind", text=MAN), "two: el hombre"),
        (SheetMessage("text", text="de el \U000f0000 {who}"), "de el \U000f0000 {who}"),
    ],
)
def test_words_agree(message: SheetMessage, text: str) -> None:
    assert language("small", SMALL_TABLE).words(message) == text


def test_texts_of_bundled_games_are_looked_up_and_all_others_are_as_written() -> None:
    games = {"Cross": "La cruz", "points to win": "puntos para ganar"}
    words = language("small", {**SMALL_TABLE, "games": games})
    shown = {
        "points to win": "puntos para ganar",
        "Points to win": "Puntos para ganar",
        "points to wins": "points to wins",
        "Cross": "Cross",  # a player may have the name of a game
        "": "",
    }
    assert {text: words.words(text) for text in shown} == shown
    assert [words.title(text) for text in ("Cross", "Mine", "")] == ["La cruz", "Mine", ""]


def test_a_language_has_a_code() -> None:
    assert [spoken(code).name for code in tables()] == [*tables()]
    assert next(iter(tables())) == "en"
    for code in ("", "EN", "../en", "en.toml"):
        with pytest.raises(ArgumentError, match=re.escape(f"language={code!r}: it must be one of")):
            spoken(code)


@pytest.mark.parametrize("line", ["a {", "a ] b", "a | b", "[n:a|b", "[n:a]", "[n/a|b|c]", "{a b}"])
def test_a_line_that_cannot_be_read(line: str) -> None:
    with pytest.raises(ValueError, match=re.escape(repr(line))):
        template(line)


@pytest.mark.parametrize("code", tables())
def test_every_line_of_a_table_can_be_read(code: str) -> None:
    for entry in spoken(code).entries.values():
        for text in entry.forms.values():
            assert template(text) or not text
