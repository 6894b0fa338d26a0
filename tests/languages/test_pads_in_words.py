"""Score pads and club evenings in the language of the machine: nothing of them is plain English."""

from __future__ import annotations

import pickle
import re
from collections.abc import Iterator
from dataclasses import replace
from html import escape
from pathlib import Path
from random import Random

import httpx2
import pytest
from starlette.testclient import TestClient

from dominoes_lang.text.root_exception import ArgumentError
from dominoes_rules import library
from dominoes_rules.cli.tables.pad_prompts import TYPED_AT_A_PAD, meaning_at_a_pad
from dominoes_rules.cli.tables.pad_talk import PadTalk
from dominoes_rules.conversation.typed_words import words_in
from dominoes_rules.pad.pad_match import PadMatch
from dominoes_rules.pad.pad_phrases import PadPhrases
from dominoes_rules.pad.printed_sheet import SheetOfTable, printed_page
from dominoes_rules.pad.score_table import end_lines, payment_line, score_table, victory
from dominoes_rules.speech.sayings import GameTitle, Saying, said
from dominoes_rules.speech.speech import ENGLISH, Speech, offered, speech
from dominoes_rules.web.http.reader import READER
from dominoes_rules.web.pad import pad_pages
from dominoes_rules.web.pad.kept_pads import KeptPad
from tests.games import with_ends
from tests.languages.pseudo import WideWords, wide, wide_language
from tests.languages.shown_texts import plain_texts
from tests.pad.people import random_match, told_truly
from tests.web.clients import serving
from tests.web.test_club_desk import Director
from tests.web.test_evening import NAMES, Club
from translating.tables import texts_of_games

GAMES = [*with_ends()[::7], "texas_42"]
EVENING = "partnership"
PEOPLE = ("Anita", "Benito", "Camila", "Dorita")
KNOWN = (
    *PEOPLE, *(name.strip("=") for name in NAMES), "Beto", "Carla", "Hal", "Ida", "Jo", "North",
    "South", "Late", "CSV", "JSON",
)  # fmt: skip
BEHIND_A_LINK = re.compile(r"https?://\S+?(?=[<\"\s])")


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> Iterator[Speech]:
    """The language of the machine, in which this server answers who asks for no other."""
    known = {text: wide(text) for text in texts_of_games((*GAMES, EVENING, "bergen"))}
    speech = Speech(replace(wide_language(), games=known), WideWords())
    monkeypatch.setattr("dominoes_rules.web.app.speech", lambda _: speech)
    token = READER.set(speech)
    yield speech
    READER.reset(token)


def plain(*pages: str, known: tuple[str, ...] = ()) -> set[str]:
    """What is left in plain letters besides values that scripts fill in."""
    shown = (re.sub(r"\{\w+\}", "", BEHIND_A_LINK.sub("", page)) for page in pages)
    return {text for page in {*shown} for text in plain_texts(page, (*KNOWN, *known))}


@pytest.mark.parametrize("name", GAMES)
def test_a_round_of_a_pad_and_its_sheets_have_no_plain_word(name: str, machine: Speech) -> None:
    ruleset = library.variant(name)
    compiled = library.compiled(ruleset, ruleset.players[0])
    setup, match = compiled.setup, PadMatch(compiled.setup, PEOPLE[: compiled.setup.seats])
    pages = [printed_page(setup, [SheetOfTable(), SheetOfTable(target=7)], speech=machine)]
    ended = told_truly(match, *next(random_match(compiled, Random(3), most=1)))
    for told in (match, ended):
        pad = KeptPad("name", name, told, "")
        pages += (pad_pages.pad_page(pad, 1, cookie, "http://a/") for cookie in ("", "c" * 22))
    phrases = PadPhrases(setup, match.names, machine)
    lines = [*end_lines(ended, ended.sheets[0], machine), victory(ended, machine)]
    lines += (payment_line(phrases, payment) for payment in ended.sheets[0].payments)
    pages += map(escape, (*lines, score_table(ended, machine)))
    names = (parameter.name for parameter in ruleset.parameters)  # which `--set` takes
    assert plain(*pages, known=tuple(names)) == set()


def pages_read(client: TestClient) -> list[str]:
    """All pages that are answered from now on."""
    pages: list[str] = []

    def read(response: httpx2.Response) -> None:
        response.read()
        pages.append(response.text)

    client.event_hooks = {"response": [read]}
    return pages


@pytest.mark.usefixtures("machine")
def test_an_evening_with_real_tiles_has_no_plain_word(tmp_path: Path) -> None:
    with serving(tmp_path, games={EVENING: library.variant(EVENING)}) as client:
        director, pages = Director(client), pages_read(client)
        for wrong in (
            {"rounds": "x"}, {"rounds": "0"}, {"apart": "x"}, {"bye": "x"}, {"absent": "0-100"},
            {"size": "2"}, {"names": "Anita"}, {"names": "Anita,"},
        ):  # fmt: skip
            director.begin(**wrong)
        director.begin()
        for act, fields in (
            ("draw", {}), ("start_clock", {}), ("close", {}), ("draw", {}), ("end_round", {}),
            ("result", {"table": "9", "score0": "200", "score1": "0"}),
            ("result", {"table": "1", "score0": "200"}),
            ("result", {"table": "1", "score0": "150", "score1": "120", "ended": "target"}),
            ("result", {"table": "1", "score0": "150", "score1": "120"}),
            ("result", {"table": "1", "score0": "200", "score1": "120"}),
            ("result", {"table": "2", "ended": "absent_1"}),
            ("penalty", {"player": "0", "points": "0", "reason": "Late"}),
            ("penalty", {"player": "0", "points": "20", "reason": "Late"}),
            ("end_round", {}), ("result", {"table": "1", "score0": "1", "score1": "0"}),
            ("reopen_round", {}), ("end_round", {}), ("close", {}),
        ):  # fmt: skip
            director.do(act, **fields)
            client.get(director.link(1))
        for what in ("draw", "sheets", "cross", "standings"):
            director.get(f"/evening/print/{what}")
    assert plain(*pages, known=("target",)) == set()


@pytest.mark.usefixtures("machine")
def test_an_evening_on_the_server_has_no_plain_word(tmp_path: Path) -> None:
    with serving(tmp_path, games={EVENING: library.variant(EVENING)}) as client:
        club, pages = Club(), pages_read(client)
        for wrong in ({"rounds": "0"}, {"think": "x"}, {"names": "Anita\nAnita"}, {"names": ""}):
            club.begin(client, game=EVENING, **wrong)
        club.begin(client, game=EVENING)
        club.do(client, "end_round")
        club.arrive(client)
        club.do(client, "draw")
        for name in NAMES:
            client.get("/evening", headers={"Cookie": f"player={club.players[name]}"})
        club.do(client, "close")
        club.page(client)
    assert plain(*pages) == set()


def test_a_pad_in_a_terminal_has_no_plain_word(machine: Speech) -> None:
    setup = library.variant("bergen").setup(2)
    lines = [
        "?", "A 3", "A 1", "z", "", "A", "12", "score", "x", "999", "1.2.3.4.5.6.7.8", "fix 9",
        "fix 1", "1", "", "12", "back", "back", "quit",
    ]  # fmt: skip
    typed, shown = iter(lines), list[str]()

    def read(prompt: str) -> str | None:
        shown.append(prompt)
        return next(typed, None)

    PadTalk(PadMatch(setup, PEOPLE[:2]), lambda _: None, shown.append, read, machine).converse()
    assert next(typed, None) is None
    assert plain(*map(escape, shown)) == set()


# ---------------------------------------------------------------------- what errors say


def test_an_error_is_said_in_the_language_of_whoever_reads_it(machine: Speech) -> None:
    sentence = "{game} has {sides} sides. Type {sides} scores."
    saying = Saying(sentence, game=GameTitle("Partnership"), sides=2)
    error = pickle.loads(pickle.dumps(ArgumentError(saying)))
    assert f"{error}" == said(error, ENGLISH) == "Partnership has 2 sides. Type 2 scores."
    assert not plain(said(error, machine), known=("Partnership",))
    assert said(ArgumentError("as it is"), machine) == "as it is"


@pytest.mark.parametrize("code", offered())
def test_what_is_typed_at_a_pad_has_one_meaning_in_each_language(code: str) -> None:
    for meaning, typed in TYPED_AT_A_PAD.items():
        for word in (*words_in(typed, speech(code)), *words_in(typed, ENGLISH)):
            assert meaning_at_a_pad(word, speech(code)) == meaning
            assert len(word) > 1 or word in {"q", "?"}  # a letter is a player
