"""A round's result as a sum: what the deal was worth, and what each action added to it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from dominoes_lang.codegen.compiled import Compiled
from dominoes_lang.table.state import Kind, State
from dominoes_rules.play.round import Round
from dominoes_rules.position.notation import Move
from dominoes_solver.pimc.budgets import usual_nodes
from dominoes_solver.search import native
from dominoes_solver.search.one_world import Question, evaluate_many
from dominoes_solver.search.python.reference import preferences, settled


@dataclass(frozen=True)
class ReviewedAction:
    """One action, and by how much it changed the value of the true deal with open hands."""

    action: int
    """Its number in the round, from 1."""
    seat: str
    move: Move
    change: int
    """For the side that is reviewed."""


@dataclass(frozen=True)
class Breakdown:
    """A round of one player: `result == deal + own + sum(others.values())`, to the last point.

    Values are those of the true deal when everybody plays best with all hands open, for the side
    of the player: its points minus the other side's, with more than two sides its own points.
    """

    round: int
    seat: str
    deal: int
    """What the deal was worth; where `since` is above 0, what the round was worth by then."""
    since: int
    """The actions before the first whose value could be searched; 0 if the deal's could."""
    steps: tuple[ReviewedAction, ...]
    """Every action after those."""
    result: int
    """What the round paid; while it goes on, what it is worth with open hands."""
    finished: bool
    auction: int = 0
    """The actions of an auction, whose values are not searched: nobody would be outbid."""
    contract: float | None = None
    """In a game of tricks, the part of `deal` that the bid and its trump were worth by what the
    player saw who named it, all hands open then; the rest is how the hidden tiles lay."""
    estimated: bool = False
    """Whether it goes on and is too large to search: its worth is the mean of random playouts."""

    @property
    def own(self) -> int:
        """What the player's own actions changed."""
        return sum(step.change for step in self.steps if step.seat == self.seat)

    @property
    def others(self) -> dict[str, int]:
        """What the actions of each other player changed, by seat."""
        changes: dict[str, int] = {}
        for step in self.steps:
            if step.seat != self.seat:
                changes[step.seat] = changes.get(step.seat, 0) + step.change
        return dict(sorted(changes.items()))


def breakdown(game: Round, seat: str) -> Breakdown:
    """How the result of a round came about, for one player.

    Values are searched from the end backwards, with the budget of a single world.
    """
    setup, states = game.setup, game.states
    side = setup.side_of[setup.seat_names.index(seat)]
    vectors, estimated = _values(game.compiled, states)
    values = [round(vector[side]) for vector in vectors]
    since = len(states) - len(values)
    numbered = list(enumerate(game.moves, 1))[since:]
    steps = tuple(
        ReviewedAction(number, setup.seat_names[states[number - 1].mover], move, after - before)
        for (number, move), (before, after) in zip(numbered, pairwise(values), strict=True)
    )
    return Breakdown(
        game.state.round, seat, values[0], since, steps, values[-1], game.is_over,
        auction=_auction(game.compiled, states), estimated=estimated,
    )  # fmt: skip


def _values(compiled: Compiled, states: Sequence[State]) -> tuple[list[Sequence[float]], bool]:
    """What the last states of a round are worth to each side, as many as the budget allows.

    Where it does not even allow the last one, that is estimated, and true is returned besides.
    With open hands nobody would be outbid: the naming of the trump is among them, and no bid.
    """
    estimated = False
    # Whether machine code is worth its start is a question about all the searches together.
    natively = native.wanted(compiled, states[0], len(states), wait=False)
    # As many nodes as later, where machine code is still compiled.
    coming = native.patience(compiled, states[0], len(states), None) is not None
    nodes = usual_nodes(compiled, natively=natively or coming).of_a_world
    orders = preferences(compiled.setup)
    worths: list[Sequence[float]] = []
    for state in reversed(states):
        if state.over:
            worths.append(settled(compiled, state))
        elif worths and len(compiled.legal(state)) == 1:
            worths.append(worths[-1])
        else:
            following = _after_trump(compiled, state)
            if not following and worths:
                break
            # An auction that goes on is worth what random rounds from it are.
            question = Question(nodes=nodes if following else 1, natively=natively or None)
            searched = [*evaluate_many(compiled, following or [state], question)]
            nodes -= sum(each.nodes for each in searched)
            exact = all(each.exact for each in searched)
            if worths and (not exact or nodes <= 0):
                break
            best = [
                _preferred(orders[begun.mover], each.values)
                for begun, each in zip(following or [state], searched, strict=True)
            ]
            worths.append(_preferred(orders[state.mover], best))
            estimated = not exact
            if estimated or nodes <= 0:
                break
    return worths[::-1], estimated


def _auction(compiled: Compiled, states: Sequence[State]) -> int:
    """The actions of the auction in which a round began."""
    return sum(not state.over and not _after_trump(compiled, state) for state in states[:-1])


def _preferred(
    order: tuple[tuple[int, int], ...], worths: Iterable[Sequence[float]]
) -> Sequence[float]:
    """What a side with such wishes would choose."""
    return max(worths, key=lambda values: [sign * values[at] for at, sign in order])


def _after_trump(compiled: Compiled, state: State) -> list[State]:
    """A state that can be searched, or those after each trump; none while the auction goes on."""
    if compiled.setup.tricks is None or state.begun:
        return [state]
    actions = compiled.legal(state)
    named = all(action.kind is Kind.NAME for action in actions)
    return [compiled.play(state, action) for action in actions] if named else []
