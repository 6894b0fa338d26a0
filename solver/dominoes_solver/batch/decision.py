"""A decision of a bot that samples worlds: deal, weigh, resample, search, play out.

For the games of `why_not`, in which a world is a way to deal the unseen tiles that no pass speaks
against. Machine code and plain Python have the same worlds, drawn by the same random numbers, and
take the same actions.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from dominoes_solver.batch.plainly import PlainBatch
from dominoes_solver.batch.unseen import Unseen
from dominoes_solver.belief.noticing import noticed
from dominoes_solver.belief.player_types import BY_CHANCE, Mixture, TypeBelief, usual_mixtures
from dominoes_solver.search import native
from dominoes_solver.shown_facts import Facts

if TYPE_CHECKING:
    from dominoes_lang.codegen.compiled import Compiled
    from dominoes_lang.table.state import Action, State
    from dominoes_solver.batch.seen_past import SeenPast
    from dominoes_solver.batch.way import Way
    from dominoes_solver.chance import Chance


class Batch(Protocol):
    """The calls of a decision for one game and one model; worlds are theirs alone to read."""

    def deal(self, unseen: Unseen, number: int, chance: Chance) -> Any:
        """So many worlds, each way to deal the unseen tiles equally likely."""

    def world_of(self, hands: tuple[int, ...]) -> Any:
        """One world: these hands."""

    def weights(self, past: SeenPast, worlds: Any, mixtures: Sequence[Mixture]) -> Any:
        """How likely the past choices of all but the mover were in each world.

        mixtures: of which models each seat may be.
        """

    def resampled(self, worlds: Any, weights: Any, wanted: int, chance: Chance) -> Any:
        """So many of the worlds, drawn by weight."""

    def search(self, state: State, worlds: Any) -> list[int]:
        """The sum over the worlds of what each action is worth to the mover, all hands open."""

    def playouts(
        self,
        state: State,
        facts: Facts,
        legal: Sequence[Action],
        worlds: Any,
        times: int,
        chance: Chance,
        mixtures: Sequence[Mixture],
    ) -> list[int]:
        """The sum of what each action brings the mover, played out so many times in each world."""


class Decider:
    """Decides positions of one game in one way."""

    def __init__(self, compiled: Compiled, way: Way, *, natively: bool) -> None:
        """natively: whether in machine code, once that is there; nobody waits for it."""
        self.compiled = compiled
        self.way = way
        self.natively = natively
        usual = way.model or BY_CHANCE
        self._models = tuple(model for _, model in way.types) or (usual,)
        self._plain: Batch = PlainBatch(compiled, self._models)
        self.types: TypeBelief | None = None
        """What the match has shown of each seat so far; it belongs to `way.types`."""
        self._native: Batch | None = None
        self._in_rounds: dict[int, Decider] = {}
        """By the mask of the seats that are out of the match."""

    def in_round(self, rules: Compiled) -> Decider:
        """The decider of a round, which some may have left: see `Compiled.in_round`."""
        away = rules.setup.away
        if away == self.compiled.setup.away:
            return self
        if away not in self._in_rounds:
            self._in_rounds[away] = Decider(rules, self.way, natively=self.natively)
        self._in_rounds[away].types = self.types
        return self._in_rounds[away]

    @property
    def _batch(self) -> Batch:
        if self._native is not None:
            return self._native
        if self.natively and native.decides(self.compiled, wait=False):
            from dominoes_solver.batch.natively import NativeBatch

            self._native = NativeBatch(self.compiled, self._models)
            return self._native
        return self._plain

    def place(
        self,
        state: State,
        facts: Facts,
        past: Callable[[], SeenPast],
        legal: Sequence[Action],
        chance: Chance,
    ) -> int:
        """Which of the legal actions that are noticed is taken; the first of equals.

        Of the hands of others only the sizes are used, unless the bot cheats. `past` is called
        where worlds are weighed.
        """
        way, batch = self.way, self._batch
        indices = noticed(len(legal), way.overlooks, chance.fraction)
        if way.cheats:
            worlds = batch.world_of(state.hands)
        else:
            unseen = Unseen.of(self.compiled, state, facts)
            worlds = batch.deal(unseen, way.pool or way.worlds, chance)
        mixtures = self.types.mixtures if self.types else usual_mixtures(len(state.hands))
        if way.pool:
            seen = past()
            seen.mover = state.mover
            worlds = batch.resampled(
                worlds, batch.weights(seen, worlds, mixtures), way.worlds, chance
            )
        totals = [0.0] * len(legal)
        if way.best:
            totals = [float(value) for value in batch.search(state, worlds)]
        if way.playouts:
            played = batch.playouts(state, facts, legal, worlds, way.playouts, chance, mixtures)
            for index, value in enumerate(played):
                totals[index] += self.compiled.setup.sign * value / way.playouts
        return max(indices, key=totals.__getitem__)
