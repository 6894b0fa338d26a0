"""Every opener that `check` accepts can be played, by random bots and by those that try worlds."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import dominoes_rules as dr
from benchmarks import openers
from dominoes_lang.load import load
from dominoes_lang.text.source import Source
from dominoes_rules import library
from dominoes_rules.bots import bot, decide
from dominoes_solver.worlds import swapping
from tests.play.test_matches import played

TEXT = """variant "Opened"
extends "block"
players: 2..4
tiles: double-nine
deal: 5 each
first opener: {first}
"""
NEXT = """next opener:
    when domino: A plays any double or else B plays any tile
    otherwise:   {first}
"""
CHILD = """variant "Opened"
extends "{base}"
tiles: double-four
deal: 3 each
first opener: {first}
"""
FIRST = [
    "lot plays any double or else A plays any tile",
    "lot plays any double or else lot plays any tile",
    "lot plays any double or else holder of heaviest tile plays it",
    "holder of [6|6] plays any tile or else lot plays any tile",
    "player with most pips, ties to A",
    "player with most doubles then most pips, ties to B",
]


@pytest.mark.parametrize("first", FIRST)
def test_matches_end_and_their_records_read_back(first: str) -> None:
    text = TEXT if first.startswith("player") else TEXT + NEXT
    ruleset = load(Source("opened.rules", text.format(first=first)), library.bundled)
    for seats in (2, 4):
        match = dr.Match(ruleset, seats=seats, seed=1, parameters={"target": 60})
        while match.winner is None:
            if match.round.is_over:
                match.next_round()
            while not match.round.is_over:
                match.round.push(decide(bot("random"), match.round, seed=len(match.rounds)))
        assert dr.Position(str(match.round.position), ruleset).is_over


def test_a_bot_that_cannot_find_worlds_says_so_and_plays_its_heaviest_tile(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(swapping, "MOST_REJECTED", 1)
    first = "player with most doubles then most pips, ties to B"
    ruleset = load(Source("opened.rules", TEXT.format(first=first)), library.bundled)
    said: list[str] = []
    player = bot("playouts")
    player._say = said.append
    game = dr.Round(ruleset, seats=4, seed=2)
    assert decide(player, game) == max(game.legal_moves, key=lambda move: move.tile.pips)  # type: ignore[union-attr]
    assert "no hidden hands were found" in said[0]


@pytest.mark.parametrize(
    ("base", "first"),
    [
        ("draw", "holder of [4|4] plays any tile or else lot plays any tile"),
        ("bergen", "lot plays any double or else holder of heaviest tile plays it"),
    ],
)
def test_matches_of_a_child_are_resumed_reviewed_and_put_on(
    base: str, first: str, tmp_path: Path
) -> None:
    file = tmp_path / "opened.rules"
    file.write_text(CHILD.format(base=base, first=first), "utf-8")
    rules = dr.load(file)
    match = played(dr.Match(rules, seed=2), Random(2), 25)
    again = played(dr.Match.read(match.record()), Random(3))
    assert again == played(match, Random(3))
    assert again.winner is not None
    review = dr.review(again.rounds[0], worlds=2)
    assert review.rounds[0].finished
    results = [dr.tournament(["random", "heaviest"], rules, deals=3, jobs=n) for n in (1, 2)]
    assert results[0].pairs == results[1].pairs


@pytest.mark.parametrize("number", range(0, len(openers.FORMS), 9))
def test_whole_matches_with_any_form_of_opener(number: int) -> None:
    """A sample of `python -m benchmarks.openers`, which plays them all."""
    for rules in openers.tables(openers.FORMS[number], 2 + number % 9):
        openers.play(rules, number)


def test_what_the_opener_may_lay_is_written_where_the_round_before_decides() -> None:
    """Whether B opens with any double or with any tile depends on the opener of round 2."""
    first = "holder of [2|1] plays any tile or else A plays any tile"
    rules = next(one for one in openers.tables(first, 3) if "block" in one.source.text)
    text = "opened A:x3/B:00.11.21/C:x3 opener:B round:3 score:6-0-19"
    moves = [str(move) for move in dr.Position(text, rules).legal_moves]
    assert moves == ["00", "11", "21"]
    assert dr.solve(dr.Position(text, rules), dr.Limit(worlds=20)).used == 20
    given = dr.Position(f"{text} with:00.11", rules)
    assert [str(move) for move in given.legal_moves] == ["00", "11"]
    openers.play(rules, 0)
