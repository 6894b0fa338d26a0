"""The examples of positions, as they are written in the design."""

from __future__ import annotations

import pytest

import dominoes_rules as dr
from dominoes_lang.table.tiles import Tile
from dominoes_rules.position.hidden_hands import worlds
from dominoes_rules.position.outcome import Outcome
from dominoes_rules.position.position import Position

RECORD = "partnership A:66.15.22.24.20.43.50/B:x7/C:x7/D:x7 play:66,61l,62r,-,15l,-,52l,-"
DRAWN = "draw A:66.64.43.31.20.10.50/B:x7 play:66,+,+,61l"
SNAPSHOT = "block/2 26-66-61-15 A:22.24.20.43/B:x6 A void:B=2.5 passes:1 opener:A"


@pytest.mark.parametrize("text", [RECORD, DRAWN, SNAPSHOT])
def test_the_three_forms(text: str) -> None:
    position = Position(text)
    assert position.turn == "A"
    assert Position(str(position)) == position
    assert eval(repr(position)) == position


def test_worlds_as_json() -> None:
    found = worlds(Position(RECORD)).as_json()
    holders = found["holders"]
    assert isinstance(holders, dict)
    assert found["count"] == 15008
    assert round(holders["B"]["64"], 4) == 0.3787
    assert holders["stock"] == {}
    assert found["void"] == {"B": [2, 5], "C": [], "D": [1, 2]}
    assert list(holders) == ["B", "C", "D", "stock"]
    assert all(list(holders[seat]) == list(holders["B"]) for seat in "CD")
    assert holders["B"]["55"] == 0


def test_the_opening_of_partnership() -> None:
    opening = "partnership A:66.15.22.24.20.43.50/B:x7/C:x7/D:x7"
    assert worlds(Position(f"{opening} play:66")).count == 399_072_960
    assert worlds(Position(opening)).count == 399_072_960


def test_as_a_library() -> None:
    found = dr.worlds(dr.Position(RECORD))
    assert found.chance("B", "64") == pytest.approx(0.3787, abs=1e-4)
    assert len(found.sample(10, seed=1)) == 10
    assert found.sample(3, seed=1) == found.sample(10, seed=1)[:3]
    for one in found.sample(5, seed=2):
        assert worlds(one).count == 1
        assert one.knows_mover
        assert Position(str(one)) == one
    assert [str(move) for move in dr.Position(RECORD).legal_moves] == ["20l", "22l", "42l"]


@pytest.mark.parametrize(
    "condition",
    ["", "B holds [6|4] or B holds [3|3]", "B holds [6|4] or pips held by B is a multiple of 3"],
)
def test_hands_in_bulk_are_those_of_the_worlds(condition: str) -> None:
    """Also where the worlds are in several parts, as a condition with "or" makes them."""
    numpy = pytest.importorskip("numpy")
    position = Position(SNAPSHOT)
    if condition:
        position = position.supposing(condition)
    found, evidence, number = worlds(position), position.evidence, 20_000
    hands = found.sample_hands(number, seed=1)
    assert set(map(tuple, hands.tolist())) == {evidence.hands(world) for world in evidence.table}
    assert len(evidence.tables) > 1 or not condition
    for tile, chance in found.holders["B"].items():
        place = evidence.setup.tiles.number[Tile.parse(tile)]
        seen = int((hands[:, 1] >> numpy.uint64(place) & numpy.uint64(1)).sum())
        assert abs(seen - number * chance) <= 5 * (number * chance * (1 - chance)) ** 0.5


def test_the_deductions_in_words() -> None:
    assert worlds(Position(RECORD)).deductions() == [
        "D held no 1 and no 2: D passed on 1-2 at action 4",
        "B held no 2 and no 5: B passed on 5-2 at action 6",
        "D held no 2: D passed on 2 at action 8",
    ]


def test_what_a_draw_until_able_shows() -> None:
    """The first tile drawn did not fit, and the second was the tile played."""
    position = Position(DRAWN)
    found = worlds(position)
    assert found.void == {"B": (6,)}
    assert set(found.holders) == {"B", "stock"}
    assert "61" not in found.holders["B"]
    assert found.chance("B", "65") == 0
    assert found.chance("stock", "65") == 1
    assert found.chance("A", "64") == 1


def test_a_world_is_a_record_with_every_hand() -> None:
    found = worlds(Position(DRAWN))
    first = found[0]
    assert str(first).startswith("draw A:10.20.31.43.50.64.66/B:")
    assert "play:66,+" in str(first)
    assert ",+61,61l" in str(first)
    with pytest.raises(IndexError):
        found[found.count or 0]


def test_the_end_of_a_round() -> None:
    """With hidden hands left the outcome is told where they don't matter."""
    wins = Position(
        "domohnoes/2 A:x7/B:00.11.20.40.51.54.62 "
        "play:55,54l,43l,51r,32l,62l,60l,20l,10r,00r,-,40r,41r,11r"
    )
    assert wins.is_over
    assert worlds(wins).count == 9
    assert wins.outcome == Outcome("domino", "B", {"A": 0, "B": 1})
    assert wins.legal_moves == ()
    # Partnership pays the pips of all tiles left, whoever holds them.
    pips = Position(
        "partnership A:10.20.22.42.44.51.54/B:x7/C:x7/D:x7 opener:C "
        "play:66,-,-,62l,63r,31r,20l,60l,61l,21l,22l,-,52l,55l,51r,65l,50r,40r,54r,53r,30r,-,10r,"
        "64l,11r"
    )
    assert worlds(pips).count == 2
    assert pips.outcome == Outcome("domino", "AC", {"AC": 37, "BD": 0})
    # In block they are the loser's, and here they are hidden.
    assert Position(str(wins).replace("domohnoes/2", "block") + " opener:A").outcome is None
    assert Position("domohnoes/2 A:66.65.55.54.44.43.33/B:x7 play:66").outcome is None
