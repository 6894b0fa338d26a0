"""What the moves are worth in each world of a chunk: searched, played out, or half of each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from dominoes_solver.chance import key_from
from dominoes_solver.parallel.chunks import Chunk, evaluations
from dominoes_solver.pimc.outcomes import halved, world_of
from dominoes_solver.pimc.weighed_search import PLAYOUTS, Worth
from dominoes_solver.search.bulk_values import BulkValues, played
from dominoes_solver.search.estimate import playout_values
from dominoes_solver.search.one_world import Evaluation, evaluations_of
from dominoes_solver.worlds.open_hands import OpenHands

if TYPE_CHECKING:
    from dominoes_lang.table.state import Action
    from dominoes_solver.parallel.chunks import Tick
    from dominoes_solver.pimc.bulk_outcomes import BulkWorlds
    from dominoes_solver.pimc.chunk_plan import ChunkPlan
    from dominoes_solver.pimc.search_task import SearchTask
    from dominoes_solver.pimc.valued_world import World
    from dominoes_solver.search.python.reference import Vector
    from dominoes_solver.worlds.unranking import Ints


class Valuing:
    """What the moves are worth in the worlds of one search."""

    def __init__(self, task: SearchTask, plan: ChunkPlan) -> None:
        self.compiled = task.compiled
        self.seed = task.options.seed
        self.belief = belief = task.belief
        self.drawn = plan.drawn
        """With a belief: the worlds to search, chosen by their weights."""
        self.weight = task.weight
        self.by = task.by
        """Without a belief: by which policy worlds are played out beside searches."""
        self.worth = Worth.BEST if plan.plays_out else plan.by_policy
        if belief is not None:
            self.worth = belief.worth
        self._played: tuple[int, list[Evaluation]] = (-1, [])
        """Beside searches, or with a belief: the playouts of a chunk, by its first world."""
        self._played_in_bulk: tuple[int, Ints | None] = (-1, None)

    def evaluations(
        self, chunk: Chunk, deadline: float | None, tick: Tick
    ) -> Iterator[Evaluation | BulkValues]:
        """The values of the moves in each world of a chunk: by a search, or by playouts alone."""
        if self.worth is not Worth.PLAY:
            return evaluations(self.compiled, chunk, deadline, tick)
        if isinstance(chunk.states, OpenHands):
            return iter([played(self._actions(chunk), self._playouts_in_bulk(chunk))])
        return iter(self._playouts(chunk))

    def world(self, chunk: Chunk, index: int, evaluation: Evaluation) -> World:
        """The world at a place of a chunk, with its weight and the worth of each move."""
        setup, state = self.compiled.setup, chunk.states[index]
        (weight,) = self._weights(chunk, index, 1)
        if self.worth is Worth.PLAY and (not evaluation.playouts or evaluation.nodes):
            # The first world was searched in vain; its playouts were random ones.
            evaluation = self._playouts(chunk)[index]
        shared = self.worth is not Worth.PLAY
        world = world_of(setup, state.mover, evaluation, weight, shared=shared)
        if self.worth is Worth.HALF and evaluation.exact:
            played, shared = self._playouts(chunk)[index], self.belief is None
            return halved(world, world_of(setup, state.mover, played, weight, shared=shared))
        return world

    def worlds(self, chunk: Chunk, index: int, bulk: BulkValues) -> BulkWorlds:
        """The same for worlds in bulk, from a place of a chunk on."""
        import numpy as np

        from dominoes_solver.pimc.bulk_outcomes import exact_worlds, halved_worlds, played_worlds

        setup, number = self.compiled.setup, len(bulk.nodes)
        mover = chunk.states[index].mover
        weights = np.array(self._weights(chunk, index, number), np.float64)
        if bulk.playouts is not None:
            shared = self.worth is not Worth.PLAY
            return played_worlds(setup, mover, bulk.playouts, weights, shared=shared)
        assert bulk.values is not None, "they are exact or estimates"
        best = exact_worlds(setup, mover, bulk.values, weights)
        if self.worth is Worth.BEST:
            return best
        playouts = self._playouts_in_bulk(chunk)[index : index + number]
        shared = self.belief is None
        return halved_worlds(best, played_worlds(setup, mover, playouts, weights, shared=shared))

    def _weights(self, chunk: Chunk, index: int, number: int) -> Sequence[float]:
        """The weights of so many worlds from a place of a chunk on."""
        first = chunk.first + index
        weights = (1.0,) * number if self.drawn is None else self.drawn.weights[first:][:number]
        if self.weight is None:
            return weights
        states = chunk.states[index : index + number]
        return [self.weight(state) * weight for state, weight in zip(states, weights, strict=True)]

    def _actions(self, chunk: Chunk) -> tuple[Action, ...]:
        return tuple(chunk.only or self.compiled.legal(chunk.states[0]))

    def _playouts(self, chunk: Chunk) -> list[Evaluation]:
        """The values of the moves in each world of a chunk by playouts."""
        if self._played[0] != chunk.first:
            actions = self._actions(chunk)
            playouts: Iterable[Sequence[Sequence[Vector]]]
            if self.belief is None:
                playouts = self._playouts_in_bulk(chunk).tolist()
            else:
                playouts = self.belief.playouts(list(chunk.states), actions, self._keys(chunk))
            self._played = (chunk.first, [*evaluations_of(actions, playouts)])
        return self._played[1]

    def _playouts_in_bulk(self, chunk: Chunk) -> Ints:
        """The same for worlds in bulk: worlds x moves x playouts x sides."""
        import numpy as np

        first, playouts = self._played_in_bulk
        if playouts is None or first != chunk.first:
            actions = self._actions(chunk)
            if self.belief is None:
                playouts = self._by_policy(chunk, actions)
            elif self.belief.weighing.reading.natively:
                keys = self._keys(chunk)
                playouts = self.belief.playouts_in_bulk(chunk.states, actions, keys)
            else:
                keys = self._keys(chunk)
                playouts = np.array(self.belief.playouts(list(chunk.states), actions, keys))
            self._played_in_bulk = (chunk.first, playouts)
        return playouts

    def _by_policy(self, chunk: Chunk, actions: Sequence[Action]) -> Ints:
        """The playouts of a chunk by a policy, which machine code plays."""
        import numpy as np

        played = playout_values(
            self.compiled,
            chunk.states,
            actions,
            playouts=PLAYOUTS,
            key=chunk.key,
            number=chunk.first,
            by=self.by,
        )
        return np.concatenate([*played])

    def _keys(self, chunk: Chunk) -> list[int]:
        """Those of `chance` for the model's playouts of each world."""
        numbers = range(chunk.first, chunk.first + len(chunk.states))
        return [key_from(f"{self.seed}/{number}/playouts by the model") for number in numbers]
