"""What a formula says that a round pays is what its program says."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dominoes_lang.codegen.compiled import Compiled, compile_rules
from dominoes_lang.load import load
from dominoes_lang.setup.ruleset import Goal
from dominoes_lang.table.state import NOTHING_MORE, Over, State
from dominoes_lang.text.source import Source
from dominoes_rules import library
from dominoes_solver.search.native.rows import row_format as at
from tests.solver.from_python import from_python
from tests.solver.native_games import NAMES
from tests.solver.small_games import ON_THE_WAY, Game, compiled, drawn
from tests.solver.test_native_rules import AMOUNTS

pytest.importorskip("numba")


def assert_same_pay(rules: Compiled, random: Random, rounds: int) -> None:
    """In finished rounds of any sort the kernel pays what the payoff function does."""
    from dominoes_solver.search.native.programs import setup_tables
    from dominoes_solver.search.native.searches import plain_turns, probes

    pay = from_python(plain_turns.pay)
    setup = rules.setup
    book = setup_tables.tables(rules).book
    work, job = np.zeros(at.WORK, np.int64), np.zeros(probes.JOB, np.int64)
    for number in range(rounds):
        state = finished(rules, random, blocked=number % 2 > 0)
        work[at.SCRATCH : at.SCRATCH + at.WIDTH] = setup_tables.rows(setup, [state])[0]
        work[at.DEAL : at.DEAL + setup.seats] = work[at.OUTS : at.OUTS + setup.seats] = state.hands
        held = sum(state.hands)
        job[probes.J_LAID] = state.plays + held.bit_count()
        left, right = state.ends
        found = pay(
            state.finisher, held, state.last_tile, left, right, state.fitted, book, work, job
        )
        one, other = rules.payoff(*state)
        ahead = other - one if setup.goal is Goal.FEWEST else one - other
        assert found == (-ahead if state.finisher & 1 else ahead), state


def finished(rules: Compiled, random: Random, *, blocked: bool) -> State:
    """A finished round with random hands of any size; two sides are often level."""
    setup = rules.setup
    tiles = random.sample(range(len(setup.tiles)), len(setup.tiles))
    finisher, most = random.randrange(setup.seats), random.randint(1, len(tiles) // setup.seats)
    hands = [
        0
        if seat == finisher and not blocked
        else sum(1 << tiles.pop() for _ in range(random.randint(1, most)))
        for seat in range(setup.seats)
    ]
    return State(
        hands=tuple(hands), ends=(random.randrange(setup.tiles.highest + 1),) * 2,
        stock=(), mover=finisher, opener=random.randrange(setup.seats), opening=0,
        finisher=finisher, last_tile=random.randrange(len(setup.tiles)),
        fitted=random.randrange(3), plays=random.randrange(9),
        passes=setup.seats if blocked and setup.blocked_by_passes else 0,
        over=Over.BLOCKED if blocked else Over.DOMINO, round=random.randint(1, 9),
        scores=tuple(random.randrange(99) for _ in setup.players_of),
        more=setup.kept(NOTHING_MORE, idle=random.randrange(9)),
    )  # fmt: skip


def has_formula(rules: Compiled) -> bool:
    from dominoes_solver.search.native.programs import setup_tables

    return bool(setup_tables.tables(rules).book[at.LEAF_BY])


def test_every_ruleset() -> None:
    by_program = set()
    for name in {*NAMES, *library.bundled()}:
        ruleset = library.find(name)
        for seats in ruleset.players:
            setup = ruleset.setup(seats)
            if setup.plain and setup.sides == 2 and seats <= at.MOST_SEATS:
                rules = library.compiled(ruleset, seats)
                assert_same_pay(rules, Random(name), 60)
                if not has_formula(rules):
                    by_program.add(name)
    # Their payoffs read the open ends, or the number of the round and the very tile laid last.
    assert by_program & {*library.bundled()} == {"haitian", "puerto_rico_500"}


@st.composite
def plain_games(draw: st.DrawFn) -> Game:
    seats, team = draw(st.sampled_from([(2, 1), (4, 2)]))
    game = drawn(draw, (draw(st.integers(2, 5)), seats, team, 1), "pass")
    return replace(game, award="win") if game.award in ON_THE_WAY else game


@settings(max_examples=25)
@given(plain_games())
def test_generated_games(game: Game) -> None:
    assert_same_pay(compiled(game), Random(0), 40)


@pytest.mark.parametrize("amount", AMOUNTS)
def test_awards_of_every_sort(amount: str) -> None:
    assert_same_pay(paying(amount), Random(amount), 60)


@pytest.mark.parametrize(
    ("amount", "expected"),
    [
        ("pips held by winner's opponents * 2 + 3 to winner", True),
        ("5 to winner when last tile is double and ends it fitted is at least 1", True),
        ("5 to winner when pips held by everyone is 13", False),
        ("pips held by everyone / 3 rounded up to 1 to winner", False),
        ("5 to winner when any player holds [0|0]", False),
        ("5 to winner when last tile is [0|0]", False),
        ("5 to A", False),
        ("round to winner", False),
    ],
)
def test_which_rules_are_sums(amount: str, expected: bool) -> None:
    assert has_formula(paying(amount)) == expected


def test_pips_compared_however_the_round_ended() -> None:
    old = "\n    when domino: finisher's side\n    when blocked:"
    assert not has_formula(changed(old, ""))


def paying(amount: str) -> Compiled:
    """A game of two with an award besides the winner's."""
    what, _, when = amount.partition(" when ")
    award = f"award special: {what} at round end" + (f" when {when}" if when else "")
    return changed("match: first", f"{award}\nmatch: first")


def changed(old: str, new: str) -> Compiled:
    text = Game(4, 4, 2, 3).text.replace(old, new)
    return compile_rules(load(Source("special.rules", text)).setup(4))
