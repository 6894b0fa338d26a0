"""Expectimax over minimax: the average value of each move over the worlds that fit.

Each world is played out with all hands open (perfect-information Monte Carlo). Worlds are taken in
seed order, and the rules that end the search are tested after fixed batches of them, so the same
seed gives the same answer; under a limit of time the worlds finished are the first of that order.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing
from itertools import islice
from math import inf
from typing import TYPE_CHECKING

from dominoes_lang.text.root_exception import ArgumentError
from dominoes_solver.limit import Cancel, Cancelled, Limit
from dominoes_solver.parallel.chunks import Chunk, evaluations
from dominoes_solver.pimc.budgets import (
    ALONE,
    ANSWER,
    FAR_OUT,
    HOPELESS,
    PLAYOUTS,
    nodes_of_a_world,
    share_of_playouts,
    worlds_of_a_chunk,
)
from dominoes_solver.pimc.findings import Findings, MoveFindings, SearchProgress, rows_of
from dominoes_solver.pimc.order_of_worlds import RankedWorlds, order_of, ranks_in_order
from dominoes_solver.pimc.outcomes import halved, world_of
from dominoes_solver.pimc.tally import Tally, World
from dominoes_solver.pimc.weighed_search import Belief, Drawn, Worth
from dominoes_solver.search import native
from dominoes_solver.search.estimate import means
from dominoes_solver.search.one_world import Evaluation, exact_cost

if TYPE_CHECKING:
    from dominoes_lang.codegen.compiled import Compiled
    from dominoes_lang.table.state import Action, State
    from dominoes_solver.parallel.cluster import Cluster

BATCH = 50
ENDLESS = 1 << 60
"""As many worlds as the time allows, where none is the last."""
FEWEST_WORLDS = 200
"""With fewer, a lead is not trusted; and this many are all searched where no limit is set."""
MOST_WORLDS = 1000
"""Without a limit, a lead that is not found by then is too small to matter."""
ERRORS_AHEAD = 3.0
FEW_TILES = 16
"""In the hands of a game without draws: then a thousand worlds take a second, so all are used."""

HEAD_START = 0.5
"""Seconds of search before other processes are started, which takes as long."""
WORTH_WORKERS = 2.0
"""Seconds that must be left for that."""

WEIGHING_TIME = 0.25
"""The share of a limit of time in which worlds are weighted, before any is searched."""

AT_ONCE = 500
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
    costs: bool = True,
    jobs: int = 1,
    cluster: Cluster | None = None,
    cancel: Cancel | None = None,
) -> Findings:
    """Every move of the mover, with its mean value over the worlds.

    Without a limit: every world if there are few, else a sample without replacement that grows
    until the best move is clear, or about ten seconds' work is done, counted in nodes. `weight`
    is the relative likelihood of a world; 1 by default. With a `belief` worlds are weighted before
    they are searched, and the worth of a move may rest on playouts. `watch` is given the rank of
    each world with the values of the moves in it, in the order in which they count. `only` limits
    the search to some of the legal actions. Without `costs` nobody asks what an exact answer would
    take where the nodes of a world run out; to estimate that may take longer than all else.
    The work is done by `jobs` processes, or by the workers
    of a cluster; the answer does not depend on it.

    `KeyboardInterrupt` ends it with what was found, or is raised if no world was finished. So does
    `cancel` once it is set, with estimates of the first world if no world was finished. Raises
    `ArgumentError` where every world is asked for and the ranks do not include the order of the
    stock, and for fewer jobs than one; `WorkersError` where there can't be several.
    """
    if jobs < 1:
        raise ArgumentError(f"jobs={jobs}: at least one process is needed")
    return _Run(
        compiled,
        worlds,
        limit or Limit(),
        seed=seed,
        progress=progress,
        weight=weight,
        belief=belief,
        watch=watch,
        only=None if only is None else tuple(only),
        costs=costs,
        jobs=jobs,
        cluster=cluster,
        cancel=cancel,
    ).report()


class _Run:
    """One search under way."""

    def __init__(
        self,
        compiled: Compiled,
        worlds: RankedWorlds,
        limit: Limit,
        *,
        seed: int,
        progress: Callable[[SearchProgress], None] | None,
        weight: Callable[[State], float] | None,
        belief: Belief | None,
        watch: Callable[[int, World], None] | None,
        only: tuple[Action, ...] | None,
        costs: bool,
        jobs: int,
        cluster: Cluster | None,
        cancel: Cancel | None,
    ) -> None:
        if limit.exact and not worlds.determined:
            raise ArgumentError(
                "exact=True needs every order of the stock; ranks that leave it open are sampled"
            )
        self.compiled = compiled
        self.worlds = worlds
        self.limit = limit
        self.seed = seed
        self.progress = progress
        self.weight = weight
        self.belief = belief
        self.worth = Worth.BEST if belief is None else belief.worth
        self.drawn: Drawn | None = None
        """With a belief: the worlds to search, chosen by their weights."""
        self.played: tuple[int, list[Evaluation]] = (-1, [])
        """With a belief: the playouts of the worlds of a chunk, by its first world."""
        self.watch = watch
        self.only = only
        # Without a limit, it decides how many nodes the other worlds may take.
        self.costs = costs or limit.nodes is None
        self.jobs = jobs
        self.cluster = cluster
        self.cancel = cancel
        self.started = self.last_sign = time.monotonic()
        self.deadline = None if limit.time is None else self.started + limit.time
        # Without replacement only where a rank is a world; else there is no end of worlds.
        self.population = worlds.count if worlds.determined else None
        self.asked = self._asked()
        if belief is not None:
            self._weigh_worlds(belief)
        self.actions: tuple[Action, ...] = ()
        self.mover = 0
        # The sums, and worlds still to be added: one value, so that Ctrl-C finds the two in step.
        self.found: tuple[Tally, list[World]] | None = None
        self.nodes = self.under_way = 0
        self.natively = self.compiling = self.for_native = False
        self.waiting = ""
        self.budget: int | None = None
        self.estimated = 0
        self.share_of_playouts = PLAYOUTS
        self.cost: float | None = None
        self.interrupted = self.spent = False
        self.quick = False

    def _is_quick(self, state: State) -> bool:
        """Whether all worlds are searched in no time, so that none need be left out."""
        tiles = sum(hand.bit_count() for hand in state.hands)
        few = self.population is not None and self.population <= MOST_WORLDS
        return few and self.compiled.setup.plain and tiles <= FEW_TILES

    def _asked(self) -> int:
        """The worlds at which the search ends, if nothing else ends it."""
        if self.limit.exact:
            assert self.population is not None, "an exact answer has been refused"
            asked = self.population
        elif self.limit.worlds is not None:
            asked = self.limit.worlds
        elif self.deadline is not None:
            asked = self.population or ENDLESS
        else:
            asked = MOST_WORLDS
        return asked if self.population is None else min(asked, self.population)

    def _weigh_worlds(self, belief: Belief) -> None:
        """Choose the worlds to search among those of the usual order, by their weights."""
        asked = self.asked
        if not self.limit.exact:
            if self.limit.worlds is None:
                asked = min(asked, belief.most)
            self.asked = min(belief.largest_pool(asked), self.population or ENDLESS)
        until = None
        if self.limit.time is not None:
            until = self.started + self.limit.time * WEIGHING_TIME
        self.drawn = belief.draw(
            self._ranks(), asked, self.population, self.seed, until, self.cancel
        )
        self.asked = len(self.drawn.ranks)
        if not self.drawn.complete:
            self.population = None

    def report(self) -> Findings:
        try:
            self._search()
            if self.deadline is None:
                native.leave_compiling()
        except KeyboardInterrupt as stop:
            if isinstance(stop, Cancelled):
                # The process goes on, and so may what is compiled for its next search.
                native.leave_compiling()
                self._answer_at_once()
            if not self._used():
                raise
            self.interrupted = True
        finally:
            native.stop_compiling()
        return self._summary()

    def _search(self) -> None:
        """Search world after world until something ends it.

        The first goes alone, and here, since its cost decides what the others may take.
        """
        chunks = self._chunks()
        self._search_first(next(chunks))
        with closing(self._evaluated(chunks)) as answers:
            for chunk, answer in answers:
                found_here = 0
                for found in answer:
                    if self._ends_before(chunk.first + found_here):
                        return
                    self._add(chunk, found_here, found)
                    found_here += 1
                if found_here < len(chunk.states):
                    # It would have had a better answer with more time: not to be repeated.
                    self.interrupted = True
                    return
        if self._used() < self.asked:
            self.interrupted = True

    def _search_first(self, chunk: Chunk) -> None:
        """Search the first world, alone."""
        for found in self._evaluations(chunk):
            if self.worth is Worth.HALF and not found.exact:
                # Out of reach here is out of reach everywhere: playouts alone from now on.
                self.worth = Worth.PLAY
            self._add(chunk, 0, found)

    def _answer_at_once(self) -> None:
        """See to it that there is an answer: if there is none yet, as if the time were over."""
        self.cancel = None
        if not self._used():
            self.deadline = time.monotonic()
            self._search_first(next(self._chunks()))

    def _evaluated(
        self, chunks: Iterator[Chunk]
    ) -> Generator[tuple[Chunk, Iterator[Evaluation]], None, None]:
        """The chunks with the values of each world in them, computed here or elsewhere."""
        here_until = time.monotonic() + HEAD_START
        for chunk in chunks:
            yield chunk, self._evaluations(chunk)
            if self._has_workers(here_until):
                break
        else:
            return
        # Imported here: only needed for several processes.
        from dominoes_solver.parallel.workers import spread

        yield from spread(
            self.compiled,
            chunks,
            jobs=self.jobs,
            cluster=self.cluster,
            deadline=self.deadline,
            tick=self._tick,
            waiting=self._wait,
        )

    def _evaluations(self, chunk: Chunk) -> Iterator[Evaluation]:
        """The values of the moves in each world of a chunk: by a search, or by playouts alone."""
        if self.worth is Worth.PLAY:
            return iter(self._playouts(chunk))
        return evaluations(self.compiled, chunk, self.deadline, self._tick)

    def _playouts(self, chunk: Chunk) -> list[Evaluation]:
        """The values of the moves in each world of a chunk by the model's playouts."""
        assert self.belief is not None
        if self.played[0] != chunk.first:
            actions = tuple(chunk.only or self.compiled.legal(chunk.states[0]))
            keys = [random.Random(f"{seed} by the model").getrandbits(64) for seed in chunk.seeds]
            found = self.belief.playouts(chunk.states, actions, keys)
            evaluated = [
                Evaluation(actions, tuple(means(one) for one in values), False, 0, values)
                for values in found
            ]
            self.played = (chunk.first, evaluated)
        return self.played[1]

    def _wait(self, why: str) -> None:
        self.waiting = why

    def _has_workers(self, here_until: float) -> bool:
        """Whether it is time for other processes to continue."""
        if self.worth is Worth.PLAY:
            return False
        if self.cluster is not None:
            return True
        if self.jobs == 1 or time.monotonic() < here_until:
            return False
        return self.deadline is None or self.deadline - time.monotonic() >= WORTH_WORKERS

    def _chunks(self) -> Iterator[Chunk]:
        """The worlds in their order, a few at a time; the first alone.

        None is in two batches, so that nothing is begun beyond the end of the search.
        """
        ranks = enumerate(self._ranks())
        determined = self.worlds.determined
        size = most = 1
        while taken := list(islice(ranks, size)):
            first = taken[0][0]
            states = tuple(
                self.worlds.state(rank, None if determined else order_of(self.seed, index))
                for index, rank in taken
            )
            if not first:
                self.quick = self._is_quick(states[0])
            late = self.deadline is not None or native.compiling()
            if not first or (late and not self.natively):
                self._choose_search(states[0])
            yield Chunk(
                first,
                tuple(rank for _, rank in taken),
                states,
                tuple(f"{self.seed}/{index}/playouts" for index, _ in taken),
                self.only,
                self._nodes(first),
                natively=self.natively,
                last_resort=not first,
            )
            done = first + len(taken)
            if not first:
                most = worlds_of_a_chunk(self.nodes, BATCH, natively=self.natively)
            size = min(most, BATCH - done % BATCH)

    def _choose_search(self, state: State) -> None:
        """Whether to search natively, and how many nodes a world may then take.

        For large searches that is decided by the world alone. Small ones, in which the nodes can't
        run out, may follow what the process has searched before, and need not wait until the
        kernels are compiled: they begin in plain Python.
        """
        if self.worth is Worth.PLAY:
            assert self.belief is not None
            self.budget, self.natively = 1, self.belief.weighing.reading.natively
            self.for_native = self.natively
            return
        worlds = min(self.asked, MOST_WORLDS)
        compiled, deadline, tick = self.compiled, self.deadline, self._compiling_tick
        plainly = nodes_of_a_world(compiled, natively=False)
        nodes = plainly if self.limit.nodes is None else self.limit.nodes
        wait = not native.cannot_run_out(compiled, state, nodes)
        natively = native.large(compiled, state, worlds, deadline=deadline, tick=tick, wait=wait)
        self.for_native = natively or (not wait and native.compiling())
        self.budget = nodes_of_a_world(compiled, natively=self.for_native)
        nodes = self.budget if self.limit.nodes is None else self.limit.nodes
        self.natively = natively or native.wanted(
            compiled, state, worlds, nodes=nodes, deadline=deadline, tick=tick, wait=wait
        )
        self.compiling = False

    def _ranks(self) -> Iterator[int]:
        """The ranks of the worlds in the order in which they are taken."""
        if self.drawn is not None:
            return iter(self.drawn.ranks)
        repeated = self.population is None
        return ranks_in_order(self.seed, self.asked, self.worlds.count, repeated=repeated)

    def _ends_before(self, index: int) -> bool:
        """Whether the search ends before the world of this place in the order."""
        if index and self._late():
            self.interrupted = True
            return True
        if self.limit.worlds is not None or self.limit.exact or self.quick:
            return False
        if index >= FEWEST_WORLDS and index % BATCH == 0 and self._is_enough():
            return self._sums().decided(ERRORS_AHEAD, self.population)
        self.spent = index > 1 and self.limit.time is None and self._work() >= ANSWER
        return self.spent

    def _is_enough(self) -> bool:
        """Whether the worlds so far are as good as enough equal ones for a lead to be trusted."""
        return self.drawn is None or self._sums().effective >= FEWEST_WORLDS / 2

    def _work(self) -> float:
        """The work so far, in worlds that take all the nodes that one may."""
        return self.nodes / (self.budget or 1) + self.share_of_playouts * self.estimated

    def _used(self) -> int:
        """The worlds finished so far."""
        return self.found[0].worlds + len(self.found[1]) if self.found else 0

    def _sums(self) -> Tally:
        """The sums over all worlds finished so far."""
        assert self.found is not None, "there is always a world"
        tally, waiting = self.found
        self.found = (tally.plus(waiting), [])
        return self.found[0]

    def _late(self) -> bool:
        return self.deadline is not None and time.monotonic() >= self.deadline

    def _nodes(self, index: int) -> int | None:
        """How many nodes a world may take; the first world decides for the others."""
        if self.limit.nodes is not None or self.limit.exact:
            return self.limit.nodes
        assert self.budget is not None
        if self.asked == 1:
            return self.budget * ALONE
        if not index or self.cost is None:
            return self.budget
        return 1 if FAR_OUT * self.budget < self.cost < inf else self.budget // HOPELESS

    def _add(self, chunk: Chunk, place: int, found: Evaluation) -> None:
        """Count a world of a chunk."""
        state, rank = chunk.states[place], chunk.ranks[place]
        spent = found.nodes
        estimated = not found.exact and self.worth is not Worth.PLAY
        if self.found is None:
            # A search that ran out of time can't report how far it had come.
            spent = spent or self.under_way
            self.actions = found.actions
            self.mover = state.mover
            pooled = inf if self.drawn is None else self.drawn.pooled
            self.found = (Tally(len(found.actions), self.compiled.setup.sides, pooled), [])
            if estimated:
                cost = 0.0
                if self.costs and not self._late():
                    cost = exact_cost(
                        self.compiled,
                        state,
                        seed=self.seed,
                        deadline=self.deadline,
                        tick=self._tick,
                    )
                    if cost == inf and self.deadline is not None:
                        cost = 0.0  # there was no time to measure it
                nodes = self.budget or 1
                self.share_of_playouts = share_of_playouts(nodes, state, len(self.actions))
                # At least what has been spent in vain, whatever the growth seems to be.
                self.cost = max(cost, spent)
        assert found.actions == self.actions, "what is legal cannot depend on hidden tiles"
        world = self._world(chunk, place, found)
        self.nodes += spent
        self.under_way = 0
        self.estimated += estimated
        self.found[1].append(world)
        if len(self.found[1]) >= AT_ONCE:
            self._sums()
        if self.watch is not None:
            self.watch(rank, world)
        self._tick(0)

    def _world(self, chunk: Chunk, place: int, found: Evaluation) -> World:
        """The world at a place of a chunk, with its weight and the worth of each move."""
        setup, state = self.compiled.setup, chunk.states[place]
        weight = 1.0 if self.weight is None else self.weight(state)
        if self.drawn is not None:
            weight *= self.drawn.weights[chunk.first + place]
        if self.worth is Worth.PLAY and not found.playouts:
            found = self._playouts(chunk)[place]
        elif self.worth is Worth.PLAY and found.nodes:
            # The first world was searched in vain; its playouts were random ones.
            found = self._playouts(chunk)[place]
        world = world_of(setup, self.mover, found, weight)
        if self.worth is Worth.HALF and found.exact:
            return halved(world, world_of(setup, self.mover, self._playouts(chunk)[place], weight))
        return world

    def _compiling_tick(self, nodes: int) -> None:
        self.compiling = True
        self._tick(nodes)

    def _tick(self, nodes: int) -> None:
        """Report progress from time to time. Raises `Cancelled`."""
        if self.cancel is not None and self.cancel.is_set():
            raise Cancelled
        self.under_way += nodes
        now = time.monotonic()
        if self.progress is None or now - self.last_sign < SIGN_OF_LIFE:
            return
        self.last_sign = now
        used = self._used()
        self.progress(
            SearchProgress(
                used,
                self.asked,
                self.nodes + self.under_way,
                now - self.started,
                self.actions[self._sums().best] if used and self.actions else None,
                self.compiling,
                None if used or self.budget is None else self._nodes(0),
                self.waiting,
            )
        )

    def _summary(self) -> Findings:
        tally = self._sums()
        return Findings(
            rows=rows_of(self.compiled.setup, self.actions, tally, self.population),
            mover=self.mover,
            goal=self.compiled.setup.goal,
            count=self.worlds.count,
            used=tally.worlds,
            estimated=self.estimated,
            exact=tally.worlds == self.population
            and not self.estimated
            and self.worth is Worth.BEST,
            seed=self.seed,
            nodes=self.nodes,
            seconds=time.monotonic() - self.started,
            interrupted=self.interrupted,
            spent=self.spent,
            natively=self.for_native and self.natively,
            cost=self.cost,
            effective=None if self.drawn is None else tally.effective,
            slip=None if self.drawn is None else self.drawn.slip,
            worth=None if self.belief is None else self.worth,
        )


__all__ = [
    "BATCH",
    "ENDLESS",
    "Findings",
    "MoveFindings",
    "RankedWorlds",
    "SearchProgress",
    "expectimax",
]
