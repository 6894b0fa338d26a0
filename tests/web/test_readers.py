"""Whoever sits at a table reads their own language, and two people there may read two."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo

from dominoes_lang.languages.language import english
from dominoes_rules.speech import speech
from dominoes_rules.web import markup
from dominoes_rules.web.event_streams import events_of
from dominoes_rules.web.hall import Hall
from dominoes_rules.web.http.reader import LANGUAGE_COOKIE, READER
from dominoes_rules.web.in_browser.pages_interpreter import PagesInterpreter
from dominoes_rules.web.language_menu import page_here
from dominoes_rules.web.lobby.start_form import NO_NAME
from dominoes_rules.web.markup import rendered
from dominoes_rules.web.table_seats import LONGEST_NAME
from tests.web.clients import Player, begin, serving, settings
from tests.web.interpreters import Missing
from tests.web.test_in_browser import FORM, ORIGIN, ROOT, answered, within

CODE = "xx"
TEMPLATES = Path(markup.__file__).parent / "templates"
TOLD = {
    "English": "Otherish",
    "Dominoes": "Bones",
    "You are watching.": "Watching, thou art.",
    "{name} is to move.": "It is upon {name}.",
    "Round {number}": "The {number}. round",
    "There is no such table, or this link is no longer valid.": "No table.",
    "Step %(step)s of %(steps)s: <b>%(done)s</b>": "%(steps)s / %(step)s: <b>%(done)s</b>",
}


@pytest.fixture
def second_language(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Another language is offered, which says some sentences otherwise than English."""
    catalogue, folder = Catalog(CODE), tmp_path / "catalogues"
    for text, told in TOLD.items():
        catalogue.add(text, told)
    folder.mkdir()
    with (folder / f"{CODE}.mo").open("wb") as file:
        write_mo(file, catalogue)
    words = replace(english(), name=CODE, games={"Block": "Rock"})
    monkeypatch.setattr(speech, "_CATALOGUES", folder)
    monkeypatch.setattr(speech, "spoken", lambda _: words)
    for kept in speech.offered, speech.speech:
        kept.cache_clear()
    token = READER.set(READER.get())
    yield
    READER.reset(token)
    for kept in speech.offered, speech.speech:
        kept.cache_clear()


class Reader(Player):
    """Somebody whose browser asks for a language."""

    def _headers(self, **more: str) -> dict[str, str]:
        return super()._headers(**{"Accept-Language": f"{CODE}-XX, en;q=0.5", **more})


@pytest.mark.usefixtures("second_language")
def test_two_at_one_table_read_two_languages(tmp_path: Path) -> None:
    with serving(tmp_path, auto=False) as client:
        ana = begin(client)
        for viewer, watching, round_, title in (
            (Player(client, ana.room), "You are watching.", "Round 1", "Block"),
            (Reader(client, ana.room), "Watching, thou art.", "The 1. round", "Rock"),
        ):
            view = viewer.view()
            assert watching in view["hand"]
            assert f">{round_}</li>" in view["log"]
            page = viewer.get("")
            assert f"<h1>{title}</h1>" in page.text
            lang = re.search(r'<html lang="(\w+)"', page.text)
            assert lang is not None
            assert page.headers["content-language"] == lang[1]
            assert {"accept-language", "cookie"} <= {
                name.strip() for name in page.headers["vary"].casefold().split(",")
            }
        missing = client.get("/t/nowhere/", headers={"Accept-Language": CODE})
        assert missing.status_code == 404
        assert "No table." in missing.text
        api = {"Accept-Language": CODE, "Accept": "application/json"}
        assert client.get("/t/nowhere/", headers=api).json() == {
            "error": {"kind": "not_found", "message": "No table."}
        }


async def seen_by_both(folder: Path) -> list[str]:
    """What is sent of one version of a table to watchers, of whom every other reads English."""
    hall = Hall(settings(folder, auto=False))
    await hall.open()
    room, _ = hall.begin("block", 2, "Ana", ["beginner"], think=0)
    sent = []
    for code in "en", CODE, "en", CODE:
        READER.set(speech.speech(code))
        stream = events_of(room, None, "", "wide", "", asyncio.Event())
        sent.append((await anext(stream)).encode().decode())
    assert len(room.rendered) == 2
    await hall.close()
    return sent


@pytest.mark.usefixtures("second_language")
def test_a_kept_view_is_shown_in_its_own_language_alone(tmp_path: Path) -> None:
    sent = asyncio.run(seen_by_both(tmp_path))
    assert [TOLD["You are watching."] in text for text in sent] == [False, True, False, True]
    assert sent[:2] == sent[2:]


@pytest.mark.usefixtures("second_language")
def test_what_is_chosen_in_the_menu_is_kept(tmp_path: Path) -> None:
    with serving(tmp_path, root_path="/far") as client:
        asked = "/far/evening?from=here"
        page = client.get(asked).text
        assert 'name="back" value="/evening?from=here"' in page
        offers = re.findall(r'name="language" value="(\w+)" lang="\1"[^>]*>(\w+)<', page)
        assert offers == [("en", "English"), (CODE, "Otherish")]
        form = {"language": CODE, "back": "/evening?from=here"}
        answer = client.post("/far/language", data=form, follow_redirects=False)
        assert (answer.status_code, answer.headers["location"]) == (303, asked)
        assert "Path=/far/;" in answer.headers["set-cookie"]
        assert client.cookies[LANGUAGE_COOKIE] == CODE
        # The menu counts for more than the browser, and no secret is in its cookie.
        start = client.get("/far/", headers={"Accept-Language": "en", "Accept-Encoding": "gzip"})
        assert "<h1>Bones</h1>" in start.text
        assert start.headers["content-encoding"] == "gzip"
        client.post("/far/language", data={**form, "language": "en"})
        assert "<h1>Dominoes</h1>" in client.get("/far/").text


@pytest.mark.usefixtures("second_language")
def test_what_no_menu_sends_is_refused(tmp_path: Path) -> None:
    with serving(tmp_path) as client:
        bad: list[tuple[dict[str, Any], dict[str, str], int]] = [
            ({"data": {"language": "tlh"}}, {}, 422),
            ({"data": {"back": "/"}}, {}, 422),
            ({"data": {"language": "../../en"}}, {}, 422),
            ({"json": {"language": CODE}}, {}, 400),
            ({"data": {"language": CODE, "back": "/" * 40_000}}, {}, 413),
            ({"data": {"language": CODE}}, {"Sec-Fetch-Site": "cross-site"}, 403),
            ({"data": {"language": CODE}}, {"Origin": "https://evil.example"}, 403),
        ]
        for sent, headers, status in bad:
            answer = client.post("/language", headers=headers, follow_redirects=False, **sent)
            assert answer.status_code == status, sent
            assert "set-cookie" not in answer.headers
        assert client.get("/language").status_code == 405


def test_the_menu_leads_to_no_other_host() -> None:
    starts = ("", "/", "//", "///", "\\", "/\\", "\t/", "/\t/", "/\n/", "http:", "https://", "x")
    ends = ("", "/", "evil.example", "/pad?a=b#c", "evil.example:80/", "@evil.example", "[", "é")
    for back in map("".join, product(starts, ends)):
        here = page_here(back)
        assert re.fullmatch(r"/([!-.0-\[\]-~][!-\[\]-~]*)?", here), back
        assert here in {back, "/"}
    assert page_here("/pad?a=b#c") == "/pad?a=b#c"


def test_one_language_has_no_menu(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dominoes_rules.web.markup.offered", lambda: ("en",))
    with serving(tmp_path) as client:
        assert "/language" not in client.get("/", headers={"Accept-Language": "tlh"}).text


@pytest.mark.usefixtures("second_language")
def test_a_server_has_a_language_of_its_own(tmp_path: Path) -> None:
    with serving(tmp_path, language=CODE) as client:
        for asked, title in ("", "Bones"), ("tlh", "Bones"), ("en", "Dominoes"):
            assert f"<h1>{title}</h1>" in client.get("/", headers={"Accept-Language": asked}).text
    with pytest.raises(ValueError, match="none of the languages"):
        serving(tmp_path, language="tlh").__enter__()


@pytest.mark.usefixtures("second_language")
def test_a_browser_that_answers_itself_reads_its_language(tmp_path: Path) -> None:
    async def walk() -> None:
        interpreter = PagesInterpreter(ORIGIN, ROOT, f"{tmp_path}", Missing())
        await interpreter.open()
        english_page = await answered(interpreter, "GET", "/")
        asked = await answered(interpreter, "GET", "/", ("Accept-Language", CODE))
        form = urlencode({"language": CODE, "back": "/saved"}).encode()
        chosen = await answered(interpreter, "POST", "/language", FORM, body=form)
        assert chosen.headers["location"] == f"{ROOT}/saved"
        kept = await answered(interpreter, "GET", "/")
        heads = [
            page.body.decode().partition("<h1>")[2][:5] for page in (english_page, asked, kept)
        ]
        assert heads == ["Domin", "Bones", "Bones"]
        await interpreter.close()

    within(walk)


@pytest.mark.usefixtures("second_language")
def test_values_of_translated_sentences_are_shown_as_all_others() -> None:
    shown = {"step": 1, "steps": 2, "done": "<b>\u202e", "table": {}, "screen": "wide"}
    shown |= {"ending": [], "left_out": False}
    table = {"board": "", "hands": [], "stock": 0}
    READER.set(speech.speech(CODE))
    html = rendered("written_round.html", shown=shown, table=table)
    assert "2 / 1: <b>&lt;b&gt;" in html
    assert "\u202e" not in html


def test_the_longest_name_is_told() -> None:
    assert f" {LONGEST_NAME} " in NO_NAME


def test_templates_translate_what_they_are_given_by_speech() -> None:
    """What `_` is given is taken to be markup, so it is a sentence of the template itself."""
    for path in TEMPLATES.glob("*.html"):
        assert not re.findall(r"(?<!\w)_\((?!\")", path.read_text("utf-8")), path.name
