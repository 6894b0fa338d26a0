"""The value of each legal action with all hands open: the single entry to the exact searches.

It picks the search that fits the game, in machine code where it is available and the search is
large enough to pay for it, shares its table over the actions, and falls back on random playouts
when the budget runs out.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from dominoes_solver.limit import Budget, OutOfBudget
from dominoes_solver.search import native
from dominoes_solver.search.bulk_values import BulkValues, played
from dominoes_solver.search.estimate import PlaysOut, cost, means, playout_values
from dominoes_solver.search.python.any_game import any_sides, any_two_sides
from dominoes_solver.search.python.null_window import Prove, best_value, exact_value
from dominoes_solver.search.python.reference import Vector, preferences, rank, settled
from dominoes_solver.search.python.tricks_two_sides import tricks_two_sides
from dominoes_solver.search.python.two_sides import MOST_SEATS, two_sides
from dominoes_solver.search.trick_scores import counts_tricks
from dominoes_solver.worlds.open_hands import OpenHands

if TYPE_CHECKING:
    from dominoes_lang.codegen.compiled import Compiled
    from dominoes_lang.table.state import Action, State

PLAYOUTS = 32
"""Playouts of each action, when the exact search runs out of budget."""

TIME_FOR_PLAYOUTS = 0.2
"""The share of the time that is kept for them."""

COST_NODES_PLAIN = 20_000
COST_NODES_OTHERWISE = 2_500
TIME_FOR_COST = 0.1

SLOW_GAME = 4
"""The factor by which a world may take fewer nodes where plain Python is slow: on a table in arms,
or with ten players, a node takes up to a five-thousandth of a second."""

ValueOf: TypeAlias = Callable[["State"], Vector]


class Evaluation(NamedTuple):
    """The legal actions of a state in canonical order, and the value of each.

    A value has an entry for each side, the points of the round from that side's point of view,
    those paid on the way included: for two sides own minus other, so (5, -5); for more the points
    of each. All the values are exact, or all are estimates: an exact value and a playout cannot
    be compared.
    """

    actions: tuple[Action, ...]
    values: tuple[tuple[float, ...], ...]
    exact: bool
    nodes: int
    """Nodes searched."""
    playouts: tuple[tuple[Vector, ...], ...] = ()
    """For estimates: the values of the playouts of each action that they are the means of."""


@dataclass(frozen=True)
class Question:
    """Which values are asked for, and what they may take."""

    nodes: int | None = None
    """How many to search in each state before its values are estimated; no limit if None."""
    deadline: float | None = None
    """The moment of `time.monotonic` until which to search; no limit if None."""
    key: int = 0
    """That of `chance` for the playouts; with the same one and the same nodes, and no deadline, the
    answers are the same."""
    number: int = 0
    """That of the first state, by which the chance of its playouts differs."""
    tick: Callable[[int], None] | None = None
    """Given the nodes searched since its last call, every few milliseconds."""
    only: Sequence[Action] | None = None
    """The actions to search, in canonical order; all legal ones if None. The same actions must then
    be legal in every state."""
    natively: bool | None = None
    """Whether to search in machine code, if that is there; None decides by the size."""
    last_resort: bool = True
    """Whether a state that the time is too short for is estimated; otherwise the answers end before
    it."""
    halved: bool = False
    """Whether a single state may be searched in two halves, by a second thread if it has a core."""
    patience: int | None = None
    """Nodes in which plain Python tries each state, while machine code is compiled that is waited
    for where these are too few."""
    by: PlaysOut | None = None
    """By which policy states are played out that are estimated; at random without one."""


EVERY_VALUE = Question()
"""Every legal action, whatever it takes."""


def evaluate_many(
    compiled: Compiled, states: Sequence[State], question: Question = EVERY_VALUE
) -> Iterator[Evaluation]:
    """The legal actions of every state with their values, one state after another."""
    for results in evaluate_together(compiled, states, question):
        if isinstance(results, Evaluation):
            yield results
            continue
        for values, spent in zip(results.vectors(), results.nodes.tolist(), strict=True):
            yield Evaluation(results.actions, values, True, spent)


def evaluate_together(
    compiled: Compiled, states: Sequence[State], question: Question
) -> Iterator[Evaluation | BulkValues]:
    """The same, where worlds in bulk may be answered many at a time."""
    natively, patience = question.natively, question.patience
    if natively is None:
        natively, count = False, len(states)
        if states:
            wait = not native.may_begin_plainly(compiled, question.nodes)
            natively = native.wanted(compiled, states[0], count, nodes=question.nodes, wait=wait)
        if states and not natively:
            patience = native.patience(compiled, states[0], count, question.nodes)
    asked = _Asked(compiled, replace(question, halved=question.halved and len(states) == 1))
    index = 0
    while index < len(states):
        began = index
        rest = states[index:]
        searched = asked.natively(rest) if natively else (None for _ in rest)
        for solved in searched:
            if isinstance(solved, BulkValues) and solved.actions:
                yield solved
                index += len(solved.nodes)
                continue
            if solved is not None:
                values = asked.of(solved)
            elif patience is not None:
                values = asked.meanwhile(states[index], patience)
            else:
                values = asked.in_python(states[index])
            if not values.exact:
                if asked.gives_up():
                    return
                values = asked.estimated(states, index, values.nodes)
                if asked.gives_up():
                    return
            yield values
            index += 1
        if index == began:
            if not question.last_resort:
                return
            # It has had most of the time left, and that was not enough.
            yield asked.estimated(states, index, 0)
            index += 1


class _Asked:
    """A question about some states of a game."""

    def __init__(self, compiled: Compiled, question: Question) -> None:
        self.compiled = compiled
        self.question = question
        deadline = question.deadline
        self.until = _earlier(deadline) if question.last_resort else deadline
        """The end of the exact search."""

    @property
    def is_late(self) -> bool:
        deadline = self.question.deadline
        return deadline is not None and time.monotonic() >= deadline

    def gives_up(self) -> bool:
        """Whether the answers end here: too late, and nothing is estimated then."""
        return not self.question.last_resort and self.is_late

    def actions(self, state: State) -> tuple[Action, ...]:
        only = self.question.only
        return tuple(self.compiled.legal(state) if only is None else only)

    def natively(self, states: Sequence[State]) -> Iterator[native.Solved | BulkValues | None]:
        dropped: list[int] = []
        only = self.question.only
        if only is not None:
            legal = self.compiled.legal(states[0])
            dropped = [index for index, action in enumerate(legal) if action not in only]
        in_bulk = isinstance(states, OpenHands) and native.are_ordinary(self.compiled, states)
        values: Callable[..., Iterator[native.Solved | BulkValues | None]] = (
            native.bulk_values if in_bulk else native.evaluate_many
        )
        if self.question.halved and native.are_halves_worth_it(self.compiled, states[0]):
            values = native.evaluate_halves
        return values(
            self.compiled,
            states,
            nodes=self.question.nodes,
            deadline=self.until,
            tick=self.question.tick,
            dropped=dropped,
        )

    @staticmethod
    def of(solved: native.Solved | BulkValues) -> Evaluation:
        if isinstance(solved, BulkValues):
            return Evaluation((), (), exact=False, nodes=int(solved.nodes[0]))
        if solved.values is None:
            return Evaluation((), (), exact=False, nodes=solved.nodes)
        return Evaluation(solved.actions, solved.values, True, solved.nodes)

    def meanwhile(self, state: State, patience: int) -> Evaluation:
        """The exact values, in plain Python or in machine code that is waited for."""
        if not native.available(self.compiled, wait=False):
            tried = self.in_python(state, patience)
            if tried.exact or self.is_late:
                return tried
            deadline, tick = self.question.deadline, self.question.tick
            if not native.available(self.compiled, deadline=deadline, tick=tick):
                return self.in_python(state)
        solved = next(iter(self.natively([state])), None)
        return self.in_python(state) if solved is None else self.of(solved)

    def in_python(self, state: State, patience: int | None = None) -> Evaluation:
        """The exact values; none of them where the budget, or patience, is spent before."""
        nodes = self.question.nodes if patience is None else patience
        budget = Budget(nodes, self.until, self.question.tick)
        actions = self.actions(state)
        try:
            value_of = solver(self.compiled, state, budget)
            exact = tuple([value_of(self.compiled.play(state, action)) for action in actions])
            return Evaluation(actions, exact, exact=True, nodes=budget.spent)
        except OutOfBudget:
            return Evaluation((), (), exact=False, nodes=budget.spent)

    def estimated(self, states: Sequence[State], index: int, spent: int) -> Evaluation:
        """The values by playouts of one of the states, after a search in vain."""
        state = states[index]
        (estimate,) = estimates(
            self.compiled,
            [state],
            self.actions(state),
            playouts=PLAYOUTS,
            key=self.question.key,
            number=self.question.number + index,
            by=self.question.by,
            deadline=self.question.deadline,
            tick=self.question.tick,
        )
        if isinstance(estimate, BulkValues):
            assert estimate.playouts is not None
            (estimate,) = evaluations_of(estimate.actions, estimate.playouts.tolist())
        return estimate._replace(nodes=spent)


def estimates(
    compiled: Compiled,
    states: Sequence[State],
    actions: tuple[Action, ...],
    *,
    playouts: int,
    key: int,
    number: int = 0,
    by: PlaysOut | None = None,
    deadline: float | None = None,
    tick: Callable[[int], None] | None = None,
) -> Iterator[Evaluation | BulkValues]:
    """Some actions in worlds of one position by so many playouts each, without a search.

    See `playout_values`; in machine code many worlds at a time.
    """
    for values in playout_values(
        compiled,
        states,
        actions,
        playouts=playouts,
        key=key,
        number=number,
        by=by,
        deadline=deadline,
        tick=tick,
    ):
        if isinstance(values, tuple):
            yield from evaluations_of(actions, [values])
        else:
            yield played(actions, values)


def evaluations_of(
    actions: tuple[Action, ...], playouts: Iterable[Sequence[Sequence[Sequence[int]]]]
) -> Iterator[Evaluation]:
    """Estimates world by world, from the playouts of each action."""
    for world in playouts:
        values = tuple([tuple(map(tuple, payoffs)) for payoffs in world])
        yield Evaluation(actions, tuple(map(means, values)), False, 0, values)


def value(
    compiled: Compiled,
    state: State,
    *,
    nodes: int | None = None,
    deadline: float | None = None,
) -> Vector:
    """The exact value of a state, faster than that of every action. Raises `OutOfBudget`."""
    budget = Budget(nodes, deadline)
    if state.over or compiled.setup.sides != 2:
        return solver(compiled, state, budget)(state)
    if native.wanted(compiled, state, nodes=nodes):
        solved = native.best_value(compiled, state, nodes=nodes, deadline=deadline)
        if solved is not None:
            if solved.values is None:
                raise OutOfBudget
            return solved.values[0]
    # Asking all the actions at once saves proving how bad the bad ones are.
    prove = _prover(compiled, state, budget)
    children = [compiled.play(state, action) for action in compiled.legal(state)]
    best = best_value(prove, children, compiled.setup.side_of[state.mover])
    return _vector(compiled, best)


class Best(NamedTuple):
    """The value of a state for each side, and the legal actions that have it, in any order."""

    value: Vector
    actions: tuple[Action, ...]


def best_actions(
    compiled: Compiled, states: Sequence[State], *, natively: bool | None = None
) -> Iterator[Best]:
    """The best actions of every state of a game between two sides, one state after another.

    Less search than for every action's value: their value first, then one question for each.
    natively: as for `evaluate_many`.
    """
    if natively is None:
        natively = bool(states) and native.wanted(compiled, states[0], len(states))
    searched = (
        native.evaluate_many(compiled, states, ties=True) if natively else (None for _ in states)
    )
    for state, solved in zip(states, searched, strict=True):
        side = compiled.setup.side_of[state.mover]
        if solved is None or solved.values is None:
            yield _best_in_python(compiled, state, side)
            continue
        wanted = [compiled.setup.sign * value[side] for value in solved.values]
        most = max(wanted)
        actions = [
            action for action, worth in zip(solved.actions, wanted, strict=True) if worth == most
        ]
        yield Best(solved.values[wanted.index(most)], tuple(actions))


def _best_in_python(compiled: Compiled, state: State, side: int) -> Best:
    prove = _prover(compiled, state, Budget())
    pairs = [(action, compiled.play(state, action)) for action in compiled.legal(state)]
    best = best_value(prove, [after for _, after in pairs], side)
    # Whoever wants little has reached it where it is not at least one more.
    goal = best + side
    tied = [action for action, after in pairs if (prove(after, goal) >= goal) == (side == 0)]
    return Best(_vector(compiled, best), tuple(tied))


def principal_variation(
    compiled: Compiled, state: State, *, nodes: int | None = None
) -> tuple[Action, ...]:
    """The actions to the end of the round with best play by every side; among equals the first.

    Raises `OutOfBudget`.
    """
    value_of = solver(compiled, state, Budget(nodes))
    orders = preferences(compiled.setup)
    line = []
    while not state.over:
        order = orders[state.mover]
        following = [(action, compiled.play(state, action)) for action in compiled.legal(state)]
        action, state = max(following, key=lambda pair: rank(value_of(pair[1]), order))
        line.append(action)
    return tuple(line)


def exact_cost(
    compiled: Compiled,
    state: State,
    *,
    nodes: int | None = None,
    seed: int | str = 0,
    deadline: float | None = None,
    tick: Callable[[int], None] | None = None,
) -> float:
    """About how many nodes it would take to evaluate a state exactly, where that is out of reach.

    nodes: how many to spend on finding out. Of the time until `deadline` a tenth is used.
    """
    if nodes is None:
        setup = compiled.setup
        usual = COST_NODES_PLAIN if setup.plain and setup.sides == 2 else COST_NODES_OTHERWISE
        nodes = usual // (SLOW_GAME if is_slow_in_python(compiled) else 1)
    now = time.monotonic()
    until = None if deadline is None else now + (deadline - now) * TIME_FOR_COST

    def search(position: State, budget: Budget) -> None:
        value_of = solver(compiled, position, budget)
        for action in compiled.legal(position):
            value_of(compiled.play(position, action))

    return cost(compiled, state, search, nodes=nodes, deadline=until, seed=seed, tick=tick)


def is_slow_in_python(compiled: Compiled) -> bool:
    """Whether every node takes plain Python long."""
    return compiled.setup.layout.branches or not native.is_small_enough(compiled)


def is_slow(compiled: Compiled) -> bool:
    """Whether nodes take long and there is no machine code for them."""
    if not native.is_small_enough(compiled):
        return True
    return compiled.setup.layout.branches and not (
        native.available(compiled) and native.supports(compiled)
    )


def solver(compiled: Compiled, root: State, budget: Budget) -> ValueOf:
    """A function from the states of the world of `root` that can follow it to their exact value.

    Its calls share one table. It raises `OutOfBudget`; called again, it continues from its table.
    """
    with_open_ends = _with_open_ends(compiled, root, budget)
    orders = preferences(compiled.setup)

    def value_of(state: State) -> Vector:
        if state.over:
            return settled(compiled, state)
        if state.begun:
            return with_open_ends(state)
        order = orders[state.mover]
        opened = [compiled.play(state, action) for action in compiled.legal(state)]
        return max((value_of(after) for after in opened), key=lambda vector: rank(vector, order))

    return value_of


def _with_open_ends(compiled: Compiled, root: State, budget: Budget) -> ValueOf:
    """The search that fits the game, for states with a tile on the table."""
    if compiled.setup.sides == 2:
        prove = _prover(compiled, root, budget)
        return lambda state: _vector(compiled, exact_value(prove, state))
    return any_sides(compiled, root, budget)


def _prover(compiled: Compiled, root: State, budget: Budget) -> Prove:
    setup = compiled.setup
    if setup.plain and setup.seats <= MOST_SEATS:
        return two_sides(compiled, root, budget)
    if counts_tricks(setup):
        return tricks_two_sides(compiled, root, budget)
    return any_two_sides(compiled, root, budget)


def _vector(compiled: Compiled, wanted: int) -> Vector:
    """Both sides' points of view, from the value of side 0 as it wants it."""
    ahead = compiled.setup.sign * wanted
    return (ahead, -ahead)


def _earlier(deadline: float | None) -> float | None:
    """The end of the exact search, which leaves some of the time for playouts."""
    if deadline is None:
        return None
    now = time.monotonic()
    return now + (deadline - now) * (1 - TIME_FOR_PLAYOUTS)
