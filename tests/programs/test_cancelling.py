"""A search that is cancelled stops soon and answers with what it has, by looks and by nodes."""

from __future__ import annotations

import threading
from typing import Any

import pytest

import dominoes_rules as dr
from dominoes_solver.parallel import workers
from dominoes_solver.pimc import pimc
from dominoes_solver.search import native
from dominoes_solver.search.native import worth
from dominoes_solver.search.native.compiling import loading

OPENING = "partnership A:66.15.22.24.20.43.50/B:x7/C:x7/D:x7 play:66"
LATE = "partnership A:66.15.22.24.20.43.50/B:x7/C:x7/D:x7 play:66,61l,62r,-,15l,-,52l,-"


class AfterLooks:
    """Set once it has been looked at so often."""

    def __init__(self, looks: int) -> None:
        self.looks = looks

    def is_set(self) -> bool:
        self.looks -= 1
        return self.looks < 0


@pytest.fixture(params=["0", loading.WAITING], ids=["in Python", "natively"])
def natively(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(native.SWITCH, request.param)
    if request.param == loading.WAITING:
        pytest.importorskip("numba")
        monkeypatch.setattr(worth, "WORTH_IT", 0)
        native.available(dr.Position(LATE).compiled)
        native.reads_choices(dr.Position(LATE).compiled)


@pytest.mark.usefixtures("natively")
@pytest.mark.parametrize("model", ["counted", "choices"])
def test_it_answers_with_the_worlds_so_far(model: str) -> None:
    cancel = AfterLooks(60)
    found = dr.solve(dr.Position(LATE), dr.Limit(exact=True), model=model, cancel=cancel)
    assert found.findings is not None
    assert found.findings.interrupted
    assert cancel.looks < 0 < found.used < (found.count or 0)
    if model == "counted":
        limit = dr.Limit(worlds=found.used)
        again = dr.solve(dr.Position(LATE), limit, model=model, all_moves=True)
        assert found.rows == again.rows


@pytest.mark.usefixtures("natively")
@pytest.mark.parametrize("looks", [0, 3])
def test_there_is_a_best_move_before_the_first_world_is_searched(looks: int) -> None:
    pos = dr.Position("domohnoes/4 A:66.15.22.24.20.43.50/B:x7/C:x7/D:x7")
    pos = dr.Position(OPENING) if pos.turn == "B" else pos
    found = dr.solve(pos, model="counted", cancel=AfterLooks(looks))
    assert found.best in pos.legal_moves
    assert found.findings is not None
    assert (found.findings.estimated, found.findings.used) == (1, 1)
    # Not one more look's worth of nodes than it had before it was cancelled.
    assert found.findings.nodes <= (looks + 2) * native.NODES_A_CALL


@pytest.mark.usefixtures("fresh_workers")
def test_workers_are_stopped_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pimc, "HEAD_START", 0)
    monkeypatch.setattr(pimc, "SIGN_OF_LIFE", 0)
    # So much is under way that no worker can be through with its own before it is stopped.
    monkeypatch.setattr(workers, "AHEAD", 500)
    cancel, spreading = threading.Event(), threading.Event()
    seen: list[dr.Progress] = []
    spread = workers.spread

    def spread_and_say(*args: Any, **options: Any) -> Any:
        spreading.set()
        return spread(*args, **options)

    def progress(found: dr.Progress) -> None:
        seen.append(found)
        if found.used > 60 and spreading.is_set():
            cancel.set()

    monkeypatch.setattr(workers, "spread", spread_and_say)

    pos = dr.Position(LATE)
    limit = dr.Limit(exact=True)
    found = dr.solve(pos, limit, model="counted", jobs=2, cancel=cancel, progress=progress)
    assert 60 < found.used < (found.count or 0)
    for child in workers._children():
        child.join(20)  # one that is killed is gone once the system has cleared it away
    assert not workers._children()
    assert seen[-1].best in pos.legal_moves
    assert isinstance(seen[-1].best, dr.Move)
    # Where every world may be taken, no move is given up for being worse.
    same = dr.solve(pos, dr.Limit(worlds=found.used), model="counted", all_moves=True)
    assert found.rows == same.rows
