"""A single world in two halves: the same answer with a second thread, without, and in between."""

from __future__ import annotations

import os
from itertools import chain, repeat
from pathlib import Path
from threading import active_count

import pytest

from benchmarks.games import double_nine, openings, rules_of
from dominoes_rules import Limit, Position, Round
from dominoes_rules.solving.move_search import MoveSearch
from dominoes_solver.search import native
from dominoes_solver.search.native.searches import halves

pytest.importorskip("numba")

RULES = rules_of("partnership", 4)
STATES = openings(RULES, 3)
IDLE = {"never idle": [0], "idle": [1], "busy once it runs": [1, -1], "busy later": [1, 0, 0, -1]}


@pytest.fixture(params=IDLE)
def _machine(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    assert native.available()
    idle = IDLE[request.param]
    found = chain(idle, repeat(idle[-1]))
    monkeypatch.setattr(halves, "idle_cores", lambda: next(found))
    monkeypatch.setattr(halves, "NODES_A_CALL", 3000)
    monkeypatch.setattr(halves, "CALLS_A_LOOK", 1)


@pytest.mark.usefixtures("_machine")
def test_values_and_nodes_do_not_depend_on_the_machine() -> None:
    found = [*halves.evaluate_halves(RULES, STATES[:1], dropped=[0, 3])]
    (whole,) = native.evaluate_many(RULES, STATES[:1], dropped=[0, 3])
    (one,) = found
    assert one is not None
    assert whole is not None
    assert one[:2] == whole[:2]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(halves, "idle_cores", lambda: 0)
        assert found == [*halves.evaluate_halves(RULES, STATES[:1], dropped=[0, 3])]


@pytest.mark.usefixtures("_machine")
def test_both_halves_have_one_limit_of_nodes() -> None:
    (found,) = halves.evaluate_halves(RULES, STATES[1:2])
    assert found is not None
    assert [*halves.evaluate_halves(RULES, STATES[1:2], nodes=found.nodes + 1)] == [found]
    for nodes in (found.nodes, found.nodes // 4):
        (short,) = halves.evaluate_halves(RULES, STATES[1:2], nodes=nodes)
        assert short is not None
        assert short.values is None


@pytest.mark.usefixtures("_machine")
def test_an_interrupt_ends_both() -> None:
    def interrupt(_: int) -> None:
        raise KeyboardInterrupt

    before = active_count()
    with pytest.raises(KeyboardInterrupt):
        [*halves.evaluate_halves(RULES, STATES[:1], tick=interrupt)]
    assert not [*halves.evaluate_halves(RULES, STATES[:1], deadline=0.0)]
    assert active_count() == before


@pytest.mark.usefixtures("_machine")
def test_only_solve_takes_two_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots and reviews share the machine with others."""
    taken = []

    def is_worth_it(*_: object) -> bool:
        taken.append(True)
        return True

    monkeypatch.setattr(native, "are_halves_worth_it", is_worth_it)
    plain = MoveSearch(position()).report()
    assert not taken
    report = MoveSearch(position()).report(comparing=True)
    assert taken
    assert [(row.move, row.points) for row in report] == [(row.move, row.points) for row in plain]
    late = MoveSearch(position(), Limit(nodes=1000)).report(comparing=True).findings
    assert late is not None
    assert late.estimated == 1


def position() -> Position:
    return Round.dealt(RULES, STATES[2]).position


def test_the_longest_searches_alone_are_worth_it() -> None:
    assert not native.are_halves_worth_it(RULES, STATES[0])
    nine = double_nine()
    assert native.are_halves_worth_it(nine, openings(nine, 1)[0])


def test_the_load_of_the_machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    usable = len(getattr(os, "sched_getaffinity", lambda _: ())(0))
    for text, idle in (("0.2 1 2 1/99 7", usable - 1), ("", 0)):
        (tmp_path / "load").write_text(text, encoding="utf-8")
        monkeypatch.setattr(halves, "LOAD", tmp_path / "load")
        assert halves.idle_cores() == (idle if usable else 0)
    monkeypatch.setattr(halves, "LOAD", tmp_path / "none")
    assert halves.idle_cores() == 0
