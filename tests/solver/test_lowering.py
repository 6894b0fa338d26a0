"""Every part of the rules, in random states.

Generated Python and the words of the stack machine are made of one program, so each of them is
compared with the interpreter, which is not.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import numpy as np
import pytest

from dominoes_lang.codegen.compiled import Compiled
from dominoes_lang.play.evaluate import Player, Players, Side, Whom
from dominoes_lang.play.interpreter import Interpreter
from dominoes_lang.syntax import nodes
from dominoes_lang.syntax.nodes import Expression, Role
from dominoes_lang.table.state import State
from dominoes_rules.play.deals import deal
from dominoes_solver.search import native
from dominoes_solver.search.native.rows import row_format as at
from tests.solver.from_python import from_python
from tests.solver.native_games import NAMES, setups

CONDITIONS = (
    nodes.Not | nodes.Both | nodes.Compare | nodes.IsDouble | nodes.Can | nodes.HasNoTiles
    | nodes.HoldsTile | nodes.HoldsNumber | nodes.HoldsNumberOf | nodes.HoldsAmount
    | nodes.PassedInARow
)  # fmt: skip
AMOUNTS = (
    nodes.Arithmetic
    | nodes.Rounded
    | nodes.Held
    | nodes.Excess
    | nodes.InStock
    | nodes.ScoreOf
    | nodes.HalfOf
    | nodes.Running
)
QUANTIFIERS = {Role.EVERYONE, Role.ANY_PLAYER, Role.NOBODY, Role.LOT}
THEM = {Role.EACH_PLAYER, Role.EACH_SIDE, Role.THEM}


def expressions(rules: Compiled) -> Iterator[Expression]:
    """Every expression of a setup and each part of it that means something by itself."""
    setup = rules.setup
    roots = (
        setup.turn.steps,
        setup.turn.again,
        setup.domino,
        setup.blocked,
        setup.winner,
        setup.awards,
    )
    for node in dict.fromkeys(nodes.walk((*roots, setup.in_play, setup.invariants))):
        if any(isinstance(part, nodes.Who) and part.role in THEM for part in nodes.walk(node)):
            continue
        if isinstance(node, CONDITIONS | AMOUNTS) or (
            nodes.is_who(node)  # type: ignore[arg-type]
            and not (isinstance(node, nodes.Who) and node.role in QUANTIFIERS)
        ):
            yield node  # type: ignore[misc]


def states(rules: Compiled, name: str) -> Iterator[State]:
    """States of random rounds, with scores and rounds behind them."""
    random = Random(name)
    for number in range(6):
        state = deal(rules, random)
        scores = tuple(random.randrange(120) for _ in range(rules.setup.sides))
        more = rules.setup.kept(state.more, idle=number % 3)
        state = state._replace(scores=scores, round=number + 1, more=more)
        while not state.over:
            state = rules.play(state, random.choice(rules.legal(state)))
            yield state


def seats_of(rules: Compiled, whom: Whom) -> tuple[int, ...]:
    match whom:
        case Player(seat=seat):
            return () if seat < 0 else (seat,)
        case Side(number=side):
            return () if side < 0 else rules.setup.players_of[side]
        case Players(seats=seats):
            return seats


class Machine:
    """The words of expressions, run in a state."""

    def __init__(self, rules: Compiled) -> None:
        from dominoes_solver.search.native.programs import setup_tables
        from dominoes_solver.search.native.programs.words import Data, Words

        self.rules = rules
        self.known = setup_tables.tables(rules).book
        code = [(word, number) for word, number in self.known[at.CODE :].reshape(-1, 2).tolist()]
        self.words = Words(rules.setup, Data(rules.setup), code)
        self.work = np.zeros(at.WORK, np.int64)

    def program(self, node: Expression) -> int:
        lowering, start = self.words.lowering, self.words.begin()
        if nodes.is_who(node):
            self.words.value(lowering.seats(node))
        elif isinstance(node, CONDITIONS):
            self.words.value(lowering.condition(node))
        else:
            self.words.value(lowering.amount(node).value)
        self.words.add(at.END)
        return start

    def finish(self) -> None:
        added = np.array(self.words.code, np.int64).reshape(-1)
        self.book = np.concatenate([self.known[: at.CODE], added])

    def enter(self, state: State, won: int) -> None:
        from dominoes_solver.search.native.programs import setup_tables

        self.work[at.SCRATCH : at.SCRATCH + at.WIDTH] = setup_tables.rows(
            self.rules.setup, [state]
        )[0]
        self.work[at.SCRATCH + at.WINNER] = won

    def run(self, start: int) -> int:
        from dominoes_solver.search.native.programs import stack_machine

        return int(from_python(stack_machine.run)(start, self.book, self.work, at.SCRATCH))


@pytest.mark.parametrize("name", NAMES, ids=lambda name: Path(name).stem)
def test_every_part_of_the_rules(name: str) -> None:
    assert native.available()
    for rules in setups(name):
        judge = Interpreter(rules.setup)
        machine, programs = None, {}
        wanted = list(expressions(rules))
        if native.supports(rules):
            machine = Machine(rules)
            for node in wanted:
                programs[node] = machine.program(node)
            machine.finish()
        for state in states(rules, name):
            if machine is not None:
                machine.enter(state, judge.winner(state) if state.over else -1)
            for node in wanted:
                if nodes.is_who(node):
                    expected = seats_of(rules, judge.who(node, state))
                    assert rules.seats(node)(*state) == expected
                    in_words = sum(1 << seat for seat in expected)
                elif isinstance(node, CONDITIONS):
                    holds = judge.holds(node, state)
                    assert bool(rules.condition(node)(*state)) == holds
                    in_words = int(holds)
                else:
                    amount = judge.amount(node, state)
                    assert rules.amount(node)(*state) == amount
                    below = machine.words.lowering.amount(node).below if machine else 1
                    in_words = int(amount * below)
                if node in programs:
                    assert machine is not None
                    assert machine.run(programs[node]) == in_words, node
