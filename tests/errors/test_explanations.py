"""Every code and every word has an explanation, and every example in them does what it says."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dominoes_lang.syntax.parse import keywords
from dominoes_lang.syntax.vocabulary import CLAUSES, NEAR, SETS
from dominoes_lang.syntax.word_places import clauses_with, reach
from dominoes_rules.authoring import explaining
from dominoes_rules.cli import main
from tests.errors.test_corpus import OF_FILES, codes_of_the_source
from tests.errors.test_corpus import findings as checked_and_run

CODES = explaining.codes()
PHRASES = explaining.phrases()
# What no text can show, or what will be gone once everything is built.
WITHOUT_EXAMPLE = OF_FILES | {"not-built"}


def test_every_code_that_can_be_raised_has_a_page_and_no_other() -> None:
    """In `dominoes_rules/authoring/explanations/codes.md`."""
    assert set(CODES) == codes_of_the_source()
    assert {code for code, page in CODES.items() if not page.wrong} == WITHOUT_EXAMPLE
    assert {code for code, page in CODES.items() if not page.right} == WITHOUT_EXAMPLE


@pytest.mark.parametrize("code", sorted(set(CODES) - WITHOUT_EXAMPLE))
def test_the_wrong_example_yields_just_its_code_and_the_right_one_none(
    code: str, tmp_path: Path
) -> None:
    path = tmp_path / "example.rules"
    path.write_text(CODES[code].wrong, "utf-8")
    assert {one.code for one in checked_and_run(path)} == {code}
    path.write_text(CODES[code].right, "utf-8")
    assert [one.concise for one in checked_and_run(path)] == []


@pytest.mark.parametrize("name", PHRASES)
def test_the_example_of_a_phrase_is_sound_and_shows_it(name: str, tmp_path: Path) -> None:
    phrase = PHRASES[name]
    path = tmp_path / "example.rules"
    path.write_text(phrase.whole_example, "utf-8")
    found = {one.code for one in checked_and_run(path)}
    assert found == (set() if phrase.is_built else {"not-built"})
    some = {word for word in phrase.words if re.fullmatch("[a-z]+", word)}
    assert not some or some & set(re.findall("[a-z]+", phrase.whole_example))


def test_the_index_marks_what_this_version_lacks(capsys: pytest.CaptureFixture[str]) -> None:
    reserved = [name for name, phrase in PHRASES.items() if not phrase.is_built]
    assert main(["explain"]) == 0
    out = " ".join(capsys.readouterr().out.split())
    assert reserved
    assert all(f"{name}*" in out for name in reserved)
    assert out.count("*") == len(reserved) + 1
    assert out.endswith("* reserved: this version does not support it yet")
    assert main(["explain", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["reserved"] == reserved


def test_every_word_of_the_grammar_is_explained() -> None:
    for word in keywords().values():
        found = explaining.find(word)
        assert any(isinstance(page, explaining.Phrase) and word in page.words for page in found)


def test_every_clause_has_a_page_of_its_own() -> None:
    for clause in CLAUSES:
        (page,) = [one for one in PHRASES.values() if one.name.removesuffix(" award") == clause]
        assert page.group == "Clauses"


def test_sets_and_seats_are_explained() -> None:
    for word in (*SETS, *"ABCDEFGHIJ"):
        assert explaining.is_exact(word, explaining.find(word)[0])


def test_where_a_word_may_stand_is_read_off_the_grammar() -> None:
    assert clauses_with(["draw", "until"]) == ["turn"]
    assert clauses_with(["draw", None, "then", "play"]) == ["turn"]
    assert clauses_with(["until", "draw"]) == []
    assert "match" in clauses_with(["reach"])
    assert clauses_with(["illegal"]) == ["example"]
    assert clauses_with(["draw", "reach"]) == []
    assert set(reach()) == set(CLAUSES)


def shown(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(["explain", *words]) == 0
    return capsys.readouterr().out


def test_a_code_on_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    text = shown(capsys, "no-move")
    assert text.startswith("no-move\n\nA player may have no legal action")
    assert "    turn: play a tile or else draw 1 then stop or else pass\n" in text


def test_a_phrase_and_a_word(capsys: pytest.CaptureFixture[str]) -> None:
    text = shown(capsys, "draw", "until", "able", "then", "play")
    assert "may be used in: turn" in text
    assert "draw until able then play" in shown(capsys, "until")
    assert "see also" in shown(capsys, "pass")


def test_everything_is_listed(capsys: pytest.CaptureFixture[str]) -> None:
    text = " ".join(shown(capsys).split())
    for name in [*CODES, *PHRASES, *explaining.pages()]:
        assert name in text


def test_no_line_of_a_list_begins_with_what_separates(capsys: pytest.CaptureFixture[str]) -> None:
    assert not re.findall(r"^\s*·", shown(capsys), re.MULTILINE)


def test_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    everything = json.loads(shown(capsys, "--json"))
    assert set(everything) == {"codes", "words", "pages", "reserved"}
    assert set(everything["codes"]) == set(CODES)
    one = json.loads(shown(capsys, "endless", "--json"))["found"][0]
    assert (one["kind"], one["name"]) == ("code", "endless")
    one = json.loads(shown(capsys, "lot", "--json"))["found"][0]
    assert {"kind", "name", "text", "clauses", "example", "built"} <= set(one)


@pytest.mark.parametrize(("asked", "near"), [("unknwn-word", "unknown-word"), ("boneyard", "stock"),
                                             ("fewst", "fewest")])  # fmt: skip
def test_an_unknown_subject(capsys: pytest.CaptureFixture[str], asked: str, near: str) -> None:
    assert main(["explain", asked]) == 2
    assert f'did you mean "{near}"?' in capsys.readouterr().err


def test_a_free_page(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    page = explaining.FreePage("model", "What the model supposes.\n")
    monkeypatch.setattr(explaining, "pages", lambda: {"model": page})
    assert shown(capsys, "model") == "What the model supposes.\n"


def answer(subject: str) -> str:
    """The name of the first page found, or the message that there is none."""
    try:
        return explaining.find(subject)[0].name
    except explaining.UnknownSubject as error:
        return str(error)


def test_words_that_people_use_instead_lead_somewhere() -> None:
    for word in (*NEAR, *NEAR.values()):
        found = answer(word)
        assert not found.startswith("there is no explanation") or "did you mean" in found


@settings(max_examples=60)
@given(words=st.lists(st.text(max_size=40), min_size=1, max_size=3))
def test_any_subject_has_an_answer(words: list[str]) -> None:
    found = answer(" ".join(words))
    assert found.startswith("there is no explanation of") or found in {**CODES, **PHRASES}
