"""Commands for players answer in the language that is asked for, and scripts read English."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

import dominoes_rules as dr
from dominoes_rules.authoring.families import games
from dominoes_rules.cli import spoken
from dominoes_rules.cli.spoken import speech_of
from dominoes_rules.speech import asked_language
from dominoes_rules.speech.speech import ENGLISH
from tests.calls import Call
from tests.play.test_spoken_conversation import WIDE, english_words

CODES = "en", WIDE.code


@pytest.fixture(autouse=True)
def _wide_is_offered(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (spoken, asked_language):
        monkeypatch.setattr(module, "offered", lambda: CODES)
    monkeypatch.setattr(spoken, "speech", {"en": ENGLISH, WIDE.code: WIDE}.__getitem__)


@pytest.mark.parametrize("game", ["partnership", "mexican_train"])
def test_a_rule_sheet_is_shown_in_a_language(call: Call, game: str, tmp_path: Path) -> None:
    shown = call("show", game, "--language", WIDE.code)
    assert shown.code == 0
    names = {clause.name for clause in dr.variant(game).parameters}
    assert {*english_words(shown.out.replace("_", " "))} <= set(" ".join(names).split("_"))
    page = tmp_path / "sheet.html"
    for language in (WIDE.code, "en", WIDE.code):  # each takes the place of the one before
        assert call("show", game, "--html", str(page), "--language", language).code == 0
        assert f'<html lang="{language}">' in page.read_text("utf-8")


def test_the_games_are_listed_in_a_language(call: Call) -> None:
    shown = call("games", "--language", WIDE.code)
    assert {*english_words(shown.out.replace("_", " "))} <= {
        word for game in games() for word in game.name.split("_")
    }


@pytest.mark.parametrize("command", [("show", "block"), ("games",), ("play", "block")])
def test_a_language_that_is_not_there_is_refused(call: Call, command: tuple[str, ...]) -> None:
    refused = call(*command, "--language", "zz")
    assert refused.code == 2
    assert refused.err == "dominoes-rules: --language zz: write one of en, xx\n"


@pytest.mark.parametrize("command", [("show", "block"), ("games",)])
def test_json_is_english(call: Call, command: tuple[str, ...]) -> None:
    assert call(*command, "--json", "--language", WIDE.code).code == 2


def test_the_environment_counts_only_where_somebody_reads(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("LANGUAGE", f"{WIDE.code}:en")
    assert speech_of(None) is ENGLISH
    monkeypatch.setattr(sys, "stdout", sys.__stdout__)
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    assert speech_of(None) is WIDE
    assert speech_of("en") is ENGLISH
    assert speech_of(None, is_read=False) is ENGLISH
