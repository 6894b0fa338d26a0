"""The interpreter and the generated functions say the same, in every state of every ruleset."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dominoes_lang.codegen.both_ways import BothWays
from dominoes_lang.codegen.compiled import Compiled
from dominoes_lang.setup.ruleset import Setup
from dominoes_lang.syntax.nodes import Expression
from dominoes_lang.table.state import State
from dominoes_rules import library
from dominoes_rules.play.deals import deal

RULESETS = Path(__file__).parent.parent / "rulesets"
FILES = sorted(RULESETS.glob("*.rules"))
NAMES = [*library.bundled(), *(str(path) for path in FILES)]


def setups(name: str) -> Iterator[Compiled]:
    """A ruleset for each number of players."""
    ruleset = library.find(name)
    for seats in ruleset.players:
        yield library.compiled(ruleset, seats)


def conditions(setup: Setup) -> list[Expression]:
    """Every condition of the rules that may be asked of any state."""
    guards = [step.guard for step in setup.turn.steps if step.guard is not None]
    invariants = [condition for _, condition in setup.invariants]
    return [setup.domino, setup.blocked, *guards, *invariants]


def play_both(compiled: Compiled, random: Random) -> State:
    """A random round, everything asked both ways in every state; returns its end."""
    both, asked = BothWays(compiled), conditions(compiled.setup)
    state = deal(compiled, random)
    while True:
        actions = both.state(state)
        for condition in asked:
            both.holds(condition, state)
        if state.over:
            return state
        assert actions, "a player without an action"
        state = both.play(state, random.choice(actions))
        assert_in_order(compiled.setup, state)


def assert_in_order(setup: Setup, state: State) -> None:
    """No tile is lost and none is in two places."""
    seen = 0
    for mask in (*state.hands, *state.more.aside, *(1 << tile for tile in state.stock)):
        assert not seen & mask
        seen |= mask
    assert seen.bit_count() == len(setup.tiles) - setup.shape.begun - state.plays


@pytest.mark.parametrize("name", NAMES, ids=lambda name: Path(name).stem)
@settings(max_examples=2)
@given(seed=st.integers(0, 2**32))
def test_random_rounds(name: str, seed: int) -> None:
    for compiled in setups(name):
        random = Random(seed)
        end = play_both(compiled, random)
        BothWays(compiled).next_openings(end, deal(compiled, random).hands)


@pytest.mark.parametrize("name", NAMES, ids=lambda name: Path(name).stem)
def test_void_deals_are_seen_alike(name: str) -> None:
    """Any hands, not only those that a deal lets through."""
    for compiled in setups(name):
        setup, both = compiled.setup, BothWays(compiled)
        random = Random(name)
        order = list(range(len(setup.tiles)))
        for _ in range(20):
            random.shuffle(order)
            size = setup.hand_size
            hands = tuple(
                sum(1 << tile for tile in order[seat * size : (seat + 1) * size])
                for seat in range(setup.seats)
            )
            both.is_void(hands)
            both.first_openings(hands)


def test_there_are_thirty_varied_rulesets() -> None:
    assert len(FILES) >= 30


def test_the_payoff_reads_no_more_than_it_says() -> None:
    """Fields of a state outside `payoff_reads` may change without changing the payoff."""
    for name in NAMES:
        for compiled in setups(name):
            random = Random(name)
            for _ in range(5):
                state = deal(compiled, random)
                while not state.over:
                    state = compiled.play(state, random.choice(compiled.legal(state)))
                instead: dict[str, Any] = dict.fromkeys(State._fields, 0)
                instead |= {"ends": (0, 0), "stock": (), "scores": (9,) * compiled.setup.sides}
                changed = [
                    value if field in compiled.payoff_reads | {"hands", "over"} else instead[field]
                    for field, value in zip(State._fields, state, strict=True)
                ]
                assert compiled.payoff(*changed) == compiled.payoff(*state)


def test_functions_follow_a_parent_that_has_changed(tmp_path: Path) -> None:
    """They are made once, and again where a file that is extended says something else now."""
    parent, child = tmp_path / "parent.rules", tmp_path / "child.rules"
    child.write_text('variant "Child"\nextends "parent.rules"\n')
    made = []
    for size in (7, 7, 5):
        parent.write_text(f'variant "Parent"\nextends "block"\ndeal: {size} each\n')
        made.append(library.compiled(library.load(child)))
    assert made[0] is made[1]
    assert [one.setup.hand_size for one in made] == [7, 7, 5]
