"""Whole games of two sides on small tile sets, every deal at once, as arrays of numpy.

A game is a tree in levels: the nodes after so many actions, whatever was dealt. Nodes in which the
mover has been dealt the same tiles and has seen the same actions are one information set. The tree
comes from the generated functions, so that nothing here knows a rule; values are exact.

Equilibria are found by CFR+ (Tammelin, Burch, Johanson, Bowling 2015).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from math import nan

import numpy as np
from numpy.typing import NDArray

from dominoes_lang.codegen.compiled import Compiled
from dominoes_lang.codegen.dealing import dealt
from dominoes_lang.table.state import Action, State

Reals = NDArray[np.float64]
Numbers = NDArray[np.int64]
EQUAL = 1e-9
"""Worths that differ by less are equal."""

Strategy = list[Reals]
"""For each level how likely each slot is: an action in an information set."""


@dataclass
class Level:
    """The nodes after so many actions, and what leads to the next level.

    The children of a node stand together in the next level, in the order of their parents.
    """

    states: list[State] = field(repr=False)
    parent: Numbers
    """Of each node its parent, by its place in the level above."""
    mover: Numbers
    payoff: Reals
    """What the first side gets beyond the other; not a number where the round goes on."""
    history: Numbers
    """What was done before each node, by its number in the level."""
    group: Numbers
    """The information set of each node, by its number in the level; -1 where the round is over."""
    slot: Numbers
    """For each child, in order, the action that leads to it, by its number in the level."""
    set_of_slot: Numbers
    first_node: Numbers
    """A node of each information set."""
    actions: list[list[Action]] = field(repr=False)
    """The legal actions of each information set, as its slots have them."""

    @property
    def sizes(self) -> Numbers:
        """Of each information set the number of its actions."""
        return np.bincount(self.set_of_slot, minlength=len(self.first_node))


class SmallGame:
    """Every deal of a game for two sides without draws, to the end. Seat A opens.

    Raises `ValueError` for games with other numbers of seats, or with draws.
    """

    def __init__(self, compiled: Compiled) -> None:
        setup = compiled.setup
        if setup.seats != 2 or setup.draws:
            raise ValueError("a small game has two seats and no draws")
        self.compiled = compiled
        roots = [state for state in _deals(compiled) if state is not None]
        self.deals = len(roots)
        self.levels: list[Level] = []
        self._grow(roots)

    @property
    def nodes(self) -> int:
        return sum(len(level.mover) for level in self.levels)

    @property
    def sets(self) -> int:
        return sum(len(level.first_node) for level in self.levels)

    def _grow(self, states: list[State]) -> None:
        legal, play, payoff = self.compiled.legal, self.compiled.play, self.compiled.payoff
        codes: dict[Action, int] = {}
        hands = np.array([state.hands for state in states], np.int64)
        parent = np.zeros(len(states), np.int64)
        history = np.zeros(len(states), np.int64)
        while states:
            number = len(states)
            mover = np.array([state.mover for state in states])
            over = np.array([state.over for state in states], bool)
            ended = np.full(number, nan)
            for place in np.flatnonzero(over).tolist():
                mine, theirs = payoff(*states[place])
                ended[place] = mine - theirs
            own = hands[np.arange(number), mover]
            group = np.full(number, -1)
            going = np.flatnonzero(~over)
            keys = np.stack([history[going], own[going]], axis=1)
            _, first, group[going] = np.unique(keys, axis=0, return_index=True, return_inverse=True)
            first_node = going[first]
            actions = [legal(states[place]) for place in first_node.tolist()]
            sizes = np.array([len(one) for one in actions], np.int64)
            begin = np.cumsum(sizes) - sizes
            children: list[State] = []
            slots: list[int] = []
            code: list[int] = []
            for place in going.tolist():
                state, information_set = states[place], group[place]
                for offset, action in enumerate(actions[information_set]):
                    children.append(play(state, action))
                    slots.append(begin[information_set] + offset)
                    code.append(codes.setdefault(action, len(codes)))
            self.levels.append(
                Level(
                    states=states,
                    parent=parent,
                    mover=mover,
                    payoff=ended,
                    history=history,
                    group=group,
                    slot=np.array(slots, np.int64),
                    set_of_slot=np.repeat(np.arange(len(sizes)), sizes),
                    first_node=first_node,
                    actions=actions,
                )
            )
            parent = np.repeat(going, sizes[group[going]])
            if children:
                keys = np.stack([history[parent], np.array(code)], axis=1)
                history = np.unique(keys, axis=0, return_inverse=True)[1]
            hands = hands[parent]
            states = children

    # ------------------------------------------------------------------ values

    def backwards(self, choose: Callable[[int, Reals], Reals]) -> list[Reals]:
        """Values of all nodes, for the first side, from the last level up.

        choose: from a level's number and the values of its children to those of its nodes that
        have children, in order.
        """
        values: list[Reals] = []
        below = np.zeros(0)
        for number in reversed(range(len(self.levels))):
            level = self.levels[number]
            here = level.payoff.copy()
            going = level.group >= 0
            if going.any():
                here[going] = choose(number, below)
            values.append(here)
            below = here
        return values[::-1]

    def starts(self, number: int) -> Numbers:
        """Where the children of each node of a level that has some begin."""
        parents = self.levels[number + 1].parent
        return np.flatnonzero(np.diff(parents, prepend=-1))

    def open_hands(self) -> list[Reals]:
        """The value of each node where all see all hands: minimax."""

        def choose(number: int, below: Reals) -> Reals:
            level, starts = self.levels[number], self.starts(number)
            highest = np.maximum.reduceat(below, starts)
            lowest = np.minimum.reduceat(below, starts)
            return np.where(level.mover[level.group >= 0] == 0, highest, lowest)

        return self.backwards(choose)

    def expected(self, strategy: Strategy) -> list[Reals]:
        """The value of each node where both sides play a strategy."""

        def choose(number: int, below: Reals) -> Reals:
            chances = strategy[number][self.levels[number].slot]
            return np.asarray(np.add.reduceat(below * chances, self.starts(number)))

        return self.backwards(choose)

    def reach(self, strategy: Strategy, seats: Sequence[int]) -> list[Reals]:
        """For each node how likely the choices of some seats before it are."""
        found = [np.ones(self.deals)]
        for number, level in enumerate(self.levels[:-1]):
            below = self.levels[number + 1].parent
            theirs = np.isin(level.mover[below], seats)
            chances = np.where(theirs, strategy[number][level.slot], 1.0)
            found.append(found[-1][below] * chances)
        return found

    def means(self, values: Sequence[Reals], weights: Sequence[Reals]) -> Strategy:
        """For each slot the weighted mean of a value over its information set."""
        found = []
        for number, level in enumerate(self.levels[:-1]):
            weight = weights[number][self.levels[number + 1].parent]
            slots = len(level.set_of_slot)
            total = np.bincount(level.slot, weight * values[number + 1], slots)
            found.append(total / np.bincount(level.slot, weight, slots))
        return [*found, np.zeros(0)]

    def signed(self, worth: Strategy) -> Strategy:
        """The worth of slots, for the first side, as their movers see it."""
        return [
            np.where(level.mover[level.first_node[level.set_of_slot]] == 0, one, -one)
            for level, one in zip(self.levels, worth, strict=True)
        ]

    def greedy(self, worth: Strategy) -> Strategy:
        """The strategy that takes what is worth most to its mover, equal ones equally often."""
        return [
            self._shares(level, (one >= _highest(level, one) - EQUAL).astype(np.float64))
            for level, one in zip(self.levels, self.signed(worth), strict=True)
        ]

    # ------------------------------------------------------------------ against a strategy

    def best_response(self, strategy: Strategy, seat: int) -> float:
        """What a seat gets beyond the other, a round, by the best answer to a strategy."""
        reached = self.reach(strategy, [1 - seat])
        sign = 1.0 if seat == 0 else -1.0

        def choose(number: int, below: Reals) -> Reals:
            level, starts = self.levels[number], self.starts(number)
            here = np.add.reduceat(below * strategy[number][level.slot], starts)
            gained: Reals = reached[number + 1] * below * sign
            worth = np.bincount(level.slot, gained, len(level.set_of_slot)).astype(np.float64)
            taken = np.zeros(len(worth))
            taken[_best(level, worth)] = 1.0
            mine = np.add.reduceat(below * taken[level.slot], starts)
            return np.where(level.mover[level.group >= 0] == seat, mine, here)

        return sign * float(self.backwards(choose)[0].mean())

    def exploitability(self, strategy: Strategy) -> float:
        """How much the best answers to a strategy gain, a round, on average over both seats.

        In an equilibrium it is 0.
        """
        return (self.best_response(strategy, 0) + self.best_response(strategy, 1)) / 2

    # ------------------------------------------------------------------ equilibrium

    def uniform(self) -> Strategy:
        """Every action equally likely."""
        return [1.0 / level.sizes[level.set_of_slot] for level in self.levels]

    def equilibrium(self, steps: int) -> Iterator[Strategy]:
        """The average strategies of CFR+ after each step, which approach an equilibrium."""
        regret = [np.zeros(len(level.set_of_slot)) for level in self.levels]
        total = [np.zeros(len(level.set_of_slot)) for level in self.levels]
        strategy = self.uniform()
        for step in range(1, steps + 1):
            for seat in (0, 1):
                values = self.expected(strategy)
                reached = self.reach(strategy, [1 - seat])
                own = self.reach(strategy, [seat])
                for number, level in enumerate(self.levels[:-1]):
                    mine = level.mover[level.first_node] == seat
                    if not mine.any():
                        continue
                    below, slots = reached[number + 1] * values[number + 1], len(level.set_of_slot)
                    worth = np.bincount(level.slot, below, slots) * (1 if seat == 0 else -1)
                    sets = level.set_of_slot
                    mean = np.bincount(sets, worth * strategy[number], len(level.first_node))
                    found = np.maximum(regret[number] + worth - mean[sets], 0.0)
                    regret[number] = np.where(mine[sets], found, regret[number])
                    times = step * own[number][level.first_node][sets]
                    total[number] += np.where(mine[sets], times * strategy[number], 0.0)
                    strategy[number] = np.where(
                        mine[sets], self._shares(level, regret[number]), strategy[number]
                    )
            yield [self._shares(level, one) for level, one in zip(self.levels, total, strict=True)]

    @staticmethod
    def _shares(level: Level, amounts: Reals) -> Reals:
        """Amounts as shares of their information set; equal ones where there is none."""
        sets = level.set_of_slot
        whole = np.bincount(sets, amounts, len(level.first_node))[sets]
        with np.errstate(divide="ignore", invalid="ignore"):
            return np.where(whole > 0, amounts / whole, 1.0 / level.sizes[sets])


def _deals(compiled: Compiled) -> Iterator[State | None]:
    """Every deal to two players; which tiles are left over, but not their order."""
    size = compiled.setup.hand_size
    tiles = range(len(compiled.setup.tiles))
    for first in combinations(tiles, size):
        rest = [tile for tile in tiles if tile not in first]
        for second in combinations(rest, size):
            left = [tile for tile in rest if tile not in second]
            yield dealt(compiled, [*first, *second, *left], 0)


def _highest(level: Level, worth: Reals) -> Reals:
    """For each slot the most that one of its information set is worth."""
    if not len(worth):
        return worth
    begin = np.cumsum(level.sizes) - level.sizes
    highest: Reals = np.maximum.reduceat(worth, begin)[level.set_of_slot]
    return highest


def _best(level: Level, worth: Reals) -> Numbers:
    """The best slot of each information set, the first of equals."""
    sets, places = level.set_of_slot, np.flatnonzero(worth >= _highest(level, worth))
    return places[np.flatnonzero(np.diff(sets[places], prepend=-1))]
