"""Every search gives the values of plain search without pruning or table."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from dominoes_lang.setup import Goal
from dominoes_solver import plain
from dominoes_solver.limit import Budget
from dominoes_solver.open_hands import evaluate, principal_variation, value
from dominoes_solver.stock import any_sides, any_two_sides
from dominoes_solver.window import exact_value
from tests.solver.stand_in import Draw, Score, StandIn, after, deal, stand_in

SEEDS = st.integers(0, 10**6)

SCORES: list[Score] = [
    "all pips", "losers' pips", "own pips", "fixed", "last tile", "details", "win",
]  # fmt: skip
DRAWS: list[Draw] = ["then stop", "then play", "until able"]
TWO_SIDES = [(0, 1), (0, 1, 0, 1), (0, 1, 0), (0, 0, 1)]
MANY_SIDES = [(0, 1, 2), (0, 1, 2, 3), (0, 1, 2, 0)]


@st.composite
def games(draw: st.DrawFn, sides: list[tuple[int, ...]], stock: list[Draw]) -> StandIn:
    side_of = draw(st.sampled_from(sides))
    seats = len(side_of)
    score = draw(st.sampled_from(SCORES))
    goals = [Goal.WINS] if score == "win" else [Goal.MOST, Goal.FEWEST]
    how = draw(st.sampled_from(stock))
    if how == "never":
        highest, sizes = {2: (5, [6, 7]), 3: (4, [4, 5]), 4: (5, [4, 5])}[seats]
        hand_size, reserve = draw(st.sampled_from(sizes)), 0
    else:
        # Few tiles can be drawn, or plain search takes for ever.
        highest, hand_size = 3, {2: 3, 3: 2, 4: 2}[seats]
        reserve = 10 - seats * hand_size - draw(st.sampled_from([1, 2]))
    return stand_in(
        highest,
        side_of,
        hand_size,
        score=score,
        goal=draw(st.sampled_from(goals)),
        draw=how,
        reserve=reserve,
        blocked_by_passes=draw(st.booleans()) or how == "then stop",
    )


def check(game: StandIn, seed: int, actions: int) -> None:
    """All searches that can do the game agree with the plain one, on a state early in a round."""
    start = deal(game, seed, opener=seed % game.setup.seats)
    state = after(game, start, actions, seed)
    truth = plain.values(game, state)
    found = evaluate(game, state)
    assert found.exact
    assert list(zip(found.actions, found.values, strict=True)) == truth
    best = plain.value(game, state)
    assert value(game, state) == best
    line = principal_variation(game, state)
    end = state
    for action in line:
        end = game.play(end, action)
    assert end.over
    assert plain.settled(game, end) == best
    # The search for any game does plain games as well.
    if game.setup.sides == 2:
        prove = any_two_sides(game, state, Budget())
        sign = -1 if game.setup.goal is Goal.FEWEST else 1
        for action, vector in truth:
            assert sign * exact_value(prove, game.play(state, action)) == vector[0]
    else:
        search = any_sides(game, Budget())
        for action, vector in truth:
            assert search(game.play(state, action)) == vector


@settings(max_examples=100)
@given(games(TWO_SIDES, ["never"]), SEEDS, st.integers(3, 6))
def test_two_sides(game: StandIn, seed: int, actions: int) -> None:
    check(game, seed, actions)


@settings(max_examples=100)
@given(games(MANY_SIDES, ["never"]), SEEDS, st.integers(3, 6))
def test_many_sides(game: StandIn, seed: int, actions: int) -> None:
    check(game, seed, actions)


@settings(max_examples=100)
@given(games(TWO_SIDES, DRAWS), SEEDS, st.integers(1, 4))
def test_two_sides_with_a_stock(game: StandIn, seed: int, actions: int) -> None:
    check(game, seed, actions)


@settings(max_examples=100)
@given(games(MANY_SIDES, DRAWS), SEEDS, st.integers(1, 4))
def test_many_sides_with_a_stock(game: StandIn, seed: int, actions: int) -> None:
    check(game, seed, actions)
