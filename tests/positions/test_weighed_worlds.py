"""Worlds weighted by the others' choices, wherever worlds count."""

from __future__ import annotations

import json
import os
import re
import shlex
import time
from dataclasses import replace
from math import prod
from pathlib import Path
from random import Random
from statistics import mean, stdev

import pytest

from benchmarks.strength.__main__ import main as strength
from dominoes_lang.text.root_exception import ArgumentError
from dominoes_rules import ask, library, solve, worlds
from dominoes_rules.bots import bot
from dominoes_rules.bots.teaching import Lessons, taught_model
from dominoes_rules.cli.common import ruleset_and_seats
from dominoes_rules.cli.main import main
from dominoes_rules.play.round import Round
from dominoes_rules.position.choice_models import bundled_models, chosen_model, usual_model
from dominoes_rules.position.hidden_hands import Worlds
from dominoes_rules.position.position import Position
from dominoes_rules.reviewing.reviews import review
from dominoes_rules.solving import weighed
from dominoes_rules.solving.footer import footer, worth_in
from dominoes_rules.solving.move_search import MoveSearch
from dominoes_solver.belief import weighing
from dominoes_solver.belief.applied_model import Reading
from dominoes_solver.belief.fit import choices_of, fit
from dominoes_solver.belief.model import Choices, UnfitModel, digest
from dominoes_solver.belief.weighing import Weighing, Workload
from dominoes_solver.limit import Limit
from dominoes_solver.pimc import chunk_plan
from dominoes_solver.pimc.budgets import Nodes
from dominoes_solver.pimc.findings import Findings
from dominoes_solver.pimc.pimc import expectimax
from dominoes_solver.pimc.search_task import SearchTask
from dominoes_solver.pimc.weighed_search import Belief, Worth, thinned
from dominoes_solver.search.native.choices.feature_list import FEATURES, POINTS
from dominoes_solver.worlds.slots import World

PARTNERSHIP = (
    "partnership A:66.15.22.24.20.43.50/B:x7/C:x7/D:x7 play:66,61l,62r,-,15l,-,52l,- opener:A"
)
BLOCK = "block A:32.41.42.43.44.51.55/B:x7 play:41,64l,51r,65l,55l,54l opener:A"
FIRST = "block A:32.41.42.43.44.51.55/B:x7 opener:A"


@pytest.mark.parametrize("natively", [False, None])
def test_a_line_laid_the_other_way_round_tells_the_same(natively: bool | None) -> None:
    """Also where a tile is written at the right of equal ends, which the legal plays list left."""
    hands, model = "block A:66.65.43.21.11.00.32/B:x7 opener:A play:", bundled_models()["block"]
    found = []
    for played in ("66,64l,43l,63r,32l,52l,65l,62l", "66,64r,43r,63l,32r,52r,65r,62r"):
        position = Position(hands + played)
        weighing = Weighing(
            position.evidence, position.view, model, workload=Workload(natively=natively)
        )
        found.append((weighing.factors(list(position.evidence.table)), weighing.facts))
    (left, facts), (right, turned) = found
    assert left == right
    assert turned == facts._replace(makers=facts.makers[::-1])


def test_worlds_cut_short_by_the_clock_are_not_called_unlikely() -> None:
    """Few were weighted: that says nothing of what the others did."""
    position, model = Position(BLOCK), bundled_models()["block"]
    weigher = Weighing(position.evidence, position.view, model, workload=Workload(natively=False))
    table = position.evidence.table
    found = Belief(weigher, Worth.HALF, table).draw(iter(range(50)), 20, 10**6, 0)
    assert found.slip > model.slip
    ranks = iter(range(10**4))
    found = Belief(weigher, Worth.HALF, table).draw(ranks, 20, 10**6, 0, until=0.0)
    assert found.slip == model.slip


def test_shares_are_those_of_every_world_weighed_by_hand() -> None:
    position = Position(BLOCK)
    model = bundled_models()["block"]
    past = Weighing(position.evidence, position.view, model, workload=Workload(natively=False)).past
    assert past is not None
    weights = {world: prod(past.factors(model, world)) for world in position.evidence.table}
    total = sum(weights.values())
    tile = "63"
    number = [str(one) for one in position.setup.tiles.tiles].index(tile)
    hold = sum(w for world, w in weights.items() if position.evidence.hands(world)[1] >> number & 1)
    found = worlds(position, model="choices")
    assert found.count == len(weights)
    assert found.chance("B", tile) == pytest.approx(hold / total, rel=1e-9)
    assert found.errors["B"][tile] is None
    assert found.effective == pytest.approx(total**2 / sum(w * w for w in weights.values()))
    answer = ask(position, f"B holds [{tile[0]}|{tile[1]}]", model=model)
    assert answer.weighed is not None
    assert answer.weighed.probability == pytest.approx(hold / total, rel=1e-9)
    assert answer.probability == ask(position, f"B holds [{tile[0]}|{tile[1]}]").probability
    assert sum(found.holders["B"].values()) == pytest.approx(position.hand_counts["B"])


def test_a_sample_agrees_with_all_worlds(monkeypatch: pytest.MonkeyPatch) -> None:
    position = Position(PARTNERSHIP)
    exact = worlds(position, model="choices")
    assert exact.pool.exact
    monkeypatch.setattr(weighing, "MOST_ALL", 0)
    monkeypatch.setattr(weighing, "MOST_ALL_PLAINLY", 0)
    sampled = worlds(position, model="choices", seed=4)
    assert not sampled.pool.exact
    apart = [
        (sampled.holders[holder][tile] - share) / error
        for holder, row in exact.holders.items()
        for tile, share in row.items()
        if (error := sampled.errors[holder][tile])
    ]
    assert max(map(abs, apart)) < 4.5
    assert sum(one * one for one in apart) / len(apart) < 2
    drawn = sampled.sample(400, seed=1, weighed=True)
    held = sum(one.evidence.state.hands[3] >> one.setup.tiles.number[one.setup.tiles.tiles[20]] & 1
               for one in drawn) / 400  # fmt: skip
    assert held == pytest.approx(exact.chance("D", "55"), abs=0.08)


def test_weights_of_one_give_the_answer_of_counting_to_the_bit() -> None:
    position = Position(FIRST)
    limit = Limit(worlds=60)

    def both(place: Position) -> None:
        counted = solve(place, limit, model="counted")
        assert solve(place, limit, model="choices", worth="best").rows == counted.rows

    both(position)
    snapshot = Position("block/2 26-66-61-15 A:22.24.20.43/B:x6 A passes:1 opener:A")
    both(snapshot)
    same = worlds(snapshot, model="choices").holders
    assert same["B"] == pytest.approx(worlds(snapshot).holders["B"])


def test_few_worlds_are_played_out_and_not_searched(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where too few could be searched, unless their number or the time is set."""
    position = Position(PARTNERSHIP)
    assert worth_in(solve(position, model="choices")) == "half open hands, half playouts"
    monkeypatch.setattr(chunk_plan, "usual_nodes", lambda *_, **__: Nodes(10**6, 50_000))
    report = solve(position, model="choices")
    assert worth_in(report) == "playouts alone"
    assert report.used >= 200
    assert "mean of playouts" in report.model
    for limit in (Limit(worlds=20), Limit(time=0.5)):
        searched = solve(position, limit, model="choices")
        assert worth_in(searched) == "half open hands, half playouts"


@pytest.mark.parametrize(
    "text",
    [
        "block 26-66-61-15 A:22.24.20.43/B:x6 A opener:A",
        "block A:32.41.42.43.44.51.55/B:x7 opener:A",
    ],
)
def test_no_weights_are_claimed_where_no_choice_was_seen(text: str) -> None:
    report = solve(Position(text), Limit(worlds=5), model="choices")
    assert report.model.startswith("every world equally likely, since no choice was seen; ")
    assert "since no choice was seen; half open hands, half playouts" in "\n".join(footer(report))


def test_what_an_answer_says_of_its_weights() -> None:
    position = Position(PARTNERSHIP)
    limit = Limit(worlds=40)
    plain = solve(position, limit, model="counted")
    assert not {"weights", "counted", "note"} & set(plain.as_json())
    for worth in ("best", "half", "play"):
        report = solve(position, limit, model="choices", worth=worth, why="22l")
        assert not report.exact
        assert report.weights is not None
        found = report.as_json()
        weights = found["weights"]
        assert isinstance(weights, dict)
        assert (weights["model"], weights["slip"]) == ("partnership.choices.json", 0.1)
        assert len(weights["sha256"]) == 64
        assert 0 < weights["effective"] <= 40
        if worth != "play":
            counted = report.weights.counted
            assert counted is not None
            assert (counted.best, counted.gap) == (plain.best, plain.rows[1].gap)
    again = solve(position, limit, model="choices", worth="play", jobs=2)
    assert again.rows == report.rows


def test_what_counting_finds_takes_no_more_worlds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a world takes long, a default answer takes few of them, and so does the second."""
    taken: list[int | None] = []

    def search(task: SearchTask) -> Findings:
        taken.append(task.limit.worlds)
        return expectimax(task)

    monkeypatch.setattr(weighed, "expectimax", search)
    position = Position(BLOCK).supposing("B holds [0|0]", "B holds [1|1]")
    report = solve(position, model="choices")
    assert report.findings is not None
    assert taken == [report.findings.used]
    assert report.findings.used < weighed.USUALLY_COUNTED


def test_all_worlds_weighed_are_an_exact_answer() -> None:
    # A few dozen worlds.
    held = ["B holds [0|0]", "B holds [1|1]", "not B holds at least 12 pips"]
    position = Position(BLOCK).supposing(*held)
    report = solve(position, Limit(exact=True), model="choices", worth="best")
    assert report.exact
    assert all(row.points.se is None for row in report)
    hands = worlds(position, model="choices")
    weights = dict(zip(hands.pool.worlds, hands.pool.weights, strict=True))
    by_world = {world: solve(hands.position_of(world)) for world in weights}
    total = sum(weights.values())
    for row in report:
        mean = sum(w * by_world[world][row.move].points.mean for world, w in weights.items())
        assert row.points.mean == pytest.approx(mean / total)


def test_thinning_keeps_what_each_world_counts() -> None:
    random = Random(5)
    weights = [random.expovariate(1) ** 3 for _ in range(60)]
    totals = [0.0] * 60
    for seed in range(3_000):
        kept = thinned(weights, 12, Random(seed))
        assert abs(len(kept) - 12) <= 1
        assert [place for place, _ in kept] == sorted({place for place, _ in kept})
        for place, weight in kept:
            totals[place] += weight / 3_000
    assert totals == pytest.approx(weights, rel=0.25, abs=0.25)


@pytest.mark.parametrize("smallest", [1e-30, 0.0])
def test_thinning_with_hardly_any_other_world(smallest: float) -> None:
    """The other weights are lost in the rounding of a sum."""
    assert thinned([1.0, smallest, 0.5, smallest], 2, Random(1)) == [(0, 1.0), (2, 0.5)]
    assert (0, 1.0) in thinned([1.0, smallest, smallest], 2, Random(1))


def test_games_out_of_reach_are_played_on_by_the_model() -> None:
    """Four single players: no search to the end, so that the model's playouts are all."""
    rules = library.compiled(library.variant("domohnoes"), 4)
    names = tuple(FEATURES)
    model = Choices(
        "domohnoes/4", digest(rules.setup), "", names, tuple((0.0,) * len(names) for _ in range(3))
    )
    game = Round(library.variant("domohnoes"), seats=4, seed=3)
    while len(game.actions) < 5 or len(game.legal_moves) < 2:
        game.push(game.legal_moves[0])
    report = solve(game.seen_by(game.turn), Limit(worlds=6), model=model, worth="play")
    assert report.findings is not None
    assert not report.findings.estimated
    assert {round(sum(row.sides.values()), 6) <= 1 for row in report} == {True}


def test_whose_model_is_taken(tmp_path: Path) -> None:
    setup = library.variant("block").setup()
    assert chosen_model("counted", setup).choices is None
    assert chosen_model("choices", setup).file == "block.choices.json"
    other = library.variant("hungarian").setup(4)
    assert "choices fit hungarian/4" in chosen_model("choices", other).note
    path = tmp_path / "mine.json"
    path.write_text(bundled_models()["block"].text(), encoding="utf-8")
    with pytest.raises(UnfitModel, match="not those of hungarian/4"):
        chosen_model(str(path), other)
    assert "another game" in chosen_model(str(path), other, force=True).note
    with pytest.raises(UnfitModel, match="there is no such file"):
        chosen_model(str(tmp_path / "none.json"), setup)
    with pytest.raises(UnfitModel, match="not a regular file"):  # a pipe would never end
        chosen_model(os.devnull, setup)
    with pytest.raises(UnfitModel, match='the bundled one is "choices"'):
        chosen_model("block", setup)
    with pytest.raises(ArgumentError, match='"best", "half" or "play"'):
        solve(Position(FIRST), model="choices", worth="much")


def test_a_model_that_finds_what_was_played_impossible() -> None:
    """Weights of 0 would leave no world; what is asked of the worlds is answered all the same."""
    block = bundled_models()["block"]
    row = tuple(1000.0 if place % 2 else -1000.0 for place in range(len(block.features)))
    model = replace(block, theta=(row,) * len(block.phases), temperature=0.01, slip=0.0)
    found = worlds(Position(BLOCK), model=model)
    assert sum(found.holders["B"].values()) == pytest.approx(4)
    assert found.effective >= 1
    assert len(found.sample(2, weighed=True)) == 2
    report = solve(Position(BLOCK), Limit(worlds=5), model=model, worth="play")
    assert report.weights is not None
    natural = Reading(found.position.compiled, model, natively=False)
    past = Weighing(found.position.evidence, found.position.view, model).past
    assert past is not None
    assert min(natural.factors(past, [next(iter(found.position.evidence.table))])[0]) > 0


def test_what_strangers_write_of_a_fit(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    block = bundled_models()["block"]
    fitted = {
        "teacher": "\x1b]0;a\nb" + "x" * 10_000,
        "rounds": 1_500,
        "held_out": dict.fromkeys(("choices", "log_likelihood", "uniform", "agreement"), 10**400),
    }
    path = tmp_path / "odd.json"
    path.write_text(replace(block, fitted=fitted).text(), encoding="utf-8")
    assert main(["choices", "show", str(path)]) == 0
    model = solve(Position(BLOCK), Limit(worlds=5), model=str(path), worth="play").model
    assert len(model) < 500
    assert model.isprintable()
    assert len(repr(block)) < 100
    assert len(repr(worlds(Position(BLOCK), model=block).pool)) < 100
    capsys.readouterr()


def test_rules_of_a_file_are_named_as_they_are_typed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "house.rules"
    path.write_text('variant "House"\nextends "block"\ndeal: 5 each\n', encoding="utf-8")
    house = library.load(path).setup()
    assert f"`dominoes-rules choices fit {path}` makes one" in chosen_model("choices", house).note
    with pytest.raises(UnfitModel, match=re.escape(f"choices fit {path}")):
        chosen_model(bundled_models()["block"], house)
    other = tmp_path / "other.json"
    other.write_text(bundled_models()["partnership"].text(), encoding="utf-8")
    for words, said in (
        (["fit", "block", "--average", str(other), "-o", str(tmp_path / "x")], "whose rules are"),
        (["fit", "block", "--force", "-o", str(tmp_path)], "is a folder; name a file in it"),
        (["test", "block", os.devnull], "there are no rounds in"),
    ):
        assert main(["choices", *words]) == 2
        assert said in capsys.readouterr().err


@pytest.mark.parametrize("name", sorted(bundled_models()))
def test_bundled_models_are_those_of_their_rules(name: str) -> None:
    model = bundled_models()[name]
    rules, seats = ruleset_and_seats(model.variant)
    assert model.refuse_others(rules.setup(seats)) == ""
    assert name == model.variant.replace("/", "_")
    assert model.fitted["command"].startswith(f"dominoes-rules choices fit {model.variant} ")
    held_out = model.fitted["held_out"]
    assert held_out["log_likelihood"] > held_out["uniform"] + 0.1


@pytest.mark.slow
def test_a_bundled_model_is_made_again_by_its_command(tmp_path: Path) -> None:
    """Of `block` alone: that of partnership takes minutes."""
    path = tmp_path / "again.json"
    words = shlex.split(bundled_models()["block"].fitted["command"])[1:]
    assert main([*words, "-o", str(path)]) == 0
    assert Choices.loads(path.read_text(encoding="utf-8")) == bundled_models()["block"]


def test_a_tell_is_found() -> None:
    """A bot that never keeps a tile with the number it opened gives itself away."""
    rules = library.compiled(library.variant("block"))
    setup, random = rules.setup, Random(7)
    rounds = []
    for seed in range(250):
        game = Round(library.variant("block"), seed=seed)
        start = state = game.state
        actions = []
        while not state.over:
            legal = rules.legal(state)
            bare = []
            for action in legal:
                after = rules.play(state, action)
                if action.tile >= 0:
                    opened = after.ends if not state.ends else (after.ends[action.end],)
                    if not setup.fits.mask(opened) & after.hands[state.mover]:
                        bare.append(action)
            actions.append(random.choice(bare or legal))
            state = rules.play(state, actions[-1])
        rounds.append(choices_of(rules, start, actions))
    model = fit(rules, rounds)
    # How likely B is to have no 5 if it surely plays so: 19.3 % after one choice, 39.0 % after two.
    for moves, surely, times in (("41,15r", 0.193, 1.6), ("41,15r,43l,36l", 0.390, 2.0)):
        position = Position(f"block A:32.41.42.43.44.66.33/B:x7 play:{moves} opener:A")
        found = ask(position, "B holds no 5", model=model)
        assert found.weighed is not None
        assert times * found.probability < found.weighed.probability < surely


def test_commands(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "block.choices.json"
    words = ["choices", "fit", "block", "--rounds", "40", "--teacher", "heaviest", "-o", str(path)]
    assert main(words) == 0
    assert main(words) == 2  # it is there already
    assert "--force replaces it" in capsys.readouterr().err
    model = Choices.loads(path.read_text(encoding="utf-8"))
    assert model.fitted["teacher"] == "heaviest"
    assert main(["choices", "show", str(path)]) == 0
    assert "with 1 to 3 tiles in hand" in capsys.readouterr().out
    assert main(["choices", "show", "block"]) == 0
    game = Round(library.variant("block"), seed=2)
    while not game.is_over:
        game.push(max(game.legal_moves, key=lambda move: move.tile.pips if move.tile else 0))
    capsys.readouterr()
    assert main(["choices", "test", str(path), str(game.position), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["rounds"] == 1
    assert found["read"]["tiles"] > 10
    assert found["temperature_95"][0] <= found["temperature"] <= found["temperature_95"][1]
    assert 'slip": 0.1' in path.read_text(encoding="utf-8")
    path.write_text(path.read_text(encoding="utf-8").replace('slip": 0.1', 'slip": 1.0'))
    assert main(["choices", "test", str(path), str(game.position)]) == 0
    assert "95 % interval 0.05 or less to 20 or more" in capsys.readouterr().out
    assert main(["choices", "test", str(path), "block 26-66-61-15 A:22/B:x6 A"]) == 2
    assert main(["choices", "test", "partnership", str(game.position)]) == 2
    assert "whose rules are not those of block" in capsys.readouterr().err
    assert (
        main(["worlds", *PARTNERSHIP.split(), "--model", "choices", "--if", "D holds [5|5]"]) == 0
    )
    assert "counted" in capsys.readouterr().out
    assert main(["worlds", *PARTNERSHIP.split(), "--model", str(path)]) == 2
    assert main(["solve", *BLOCK.split(), "--model", "choices", "--worlds", "30", "--details"]) == 0
    assert "strongest clue: B" in capsys.readouterr().out
    assert main(["solve", "draw", "A:66.65.64.63.62.61.60/B:x7", "stock:x14", "opener:A",
                 "--model", "choices", "--worlds", "2"]) in {0, 2}  # fmt: skip


def test_a_teacher_that_plain_python_plays() -> None:
    """Where tiles are drawn, machine code plays no rounds between bots."""
    model = taught_model(
        library.compiled(library.variant("draw_one")), Lessons(rounds=12, teacher="heaviest")
    )
    assert model.features == tuple(FEATURES)[:POINTS]


def test_the_strong_bot() -> None:
    """It is the solver with a model of choices, and plays what `solve` finds best."""
    position = Position(PARTNERSHIP)
    for name, worth in (
        ("strong:worlds=12", "half"),
        ("solver:worlds=12,model=choices,worth=best", "best"),
    ):
        move = bot(name)(position, Random(3))
        seed = Random(3).getrandbits(63)
        assert (
            move == solve(position, Limit(worlds=12), seed=seed, model="choices", worth=worth).best
        )
    assert bot("solver:worlds=30,model=choices").name == "solver:worlds=30,model=choices"
    for wrong in ("solver:worth=much", "solver:model=none.json", "strong:model=choices"):
        with pytest.raises(ArgumentError):
            bot(wrong)
    # Rules without a model are played without.
    matador = Position("matador/2 A:20.21.30.31.41.52.62/B:x7 stock:x14 opener:A")
    assert bot("strong:worlds=2")(matador, Random(1)) in matador.legal_moves


def test_the_read_is_measured(capsys: pytest.CaptureFixture[str]) -> None:
    assert strength(["read", "block", "--rounds", "2", "--seed", "3"]) == 0
    assert "mean log-probability of the true holder" in capsys.readouterr().out
    assert strength(["read", "draw"]) == 2
    assert "can't be decided in bulk" in capsys.readouterr().err


def test_a_review_weighs_worlds(capsys: pytest.CaptureFixture[str]) -> None:
    record = (
        "block A:22.32.40.51.55.61.65/B:20.21.33.41.43.54.66"
        " play:55,54l,40l,20l,32l,43l,65r,66r,61r,41r opener:A"
    )
    assert main(["review", *record.split(), "--model", "choices", "--worlds", "20"]) == 0
    assert "model: worlds weighted" in capsys.readouterr().out
    assert review(Position(record), worlds=20).model.startswith("worlds weighted")
    assert review(Position(record), worlds=20, model="counted").model == ""


def test_where_no_model_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    """The bundled model, where a record shows choices and hides hands; and people alone see it."""
    position, limit = Position(PARTNERSHIP), Limit(worlds=20)
    usual = solve(position, limit)
    assert usual.weights == solve(position, limit, model="choices").weights
    assert {"weights", "counted"} < usual.as_json().keys()
    for text in (
        "block 26-66-61-15 A:22.24.20.43/B:x6 A passes:1 opener:A",
        "matador/2 A:20.21.30.31.41.52.62/B:x7 opener:A",
        str(worlds(position).sample(1)[0]),
    ):
        found = solve(Position(text), Limit(worlds=1))
        assert not {"weights", "counted", "note"} & found.as_json().keys()
    assert solve(worlds(position).sample(1)[0]).exact
    assert worlds(position).chance("D", "55") == ask(position, "D holds [5|5]").probability
    assert ask(position, "D holds [5|5]").weighed is None
    words = PARTNERSHIP.split()
    assert main(["worlds", *words, "--if", "D holds [5|5]"]) == 0
    shown = capsys.readouterr().out.splitlines()
    assert [line.split("  ")[1] for line in shown[:2]] == ["D holds [5|5]", "counted"]
    assert main(["worlds", *words, "--if", "D holds [5|5]", "--json"]) == 0
    assert not {"weights", "counted"} & json.loads(capsys.readouterr().out).keys()
    named = ["worlds", *words, "--model", "choices", "--json"]
    assert main([*named, "--if", "D holds [5|5]"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["counted"]["probability"] == found["probability"] < found["weighed"]["probability"]
    assert found["weights"]["exact"]


def test_rules_without_a_model_say_so_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("five.rules").write_text('variant "Five"\nextends "block"\ndeal: 5 each\n')
    advice = (
        "no model of choices for these rules; `dominoes-rules choices fit five.rules` makes one"
        " (about 2 minutes)"
    )
    words = "five.rules A:32.41.42.43.44/B:x5 opener:A --seed 1".split()
    assert main(["solve", *words, "--worlds", "1", "--details"]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == f"note: {advice}"
    for others in (["--model", "counted"], ["--json"]):
        assert main(["solve", *words, "--worlds", "1", *others]) == 0
        assert "no model of choices" not in capsys.readouterr().out
    assert main(["worlds", *words]) == 0
    assert "no model of choices" not in capsys.readouterr().out


def test_time_ends_the_weighing(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many worlds are asked for; and those weighted by then are searched."""
    moments = iter(range(1_000_000))
    clock = time.monotonic
    weighed: list[int] = []
    usual = Weighing.weights

    def slowly(self: Weighing, found: list[World]) -> list[float]:
        weighed.append(len(found))
        return usual(self, found)

    monkeypatch.setattr(Weighing, "weights", slowly)
    monkeypatch.setattr(time, "monotonic", lambda: clock() + 0.02 * next(moments))
    report = MoveSearch(Position(PARTNERSHIP), Limit(worlds=1_000_000, time=0.5)).report()
    assert sum(weighed) < 15_008
    assert 0 < report.used <= sum(weighed)


def test_plain_python_weighs_fewer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DOMINOES_RULES_NATIVE", "0")
    position = Position(BLOCK)
    monkeypatch.setattr(weighing, "MOST_ALL_PLAINLY", 0)
    frugal = Weighing(position.evidence, position.view, bundled_models()["block"])
    assert frugal.frugal
    assert not frugal.pool(1).exact
    few = Weighing(
        position.evidence, position.view, bundled_models()["block"], workload=Workload(worlds=50)
    )
    assert not few.frugal
    report = solve(position, Limit(worlds=3))
    assert report.engine == "plain Python"
    assert report.weights is not None


def test_whoever_waits_for_chances_gets_those_of_fewer_worlds_in_plain_python(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("DOMINOES_RULES_NATIVE", "0")
    monkeypatch.setattr(weighing, "MOST_HURRIED", 20)
    position = Position(BLOCK)
    in_a_hurry, at_leisure = (
        Worlds(position, usual_model(position), hurried=hurried) for hurried in (True, False)
    )
    assert len(in_a_hurry.pool.worlds) == 20
    assert len(at_leisure.pool.worlds) > 20
    assert in_a_hurry.holders.keys() == at_leisure.holders.keys()


def test_errors_cover_that_worlds_are_drawn_twice() -> None:
    """A sample is weighted, and worlds are drawn from it: the means are off by both."""
    position = Position(
        "partnership A:x7/B:11.43.50.60.52.51.62/C:x7/D:x7 opener:A"
        " play:66,60l,40l,65r,42l,50r,30r,53r,55r"
    )
    found = [
        MoveSearch(position, Limit(worlds=20), seed=seed, model="choices", worth="best").report()
        for seed in range(24)
    ]
    ratios = []
    for row in found[0]:
        means = [report[row.move].points for report in found]
        ratios.append(stdev([one.mean for one in means]) / mean([one.se or 0.0 for one in means]))
    assert 0.75 < mean(ratios) < 1.2
