"""The table as text."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dominoes_lang.table.layout import Halves
from dominoes_lang.table.tiles import tile_character
from dominoes_lang.text.root_exception import ArgumentError
from dominoes_rules import Position, Round, variant
from dominoes_rules.board.as_text import FEWEST_COLUMNS, cut_to, line_text
from dominoes_rules.position.drawing import picture, svg, table
from tests.board.lines import lines

COLUMNS = st.integers(FEWEST_COLUMNS, 80)
LONG = "draw 55-52-26-66-61-15-50-00-01-13-34-44-46-63-33-32-22 A:20.41/B:x2 A stock:x7 opener:A"


@given(lines(), COLUMNS)
def test_every_tile_is_shown_within_the_width(line: Halves, columns: int) -> None:
    rows = line_text(line, columns)
    assert max(map(len, rows)) <= columns
    shown = Counter("".join(rows).replace(" ", ""))
    bars = shown.pop("|", 0) + shown.pop("-", 0)
    assert bars == len(line)
    assert shown == Counter("".join(f"{left}{right}" for left, right in line))


@given(lines(highest=6), COLUMNS)
def test_every_tile_is_one_character_of_unicode(line: Halves, columns: int) -> None:
    rows = line_text(line, columns, characters=True)
    assert max(map(len, rows)) <= columns
    names = [unicodedata.name(sign) for sign in "".join(rows).replace(" ", "")]
    found = Counter(tuple(sorted(int(n) for n in name.split("-")[1:])) for name in names)
    assert found == Counter(tuple(sorted(tile)) for tile in line)


def test_the_characters_show_a_tile_as_it_lies() -> None:
    assert unicodedata.name(tile_character(2, 5)) == "DOMINO TILE HORIZONTAL-02-05"
    assert unicodedata.name(tile_character(5, 2, upright=True)) == "DOMINO TILE VERTICAL-05-02"


def test_a_table_in_forty_columns() -> None:
    position = Position(
        "partnership A:66.15.22.24.20.43.50/B:x7/C:x7/D:x7 "
        "play:66,61l,62r,-,15l,-,52l,- round:3 opener:A score:15-40"
    )
    assert picture(position, 40, names={"C": "Zoë"}, looking="A") == (
        "            6\n"
        "2*5 5|1 1|6 - 6|2\n"
        "            6\n"
        "\n"
        "  ends   2 left, 2 right\n"
        "  last   2*5 by Zoë\n"
        "> A              20 22 42 43 50\n"
        "  B opponent     ## ## ## ## ## ## (6)\n"
        "                 no 2,5\n"
        "  C Zoë partner  ## ## ## ## ## (5)\n"
        "  D opponent     ## ## ## ## ## ## ##\n"
        "                 (7) no 1,2\n"
        "  score  AC 15, BD 40"
    )


def test_the_score_is_live_and_a_finished_round_shows_the_one_after_it() -> None:
    game = Round(variant("fives_and_threes"), seed=1, scores=(0, 53))
    scores = []
    while not game.is_over:
        game.push(game.legal_moves[-1])
        shown = [picture(view, 60).split("\n")[-1] for view in (game, game.seen_by("A"))]
        assert shown[0] == shown[1]
        scores.append(shown[0].removeprefix("  score  "))
    assert scores[:3] == ["AC 0, BD 53", "AC 0, BD 54", "AC 0, BD 54"]
    assert scores[-2:] == ["AC 4, BD 55", "AC 4, BD 61"]
    assert game.outcome is not None
    assert game.outcome.over == "cut"
    assert "  C      40 61 (11 pips)" in picture(game, 60)
    title = re.search("<title>(.*?)</title>", svg(game))
    assert title is not None
    assert title[1] == "Fives and Threes: target reached, the match is over"


def test_a_line_turns_at_the_edge() -> None:
    assert picture(Position(LONG), 24).split("\n\n")[0] == (
        "5         6\n"
        "- 5|2 2|6 - 6|1 1\n"
        "5         6     -\n"
        "            0   5\n"
        "      1 1|0 - 0|5\n"
        "      -     0\n"
        "      3   4\n"
        "      3|4 - 4|6 6|3 3\n"
        "          4         -\n"
        "                2   3\n"
        "                - 2|3\n"
        "                2"
    )


@pytest.mark.parametrize("name", ["draw", "domohnoes", "partnership"])
def test_whole_rounds_fit_forty_columns(name: str) -> None:
    game = Round(variant(name), seed=3)
    while not game.is_over:
        for seat in game.setup.seat_names:
            rows = picture(game.seen_by(seat), 40).split("\n")
            assert max(map(len, rows)) <= 40
        game.push(game.legal_moves[-1])


def test_names_cannot_act_on_a_terminal() -> None:
    shown = picture(Position(LONG), 40, names={"A": "\x1b[31m\n"})
    assert "\x1b" not in shown
    assert "␛[31m␊" in shown


def test_unicode_has_no_tiles_beyond_double_six() -> None:
    big = Position("tests/rulesets/three_double_nine.rules A:x10/B:x10/C:x10 opener:A")
    assert "> A" in picture(big, 40)
    with pytest.raises(ArgumentError, match="up to double-six"):
        picture(big, 40, characters=True)


def test_solve_and_worlds_turn_a_line_only_where_it_is_too_long() -> None:
    short = "block 26-66-61-15 A:22.24.20.43/B:x6 A opener:A"
    assert table(Position(short)).startswith("[2|6][6|6][6|1][1|5]\n")
    rows = table(Position(LONG)).split("\n")
    assert rows[1].startswith("- 5|2 2|6 - 6|1")
    assert max(map(len, rows)) <= 76


def test_names_of_wide_signs_keep_the_hands_in_a_column() -> None:
    rows = picture(Position(LONG), 60, names={"A": "日本", "B": "José"}).split("\n")
    assert [row for row in rows if row[2:3] in {"A", "B"}] == [
        "> A 日本  20 41",
        "  B José  ## ## (2)",
    ]
    assert cut_to("日本José", 5) == "日本J"


def test_the_sum_of_the_ends_is_shown_where_it_pays() -> None:
    game = Round(variant("fives_and_threes"), seed=11)
    game.push(game.legal_moves[0])
    assert game.payments == ()
    assert f"right, together {game.ends_pips}\n" in picture(game, 60)
    assert "together" not in picture(Position(LONG), 60)


def test_a_double_that_counts_twice_is_shown_twice() -> None:
    game = Round(variant("fives_and_threes"), seed=11)
    for row in "  ends   6 left, 6 right, together 12", "  ends   4 left, 6+6 right, together 16":
        game.push(game.legal_moves[-1])
        assert row in picture(game, 40).split("\n")
    laid = Position("block 33-34-44 A:65.21.10.50.20/B:x6 A")
    assert "  ends   3 left, 4 right" in picture(laid, 40).split("\n")
