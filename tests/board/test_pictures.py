"""Pictures: SVG and HTML that any reader of XML takes, whatever strangers wrote."""

from __future__ import annotations

import re
from html import escape, unescape
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

import dominoes_rules as dr
from dominoes_lang.languages.rule_sheet import sheet_for_all
from dominoes_lang.table.layout import Halves
from dominoes_rules import library
from dominoes_rules.board.as_html import html_table
from dominoes_rules.board.as_svg import table_svg
from dominoes_rules.board.as_text import table_text
from dominoes_rules.board.board_svg import OpenPlace, board_svg
from dominoes_rules.board.drawn_tiles import COLOURS, draw_tile, tile_svg
from dominoes_rules.board.laid_table import LaidTable
from dominoes_rules.board.laying.line_placed import lay_line
from dominoes_rules.board.laying.windows import NARROW
from dominoes_rules.board.tabletop import SeenHand, Tabletop
from dominoes_rules.cli import main
from dominoes_rules.position.drawing import picture
from tests.board.lines import lines, whole_sets

SVG = "{http://www.w3.org/2000/svg}"
TEXT = "partnership A:66.15.22.24.20.43.50/B:x7/C:x7/D:x7 play:66,61l,62r,-,15l,-,52l,-"
HOSTILE = '</desc><script>"&\x00\x1b[31m\ud800\uffff]]>'


def top(line: Halves = (), name: str = "", highest: int = 9) -> Tabletop:
    hands = (
        SeenHand("A", name, (dr.Tile(6, 4),), 3, (1, 2), True),
        SeenHand("B", "", (), 0, (), False),
    )
    return Tabletop(highest, (line,) if line else (), hands, (), 5, (("A", 10), ("B", 0)))


def read(svg: str) -> ElementTree.Element:
    return ElementTree.fromstring(svg)


@given(lines() | whole_sets(), st.integers(9, 40), st.text() | st.just(HOSTILE))
def test_a_picture_shows_every_tile_and_the_table_in_text(
    line: Halves, width: int, name: str
) -> None:
    table = top(line, name)
    found = read(table_svg(table, width, title=name))
    assert {child.tag for child in found.iter()} <= {
        SVG + tag for tag in ("svg", "title", "desc", "rect", "circle", "path", "g", "text")
    }
    text = found.findtext(SVG + "desc") or ""
    assert text.split("\n\n")[-1].endswith("score  A 10, B 0")
    assert text == table_text(table, 2 * width).replace("\uffff", "\ufffd").replace(
        "\ufffe", "\ufffd"
    )
    tiles = [group.findtext(SVG + "title") for group in found.findall(SVG + "g")]
    shown = [f"{left}-{right}" for left, right in line]
    assert tiles == [*shown, "6-4", *[None] * 8]


def test_pips_are_as_many_as_the_number_and_lie_apart_on_the_tile() -> None:
    for number in range(18):
        group = draw_tile(ElementTree.Element("g"), 0, 0, (number, number + 1))
        dots = [
            (*map(float, spot.split()), float(half.get("stroke-width", "")) / 2)
            for pips in group.iter("g")
            for half in (pips.iter("path") if pips.get("class") == "pips" else ())
            for spot in half.get("d", "").replace("M", "").split("h0")[:-1]
        ]
        above, below = sum(y < 0 for _, y, _ in dots), sum(y > 0 for _, y, _ in dots)
        assert (above, below) == (number, number + 1)
        for place, (x, y, radius) in enumerate(dots):
            assert abs(x) + radius < 0.46
            assert radius < abs(y) < 0.96 - radius
            for x2, y2, _ in dots[:place]:
                assert (x - x2) ** 2 + (y - y2) ** 2 > (2 * radius) ** 2


def test_each_number_has_its_colour_that_can_be_read_and_is_written_in_figures() -> None:
    def light(colour: str) -> float:
        parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
        red, green, blue = (
            part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
        )
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    assert len({*COLOURS}) == len(COLOURS) > 18
    assert all((light("#fbf7ea") + 0.05) / (light(one) + 0.05) >= 4.5 for one in COLOURS)
    text = table_svg(top(((12, 10), (10, 4)), highest=12), 30)
    assert re.findall(r">(\d+)</text>", text)[:4] == ["12", "10", "10", "4"]
    assert 'class="pips"' not in text


@given(st.text() | st.just(HOSTILE))
def test_what_strangers_wrote_is_text_in_html(text: str) -> None:
    html = html_table("<svg/>", text, [text], [[text, text, 0.5]], [text])
    found = read(html)
    assert {child.tag for child in found.iter()} == set(
        "div svg table thead tbody tr th td".split()
    )


def test_a_board_has_its_places_and_is_not_larger_than_its_window() -> None:
    line = (1, 6), (6, 6), (6, 4)
    placed, longer = lay_line(line, 1, 13), lay_line((*line, (4, 4)), 1, 13)
    places, last = [OpenPlace("44r", HOSTILE, longer[-1])], dr.Tile(6, 4)
    found = read(board_svg(LaidTable(placed), NARROW, places, last, by="B", label=HOSTILE))
    (camera,) = found
    assert [group.findtext(SVG + "title") for group in camera] == ["1-6", "6-6", "6-4", None]
    assert [group.get("data-tile") for group in camera] == ["61", "66", "64", None]
    assert found.get("data-by") == "B"
    ghost = camera[-1]
    assert ghost.attrib.items() >= {"data-move": "44r", "role": "button", "tabindex": "0"}.items()
    assert ghost.get("aria-label", "").startswith("</desc><script>")
    assert ghost[0].get("transform") == "translate(3.08 0)"
    assert [one.get("class") for one in ghost] == [None, "ring"]
    wide, high = [float(n) for n in found.get("viewBox", "").split()][2:]
    assert (wide, high) == tuple(round(one, 3) for one in NARROW.units)
    grown = read(board_svg(LaidTable(longer), NARROW))
    assert [one.get("transform") for one in grown[0][:3]] == [
        one.get("transform") for one in camera[:3]
    ]
    assert {one.get("style") for one in found.iter()} == {None}
    assert read(tile_svg((6, 4), 2)).get("viewBox") == "0 0 2 1"


def test_notebooks_show_positions_rounds_reports_and_worlds() -> None:
    position = dr.Position(TEXT)
    desc = read(position._repr_svg_()).findtext(SVG + "desc")
    assert desc == picture(position, 60)
    game = dr.Round(dr.variant("block"), seed=7)
    while not game.is_over:
        game.push(game.legal_moves[0])
    title = read(game._repr_svg_()).findtext(SVG + "title")
    assert title == "Block: blocked, B wins"
    worlds = dr.worlds(position)._repr_html_()
    assert "15,008 worlds fit" in worlds
    assert "D held no 2: D passed on 2 at action 8" in worlds
    report = dr.solve(position, dr.Limit(worlds=30), seed=3)
    cells = [cell.text for cell in read(report._repr_html_()).iter("th")]
    assert cells[:6] == ["move", "points", "wins", "ties", "gap", "best in"]
    assert [(cell or "").rstrip("*") for cell in cells[6:]] == [str(row.move) for row in report]
    over = dr.solve(game.position)._repr_html_()
    assert "blocked: B wins; A 0, B 26" in over


def test_the_height_of_a_picture_is_a_number_to_every_renderer() -> None:
    """CairoSVG reads `height:auto` of a style as a height, and draws 39 pixels."""
    root = read(dr.Position(TEXT)._repr_svg_())
    assert float(root.get("height", "")) > 200
    assert not re.search(r"(^|;)(width|height):", root.get("style", ""))


def test_pages_show_the_board(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = tmp_path / "page.html"
    for _ in range(2):  # a page may be written again
        assert main(["draw", *TEXT.split(), "--html", str(page)]) == 0
    assert picture(dr.Position(TEXT), 60) in unescape(page.read_text("utf-8"))
    other = tmp_path / "mine.html"
    other.write_text("<!DOCTYPE html><p>mine", "utf-8")
    assert main(["draw", *TEXT.split(), "--html", str(other)]) == 2
    assert other.read_text("utf-8") == "<!DOCTYPE html><p>mine"
    record = (
        "block A:22.32.40.51.55.61.65/B:20.21.33.41.43.54.66 opener:A "
        "play:55,54l,40l,20l,32l,43l,65r,66r,61r,41r"
    )
    words = ["--worlds", "60", "--model", "counted", "--html"]
    assert main(["review", *record.split(), *words, str(page)]) == 0
    found = dr.review(dr.Position(record), worlds=60, model="counted")
    text = unescape(page.read_text("utf-8"))
    assert found.mistakes
    assert "-0.00" not in text
    assert "result = deal + known + rest + others" in text
    for one in found.mistakes:
        assert str(one.position) in text
        assert one.reason in text
        assert picture(one.position, 60) in text
    assert main(["review", *record.split(), *words, str(page), "--json"]) == 2
    capsys.readouterr()


def test_draw_prints_the_table_and_writes_a_picture(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "table.svg"
    for _ in range(2):  # a picture may be drawn again
        assert main(["draw", *TEXT.split(), "--svg", str(file), "--width", "40"]) == 0
    assert read(file.read_text("utf-8")).findtext(SVG + "desc") == picture(dr.Position(TEXT), 40)
    capsys.readouterr()
    assert main(["draw", *TEXT.split(), "--width", "40"]) == 0
    assert capsys.readouterr().out == picture(dr.Position(TEXT), 40) + "\n"
    assert main(["draw", *TEXT.split(), "--width", "40", "--tiles"]) == 0
    assert "\N{DOMINO TILE VERTICAL-06-06}" in capsys.readouterr().out


@pytest.mark.parametrize("name", ["notes.txt", ".", "nowhere/table.svg"])
def test_draw_overwrites_nothing_but_pictures(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    notes = tmp_path / "notes.txt"
    notes.write_text("mine", "utf-8")
    assert main(["draw", *TEXT.split(), "--svg", str(tmp_path / name)]) == 2
    assert capsys.readouterr().err.startswith("dominoes-rules: ")
    assert [path.name for path in tmp_path.iterdir()] == ["notes.txt"]
    assert notes.read_text("utf-8") == "mine"


@pytest.mark.parametrize("name", library.variants())
def test_a_rule_sheet_is_a_page_with_a_picture_of_a_round(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    pages = []
    for _ in range(2):
        assert main(["show", name, "--html", "-"]) == 0
        pages.append(capsys.readouterr().out)
    assert pages[0] == pages[1]
    assert "to move" in pages[0]
    assert "A round in progress." in pages[0]
    for section in sheet_for_all([*map(dr.variant(name).setup, dr.variant(name).players)]):
        assert f"<h2>{section.title}</h2>" in pages[0]
        assert all(escape(line.removeprefix("- ")) in pages[0] for line in section.lines)


def test_a_rule_sheet_of_a_stranger_is_text_and_rules_without_rounds_have_no_picture(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "void.rules"
    path.write_text(
        'variant "<script>"\nextends "block"\nnote "</style><script>"\n'
        "redeal: when any player holds at least 1 doubles or any player holds a 6\n",
        "utf-8",
    )
    assert main(["show", str(path), "--html", "-"]) == 0
    page = capsys.readouterr().out
    assert "<script>" not in page
    assert "There is no picture of a round: " in page
    path.write_text(
        'variant "Guarded"\nextends "seven_toed_pete"\nturn:\n'
        "    play a tile when mover holds a 6\n    or else play a double\n    or else pass\n",
        "utf-8",
    )
    assert main(["show", str(path), "--html", "-"]) == 0
    assert "<svg" in capsys.readouterr().out  # though hidden hands decide who could act
    assert main(["show", "block", "--html", "-", "--json"]) == 2
