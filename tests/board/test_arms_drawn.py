"""Tables with arms as they are drawn: what holds in every layout, in the middle of any round."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain, combinations, pairwise, product
from random import Random
from xml.etree import ElementTree

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import dominoes_rules as dr
from dominoes_lang.codegen.compiled import Compiled, compile_rules
from dominoes_lang.table.fits import Fits
from dominoes_lang.table.tiles import Tile
from dominoes_rules import library
from dominoes_rules.board.as_text import FEWEST_COLUMNS, arms_text
from dominoes_rules.board.branching import JoinedTile, joined, lay_arms
from dominoes_rules.board.geometry import NARROWEST, Placement
from dominoes_rules.play.seat_view import SeatView
from dominoes_rules.position.drawing import picture, svg
from dominoes_rules.web.drawn_board import board
from tests.board.test_geometry import border, overlap
from tests.solver.small_games import TABLES, Game, compiled, deal

IN_ARMS = [name for name in TABLES if name not in {"line", "one end"}]


def rounds(rules: Compiled, seed: int) -> Iterator[dr.Round]:
    """A random round after each action."""
    random, state = Random(seed), deal(rules, seed)
    if rules.setup.shape.star and not state.begun:
        state = state._replace(opening=state.hands[0] & rules.setup.tiles.doubles)
    game = dr.Round.dealt(rules, state)
    while state.opening and not game.is_over:
        game.push(random.choice(game.legal_moves))
        yield game


def far_apart(one: Placement, other: Placement) -> bool:
    """Whether there is room between two tiles at an edge, so that their halves do not touch."""
    return not any(border(*pair) for pair in product(one.squares, other.squares))


def touch(one: Placement, other: Placement, fits: Fits) -> bool:
    """Whether the near half of a tile shares a whole edge with halves of another that fit it."""
    near = one.squares if one.tile[0] == one.tile[1] else one.squares[:1]
    shared = sum(
        border(half, half2)
        for half, half2 in product(near, other.squares)
        if fits.touch(half2.number, half.number)
    )
    return shared >= 1


def lie_well(game: dr.Round, width: int) -> None:
    layout = game.setup.layout
    tiles = joined(game.laid, layout)
    spread = lay_arms(tiles, width)
    shown = (*spread.placements, *spread.copies)
    assert [Tile.of(*one.tile) for one in spread.placements] == [
        Tile.of(*one.tile) for one in tiles
    ]
    assert all(not overlap(one, other) for one, other in combinations(shown, 2))
    assert all(-width / 2 <= one.x and one.x + one.width <= width / 2 for one in shown)
    pairs = set()
    for place, tile in enumerate(tiles[1:], 1):
        at, near = spread.placements[place], tiles[tile.neighbour]
        copies = [one for one in spread.copies if Tile.of(*one.tile) == Tile.of(*near.tile)]
        hosts = [spread.placements[tile.neighbour], *copies]
        (host,) = [one for one in hosts if touch(at, one, layout.fits)]
        pairs |= {(at, host), (host, at)}
    for one, other in combinations(shown, 2):
        assert (one, other) in pairs or far_apart(one, other)


@settings(max_examples=12)
@given(
    st.sampled_from(IN_ARMS),
    st.sampled_from(["equal", "wild"]),
    st.integers(0, 999),
    st.integers(NARROWEST, 30),
)
@example("spinner", "equal", 4, NARROWEST)
@example("spinners", "wild", 0, NARROWEST)
@example("star", "equal", 9, NARROWEST)
def test_tiles_in_arms_lie_as_on_a_table_and_never_move(
    name: str, fits: str, seed: int, width: int
) -> None:
    rules = compiled(Game(6, 2, 1, 7, turn="until able", table=name, fits=fits))
    before: tuple[JoinedTile, ...] = ()
    for game in rounds(rules, seed):
        tiles = joined(game.laid, rules.setup.layout)
        assert tiles[: len(before)] == before
        before = tiles
        spread, shorter = lay_arms(tiles, width), lay_arms(tiles[:-1], width)
        assert spread.placements[:-1] == shorter.placements
        assert spread.copies[: len(shorter.copies)] == shorter.copies
    if before:  # nobody may have been able to open
        lie_well(game, width)


@settings(max_examples=12)
@given(st.sampled_from(IN_ARMS), st.integers(0, 999), st.integers(FEWEST_COLUMNS, 80))
def test_every_tile_in_arms_is_in_a_row_within_the_width(name: str, seed: int, width: int) -> None:
    rules = compiled(Game(6, 2, 1, 7, turn="until able", table=name))
    for game in rounds(rules, seed):
        rows = arms_text(game.paths, game.setup.layout.path_names(game.laid), width)
        assert all(len(row) <= width for row in rows)
        shown = re.findall(r"\[(.)\|(.)\]", "".join(rows))
        assert shown == [(f"{left}", f"{right}") for left, right in game.laid.tiles()]
        assert max(map(len, picture(game, max(40, width)).split("\n"))) <= max(40, width)


@pytest.mark.parametrize("width", [11, 24])
def test_a_star_of_eight_lies_well(width: int) -> None:
    rules = compile_rules(dr.variant("cyprus").setup(4))
    for seed in range(2):
        *_, game = rounds(rules, seed)
        lie_well(game, width)


def drawn(game: dr.Round, width: int) -> None:
    """Draw a table in every way; the tiles lie well, and no text is too wide."""
    layout = game.setup.layout
    if layout.branches and not layout.owners:
        lie_well(game, width)
    assert max(map(len, picture(game, 40).split("\n"))) <= 40
    ElementTree.fromstring(svg(game, width))
    if not game.is_over:
        view = SeatView(game, game.turn)
        ElementTree.fromstring(board(view, view.opening_place, view.moves, width))


def test_a_double_may_lie_against_a_double() -> None:
    rules = dr.variant("spinner")
    random, game = Random(0), dr.Round(rules, seats=3, seed=0)
    while not game.is_over:
        game.push(random.choice(game.legal_moves))
    pairs = [*chain.from_iterable(map(pairwise, game.paths))]
    assert any(one[0] == one[1] and other[0] == other[1] for one, other in pairs)
    drawn(game, NARROWEST)


@pytest.mark.slow
@pytest.mark.parametrize("name", library.bundled())
def test_whole_rounds_of_every_game_are_drawn(name: str) -> None:
    rules = dr.variant(name)
    for players, seed in product(rules.players, range(3)):
        random, game = Random(seed), dr.Round(rules, seats=players, seed=seed)
        while not game.is_over:
            game.push(random.choice(game.legal_moves))
            if game.is_over or random.random() < 0.1:
                drawn(game, random.choice([NARROWEST, 15, 30]))


@pytest.mark.parametrize("name", ["five_up", "maltese_cross", "tiddly_wink"])
def test_a_place_in_the_browser_is_where_the_tile_then_lies(name: str) -> None:
    random, game = Random(5), dr.Round(dr.variant(name), seed=5)
    expected = None
    while not game.is_over:
        view = SeatView(game, game.turn)
        drawn = ElementTree.fromstring(board(view, view.opening_place, view.moves, 15))
        ghosts = {one.get("data-move"): one for one in drawn if one.get("class") == "place"}
        tiles = [one.get("transform") for one in drawn if one.get("class") != "place"]
        assert expected is None or expected in tiles
        assert [*ghosts] == [f"{move}" for move in view.moves if move.tile is not None]
        assert all(one.get("aria-label", "").startswith("lay ") for one in ghosts.values())
        move = random.choice(game.legal_moves)
        expected = None if move.tile is None else ghosts[f"{move}"][0].get("transform")
        game.push(move)


def test_a_table_with_arms_in_forty_columns() -> None:
    laid = "53-36-66-65-51/66-64/66-60-05-55-54-44-42-21-11"
    position = dr.Position(f"all_fives/2 {laid} A:x3/B:x3 A opener:A stock:x8")
    assert picture(position, 40).split("\n> A")[0] == (
        "  [5|3][3|6][6|6][6|5][5|1]\n"
        "             6-6 [6|4]\n"
        "   6-6 [6|0][0|5][5|5][5|4][4|4][4|2]\n"
        "       [2|1][1|1]\n"
        "\n"
        "  open   1 @51   4 @64   5 @53   1-1\n"
        "         counts 12"
    )
    star = dr.Position("cyprus/4 19-99-92/99-93-30/99-94 A:x8/B:x8/C:x8/D:x8 A opener:A stock:x17")
    assert picture(star, 40).split("\n> A")[0] == (
        "  [1|9][9|9][9|2]\n"
        "        9-9 [9|3][3|0]\n"
        "        9-9 [9|4]\n"
        "\n"
        "  open   9-9 (4)\n"
        "  later  0 @30   1 @91   2 @92   4 @94"
    )
