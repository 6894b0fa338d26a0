"""Moves that are clearly worse get no more worlds; each has the figures of those that it got."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from dominoes_solver.limit import Limit
from dominoes_solver.pimc.move_standings import Standings
from dominoes_solver.pimc.tally import Tally
from dominoes_solver.pimc.valued_world import World
from dominoes_solver.search import native
from dominoes_solver.search.native import worth
from tests.solver.searched import expectimax
from tests.solver.small_games import Game
from tests.solver.test_search_many_cores import position


def world(values: Sequence[float], weight: float = 1.0) -> World:
    none = [0.0] * len(values)
    return World(values, [(one, -one) for one in values], none, none, weight)


def standings(worlds: Sequence[Sequence[float]]) -> Standings:
    """Those of moves with these values, world by world."""
    moves = len(worlds[0])
    return Standings(tuple(range(moves)), Tally(moves, 2)).plus(map(world, worlds))


def test_only_what_is_clearly_worse_is_dropped() -> None:
    chance = random.Random(1)
    good = [chance.randint(-20, 20) for _ in range(40)]
    worse = [value - chance.randint(0, 9) for value in good]
    close = [value - chance.randint(-9, 9) for value in good]
    some = standings(list(zip(good, worse, good, close, strict=True)))
    fewer = some.without_the_worse(None)
    assert fewer.kept == (0, 2, 3), "an equal one has no error, and stays"
    few = standings(list(zip(good, worse, strict=True))[:29])
    assert few.without_the_worse(None) is few
    unequal = some.plus([world([99, 0, 99, 99], 10.0)])
    assert unequal.tally.effective < 30
    assert unequal.without_the_worse(None) is unequal


def test_each_move_has_the_figures_of_its_own_worlds() -> None:
    first, later = [[5.0, 0.0, 4.0], [6.0, 1.0, 7.0]] * 20, [[0.0, 3.0]] * 40
    dropped = standings(first).without_the_worse(None)
    assert dropped.kept == (0, 2)
    more = dropped.plus(map(world, later))
    (best, now), (second, same), (worst, then) = more.each()
    assert (best, second, worst) == (2, 0, 1)
    assert now is same is more
    assert then.tally.mean(then.column_of(worst)) == 0.5
    assert then.tally.worlds == 40
    gap = then.tally.gap(then.column_of(best), then.column_of(worst), None)
    assert gap.mean == 5.0, "over the worlds that both were in"
    assert more.of_all.best_in == [20, 0, 20]


GAMES = {
    "two sides": Game(5, 2, 1, 6),
    "draws": Game(4, 2, 1, 5, turn="until able"),
    "many sides": Game(4, 3, 1, 4),
}
WORLDS = Limit(worlds=120)


@pytest.mark.parametrize("name", GAMES)
def test_machine_code_drops_the_same_moves_after_the_same_worlds(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules, worlds = position(GAMES[name])
    with monkeypatch.context() as plain:
        plain.setenv(native.SWITCH, "0")
        found = expectimax(rules, worlds, WORLDS, seed=3)
        whole = expectimax(rules, worlds, WORLDS, seed=3, all_moves=True)
        fewest = min(row.worlds for row in found.rows)
        first = expectimax(rules, worlds, Limit(worlds=fewest), seed=3, all_moves=True)
    assert found.rows[0].worlds == 120 > fewest
    assert found.rows[0].action == whole.rows[0].action
    by_worlds = {120: whole, fewest: first}
    for row in found.rows:
        if row.worlds in by_worlds:
            (same,) = [one for one in by_worlds[row.worlds].rows if one.action == row.action]
            assert (row.points, row.win, row.sides) == (same.points, same.win, same.sides)
    if native.available(rules):
        monkeypatch.setattr(worth, "WORTH_IT", 0)
        assert expectimax(rules, worlds, WORLDS, seed=3).rows == found.rows
