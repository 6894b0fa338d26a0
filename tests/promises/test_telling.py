"""What a step is said to tell is true of every hand, and is what the solver concludes."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dominoes_lang.analysis.profile import profile
from dominoes_lang.analysis.revealed.steps import Signal, Unable, reveals
from dominoes_lang.analysis.revealed.visibility import Visibility, visibility
from dominoes_lang.codegen.compiled import Compiled, compile_rules
from dominoes_lang.load import load
from dominoes_lang.play.interpreter import Interpreter
from dominoes_lang.table.spots import open_mask
from dominoes_lang.table.state import Action, Kind, State
from dominoes_lang.text.source import Source
from dominoes_rules import library
from dominoes_solver.evidence.actions import Revealed, revealed
from dominoes_solver.evidence.evidence import Unsupported
from tests.promises.rounds import games, random_round
from tests.promises.small import GAMES, small

pytestmark = pytest.mark.xdist_group("games")  # all are compiled once


def step_taken(compiled: Compiled, state: State, action: Action) -> int | None:
    """The step of the turn that an action belongs to.

    None where the turn went on after a draw, or where a second tile must follow a play.
    """
    if not state.ends or state.step >= 0 or state.more.owed >= 0:
        return None
    setup, rules = compiled.setup, Interpreter(compiled.setup)
    return next(
        number
        for number, step in enumerate(setup.turn.steps)
        if step.act.kind is action.kind and action in rules.step_actions(state, number)
    )


def concluded(compiled: Compiled, state: State, action: Action) -> Revealed | None:
    """What the solver concludes; None where the rules ask for hidden tiles."""
    try:
        return revealed(compiled, state, action)
    except Unsupported:
        return None


def assert_true(compiled: Compiled, state: State, action: Action, said: Signal) -> None:
    setup, rules = compiled.setup, Interpreter(compiled.setup)
    able = bool(state.hands[state.mover] & open_mask(setup.layout.rules, state, state.mover))
    holds = any(rules.holds(guard, state) for guard in said.conditions)
    if said.unable is Unable.ALWAYS or (said.unable is not Unable.NEVER and holds):
        assert not able
    if said.own is not None:
        assert rules.holds(said.own, state)
    if not said.like:
        assert not any(rules.holds(guard, state) for guard in said.denied)
        if rules.stock_is_open(state):
            assert not any(rules.holds(guard, state) for guard in said.denied_with_stock)
    found = concluded(compiled, state, action)
    if found is not None and action.kind is not Kind.PLAY:
        shown = found.unable == setup.tiles.all
        assert shown == (said.unable is Unable.ALWAYS or (said.unable is Unable.AT_TIMES and holds))


@settings(max_examples=3)
@given(seed=st.integers(0, 2**32))
def test_what_a_step_tells_is_true_and_what_the_solver_concludes(seed: int) -> None:
    for compiled in (*games(), *(small(name) for name in GAMES)):
        for before, action, _ in random_round(compiled, seed):
            number = step_taken(compiled, before, action)
            if number is not None:
                assert_true(compiled, before, action, reveals(compiled.setup, number))


def test_a_free_choice_is_taken_with_and_without_a_tile_that_fits() -> None:
    compiled = library.compiled(library.variant("draw_one"), 2)
    able = set()
    for seed in range(20):
        for before, action, _ in random_round(compiled, seed):
            number = step_taken(compiled, before, action)
            if number is not None and action.kind is Kind.DRAW:
                assert reveals(compiled.setup, number).nothing
                able.add(bool(before.hands[before.mover] & compiled.setup.fits.mask(before.ends)))
    assert able == {True, False}


DRAW_ON_A_CONDITION = """variant "Careful"
extends "draw"
tiles: double-three
deal: 4 each
first opener: A plays any tile
turn:
    play a tile
    or else draw 1 then play when mover holds no 0
    or else pass
blocked: when everyone passed in a row
"""


def test_a_draw_that_did_not_happen_tells_nothing_once_the_stock_is_empty() -> None:
    setup = load(Source("careful.rules", DRAW_ON_A_CONDITION), library.bundled).setup()
    compiled, held = compile_rules(setup), set()
    passing = reveals(setup, 2)
    assert passing.in_words.endswith('"mover holds no 0" is false whenever a tile can be drawn')
    for seed in range(40):
        for before, action, _ in random_round(compiled, seed):
            number = step_taken(compiled, before, action)
            if number == passing.step:
                assert_true(compiled, before, action, passing)
                rules = Interpreter(setup)
                (guard,) = passing.denied_with_stock
                held.add((rules.stock_is_open(before), rules.holds(guard, before)))
    assert (False, True) in held
    assert (True, False) in held
    assert (True, True) not in held


def test_in_words() -> None:
    said = {
        name: [str(reveals(one.setup, number)) for number in range(len(one.setup.turn.steps))]
        for name in ("partnership", "draw_one", "draw")
        for one in [library.compiled(library.variant(name))]
    }
    assert said["partnership"][1] == "pass: shows that no tile of the hand fits an open end"
    assert said["draw_one"][1] == "draw 1 then stop: reveals nothing (free choice)"
    assert said["draw_one"][2] == "pass: reveals nothing (free choice)"
    assert said["draw"][1] == (
        "draw until able then play: shows that no tile of the hand fits an open end; "
        "of the tiles drawn only the last can fit, and it is played"
    )


def test_a_bonus_for_a_locked_line_shows_something_of_hands() -> None:
    child = 'variant "x"\nextends "partnership"\n'
    bonus = "award lock: 10 to finisher's side after play when nobody can play\n"
    for text, reads in ((child, False), (child + bonus, True)):
        setup = load(Source("x.rules", text), library.bundled).setup()
        assert reads == any("an award is paid" in line for line in profile(setup).lines())


def test_terms_are_public_own_or_hidden() -> None:
    setup = library.variant("partnership").setup()
    assert visibility(setup, setup.domino) is Visibility.PUBLIC
    assert visibility(setup, setup.blocked) is Visibility.HIDDEN
    assert visibility(setup, setup.winner) is Visibility.HIDDEN
    setup = next(one.setup for one in games() if one.setup.name == "guards")
    assert [visibility(setup, step.guard) for step in setup.turn.steps] == [
        Visibility.PUBLIC,
        Visibility.PUBLIC,
        Visibility.OWN,
        Visibility.PUBLIC,
        Visibility.PUBLIC,
        Visibility.PUBLIC,
    ]
