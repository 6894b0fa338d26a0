"""The finished worlds of a search: the sums of their values, and the work that they took."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import inf
from typing import TYPE_CHECKING

from dominoes_solver.pimc.move_standings import Standings
from dominoes_solver.pimc.tally import Tally
from dominoes_solver.pimc.valued_world import World
from dominoes_solver.pimc.valuing import Valuing
from dominoes_solver.pimc.weighed_search import Worth
from dominoes_solver.pimc.worlds_in_reach import is_in_vain
from dominoes_solver.search.one_world import exact_cost

if TYPE_CHECKING:
    from dominoes_lang.table.state import Action, State
    from dominoes_solver.parallel.chunks import Chunk
    from dominoes_solver.pimc.bulk_outcomes import BulkWorlds
    from dominoes_solver.pimc.chunk_plan import ChunkPlan
    from dominoes_solver.pimc.search_task import SearchTask
    from dominoes_solver.search.bulk_values import BulkValues
    from dominoes_solver.search.one_world import Evaluation

WORLDS_PER_SUM = 500
"""Worlds that wait until they are added up together."""


class CountedWorlds:
    """What the moves were worth in the worlds so far."""

    def __init__(self, task: SearchTask, plan: ChunkPlan, tick: Callable[[int], None]) -> None:
        """tick: called with the nodes of a search that is not one of the worlds themselves."""
        self.task, self.plan = task, plan
        self.actions: tuple[Action, ...] = ()
        self.mover = 0
        self.nodes = self.under_way = 0
        """Of the worlds that are finished, and of those that are not."""
        self.in_vain = 0
        """The nodes of a search that was given up, which leave all the usual work for playouts."""
        self.tiles_played = 0
        self._tick = tick
        self._begin_again()

    def _begin_again(self) -> None:
        # The sums, and worlds still to be added: one value, so that Ctrl-C finds the two in step.
        self._sums: tuple[Standings, list[World | BulkWorlds]] | None = None
        self.estimated = 0
        self._watched: list[tuple[int, World]] = []
        """Worlds that `watch` is still to be given, with their ranks."""
        self.valuing = Valuing(self.task, self.plan)

    def give_up(self) -> None:
        """Forget the worlds searched, since playouts of many are worth more than they are."""
        self.plan.give_up(self.nodes / max(1, self.used))
        self.in_vain = self.nodes
        self.under_way = 0
        self._begin_again()

    # ------------------------------------------------------------------ sums and work

    @property
    def used(self) -> int:
        """The worlds finished so far."""
        if self._sums is None:
            return 0
        standings, waiting = self._sums
        return standings.tally.worlds + sum(map(_number_of, waiting))

    def sums(self) -> Standings:
        """The sums over all worlds finished so far."""
        assert self._sums is not None, "there is always a world"
        standings, waiting = self._sums
        if waiting:
            self._sums = (standings.plus(waiting), [])
        return self._sums[0]

    def drop_the_worse(self) -> None:
        """Leave out the moves that are clearly worse, from the next world on."""
        standings = self.sums()
        fewer = standings.without_the_worse(self.plan.population)
        if fewer is not standings:
            self._sums = (fewer, [])
            self.plan.only = tuple([self.actions[move] for move in fewer.kept])

    @property
    def searched(self) -> tuple[Action, ...]:
        """The moves that still get worlds."""
        return self.plan.only or self.actions

    def is_in_vain(self, worlds: int) -> bool:
        """Whether so many searched worlds took too long for enough of them to be in reach."""
        plan = self.plan
        if not plan.decides_by_reach or plan.playouts or self.valuing.worth is Worth.PLAY:
            return False
        assert plan.budget is not None, "a search is chosen for the first world"
        return is_in_vain(plan.budget, self.nodes, worlds, plan.asked)

    def work(self, more: int = 0, worlds: int = 0) -> float:
        """The work so far, and of `more` nodes in so many worlds, as a share of what is enough."""
        plan = self.plan
        if plan.playouts is not None:
            tiles = self.tiles_played + worlds * self._tiles_of_a_world
            return tiles / plan.playouts.tiles_of_an_answer(len(self.searched))
        assert plan.budget is not None, "there is always a world"
        return (self.nodes - self.in_vain + more) / plan.budget.of_an_answer

    @property
    def _tiles_of_a_world(self) -> int:
        """What the random rounds of a world take where they are all."""
        playouts = self.plan.playouts
        if playouts is None:
            return 0
        return playouts.tiles_of_a_world(len(self.searched)) * self.plan.haste

    # ------------------------------------------------------------------ one world more

    def add(self, chunk: Chunk, place: int, found: Evaluation) -> None:
        """Count a world of a chunk."""
        spent = found.nodes
        estimated = not found.exact and self.valuing.worth is not Worth.PLAY
        if self._sums is None:
            # A search that ran out of time can't report how far it had come.
            spent = spent or self.under_way
            self._begin(chunk.states[place], found.actions)
            if estimated:
                self._note_cost(chunk.states[place], spent)
        assert found.actions == self.searched, "what is legal cannot depend on hidden tiles"
        world = self.valuing.world(chunk, place, found)
        if estimated:
            self.estimated += 1
            self.tiles_played += self._tiles_of_a_world
        self._watch(chunk.ranks[place:], [world])
        self._count(world, spent)

    def add_bulk(self, chunk: Chunk, place: int, found: BulkValues) -> None:
        """Count some worlds of a chunk, from a place on."""
        assert found.actions == self.searched, "what is legal cannot depend on hidden tiles"
        worlds = self.valuing.worlds(chunk, place, found)
        if self.task.watch is not None:
            self._watch(chunk.ranks[place:], worlds.each())
        if found.playouts is not None and self.valuing.worth is not Worth.PLAY:
            self.estimated += len(found.nodes)
            self.tiles_played += len(found.nodes) * self._tiles_of_a_world
        self._count(worlds, int(found.nodes.sum()))

    def _count(self, worlds: World | BulkWorlds, spent: int) -> None:
        assert self._sums is not None, "the first world goes alone"
        self.nodes += spent
        self.under_way = 0
        waiting = self._sums[1]
        waiting.append(worlds)
        if sum(map(_number_of, waiting)) >= WORLDS_PER_SUM:
            self.sums()
        self._tick(0)

    def _begin(self, state: State, actions: tuple[Action, ...]) -> None:
        """Prepare to count, by the first world."""
        self.actions, self.mover = actions, state.mover
        pooled = inf if self.plan.drawn is None else self.plan.drawn.pooled
        tally = Tally(len(actions), self.task.compiled.setup.sides, pooled)
        self._sums = (Standings(tuple(range(len(actions))), tally), [])

    def _note_cost(self, state: State, spent: int) -> None:
        """Find what an exact answer would take in the first world, which was estimated."""
        task, plan = self.task, self.plan
        if plan.playouts is not None:
            return  # nobody has searched it
        cost = plan.cost or 0.0
        if not cost and task.costs and plan.haste == 1 and not plan.is_late:
            cost = exact_cost(
                task.compiled,
                state,
                seed=task.options.seed,
                deadline=plan.deadline,
                tick=self._tick,
            )
            if cost == inf and plan.deadline is not None:
                cost = 0.0  # there was no time to measure it
        plan.estimate_on(state, len(self.actions))
        # At least what has been spent in vain, whatever the growth seems to be.
        plan.cost = max(cost, spent)
        if plan.decides_by_reach:
            self.in_vain += spent

    def _watch(self, ranks: Sequence[int], worlds: Sequence[World]) -> None:
        """Show worlds to `watch`, but none that may be forgotten."""
        if self.task.watch is None:
            return
        self._watched += zip(ranks, worlds, strict=False)
        if not self.plan.decides_by_reach:
            self.show_watched()

    def show_watched(self) -> None:
        """Give `watch` the worlds that it has not had yet."""
        watched, self._watched = self._watched, []
        for rank, world in watched:
            assert self.task.watch is not None, "only then they are kept"
            self.task.watch(rank, world)


def _number_of(worlds: World | BulkWorlds) -> int:
    return 1 if isinstance(worlds, World) else len(worlds.weights)
