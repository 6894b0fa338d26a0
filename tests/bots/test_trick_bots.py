"""What bots say and play in games of tricks, on positions made by hand; and which refuse to."""

from __future__ import annotations

from random import Random

import pytest

import dominoes_rules as dr
from dominoes_rules.bots import bot
from dominoes_rules.bots.deciding import expect_right_file
from dominoes_rules.bots.trick_sense import hoped_for, is_sure, points_in
from dominoes_solver.belief.model import UnfitModel

GAMES = ("texas_42", "moon")
STRONG = "66.65.64.63.55.44.21"
"""Four sixes from the top, two other doubles, and one tile that loses."""
WEAK = "61.50.40.32.30.21.10"


def choice(actions: str, hand: str, seat: str = "A", opener: str = "A") -> str:
    dealt = "/".join(f"{each}:{hand if each == seat else 'x7'}" for each in "ABCD")
    played = f" play:{actions}" if actions else ""
    return str(bot("counts")(dr.Position(f"texas_42 {dealt}{played} opener:{opener}"), Random(0)))


@pytest.mark.parametrize(
    ("actions", "seat", "hand", "said"),
    [
        ("", "A", STRONG, "b30"),
        ("", "A", WEAK, "-"),
        ("b30,b32", "C", STRONG, "b33"),
        ("b30,-", "C", STRONG, "-"),  # a partner's bid stands
        ("", "A", "66.65.64.63.62.61.60", "b84"),
        ("b30,-,-,-", "A", STRONG, "t6"),
        ("b30,-,-,-", "A", "66.55.44.33.22.50.40", "tD"),
    ],
)
def test_what_it_says(actions: str, seat: str, hand: str, said: str) -> None:
    assert choice(actions, hand, seat) == said


@pytest.mark.parametrize(
    ("actions", "seat", "hand", "best"),
    [
        # its highest trump while others have some, then doubles, then the loser
        ("b30,-,-,-,t6", "A", STRONG, "66"),
        # a partner's trick that nobody can beat gets the counter, another one does not
        ("b30,-,-,-,t6,66,61", "C", "64.55.50.32.30.21.10", "64"),
        ("b30,-,-,-,t6,54,41", "C", "64.55.50.32.30.21.10", "50"),
        ("b30,-,-,-,t6,65,61", "C", "50.41.32.55.30.21.10", "10"),
        # an opponent's trick is taken, or else gets the cheapest tile
        ("b30,-,-,-,t6,54,41,51", "D", "55.50.32.30.21.10.20", "55"),
        ("b30,-,-,-,t6,55,54,51", "D", "50.53.32.30.21.10.20", "53"),
    ],
)
def test_what_it_plays(actions: str, seat: str, hand: str, best: str) -> None:
    assert choice(actions, hand, seat) == best


def test_who_did_not_follow_has_no_such_tile() -> None:
    """Where opponents have shown that they have no trump, a double comes before the next one."""
    assert choice("b30,-,-,-,t6,66,20,61,30", STRONG) == "55"
    assert choice("b30,-,-,-,t6,66,20,61,60", STRONG) == "65"


@pytest.mark.parametrize("game", GAMES)
def test_all_tricks_are_worth_all_points(game: str) -> None:
    setup = dr.Round(dr.variant(game), seed=1).setup
    points = points_in(setup)
    assert points.total == {"texas_42": 42, "moon": 7}[game]
    assert sum(points.of_tile) + points.of_trick * 7 == points.total
    sixes = setup.tiles.mask(tile for tile in setup.tiles.tiles if 6 in tile)
    assert is_sure(setup, sixes, 6)
    assert hoped_for(setup, sixes, 6) == points.total > hoped_for(setup, sixes, 5)


def test_it_beats_chance() -> None:
    for game in GAMES:
        assert dr.tournament(("counts", "random"), game, deals=12, seed=3).points("counts").mean > 0


@pytest.mark.parametrize("name", ["essay", "lowest", "exposed", "rarity", "long_suit"])
def test_what_plays_by_open_ends_refuses(name: str) -> None:
    game = dr.Round(dr.variant("texas_42"), seed=1)
    with pytest.raises(UnfitModel, match="open ends"):
        expect_right_file(bot(name), [game.setup])
    said: list[str] = []
    for typed in ("b30", "-", "-", "-", "t5"):
        game.push(typed)
    move = bot(name, say=said.append)(game.position, Random(0))
    assert move == bot("counts")(game.position, Random(0))
    assert "it plays as counts" in said[0]
