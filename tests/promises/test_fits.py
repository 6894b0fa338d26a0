"""What fits, told apart from the code: the open halves of a line, tile by tile."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

import dominoes_rules as dr
from dominoes_lang.table.spots import open_mask, plays_of
from dominoes_lang.table.state import Kind
from dominoes_lang.table.tiles import Tile
from dominoes_rules.position.position import Position
from tests.solver.small_games import FITS, Game, compiled, deal

TOUCHING: dict[str, Callable[[int, int, Tile], bool]] = {
    "equal": lambda half, other, tile: half == other,
    "sums": lambda half, other, tile: half + other == 7 or tile in {(0, 0), (6, 1)},
    "wild": lambda half, other, tile: half == other or 6 in {half, other},
    "doubles first": lambda half, other, tile: half == other,
    "all at once": lambda half, other, tile: (
        half + other == 6 or 1 in {half, other} or tile == (0, 0)
    ),
}


@pytest.mark.parametrize("fits", FITS)
def test_plays_and_what_they_leave_open(fits: str) -> None:
    rules = compiled(Game(6, 2, 1, 9, turn="until able", fits=fits))
    tiles, seen = rules.setup.tiles.tiles, set()
    for seed in range(12):
        random, state, laid = Random(seed), deal(rules, seed), set[Tile]()
        ends: list[int] = []
        while not state.over:
            action = random.choice(rules.legal(state))
            before, state = state, rules.play(state, action)
            if action.kind is not Kind.PLAY:
                continue
            tile = tiles[action.tile]
            if not ends:
                ends = [*tile]
            else:
                ends[action.place] = fitting(fits, before.ends, laid, tile)[
                    action.place, action.leaving
                ]
            laid.add(tile)
            assert state.ends == tuple(ends)
            held = [tiles[one] for one in range(len(tiles)) if state.hands[state.mover] >> one & 1]
            expected = {
                (tiles.index(one), *way) for one in held for way in fitting(fits, ends, laid, one)
            }
            plays = plays_of(rules.setup.layout.rules, state, state.hands[state.mover])
            assert {(one.tile, one.place, one.leaving) for one in plays} == expected
            mask = (
                open_mask(rules.setup.layout.rules, state, state.mover) & state.hands[state.mover]
            )
            assert mask == rules.setup.tiles.mask(tiles[number] for number, *_ in expected)
            seen |= {one.leaving >= 0 for one in plays}
    assert seen == ({False} if fits in {"equal", "doubles first"} else {False, True})


def fitting(
    fits: str, ends: tuple[int, ...] | list[int], laid: set[Tile], tile: Tile
) -> dict[tuple[int, int], int]:
    """For each place of a tile, and what is named as left open, the half that is left open."""
    found: dict[tuple[int, int], int] = {}
    for place, number in enumerate(ends):
        if place and number in ends[:place]:
            continue
        waits = fits in {"doubles first", "all at once"} and (number, number) not in laid
        far = {
            tile.other_half(half)
            for half in tile
            if TOUCHING[fits](half, number, tile) and (not waits or tile == (number, number))
        }
        found |= {(place, one if len(far) > 1 else -1): one for one in far}
    return found


def test_a_matador_that_fits_either_way_round_names_what_it_leaves_open() -> None:
    position = Position("matador/2 63 A:43.50.11.22.51.60/B:x7 A opener:B")
    assert {"43l=3", "43l=4", "43r=3", "43r=4"} <= {str(move) for move in position.legal_moves}
    with pytest.raises(dr.AmbiguousMove, match="43r: it fits either way round; write 43r=3 or"):
        position.play("43r")
    with pytest.raises(dr.IllegalMove, match="43r=5: it can't be laid leaving 5 there"):
        position.play("43r=5")
    with pytest.raises(dr.InvalidMove, match="'x' is not a half"):
        position.play("43r=x")
    after = position.play("43r=4")
    assert after.ends == (6, 4)
    assert "63-34" in str(Position(str(after)))


def test_the_first_action_of_a_round_from_a_tile_may_be_the_pass_that_blocks_it() -> None:
    text = 'variant "D"\nextends "block"\ntiles: double-two\ndeal: 1 each\n'
    openers = "first opener: lot\nnext opener: player after opener\n"
    ruleset = dr.loads(f"{text}layout: line from [2|2]\n{openers}blocked: when nobody can act\n")
    assert Position("d/2 22 A:11/B:10 B opener:A passes:1", ruleset).is_over


def test_a_line_that_no_order_of_play_leads_to_is_refused() -> None:
    """A wild tile may lie against anything, but only if it was laid later."""
    hands = "A:x6/B:x6 A opener:A"
    assert Position(f"matador/2 66-61 {hands}").ends == (6, 1)
    with pytest.raises(dr.PositionError, match="does not match"):
        Position(f"matador/2 66-62 {hands}")
    with pytest.raises(dr.PositionError, match="the halves don't match"):
        Position(f"matador/2 66-61-65-25-55 {hands}")
    ruleset = dr.loads('variant "D"\nextends "draw"\nfits: equal numbers, only after its double\n')
    assert Position(f"d/2 53-33-32 {hands}", ruleset).ends == (5, 2)
    with pytest.raises(dr.PositionError, match="no order of play leads to this line"):
        Position(f"d/2 53-32 {hands}", ruleset)
