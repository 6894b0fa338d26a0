"""What strangers write is text on every page, and only one module makes markup of anything."""

from __future__ import annotations

import re
from contextlib import suppress
from html.parser import HTMLParser
from pathlib import Path
from random import Random
from urllib.parse import urlencode

import pytest
from starlette.testclient import TestClient

import dominoes_rules as dr
import dominoes_rules.web
from dominoes_lang.text.root_exception import DominoesError
from dominoes_rules import library
from dominoes_rules.web.settings import Shares
from dominoes_rules.web.table_seats import LONGEST_NAME, name_of_person
from tests.web.clients import begin, serving

PIECES = (
    "<img src=x onerror=alert(1)>", "<script>", "</script>", "</bdi>", '"', "'", "&amp;", "&lt;",
    "{{7*7}}", "{% raw %}", "javascript:", "onclick=x", "\u202e", "\u2066", "\u200b", "\0", "\r\n",
    "<!--", "]]>", "é", "e\u0301", "שלום", "<svg/onload=x>", "</svg>", "\ufeff", "`",
    "Ana", "  ", "\x1b[31m", "🁣", "\u0301",
)  # fmt: skip
NAMES = 200


class Skeleton(HTMLParser):
    """The elements of a page, and the names of their attributes."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.parts: list[tuple[str, tuple[str, ...]]] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.parts.append((tag, tuple(name for name, _ in attrs)))


def hostile_names() -> list[str]:
    chance = Random(1)
    made = ("".join(chance.choices(PIECES, k=chance.randrange(1, 4))) for _ in range(10_000))
    return [*dict.fromkeys(name[: LONGEST_NAME + 2] for name in made)][:NAMES]


def test_no_element_or_attribute_comes_from_a_name(tmp_path: Path) -> None:
    names = hostile_names()
    accepted = [name for name in names if name_of_person(name) is not None]
    assert len(names) == NAMES
    assert 20 < len(accepted) < NAMES
    with serving(tmp_path, auto=False) as client:
        ana = begin(client)
        room = client.app.state.tables.hall.rooms[ana.room]  # type: ignore[attr-defined]
        client.portal.call(room.pause)  # type: ignore[union-attr]
        usual = Skeleton(ana.get("").text).parts
        for name in accepted:
            room.match.names["A"] = name_of_person(name)
            room.chronicle.retell(room.match)
            page, view = ana.get("").text, ana.view()
            assert Skeleton(page).parts == usual
            assert "<img" not in f"{view}"
            assert not any(sign in page for sign in "\u202e\u2066\u200b\0\x1b")
        usual = Skeleton(refused(client, "\u202e")).parts
        for name in names:
            assert Skeleton(refused(client, f"{name}\u202e")).parts == usual


def refused(client: TestClient, name: str) -> str:
    form = urlencode({"name": name, "game": name}, errors="ignore")
    kind = {"Content-Type": "application/x-www-form-urlencoded"}
    answer = client.post("/tables", content=form, headers=kind)
    assert answer.status_code == 422
    return answer.text


@pytest.mark.thorough
def test_no_element_or_attribute_comes_from_a_title(tmp_path: Path) -> None:
    titles = []
    for title in hostile_names():
        with suppress(DominoesError):
            titles.append(titled(title).title)

    def parts(titles: list[str], folder: str) -> set[object]:
        games = {f"game{at}": titled(title) for at, title in enumerate(titles)}
        with serving(tmp_path / folder, games=games) as client:
            names = "\n".join(f"Player {at}" for at in range(8))
            pages = [client.get(path).text for path in ("/", "/evening")]
            evening = {"game": "game0", "names": names, "rounds": "1"}
            begun = client.post("/evening", data=evening)
            assert begun.status_code == 200
            pages.append(begun.text)
            some = range(0, len(titles), 40)
            pages += [begin(client, game=f"game{at}", friends="1").get("").text for at in some]
            return {part for page in pages for part in Skeleton(page).parts}

    assert len(titles) > 100
    assert parts(titles, "hostile") == parts(["Title", "Other"], "plain")


def titled(title: str) -> dr.Ruleset:
    quoted = title.replace('"', "'")
    return library.loads(f'variant "{quoted}"\nextends "block"\n')


def test_no_element_or_attribute_comes_from_a_name_of_an_evening(tmp_path: Path) -> None:
    names = [name for name in hostile_names() if name_of_person(name) is not None][:60]
    names = [*dict.fromkeys(f"{name_of_person(name)}" for name in names)]

    def skeletons(folder: str, names: list[str]) -> list[object]:
        with serving(tmp_path / folder) as client:
            fields = {"game": "block", "names": "\n".join(names), "rounds": "1"}
            pages = [client.post("/evening", data={**fields, "title": names[0]}).text]
            token = re.findall(r'name="token" value="([^"]+)"', pages[0])[0]
            pages.append(client.post("/evening/do", data={"act": "draw", "token": token}).text)
            pages.append(client.post("/evening/do", data={"act": "close", "token": token}).text)
            return [Skeleton(page).parts for page in pages]

    assert skeletons("a", names) == skeletons("b", [f"Player {at}" for at in range(len(names))])


POSTS = (
    "/tables", "/t/{room}/move", "/t/{room}/do", "/t/{room}/join", "/t/{room}/sit/{secret}",
    "/evening", "/evening/do", "/evening/player/{secret}",
)  # fmt: skip


def test_what_other_pages_send_and_what_is_too_large_changes_nothing(tmp_path: Path) -> None:
    with serving(tmp_path) as client:
        ana = begin(client, friends="1", open="on")
        link = re.findall(r'href="[^"]+/sit/([^"]+)"', ana.view()["links"])[0]
        fields = {"name": "Eve", "names": "Eve", "game": "block", "rounds": "1"}
        headers = {"Cookie": f"seat={ana.cookie}", "X-Table": ana.room}
        before = ana.view()
        for path in POSTS:
            path = path.format(room=ana.room, secret=link)
            kind = {"Content-Type": "application/json"} if path[-4:] in {"move", "o/do"} else {}
            for foreign in (
                {"Origin": "http://evil.example"},
                {"Origin": "https://127.0.0.1"},
                {"Sec-Fetch-Site": "cross-site"},
                {"Sec-Fetch-Site": "same-site"},
            ):
                answer = client.post(path, data=fields, headers=headers | foreign)
                assert answer.status_code == 403, path
            large = urlencode({"name": "x" * 40_000})
            form = {"Content-Type": "application/x-www-form-urlencoded"} | kind
            answer = client.post(path, content=large, headers=headers | form)
            assert answer.status_code in ({403, 404} if "/evening/" in path else {413}), path
        assert ana.view() == before
        assert "Begin the evening" in client.get("/evening").text


def test_a_wrong_secret_of_an_evening_is_no_table_and_soon_too_often(tmp_path: Path) -> None:
    with serving(tmp_path, shares=Shares(wrong_secrets_a_minute=3)) as client:
        path = f"/evening/player/{'x' * 22}"
        assert [client.get(path).status_code for _ in range(5)] == [404, 404, 404, 429, 429]
        assert client.post(path).status_code == 429


def test_a_version_that_is_not_that_of_the_page_is_refused(tmp_path: Path) -> None:
    with serving(tmp_path, auto=False) as client:
        ana = begin(client, game="block", friends="1")
        ana.act("start")
        version = ana.view()["version"]
        for wrong in (-1, version + 1, 10**30):
            answer = ana.post("do", {"act": "next_round", "version": wrong})
            assert answer.status_code == 409
            assert ana.post("move", {"move": "66", "version": wrong}).status_code == 409
        for malformed in (None, "1", 1.5, True, [1]):
            assert ana.post("move", {"move": "66", "version": malformed}).status_code == 400


@pytest.mark.parametrize(
    "name", ["Ana", "A. García", "שרה", "李雷", "e\u0301va", "x" * LONGEST_NAME]
)
def test_names_in_any_alphabet_are_welcome(name: str) -> None:
    found = name_of_person(f" {name} ")
    assert found is not None
    assert len(found) <= len(name)


def test_one_module_makes_markup() -> None:
    folder = Path(dominoes_rules.web.__file__).parent
    sources = {path.name: path.read_text("utf-8") for path in folder.rglob("*.py")}
    assert [name for name, text in sources.items() if "Markup(" in text] == ["markup.py"]
    for name, text in sources.items():
        assert not re.search(r"f\"[^\"]*<[a-z/]", text), name
        assert name == "markup.py" or "jinja2" not in text
    for path in folder.rglob("*.html"):
        text = path.read_text("utf-8")
        assert not re.search(r"\|\s*safe|autoescape|style=|<script(?! type=\"module\" src)", text)
        assert not re.search(r"\son[a-z]+=", text)
    for path in folder.rglob("*.js"):
        assert "eval(" not in path.read_text("utf-8"), path
