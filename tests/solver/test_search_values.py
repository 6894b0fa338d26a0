"""Every search gives the values of plain search without pruning or table."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dominoes_lang.codegen.compiled import Compiled
from dominoes_lang.setup.ruleset import Goal
from dominoes_lang.table.state import State
from dominoes_rules import Position, solve
from dominoes_solver.limit import Budget
from dominoes_solver.search.one_world import principal_variation, value
from dominoes_solver.search.python import reference
from dominoes_solver.search.python.any_game import any_sides, any_two_sides
from dominoes_solver.search.python.null_window import exact_value
from tests.solver.small_games import (
    DISCARDS,
    FITS,
    TABLES,
    WITH_STOCK,
    Game,
    after,
    compiled,
    deal,
    drawn,
    evaluate,
)

SEEDS = st.integers(0, 10**6)
TWO_SIDES = [(2, 1), (4, 2)]
MANY_SIDES = [(3, 1), (4, 1), (6, 2)]
DOUBLE_THREE = 10
TILES_ASIDE = Path(__file__).parent.parent / "rulesets" / "tiles_aside.rules"


@st.composite
def games(
    draw: st.DrawFn,
    players: list[tuple[int, int]],
    turns: list[str],
    tables: tuple[str, ...] = ("line",),
) -> Game:
    """A game for one of these numbers of seats and team sizes, small enough for plain search."""
    seats, team = draw(st.sampled_from(players))
    turn = draw(st.sampled_from(turns))
    if turn in WITH_STOCK:
        highest, hand_size = 3, {2: 3, 3: 2, 4: 2, 6: 1}[seats]
        reserve = DOUBLE_THREE - seats * hand_size - draw(st.sampled_from([1, 2]))
    elif turn in DISCARDS:
        highest, hand_size, reserve = 3, {2: 5, 3: 3, 4: 2, 6: 1}[seats], 0
    else:
        highest, sizes = {2: (5, [6, 7]), 3: (4, [4, 5]), 4: (5, [4, 5]), 6: (5, [3])}[seats]
        hand_size, reserve = draw(st.sampled_from(sizes)), 0
    table = draw(st.sampled_from(tables))
    if table != "line":
        highest, hand_size = min(highest, 4), min(hand_size, 14 // seats)
    return drawn(draw, (highest, seats, team, hand_size), turn, reserve=reserve, table=table)


def check(rules: Compiled, state: State) -> None:
    """All searches that can do the game agree with the plain one."""
    truth = reference.values(rules, state)
    found = evaluate(rules, state)
    assert found.exact
    assert list(zip(found.actions, found.values, strict=True)) == truth
    best = reference.value(rules, state)
    assert value(rules, state) == best
    end = state
    for action in principal_variation(rules, state):
        end = rules.play(end, action)
    assert end.over
    assert reference.settled(rules, end) == best
    # The search for any game does plain games as well.
    children = [(rules.play(state, action), vector) for action, vector in truth]
    if rules.setup.sides == 2:
        prove = any_two_sides(rules, state, Budget())
        sign = -1 if rules.setup.goal is Goal.FEWEST else 1
        assert [sign * exact_value(prove, child) for child, _ in children] == [
            vector[0] for _, vector in children
        ]
    else:
        search = any_sides(rules, state, Budget())
        assert [search(child) for child, _ in children] == [vector for _, vector in children]


def early(rules: Compiled, seed: int, actions: int) -> State:
    """A state some random actions into a random deal."""
    start = deal(rules, seed, opener=seed % rules.setup.seats)
    return after(rules, start, actions, seed)


@settings(max_examples=25)
@given(games(TWO_SIDES, ["pass"]), SEEDS, st.integers(3, 6))
def test_two_sides(game: Game, seed: int, actions: int) -> None:
    check(compiled(game), early(compiled(game), seed, actions))


@settings(max_examples=25)
@given(games(MANY_SIDES, ["pass"]), SEEDS, st.integers(3, 6))
def test_many_sides(game: Game, seed: int, actions: int) -> None:
    check(compiled(game), early(compiled(game), seed, actions))


@settings(max_examples=25)
@given(games(TWO_SIDES, list(WITH_STOCK)), SEEDS, st.integers(1, 4))
def test_two_sides_with_a_stock(game: Game, seed: int, actions: int) -> None:
    check(compiled(game), early(compiled(game), seed, actions))


@settings(max_examples=25)
@given(games(MANY_SIDES, list(WITH_STOCK)), SEEDS, st.integers(1, 4))
def test_many_sides_with_a_stock(game: Game, seed: int, actions: int) -> None:
    check(compiled(game), early(compiled(game), seed, actions))


@pytest.mark.thorough
@settings(max_examples=12)
@given(games([*TWO_SIDES, *MANY_SIDES], ["pass after a double"]), SEEDS, st.integers(6, 9))
def test_a_guard_that_reads_the_last_tile(game: Game, seed: int, actions: int) -> None:
    check(compiled(game), early(compiled(game), seed, actions))


def test_a_position_with_a_tile_laid_aside() -> None:
    """[3|3] lies aside and is paid for: it is worth six of the thirteen points."""
    record = "A:10.11.21.31.32/B:00.20.22.30.33 play:11,~33,10l opener:A"
    found = solve(Position(f"{TILES_ASIDE} {record}"))
    values = {str(row.move): row.points.mean for row in found}
    assert values == {"00l": 13, "30l": 13, "20l": 10}


@settings(max_examples=60)
@given(games([*TWO_SIDES, *MANY_SIDES], list(DISCARDS)), SEEDS, st.integers(4, 7))
def test_tiles_that_are_laid_aside_are_still_paid_for(game: Game, seed: int, actions: int) -> None:
    check(compiled(game), early(compiled(game), seed, actions))


@pytest.mark.thorough
@settings(max_examples=40)
@given(
    games([*TWO_SIDES, *MANY_SIDES], ["pass", "doubles", *WITH_STOCK], (*TABLES, "trains")[1:]),
    SEEDS,
    st.integers(4, 8),
)
def test_every_table(game: Game, seed: int, actions: int) -> None:
    """Stars, spinners, doubles that must be covered, and tables that begin from a tile."""
    rules = compiled(game)
    check(rules, early(rules, seed, actions))


@pytest.mark.thorough
@settings(max_examples=25)
@given(
    games(TWO_SIDES, ["pass", *WITH_STOCK], tuple(TABLES)),
    st.sampled_from([*FITS][1:]),
    SEEDS,
    st.integers(4, 8),
)
def test_every_way_to_fit(game: Game, fits: str, seed: int, actions: int) -> None:
    rules = compiled(replace(game, fits=fits))
    check(rules, early(rules, seed, actions))


@pytest.mark.parametrize("seed", [0, 60, 63])
def test_the_place_in_the_stock_matters(seed: int) -> None:
    """Deals in which a table that forgets how far the stock is drawn gives a wrong value."""
    rules = compiled(Game(3, 2, 1, 3, turn="then stop", reserve=1))
    check(rules, deal(rules, seed))
