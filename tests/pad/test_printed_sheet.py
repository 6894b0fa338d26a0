"""Printed score sheets: room for each award of each side, and names that stay names."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest

from dominoes_rules import library
from dominoes_rules.cli.main import main
from dominoes_rules.pad.printed_sheet import PAPERS, SheetOfTable, award_columns, printed_page

HOSTILE = "<img src=x onerror=alert(1)>\u202e&\0"


class Shape(HTMLParser):
    """The elements of a page by name, and its text."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags, self.text = list[str](), ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        assert {name for name, _ in attrs} <= {
            "charset", "class", "colspan", "content", "lang", "name", "rowspan", "scope",
        }  # fmt: skip

    def handle_data(self, data: str) -> None:
        self.text += data


@pytest.mark.parametrize("name", library.bundled())
def test_every_game_has_a_sheet_with_cells_for_all_that_its_sides_score(name: str) -> None:
    ruleset = library.variant(name)
    for paper, count in zip(PAPERS, {ruleset.players[0], ruleset.players[-1]}, strict=False):
        setup = ruleset.setup(count)
        names = [f"{HOSTILE}{seat}" for seat in range(count)]
        page = printed_page(setup, [SheetOfTable(names, HOSTILE, is_signed=True)], paper=paper)
        shape = Shape(page)
        rows = len(re.findall(r'<tr><th scope="row">\d', page))
        assert 1 <= rows <= PAPERS[paper]
        cells = shape.tags.count("td")
        columns = award_columns(setup)
        assert columns
        assert all(columns)
        full, narrow = (columns_of * setup.sides for columns_of in (len(columns) + 1, 1))
        assert cells in {full * (rows + 1), narrow * (rows + 1)}
        assert all(phrase in re.sub(r"\s+", " ", shape.text) for phrase in columns) or columns == [
            "rounds won"
        ]
        assert page.count("&lt;img src=x") >= count
        assert "\u202e" not in page


def test_awards_of_one_phrase_share_a_column_and_those_that_never_pay_have_none() -> None:
    dominican = library.variant("dominican")
    assert award_columns(dominican.setup(4)) == [
        "a pass behind the opener",
        "three passes in a row",
        "the pips left in all hands",
        "going out at both ends",
    ]
    assert len(award_columns(dominican.setup(4, {"corrido": 0, "salida": 0}))) == 2
    assert award_columns(library.variant("six_love").setup(4)) == ["rounds won"]


def test_a_table_may_play_to_a_target_of_its_own() -> None:
    setup = library.variant("partnership").setup(4)
    assert "200 points or more" in printed_page(setup, rules=False)
    page = printed_page(setup, [SheetOfTable(target=100)], rules=False)
    assert "The match is to 100 points." in page
    assert "200" not in page


def test_the_command_prints_a_sheet_with_the_names_that_it_was_given(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["pad", "dominican", "--name", "A=Ana", "--set", "target=300", "--print", "-"]) == 0
    page = capsys.readouterr().out
    assert "Ana" in page
    assert "300 points or more" in page
    assert page.startswith("<!DOCTYPE html>")
