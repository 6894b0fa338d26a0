"""Rules that name the mover or the last tile, read from a position as they are played."""

from __future__ import annotations

import pytest

from dominoes_lang.load import load
from dominoes_lang.text.source import Source
from dominoes_rules import library
from dominoes_rules.errors import IllegalMove, PositionError
from dominoes_rules.position.position import Position

GAME = """variant "F"
tiles: {tiles}
players: 2
deal: {deal} each
layout: line
fits: equal numbers
first opener: lot plays any tile
next opener: opener
turn: {turn}
domino: when mover has no tiles
blocked: when {blocked}
winner: finisher
award last: {award}
match: one round
"""


def position(
    text: str,
    blocked: str = "everyone passed in a row",
    turn: str = "play a tile or else pass",
    award: str = "1 to winner at round end",
    tiles: str = "double-two",
    deal: str = "3",
) -> Position:
    rules = GAME.format(turn=turn, blocked=blocked, award=award, tiles=tiles, deal=deal)
    return Position(f"f {text}", load(Source("f.rules", rules), library.bundled))


@pytest.mark.parametrize(
    ("condition", "over"),
    [
        ("mover is A and passes in a row is 1", False),
        ("mover is B and passes in a row is 1", True),
        ("player after mover is A and passes in a row is 1", True),
        ("player after mover is B and passes in a row is 1", False),
        ("tiles held by mover's opponents is 2 and passes in a row is 1", True),
        ("tiles held by mover's opponents is 3 and passes in a row is 1", False),
        ("not mover can play and passes in a row is 1", True),
        ("mover can play and passes in a row is 1", False),
    ],
)
def test_blocked_is_tested_for_who_acted(condition: str, over: bool) -> None:
    """B has passed, and A is next."""
    blocked = f"{condition} or everyone passed in a row"
    hands = "A:20.21.22/B:00.10.11 opener:A play:22,-"
    for text in (hands, "22 A:20.21/B:00.10.11 A passes:1 opener:A"):
        assert position(text, blocked).is_over == over


TURN = "play a tile or draw 1 then stop when last tile is double or else pass"


def offered(text: str, **rules: str) -> list[str]:
    """The moves of a position on double-three, two tiles each."""
    return [
        str(move) for move in position(text, tiles="double-three", deal="2", **rules).legal_moves
    ]


def test_a_draw_that_the_last_tile_allows_is_offered() -> None:
    assert offered("22 A:00/B:20.21 B", turn=TURN) == ["20l", "21l", "+"]
    assert offered("31 A:00/B:10.20 B", turn=TURN) == ["10r"]
    assert offered("22-21 A:x1/B:10.11 B last:22", turn=TURN) == ["10r", "11r", "+"]
    assert offered("22-21 A:x1/B:10.11 B last:21", turn=TURN) == ["10r", "11r"]
    assert offered("22-21 A:x1/B:10.11 B last:12", turn=TURN) == ["10r", "11r"]


def test_a_last_tile_that_counts_now_is_asked_for() -> None:
    with pytest.raises(PositionError, match="add last:22 or last:21"):
        offered("22-21 A:x1/B:10.11 B", turn=TURN)
    with pytest.raises(
        PositionError, match="last:32 must be a tile at an end of the line: 22 or 21"
    ):
        offered("22-21 A:x1/B:10.11 B last:32", turn=TURN)
    assert offered("32-21 A:x1/B:10.11 B", turn=TURN) == ["10r", "11r"], "neither is a double"


@pytest.mark.parametrize("bound", ["less than 2", "at most 1", "not 2"])
def test_a_turn_that_goes_on_for_two_tiles(bound: str) -> None:
    """The tiles of a turn are counted before the turn passes, and not a second time."""
    turn = (
        f"play a tile or else pass again after last tile is double and tiles this turn is {bound}"
    )
    for hands in ("A:00.31.32/B:11.22.33 stock:x4", "A:x3/B:11.22.33 stock:x4", "A:x3/B:x3"):
        text = f"{hands} opener:A play:31,33l"
        assert position(text, turn=turn, tiles="double-three").turn == "B"
        assert position(f"{text},11r", turn=turn, tiles="double-three").turn == "A"


def test_a_last_tile_that_counts_at_the_end_is_asked_for() -> None:
    text = "22-21 A:x1/B:10 B"
    for award in ("1 to winner at round end when blocked and last tile is double",
                  "ends it fitted + 1 to winner at round end"):  # fmt: skip
        with pytest.raises(PositionError, match="add last:22 or last:21"):
            offered(text, award=award)
    for award in ("1 to winner at round end when domino and last tile is double",
                  "1 to winner at round end when last tile is [0|0]"):  # fmt: skip
        assert offered(text, award=award) == ["10r"]


def test_where_nobody_can_act_another_tile_is_laid_before_the_end() -> None:
    award = "1 to winner at round end when last tile is double"
    assert offered("22-21 A:x1/B:10 B", blocked="nobody can act", award=award)


def test_the_last_tile_is_written_where_it_counts() -> None:
    before = position("22 A:x1/B:20.21 B", tiles="double-three", deal="2", turn=TURN)
    after = before.play("21")
    assert str(after) == "f 12-22 A:x1/B:20 A last:21"
    with pytest.raises(IllegalMove):
        after.play("+")


@pytest.mark.parametrize(("stock", "over"), [(1, False), (0, True)])
def test_somebody_can_act_while_the_stock_is_open(stock: int, over: bool) -> None:
    """All tiles with a 0 or a 1 are laid, and these are the ends: nobody can play."""
    text = f"00-02-21-11-13-30-01 A:x{2 - stock}/B:x1 B stock:x{stock} finisher:A"
    turn = "play a tile or else draw 1 then stop or else pass"
    assert position(text, "nobody can act", turn, tiles="double-three", deal="4").is_over == over
