"""Mistakes are found and weighed as the page says, and results are sums to the last point."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import dominoes_rules as dr
from benchmarks.by_the_book import games, position
from dominoes_lang.setup.ruleset import Goal
from dominoes_rules import library
from dominoes_rules.bots import bot, decide
from dominoes_rules.cli import main
from dominoes_rules.cli.positions.review import text
from dominoes_rules.reviewing import breakdown as breakdowns
from dominoes_rules.reviewing import decisions, reviews
from dominoes_rules.reviewing.breakdown import _values as worth_of
from dominoes_rules.reviewing.breakdown import breakdown
from dominoes_rules.reviewing.decisions import KINDS
from dominoes_rules.reviewing.review_page import review_page
from dominoes_rules.solving.move_search import MoveSearch
from dominoes_rules.solving.why import Lead, PossibleHolding, Why
from dominoes_solver.means import Mean
from dominoes_solver.pimc.budgets import Nodes
from dominoes_solver.search.python.reference import value

Capsys = pytest.CaptureFixture[str]
ROOT = Path(__file__).parent.parent.parent
PLANTED = "block A:22.32.40.51.55.61.65/B:20.21.33.41.43.54.66 opener:A play:55,54l,40l,20l,32l"
RULESETS = ROOT / "tests" / "rulesets"
GAMES = [
    (dr.variant("block"), 2),
    (dr.variant("draw"), 2),
    (dr.variant("partnership"), 4),
    (dr.variant("domohnoes"), 3),
    (dr.load(RULESETS / "double_two.rules"), None),
    (dr.load(RULESETS / "tile_values.rules"), None),  # the fewest points win
]


def played(rules: dr.Ruleset, seats: int | None, seed: int, stop: int | None = None) -> dr.Round:
    game, random = dr.Round(rules, seats=seats, seed=seed), Random(seed)
    while not game.is_over and len(game.moves) != stop:
        game.push(random.choice(game.legal_moves))
    return game


@pytest.mark.thorough
@given(st.sampled_from(GAMES), st.integers(0, 10**6))
@settings(max_examples=10)
def test_a_result_is_the_sum_of_its_parts(
    game_of: tuple[dr.Ruleset, int | None], seed: int
) -> None:
    game = played(*game_of, seed)
    assert game.outcome is not None
    setup, points = game.setup, game.outcome.points
    wanted = -1 if setup.goal is Goal.FEWEST else 1
    for number, seat in enumerate(setup.seat_names):
        found, side = breakdown(game, seat), setup.side_of[number]
        own, *others = (points[setup.side_names[side]], *points.values())
        others.remove(own)
        assert found.result == own - (others[0] if len(others) == 1 else 0)
        assert found.result == found.deal + found.own + sum(found.others.values())
        assert len(found.steps) == len(game.moves) - found.since
        now = found.deal
        for step in found.steps:
            now += step.change
            mate = setup.side_of[setup.seat_names.index(step.seat)] == side
            # Nobody gains by a move on what the best one gives, nor do two sides alike.
            assert not mate or wanted * step.change <= 0
            assert mate or len(points) > 2 or wanted * step.change >= 0
            if step.action > len(game.moves) - 6:
                assert now == value(game.compiled, game.states[step.action])[side]


@pytest.mark.parametrize("name", ["bergen", "dominican", "fives_and_threes"])
def test_what_is_paid_on_the_way_belongs_to_the_action_that_pays(name: str) -> None:
    """On few tiles: what each state of a round is worth, in it and by the book, cut rounds too."""
    every = games(library.variant(name), 0)
    for seed in range(4):
        rules, random = library.compiled(*every[seed % len(every)]), Random(seed)
        states = [position(rules, random)]
        while not states[-1].over:
            legal = rules.legal(states[-1])
            states.append(rules.play(states[-1], random.choice(legal)))
        values, estimated = worth_of(rules, states)
        assert not estimated
        assert [tuple(map(round, one)) for one in values] == [
            value(rules, state) for state in states
        ]


def test_an_unfinished_round_that_is_too_large_counts_as_estimated(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(breakdowns, "usual_nodes", lambda *_, **__: Nodes(1, 1))
    found = dr.review(played(dr.variant("block"), 2, 6, stop=4), worlds=3)
    [part] = found.rounds
    assert (part.estimated, part.finished, part.since, part.steps) == (True, False, 4, ())
    assert part.result == part.deal
    assert found.decisions
    assert "(not over: its current value, estimated)" in text(found)


def test_any_number_of_processes_finds_the_same() -> None:
    game = played(dr.variant("block"), 2, 6, stop=4)
    alone = dr.review(game, worlds=3, model="counted").as_json()
    assert dr.review(game, worlds=3, model="counted", jobs="auto").as_json() == alone


def test_a_planted_blunder_is_named_first() -> None:
    game, planted = dr.Round(dr.variant("partnership"), seed=8), 0
    choices = 0
    while not game.is_over:
        moves = game.legal_moves
        if game.turn == "A" and len(moves) > 1:
            report = dr.solve(game.seen_by("A"), dr.Limit(worlds=60))
            choices += 1
            if not planted and report.rows[-1].gap.mean > 15:
                planted = len(game.moves) + 1
                game.push(report.rows[-1].move)
                continue
            game.push(report.best or moves[0])
        else:
            game.push(moves[0])
    found = dr.review(game)
    first = found.decisions[0]
    assert planted
    assert (first.action, first.kind) == (planted, "blunder")
    assert len(found) == choices
    assert str(first.position) == str(game_before(game, planted).seen_by("A"))
    assert first.lost.mean > 0
    assert str(first.best) in first.reason


def game_before(game: dr.Round, action: int) -> dr.Round:
    before = game.copy()
    while len(before.moves) >= action:
        before.pop()
    return before


def test_a_reason_compares_the_move_with_the_best_one() -> None:
    """In this round a third move is better still under the holding that costs most."""
    game, player = dr.Round(dr.variant("block"), seed=1), bot("heaviest")
    while not game.is_over:
        game.push(decide(player, game, seed=0))
    mistakes = dr.review(game, worlds=40, model="counted").mistakes
    compared = [re.search(r", (\S+) is [\d.]+ better;", one.reason) for one in mistakes]
    assert any(compared)
    assert all(
        found is None or found[1] == str(one.best)
        for found, one in zip(compared, mistakes, strict=True)
    )


@pytest.mark.parametrize(
    ("used", "exact", "named"), [(9, False, False), (10, False, True), (1, True, True)]
)
def test_a_reason_rests_on_ten_worlds_or_on_all(used: int, exact: bool, named: bool) -> None:
    report = dr.solve(dr.Position(PLANTED), dr.Limit(worlds=2))
    row, best = report.rows[-1], report.rows[0].move
    lead = Lead(best, Mean(-5.0, 0.5))
    holding = PossibleHolding("66", "B", 0.5, used, exact, None, None, 0.1, lead, (lead,))
    why = Why(row.move, row.points, Lead(best, Mean(-1.0, 0.5)), (holding,), ())
    for names, name in ({}, "B"), ({"B": "Bob"}, "Bob"):
        reason = decisions._reason(why, report, str, names)
        assert reason.startswith(f"if {name} holds 66") is named


@pytest.mark.parametrize(("worlds", "kind"), [(9, None), (10, "blunder")])
def test_a_loss_alike_in_every_world_is_clear_from_ten_worlds_on(
    worlds: int, kind: str | None
) -> None:
    seen = "block A:32.41.42.43.44.51.55/B:x7 play:41,64l,51r,65l,55l,54l opener:A"
    report = dr.solve(dr.Position(seen), dr.Limit(worlds=2))
    best, row = report.rows[0], replace(report.rows[-1], gap=Mean(57.0, 0.0), worlds=worlds)
    why = Why(row.move, row.points, Lead(best.move, Mean(-57.0, 0.0)), (), ())
    report = replace(report, rows=(best, row), why=why)
    assert decisions.judged(report, 1, 1, row.move, None, 34.0, str).kind == kind


@pytest.mark.parametrize(("seats", "pays"), [(2, 20), (3, 30)])
def test_what_a_round_pays_is_a_lead_between_two_and_an_income_among_more(
    seats: int, pays: int
) -> None:
    rules = dr.loads(
        'variant "Fixed"\nextends "block"\nplayers: 2..3\nwinner: finisher\n'
        "award hand: 30 to winner at round end\n"
        "award consolation: 10 to winner's opponents at round end\n"
    )
    assert reviews.what_a_round_pays(library.compiled(rules, seats)) == pays


def test_a_draw_by_choice_is_a_decision_like_any_other() -> None:
    """Whatever tile it brought, which the record names."""
    rules = 'variant "Small"\nextends "draw_one"\ntiles: double-three\ndeal: 2 each\n'
    game, drawn = dr.Round(library.loads(rules), seed=1), set[str]()
    while not game.is_over:
        moves = game.legal_moves
        if len(moves) > 1 and f"{moves[-1]}" == "+":
            drawn.add(game.turn)
        game.push(moves[-1])
    for seat in drawn:
        reviewed = dr.review(game, seat=seat, worlds=2)
        assert "+" in {f"{one.played}" for one in reviewed.decisions}
    assert drawn


def test_decisions_are_weighed_as_the_page_says() -> None:
    page = (ROOT / "docs" / "review.md").read_text("utf-8")
    rows = dict(re.findall(r"^\| (\w+) \| from (\d+)% \|$", page, re.MULTILINE))
    assert {name: float(least) / 100 for name, least in rows.items()} | {"slip": 0.0} == KINDS
    match = dr.Match(dr.variant("block"), seed=0)
    random = Random(1)
    while len(match.rounds) < 5:
        if match.round.is_over:
            match.next_round()
        match.round.push(random.choice(match.round.legal_moves))
    found = dr.review(match, seat="A", worlds=150, types=False)
    assert {one.kind for one in found} == {None, "slip", "mistake", "blunder"}
    for one in found:
        clear = one.lost.mean > 3 * (one.lost.se or 0)
        share = one.lost.mean / found.pays
        kinds = [name for name, least in KINDS.items() if share >= least]
        assert one.kind == (kinds[-1] if clear else None)
        assert bool(one.reason) is clear
    clear_ones = [one.lost.mean for one in found.mistakes]
    assert clear_ones == sorted(clear_ones, reverse=True)
    assert found.decisions[: len(clear_ones)] == found.mistakes
    assert not found.rounds[-1].finished
    for part in found.rounds:
        steps = {step.action: step.change for step in part.steps}
        mine = [one for one in found if one.round == part.round]
        assert all(one.step == steps.get(one.action) for one in mine)
        assert found.known(part.round) == -sum(one.lost.mean for one in mine if one.kind)


def play_on(match: dr.Match) -> None:
    while not match.round.is_over:
        match.round.push(match.round.legal_moves[-1])


def test_the_first_person_of_a_match_is_reviewed(tmp_path: Path, capsys: Capsys) -> None:
    match = dr.Match(dr.variant("block"), seed=2)
    match.players["A"] = "first"
    play_on(match)
    file = tmp_path / "a.match"
    lines = "".join(f"{line}\n" for line in match.record())
    file.write_text(lines, "utf-8")
    assert main(["review", str(file), "--worlds", "20", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found == dr.review(match, worlds=20).as_json()
    assert found["seat"] == "B"
    (part,) = found["rounds"]
    assert part["own"] == part["known"] + part["rest"]
    assert main(["review", str(file), "--worlds", "20", "--seat", "A"]) == 0
    assert capsys.readouterr().out.startswith("seat A, 1 round: ")
    file.write_text(lines[:-9], "utf-8")
    assert main(["review", str(file)]) == 2
    assert "line 2" in capsys.readouterr().err
    match.next_round()
    play_on(match)
    file.write_text("\n".join(match.record())[:-9], "utf-8")
    assert main(["review", str(file), "--worlds", "20", "--json"]) == 0
    captured = capsys.readouterr()
    assert json.loads(captured.out) == found
    assert "line 3: the last line is cut off" in captured.err
    assert "What came before is reviewed: 1 whole round" in captured.err


def test_the_page_names_the_game_sums_its_rounds_and_fits_a_phone() -> None:
    parts = [breakdown(played(dr.variant("block"), 2, seed), "A") for seed in (1, 2)]
    found = reviews.Review("A", (), tuple(parts), 10.0, 0, fewest=False, game="Block")
    page = review_page(found)
    assert "<h1>Block: review of seat A</h1>" in page
    total = sum(part.result for part in parts)
    assert ">all</th>" in page
    assert f">{total:+}</td>" in page
    assert page.count("overflow-x:auto") == page.count("<table")


def test_ctrl_c_ends_a_review_though_a_search_answers(
    monkeypatch: pytest.MonkeyPatch, capsys: Capsys
) -> None:
    reported = MoveSearch.report

    def interrupted(search: MoveSearch) -> dr.Report:
        report = reported(search)
        assert report.findings is not None
        return replace(report, findings=replace(report.findings, interrupted=True))

    monkeypatch.setattr(MoveSearch, "report", interrupted)
    assert main(["review", *PLANTED.split(), "--worlds", "5"]) == 130
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("block 26-66-61-15 A:22.24.20.43/B:x6 A opener:A", "a snapshot does not show"),
        ("block A:66.64.43.31.20.10.50/B:x7 opener:A play:66", "a review needs every hand"),
        (f"{PLANTED} --seat C", "there is no seat 'C'"),
        ("nowhere.match", "nowhere.match can't be read"),
    ],
)
def test_what_cannot_be_reviewed_is_refused(words: str, message: str, capsys: Capsys) -> None:
    assert main(["review", *words.split()]) == 2
    assert message in capsys.readouterr().err
