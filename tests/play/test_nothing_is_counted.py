"""Views, bots that look at their own hand, pictures and records count no worlds."""

from __future__ import annotations

from random import Random

import pytest

import dominoes_rules as dr
from dominoes_lang.load import load
from dominoes_lang.text.source import Source
from dominoes_rules import library
from dominoes_rules.bots import bot
from dominoes_rules.play.seat_view import SeatView
from dominoes_rules.position import drawing
from dominoes_rules.position.choice_models import COUNTED_ALIKE, how_to_fit, usual_model
from dominoes_rules.reviewing import reviews
from dominoes_rules.reviewing.review_options import ReviewOptions
from dominoes_solver.evidence.evidence import Unsupported
from dominoes_solver.worlds import counting
from dominoes_solver.worlds.counting import WorldTable

MANY = """variant "Many"
extends "{}"
tiles: {}
players: {}
deal: {} each
match: first side to reach 30
"""
TABLES = {
    "ten on double-twelve": ("block", "double-twelve", 10, 8),
    "eight who draw on double-nine": ("draw", "double-nine", 8, 5),
    "ten on double-eighteen": ("block", "double-eighteen", 10, 9),
}
BOTS = ("random", "heaviest", "exposed", "rarity", "essay")


def many(name: str) -> dr.Ruleset:
    return load(Source("many.rules", MANY.format(*TABLES[name])), library.bundled)


def no_table(*_: object) -> None:
    raise AssertionError("worlds were counted")


@pytest.mark.parametrize("name", [*TABLES, "cuban_double_nine", "kozel", "bergen"])
def test_a_match_is_played_saved_and_drawn(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(WorldTable, "__init__", no_table)
    rules = many(name) if name in TABLES else dr.variant(name)
    match, random = dr.Match(rules, seed=1), Random(1)
    bots = [bot(one) for one in BOTS]
    for _ in range(3):
        while not match.round.is_over:
            game = match.round
            position = game.seen_by(game.turn)
            move = bots[len(game.actions) % len(bots)](position, random)
            if not random.randrange(20):
                dr.Position(str(position), rules)
                drawing.picture(position)
                assert game.seen_by("A").outcome is None
            game.push(move)
        drawing.picture(match.round)
        if match.winner is not None:
            break
        match.next_round()
    assert dr.Match.read(match.record()) == match


@pytest.mark.parametrize("name", ["ten on double-eighteen", "draw_one", "puerto_rico_500"])
def test_a_seat_sees_its_own_tiles_until_the_round_is_over(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(WorldTable, "__init__", no_table)
    game, random = dr.Round(many(name) if name in TABLES else dr.variant(name), seed=3), Random(3)
    first = None
    while not game.is_over:
        for seat in ("", *game.setup.seat_names):
            view = SeatView(game, seat)
            for other, size in game.hand_counts.items():
                assert view.hand(other) == (game.hand(other) if other == seat else ())
                assert view.hand_counts[other] == size
            assert view.stock == ()
            assert view.moves == (game.legal_moves if seat == game.turn else ())
            seen = (view.line, view.ends, view.turn, view.standing, view.last_play)
            assert seen == (game.line, game.ends, game.turn, game.standing, game.last_play)
            if first is not None:
                assert view.line[view.opening_place] == first
        game.push(random.choice(game.legal_moves))
        first = first or next(iter(game.line), None)
    view = SeatView(game)
    assert [view.hand(seat) for seat in view.hand_counts] == [
        game.hand(seat) for seat in game.hand_counts
    ]
    assert view.outcome == game.outcome


@pytest.mark.parametrize("name", ["ten on double-eighteen", "draw_one"])
def test_whether_one_world_is_left_is_seen_without(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(WorldTable, "__init__", no_table)
    game, random = dr.Round(many(name) if name in TABLES else dr.variant(name), seed=2), Random(2)
    for _ in range(9):
        game.push(random.choice(game.legal_moves))
    assert dr.Round.from_position(game.position) == game
    assert usual_model(game.position) == COUNTED_ALIKE
    assert reviews._rounds(ReviewOptions(game.position)) == ([game], "A", [])
    seen = game.seen_by(game.turn)
    with pytest.raises(dr.PositionError, match="several worlds fit"):
        dr.Round.from_position(seen)
    with pytest.raises(dr.PositionError, match="several worlds fit"):
        reviews._rounds(ReviewOptions(seen))
    assert how_to_fit(seen)


def test_whoever_asks_for_too_many_worlds_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(counting, "MOST_EDGES", 10_000)  # the refusal takes as long as it is high
    game, random = dr.Round(many("ten on double-twelve"), seed=1), Random(1)
    for _ in range(30):
        game.push(random.choice(game.legal_moves))
    position = game.seen_by(game.turn)
    assert position.legal_moves
    with pytest.raises(Unsupported, match="differ in too many ways to count them"):
        _ = position.evidence.table


def test_a_record_that_no_world_fits_is_refused_all_the_same() -> None:
    """24 hidden tiles bear a 0 or a 1. Once I has passed, J and the stock have room for 19."""
    rules = many("ten on double-twelve")
    others = "/".join(f"{seat}:x8" for seat in "BCDEFGHIJ")
    text = f"many A:10.22.32.33.42.43.44.52/{others} opener:A play:10,-,-,-,-,-,-,-"
    assert dr.Position(text, rules).turn == "I"
    with pytest.raises(dr.IllegalMove, match="action 9: no deal fits it together with: B passed"):
        dr.Position(f"{text},-", rules)
