"""Exact values of any game, all hands and the order of the stock open, by its compiled functions.

For games beyond the plain kernels: games that draw, guards in the turn, more seats or sides. Nodes
are states; where a mover has one legal action, it is taken at once and is not a node. Two sides are
searched with a null window and the bound on what is left to pay, more sides by max^n.

Where points are paid while a round is played, the tables hold what is still to come: a state is
worth what it has been paid besides. Only where the match may end within the round, or the rules
ask for the score, the points paid so far are a part of its key.

A max^n of its own for plain games, with moves made beforehand, took 1.1 to 2.8 times less time but
twice the nodes and two hundred lines; machine code does the large ones.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from operator import add, sub
from typing import TYPE_CHECKING, NamedTuple

from dominoes_lang.analysis.payoffs.matters import more_in_values
from dominoes_lang.analysis.payoffs.payoff_bound import most_still_paid
from dominoes_lang.table.spots import open_mask
from dominoes_lang.table.state import Kind, not_laid
from dominoes_lang.table.tiles import numbers_in
from dominoes_solver.limit import Budget
from dominoes_solver.search.python.null_window import INFINITE, Prove, bounds_for
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
    """The value of the tiles that are not on the table, for which points can still be paid."""


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


def _keys(compiled: Compiled, *, match_may_end: bool) -> Callable[[State], Hashable]:
    """A function that gives the same key to states of one world that are worth the same.

    The stock is identified by its length, since its order is fixed in a world; and `plays` by the
    hands and the stock. The opener, the round and the scores never change in a round. The line may
    be read from either end unless the payoff looks at the ends one by one.
    """
    finisher, last_tile, fitted, ends_matter = (
        name in compiled.value_reads for name in ("finisher", "last_tile", "fitted", "ends")
    )
    fields = more_in_values(compiled.setup, match_may_end=match_may_end)
    ends_matter = ends_matter or bool({"doubles", "owed"} & {*fields})
    folded = compiled.setup.layout.same.key

    def key(state: State) -> Hashable:
        ends = state.ends if ends_matter else folded(state.ends)
        return (
            state.hands, ends, len(state.stock), state.mover, state.passes, state.step,
            state.drawn, state.finisher if finisher else 0,
            state.last_tile if last_tile else 0, state.fitted if fitted else 0,
        )  # fmt: skip

    if not fields:
        return key

    def key_with_more(state: State) -> Hashable:
        return (key(state), *[getattr(state.more, name) for name in fields])

    return key_with_more


def match_may_end(compiled: Compiled, state: State) -> bool:
    """Whether a side may reach the target of the match by what the rest of the round can pay."""
    target = compiled.setup.target
    if target is None:
        return False
    most = most_still_paid(compiled.setup, state)
    standing = [
        score + (state.more.paid[side] if state.more.paid else 0)
        for side, score in enumerate(state.scores)
    ]
    return most is None or max(standing) + most >= target


def _start(compiled: Compiled, state: State) -> _Node:
    """The node of a state, without any step."""
    values = compiled.setup.values
    left = sum(values[tile] for tile in numbers_in(not_laid(state)))
    return _Node(state, compiled.legal(state), left)


def any_two_sides(compiled: Compiled, root: State, budget: Budget) -> Prove:
    """A proof search for the states of one world.

    All its calls share one table, which lives as long as the function. It raises `OutOfBudget` and
    can be called again: what was proved stays in the table.
    """
    return _TwoSides(compiled, root, budget).prove


class _TwoSides:
    """The search of a game between two sides in one world."""

    def __init__(self, compiled: Compiled, root: State, budget: Budget) -> None:
        setup = compiled.setup
        self.compiled = compiled
        self.budget = budget
        self.side_of, self.rules = setup.side_of, setup.layout.rules
        self.step = _stepper(compiled)
        self.key_of = _keys(compiled, match_may_end=match_may_end(compiled, root))
        self.pays = bool(setup.in_play) and not setup.counts_wins
        self.sign = setup.sign
        self.bounds = bounds_for(compiled.bound, sum(setup.values))
        self.table: dict[Hashable, tuple[int, int, Action | None]] = {}
        self.count = 0
        self.pause = budget.allowance

    def prove(self, state: State, goal: int) -> int:
        """A bound on the value of a state for side 0, on the right side of a goal."""
        node = _start(self.compiled, state)
        if len(node.actions) == 1:
            node = self.step(state, node.actions[0], node.left)
        self.pause = self.budget.allowance
        paid = self.paid(node.state)
        goal -= paid
        if self.side_of[node.state.mover]:
            bound = -self.search(node, 1 - goal)
        else:
            bound = self.search(node, goal)
        spent, self.count = self.count, 0
        self.budget.spent += spent
        return bound + paid

    def paid(self, state: State) -> int:
        """The points paid so far in the round, those of side 0 minus those of side 1."""
        paid = state.more.paid
        return self.sign * (paid[0] - paid[1]) if self.pays and paid else 0

    def lateness(self, choice: tuple[Action, _Node]) -> tuple[bool, int]:
        """How late a move is tried: few tiles of the next mover that fit are a good sign."""
        action, (state, _, _) = choice
        fitting = state.hands[state.mover] & open_mask(self.rules, state, state.mover)
        return action.kind is not Kind.PLAY, fitting.bit_count()

    def below(self, node: _Node, child: _Node, goal: int) -> int:
        """The bound of a child, what leads to it included, for the side to move at its parent."""
        side = self.side_of[node.state.mover]
        gain = 0
        if self.pays:
            gain = self.paid(child.state) - self.paid(node.state)
            gain = -gain if side else gain
        if self.side_of[child.state.mover] == side:
            return gain + self.search(child, goal - gain)
        return gain - self.search(child, 1 + gain - goal)

    def ended(self, state: State) -> int:
        """What a finished round pays at its end, for the side of its last mover."""
        ahead = self.sign * settled(self.compiled, state)[0] - self.paid(state)
        return -ahead if self.side_of[state.mover] else ahead

    def search(self, node: _Node, goal: int) -> int:
        """A bound on the value still to come for the side to move, as in `two_sides`."""
        state = node.state
        if state.over:
            return self.ended(state)
        most = self.bounds[node.left]
        if most < (goal if goal > 0 else 1 - goal):
            return most if goal > 0 else -most
        key = self.key_of(state)
        low, high, first = self.table.get(key, (-INFINITE, INFINITE, None))
        if low >= goal:
            return low
        if high < goal:
            return high
        self.count += 1
        if self.count >= self.pause:
            spent, self.count = self.count, 0
            self.budget.spend(spent)
            self.pause = self.budget.allowance
            if len(self.table) > MOST_ENTRIES:
                self.table.clear()
        best = -INFINITE
        best_action = first
        if first is not None and first in node.actions:
            best = self.below(node, self.step(state, first, node.left), goal)
            if best >= goal:
                self.table[key] = (max(best, low), high, first)
                return best
        else:
            first = None
        children = [
            (action, self.step(state, action, node.left))
            for action in node.actions
            if action != first
        ]
        children.sort(key=self.lateness)
        for action, child in children:
            found = self.below(node, child, goal)
            if found > best:
                best, best_action = found, action
                if best >= goal:
                    self.table[key] = (max(best, low), high, action)
                    return best
        self.table[key] = (low, min(best, high), best_action)
        return best


def any_sides(compiled: Compiled, root: State, budget: Budget) -> Callable[[State], Vector]:
    """A function from the states of one world to their value: the points of each side.

    All calls share one table, which lives as long as the function. It raises `OutOfBudget`; asked
    again with a fresh budget, it continues from its table.
    """
    setup = compiled.setup
    step = _stepper(compiled)
    key_of = _keys(compiled, match_may_end=match_may_end(compiled, root))
    pays = bool(setup.in_play) and not setup.counts_wins
    nothing = (0,) * setup.sides
    orders = preferences(setup)
    # Won or not won: a value with 1 for the mover's side has 0 for all others.
    unbeatable = 1 if setup.counts_wins else None
    table: dict[Hashable, Vector] = {}
    count = 0
    pause = budget.allowance

    def less(value: Vector, state: State) -> Vector:
        """A value without what was paid before a state."""
        return tuple(map(sub, value, state.more.paid or nothing)) if pays else value

    def plus(value: Vector, state: State) -> Vector:
        return tuple(map(add, value, state.more.paid or nothing)) if pays else value

    def search(node: _Node) -> Vector:
        """The value still to come."""
        nonlocal count, pause
        state = node.state
        if state.over:
            return less(settled(compiled, state), state)
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
            child = step(state, action, node.left)
            gained = less(plus(search(child), child.state), state)
            found_rank = rank(gained, order)
            if found_rank > best_rank:
                best, best_rank = gained, found_rank
                if gained[own_side] == unbeatable:
                    break
        table[key] = best
        return best

    def value(state: State) -> Vector:
        nonlocal count, pause
        node = _start(compiled, state)
        if len(node.actions) == 1:
            node = step(state, node.actions[0], node.left)
        pause = budget.allowance
        total = plus(search(node), node.state)
        spent, count = count, 0
        budget.spent += spent
        return total

    return value
