"""Tiles laid aside: what the others see of them, how positions write them, what is refused."""

from __future__ import annotations

import pytest

from dominoes_rules import Position, Round, worlds
from dominoes_rules.errors import IllegalMove, PositionError, UnclearPosition
from dominoes_rules.play.seat_view import SeatView

HANDS = "A:31.33.41.44.60.63.66/B:10.30.32.42.43.50.51/C:00.11.20.40.52.53.64"
OPEN = f"gaple {HANDS}/D:21.22.54.55.61.62.65 play:00,~62 opener:C"
FROM_A = "gaple A:31.33.41.44.60.63.66/B:x7/C:x7/D:x7 play:00,~ opener:C"
LATER = "gaple 00 A:31.33.41.44.60.63.66/B:x7/C:x6/D:x6 A aside:D1 opener:C"


def test_nobody_else_sees_which_tile_is_laid_aside() -> None:
    game = Round.from_position(Position(OPEN))
    assert game.seen_by("A") == Position(FROM_A)
    for seat in "ABCD":
        seen, view = game.seen_by(seat), SeatView(game, seat)
        assert ("~62" in game.text_seen_by(seat)) == (seat == "D")
        for table in (seen, view):
            assert [str(tile) for tile in table.laid_aside("D")] == ["62"] * (seat == "D")
            assert table.aside_counts == {"A": 0, "B": 0, "C": 0, "D": 1}
    assert SeatView(game).laid_aside("D") == ()


def test_a_tile_laid_aside_did_not_fit_and_is_out_of_the_hand() -> None:
    found = worlds(Position(FROM_A))
    assert list(found.holders) == ["B", "C", "D", "D aside", "stock"]
    assert found.void["D"] == (0,)
    assert found.chance("D aside", "10") == 0
    assert found.chance("D aside", "62") == pytest.approx(found.chance("D", "62") / 6)
    assert worlds(Position(OPEN)).chance("D aside", "62") == 1


def test_a_finished_round_is_settled_only_where_tiles_laid_aside_are_known() -> None:
    position = Position(
        "gaple A:x7/B:x7/C:x7/D:10.32.41.54.60.62.65 play:00,60l,30r,61l,53r,10l,50r,40l,20r,32r,"
        "33r,42l,63r,65r,52l,55l,~,54l,43l,51r,~,41r,~,31l,44r,~62,21l,~ opener:C"
    )
    assert position.is_over
    assert position.outcome is None


def test_a_snapshot_counts_tiles_laid_aside_and_names_those_that_are_known() -> None:
    before = Position(LATER)
    assert str(before) == LATER
    after = before.play("60l").play("~").play("64l").play("~21")
    assert "aside:B1.D1~21 void:B=0.6,D=0.4" in str(after)
    assert Position(str(after)) == after
    assert after.aside_counts == {"A": 0, "B": 1, "C": 0, "D": 2}
    assert [str(tile) for tile in after.laid_aside("D")] == ["21"]


@pytest.mark.parametrize(
    ("text", "error", "why"),
    [
        (OPEN.replace("~62", "~"), IllegalMove, "write which is laid aside: ~64"),
        (OPEN.replace("~62", "~62,60,~62"), IllegalMove, "B can't lay 62 aside"),
        (FROM_A.replace("~", "~40"), IllegalMove, "D can't lay 40 aside: D laid a tile aside"),
        (FROM_A.replace("D:x7", "D:55.x6"), UnclearPosition, "whether D laid 55 aside"),
        (LATER.replace("D1", "D1.D2"), PositionError, "D appears twice"),
        (LATER.replace("D1", "D~66"), PositionError, "66 appears twice"),
        (LATER.replace("D1", "E1"), PositionError, "'E' is not a seat"),
        (LATER.replace("D1", "D0"), PositionError, "must name seats"),
        (LATER.replace("gaple", "cross/4"), PositionError, "nobody lays a tile aside in this game"),
    ],
)
def test_refusals(text: str, error: type[PositionError], why: str) -> None:
    with pytest.raises(error, match=why):
        Position(text)
