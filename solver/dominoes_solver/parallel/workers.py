"""Chunks of worlds searched by many processes, or by a cluster, in order and fault-tolerant.

joblib hands them out: to processes of this machine (loky), or through its Dask backend to a
cluster. A thread asks it for the results, so that the caller can look at the clock and be
interrupted. A worker that dies costs only the time of its current work, which is handed out again.
"""

from __future__ import annotations

import contextlib
import os
import queue
import signal
import threading
import time
import warnings
from collections import deque
from collections.abc import Callable, Iterator
from itertools import chain
from typing import TYPE_CHECKING, Any

from dominoes_lang.text.notices import notice
from dominoes_lang.text.root_exception import DominoesError
from dominoes_solver.parallel.chunks import Chunk, Result, Tick, evaluations, rules_as_bytes, work
from dominoes_solver.parallel.cluster import SECONDS_TO_CONNECT, ClusterError

if TYPE_CHECKING:
    from dominoes_lang.codegen.compiled import Compiled
    from dominoes_solver.parallel.cluster import Cluster
    from dominoes_solver.search.bulk_values import BulkValues
    from dominoes_solver.search.one_world import Evaluation

MOST_DEATHS = 3
"""The most deaths in a row, without a result in between; then the work is done here."""
AHEAD = 3
"""Chunks handed out for each worker."""
POLLED = 0.05
"""Seconds between two checks of the clock while no result arrives."""

SECONDS_TO_STOP = 2.0

SECONDS_QUIET = 10.0
"""Seconds without any result after which that is reported."""
LONGER = 3.0
"""Nor is it before so many times the longest wait so far: some worlds take long."""
SECONDS_FROZEN = 5.0
"""A worker silent for so much longer than another looks frozen; they are heard each second."""
IF_FROZEN = "if one is frozen, kill it, and its work is repeated"

NO_JOBLIB = "several jobs need joblib, which is not installed: pip install joblib"

DONE = object()


class WorkersError(DominoesError, ValueError):
    """Raised where no workers can be had; its message shows what to do."""


def usable_cores() -> int:
    """The cores that this process may use: what affinity and the limits of a container leave.

    Raises `WorkersError` without joblib.
    """
    try:
        from joblib import cpu_count
    except ImportError:
        raise WorkersError(NO_JOBLIB) from None
    return int(cpu_count())


def spread(
    compiled: Compiled,
    chunks: Iterator[Chunk],
    *,
    jobs: int,
    cluster: Cluster | None = None,
    deadline: float | None = None,
    tick: Tick | None = None,
    waiting: Callable[[str], None] = lambda _: None,
) -> Iterator[tuple[Chunk, Iterator[Evaluation | BulkValues]]]:
    """The evaluations of each chunk, in order, computed elsewhere; it ends at the deadline.

    `waiting` is called with a few words for people while nothing comes back, and with none once
    something does. Closing it stops the workers. Raises `WorkersError` without joblib, and what
    the search itself raises.
    """
    rules = rules_as_bytes(compiled.setup)
    handed_out: deque[Chunk] = deque()
    rest, deaths = chunks, 0
    while deaths <= MOST_DEATHS:
        call = _Call(rules, chain(tuple(handed_out), rest), jobs, cluster, deadline)
        handed_out = call.handed_out
        with contextlib.closing(call):
            for result in call.results(tick, waiting):
                if isinstance(result, Result):
                    if result.error is not None:
                        raise result.error
                    deaths = 0
                    yield handed_out.popleft(), iter(result.evaluations)
                    continue
                error = _cause(result, cluster, deadline)
                deaths = MOST_DEATHS + 1 if isinstance(error, ClusterError) else deaths + 1
                _report(error, deaths, cluster)
                break
            else:
                return
        rest = call.rest
    for chunk in chain(tuple(handed_out), rest):
        yield chunk, evaluations(compiled, chunk, deadline, tick)


def _cause(error: BaseException, cluster: Cluster | None, deadline: float | None) -> BaseException:
    """The error of the scheduler where that has failed, and not only a worker."""
    if cluster is not None and not isinstance(error, ClusterError):
        try:
            cluster.silences(_seconds_to_ask(deadline))
        except ClusterError as lost:
            return lost
    return error


def _seconds_to_ask(deadline: float | None) -> float:
    """How long to wait for a scheduler's answer."""
    if deadline is None:
        return SECONDS_TO_CONNECT
    return max(0.1, min(SECONDS_TO_CONNECT, deadline - time.monotonic()))


def _report(error: BaseException, deaths: int, cluster: Cluster | None) -> None:
    """Report a scheduler or workers that have failed in one line."""
    if isinstance(error, ClusterError):
        notice(
            f"{error}; continuing in this process alone. For more speed, start the scheduler and "
            "its workers again and repeat the command, or leave out --cluster and use --jobs"
        )
        return
    worker = "a worker process" if cluster is None else "a worker of the cluster"
    then = (
        "its worlds are searched again" if deaths <= MOST_DEATHS else "continuing without workers"
    )
    notice(f"{worker} has died ({type(error).__name__}); {then}")


class _Source:
    """An iterator that several threads may share, and that can be closed at any time."""

    def __init__(self, items: Iterator[Chunk]) -> None:
        self.items = items
        self.lock = threading.Lock()
        self.closed = False
        self.given: deque[Chunk] = deque()

    def __iter__(self) -> _Source:
        return self

    def __next__(self) -> Chunk:
        with self.lock:
            if self.closed:
                raise StopIteration
            item = next(self.items)
            self.given.append(item)
            return item


class _Silence:
    """The time since the last result, and what to do about it where it is long."""

    def __init__(self, jobs: int, cluster: Cluster | None, deadline: float | None) -> None:
        self.jobs = jobs
        self.cluster = cluster
        self.deadline = deadline
        self.start = self.asked = time.monotonic()
        self.longest = 0.0
        self.whom = self.advice = ""

    def end(self) -> None:
        """Note a result."""
        now = time.monotonic()
        self.longest = max(self.longest, now - self.start)
        self.start = now
        self.advice = ""

    def text(self) -> str:
        """What to show: nothing at first. What to do about it goes to stderr, once.

        Raises `ClusterError` if it is the scheduler that does not answer.
        """
        now = time.monotonic()
        seconds = now - self.start
        if seconds < max(SECONDS_QUIET, LONGER * self.longest):
            return ""
        if not self.advice or now - self.asked >= SECONDS_QUIET:
            self.asked, before = now, self.advice
            self.whom, self.advice = self._workers()
            if self.advice != before:
                notice(f"nothing has come back from {self.whom} for {seconds:.0f} s; {self.advice}")
        return f"nothing from {self.whom} for {seconds:.0f} s"

    def _workers(self) -> tuple[str, str]:
        """How many workers there are, and what to do."""
        if self.cluster is None:
            return f"{self.jobs} workers", IF_FROZEN
        silences = self.cluster.silences(_seconds_to_ask(self.deadline))
        if not silences:
            start = f"start some with: dask worker {self.cluster.address}"
            return "a cluster without workers", start
        count = f"{len(silences)} worker{'s' if len(silences) > 1 else ''}"
        frozen = sorted(worker for worker in silences if silences[worker] > SECONDS_FROZEN)
        if not frozen:
            return count, IF_FROZEN
        more = f" and {len(frozen) - 1} more" if len(frozen) > 1 else ""
        return count, f"{frozen[0]}{more} may be frozen: kill it, and others do its work"


class _Call:
    """One attempt at searching the chunks."""

    def __init__(
        self,
        rules: bytes,
        chunks: Iterator[Chunk],
        jobs: int,
        cluster: Cluster | None,
        deadline: float | None,
    ) -> None:
        self.rules = rules
        self.rest = chunks
        self.source = _Source(chunks)
        self.handed_out = self.source.given
        self.jobs = jobs
        self.cluster = cluster
        self.deadline = deadline
        self.parallel = self._parallel()
        self._answers: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self.thread = threading.Thread(target=self._run, daemon=True, name="dominoes-rules workers")
        self.over = False

    def _parallel(self) -> Any:
        """The joblib pool that hands out the work."""
        try:
            from joblib import Parallel, parallel_config
            from joblib.parallel import get_active_backend
        except ImportError:
            raise WorkersError(NO_JOBLIB) from None
        options = {"return_as": "generator", "pre_dispatch": f"{AHEAD} * n_jobs"}
        if self.cluster is None:
            # Nothing here is so large that memory should be shared.
            return Parallel(n_jobs=self.jobs, backend="loky", max_nbytes=None, **options)
        with parallel_config("dask", client=self.cluster.client):
            backend, _ = get_active_backend()
        # With a single worker joblib would do the work here.
        counted = backend.effective_n_jobs
        backend.effective_n_jobs = lambda n_jobs: max(2, counted(n_jobs))
        return Parallel(n_jobs=-1, backend=backend, **options)

    def _tasks(self) -> Iterator[tuple[Callable[..., Result], tuple[Any, ...], dict[str, Any]]]:
        """The chunks as joblib takes them."""
        parent = os.getpid() if self.cluster is None else None
        for chunk in self.source:
            left = None if self.deadline is None else self.deadline - time.monotonic()
            yield work, (self.rules, chunk, left, parent), {}

    def _run(self) -> None:
        """In a thread: results into the queue, finally `DONE` or the error."""
        if hasattr(signal, "pthread_sigmask"):
            from multiprocessing import resource_tracker

            # Workers inherit it: Ctrl-C is for the process that has started them, which ends them.
            # The tracker first, since starting it Python may unblock signals.
            resource_tracker.ensure_running()
            signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                for result in self.parallel(self._tasks()):
                    self._answers.put(result)
            self._answers.put(DONE)
        except BaseException as error:  # noqa: BLE001 - passed to the asking thread
            self._answers.put(error)

    def results(
        self, tick: Tick | None, waiting: Callable[[str], None]
    ) -> Iterator[Result | BaseException]:
        """Results in order as they come, until there are no more or the time is over.

        An exception, which is then the last, means that workers have failed.
        """
        self.thread.start()
        silence = _Silence(self.jobs, self.cluster, self.deadline)
        while self.deadline is None or time.monotonic() < self.deadline:
            if tick is not None:
                tick(0)
            try:
                result = self._answers.get(timeout=POLLED)
            except queue.Empty:
                result = None
            while self.cluster is not None and self.cluster.died:
                notice(f"the worker {self.cluster.died.popleft()} has died; others do its work")
            if result is None:
                try:
                    waiting(silence.text())
                except ClusterError as error:
                    yield error
                    return
                continue
            waiting("")
            if not isinstance(result, Result):
                self.over = True
                if result is not DONE:
                    yield result
                return
            yield result
            silence.end()

    def close(self) -> None:
        """Stop what is still under way. No chunk is taken after this returns."""
        with self.source.lock:
            self.source.closed = True
        until = time.monotonic() + SECONDS_TO_STOP
        if self.cluster is not None and not self.over and self.thread.is_alive():
            # The only way to make joblib give up what another thread waits for.
            self.parallel._exception = True
            self.parallel._abort()
        while not self.over and self.thread.is_alive() and time.monotonic() < until:
            # The thread will notice that. Again, since some may only be about to start.
            for child in _children() if self.cluster is None else ():
                _kill(child)
            self.thread.join(POLLED)


def _kill(child: Any) -> None:
    if hasattr(signal, "SIGKILL"):
        with contextlib.suppress(ProcessLookupError):
            os.kill(child.pid, signal.SIGKILL)
    else:
        child.terminate()


def _children() -> list[Any]:
    """The processes that joblib has started."""
    from multiprocessing import active_children

    from joblib.externals.loky.backend.process import LokyProcess

    return [child for child in active_children() if isinstance(child, LokyProcess)]
