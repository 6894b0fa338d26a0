"""Means over worlds, their errors, and the rules that end a search."""

from __future__ import annotations

import itertools
import math
import random
import statistics
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dominoes_lang.codegen.compiled import Compiled
from dominoes_lang.table.state import State
from dominoes_lang.table.tiles import numbers_in
from dominoes_solver.limit import Limit
from dominoes_solver.pimc import chunk_plan, pimc, worlds_in_reach
from dominoes_solver.pimc.budgets import Nodes, usual_nodes
from dominoes_solver.pimc.bulk_outcomes import BulkWorlds
from dominoes_solver.pimc.findings import SearchProgress
from dominoes_solver.pimc.tally import Tally
from dominoes_solver.pimc.valued_world import World
from dominoes_solver.search.python import reference
from tests.solver.searched import expectimax
from tests.solver.small_games import Game, after, compiled, deal


@dataclass(frozen=True)
class Dealt:
    """All ways to deal the tiles that the mover does not hold, or a random few of them."""

    states: tuple[State, ...]
    determined: bool = True

    @property
    def count(self) -> int:
        return len(self.states)

    def state(self, rank: int, rng: random.Random | None) -> State:
        if self.determined:
            assert rng is None, "there is nothing to draw"
            return self.states[rank]
        assert rng is not None
        order = list(self.states[rank].stock)
        rng.shuffle(order)
        return self.states[rank]._replace(stock=tuple(order))

    def in_bulk(self, ranks: Sequence[int], orders: Sequence[random.Random]) -> None:
        """They are made one by one."""


def worlds(state: State, most: int, seed: int = 0) -> Dealt:
    """Up to `most` worlds in which the two opponents of the mover of a game for two differ."""
    other = 1 - state.mover
    hidden = [*numbers_in(state.hands[other]), *state.stock]
    size = state.hands[other].bit_count()
    found = []
    for chosen in itertools.combinations(hidden, size):
        hands = list(state.hands)
        hands[other] = sum(1 << tile for tile in chosen)
        stock = tuple(tile for tile in hidden if tile not in chosen)
        found.append(state._replace(hands=tuple(hands), stock=stock))
    random.Random(seed).shuffle(found)
    return Dealt(tuple(found[:most]))


BLOCK = Game(4, 2, 1, 5)


def position(game: Game = BLOCK, actions: int = 1) -> tuple[Compiled, State]:
    """A state with several moves to choose from."""
    rules = compiled(game)
    for seed in itertools.count():
        state = after(rules, deal(rules, seed), actions, seed)
        if len(rules.legal(state)) > 2:
            return rules, state
    raise AssertionError


def plain_means(rules: Compiled, source: Dealt, side: int) -> dict[object, list[int]]:
    """What each move is worth in each world, by plain search."""
    values: dict[object, list[int]] = {}
    for state in source.states:
        for action, vector in reference.values(rules, state):
            values.setdefault(action, []).append(vector[side])
    return values


@pytest.mark.parametrize("match", ["most", "fewest", "wins"])
def test_all_worlds_are_exact(match: str) -> None:
    rules, state = position(replace(BLOCK, match=match), 2)
    source = worlds(state, 60)
    report = expectimax(rules, source)
    assert report.exact
    assert report.used == report.count == source.count
    assert not report.interrupted
    own = rules.setup.side_of[state.mover]
    truth = plain_means(rules, source, own)
    sign = -1 if match == "fewest" else 1
    assert {row.action for row in report.rows} == set(truth)
    best = max(sign * statistics.mean(values) for values in truth.values())
    for row in report.rows:
        values = [sign * value for value in truth[row.action]]
        assert row.points.mean == pytest.approx(sign * statistics.mean(values))
        assert row.gap.mean == pytest.approx(best - statistics.mean(values))
        assert row.points.se is None
        assert row.gap.se is None
        assert row.win == pytest.approx(statistics.mean(value > 0 for value in values))
        assert row.tie == pytest.approx(statistics.mean(value == 0 for value in values))
        assert row.sides[own] == pytest.approx(row.points.mean)
        assert row.sides[1 - own] == pytest.approx(-row.points.mean)
    gaps = [row.gap.mean for row in report.rows]
    assert gaps == sorted(gaps)
    assert gaps[0] == 0


def test_a_sample_has_errors_and_repeats() -> None:
    rules, state = position()
    source = worlds(state, 250)
    report = expectimax(rules, source, Limit(worlds=80), seed=4)
    assert report.used == 80
    assert not report.exact
    assert report.rows[0].gap.se is None
    assert all(row.points.se is not None for row in report.rows)
    again = expectimax(rules, source, Limit(worlds=80), seed=4)
    assert again.rows == report.rows
    assert expectimax(rules, source, Limit(worlds=80), seed=5).rows != report.rows
    whole = expectimax(rules, source, Limit(worlds=250), seed=4)
    assert whole.exact
    means = {row.action: row.points.mean for row in whole.rows}
    for row in report.rows:
        assert row.points.se is not None
        assert abs(row.points.mean - means[row.action]) < 5 * row.points.se + 1e-9


def test_the_first_worlds_are_the_same_however_many_are_asked_for() -> None:
    """So that an interrupted search can be repeated by the number of worlds it had used."""
    rules, state = position()
    source = worlds(state, 250)
    seen: list[list[State]] = [[], []]

    for number, asked in enumerate((20, 60)):

        def note(world: State, seen: list[State] = seen[number]) -> float:
            seen.append(world)
            return 1.0

        expectimax(rules, source, Limit(worlds=asked), seed=9, weight=note)
    assert seen[0] == seen[1][:20]
    assert len(set(seen[1])) == 60


def test_it_ends_once_the_best_move_is_clear_or_no_more_is_to_be_had() -> None:
    rules, state = position()
    source = worlds(state, 10**6)
    report = expectimax(rules, source, seed=1)
    if report.used < min(1000, source.count):
        assert report.used >= 200
        assert report.used % 50 == 0
        for row in report.rows[1:]:
            assert row.gap.se is not None
            assert row.gap.mean >= 3 * row.gap.se


def test_without_a_limit_it_ends_when_enough_work_is_done(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = compiled(Game(4, 2, 1, 5, turn="until able"))
    source = worlds(after(rules, deal(rules, 1), 2, 1), 100)
    full = expectimax(rules, source, seed=1)
    assert not full.spent
    few = Nodes(usual_nodes(rules, natively=False).of_a_world, full.nodes // 4)
    monkeypatch.setattr(chunk_plan, "usual_nodes", lambda *_, **__: few)
    monkeypatch.setattr(worlds_in_reach, "FEWEST_IN_REACH", 1)
    short = expectimax(rules, source, seed=1)
    assert short.spent
    assert 2 <= short.used < full.used
    again = expectimax(rules, source, Limit(worlds=short.used), seed=1)
    assert not again.spent
    assert again.rows == short.rows
    assert expectimax(rules, source, Limit(worlds=full.used), seed=1).used == full.used


def test_interrupt_and_time() -> None:
    rules, state = position()
    source = worlds(state, 250)
    calls = itertools.count()

    def interrupt(_: State) -> float:
        if next(calls) == 7:
            raise KeyboardInterrupt
        return 1.0

    report = expectimax(rules, source, seed=2, weight=interrupt)
    assert report.interrupted
    assert report.used == 7
    repeated = expectimax(rules, source, Limit(worlds=7), seed=2)
    assert repeated.rows == report.rows

    def at_once(_: State) -> float:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        expectimax(rules, source, weight=at_once)
    late = expectimax(rules, source, Limit(time=1e-9), seed=2)
    assert late.used == 1
    assert late.interrupted


def test_an_order_of_the_stock_is_drawn_where_ranks_leave_it_open() -> None:
    rules, state = position(Game(4, 2, 1, 5, turn="until able"))
    source = replace(worlds(state, 1), determined=False)
    report = expectimax(rules, source, Limit(worlds=30), seed=1)
    assert report.used == 30
    assert not report.exact
    assert report.estimated == 0
    with pytest.raises(ValueError, match="stock"):
        expectimax(rules, source, Limit(exact=True))


def test_out_of_reach_it_says_so_with_the_cost(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pimc, "SIGN_OF_LIFE", 0.0)
    rules = compiled(Game(6, 2, 1, 7, turn="then stop"))
    source = Dealt((deal(rules, 1), deal(rules, 1)))
    signs: list[SearchProgress] = []
    report = expectimax(rules, source, Limit(nodes=3000), progress=signs.append)
    assert report.estimated == 2
    assert not report.exact
    assert report.cost is not None
    assert report.cost > 3000
    assert signs


def test_where_the_first_world_is_out_of_reach_no_other_is_searched(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(chunk_plan, "usual_nodes", lambda *_, **__: Nodes(3000, 10**9))
    rules = compiled(Game(6, 2, 1, 7, turn="then stop"))
    report = expectimax(rules, Dealt((deal(rules, 1),) * 7))
    assert report.used == report.estimated == 7
    assert 3000 <= report.nodes < 3300


def test_the_worth_of_an_only_action_takes_little_of_the_usual_search(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    usual = Nodes(20_000, 400_000)
    monkeypatch.setattr(chunk_plan, "usual_nodes", lambda *_, **__: usual)
    rules = compiled(Game(6, 2, 1, 7, turn="then stop"))
    forced = next(
        state
        for seed in range(100)
        if len(rules.legal(state := after(rules, deal(rules, seed), 1, seed))) == 1
    )
    source = Dealt((forced,) * 300)
    at_once = expectimax(rules, source)
    assert at_once.used > 1
    assert at_once.nodes <= usual.of_an_answer // chunk_plan.HASTE
    assert expectimax(rules, source, Limit(worlds=1)).nodes > at_once.nodes


def test_one_move_and_three_sides() -> None:
    rules = compiled(Game(4, 3, 1, 4))
    state = next(
        state
        for seed in range(100)
        if len(rules.legal(state := after(rules, deal(rules, seed), 4, seed))) == 1
    )
    report = expectimax(rules, Dealt((state,)))
    (row,) = report.rows
    assert report.exact
    assert row.sides == reference.values(rules, state)[0][1]
    assert row.points.mean == row.sides[state.mover]
    assert row.best_in == 1


def test_weights() -> None:
    rules, state = position()
    source = worlds(state, 40)
    weights = {world: 1.0 + number % 3 for number, world in enumerate(source.states)}
    report = expectimax(rules, source, weight=weights.__getitem__)
    truth = plain_means(rules, source, rules.setup.side_of[state.mover])
    total = sum(weights.values())
    for row in report.rows:
        mean = sum(
            weights[world] * value
            for world, value in zip(source.states, truth[row.action], strict=True)
        )
        assert row.points.mean == pytest.approx(mean / total)


def test_errors_are_those_of_the_textbook() -> None:
    first, second = [3.0, -1.0, 4.0, 1.0, 5.0, -9.0], [2.0, -6.0, 5.0, 3.0, 5.0, -8.0]
    tally = Tally(2, 2)
    for one, other in zip(first, second, strict=True):
        tally.add(World([one, other], [(one, -one), (other, -other)], [0, 0], [1, 1]))
    assert tally.best == 0
    points = tally.points(0, None)
    assert points.se == pytest.approx(statistics.stdev(first) / math.sqrt(6))
    differences = [one - other for one, other in zip(first, second, strict=True)]
    gap = tally.gap(0, 1, None)
    assert gap.mean == pytest.approx(statistics.mean(differences))
    assert gap.se == pytest.approx(statistics.stdev(differences) / math.sqrt(6))
    assert gap.se is not None
    finite = tally.gap(0, 1, 24)
    assert finite.se == pytest.approx(gap.se * math.sqrt(1 - 6 / 24))
    assert tally.gap(0, 1, 6).se is None
    assert tally.best_in == [3, 4]


@given(
    moves=st.integers(1, 4),
    sides=st.integers(2, 3),
    worlds=st.integers(0, 12),
    estimates=st.booleans(),
    chance=st.randoms(use_true_random=False),
)
def test_worlds_added_together_are_worlds_added_one_by_one(
    moves: int, sides: int, worlds: int, estimates: bool, chance: random.Random
) -> None:
    def world() -> World:
        vectors = [[chance.randint(-99, 99) for _ in range(sides)] for _ in range(moves)]
        wins, ties = ([chance.randint(0, 1) for _ in range(moves)] for _ in range(2))
        weight, noise = 1.0, None
        if estimates and chance.random() < 0.5:
            weight, noise = (
                chance.random(),
                [[chance.random() for _ in range(moves)] for _ in range(moves)],
            )
        return World([vector[0] for vector in vectors], vectors, wins, ties, weight, noise)

    found = [world() for _ in range(worlds)]
    one_by_one = Tally(moves, sides)
    for one in found:
        one_by_one.add(one)
    none = Tally(moves, sides)
    cut = worlds // 2
    assert vars(none.plus(found[:cut]).plus(found[cut:])) == vars(one_by_one)
    assert vars(none.plus(in_bulk(found))) == vars(one_by_one)
    assert vars(none) == vars(Tally(moves, sides))


def in_bulk(worlds: list[World]) -> list[BulkWorlds]:
    """The same worlds, as many together as have noise, or have none."""
    found = []
    for has_noise, run in itertools.groupby(worlds, lambda world: world.noise is not None):
        some = list(run)
        columns = [np.array([world[place] for world in some]) for place in range(5)]
        noise = np.array([world.noise for world in some]) if has_noise else None
        found.append(BulkWorlds(*columns)._replace(noise=noise))
    return found


def test_estimates_are_uncertain_even_where_every_world_is_used() -> None:
    tally = Tally(2, 2)
    tally.add(
        World([4.0, 1.0], [(4, -4), (1, -1)], [1, 1], [0, 0], noise=[[0.25, 0.125], [0.125, 0.75]])
    )
    assert tally.points(0, 1).se == 0.5
    assert tally.gap(0, 1, 1).se == math.sqrt(0.75)
    half = Tally(1, 2)
    for _ in range(2):
        half.add(World([4.0], [(4, -4)], [1], [0], noise=[[0.25]]))
    # No world differs, and half of the noise of their mean is left: the rest are as uncertain.
    assert half.points(0, 4).se == math.sqrt(0.25 / 2 * 2 / 4)
    exact = Tally(2, 2)
    exact.add(World([4.0, 1.0], [(4, -4), (1, -1)], [1, 1], [0, 0]))
    assert exact.points(0, 1).se is None
    assert exact.gap(0, 1, 1).se is None
