"""Tables with arms as they are drawn: what holds in every layout, in the middle of any round."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain, pairwise, product
from random import Random
from xml.etree import ElementTree

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import dominoes_rules as dr
from dominoes_lang.codegen.compiled import Compiled
from dominoes_lang.table.rows import path_names
from dominoes_rules import library
from dominoes_rules.board.as_text import FEWEST_COLUMNS, arms_text
from dominoes_rules.board.laying.arms_placed import MOST_LAID_AGAIN, lay_arms
from dominoes_rules.board.laying.joined_tiles import ArmRules, JoinedTile, arm_rules, joined
from dominoes_rules.board.laying.lying import Lying, are_apart
from dominoes_rules.board.laying.open_sides import ray_order
from dominoes_rules.board.laying.windows import NARROW, SQUARE, WIDE, Window
from dominoes_rules.play.seat_view import SeatView
from dominoes_rules.position.drawing import picture, svg, tabletop
from dominoes_rules.web.drawn_board import board
from tests.board.laid_tables import (
    arms_lie_well,
    corners,
    is_seen,
    none_overlap,
    overlap,
    played,
    trains_of,
)
from tests.solver.small_games import TABLES, Game, compiled, deal

IN_ARMS = [name for name in TABLES if name not in {"line", "one end"}]
WINDOWS = [NARROW, SQUARE, WIDE]


def rounds(rules: Compiled, seed: int) -> Iterator[dr.Round]:
    """A random round after each action."""
    random, state = Random(seed), deal(rules, seed)
    if rules.setup.shape.star and not state.begun:
        state = state._replace(opening=state.hands[0] & rules.setup.tiles.doubles)
    game = dr.Round.dealt(rules, state)
    while state.opening and not game.is_over:
        game.push(random.choice(game.legal_moves))
        yield game


def drawn_board(game: dr.Round, window: Window) -> str:
    """The board of whose turn it is, with all places."""
    view = SeatView(game, "" if game.is_over else game.turn)
    return board(view, tabletop(view), view.moves, window)


@given(
    st.tuples(st.floats(-3, 3), st.floats(-3, 3)),
    st.sampled_from([0, 8, 15, 22, 30, 45, 60, 90, 135, 200]),
    st.sampled_from([0, 15, 30, 45, 60, 90, 180]),
)
def test_tiles_are_apart_unless_they_overlap(
    at: tuple[float, float], angle: float, turn: float
) -> None:
    """By separating axes, and by clipping the one at the edges of the other."""
    one, other = Lying((1, 2), 0.0, 0.0, turn), Lying((3, 4), *at, angle)
    area = overlap(corners(one), corners(other))
    if not 0 < area < 1e-4:
        assert are_apart(one, other) == (area == 0)
    assert are_apart(one, other, 0.3) <= are_apart(one, other)


@settings(max_examples=12)
@given(
    st.sampled_from(IN_ARMS),
    st.sampled_from(["equal", "wild"]),
    st.integers(0, 999),
    st.sampled_from(WINDOWS),
)
@example("spinner", "equal", 4, NARROW)
@example("spinners", "wild", 0, NARROW)
@example("star", "equal", 9, NARROW)
def test_tiles_in_arms_lie_as_on_a_table_and_move_only_if_pushed(
    name: str, fits: str, seed: int, window: Window
) -> None:
    rules = compiled(Game(6, 2, 1, 7, turn="until able", table=name, fits=fits))
    layout = rules.setup.layout
    arms = arm_rules(layout)
    before: tuple[JoinedTile, ...] = ()
    for game in rounds(rules, seed):
        tiles = joined(game.laid, layout)
        assert tiles[: len(before)] == before
        before = tiles
        placed, shorter = lay_arms(tiles, arms, window), lay_arms(tiles[:-1], arms, window)
        assert placed.pushes > shorter.pushes or placed.tiles[:-1] == shorter.tiles
    if before:  # nobody may have been able to open
        arms_lie_well(game, window)


@settings(max_examples=12)
@given(st.sampled_from(IN_ARMS), st.integers(0, 999), st.integers(FEWEST_COLUMNS, 80))
def test_every_tile_in_arms_is_in_a_row_within_the_width(name: str, seed: int, width: int) -> None:
    rules = compiled(Game(6, 2, 1, 7, turn="until able", table=name))
    for game in rounds(rules, seed):
        rows = arms_text(game.paths, path_names((), game.laid), width)
        assert all(len(row) <= width for row in rows)
        shown = re.findall(r"\[(.)\|(.)\]", "".join(rows))
        assert shown == [(f"{left}", f"{right}") for left, right in game.laid.tiles()]
        assert max(map(len, picture(game, max(40, width)).split("\n"))) <= max(40, width)


def drawn(game: dr.Round, window: Window) -> None:
    """Draw a table in every way: the tiles lie well, all are seen, and no text is too wide."""
    layout = game.setup.layout
    if layout.owners:
        none_overlap(trains_of(game, window).tiles)
    elif layout.branches:
        arms_lie_well(game, window)
    if game.setup.tricks is None:  # pages show no tricks
        assert is_seen(drawn_board(game, window)) >= sum(map(bool, game.laid.tiles()))


@pytest.mark.parametrize("name", library.bundled())
def test_every_table_is_in_its_window_and_no_tiles_overlap(name: str) -> None:
    """At three moments of a round; the slow test has whole rounds of every number of seats."""
    seed = len(name)
    counts = dr.variant(name).players
    *all_of_it, last = played(name, counts[seed % len(counts)], seed)
    for number, at in enumerate((len(all_of_it) // 3, 2 * len(all_of_it) // 3, None)):
        game = last if at is None else next(
            one for count, one in enumerate(played(name, counts[seed % len(counts)], seed))
            if count == at
        )  # fmt: skip
        drawn(game, WINDOWS[(number + seed) % 3])
    assert max(map(len, picture(last, 40).split("\n"))) <= 40
    ElementTree.fromstring(svg(last, 20))


@pytest.mark.slow
@pytest.mark.parametrize("name", library.bundled())
def test_whole_rounds_of_every_game_are_drawn(name: str) -> None:
    for seats, seed in product(dr.variant(name).players, range(12)):
        for game in played(name, seats, seed):
            if game.is_over or (seed + len(game.actions)) % 10 == 0:
                drawn(game, WINDOWS[seed % 3])


def test_a_double_may_lie_against_a_double() -> None:
    *_, game = played("spinner", 3, 0)
    pairs = [*chain.from_iterable(map(pairwise, game.paths))]
    assert any(one[0] == one[1] and other[0] == other[1] for one, other in pairs)
    drawn(game, NARROW)


PUSHED = {"chicken_foot": (2, 8), "cyprus": (8,), "spinner": (4, 8), "five_up": (4,)}
PUSHES_ALLOWED, THREADS_ALLOWED = 1, 3


@pytest.mark.parametrize("name", PUSHED)
def test_few_tiles_move_because_an_end_was_walled_in(name: str) -> None:
    """In a fixed set of rounds; elsewhere tiles stay where they are."""
    pushes = threads = 0
    for seats, seed in product(PUSHED[name], range(2)):
        *_, game = played(name, seats, seed)
        tiles, arms = joined(game.laid, game.setup.layout), arm_rules(game.setup.layout)
        before: tuple[Lying, ...] = ()
        for number in range(1, len(tiles) + 1):
            placed = lay_arms(tiles[:number], arms, WIDE)
            moved = sum(one != other for one, other in zip(before, placed.tiles, strict=False))
            assert moved <= MOST_LAID_AGAIN
            before = placed.tiles
        pushes, threads = pushes + placed.pushes, threads + len(placed.threads)
    assert pushes <= PUSHES_ALLOWED
    assert threads <= THREADS_ALLOWED


def test_a_star_has_all_its_arms_around_one_double_and_a_foot_three_toes() -> None:
    star = JoinedTile((9, 9), sides=8)
    arms = [JoinedTile((9, number), 0) for number in range(8)]
    placed = lay_arms([star, *arms], ArmRules(55, with_feet=False, any_angle=True), WIDE)
    assert [one.angle % 360 for one in placed.tiles[1:]] == ray_order(8)
    assert sorted(ray_order(8)) == [45 * ray for ray in range(8)]
    foot = [JoinedTile((8, 8), 1, sides=4), *(JoinedTile((8, toe), 2) for toe in (1, 2, 3))]
    hen = [JoinedTile((9, 9), sides=6), JoinedTile((9, 8), 0), *foot]
    toes = lay_arms(hen, ArmRules(55, with_feet=True, any_angle=True), WIDE).tiles[3:]
    left, middle, right = sorted((one.angle + 180) % 360 - 180 for one in toes)
    assert middle == 0
    assert 45 <= -left <= 60
    assert 45 <= right <= 60


@pytest.mark.parametrize("name", ["five_up", "maltese_cross", "tiddly_wink", "cyprus"])
def test_a_place_in_the_browser_is_where_the_tile_then_lies(name: str) -> None:
    random, game = Random(5), dr.Round(dr.variant(name), seed=5)
    expected, missing = None, 0
    while not game.is_over:
        found = ElementTree.fromstring(drawn_board(game, SQUARE))
        (camera,) = found
        ghosts = {one.get("data-move"): one for one in camera if one.get("class") == "place"}
        tiles = [one.get("transform") for one in camera if one.get("data-tile")]
        assert expected is None or expected in tiles
        plays = [f"{move}" for move in game.legal_moves if move.tile is not None]
        assert {*ghosts} <= {*plays}
        missing += len(plays) - len(ghosts)
        assert all(one.get("aria-label", "").startswith("lay ") for one in ghosts.values())
        move = random.choice(game.legal_moves)
        ghost = ghosts.get(f"{move}")
        expected = None if ghost is None else ghost[0].get("transform")
        game.push(move)
    assert missing <= 3  # where other tiles would have to move


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
