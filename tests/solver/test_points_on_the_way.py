"""What a round pays on the way, and what else only some rules ask of it: every search by the book.

A search that was not built for it must not take it on.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache, partial
from random import Random

import pytest

from dominoes_lang.analysis.payoffs.payoff_bound import only_losers_pay, winner_takes_all
from dominoes_lang.codegen.compiled import Compiled
from dominoes_lang.load import load
from dominoes_lang.lowering.program import Type, Value
from dominoes_lang.setup.ruleset import Goal
from dominoes_lang.table.state import Action, State
from dominoes_lang.text.source import Source
from dominoes_rules import library
from dominoes_rules.play.deals import deal
from dominoes_solver.limit import Budget
from dominoes_solver.search import native
from dominoes_solver.search.one_world import (
    Question,
    best_actions,
    evaluate_many,
    principal_variation,
    value,
)
from dominoes_solver.search.python import reference
from dominoes_solver.search.python.any_game import any_sides, any_two_sides
from dominoes_solver.search.python.null_window import exact_value
from dominoes_solver.worlds.open_hands import OpenHands

GAME = """variant "On the way"
tiles: double-{tiles}
players: {players}
deal: {hand} each
parameter goal = 12 from 1 to 100
layout: line
fits: equal numbers
first opener: lot plays any tile
domino: when mover has no tiles
blocked: when nobody can act
winner:
    when domino: finisher's side
    when blocked: side with fewest pips, ties to nobody
award hand: pips held by winner's opponents to winner at round end
"""
TURN = "turn: play a tile {draw}or else pass"
DOUBLES = """turn:
    play a tile when tiles this turn is 0
    {draw}or else pass when tiles this turn is 0
    or else play a double
    or stop
    again after last tile is double or pips on ends is 4
"""
FIVES = "award fives: pips on ends to mover after play when pips on ends is a multiple of 5"
TARGET = "match: first side to reach goal"
LONG_TURNS = {
    "as many as follow": "turn: play a tile when tiles this turn is 0 "
    "or else pass when tiles this turn is 0 or else play a tile on the last tile or else stop "
    f"again after tiles this turn is at least 1\n{FIVES}",
    "tiles aside": "turn: play a tile {draw}or else discard a tile or else pass",
    "tiles aside by choice": "turn: play a tile {draw}or discard a tile when plays is at least 2 "
    f"or else discard a tile or else pass\n{FIVES}\n{TARGET}, checked after every play",
    "a tile at each end": "turn: play a tile at each end or else play a double when plays is 3 "
    f"{{draw}}or else pass\n{FIVES}\n{TARGET}, checked after every play",
    "one or two tiles": "turn: play a tile at each end or play a tile {draw}or else pass "
    "again after tiles this turn is 2\n"
    f"doubles: count both halves at ends\n{FIVES}",
}
"""Turns that machine code does not know."""
CONSTRUCTS = LONG_TURNS | {
    "a play": FIVES,
    "quotients": "award threes: pips on ends / 3 to mover after play "
    "when pips on ends is a multiple of 3",
    "both halves": f"doubles: count both halves at ends\n{FIVES}",
    "halves alike": "award pair: halves like it to mover after play when ends alike is 2",
    "both halves alike": "doubles: count both halves at ends\n"
    "award pair: halves like it to mover after play when ends alike is 2",
    "a pass": "award run: 7 to finisher's side after pass when passes in a row is 1",
    "a pass of the mover's": "award fine: 0 - 3 to mover after pass",
    "passes before": "award kept: 9 to opener's side after play "
    "when plays is 2 and passes before it is 1",
    "passes before, at the end": "award late: 9 to finisher's side at round end "
    "when passes before it is at least 1",
    "the last number": "award like: halves like it * 3 to finisher's side at round end",
    "the score": f"{FIVES}\naward far: 6 to mover after play when score of mover is more than 4",
    "the score at the end": f"{FIVES}\naward far: 6 to winner at round end "
    "when score of winner is at least 5",
    "overshoot": f"{FIVES}\n{TARGET}, overshoot is ignored",
    "cut": f"{FIVES}\n{TARGET}, checked after every play",
    "overshoot and cut": f"{FIVES}\n{TARGET}, overshoot is ignored, checked after every play",
    "overshoot at the end alone": f"{TARGET}, overshoot is ignored",
    "the lowest wins": f"{FIVES}\nmatch: until a side reaches goal, lowest total wins",
    "only wins": f"{FIVES}\nmatch: 5 rounds, most wins",
    "rounds in vain": "award again: rounds without winner * 5 to winner at round end",
    "turns that go on": DOUBLES,
    "turns that go on, paid": f"{DOUBLES}{FIVES}\naward long: 2 to mover after play "
    "when tiles this turn is 2",
    "turns that go on, cut": f"{DOUBLES}{FIVES}\n{TARGET}, checked after every play",
    "turns that go on, overshoot and cut": f"{DOUBLES}{FIVES}\n{TARGET}, overshoot is ignored, "
    "checked after every play",
    "turns that must go on": "turn: play a tile {draw}or else pass when tiles this turn is 0 "
    f"or else stop again after last tile is double\n{FIVES}\n{TARGET}, checked after every play",
    "nobody can follow": f"{FIVES}\naward lock: 7 to mover after play when nobody can act",
    "somebody can follow, overshoot and cut": "award on: 4 to mover after play when any player can "
    f"act\n{TARGET}, overshoot is ignored, checked after every play",
    "the tiles in the stock": "award rest: pips in stock to winner at round end",
    "the deal": "award double: 5 to each player at the deal when they hold at least 1 double",
    "the deal and plays": f"award double: 5 to A at the deal when B holds [2|1]\n{FIVES}\n{TARGET}",
    "each of them": "award each_one: 2 to each player after play when they have no tiles",
}
STOCK = {
    "draws that go on": "turn: play a tile or draw 1 then go on or else pass",
    "draws up to two": "turn: play a tile or else draw up to 2 then play or else pass",
    "a draw": "award drawn: 0 - 2 to mover after draw",
    "a draw and a play": f"award drawn: 1 to player after mover after draw\n{FIVES}",
}


SHAPES = {
    "two": ("three", "2", 4, ""),
    "three": ("three", "3", 3, ""),
    "four in teams": ("four", "4 in teams of 2", 3, ""),
    "with a stock": ("three", "2", 3, "or else draw until able then play "),
}


@cache
def game(name: str, shape: str) -> Compiled:
    tiles, players, hand, draw = SHAPES[shape]
    construct = (CONSTRUCTS | STOCK)[name]
    text = GAME + ("" if "turn:" in construct else f"{TURN}\n") + construct + "\n"
    text = text.format(tiles=tiles, players=players, hand=hand, draw=draw)
    return library.compiled(load(Source("way.rules", text), library.bundled))


def position(rules: Compiled, seed: int, actions: int) -> State:
    """A position of a later round, some random actions after its deal, with a move to make."""
    random = Random(seed)
    while True:
        state = deal(rules, random)
        scores = tuple(random.randrange(12) for _ in range(rules.setup.sides))
        idle = random.randrange(3) if "idle" in rules.setup.tracks else 0
        state = state._replace(scores=scores, round=5, more=state.more._replace(idle=idle))
        for _ in range(actions):
            if state.over:
                break
            state = rules.play(state, random.choice(rules.legal(state)))
        if not state.over:
            return state


def agree(rules: Compiled, state: State) -> None:
    """Every search gives the values of the book."""
    truth = reference.values(rules, state)
    best = reference.value(rules, state)
    (found,) = evaluate_many(rules, [state], Question(natively=False))
    assert list(zip(found.actions, found.values, strict=True)) == truth
    natively(rules, state, truth, best)
    assert value(rules, state) == best
    end = state
    for action in principal_variation(rules, state):
        end = rules.play(end, action)
    assert reference.settled(rules, end) == best
    children = [(rules.play(state, action), vector) for action, vector in truth]
    if rules.setup.sides == 2:
        prove = any_two_sides(rules, state, Budget())
        sign = -1 if rules.setup.goal is Goal.FEWEST else 1
        found_values = [sign * exact_value(prove, child) for child, _ in children]
        assert found_values == [vector[0] for _, vector in children]
    else:
        search = any_sides(rules, state, Budget())
        assert [search(child) for child, _ in children] == [vector for _, vector in children]


def natively(
    rules: Compiled,
    state: State,
    truth: list[tuple[Action, reference.Vector]],
    best: reference.Vector,
) -> None:
    """Machine code finds the values of the book, however it is asked, and leaves nothing over."""
    if not native.available(rules):
        return
    import numpy as np

    assert native.supports(rules)
    (found,) = native.evaluate_many(rules, [state])
    assert found is not None
    assert found.values is not None
    assert list(zip(found.actions, found.values, strict=True)) == truth
    (together,) = native.bulk_values(rules, OpenHands(state, np.array([state.hands], np.uint64)))
    assert together is not None
    assert together.values is not None
    assert (
        list(zip(together.actions, map(tuple, together.values[0].tolist()), strict=True)) == truth
    )
    if rules.setup.sides == 2:
        only = native.best_value(rules, state)
        assert only is not None
        assert only.values == (best,)
        (tied,) = best_actions(rules, [state], natively=True)
        assert set(tied.actions) == {action for action, vector in truth if vector == best}


def every_search(name: str, positions: int) -> None:
    for shape in SHAPES:
        if name in STOCK and shape != "with a stock":
            continue
        rules = game(name, shape)
        for seed in range(positions):
            agree(rules, position(rules, seed, seed % 5 + 2 * (shape == "with a stock")))


@pytest.mark.parametrize("name", [*CONSTRUCTS, *STOCK])
def test_every_search_agrees_with_the_book(name: str) -> None:
    every_search(name, 3)


@pytest.mark.slow
@pytest.mark.parametrize("name", [*CONSTRUCTS, *STOCK])
def test_and_on_hundreds_of_deals(name: str) -> None:
    every_search(name, 250)


@pytest.mark.parametrize("name", [*CONSTRUCTS, *STOCK])
def test_no_fast_path_takes_it_for_a_plain_game(name: str) -> None:
    setup = game(name, "with a stock" if name in STOCK else "two").setup
    if name == "overshoot at the end alone":
        assert not winner_takes_all(setup)
        return
    # How many rounds were in vain is the same all round, so plain searches may read it.
    assert setup.plain == (name in {"rounds in vain", "the tiles in the stock"})
    if setup.goal is not Goal.WINS and setup.in_play:
        assert not winner_takes_all(setup)
        assert not only_losers_pay(setup)


UNKNOWN = {
    "payments as high as these": "award much: 1000000 * plays to mover after play",
}


@pytest.mark.parametrize("reason", UNKNOWN)
def test_what_machine_code_does_not_know_it_leaves_alone(
    reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("numba")
    from dominoes_solver.search.native.programs.setup_tables import tables
    from dominoes_solver.search.native.programs.words import Inexpressible

    monkeypatch.setitem(CONSTRUCTS, reason, UNKNOWN[reason])
    with pytest.raises(Inexpressible, match=reason):
        tables(game(reason, "two"))


def test_machine_code_refuses_a_field_that_it_has_no_place_for() -> None:
    pytest.importorskip("numba")
    from dominoes_solver.search.native.programs.setup_tables import tables
    from dominoes_solver.search.native.programs.words import Data, Inexpressible, Words

    rules = game("turns that go on, paid", "two")
    tables(rules)
    setup = replace(rules.setup, tracks=rules.setup.tracks | {"humour"})
    with pytest.raises(Inexpressible, match="'humour'"):
        tables(replace(rules, setup=setup, payoff=partial(rules.payoff)))
    with pytest.raises(Inexpressible, match="'humour'"):
        Words(setup, Data(setup)).value(Value("read", Type.TILE, (), "humour"))
