"""The deals of a contest, one after another, played here, by several processes or by a cluster."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from contextlib import closing
from functools import lru_cache, partial
from itertools import chain, islice
from typing import Any

from dominoes_lang.text.root_exception import ArgumentError
from dominoes_rules.tournaments.contest import Contest, Played
from dominoes_rules.tournaments.contest_table import ContestTable, is_quick
from dominoes_solver.parallel.cluster import Cluster, ClusterError
from dominoes_solver.parallel.in_processes import in_processes

CHUNK = 4
"""Deals that are handed to another process at a time."""
QUICK_CHUNK = 500
"""The same where all bots choose in microseconds."""
DEALS_OF_A_MATCH = 10
"""About."""


def played(
    contest: Contest,
    numbers: Sequence[int],
    *,
    jobs: int = 1,
    cluster: str | None = None,
    native: bool = True,
) -> Generator[Played, None, None]:
    """These deals of a contest, in order, however many processes share them.

    native: whether machine code may play them, which gives the same games.
    Raises `WorkersError` without joblib, `ClusterError` for a cluster that can't be used.
    """
    size, length = QUICK_CHUNK if is_quick(contest) else CHUNK, contest.rounds_a_match
    size = -(-size // DEALS_OF_A_MATCH) if contest.matches else size
    chunk = -(-size // length) * length
    chunks = _chunks(numbers, chunk)
    jobs = min(jobs, -(-len(numbers) // chunk))
    if cluster is not None:
        yield from _by_cluster(contest, chunks, cluster, native=native)
    elif jobs > 1:
        play = partial(play_here, contest, native=native)
        with closing(in_processes(play, chunks, jobs)) as answers:
            yield from chain.from_iterable(answers)
    else:
        with closing(ContestTable(contest, natively=native)) as table:
            for some in chunks:
                yield from map(table.play, some)


def _chunks(numbers: Sequence[int], size: int) -> Iterator[Sequence[int]]:
    for start in range(0, len(numbers), size):
        yield numbers[start : start + size]


def _by_cluster(
    contest: Contest, chunks: Iterator[Sequence[int]], address: str, *, native: bool
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
                try:
                    yield from waiting.pop(0).result()
                except ArgumentError as error:
                    raise ClusterError(
                        f"a worker of the cluster can't play this ({error}); a bot of your own "
                        "needs its module there: start the workers in its folder, or install it "
                        "for them"
                    ) from None
        finally:
            connected.client.cancel(waiting)


def play_here(contest: Contest, numbers: Sequence[int], *, native: bool) -> list[Played]:
    """Some deals, played in this process."""
    return list(map(_table(contest, native=native).play, numbers))


@lru_cache(maxsize=1)
def _table(contest: Contest, *, native: bool) -> ContestTable:
    return ContestTable(contest, natively=native)
