"""One long search whose actions are in two halves: another thread begins one if a core is idle.

Each half has a table of its own, idle core or not. So the nodes, like the values, do not depend on
what else the machine does. Once the caller has searched its half, it goes on with the other one
where the thread has left it. The thread ends early if the cores become busy.
"""

from __future__ import annotations

import contextlib
import os
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dominoes_solver.search.native.compiling.loading import Loaded
from dominoes_solver.search.native.searches.exact_values import NODES_A_CALL, Solved, is_ordinary

if TYPE_CHECKING:
    from dominoes_lang.codegen.compiled import Compiled
    from dominoes_lang.table.state import State

CALLS_A_LOOK = 8
"""Calls of a kernel, of a few milliseconds each, between two looks at the load of the machine."""
LOAD = Path("/proc/loadavg")
"""Linux alone has it: how many threads of all programs are running or could run."""


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
    kept = [place for place in range(len(compiled.legal(state))) if place not in dropped]
    middle = len(kept) // 2
    other: _OtherThread | None = None
    try:
        own, later = (
            jobs.job_for(compiled, states, nodes=nodes, dropped=(*dropped, *left_out))
            for left_out in (kept[middle:], kept[:middle])
        )
        if idle_cores() > 0:
            other = _OtherThread(later)
        if not _finish(own, other, deadline, tick):
            return
        (first,) = own.solved_from(0)
        own.leave()
        if other is not None:
            other.stop()
        if first.values is None:
            yield first
            return
        if nodes is not None:
            later.job[jobs.probes.J_LIMIT] = nodes - first.nodes
        if not _finish(later, None, deadline, tick):
            return
        (second,) = later.solved_from(0)
        yield _together(first, second, nodes)
    except (Inexpressible, jobs.GaveUp):
        yield None
    finally:
        if other is not None:
            other.stop()


def _finish(
    job: Any,
    other: _OtherThread | None,
    deadline: float | None,
    tick: Callable[[int], None] | None,
) -> bool:
    """Run a job to its end; whether there was time for that."""
    calls = 0
    while not job.advance(NODES_A_CALL, tick):
        calls += 1
        if other is not None and calls % CALLS_A_LOOK == 0 and idle_cores() < 0:
            other.is_stopped = True
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
    """A thread that runs a job until it is stopped."""

    def __init__(self, job: Any) -> None:
        self.job = job
        self.is_stopped = False
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self) -> None:
        with contextlib.suppress(Exception):  # whoever goes on with the job has it too
            while not self.is_stopped and not self.job.run(NODES_A_CALL):
                pass

    def stop(self) -> None:
        """Stop it, and wait for the end of its call."""
        self.is_stopped = True
        self._thread.join()


def idle_cores() -> int:
    """How many of the cores that this process may use are idle; 0 if that is unknown.

    Below 0 if more threads are ready to run than there are cores.
    """
    try:
        running = int(LOAD.read_text().split()[3].split("/")[0])
        return len(os.sched_getaffinity(0)) - running
    except (OSError, AttributeError, IndexError, ValueError):
        return 0
