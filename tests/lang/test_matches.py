"""What a match is counted in, when it is over, and what it is worth."""

from __future__ import annotations

import pytest

from dominoes_lang.load import load
from dominoes_lang.play.match import totals, victor, worth
from dominoes_lang.setup.ruleset import Goal, Setup
from dominoes_lang.text.source import Source
from dominoes_rules import library

NONE = (0, 0)


def match(clause: str, more: str = "", base: str = "partnership") -> Setup:
    text = f'variant "M"\nextends "{base}"\n{more}\nmatch: {clause}\n'
    return load(Source("m.rules", text), library.bundled).setup()


@pytest.mark.parametrize(
    ("before", "winner", "after"),
    [((5, 0), 0, (6, 0)), ((5, 0), 1, NONE), (NONE, 1, (0, 1)), ((0, 2), -1, (0, 2))],
)
def test_wins_begin_again_once_every_side_has_one(
    before: tuple[int, ...], winner: int, after: tuple[int, ...]
) -> None:
    setup = match("6 wins, starting again when every side has won", "without award hand")
    assert totals(setup, before, winner, NONE) == after


@pytest.mark.parametrize(
    ("clause", "scores", "won", "counts"),
    [
        ("10 wins, drawn when another side has 5", (9, 9), None, 0),
        ("10 wins, drawn when another side has 5", (10, 4), (0,), 1),
        ("10 wins, drawn when another side has 5", (5, 10), (), 0),
        ("first side to reach 100, shutout counts double", (100, 0), (0,), 2),
        ("first side to reach 100, shutout counts double", (100, 1), (0,), 1),
        ("first side to reach 100", (100, 0), (0,), 1),
        ("until a side reaches 100, lowest total wins", (99, 98), None, 0),
        ("until a side reaches 100, lowest total wins", (99, 100), (0,), 1),
        ("until a side reaches 100, lowest total wins", (120, 120), (0, 1), 1),
        ("until a side reaches 100, lowest total wins, ties play on", (120, 120), None, 0),
        ("until a side reaches 100, lowest total wins, leading by 5", (120, 116), None, 0),
        ("until a side reaches 100, lowest total wins, leading by 5", (120, 115), (1,), 1),
        ("6 rounds, highest total wins, ties play on", (40, 40), None, 0),
        ("6 rounds, highest total wins, ties play on", (40, 41), (1,), 1),
        ("first side to reach 61, leading by 2", (60, 10), None, 0),
        ("first side to reach 61, leading by 2", (61, 60), None, 0),
        ("first side to reach 61, leading by 2", (70, 68), (0,), 1),
        ("6 wins, leading by 2", (6, 5), None, 0),
    ],
)
def test_who_has_won_and_what_it_is_worth(
    clause: str, scores: tuple[int, ...], won: tuple[int, ...] | None, counts: int
) -> None:
    setup = match(clause)
    assert victor(setup, scores, 12) == won
    assert won is None or worth(setup, scores, won) == counts


def test_where_the_lowest_total_wins_points_are_bad() -> None:
    assert match("until a side reaches 100, lowest total wins").goal is Goal.FEWEST
