"""Exact values of any game, all hands and the order of the stock open, by its compiled functions.

For games beyond the plain kernels: games that draw, guards in the turn, more seats or sides. Nodes
are states; where a mover has one legal action, it is taken at once and is not a node. Two sides are
searched with a null window and the bound on what is left to pay, more sides by max^n.

A max^n of its own for plain games, with moves made beforehand, took 1.1 to 2.8 times less time but
twice the nodes and two hundred lines; machine code does the large ones.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TYPE_CHECKING, NamedTuple

from dominoes_lang.setup.ruleset import Goal
from dominoes_lang.table.layout import folded
from dominoes_lang.table.state import Kind
from dominoes_lang.table.tiles import numbers_in
from dominoes_solver.limit import Budget
from dominoes_solver.search.python.null_window import INFINITE, Prove, bounds_for, enough_for
from dominoes_solver.search.python.reference import Vector, preferences, rank, settled

if TYPE_CHECKING:
    from dominoes_lang.codegen.compiled import Compiled
    from dominoes_lang.table.state import Action, State

MOST_ENTRIES = 1_000_000
"""A table that has grown beyond this, to about a gigabyte, is begun again."""


class _Node(NamedTuple):
    """A state with a choice to make, or a finished one."""

    state: State
    actions: list[Action]
    left: int
    """The value of the tiles not laid, stock included."""


def _stepper(compiled: Compiled) -> Callable[[State, Action, int], _Node]:
    """A function that takes an action and then every action that is the only legal one."""
    legal, play, values = compiled.legal, compiled.play, compiled.setup.values

    def step(state: State, action: Action, left: int) -> _Node:
        while True:
            if action.kind is Kind.PLAY:
                left -= values[action.tile]
            state = play(state, action)
            if state.over:
                return _Node(state, [], left)
            actions = legal(state)
            if len(actions) > 1:
                return _Node(state, actions, left)
            action = actions[0]

    return step


def _keys(compiled: Compiled) -> Callable[[State], Hashable]:
    """A function that gives the same key to states of one world that are worth the same.

    The stock is identified by its length, since its order is fixed in a world; and `plays` by the
    hands and the stock. The opener, the round and the scores never change in a round. The line may
    be read from either end unless the payoff looks at the ends one by one.
    """
    finisher, last_tile, fitted, ends_matter = (
        name in compiled.value_reads for name in ("finisher", "last_tile", "fitted", "ends")
    )

    def key(state: State) -> Hashable:
        ends = state.ends if ends_matter else folded(state.ends)
        return (
            state.hands, ends, len(state.stock), state.mover, state.passes, state.step,
            state.drawn, state.finisher if finisher else 0,
            state.last_tile if last_tile else 0, state.fitted if fitted else 0,
        )  # fmt: skip

    return key


def _start(compiled: Compiled, state: State) -> _Node:
    """The node of a state, without any step."""
    values = compiled.setup.values
    left = sum(values[tile] for hand in state.hands for tile in numbers_in(hand))
    return _Node(state, compiled.legal(state), left + sum(values[tile] for tile in state.stock))


def any_two_sides(compiled: Compiled, budget: Budget) -> Prove:
    """A proof search for the states of one world.

    All its calls share one table, which lives as long as the function. It raises `OutOfBudget` and
    can be called again: what was proved stays in the table.
    """
    setup = compiled.setup
    side_of, fits = setup.side_of, setup.layout.fitting
    step, key_of = _stepper(compiled), _keys(compiled)
    sign = -1 if setup.goal is Goal.FEWEST else 1
    bounds = bounds_for(compiled.bound, sum(setup.values))
    table: dict[Hashable, tuple[int, int, Action | None]] = {}
    wanted = [0, 1]
    enough = 0
    count = 0
    pause = budget.allowance

    def replies(node: _Node) -> int:
        """How many tiles of the next mover fit; few are a good sign for the previous mover."""
        state = node.state
        return (state.hands[state.mover] & fits[state.ends]).bit_count()

    def search(node: _Node) -> int:
        """A bound on the value for the side to move, as in `two_sides`."""
        nonlocal count, pause
        state = node.state
        side = side_of[state.mover]
        if state.over:
            ahead = sign * settled(compiled, state)[0]
            return -ahead if side else ahead
        goal = wanted[side]
        if node.left < enough:
            return bounds[node.left] if goal > 0 else -bounds[node.left]
        key = key_of(state)
        low, high, first = table.get(key, (-INFINITE, INFINITE, None))
        if low >= goal:
            return low
        if high < goal:
            return high
        count += 1
        if count >= pause:
            spent, count = count, 0
            budget.spend(spent)
            pause = budget.allowance
            if len(table) > MOST_ENTRIES:
                table.clear()
        best = -INFINITE
        best_action = first
        if first is not None and first in node.actions:
            child = step(state, first, node.left)
            best = search(child)
            if side_of[child.state.mover] != side:
                best = -best
            if best >= goal:
                table[key] = (max(best, low), high, first)
                return best
        else:
            first = None
        children = [
            (action, step(state, action, node.left)) for action in node.actions if action != first
        ]
        children.sort(key=lambda each: (each[0].kind is not Kind.PLAY, replies(each[1])))
        for action, child in children:
            found = search(child)
            if side_of[child.state.mover] != side:
                found = -found
            if found > best:
                best, best_action = found, action
                if best >= goal:
                    table[key] = (max(best, low), high, action)
                    return best
        table[key] = (low, min(best, high), best_action)
        return best

    def prove(state: State, goal: int) -> int:
        nonlocal count, pause, enough
        node = _start(compiled, state)
        if len(node.actions) == 1:
            node = step(state, node.actions[0], node.left)
        wanted[:] = goal, 1 - goal
        enough = enough_for(bounds, goal)
        pause = budget.allowance
        bound = search(node)
        spent, count = count, 0
        budget.spent += spent
        return -bound if side_of[node.state.mover] else bound

    return prove


def any_sides(compiled: Compiled, budget: Budget) -> Callable[[State], Vector]:
    """A function from the states of one world to their value: the points of each side.

    All calls share one table, which lives as long as the function. It raises `OutOfBudget`; asked
    again with a fresh budget, it continues from its table.
    """
    setup = compiled.setup
    step, key_of = _stepper(compiled), _keys(compiled)
    orders = preferences(setup)
    # Won or not won: a value with 1 for the mover's side has 0 for all others.
    unbeatable = 1 if setup.goal is Goal.WINS else None
    table: dict[Hashable, Vector] = {}
    count = 0
    pause = budget.allowance

    def search(node: _Node) -> Vector:
        nonlocal count, pause
        state = node.state
        if state.over:
            return settled(compiled, state)
        key = key_of(state)
        known = table.get(key)
        if known is not None:
            return known
        count += 1
        if count >= pause:
            spent, count = count, 0
            budget.spend(spent)
            pause = budget.allowance
            if len(table) > MOST_ENTRIES:
                table.clear()
        order = orders[state.mover]
        own_side = order[0][0]
        best: Vector = ()
        best_rank: Vector = ()
        for action in node.actions:
            found = search(step(state, action, node.left))
            found_rank = rank(found, order)
            if found_rank > best_rank:
                best, best_rank = found, found_rank
                if found[own_side] == unbeatable:
                    break
        table[key] = best
        return best

    def value(state: State) -> Vector:
        nonlocal count, pause
        node = _start(compiled, state)
        if len(node.actions) == 1:
            node = step(state, node.actions[0], node.left)
        pause = budget.allowance
        found = search(node)
        spent, count = count, 0
        budget.spent += spent
        return found

    return value
