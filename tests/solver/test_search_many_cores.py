"""The same answer from one process, from several, and from a cluster; even when workers die."""

from __future__ import annotations

import contextlib
import os
import random
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from multiprocessing import active_children
from typing import Any

import pytest

from dominoes_lang.codegen.compiled import Compiled
from dominoes_lang.table.state import State
from dominoes_lang.table.tiles import numbers_in
from dominoes_solver.limit import Limit
from dominoes_solver.parallel import chunks, workers
from dominoes_solver.parallel.cluster import Cluster, ClusterError, checked
from dominoes_solver.pimc import budgets, chunk_plan, pimc, worlds_in_reach
from dominoes_solver.pimc.budgets import Nodes
from dominoes_solver.pimc.findings import Findings, SearchProgress
from dominoes_solver.search import native
from dominoes_solver.search.native import worth
from tests.other_systems import needs_signals
from tests.solver.searched import expectimax
from tests.solver.small_games import Game, after, compiled, deal

pytest.importorskip("joblib")
pytestmark = [
    # Those of joblib and Dask, and of what they leave to the garbage collector.
    pytest.mark.filterwarnings("ignore"),
    pytest.mark.xdist_group("cluster"),
]


@dataclass(frozen=True)
class Shuffled:
    """Worlds in which the tiles that the mover does not see are dealt at random, by rank."""

    root: State
    determined: bool = True
    count: int = 100_000

    def state(self, rank: int, rng: random.Random | None) -> State:
        root, choice = self.root, random.Random(rank)
        seats = [seat for seat in range(len(root.hands)) if seat != root.mover]
        tiles = [tile for seat in seats for tile in numbers_in(root.hands[seat])]
        tiles += root.stock
        choice.shuffle(tiles)
        hands = list(root.hands)
        for seat in seats:
            size = root.hands[seat].bit_count()
            hands[seat] = sum(1 << tile for tile in tiles[:size])
            del tiles[:size]
        if not self.determined:
            assert rng is not None
            rng.shuffle(tiles)
        return root._replace(hands=tuple(hands), stock=tuple(tiles))

    def in_bulk(self, ranks: Sequence[int], orders: Sequence[random.Random]) -> None:
        """They are made one by one."""


def position(game: Game, actions: int = 1) -> tuple[Compiled, Shuffled]:
    rules = compiled(game)
    for seed in range(100):
        root = after(rules, deal(rules, seed), actions, seed)
        if len(rules.legal(root)) > 2:
            return rules, Shuffled(root, determined=not rules.setup.draws)
    raise AssertionError


KINDS = {
    "two sides": (Game(4, 4, 2, 3), Limit()),
    "one table for two": (Game(4, 2, 1, 5), Limit(worlds=130)),
    "many sides": (Game(4, 3, 1, 4), Limit(worlds=70)),
    "stock": (Game(4, 2, 1, 5, turn="until able"), Limit(worlds=120)),
    "estimates": (Game(4, 4, 2, 3), Limit(worlds=24, nodes=20)),
    "work": (Game(4, 2, 1, 5, turn="until able"), Limit()),
    "given up": (Game(4, 2, 1, 5, turn="until able"), Limit()),
}


def told(report: Findings) -> Findings:
    """All that a report says but the time."""
    return replace(report, seconds=0.0)


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Workers are sent for at once, and given little at a time."""
    monkeypatch.setattr(pimc, "HEAD_START", 0.0)
    monkeypatch.setattr(budgets, "CHUNK_NODES", 2_000)
    few = budgets.OTHERWISE._replace(of_an_answer=2_000)
    monkeypatch.setattr(budgets, "OTHERWISE", few)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("jobs", [3])
def test_as_many_jobs_as_one_likes(jobs: int, kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if kind == "given up":
        monkeypatch.setattr(chunk_plan, "usual_nodes", lambda *_, **__: Nodes(10**6, 3_000))
    else:
        monkeypatch.setattr(worlds_in_reach, "FEWEST_IN_REACH", 1)
    game, limit = KINDS[kind]
    rules, worlds = position(game)
    alone = expectimax(rules, worlds, limit, seed=5)
    assert bool(alone.estimated) == (kind in {"estimates", "given up"})
    assert (len({row.worlds for row in alone.rows}) > 1) == (alone.used > 50), "some are dropped"
    assert told(expectimax(rules, worlds, limit, seed=5, jobs=jobs)) == told(alone)


def test_the_rounds_that_follow_from_a_pilot_are_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    budget = budgets.PlayoutBudget(10**9, 100, 130, 4)
    monkeypatch.setattr(chunk_plan, "playout_budget", lambda *_, **__: budget)
    monkeypatch.setattr(budgets, "playout_budget", lambda *_, **__: budget)
    monkeypatch.setattr(chunk_plan, "usual_nodes", lambda *_, **__: budgets.Nodes(1, 10**9))
    chosen: list[int] = []
    after_pilot = budgets.Playouts.after_pilot

    def noted(self: budgets.Playouts, *of_pilot: Any) -> budgets.Playouts:
        found = after_pilot(self, *of_pilot)
        chosen.append(found.of_a_move)
        return found

    monkeypatch.setattr(budgets.Playouts, "after_pilot", noted)
    rules, worlds = position(KINDS["one table for two"][0])
    alone = expectimax(rules, worlds, seed=5)
    assert alone.estimated == alone.used > 50
    assert told(expectimax(rules, worlds, seed=5, jobs=3)) == told(alone)
    assert len(chosen) == 2
    assert chosen[0] == chosen[1] != 4


def test_native_workers_agree(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("numba")
    rules, worlds = position(Game(6, 4, 2, 7), 8)
    monkeypatch.setattr(worth, "WORTH_IT", 0)
    alone = expectimax(rules, worlds, Limit(worlds=220), seed=1)
    shared = expectimax(rules, worlds, Limit(worlds=220), seed=1, jobs=2)
    assert told(shared) == told(alone)
    monkeypatch.setenv(native.SWITCH, "0")
    assert expectimax(rules, worlds, Limit(worlds=220), seed=1).rows == alone.rows


def killer(killed: list[int], victims: Callable[[], list[int]]) -> Callable[[SearchProgress], None]:
    """A progress function that kills a worker once there are results."""

    def progress(found: SearchProgress) -> None:
        if not killed and found.used > 1 and (pids := victims()):
            killed.append(pids[0])
            os.kill(pids[0], signal.SIGKILL)

    return progress


@needs_signals
@pytest.mark.usefixtures("fresh_workers")
@pytest.mark.parametrize("deaths", [pytest.param(3, marks=pytest.mark.thorough), 0])
def test_a_worker_that_dies(
    deaths: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its worlds are searched again: by new workers, or here once too many have died."""
    rules, worlds = position(Game(6, 4, 2, 6))
    monkeypatch.setenv(native.SWITCH, "0")
    monkeypatch.setattr(pimc, "SIGN_OF_LIFE", 0.0)
    monkeypatch.setattr(workers, "MOST_DEATHS", deaths)
    limit = Limit(worlds=24)
    alone = expectimax(rules, worlds, limit, seed=5)
    killed: list[int] = []
    progress = killer(killed, lambda: [one.pid or 0 for one in active_children()])
    shared = expectimax(rules, worlds, limit, seed=5, jobs=2, progress=progress)
    assert killed
    assert told(shared) == told(alone)
    said = capsys.readouterr().err
    assert "a worker process has died" in said
    assert ("searched again" if deaths else "continuing without workers") in said


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    distributed = pytest.importorskip("distributed")
    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
        ) as local,
        Cluster(local.scheduler_address) as connected,
    ):
        yield connected


@pytest.mark.thorough
def test_a_cluster_of_one_does_the_work(monkeypatch: pytest.MonkeyPatch) -> None:
    distributed = pytest.importorskip("distributed")
    here: list[int] = []
    done = chunks.work

    def noted(*words: Any) -> Any:
        here.append(os.getpid())  # in a worker that is a list of its own
        return done(*words)

    monkeypatch.setattr(workers, "work", noted)
    rules, worlds = position(Game(4, 4, 2, 3))
    alone = expectimax(rules, worlds, seed=5)
    with (
        distributed.LocalCluster(
            n_workers=1, threads_per_worker=1, processes=True, dashboard_address=None
        ) as local,
        Cluster(local.scheduler_address) as connected,
    ):
        shared = expectimax(rules, worlds, seed=5, cluster=connected)
        assert connected.client.run_on_scheduler(
            lambda dask_scheduler: dask_scheduler.transition_counter
        )
    assert told(shared) == told(alone)
    assert here == []


@pytest.mark.parametrize("kind", KINDS)
def test_a_cluster_agrees(kind: str, cluster: Cluster) -> None:
    game, limit = KINDS[kind]
    rules, worlds = position(game)
    alone = expectimax(rules, worlds, limit, seed=5)
    shared = expectimax(rules, worlds, limit, seed=5, cluster=cluster)
    assert told(shared) == told(alone)


@pytest.mark.thorough
@needs_signals
def test_a_worker_of_a_cluster_that_dies(
    cluster: Cluster, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    rules, worlds = position(Game(6, 4, 2, 6))
    monkeypatch.setenv(native.SWITCH, "0")
    monkeypatch.setattr(pimc, "SIGN_OF_LIFE", 0.0)
    pids = list(cluster.client.run(os.getpid).values())
    killed: list[int] = []
    alone = expectimax(rules, worlds, Limit(worlds=24), seed=5)
    shared = expectimax(
        rules,
        worlds,
        Limit(worlds=24),
        seed=5,
        cluster=cluster,
        progress=killer(killed, lambda: pids),
    )
    assert killed
    assert told(shared) == told(alone)
    assert re.search(r"the worker tcp://\S+ has died; others do its work", capsys.readouterr().err)


@needs_signals
@pytest.mark.slow  # it waits for two seconds of silence, which a busy machine can upset
def test_a_frozen_worker(
    cluster: Cluster, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is reported while nothing comes back, and once it is killed its work is done again."""
    rules, worlds = position(Game(6, 4, 2, 6))
    monkeypatch.setenv(native.SWITCH, "0")
    monkeypatch.setattr(pimc, "SIGN_OF_LIFE", 0.0)
    monkeypatch.setattr(workers, "SECONDS_QUIET", 2.0)
    monkeypatch.setattr(workers, "LONGER", 0.0)
    monkeypatch.setattr(workers, "SECONDS_FROZEN", 1.2)
    frozen: list[int] = []
    shown: set[str] = set()

    def progress(found: SearchProgress) -> None:
        if not frozen and found.used > 1:
            frozen.append(min(cluster.client.run(os.getpid).values()))
            os.kill(frozen[0], signal.SIGSTOP)
        if frozen and found.waiting and found.waiting not in shown:
            shown.add(found.waiting)
            with contextlib.suppress(ProcessLookupError):  # killed at the first report
                os.kill(frozen[0], signal.SIGKILL)

    limit = Limit(worlds=24)
    alone = expectimax(rules, worlds, limit, seed=5)
    try:
        shared = expectimax(
            rules, worlds, limit, seed=5, jobs=2, cluster=cluster, progress=progress
        )
    finally:
        for pid in frozen:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
    assert told(shared) == told(alone)
    assert re.match(r"nothing from 2 workers for \d+ s", min(shown))
    assert "may be frozen: kill it" in capsys.readouterr().err


@pytest.mark.thorough
@needs_signals
def test_a_scheduler_that_dies(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is not taken for a worker; the search goes on here, with the same answer."""
    pytest.importorskip("distributed")
    monkeypatch.setenv(native.SWITCH, "0")
    monkeypatch.setattr(pimc, "SIGN_OF_LIFE", 0.0)
    monkeypatch.setattr(workers, "SECONDS_TO_CONNECT", 0.5)
    rules, worlds = position(Game(6, 4, 2, 6))
    alone = expectimax(rules, worlds, Limit(worlds=24), seed=5)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"tcp://127.0.0.1:{free.getsockname()[1]}"
    python = [sys.executable, "-m"]
    plain = ["--host", "127.0.0.1", "--no-dashboard"]
    quiet: Any = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    with (
        subprocess.Popen(
            [*python, "distributed.cli.dask_scheduler", *plain, "--port", address[16:]], **quiet
        ) as scheduler,
        subprocess.Popen(
            [*python, "distributed.cli.dask_worker", address, "--no-nanny", *plain], **quiet
        ) as worker,
    ):
        try:
            with connected_to(address) as connected:
                shared = expectimax(
                    rules,
                    worlds,
                    Limit(worlds=24),
                    seed=5,
                    cluster=connected,
                    progress=killer([], lambda: [scheduler.pid]),
                )
        finally:
            scheduler.kill()
            worker.kill()
    assert told(shared) == told(alone)
    said = capsys.readouterr().err
    assert f"the scheduler at {address} no longer answers; continuing in this" in said
    assert "a worker of the cluster" not in said


def connected_to(address: str) -> Cluster:
    """A cluster whose scheduler and workers are only starting."""
    until = time.monotonic() + 300
    while True:
        try:
            return Cluster(address)
        except ClusterError:
            if time.monotonic() > until:
                raise


@pytest.mark.usefixtures("fresh_workers")
def test_interrupts_end_the_workers_and_keep_what_there_is() -> None:
    rules, worlds = position(Game(5, 4, 2, 5))

    def interrupt(_: SearchProgress) -> None:
        raise KeyboardInterrupt

    class Late:
        used = 0

        def __call__(self, found: SearchProgress) -> None:
            if found.used > 20:
                interrupt(found)

    found = expectimax(rules, worlds, Limit(worlds=50_000), seed=5, jobs=2, progress=Late())
    assert found.interrupted
    assert found.used < 50_000
    again = expectimax(rules, worlds, Limit(worlds=found.used), seed=5)
    assert again.rows == found.rows


def test_without_joblib(monkeypatch: pytest.MonkeyPatch) -> None:
    rules, worlds = position(Game(4, 2, 1, 5))
    monkeypatch.setitem(sys.modules, "joblib", None)
    with pytest.raises(workers.WorkersError, match="pip install joblib"):
        expectimax(rules, worlds, Limit(worlds=60), jobs=2)
    assert expectimax(rules, worlds, Limit(worlds=60), jobs=1).used == 60
    with pytest.raises(ValueError, match="jobs=0"):
        expectimax(rules, worlds, jobs=0)


def test_an_error_of_the_search_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is no trouble of the workers, and is not tried again."""
    rules, worlds = position(Game(4, 2, 1, 5))
    chunk: Any = None
    assert isinstance(chunks.work(b"no rules", chunk, None).error, Exception)
    monkeypatch.setattr(workers, "rules_as_bytes", lambda _: b"no rules")
    with pytest.raises(Exception, match="invalid load key"):
        expectimax(rules, worlds, Limit(worlds=60), jobs=2)


@pytest.mark.parametrize(
    "address", ["", "here", "tcp://", "http://host:80", "host:", "host:0", "host:99999", "a b:1"]
)
def test_what_is_no_address(address: str) -> None:
    with pytest.raises(ClusterError, match="tcp://HOST:PORT"):
        checked(address)


@pytest.mark.parametrize("address", ["tcp://10.0.0.7:8786", "desk:8786", "tls://[::1]:8786"])
def test_what_is_one(address: str) -> None:
    assert checked(f" {address} ") == address


def test_nobody_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed")
    monkeypatch.setattr("dominoes_solver.parallel.cluster.SECONDS_TO_CONNECT", 0.5)
    with pytest.raises(ClusterError, match=r"no scheduler answers at .*dask scheduler"):
        Cluster("tcp://127.0.0.1:9")


@pytest.mark.thorough
def test_without_dask(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(ClusterError, match=r"dominoes-rules\[cluster\]"):
        Cluster("tcp://127.0.0.1:9")
