"""Positions whose worlds nobody can count: every answer is given from worlds drawn by swaps."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

import dominoes_rules as dr
from dominoes_rules import library
from dominoes_rules.bots.door import bot
from dominoes_rules.play.deals import deal
from dominoes_rules.position.questions import ask
from dominoes_rules.solving import footer
from dominoes_solver.pimc import budgets
from dominoes_solver.search import native
from dominoes_solver.worlds import counting, swapping
from tests.calls import Call
from tests.play.test_nothing_is_counted import many

RECORD = "partnership A:66.15.22.24.20.43.50/B:x7/C:x7/D:x7 play:66,61l,62r,-,15l,-,52l,-"
DRAWN = "draw A:66.51.50.43.32.21.10/B:x7 play:66,+,+,+,64l opener:A"


@pytest.fixture
def uncounted(monkeypatch: pytest.MonkeyPatch) -> None:
    """No table is small enough any more."""
    monkeypatch.setattr(counting, "MOST_EDGES", -1)


def test_worlds_are_sampled_where_they_are_not_counted(
    call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    exact = call("worlds", RECORD, "--json").json
    monkeypatch.setattr(counting, "MOST_EDGES", -1)
    found = call("worlds", RECORD, "--json").json
    assert (found["count"], found["void"]) == (None, exact["void"])
    assert (found["sampled"], found["drawn"]) == (2_000, "swaps")
    for holder, row in exact["holders"].items():
        for tile, chance in row.items():
            error = found["se"][holder][tile]
            assert (error is None) == (chance in {0, 1})
            assert found["holders"][holder][tile] == pytest.approx(chance, abs=5 * (error or 0))
    shown = call("worlds", RECORD, "--model", "counted").out
    assert "more worlds fit than can be counted" in shown
    assert "2,000 worlds, sampled by swaps, not counted" in shown
    assert "worlds sampled by swaps, weighted by choices" in call("worlds", RECORD).out
    again = call("worlds", RECORD, "--json", "--seed", "1").json
    assert again["holders"] != found["holders"]


@pytest.mark.usefixtures("uncounted")
def test_what_needs_numbers_is_refused_with_what_to_do_instead(call: Call) -> None:
    for words, instead in (
        (("worlds", RECORD, "--list"), "--sample N"),
        (("solve", RECORD, "--world", "1"), "worlds --sample 1 --seed S"),
        (("solve", RECORD, "--exact"), "leave out exact"),
        (("worlds", RECORD, "--given", "B holds [6|4]"), "too many ways"),
    ):
        called = call(*words)
        assert (called.code, called.out) == (2, "")
        assert instead in called.err


@pytest.mark.usefixtures("uncounted")
def test_solve_searches_worlds_drawn_by_swaps(call: Call) -> None:
    words = ("solve", RECORD, "--worlds", "8", "--model", "counted", "--seed", "3")
    found = call(*words, "--json").json
    assert found["worlds"] == {"count": None, "used": 8, "drawn": "swaps"}
    assert call(*words, "--json").json["moves"] == found["moves"]
    assert "8 worlds sampled by swaps, not counted" in call(*words).out
    best = found["moves"][0]["move"]
    why = call(*words, "--why", best)
    assert "a world drawn" in why.out
    assert "--world K" not in why.out
    assert call(*words, "--why", best, "--json").json["why"]["worst"][0]["world"] is None


@pytest.mark.usefixtures("uncounted")
def test_answers_say_that_swaps_mix_slowly(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    solve = ("solve", RECORD, "--worlds", "4", "--model", "counted")
    worlds = ("worlds", RECORD, "--model", "counted")
    assert "mix slowly" not in call(*solve).out + call(*worlds).out
    monkeypatch.setattr(swapping, "MOST_PILOT_MOVES", 1_000)
    monkeypatch.setattr(swapping, "MOST_CORRELATION", -1.0)
    assert "the swaps mix slowly: 4 worlds are as good as about" in call(*solve).out
    assert "the swaps mix slowly: 2,000 worlds are as good as about" in call(*worlds).out


def test_a_problem_that_was_refused_is_refused_again_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(counting, "MOST_EDGES", 1)
    assert dr.worlds(dr.Position(DRAWN)).count is None
    monkeypatch.setattr(counting, "_level", None)
    assert dr.worlds(dr.Position(DRAWN)).count is None


@pytest.mark.usefixtures("uncounted")
def test_samples_are_worlds_and_answer_questions() -> None:
    position = dr.Position(DRAWN)
    worlds = dr.worlds(position)
    for world in worlds.sample(5, seed=2):
        assert dr.Position(str(world)).evidence.knows_hands
    assert list(map(str, worlds.sample(5, seed=2))) == list(map(str, worlds.sample(5, seed=2)))
    answer = ask(position, "B holds [6|1]")
    assert (answer.count, answer.sampled) == (None, 2_000)
    assert answer.probability == pytest.approx(worlds.chance("B", "61"), abs=0.06)


@pytest.mark.usefixtures("uncounted")
@pytest.mark.parametrize("name", ["solver:worlds=4", "strong:worlds=4", "playouts:n=4"])
def test_bots_choose(name: str) -> None:
    position = dr.Position(RECORD)
    choose = bot(name)
    chosen = [choose(position, Random(5)) for _ in range(2)]
    assert chosen[0] == chosen[1]
    assert chosen[0] in position.legal_moves


def test_worlds_far_out_of_reach_are_not_searched(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(budgets, "SLOW", budgets.SLOW.slower(10))
    game, random = dr.Round(many("ten on double-twelve"), seed=1), Random(1)
    for _ in range(3):
        game.push(random.choice(game.legal_moves))
    report = dr.solve(game.seen_by(game.turn), dr.Limit(worlds=3), model="counted")
    findings = report.findings
    assert findings is not None
    assert (findings.used, findings.estimated) == (3, 3)
    alone = budgets.usual_nodes(game.compiled, natively=False).of_a_world
    assert findings.nodes < 1.1 * alone
    assert footer.worth_in(report) == "random playouts"
    mixed = replace(report, findings=replace(findings, estimated=2))
    assert footer.worth_in(mixed) == "all hands open, 2 worlds by random playouts"
    assert report.used_of == "3 of more than 10^72 worlds"


def test_rounds_of_large_tables_are_fewer_so_that_worlds_are_many(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Ten hands of eight tiles: with ten worlds there is time for many rounds, with 250 for one."""
    monkeypatch.setenv(native.SWITCH, "0")
    compiled = library.compiled(many("ten on double-twelve"), 10)
    state = deal(compiled, Random(1))
    few, all_worlds = (budgets.playouts_of(compiled, state, 8, worlds, 1) for worlds in (10, 1000))
    assert few.of_a_move == 8
    assert all_worlds.of_a_move == 1
    assert all_worlds.tiles_of_an_answer(8) >= 200 * all_worlds.tiles_of_a_world(8)


def test_the_chances_of_many_holders_fit_the_screen(call: Call, tmp_path: Path) -> None:
    file = tmp_path / "many.rules"
    file.write_text(many("ten on double-twelve").source.text, "utf-8")
    others = "/".join(f"{seat}:x8" for seat in "BCDEFGHIJ")
    deal = f"A:10.22.32.33.42.43.44.52/{others} opener:A"
    shown = call("worlds", str(file), deal, "play:10").out
    assert re.search(r"more than 10\^\d\d worlds fit", shown)
    assert "    B C D E F G H I J 9.6%, stock 13.3%" in shown
    assert max(map(len, shown.splitlines())) <= 80
