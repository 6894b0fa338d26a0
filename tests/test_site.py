"""The files that the site is made of, and the faults that it is searched for when it is built."""

from __future__ import annotations

from pathlib import Path

import pytest

from dominoes_rules.authoring.families import games
from website import game_pages, site_pages
from website.charts import with_charts
from website.finished_pages import faults
from website.try_links import positions_in

TABLE = """
| what | measured | target | met | how |
| --- | --- | --- | --- | --- |
| one | 10 ms | ≤ 100 ms | yes | |
| two | 1.0 s |  |  | a<b |
| three, `x` | 100 ms | ≤ 10 ms | no | |
"""


def leaves(node: object) -> list[str]:
    """The names of pages in a tree of lists and titles."""
    if isinstance(node, str):
        return [node]
    assert isinstance(node, dict | list)
    parts = node.values() if isinstance(node, dict) else node
    return [leaf for part in parts for leaf in leaves(part)]


def test_every_page_has_its_place(monkeypatch: pytest.MonkeyPatch) -> None:
    some = [game for game in games() if game.name in {"haitian", "partnership"}]
    for module in (game_pages, site_pages):
        monkeypatch.setattr(module, "games", lambda: some)
    files = dict(site_pages.site_files())
    pages = {name for name in files if name.endswith(".md")}
    assert pages == set(leaves(site_pages.navigation()))
    assert "(games/index.md)" in str(files["index.md"])
    assert 'class="chart"' in str(files["strength.md"])
    haitian = str(files["games/haitian.md"])
    parts = "## Rules", "](haitian.svg)", "## Examples", "| `target` |", "| rounds blocked |"
    for words in parts:
        assert words in haitian
    assert "extends [" in haitian
    assert "| [Haitian](haitian.md) | 4 | " in str(files["games/index.md"])
    assert "\n+ " in haitian


def test_positions_and_games_open_in_the_playground(monkeypatch: pytest.MonkeyPatch) -> None:
    some = [game for game in games() if game.name == "haitian"]
    for module in (game_pages, site_pages):
        monkeypatch.setattr(module, "games", lambda: some)
    files = dict(site_pages.site_files(playground=True))
    assert 'href="playground/index.html#/analyse?position=partnership+A' in str(files["solving.md"])
    haitian = str(files["games/haitian.md"])
    for page in ("?game=haitian", "analyse?position=haitian", "write?kind=house&amp;game=haitian"):
        assert f'href="../playground/index.html#/{page}' in haitian
    assert 'href="playground/index.html#/"' in str(files["playground.md"])
    text = "block/2 26-66-61-15 A:22.24.20.43/B:x6 A void:B=2.5 passes:1 opener:A"
    assert positions_in(f'```\n>>> Position("{text}")\nblock A:66.66/B:x7\n```\n') == [text]


def test_bars_are_as_long_as_their_figures() -> None:
    page = with_charts(TABLE)
    assert page.endswith(TABLE.lstrip("\n"))
    for start, length in (("one", "33.33"), ("two", "100.00"), ("three, x", "66.67")):
        row = next(line for line in page.splitlines() if f"<span>{start}<" in line)
        assert f'class="bar" style="left:0.00%;width:{length}%"' in row


def test_faults_of_a_site_are_found(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text('<h1 id="x"></h1><a href="b.html#y">b</a><a href="#x">x</a>')
    (tmp_path / "b.html").write_text('<script src="https://far/a.js"></script><a href="c.html">')
    (tmp_path / "c.css").write_text("p { background: url(https://far/b.png) }")
    assert faults(tmp_path) == [
        "a.html leads to b.html#y, where that anchor does not exist",
        "b.html leads to c.html, which does not exist",
        "b.html loads https://far/a.js",
        "c.css loads https://far/b.png",
    ]
