"""What strangers write is text on every page, and only one module makes markup of anything."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path
from random import Random
from urllib.parse import urlencode

import pytest
from starlette.testclient import TestClient

import dominoes_rules.web
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
        room.paused = True
        usual = Skeleton(ana.get("").text).parts
        for name in accepted:
            room.match.names["A"] = name_of_person(name)
            room.chronicle.retell()
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
    script = (folder / "static" / "web.js").read_text("utf-8")
    assert len(script.splitlines()) <= 400
    assert "eval(" not in script
