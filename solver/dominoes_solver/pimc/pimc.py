"""Expectimax over minimax: the average value of each move over the worlds that fit.

Each world is played out with all hands open (perfect-information Monte Carlo). Worlds are taken in
seed order, and the rules that end the search are tested after fixed batches of them, so the same
seed gives the same answer; under a limit of time the worlds finished are the first of that order.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing
from functools import cache
from itertools import accumulate
from math import inf
from typing import TYPE_CHECKING

from dominoes_lang.text.notices import notice
from dominoes_lang.text.root_exception import ArgumentError
from dominoes_solver.limit import Cancel, Cancelled, Limit
from dominoes_solver.parallel.chunks import Chunk
from dominoes_solver.pimc.chunk_plan import BATCH, ENDLESS, ChunkPlan, SearchTask
from dominoes_solver.pimc.dropping import Dropping, Standings
from dominoes_solver.pimc.findings import Findings, MoveFindings, SearchProgress, rows_of
from dominoes_solver.pimc.order_of_worlds import RankedWorlds
from dominoes_solver.pimc.tally import Tally
from dominoes_solver.pimc.valued_world import World
from dominoes_solver.pimc.valuing import Valuing
from dominoes_solver.pimc.weighed_search import Belief, Worth
from dominoes_solver.pimc.worlds_in_reach import is_in_vain
from dominoes_solver.search import native
from dominoes_solver.search.bulk_values import BulkValues
from dominoes_solver.search.one_world import Evaluation, exact_cost

if TYPE_CHECKING:
    from dominoes_lang.codegen.compiled import Compiled
    from dominoes_lang.table.state import Action, State
    from dominoes_solver.parallel.cluster import Cluster
    from dominoes_solver.pimc.bulk_outcomes import BulkWorlds

FEWEST_WORLDS = 200
"""With fewer, a lead is not trusted; and this many are all searched where no limit is set."""
ERRORS_AHEAD = 3.0

TIME_FOR_FIRST = 0.25
"""The share of a limit of time after which the first of several worlds counts as out of reach."""

HEAD_START = 0.5
"""Seconds of search before other processes are started, which takes as long."""
WORTH_WORKERS = 2.0
"""Seconds that must be left for that."""

WORLDS_PER_SUM = 500
"""Worlds that wait until they are added up together."""

SIGN_OF_LIFE = 0.2
"""Seconds between calls of the progress function."""


def expectimax(
    compiled: Compiled,
    worlds: RankedWorlds,
    limit: Limit | None = None,
    *,
    seed: int = 0,
    progress: Callable[[SearchProgress], None] | None = None,
    weight: Callable[[State], float] | None = None,
    belief: Belief | None = None,
    watch: Callable[[int, World], None] | None = None,
    only: Sequence[Action] | None = None,
    all_moves: bool = False,
    costs: bool = True,
    alone: bool = False,
    jobs: int = 1,
    cluster: Cluster | None = None,
    cancel: Cancel | None = None,
) -> Findings:
    """Every move of the mover, with its mean value over the worlds.

    Without a limit: every world if there are few, else a sample without replacement that grows
    until the best move is clear, or about five seconds' work is done, counted in nodes; playouts if
    that is not enough for many worlds (see `worlds_in_reach`). `weight` is the relative likelihood
    of a world; 1 by default. With a `belief` worlds are weighted before they are searched, and the
    worth of a move may rest on playouts. `watch` is given the rank of each world with the values of
    the moves in it, in the order in which they count. `only` limits the search to some of the legal
    actions. A move that is clearly worse than the best gets no more worlds, except with
    `all_moves`, `only` or `watch`, or if every world may be taken. Without `costs` nobody asks what
    an exact answer would take where the nodes of a world run out; to estimate that may take longer
    than all else. If this answer is `alone` in being asked for, a second thread may search a single
    world too. The work is done by `jobs` processes, or by the workers of a cluster; the answer does
    not depend on it.

    `KeyboardInterrupt` ends it with what was found, or is raised if no world was finished. So does
    `cancel` once it is set, with estimates of the first world if no world was finished. Raises
    `ArgumentError` where every world is asked for and the ranks do not include the order of the
    stock, and for fewer jobs than one; `WorkersError` where there can't be several.
    """
    if jobs < 1:
        raise ArgumentError(f"jobs={jobs}: at least one process is needed")
    task = SearchTask(
        compiled=compiled,
        worlds=worlds,
        limit=limit or Limit(),
        seed=seed,
        progress=progress,
        weight=weight,
        belief=belief,
        watch=watch,
        only=None if only is None else tuple(only),
        all_moves=all_moves or only is not None or watch is not None,
        costs=costs,
        alone=alone,
        jobs=jobs,
        cluster=cluster,
        cancel=cancel,
    )
    return _Run(task).report()


@cache
def _report_waiting() -> None:
    """Report once that a search waits for the compiler, where nobody shows its progress."""
    # Imported here because only here it is asked for, and some systems have no processes.
    from multiprocessing import parent_process

    if parent_process() is None:
        notice(
            "this answer waits for machine code, which is compiled once; `dominoes-rules warm` "
            "compiles all of it beforehand"
        )


class _Run:
    """One search under way."""

    def __init__(self, task: SearchTask) -> None:
        self.task = task
        self.compiled, self.cancel = task.compiled, task.cancel
        self.started = self.last_sign = time.monotonic()
        self.actions: tuple[Action, ...] = ()
        self.mover = 0
        # The sums, and worlds still to be added: one value, so that Ctrl-C finds the two in step.
        self.found: tuple[Standings, list[World | BulkWorlds]] | None = None
        self.nodes = self.under_way = 0
        self.in_vain = 0
        """The nodes of a search that was given up, which leave all the usual work for playouts."""
        self.watched: list[tuple[int, World]] = []
        """Worlds that `watch` is still to be given, with their ranks."""
        self.waiting = ""
        self.estimated = 0
        self.tiles_played = 0
        self.began = self.started
        self.interrupted = self.spent = False
        self.plan = ChunkPlan(task, self.started, self._tick)
        self.dropping = Dropping(task, self.plan)
        self.deadline = self.plan.deadline
        self.valuing = self._valuing()

    def _valuing(self) -> Valuing:
        task = self.task
        return Valuing(self.compiled, task.belief, self.plan.drawn, task.weight, task.seed)

    def report(self) -> Findings:
        try:
            self._search()
        except KeyboardInterrupt as stop:
            if isinstance(stop, Cancelled):
                self._answer_at_once()
            if not self._used():
                raise
            self.interrupted = True
        self._show_watched()
        return self._summary()

    def _search(self) -> None:
        """Search world after world, or play all of them out if too few are in reach."""
        self._take_worlds()
        if self._is_in_vain(self._used()):
            self._give_up()
            self._take_worlds()

    def _take_worlds(self) -> None:
        """Take world after world until something ends it.

        The first goes alone, and here, since its cost decides what the others may take.
        """
        chunks = self.plan.chunks()
        self._search_first(next(chunks))
        with closing(self._evaluated(chunks)) as answers:
            for chunk, answer in answers:
                done = 0
                for found in answer:
                    if self._ends_before(chunk.first + done):
                        return
                    if isinstance(found, Evaluation):
                        self._add(chunk, done, found)
                        done += 1
                        continue
                    number = self._affordable(found)
                    self._add_bulk(chunk, done, found.first(number))
                    done += number
                    if number < len(found.nodes) and self._ends_before(chunk.first + done):
                        return
                if done < len(chunk.states):
                    # It would have had a better answer with more time: not to be repeated.
                    self.interrupted = True
                    return
                if self.plan.is_pilot(chunk):
                    self.plan.end_pilot(self._sums().tally)
                if chunk.first + done == self.dropping.next_test:
                    self._drop()
        if self._used() < self.plan.asked:
            self.interrupted = True

    def _search_first(self, chunk: Chunk) -> None:
        """Search the first world, alone; others need some of the time, should it be too large."""
        deadline = self.deadline
        if deadline is not None and self.plan.asked > 1:
            now = time.monotonic()
            deadline = now + (deadline - now) * TIME_FOR_FIRST
        for found in self.valuing.evaluations(chunk, deadline, self._tick):
            assert isinstance(found, Evaluation)
            if self.valuing.worth is Worth.HALF and not found.exact:
                # Out of reach here is out of reach everywhere: playouts alone from now on.
                self.valuing.worth = Worth.PLAY
                self.plan.plays_alone = True
            self._add(chunk, 0, found)
        self.plan.nodes_of_first = self.nodes - self.in_vain
        self.began = time.monotonic()

    def _is_in_vain(self, worlds: int) -> bool:
        """Whether so many searched worlds took too long for enough of them to be in reach."""
        plan = self.plan
        if not plan.decides_by_reach or plan.playouts or self.valuing.worth is Worth.PLAY:
            return False
        assert plan.budget is not None, "a search is chosen for the first world"
        return is_in_vain(plan.budget, self.nodes, worlds, plan.asked)

    def _give_up(self) -> None:
        """Forget the worlds searched, since playouts of many are worth more than they are."""
        task, plan = self.task, self.plan
        plan.give_up(self.nodes / self._used())
        self.in_vain = self.nodes
        self.found, self.estimated = None, 0
        self.watched = []
        self.dropping = Dropping(task, plan)
        self.valuing = self._valuing()

    def _answer_at_once(self) -> None:
        """See to it that there is an answer: if there is none yet, as if the time were over."""
        self.cancel = None
        if not self._used():
            self.deadline = self.plan.deadline = time.monotonic()
            self._search_first(next(self.plan.chunks()))

    def _evaluated(
        self, chunks: Iterator[Chunk]
    ) -> Generator[tuple[Chunk, Iterator[Evaluation | BulkValues]], None, None]:
        """The chunks with the values of each world in them, computed here or elsewhere."""
        here_until = time.monotonic() + HEAD_START
        for chunk in chunks:
            yield chunk, self.valuing.evaluations(chunk, self.deadline, self._tick)
            if self._has_workers(here_until):
                break
        else:
            return
        # Imported here: only needed for several processes.
        from dominoes_solver.parallel.workers import spread

        for chunk in chunks:
            yield from spread(
                self.compiled,
                self.dropping.chunks_until_test(chunk, chunks),
                jobs=self.task.jobs,
                cluster=self.task.cluster,
                deadline=self.deadline,
                tick=self._tick,
                waiting=self._wait,
            )
            if self._late():
                return

    def _drop(self) -> None:
        """Leave out the moves that are clearly worse, from the next world on."""
        standings = self._sums()
        if not self.dropping.is_due(standings, time.monotonic() - self.began):
            return
        fewer = standings.without_the_worse(self.plan.population)
        if fewer is not standings:
            self.found = (fewer, [])
            self.plan.only = tuple([self.actions[move] for move in fewer.kept])

    def _wait(self, why: str) -> None:
        self.waiting = why

    def _has_workers(self, here_until: float) -> bool:
        """Whether it is time for other processes to continue."""
        if self.valuing.worth is Worth.PLAY:
            return False
        if self.task.cluster is not None:
            return True
        if self.task.jobs == 1 or time.monotonic() < here_until:
            return False
        return self.deadline is None or self.deadline - time.monotonic() >= WORTH_WORKERS

    def _ends_before(self, index: int) -> bool:
        """Whether the search ends before the world of this place in the order."""
        if index and self._late():
            self.interrupted = True
            return True
        if self.plan.takes_all:
            return False
        if index >= FEWEST_WORLDS and index % BATCH == 0 and self._is_enough():
            return self._sums().tally.decided(ERRORS_AHEAD, self.plan.population)
        if index and self._is_in_vain(index):
            return True
        self.spent = index > 1 and self.task.limit.time is None and self._work() >= 1
        return self.spent

    def _affordable(self, found: BulkValues) -> int:
        """How many of some worlds come before the usual amount of work is done; at least one."""
        if self.plan.takes_all or self.task.limit.time is not None:
            return len(found.nodes)
        done = enumerate(accumulate(found.nodes.tolist()), 1)
        ends = (worlds for worlds, nodes in done if self._work(nodes, worlds) >= 1)
        return next(ends, len(found.nodes))

    def _is_enough(self) -> bool:
        """Whether the effective number of worlds so far is large enough to trust a lead."""
        return self.plan.drawn is None or self._sums().tally.effective >= FEWEST_WORLDS / 2

    def _work(self, more: int = 0, worlds: int = 0) -> float:
        """The work so far, and of `more` nodes in so many worlds, as a share of what is enough."""
        if self.plan.playouts is not None:
            tiles = self.tiles_played + worlds * self._tiles_of_a_world
            return tiles / self.plan.playouts.tiles_of_an_answer(len(self._searched))
        assert self.plan.budget is not None, "there is always a world"
        return (self.nodes - self.in_vain + more) / self.plan.budget.of_an_answer

    def _used(self) -> int:
        """The worlds finished so far."""
        if self.found is None:
            return 0
        standings, waiting = self.found
        return standings.tally.worlds + sum(_number_of(one) for one in waiting)

    @property
    def _tiles_of_a_world(self) -> int:
        """What the random rounds of a world take where they are all."""
        playouts = self.plan.playouts
        if playouts is None:
            return 0
        return playouts.tiles_of_a_world(len(self._searched)) * self.plan.haste

    @property
    def _searched(self) -> tuple[Action, ...]:
        return self.plan.only or self.actions

    def _sums(self) -> Standings:
        """The sums over all worlds finished so far."""
        assert self.found is not None, "there is always a world"
        standings, waiting = self.found
        if waiting:
            self.found = (standings.plus(waiting), [])
        return self.found[0]

    def _late(self) -> bool:
        return self.deadline is not None and time.monotonic() >= self.deadline

    def _add(self, chunk: Chunk, place: int, found: Evaluation) -> None:
        """Count a world of a chunk."""
        spent = found.nodes
        estimated = not found.exact and self.valuing.worth is not Worth.PLAY
        if self.found is None:
            # A search that ran out of time can't report how far it had come.
            spent = spent or self.under_way
            self._begin(chunk.states[place], found.actions)
            if estimated:
                self._note_cost(chunk.states[place], spent)
        assert found.actions == self._searched, "what is legal cannot depend on hidden tiles"
        world = self.valuing.world(chunk, place, found)
        if estimated:
            self.estimated += 1
            self.tiles_played += self._tiles_of_a_world
        self._watch(chunk.ranks[place:], [world])
        self._count(world, spent)

    def _add_bulk(self, chunk: Chunk, place: int, found: BulkValues) -> None:
        """Count some worlds of a chunk, from a place on."""
        assert found.actions == self._searched, "what is legal cannot depend on hidden tiles"
        worlds = self.valuing.worlds(chunk, place, found)
        if self.task.watch is not None:
            self._watch(chunk.ranks[place:], worlds.each())
        if found.playouts is not None and self.valuing.worth is not Worth.PLAY:
            self.estimated += len(found.nodes)
            self.tiles_played += len(found.nodes) * self._tiles_of_a_world
        self._count(worlds, int(found.nodes.sum()))

    def _count(self, worlds: World | BulkWorlds, spent: int) -> None:
        assert self.found is not None, "the first world goes alone"
        self.nodes += spent
        self.under_way = 0
        self.found[1].append(worlds)
        if sum(map(_number_of, self.found[1])) >= WORLDS_PER_SUM:
            self._sums()
        self._tick(0)

    def _watch(self, ranks: Sequence[int], worlds: Sequence[World]) -> None:
        """Show worlds to `watch`, but none that may be forgotten."""
        if self.task.watch is None:
            return
        self.watched += zip(ranks, worlds, strict=False)
        if not self.plan.decides_by_reach:
            self._show_watched()

    def _show_watched(self) -> None:
        watched, self.watched = self.watched, []
        for rank, world in watched:
            assert self.task.watch is not None, "only then they are kept"
            self.task.watch(rank, world)

    def _begin(self, state: State, actions: tuple[Action, ...]) -> None:
        """Prepare to count, by the first world."""
        self.actions, self.mover = actions, state.mover
        pooled = inf if self.plan.drawn is None else self.plan.drawn.pooled
        tally = Tally(len(actions), self.compiled.setup.sides, pooled)
        self.found = (Standings(tuple(range(len(actions))), tally), [])

    def _note_cost(self, state: State, spent: int) -> None:
        """Find what an exact answer would take in the first world, which was estimated."""
        cost = self.plan.cost or 0.0
        if not cost and self.task.costs and self.plan.haste == 1 and not self._late():
            cost = exact_cost(
                self.compiled,
                state,
                seed=self.task.seed,
                deadline=self.deadline,
                tick=self._tick,
            )
            if cost == inf and self.deadline is not None:
                cost = 0.0  # there was no time to measure it
        self.plan.estimate_on(state, len(self.actions))
        # At least what has been spent in vain, whatever the growth seems to be.
        self.plan.cost = max(cost, spent)
        if self.plan.decides_by_reach:
            self.in_vain += spent

    def _tick(self, nodes: int) -> None:
        """Report progress from time to time. Raises `Cancelled`."""
        if self.cancel is not None and self.cancel.is_set():
            raise Cancelled
        self.under_way += nodes
        if self.task.progress is None and native.waiting():
            _report_waiting()
        now = time.monotonic()
        if self.task.progress is None or now - self.last_sign < SIGN_OF_LIFE:
            return
        self.last_sign = now
        used, plan = self._used(), self.plan
        self.task.progress(
            SearchProgress(
                used,
                plan.asked,
                self.nodes + self.under_way,
                now - self.started,
                self.actions[self._sums().best] if used and self.actions else None,
                native.waiting(),
                None if used or plan.budget is None else plan.nodes_for_world,
                self.waiting,
            )
        )

    def _summary(self) -> Findings:
        standings, plan, worth = self._sums(), self.plan, self.valuing.worth
        tally = standings.tally
        every = tally.worlds == plan.population and not standings.earlier
        return Findings(
            rows=rows_of(self.compiled.setup, self.actions, standings, plan.population),
            mover=self.mover,
            goal=self.compiled.setup.goal,
            count=self.task.worlds.count,
            used=tally.worlds,
            estimated=self.estimated,
            exact=every and not self.estimated and worth is Worth.BEST,
            seed=self.task.seed,
            nodes=self.nodes,
            seconds=time.monotonic() - self.started,
            interrupted=self.interrupted,
            spent=self.spent,
            natively=plan.for_native and plan.natively,
            cost=plan.cost,
            effective=None if plan.drawn is None else tally.effective,
            slip=None if plan.drawn is None else plan.drawn.slip,
            worth=None if self.task.belief is None else worth,
            all_moves=self.dropping.is_over and not standings.earlier and len(self.actions) > 1,
        )


def _number_of(worlds: World | BulkWorlds) -> int:
    return 1 if isinstance(worlds, World) else len(worlds.weights)


__all__ = [
    "BATCH",
    "ENDLESS",
    "Findings",
    "MoveFindings",
    "RankedWorlds",
    "SearchProgress",
    "expectimax",
]
