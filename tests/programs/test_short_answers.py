"""What a prompt shows is short, and what is missing or mistaken is answered with what to do."""

from __future__ import annotations

import subprocess
import sys
from types import SimpleNamespace
from typing import Any

import pytest

import dominoes_rules as dr
from dominoes_lang.text.root_exception import ArgumentError
from dominoes_rules.position import hidden_hands
from dominoes_rules.tournaments import running
from dominoes_solver.parallel.cluster import ClusterError

LONGEST = 300
"""Characters at a prompt."""
RECORD = "partnership A:66.15.22.24.20.43.50/B:x7/C:x7/D:x7 play:66,61l,62r,-,15l,-,52l,-"


def test_reprs_are_short() -> None:
    pos = dr.Position("block/2 26-66-61-15 A:22.24.20.43/B:x6 A void:B=2.5 passes:1 opener:A")
    report = dr.solve(pos, dr.Limit(worlds=20), why="22l")
    played = dr.tournament(["random", "heaviest"], "block", deals=60, seed=1)
    weighed = dr.worlds(dr.Position(RECORD), model="choices")
    for value in (dr.worlds(pos), weighed, report, report.why, played, *played.pairs):
        assert len(repr(value)) < LONGEST
        assert "\n" not in repr(value)
    assert repr(dr.worlds(pos)) == f"<Worlds of {pos}: 924>"
    assert "random" in repr(played.pairs[0])


@pytest.mark.parametrize(
    ("given", "advice"), [((100,), "Limit(worlds=100)"), ((2.5,), "Limit(time=2.5)")]
)
def test_a_limit_is_named(given: tuple[Any, ...], advice: str) -> None:
    with pytest.raises(TypeError, match=advice.replace("(", r"\(").replace(")", r"\)")):
        dr.Limit(*given)


def test_the_extra_with_numpy_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hidden_hands, "find_spec", lambda _: None)
    with pytest.raises(ModuleNotFoundError, match=r"pip install 'dominoes-rules\[fast\]'"):
        dr.worlds(dr.Position(RECORD)).sample_hands(10)


def test_the_extra_with_hypothesis_is_named() -> None:
    program = "import sys; sys.modules['hypothesis'] = None; import dominoes_rules.testing"
    run = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    assert "pip install 'dominoes-rules[testing]'" in run.stderr


def test_workers_of_a_cluster_need_the_module_of_a_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    def result() -> None:
        raise ArgumentError("bot my:bot: there is no module 'my' in this folder")

    class Elsewhere:
        def __init__(self, _: str) -> None:
            self.client = SimpleNamespace(
                nthreads=dict, cancel=list, submit=lambda *_, **__: SimpleNamespace(result=result)
            )

        def __enter__(self) -> Elsewhere:
            return self

        def __exit__(self, *_: object) -> None: ...

    monkeypatch.setattr(running, "Cluster", Elsewhere)
    with pytest.raises(ClusterError, match="start the workers in its folder, or install it"):
        list(running._by_cluster(None, iter([[0]]), "tcp://desk:8786", native=False))  # type: ignore[arg-type]
