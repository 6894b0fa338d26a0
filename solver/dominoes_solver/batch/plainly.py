"""The calls of a decision in plain Python."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce
from math import prod
from operator import or_
from typing import TYPE_CHECKING

from dominoes_lang.table.tiles import numbers_in
from dominoes_solver.batch.plain_dealing import Dealer, resampled, unlaid
from dominoes_solver.belief.applied_model import Reading
from dominoes_solver.belief.likelihood import factors
from dominoes_solver.belief.player_types import Mixture, joint
from dominoes_solver.chance import MASK, STEP
from dominoes_solver.search.one_world import Question, evaluate_many

if TYPE_CHECKING:
    from dominoes_lang.codegen.compiled import Compiled
    from dominoes_lang.table.state import Action, State
    from dominoes_solver.batch.seen_past import SeenPast
    from dominoes_solver.batch.unseen import Unseen
    from dominoes_solver.belief.model import Choices
    from dominoes_solver.chance import Chance
    from dominoes_solver.shown_facts import Facts

Worlds = list[tuple[int, ...]]
"""The hands of each world."""


class PlainBatch:
    """Decides positions of one game by some models; see `Batch`."""

    def __init__(self, compiled: Compiled, models: Sequence[Choices]) -> None:
        self.compiled = compiled
        self.models = models
        self._reading = Reading(compiled, models[0], natively=False)
        self._reading.models = tuple(models)

    def deal(self, unseen: Unseen, number: int, chance: Chance) -> Worlds:
        """So many worlds, each way to deal the unseen tiles equally likely."""
        dealer = Dealer(unseen.tiles, unseen.void, unseen.sizes)
        worlds = []
        for _ in range(number):
            hands = dealer.hands(chance)
            hands[unseen.mover] = unseen.own
            worlds.append(tuple(hands))
        return worlds

    def world_of(self, hands: tuple[int, ...]) -> Worlds:
        """One world: these hands."""
        return [hands]

    def resampled(
        self, worlds: Worlds, weights: Sequence[float], wanted: int, chance: Chance
    ) -> Worlds:
        """So many of the worlds, drawn by weight."""
        return [worlds[index] for index in resampled(weights, wanted, chance)]

    def weights(self, past: SeenPast, worlds: Worlds, mixtures: Sequence[Mixture]) -> list[float]:
        """How likely the past choices of all but the mover were in each world."""
        if not past.actions:
            return [1.0] * len(worlds)
        states = [past.states[0]._replace(opening=past.opening), *past.states[1:]]
        nothing = (0,) * len(past.actions)
        likelihoods, movers = [], [state.mover for state in states[: len(nothing)]]

        def by_type(model: int) -> list[float]:
            return factors(self.models[model], past, states, dealt, nothing)

        for hands in worlds:
            dealt = [hand | laid for hand, laid in zip(hands, past.laid, strict=True)]
            likelihoods.append(prod(joint(mixtures, movers, by_type)))
        return likelihoods

    def search(self, state: State, worlds: Worlds) -> list[int]:
        """The sum over the worlds of what each action is worth to the mover, all hands open."""
        compiled, side = self.compiled, self.compiled.setup.side_of[state.mover]
        states = list(_opened(state, worlds))
        sign = compiled.setup.sign
        sums = [0] * len(compiled.legal(state))
        for searched in evaluate_many(compiled, states, Question(natively=False)):
            assert searched.exact, "a search without a limit"
            for index, value in enumerate(searched.values):
                sums[index] += sign * int(value[side])
        return sums

    def playouts(
        self,
        state: State,
        facts: Facts,
        legal: Sequence[Action],
        worlds: Worlds,
        times: int,
        chance: Chance,
        mixtures: Sequence[Mixture],
    ) -> list[int]:
        """The sum of what each action brings the mover, played out so many times in each world."""
        self._reading.mixtures = tuple(mixtures)
        side = self.compiled.setup.side_of[state.mover]
        step = len(legal) * times
        keys = [chance.state + (world * step + 1) * STEP & MASK for world in range(len(worlds))]
        states = list(_opened(state, worlds))
        sums = [0] * len(legal)
        for row in self._reading.playouts(states, legal, times, keys, facts):
            for index, values in enumerate(row):
                sums[index] += sum(int(value[side]) for value in values)
        return sums


def _opened(state: State, worlds: Worlds) -> Iterator[State]:
    """The state in each world: what nobody holds there sleeps in the stock."""
    tiles = unlaid(state)
    for hands in worlds:
        yield state._replace(hands=hands, stock=tuple(numbers_in(tiles & ~reduce(or_, hands))))
