"""Games that are written in the browser: what is found in a text, its rounds, tables by it."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from itertools import pairwise
from pathlib import Path
from threading import Event
from typing import Any
from unicodedata import normalize

import pytest
from starlette.testclient import TestClient

from dominoes_lang.languages.rule_sheet import sheet_for_all
from dominoes_lang.repair.applied import edited
from dominoes_lang.text.diagnostics import RulesError
from dominoes_lang.text.rules_text import LARGEST_FILE
from dominoes_rules import library
from dominoes_rules.authoring import fixing
from dominoes_rules.authoring.located_findings import located
from dominoes_rules.play.matches import Match
from dominoes_rules.web import pages
from dominoes_rules.web.guards import JSON
from dominoes_rules.web.hall import Hall
from dominoes_rules.web.writing import first_texts
from dominoes_rules.web.writing.writing_answers import WRITING_ANSWERS
from dominoes_rules.web.writing.written_text import text_of
from tests.errors.test_corpus import BROKEN
from tests.web.clients import MANY, Player, seated, serving, until

ODD = "# 😀 e\u0301 \U0001f021\r\n"
"""A line whose signs are counted in three ways."""
HOUSE = 'variant "House"\nextends "block"\nparameter target = {target}\ndeal: {deal} each\n'
NUMBERS = {4: "four", 6: "six"}
QUICK = {"bergen", "draw", "haitian", "partnership"}
GAMES = [
    name if name in QUICK else pytest.param(name, marks=pytest.mark.slow)
    for name in library.bundled()
]
KINDS = [first_texts.HOUSE_RULE, first_texts.BUNDLED]


def answer(kind: str, text: str, **more: object) -> Any:
    """The answer to a question about a text, found here."""
    question = {"ask": kind, "text": text, "seats": None, "fields": {}, "seed": 1, **more}
    return WRITING_ANSWERS[kind](question, lambda _: None, Event())


def in_units(text: str) -> bytes:
    """A text as a page has it: two bytes for each of its units, and plain ends of lines."""
    return fixing.with_plain_line_ends(text).encode("utf-16-le")


def changed(text: str, edits: list[dict[str, Any]]) -> str:
    """A text with the edits of a page made."""
    units = in_units(text)
    for edit in sorted(edits, key=lambda edit: -int(edit["from"])):
        written = str(edit["insert"]).encode("utf-16-le")
        units = units[: 2 * edit["from"]] + written + units[2 * edit["to"] :]
    return units.decode("utf-16-le")


# ---------------------------------------------------------------------- functions


@pytest.mark.parametrize("name", GAMES)
def test_every_game_can_be_the_beginning_of_one(name: str) -> None:
    """Its whole text, and a house rule that changes nothing of it yet."""
    parent = library.variant(name)
    sections = sheet_for_all([parent.setup(count) for count in parent.players])
    sheet = [{"title": part.title, "lines": [*part.lines]} for part in sections]
    for kind in KINDS:
        text = first_texts.first_text(kind, name)
        shown = answer("written", text)
        assert [one["level"] for one in shown["findings"] if one["level"] == "error"] == [], kind
        assert shown["rules"]["sections"] == sheet, kind
        assert [example["came"] for example in shown["examples"]] == ["holds"] * len(
            library.Library().loads(text).examples
        )
        assert shown["rules"]["seating"]["counts"] == (*parent.players,)


@pytest.mark.parametrize("name", GAMES)
def test_a_round_is_shown_step_by_step(name: str) -> None:
    """What lies on the table grows by what was done, and the last step is the end."""
    text = first_texts.first_text(first_texts.BUNDLED, name)
    last = answer("random_round", text, steps=10_000)
    assert last["step"] == last["steps"] > 0
    assert last["table"]["is_over"]
    assert last["ending"]
    numbers = {0, 1, last["steps"] // 2, last["steps"]}
    tiles = [drawn_tiles(answer("random_round", text, steps=number)) for number in sorted(numbers)]
    for fewer, more in pairwise(tiles):
        assert fewer <= more
    assert answer("random_round", text, steps=1) == answer("random_round", text, steps=1)


def drawn_tiles(shown: Mapping[str, Any]) -> set[str]:
    return set(re.findall(r'data-tile="([^"]*)"', shown["table"]["board"]))


def test_figures_are_those_of_random_rounds() -> None:
    """The share of blocked rounds is that of the same deals, played elsewhere."""
    shown = answer("frequencies", first_texts.first_text(first_texts.BUNDLED, "block"))
    blocked = next(row for row in shown["rows"] if row[0] == "Rounds blocked")
    low, high = (int(part.rstrip("%")) for part in blocked[2].split(" and "))
    assert low <= int(blocked[1].rstrip("%")) <= high
    assert low <= 71 <= high  # of many thousand rounds, 70.6 of 100
    assert shown["rounds"] >= 20


@pytest.mark.parametrize("step", [25, pytest.param(1, marks=pytest.mark.slow)])
def test_places_in_broken_texts_are_those_of_the_page(step: int) -> None:
    """Findings mark their words, and the edits of a fix make the text that `check --fix` makes."""
    fixes = 0
    for path in BROKEN[::step]:
        text = ODD + path.read_text("utf-8")
        source = text_of({"text": text})
        shown = answer("written", text)
        units = in_units(text)
        for finding, found in zip(shown["findings"], located(source), strict=True):
            marked = units[2 * finding["from"] : 2 * finding["to"]].decode("utf-16-le")
            assert normalize("NFC", marked) == found.span.text
            for fix, chosen in zip(finding["fixes"], found.finding.fixes, strict=False):
                after = normalize("NFC", changed(text, fix["edits"]))
                assert after == edited(source.source.text, chosen.edits)
                fixes += 1
        mended = answer("mended", text)
        assert mended["text"] == fixing.fix(source.name, text, source.reach).text
        assert (shown["rules"] is None) == any(one["level"] == "error" for one in shown["findings"])
    assert fixes > 3


def test_what_may_follow_is_written_from_its_place() -> None:
    text = ODD + 'variant "House"\nextends "block"\naward ha'
    place = len(in_units(text)) // 2
    offers = answer("offered", text, at=place)["offers"]
    hand = next(offer for offer in offers if offer["label"] == "hand")
    after = changed(text, [{**hand, "to": place}])
    assert after.endswith("\naward hand")
    for far in (0, 3, 10**6):
        assert isinstance(answer("offered", text, at=far)["offers"], list)


def test_words_are_explained_at_their_places() -> None:
    text = ODD + house()
    place = len(in_units(text.partition("deal")[0])) // 2
    assert "**deal**" in answer("explained", text, at=place)["paragraphs"]
    name = len(in_units(text.partition("target")[0])) // 2
    assert "parameter target = 50" in answer("explained", text, at=name + 1)["paragraphs"][0]
    assert answer("explained", text, at=0)["paragraphs"] == []


def test_examples_show_which_of_them_fail() -> None:
    text = library.bundled()["partnership"]().text
    assert text.count("B's side scores 23") == 1
    shown = answer("written", text.replace("scores 23", "scores 24"))
    came = [example["came"] for example in shown["examples"]]
    assert came == ["fails", *["holds"] * (len(came) - 1)]
    assert "23" in next(example["why"] for example in shown["examples"] if example["why"])


@pytest.mark.skipif(shutil.which("node") is None, reason="needs Node: apt install nodejs")
def test_rules_in_comments_are_switched_on_and_off() -> None:
    """Wherever the cursor is in one, the whole rule is switched, and it is the parent's."""
    text = first_texts.first_text(first_texts.HOUSE_RULE, "partnership")
    first = text.index("# tiles")
    places = [place for place in range(first, text.index("# Examples"), 97) if text[place] != "\n"]
    script = (Path(pages.__file__).parent / "static" / "rules_box.js").read_text("utf-8")
    asked = f"""
        const text = {json.dumps(text)};
        const edits = {places}.map((place) => toggledComments(text, place, place));
        console.log(JSON.stringify(edits));
    """
    command = ["node", "--input-type=module", "-e", script + asked]
    done = subprocess.run(command, check=True, capture_output=True, text=True, timeout=60)
    sheet = answer("written", text)["rules"]["sections"]
    for edits in json.loads(done.stdout):
        switched = changed(text, edits)
        assert switched.count("#") == text.count("#") - len(edits)
        assert answer("written", switched)["rules"]["sections"] == sheet
    assert max(map(len, json.loads(done.stdout))) > 2


# ---------------------------------------------------------------------- routes


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    with serving(tmp_path_factory.mktemp("web")) as browser:
        yield browser


def house(target: int = 50, deal: int = 5) -> str:
    return HOUSE.format(target=target, deal=deal)


def test_the_page_is_whole_without_a_script(client: TestClient) -> None:
    """A form checks the text, and shows what is found as the script would."""
    page = client.get("/write").text
    assert first_texts.HOUSE_TITLE in page
    broken = house().replace("target", "traget") + "award hand: pips held by loser\n"
    answered = client.post("/write", data={"rules": broken, "check": ""})
    assert answered.status_code == 200
    assert "unknown word" in answered.text
    assert "traget" in answered.text  # the text is still there
    scripted = client.post("/write/check", json={"text": broken}).json()
    assert scripted["parts"]["findings"] in answered.text
    assert not scripted["is_fine"]


def test_a_table_by_a_written_game_needs_sound_rules_and_a_name(client: TestClient) -> None:
    for fields, why in (
        ({"rules": house() + "turn: sing\n", "name": "Ana"}, "Mend them first"),
        ({"rules": house(), "name": ""}, "A name has"),
        ({"rules": house(), "name": "Ana", "seat_D": "on"}, "no seat D"),
        ({"rules": house(), "name": "Ana", "seats": "7"}, "players"),
        ({"rules": "", "name": "Ana"}, "Mend them first"),
        ({"rules": house() + "#" * 24 * 1024, "name": "Ana"}, "Rules for a table have"),
        ({"rules": house(deal=28), "name": "Ana"}, "Mend them first"),
        ({"rules": "#" * (LARGEST_FILE + 1), "name": "Ana"}, "characters"),
    ):
        answered = client.post("/write", data=fields, follow_redirects=False)
        assert answered.status_code == 422, why
        assert why in answered.text


def test_games_of_one_title_do_not_mix_and_go_on_after_a_restart(
    client: TestClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = {deal: house(target=10 + deal, deal=deal) for deal in NUMBERS}
    tables = {deal: table_by(client, text) for deal, text in rules.items()}
    hall = hall_of(client)
    shutil.copytree(
        hall.settings.folder, tmp_path / "tables"
    )  # as a server leaves them that is killed
    monkeypatch.setattr(hall, "count_from", lambda _: MANY.rooms)
    refused = client.post("/write", data={"rules": rules[4], "name": "Ana"})
    assert refused.status_code == 429  # its tables count as all others do
    with serving(tmp_path) as again:
        for deal, table in tables.items():
            table.client = again
            assert table.view()["hand"].count("tile-button") in {deal - 1, deal}
            page = table.get("").text
            assert f"deal {NUMBERS[deal]} tiles" in page
            assert f"{10 + deal} points or more" in page
        table = tables[4]
        while "over" not in (view := until(table.view, lambda one: one["mine"] or "over" in one)):
            table.post("move", {"move": table.moves(view)[0], "version": view["version"]})
        table.act("next_round")
        rooms = hall_of(again).rooms
        records = {deal: rooms[one.room].match.record() for deal, one in tables.items()}
    for deal, record in records.items():
        assert Match.read(record).setup.ruleset.source.text == rules[deal]


def hall_of(client: TestClient) -> Hall:
    hall = client.app.state.tables.hall  # type: ignore[attr-defined]
    assert isinstance(hall, Hall)
    return hall


def table_by(client: TestClient, text: str) -> Player:
    form = {"rules": text, "name": "Ana", "shown": "", "level": "beginner"}
    link = client.post("/write", data=form, follow_redirects=False).headers["location"]
    return seated(client, client.get(link, follow_redirects=False), link.split("/")[2])


def test_no_file_of_the_server_is_read(client: TestClient, tmp_path: Path) -> None:
    own = tmp_path / "own.rules"
    own.write_text(house(), "utf-8")
    for name in (f"{own.with_suffix('')}", "../own", "/etc/passwd", "//host/share"):
        text = f'variant "House"\nextends "{name}"\n'
        found = client.post("/write/check", json={"text": text}).json()
        assert not found["is_fine"]
        assert "only the bundled" in found["parts"]["findings"]
    with pytest.raises(RulesError):
        library.Library().loads(text)
    assert 'extends "block"' in client.get("/write?kind=house&game=block").text.replace(
        "&#34;", '"'
    )
    assert client.get("/write?kind=house&game=none").status_code == 404
    for query in ("", "?kind=house", "?kind=game&game=../own", "?kind=none&game=block"):
        assert client.get(f"/write/first{query}").status_code == 404


def test_what_no_page_sends_is_refused(client: TestClient) -> None:
    fine = {"text": house(), "seed": 1, "steps": 1, "at": 0}
    for path in ("check", "mend", "offers", "word", "round", "figures"):
        assert client.post(f"/write/{path}", json=fine).status_code == 200
        unlike: list[object] = [[], {}, {**fine, "text": 7}, "text"]
        for body in unlike:
            assert client.post(f"/write/{path}", json=body).status_code == 400
        for data, kind in ((b"{", "application/json"), (b"text=x", "text/plain")):
            headers = {"content-type": kind}
            assert client.post(f"/write/{path}", content=data, headers=headers).status_code == 400
        foreign = {"origin": "https://elsewhere.example"}
        assert client.post(f"/write/{path}", json=fine, headers=foreign).status_code == 403
        huge = {**fine, "text": "#" * 4 * LARGEST_FILE}
        assert client.post(f"/write/{path}", json=huge).status_code == 413
        long = {**fine, "text": "#" * (LARGEST_FILE + 1)}
        assert client.post(f"/write/{path}", json=long).status_code == 422
    for name, path in (("at", "offers"), ("seed", "figures"), ("steps", "round")):
        for number in (-1, 1.5, "1", 2**31, True, None):
            body = {**fine, name: number}
            assert client.post(f"/write/{path}", json=body).status_code == 400
    halves = client.post("/write/check", content=b'{"text": "variant \\"\\ud800\\""}',
                         headers={"content-type": "application/json"})  # fmt: skip
    assert halves.status_code == 200
    broken = {**fine, "text": "turn: sing"}
    for path in ("round", "figures"):
        refused = client.post(f"/write/{path}", json=broken, headers={"accept": JSON})
        assert refused.status_code == 422
        assert "Mend them first" in refused.json()["error"]["message"]
