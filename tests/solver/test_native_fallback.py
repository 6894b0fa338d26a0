"""Without numba the same answers come from plain Python, and it is said once."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from dominoes_solver.search import native
from dominoes_solver.search.native.compiling import loading
from dominoes_solver.search.one_world import value
from tests.solver.small_games import Game, compiled, deal, evaluate

pytestmark = pytest.mark.xdist_group("answers")  # of plain Python, found once

ROOT = Path(__file__).parent.parent.parent

SEARCH = """
import sys
from dominoes_solver.search.one_world import value
from tests.solver.small_games import Game, after, compiled, deal, evaluate
rules = compiled(Game(6, 4, 2, 7))
state = deal(rules, 2)
for _ in range(2):
    print([vector[0] for vector in evaluate(rules, state).values], value(rules, state)[0])
print("numba" in sys.modules)
"""
SMALL = """
import sys
from tests.solver.small_games import Game, after, compiled, deal, evaluate
rules = compiled(Game(6, 4, 2, 7))
print(evaluate(rules, after(rules, deal(rules, 2), 16, 2)).exact)
import dominoes_rules.cli
print("numba" in sys.modules, "numpy" in sys.modules)
"""
HURRIED = """
import sys
sys.modules.update(numba=None, numpy=None)  # as where nothing but the base package is installed
from dominoes_rules.position.choice_models import usual_model
from dominoes_rules.position.hidden_hands import Worlds
from dominoes_rules.position.position import Position
record = "partnership A:66.15.22.24.20.43.50/B:x7/C:x7/D:x7 play:66,61l,62r,-,15l,-,52l,-"
position = Position(record)
weighing = Worlds(position, usual_model(position), hurried=True)._weighing
print(weighing.frugal, min(weighing.weights(weighing.worlds(5, seed=0))) > 0)
"""


def start(program: str, **environment: str) -> subprocess.Popen[str]:
    path = os.pathsep.join(
        [
            *environment.pop("FIRST", "").split(),
            *(str(ROOT / name) for name in (".", "rules", "solver")),
        ]
    )
    return subprocess.Popen(
        [sys.executable, "-W", "error", "-c", program],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": path, **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def outcome(process: subprocess.Popen[str]) -> tuple[list[str], str]:
    out, err = process.communicate(timeout=300)
    assert process.returncode == 0, err
    return out.splitlines(), err


@pytest.fixture(scope="module")
def answers() -> list[str]:
    """What plain Python says."""
    out, err = outcome(start(SEARCH, DOMINOES_RULES_NATIVE="0"))
    assert err == ""
    assert out[-1] == "False"
    assert out[0] == out[1]
    return out[:-1]


def test_a_numba_that_was_not_tested_is_reported_once(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("numba")
    from dominoes_solver.search.native.compiling import jit

    assert native.available()  # kernels that came with another numba would stay for other tests
    monkeypatch.setattr(jit, "KNOWS_INSIDE", False)
    jit.report_untested.cache_clear()
    for _ in range(2):
        monkeypatch.setattr(loading.Loaded, "kernels", frozenset())
        assert native.available()
    assert capsys.readouterr().err.count("to 0.68: pip install") == 1


@pytest.mark.slow  # every kernel that it asks for is compiled anew
def test_with_a_numba_whose_inside_is_not_known(answers: list[str], tmp_path: Path) -> None:
    """Nothing in it is touched, and what is compiled lies apart by what it is made of."""
    pytest.importorskip("numba")
    untouched = """
import numba
numba.__version__ = "9.9.9"
import dominoes_solver.search.native.searches.kernel_two
"""
    after = """
import sys
from dominoes_solver.search.native.compiling import jit
print(jit.KNOWS_INSIDE, "dominoes_solver.search.native.compiling.kernel_target" in sys.modules)
"""
    out, _ = outcome(start(untouched + SEARCH + after, NUMBA_CACHE_DIR=str(tmp_path)))
    assert out == [*answers, "True", "False False"]
    assert any("plain_search" in path.name for path in tmp_path.glob("*/*/*/*.nbi"))


def test_with_numba(answers: list[str]) -> None:
    pytest.importorskip("numba")
    out, err = outcome(start(SEARCH))
    assert out == [*answers, "True"]
    assert err == ""


def test_a_kernel_from_the_cache_comes_alone(answers: list[str]) -> None:
    """What it calls is within it, and is not loaded by itself."""
    pytest.importorskip("numba")
    assert native.available()  # so they are in the cache
    asked = (
        "from dominoes_solver.search.native.searches import probes; print(probes.ask.signatures)"
    )
    out, err = outcome(start(SEARCH + asked))
    assert out == [*answers, "True", "[]"]
    assert err == ""


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "raise ModuleNotFoundError('none', name='numba')",
            '(for the fast one: pip install "dominoes-rules[native]")',
        ),
        ("raise ImportError('no numba\\n here')", "no numba here"),
        pytest.param(
            "raise RuntimeError('cannot cache')", "cannot cache", marks=pytest.mark.thorough
        ),
        pytest.param("", "numba", marks=pytest.mark.thorough),
    ],
    ids=["missing", "broken", "failing", "not numba at all"],
)
def test_without_numba(answers: list[str], tmp_path: Path, text: str, said: str) -> None:
    (tmp_path / "numba.py").write_text(text)
    out, err = outcome(start(SEARCH, FIRST=str(tmp_path)))
    assert out[:-1] == answers
    assert err.startswith("dominoes-rules: searching in plain Python")
    assert said in err
    assert err.count("\n") == 1


def test_no_numba_for_what_is_done_in_a_moment() -> None:
    out, err = outcome(start(SMALL))
    assert out == ["True", "False False"]
    assert err == ""


def test_worlds_are_weighed_in_a_hurry_without_numpy() -> None:
    """Nobody waits for machine code that cannot come, so few worlds are weighed."""
    out, err = outcome(start(HURRIED))
    assert out == ["True True"]
    assert err.startswith("dominoes-rules: searching in plain Python")
    assert err.count("\n") == 1


@pytest.mark.slow
def test_many_may_compile_at_once(answers: list[str], tmp_path: Path) -> None:
    """On an empty cache, which all of them fill."""
    pytest.importorskip("numba")
    processes = [start(SEARCH, NUMBA_CACHE_DIR=str(tmp_path)) for _ in range(3)]
    for process in processes:
        out, err = outcome(process)
        assert out == [*answers, "True"]
        assert err == ""
    out, err = outcome(start(SEARCH, NUMBA_CACHE_DIR=str(tmp_path)))
    assert out == [*answers, "True"]


def test_switched_off_while_it_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("numba")
    rules = compiled(Game(6, 4, 2, 7))
    state = deal(rules, 5)
    assert native.wanted(rules, state)
    natively, best = evaluate(rules, state), value(rules, state)
    monkeypatch.setenv(native.SWITCH, "0")
    assert not native.wanted(rules, state)
    assert evaluate(rules, state).values == natively.values
    assert value(rules, state) == best


def test_what_was_searched_before_does_not_decide_where_the_nodes_may_run_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The answer to a question must not depend on the probes asked before it."""
    assert native.available()
    monkeypatch.setattr(loading.Loaded, "work", 1e12)
    chooses = compiled(Game(4, 2, 1, 5, turn="then stop"))
    state = deal(chooses, 1)
    assert native.wanted(chooses, state)
    assert not native.wanted(chooses, state, nodes=100_000)
    obliges = compiled(Game(4, 2, 1, 5, turn="until able"))
    state = deal(obliges, 1)
    few = 20 * native.expected_nodes(obliges, state)
    assert not native.wanted(obliges, state, nodes=round(few))
    assert native.wanted(obliges, state, nodes=100_000)


def test_deadlines_and_interrupts_are_honoured() -> None:
    pytest.importorskip("numba")
    rules = compiled(Game(9, 4, 2, 10))
    state = deal(rules, 1)
    assert native.wanted(rules, state)
    evaluate(rules, state, deadline=time.monotonic() + 0.01)
    started = time.monotonic()
    found = evaluate(rules, state, deadline=started + 0.3)
    assert not found.exact
    assert time.monotonic() - started < 60  # without the deadline it would take far longer

    def interrupt(_: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        evaluate(rules, state, tick=interrupt)
