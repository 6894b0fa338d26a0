"""The deals of a contest, one after another, played here, by several processes or by a cluster."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import islice
from typing import Any

from dominoes_rules.tournaments.contest import Contest, Played, Table
from dominoes_rules.tournaments.native_table import native_table
from dominoes_solver.parallel.cluster import Cluster
from dominoes_solver.parallel.workers import NO_JOBLIB, WorkersError

CHUNK = 10
"""Deals that are handed to another process at a time."""
NATIVE_CHUNK = 1_000
"""The same where machine code plays them."""


def played(
    contest: Contest,
    numbers: Iterable[int],
    *,
    jobs: int = 1,
    cluster: str | None = None,
    native: bool = True,
) -> Generator[Played, None, None]:
    """These deals of a contest, in order, however many processes share them.

    native: whether machine code may play them, which gives the same games.
    Raises `WorkersError` without joblib, `ClusterError` for a cluster that can't be used.
    """
    fast = native_table(contest) if native else None
    chunks = _chunks(numbers, CHUNK if fast is None else NATIVE_CHUNK)
    if cluster is not None:
        yield from _by_cluster(contest, chunks, cluster, native=native)
    elif jobs > 1:
        yield from _by_processes(contest, chunks, jobs, native=native)
    elif fast is not None:
        for chunk in chunks:
            yield from fast.play(chunk)
    else:
        table = Table(contest)
        try:
            for chunk in chunks:
                yield from map(table.play, chunk)
        finally:
            table.close()


def _chunks(numbers: Iterable[int], size: int) -> Iterator[list[int]]:
    rest = iter(numbers)
    while chunk := list(islice(rest, size)):
        yield chunk


def _by_processes(
    contest: Contest, chunks: Iterator[list[int]], jobs: int, *, native: bool
) -> Iterator[Played]:
    try:
        from joblib import Parallel, delayed
    except ImportError:
        raise WorkersError(NO_JOBLIB) from None
    pool: Any = Parallel(n_jobs=jobs, return_as="generator", pre_dispatch="2 * n_jobs")
    found = pool(delayed(play_here)(contest, chunk, native=native) for chunk in chunks)
    try:
        for answer in found:
            yield from answer
    finally:
        found.close()


def _by_cluster(
    contest: Contest, chunks: Iterator[list[int]], address: str, *, native: bool
) -> Iterator[Played]:
    with Cluster(address) as connected:
        ahead = 2 * max(1, sum(connected.client.nthreads().values()))
        waiting: list[Any] = []
        try:
            while True:
                waiting += [
                    connected.client.submit(play_here, contest, chunk, native=native, pure=False)
                    for chunk in islice(chunks, ahead - len(waiting))
                ]
                if not waiting:
                    return
                yield from waiting.pop(0).result()
        finally:
            connected.client.cancel(waiting)


def play_here(contest: Contest, numbers: Sequence[int], *, native: bool) -> list[Played]:
    """Some deals, played in this process."""
    fast = native_table(contest) if native else None
    return (
        list(fast.play(numbers)) if fast is not None else list(map(_table(contest).play, numbers))
    )


@lru_cache(maxsize=1)
def _table(contest: Contest) -> Table:
    """The table of this process: the programs that play at it go on from chunk to chunk."""
    return Table(contest)
