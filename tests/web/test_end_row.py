"""The row of open ends: every play can be made by a tile and an end, and by nothing else."""

from __future__ import annotations

import asyncio
import re
from random import Random

import pytest

import dominoes_rules as dr
from dominoes_lang.table.marks import Mark, sign
from dominoes_rules.board.laying import arms_placed
from dominoes_rules.board.laying.windows import WIDE
from dominoes_rules.play.seat_view import SeatView
from dominoes_rules.position.drawing import tabletop
from dominoes_rules.web.drawn_board import board, lay_ahead, plays_at_ends, plays_of
from dominoes_rules.web.end_row import EndButton, end_row
from dominoes_rules.web.markup import rendered
from dominoes_rules.web.views import held
from tests.games import with_ends

NAMES = {"A": "Ana", "B": "Ben <b>"}


def row_of(game: dr.Round, seat: str) -> list[EndButton]:
    view = SeatView(game, seat)
    return end_row(view, tabletop(view, NAMES), view.moves, NAMES)


@pytest.mark.parametrize("name", with_ends())
def test_each_play_is_a_tile_and_an_end_or_has_a_button_of_its_own(name: str) -> None:
    random, game = Random(len(name)), dr.Round(dr.variant(name), seed=len(name))
    while not game.is_over and len(game.actions) < 40:
        seat = game.turn
        view = SeatView(game, seat)
        if not game.laid.paths:
            drawn = board(view, tabletop(view), view.moves, WIDE)
            assert drawn.count('class="place"') == len(plays_of(view.moves))
        row = row_of(game, seat)
        plays = {f"{move}" for move in plays_of(view.moves)}
        at_ends = {move for end in row for move in end.plays}
        assert at_ends <= plays
        # Playable ends come first, those that are closed last.
        kinds = [0 if end.moves else 1 if end.is_open else 2 for end in row]
        assert kinds == sorted(kinds)
        for tile in held(view, seat, view.moves, NAMES, row):
            lays = [one.move for one in tile.choices]
            asked = [one.move for one in tile.asked]
            if len(lays) > 1:
                ways = [[move for move in lays if move in end.plays] for end in row]
                alone = {moves[0] for moves in ways if len(moves) == 1}
                assert alone | {*asked} == {*lays}
            else:
                assert not asked
        table = tabletop(view)
        places = board(view, table, view.moves, WIDE).count("data-move")
        certain = sum(way.play.leaving is None for way in plays_at_ends(view, view.moves))
        assert places == certain if table.arm_rules is None else places <= certain
        others = [one for one in view.hand_counts if one != seat]
        assert not any(end.moves for end in row_of(game, others[0]))
        game.push(random.choice(game.legal_moves))
    view = SeatView(game, "")
    assert board(view, tabletop(view), (), WIDE).count("data-tile") == len([*game.laid.tiles()])
    if game.is_over:
        assert row_of(game, "A") == []


@pytest.mark.parametrize("name", with_ends())
def test_a_tile_lies_at_the_end_that_was_tapped(name: str) -> None:
    random, game = Random(len(name)), dr.Round(dr.variant(name), seed=len(name))
    while not game.is_over and len(game.actions) < 40:
        ends = open_ends(game)
        row, following = row_of(game, game.turn), []
        for end in row:
            tapped = next(one for one in ends if end.key == f"{one[0]}{sign(one[1])}")
            for move in end.moves:
                after = game.copy()
                after.push(move)
                # No other end is another one now.
                assert after.is_over or {*ends} - {tapped} <= {*open_ends(after)}
                following.append(move)
            if not end.moves and end.as_at:
                like_it = [(one.number, one.where) for one in row if one.moves]
                assert (end.number, end.as_at) in like_it
                assert f"the same play as {end.as_at}" in end.label
        game.push(random.choice(following or [f"{move}" for move in game.legal_moves]))


def open_ends(game: dr.Round) -> list[tuple[int, Mark | None, int]]:
    named = game.setup.layout.names.named_ends(game.state)
    return [(end.number, end.mark, end.sides) for end in named]


def test_of_two_ends_of_a_line_with_one_number_each_takes_a_tile() -> None:
    line = dr.Position("block A:61.62.10.20.30.40.50/B:x7 play:66 opener:B")
    row = end_row(line, tabletop(line, NAMES), line.legal_moves, NAMES)
    assert [(end.where, end.plays, end.moves) for end in row] == [
        ("left", ("61l", "62l"), ("61l", "62l")),
        ("right", ("61l", "62l"), ("61r", "62r")),
    ]


def test_ends_are_told_by_number_place_and_owner() -> None:
    line = dr.Position("mexican_train/2 CC/A:C4-41/B:C3-33/P:C2-2A A:x16/B:x16 B finisher:A")
    row = end_row(line, tabletop(line, NAMES), (), NAMES)
    assert {(end.number, end.where) for end in row} == {(1, "Ana"), (3, "Ben <b>"), (10, "public")}
    html = rendered("ends.html", row=row)
    assert "Ben &lt;b&gt;" in html
    assert re.findall(r">(\d+)</text>", html) == [f"{end.number}" for end in row]
    hands = "A:51.77.80.10.20.30.60.61.62/B:x12/C:x13/D:x13"
    own = dr.Position(f"basic_trains/4 /A:59-99-94-45/B:88 {hands} A opener:A")
    row = end_row(own, tabletop(own, NAMES), own.legal_moves, NAMES)
    assert [(end.number, end.where, end.sides, end.moves) for end in row if end.where == "Ana"] == [
        (5, "Ana", 1, ("51@95",)),
        (5, "Ana", 1, ()),
    ]
    assert (8, "Ben <b>", 2, ()) in [(end.number, end.where, end.sides, end.moves) for end in row]


def test_what_a_thread_has_laid_the_event_loop_only_draws() -> None:
    random, game = Random(3), dr.Round(dr.variant("chicken_foot"), seats=3, seed=3)
    kept = arms_placed._table, arms_placed._next
    drawn = 0
    while not game.is_over:
        view = SeatView(game, game.turn)
        table = tabletop(view)
        asyncio.run(lay_ahead(view, table, view.moves, WIDE))
        before = [one.cache_info().misses for one in kept]
        drawn += len(board(view, table, view.moves, WIDE))
        assert [one.cache_info().misses for one in kept] == before
        game.push(random.choice(game.legal_moves))
    assert drawn
