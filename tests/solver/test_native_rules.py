"""What the kernels take the rules to be is what the generated functions say, state by state."""

from __future__ import annotations

from pathlib import Path
from random import Random

import numpy as np
import pytest

from dominoes_lang.codegen.compiled import Compiled
from dominoes_lang.load import load
from dominoes_lang.setup.ruleset import Goal
from dominoes_lang.table.state import NO_TILE, NOBODY, State, laid_aside
from dominoes_lang.text.source import Source
from dominoes_rules import library
from dominoes_rules.play.deals import deal
from dominoes_solver.search import native
from dominoes_solver.search.native.rows import arm_format
from dominoes_solver.search.native.rows import row_format as at
from tests.solver.from_python import from_python
from tests.solver.native_games import NAMES, setups
from tests.solver.small_games import Game, compiled


def ids(name: str) -> str:
    return Path(name).stem


class Walk:
    """A state as the kernels have it, walked along with a state of plain Python."""

    def __init__(self, rules: Compiled, state: State) -> None:
        from dominoes_solver.search.native.programs import setup_tables

        self.rules = rules
        self.book = setup_tables.tables(rules).book
        self.work = np.zeros(at.WORK, np.int64)
        self.work[at.SCRATCH : at.SCRATCH + at.WIDTH] = setup_tables.rows(rules.setup, [state])[0]
        self.scores = state.scores
        self.stocks = setup_tables.stocks([state])
        self.stock_size = len(state.stock)

    def field(self, place: int) -> int:
        return int(self.work[at.SCRATCH + place])

    def legal(self) -> list[int]:
        from dominoes_solver.search.native.turns import legal_actions

        count = from_python(legal_actions.legal)(self.book, self.work, at.SCRATCH, at.LISTS)
        return [int(code) for code in self.work[at.LISTS : at.LISTS + count]]

    def play(self, code: int) -> None:
        from dominoes_solver.search.native.turns import stepping

        play = from_python(stepping.play)
        play(code, self.book, self.work, at.SCRATCH, self.stocks, 0, self.stock_size)

    def payoff(self) -> tuple[int, ...]:
        from dominoes_solver.search.native.programs import stack_machine

        from_python(stack_machine.run)(self.book[at.PAYOFF], self.book, self.work, at.SCRATCH)
        setup = self.rules.setup
        paid = [0] * setup.sides
        if setup.goal is not Goal.WINS:
            paid = [self.field(at.SCORES + side) - self.scores[side] for side in range(setup.sides)]
        return tuple(int(self.work[at.POINTS + side]) + paid[side] for side in range(setup.sides))

    def same(self, state: State) -> None:
        """Every field of the state is that of the row."""
        hands = tuple(self.field(at.HANDS + seat) for seat in range(len(state.hands)))
        assert hands == state.hands
        ends: tuple[int, ...] = (-1, -1)
        if state.ends:
            layout = self.rules.setup.layout
            ends = state.ends if layout.is_line else arm_format.words_of(layout, state)
        assert (self.field(at.LEFT), self.field(at.RIGHT)) == ends
        assert self.field(at.STOCK) == len(state.stock)
        for place, value in (
            (at.MOVER, state.mover),
            (at.FINISHER, state.finisher),
            (at.LAST_TILE, state.last_tile),
            (at.FITTED, state.fitted),
            (at.PLAYS, state.plays),
            (at.PASSES, state.passes),
            (at.STEP, state.step if state.more.owed < 0 else at.OWED + state.more.owed),
            (at.DRAWN, state.drawn),
            (at.OVER, state.over),
        ):
            is_kept = place != at.FITTED or self.rules.setup.layout.is_line
            assert self.field(place) == value or not (is_kept or self.book[at.FITTED_READ])
        setup = self.rules.setup
        more = state.more
        for name, place in (
            ("doubles", at.DOUBLES),
            ("left_open", at.LEFT_OPEN),
            ("passes_before", at.COUNTED[0][0]),
            ("turn_tiles", at.TURN_TILES),
            ("idle", at.IDLE),
        ):
            assert name not in setup.tracks or self.field(place) == getattr(more, name)
        aside = [self.field(at.ASIDE + seat) for seat in range(setup.seats)]
        assert aside == [laid_aside(state, seat) for seat in range(setup.seats)]
        if setup.goal is not Goal.WINS:
            paid = more.paid or (0,) * setup.sides
            scores = [self.field(at.SCORES + side) for side in range(setup.sides)]
            assert scores == [a + b for a, b in zip(state.scores, paid, strict=True)]


@pytest.mark.parametrize("name", NAMES, ids=ids)
def test_random_rounds(name: str) -> None:
    assert native.available()

    for rules in setups(name):
        if not native.supports(rules):
            setup = rules.setup
            large = setup.seats > at.MOST_SEATS or len(setup.tiles) > at.MOST_TILES
            assert large or setup.tracks or setup.match.overshoot_ignored
            continue
        random = Random(name)
        for number in range(25):
            state = deal(rules, random)
            scores = tuple(random.randrange(200) for _ in range(rules.setup.sides))
            more = rules.setup.kept(state.more, idle=number % 4)
            state = state._replace(scores=scores, round=number, more=more)
            walk = Walk(rules, state)
            walk.same(state)
            while not state.over:
                codes = walk.legal()
                actions = rules.legal(state)
                layout, others = rules.setup.layout, walk.field(at.RIGHT)
                assert [*arm_format.actions_of(tuple(codes), layout, others)] == actions
                chosen = random.randrange(len(actions))
                state = rules.play(state, actions[chosen])
                walk.play(codes[chosen])
                walk.same(state)
            assert walk.payoff() == rules.payoff(*state)


AMOUNTS = [
    "pips held by everyone / 3 rounded up to 4 to winner",
    "pips held by everyone / 7 * 2 rounded to nearest 5 to winner",
    "pips held by A / 2 - pips held by B / 3 rounded down to 1 to each side",
    "0 - pips held by A / 4 rounded to nearest 1 to B",
    "tiles held by everyone * tiles in stock - plays to player after finisher",
    "pips in stock - tiles in stock to finisher",
    "score of A + round * 3 to player before opener when round is a multiple of 3",
    "5 to holder of highest double",
    "5 to holder of round's double",
    "5 to holder of lowest double when pips held by holder of heaviest tile is more than 7",
    "doubles held by each player * 10 to them when they hold at least 2 doubles",
    "8 to everyone except winner when pips on ends / 2 is more than 3",
    "3 to player with most doubles then fewest pips, ties to mover",
    "4 to everyone when ends alike is 2 or last tile is double",
    "6 to A when any player holds a 4 and not everyone can play",
    "2 to each player when nobody holds [0|0] or they hold no 3",
    "7 to opener when passes in a row is at least 1 and blocked",
    "9 to side with most tiles when tiles held by A is not tiles held by B",
]


@pytest.mark.parametrize("amount", AMOUNTS)
@pytest.mark.parametrize("seats", [2, 3])
def test_awards_of_every_sort(amount: str, seats: int) -> None:
    """One award at a time, so that an error in one does not hide behind another."""
    assert native.available()
    text = Game(4, seats, 1, 4, award="win", turn="until able").text
    what, _, when = amount.partition(" when ")
    award = f"award special: {what} at round end" + (f" when {when}" if when else "")
    text = text.replace("match: first", f"{award}\nmatch: first")
    from dominoes_lang.codegen.compiled import compile_rules

    rules = compile_rules(load(Source("special.rules", text)).setup(seats))
    assert native.supports(rules)
    random = Random(amount)
    for number in range(40):
        state = deal(rules, random)
        state = state._replace(scores=tuple(range(7, 7 + seats)), round=number)
        while not state.over:
            state = rules.play(state, random.choice(rules.legal(state)))
        assert Walk(rules, state).payoff() == rules.payoff(*state)


def test_points_on_the_way_are_added_to_the_largest_score() -> None:
    assert native.available()
    rules = library.compiled(library.variant("all_fives"), 2)
    state = deal(rules, Random(1))
    more = rules.setup.kept(state.more, paid=(5, 0))
    state = state._replace(scores=(10**6, -(10**6)), more=more)
    Walk(rules, state).same(state)


def test_odd_states_are_left_to_plain_python() -> None:
    rules = compiled(Game(4, 2, 1, 4))
    state = deal(rules, Random(1))
    empty = state._replace(hands=(state.hands[0], 0))
    over = state._replace(over=1, finisher=NOBODY, last_tile=NO_TILE)
    assert native.available()
    assert list(native.evaluate_many(rules, [empty, over])) == [None, None]
