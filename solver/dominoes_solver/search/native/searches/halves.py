"""One long search whose actions are in two halves, one of them begun by another thread.

Each half has a table of its own, other thread or not. So the nodes, like the values, do not depend
on what else the machine does. Once the caller has searched its half, it goes on with the other one
where the thread has left it. The thread ends early if it has to share its core.
"""

from __future__ import annotations

import contextlib
import os
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from dominoes_solver.search.native.compiling.loading import Loaded
from dominoes_solver.search.native.searches.exact_values import NODES_A_CALL, Solved, is_ordinary

if TYPE_CHECKING:
    from dominoes_lang.codegen.compiled import Compiled
    from dominoes_lang.table.state import State

CALLS_A_LOOK = 8
"""Calls of a kernel, of a few milliseconds each, between two looks at the clocks."""
LEAST_SHARE = 0.8
"""The part of the time in which the other thread must have had a core for itself to go on."""


def evaluate_halves(
    compiled: Compiled,
    states: Sequence[State],
    *,
    nodes: int | None = None,
    deadline: float | None = None,
    tick: Callable[[int], None] | None = None,
    dropped: Sequence[int] = (),
) -> Iterator[Solved | None]:
    """The same as `evaluate_many` for a single state of a plain game between two sides."""
    from dominoes_solver.search.native.programs.words import Inexpressible

    (state,) = states
    jobs = Loaded.jobs
    if not is_ordinary(compiled, state):
        yield None
        return
    kept = [index for index in range(len(compiled.legal(state))) if index not in dropped]
    middle = len(kept) // 2
    helper: _OtherThread | None = None
    try:
        own, later = (
            jobs.job_for(compiled, states, nodes=nodes, dropped=(*dropped, *left_out))
            for left_out in (kept[middle:], kept[:middle])
        )
        if usable_cores() > 1:
            helper = _OtherThread(later)
        if not _finish(own, deadline, tick):
            return
        (first,) = own.solved_from(0)
        own.leave()
        if helper is not None:
            helper.stop()
        if first.values is None:
            yield first
            return
        if nodes is not None:
            later.job[jobs.probes.J_LIMIT] = nodes - first.nodes
        if not _finish(later, deadline, tick):
            return
        (second,) = later.solved_from(0)
        yield _together(first, second, nodes)
    except (Inexpressible, jobs.GaveUp):
        yield None
    finally:
        if helper is not None:
            helper.stop()


def _finish(job: Any, deadline: float | None, tick: Callable[[int], None] | None) -> bool:
    """Run a job to its end; whether there was time for that."""
    while not job.advance(NODES_A_CALL, tick):
        if deadline is not None and time.monotonic() >= deadline:
            return False
    return True


def _together(first: Solved, second: Solved, nodes: int | None) -> Solved:
    """Both halves; without values if they take as many nodes as there may be, or more."""
    spent = first.nodes + second.nodes
    if first.values is None or second.values is None or (nodes is not None and spent >= nodes):
        return Solved((), None, spent)
    return Solved(first.actions + second.actions, first.values + second.values, spent)


class _OtherThread:
    """A thread that runs a job until it is stopped, or waits for a core."""

    def __init__(self, job: Any) -> None:
        self.job = job
        self.is_stopped = False
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self) -> None:
        with contextlib.suppress(Exception):  # whoever goes on with the job has it too
            began, worked = time.monotonic(), time.thread_time()
            calls = 0
            while not self.is_stopped and not self.job.run(NODES_A_CALL):
                calls += 1
                if calls % CALLS_A_LOOK == 0:
                    now, at_work = time.monotonic(), time.thread_time()
                    if waits_for_a_core(now - began, at_work - worked):
                        return
                    began, worked = now, at_work

    def stop(self) -> None:
        """Stop it, and wait for the end of its call."""
        self.is_stopped = True
        self._thread.join()


def usable_cores() -> int:
    """How many cores this process may use; 1 if that is unknown."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # Linux alone has it
        return os.cpu_count() or 1


def waits_for_a_core(passed: float, worked: float) -> bool:
    """Whether a thread that worked for so many of the seconds that passed had to share its core."""
    return worked < LEAST_SHARE * passed
