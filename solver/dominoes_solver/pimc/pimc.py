"""Expectimax over minimax: the average value of each move over the worlds that fit.

Each world is played out with all hands open (perfect-information Monte Carlo). Worlds are taken in
seed order, and the rules that end the search are tested after fixed batches of them, so the same
seed gives the same answer; under a limit of time the worlds finished are the first of that order.
"""

from __future__ import annotations

import time
from collections.abc import Generator, Iterator
from contextlib import closing
from functools import cache
from itertools import accumulate
from typing import TYPE_CHECKING

from dominoes_lang.text.notices import notice
from dominoes_solver.limit import Cancelled
from dominoes_solver.pimc.chunk_plan import BATCH, ChunkPlan
from dominoes_solver.pimc.counted_worlds import CountedWorlds
from dominoes_solver.pimc.dropping import Dropping
from dominoes_solver.pimc.findings import Findings, SearchProgress, rows_of
from dominoes_solver.pimc.weighed_search import Worth
from dominoes_solver.search import native
from dominoes_solver.search.bulk_values import BulkValues
from dominoes_solver.search.one_world import Evaluation, evaluations_of

if TYPE_CHECKING:
    from dominoes_solver.parallel.chunks import Chunk
    from dominoes_solver.pimc.search_task import SearchTask

FEWEST_WORLDS = 200
"""With fewer, a lead is not trusted; and this many are all searched where no limit is set."""
ERRORS_AHEAD = 3.0

TIME_FOR_FIRST = 0.25
"""The share of a limit of time after which the first of several worlds counts as out of reach."""

HEAD_START = 0.5
"""Seconds of search before other processes are started, which takes as long."""
WORTH_WORKERS = 2.0
"""Seconds that must be left for that."""

SIGN_OF_LIFE = 0.2
"""Seconds between calls of the progress function."""


def expectimax(task: SearchTask) -> Findings:
    """Every move of the mover, with its mean value over the worlds.

    Without a limit: every world if there are few, else a sample without replacement that grows
    until the best move is clear, or about five seconds' work is done, counted in nodes; playouts if
    that is not enough for many worlds (see `worlds_in_reach`). A move that is clearly worse than
    the best gets no more worlds, except with `all_moves`, `only` or `watch`, or if every world may
    be taken. The work is done by several processes, or by the workers of a cluster; the answer does
    not depend on it.

    `KeyboardInterrupt` ends it with what was found, or is raised if no world was finished. So does
    `cancel` once it is set, with estimates of the first world if no world was finished. Raises
    `ArgumentError` where every world is asked for and the ranks do not include the order of the
    stock, and for fewer jobs than one; `WorkersError` where there can't be several.
    """
    return _Run(task, task.options.processes).report()


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

    def __init__(self, task: SearchTask, processes: int) -> None:
        self.task, self.processes = task, processes
        self.cancel = task.options.cancel
        self.started = self.last_sign = self.began = time.monotonic()
        self.waiting = ""
        self.interrupted = self.spent = False
        self.plan = ChunkPlan(task, self.started, self._tick)
        self.dropping = Dropping(task, self.plan)
        self.counted = CountedWorlds(task, self.plan, self._tick)

    def report(self) -> Findings:
        try:
            self._search()
        except KeyboardInterrupt as stop:
            if isinstance(stop, Cancelled):
                self._answer_at_once()
            if not self.counted.used:
                raise
            self.interrupted = True
        self.counted.show_watched()
        return self._summary()

    def _search(self) -> None:
        """Search world after world, or play all of them out if too few are in reach."""
        self._take_worlds()
        if self.counted.is_in_vain(self.counted.used):
            self.counted.give_up()
            self.dropping = Dropping(self.task, self.plan)
            self._take_worlds()

    def _take_worlds(self) -> None:
        """Take world after world until something ends it.

        The first goes alone, and here, since its cost decides what the others may take.
        """
        chunks = self.plan.chunks()
        if not self._search_first(next(chunks)):
            # Out of reach here is out of reach everywhere: a policy plays all worlds out.
            self.counted.give_up()
            chunks = self.plan.chunks()
            self._search_first(next(chunks))
        with closing(self._evaluated(chunks)) as answers:
            for chunk, answer in answers:
                done = 0
                for answer_part in answer:
                    if self._ends_before(chunk.first + done):
                        return
                    if isinstance(answer_part, Evaluation):
                        self.counted.add(chunk, done, answer_part)
                        done += 1
                        continue
                    number = self._affordable(answer_part)
                    self.counted.add_bulk(chunk, done, answer_part.first(number))
                    done += number
                    if number < len(answer_part.nodes) and self._ends_before(chunk.first + done):
                        return
                if done < len(chunk.states):
                    # It would have had a better answer with more time: not to be repeated.
                    self.interrupted = True
                    return
                if self.plan.is_pilot(chunk):
                    self.plan.end_pilot(self.counted.sums().tally)
                if chunk.first + done == self.dropping.next_test:
                    seconds = time.monotonic() - self.began
                    if self.dropping.is_due(self.counted.sums(), seconds):
                        self.counted.drop_the_worse()
        if self.counted.used < self.plan.asked:
            self.interrupted = True

    def _search_first(self, chunk: Chunk) -> bool:
        """Search the first world, alone; others need some of the time, should it be too large.

        Whether it is counted: not if it is too large for a search to be half the worth of a move.
        """
        counted, plan, deadline = self.counted, self.plan, self.plan.deadline
        if deadline is not None and plan.asked > 1:
            now = time.monotonic()
            deadline = now + (deadline - now) * TIME_FOR_FIRST
        for evaluation in counted.valuing.evaluations(chunk, deadline, self._tick):
            if isinstance(evaluation, BulkValues):
                assert evaluation.playouts is not None, "a single world is searched by itself"
                (evaluation,) = evaluations_of(evaluation.actions, evaluation.playouts.tolist())
            if counted.valuing.worth is Worth.HALF and not evaluation.exact:
                if self.task.belief is None:
                    counted.nodes = evaluation.nodes
                    return False
                # Out of reach here is out of reach everywhere: playouts alone from now on.
                counted.valuing.worth = Worth.PLAY
                plan.plays_alone = True
            counted.add(chunk, 0, evaluation)
        plan.nodes_of_first = counted.nodes - counted.in_vain
        self.began = time.monotonic()
        return True

    def _answer_at_once(self) -> None:
        """See to it that there is an answer: if there is none yet, as if the time were over."""
        self.cancel = None
        if not self.counted.used:
            self.plan.deadline = time.monotonic()
            self._search_first(next(self.plan.chunks()))

    def _evaluated(
        self, chunks: Iterator[Chunk]
    ) -> Generator[tuple[Chunk, Iterator[Evaluation | BulkValues]], None, None]:
        """The chunks with the values of each world in them, computed here or elsewhere."""
        here_until = time.monotonic() + HEAD_START
        for chunk in chunks:
            yield chunk, self.counted.valuing.evaluations(chunk, self.plan.deadline, self._tick)
            if self._has_workers(here_until):
                break
        else:
            return
        # Imported here: only needed for several processes.
        from dominoes_solver.parallel.workers import spread

        for chunk in chunks:
            yield from spread(
                self.task.compiled,
                self.dropping.chunks_until_test(chunk, chunks),
                jobs=self.processes,
                cluster=self.task.cluster,
                deadline=self.plan.deadline,
                tick=self._tick,
                waiting=self._wait,
            )
            if self.plan.is_late:
                return

    def _wait(self, why: str) -> None:
        self.waiting = why

    def _has_workers(self, here_until: float) -> bool:
        """Whether it is time for other processes to continue."""
        if self.counted.valuing.worth is Worth.PLAY:
            return False
        if self.task.cluster is not None:
            return True
        if self.processes == 1 or time.monotonic() < here_until:
            return False
        return self.plan.deadline is None or self.plan.deadline - time.monotonic() >= WORTH_WORKERS

    def _ends_before(self, index: int) -> bool:
        """Whether the search ends before the world of this place in the order."""
        if index and self.plan.is_late:
            self.interrupted = True
            return True
        if self.plan.takes_all:
            return False
        if index >= FEWEST_WORLDS and index % BATCH == 0 and self._is_enough():
            return self.counted.sums().tally.decided(ERRORS_AHEAD, self.plan.population)
        if index and self.counted.is_in_vain(index):
            return True
        self.spent = index > 1 and self.task.limit.time is None and self.counted.work() >= 1
        return self.spent

    def _affordable(self, bulk: BulkValues) -> int:
        """How many of some worlds come before the usual amount of work is done; at least one."""
        if self.plan.takes_all or self.task.limit.time is not None:
            return len(bulk.nodes)
        done = enumerate(accumulate(bulk.nodes.tolist()), 1)
        ends = (worlds for worlds, nodes in done if self.counted.work(nodes, worlds) >= 1)
        return next(ends, len(bulk.nodes))

    def _is_enough(self) -> bool:
        """Whether the effective number of worlds so far is large enough to trust a lead."""
        return self.plan.drawn is None or self.counted.sums().tally.effective >= FEWEST_WORLDS / 2

    def _tick(self, nodes: int) -> None:
        """Report progress from time to time. Raises `Cancelled`."""
        if self.cancel is not None and self.cancel.is_set():
            raise Cancelled
        self.counted.under_way += nodes
        if self.task.progress is None and native.waiting():
            _report_waiting()
        now = time.monotonic()
        if self.task.progress is None or now - self.last_sign < SIGN_OF_LIFE:
            return
        self.last_sign = now
        counted, plan, used = self.counted, self.plan, self.counted.used
        self.task.progress(
            SearchProgress(
                used,
                plan.asked,
                counted.nodes + counted.under_way,
                now - self.started,
                counted.actions[counted.sums().best] if used and counted.actions else None,
                native.waiting(),
                None if used or plan.budget is None else plan.nodes_for_world,
                self.waiting,
            )
        )

    def _summary(self) -> Findings:
        task, counted, plan = self.task, self.counted, self.plan
        standings, worth, setup = counted.sums(), counted.valuing.worth, task.compiled.setup
        tally = standings.tally
        every = tally.worlds == plan.population and not standings.earlier
        return Findings(
            rows=rows_of(setup, counted.actions, standings, plan.population),
            mover=counted.mover,
            goal=setup.goal,
            count=task.worlds.count,
            used=tally.worlds,
            estimated=counted.estimated,
            exact=every and not counted.estimated and worth is Worth.BEST,
            seed=task.options.seed,
            nodes=counted.nodes,
            seconds=time.monotonic() - self.started,
            interrupted=self.interrupted,
            spent=self.spent,
            natively=plan.for_native and plan.natively,
            cost=plan.cost,
            effective=None if plan.drawn is None else tally.effective,
            slip=None if plan.drawn is None else plan.drawn.slip,
            worth=None if task.belief is None and worth is Worth.BEST else worth,
            by_policy=plan.by_policy is not Worth.BEST,
            all_moves=self.dropping.is_over and not standings.earlier and len(counted.actions) > 1,
        )
