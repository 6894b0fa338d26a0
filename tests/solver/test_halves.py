"""A single world in two halves: the same answer with a second thread, without, and in between."""

from __future__ import annotations

from itertools import chain, repeat
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
WAITS = {"one core": None, "two": [False], "shared at once": [True], "later": [False, False, True]}
"""What the other thread finds out about its core, look by look."""


@pytest.fixture(params=WAITS)
def _machine(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    assert native.available()
    looks = WAITS[request.param]
    found = chain(looks or [], repeat(bool(looks and looks[-1])))
    monkeypatch.setattr(halves, "usable_cores", lambda: 1 if looks is None else 2)
    monkeypatch.setattr(halves, "waits_for_a_core", lambda *_: next(found))
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
        patch.setattr(halves, "usable_cores", lambda: 1)
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


def test_a_thread_that_shares_its_core() -> None:
    assert halves.usable_cores() >= 1
    assert halves.waits_for_a_core(1.0, 0.5)
    assert not halves.waits_for_a_core(1.0, 0.95)
