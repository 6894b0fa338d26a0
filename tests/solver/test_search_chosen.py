"""A search limited to some of the moves finds for them what a full search does."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dominoes_solver.limit import Limit
from dominoes_solver.search import native
from dominoes_solver.search.one_world import Question, evaluate_many
from tests.solver.native_games import games
from tests.solver.searched import expectimax
from tests.solver.small_games import Game, after, compiled, deal, evaluate
from tests.solver.test_search_many_cores import position


@pytest.mark.parametrize("natively", [False, True], ids=["plain", "native"])
@settings(max_examples=20)
@given(game=games(), seed=st.integers(0, 1000), actions=st.integers(0, 8), data=st.data())
def test_values_are_those_of_a_full_search(
    natively: bool, game: Game, seed: int, actions: int, data: st.DataObject
) -> None:
    rules = compiled(game)
    if natively and not (native.available(rules) and native.supports(rules)):
        return
    state = after(rules, deal(rules, seed), actions, seed)
    legal = rules.legal(state)
    chosen = data.draw(st.sets(st.integers(0, len(legal) - 1), min_size=1))
    only = [legal[place] for place in sorted(chosen)]
    whole = evaluate(rules, state)
    values = dict(zip(whole.actions, whole.values, strict=True))
    found = list(evaluate_many(rules, [state, state], Question(only=only, natively=natively)))
    assert len(found) == 2
    for one in found:
        assert one.exact
        assert one.actions == tuple(only)
        assert one.values == tuple(values[action] for action in only)


def test_one_move_takes_less_search(monkeypatch: pytest.MonkeyPatch) -> None:
    rules, worlds = position(Game(5, 4, 2, 5))
    monkeypatch.setenv(native.SWITCH, "0")
    whole = expectimax(rules, worlds, Limit(worlds=20), seed=2)
    for row in whole.rows:
        alone = expectimax(rules, worlds, Limit(worlds=20), seed=2, only=[row.action])
        assert len(alone.rows) == 1
        assert alone.rows[0].points == row.points
        assert (alone.rows[0].win, alone.rows[0].sides) == (row.win, row.sides)
        assert alone.nodes < whole.nodes


def test_gaps_are_among_the_moves_searched() -> None:
    rules, worlds = position(Game(5, 4, 2, 5))
    whole = {row.action: row for row in expectimax(rules, worlds, Limit(worlds=30)).rows}
    best, *others = whole
    chosen = random.Random(1).sample(others, 2)
    found = expectimax(rules, worlds, Limit(worlds=30), only=chosen)
    assert best not in {row.action for row in found.rows}
    first = found.rows[0]
    assert first.gap.mean == 0
    for row in found.rows:
        assert row.points == whole[row.action].points
        assert row.gap.mean == pytest.approx(first.points.mean - row.points.mean)
