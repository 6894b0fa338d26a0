"""The model of choices: its two ways, the worlds that it weighs, its fit and its file."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from functools import partial
from itertools import count
from math import prod
from pathlib import Path
from random import Random
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from dominoes_lang.codegen.compiled import Compiled
from dominoes_lang.codegen.dealing import starter_in
from dominoes_lang.load import load
from dominoes_lang.table.state import NOBODY, Action, Kind, State
from dominoes_lang.text.source import Source
from dominoes_rules import library
from dominoes_rules.bots import teaching
from dominoes_rules.bots.bot_rounds import Turn, play_round
from dominoes_rules.cli import main
from dominoes_rules.play.deals import deal
from dominoes_rules.play.round import Round
from dominoes_rules.position.choice_models import bundled_models, chosen_model, read_model
from dominoes_solver.batch.decision import Batch
from dominoes_solver.batch.plainly import PlainBatch
from dominoes_solver.batch.seen_past import SeenPast
from dominoes_solver.batch.unseen import Unseen
from dominoes_solver.belief.applied_model import Reading
from dominoes_solver.belief.features import Seen, features, left_on_line, left_on_table
from dominoes_solver.belief.fit import chances_of, choices_of, fit, quality, temperature_of
from dominoes_solver.belief.kinship import kinship
from dominoes_solver.belief.likelihood import RecordedPast
from dominoes_solver.belief.model import Choices, UnfitModel, digest
from dominoes_solver.belief.player_types import usual_mixtures
from dominoes_solver.chance import Chance
from dominoes_solver.evidence.view import Record
from dominoes_solver.search import native
from dominoes_solver.search.native.choices.feature_list import FEATURES, OF_PLAYS
from dominoes_solver.shown_facts import Facts
from tests.solver.native_games import NAMES, games, setups
from tests.solver.small_games import Game, compiled
from tests.solver.small_games import deal as deal_small


def model_of(rules: Compiled, seed: int, **more: float) -> Choices:
    """A model that nobody would fit: every weight drawn at random."""
    random = Random(seed)
    names = tuple(FEATURES)
    theta = tuple(tuple(random.gauss(0, 1) for _ in names) for _ in range(3))
    setup = rules.setup
    return Choices(
        setup.name, digest(setup), digest(setup, paid=False), names, theta, **more  # type: ignore[arg-type]
    )  # fmt: skip


def check_two_ways(rules: Compiled, start: State, seed: int) -> None:
    """Likelihoods and playouts of a random round by machine code are those of plain Python."""
    from dominoes_solver.search.native.choices.choices_job import ChoicesJob

    random, setup = Random(seed), rules.setup
    model = model_of(rules, seed)
    fast, slow = Reading(rules, model, natively=True), Reading(rules, model, natively=False)
    job: ChoicesJob = fast._job
    actions, states, drawn = [], [start], []
    state, facts, likely = start, Facts.at_start(setup.seats, starter_in(start)), []
    while not state.over:
        legal = rules.legal(state)
        action = random.choice(legal)
        chances = [1.0]
        if len(legal) > 1:
            chances = model.probabilities(
                Seen(rules, state, facts), state.hands[state.mover], legal
            )
        actions.append(action)
        drawn.append(1 << state.stock[0] if action.kind is Kind.DRAW else 0)
        likely.append(chances[legal.index(action)] if len(legal) > 1 else 1.0)
        if len(actions) % 4 == 1:
            # A snapshot does not show who made the ends.
            shown = facts._replace(makers=()) if len(actions) % 8 == 5 else facts
            asked = (legal, 2, [seed], shown)
            assert fast.playouts([state], *asked) == slow.playouts([state], *asked)
        after = rules.play(state, action)
        state, facts = after, facts.after(setup, state, action, after)
        states.append(state)
    past = SeenPast(rules, actions, states, starter_in(start))
    past.mover = NOBODY
    hands = np.zeros((1, 4), np.int64)
    hands[0, : setup.seats] = start.hands
    opening, drawn_by = np.array([start.opening], np.int64), np.array([drawn], np.int64)
    usual = usual_mixtures(setup.seats)
    weights, found = job.weigh(past, hands, opening, drawn_by, mixtures=usual, each=True)
    assert found[0].tolist() == pytest.approx(likely, rel=1e-12)
    assert weights[0] == pytest.approx(prod(likely), rel=1e-12)


@pytest.mark.parametrize("name", NAMES, ids=lambda name: Path(name).stem)
def test_machine_code_says_what_plain_python_says(name: str) -> None:
    for rules in setups(name):
        if native.reads_choices(rules):
            for seed in range(2):
                check_two_ways(rules, deal(rules, Random(seed)), seed)


@settings(max_examples=30, deadline=None)
@given(game=games(), seed=st.integers(0, 10**6))
def test_and_of_games_put_together(game: Game, seed: int) -> None:
    rules = compiled(game)
    assume(not rules.setup.turn.discards)  # a tile laid aside is hidden, so no record names it
    check_two_ways(rules, deal_small(rules, seed), seed)


@given(game=games(), seed=st.integers(0, 10**6))
def test_a_line_is_a_table_like_any_other(game: Game, seed: int) -> None:
    """What is written out for a line is what its layout says."""
    rules = compiled(replace(game, table="line", fits="equal"))
    random, state, facts = Random(seed), deal_small(rules, seed), Facts.at_start(rules.setup.seats)
    while not state.over:
        seen, legal = Seen(rules, state, facts), rules.legal(state)
        for action in [action for action in legal if action.kind is Kind.PLAY]:
            written = left_on_line(seen, action)
            plain = left_on_table(seen, action, rules.play(state, action))
            assert [*map(set, written.shown)] == [*map(set, plain.shown)]
            assert written[1:4] == plain[1:4]
        state = rules.play(state, random.choice(legal))


def test_features_of_a_play() -> None:
    """Each number by hand, in a partnership position with a void and ends that were made."""
    rules = library.compiled(library.variant("partnership"))
    tiles = rules.setup.tiles

    def mask(*names: str) -> int:
        return sum(1 << [str(tile) for tile in tiles.tiles].index(name) for name in names)

    laid = mask("66", "61", "54", "64")
    void = (0, mask("11", "10", "21", "31", "41", "51"), 0, 0)
    hand = mask("51", "50", "11", "10", "22", "00")
    state = State((hand, 3, 127, 127), (1, 5), (), 0, 0, 0, plays=3, scores=(0, 0))
    seen = Seen(rules, state, Facts(laid, void, (1, 2), (0,) * 4))
    legal = rules.legal(state)
    rows = dict(zip([(str(tiles.tiles[a.tile]), int(a.end)) for a in legal],
                    features(seen, hand, legal), strict=True))  # fmt: skip
    names = list(FEATURES)
    row = dict(zip(names, rows["10", 0], strict=True))
    assert row["value"] == 1 / 12
    assert row["with new number"] == 2 / 7  # 50 00
    assert row["with covered number"] == 2 / 7  # 51 11
    assert row["fit new ends"] == 3 / 7  # 51 50 00, on 0 and 5
    assert row["share a half"] == 4 / 7
    assert row["covers opponent"] == 1
    assert (row["next stuck"], row["next void"]) == (0, 0)
    assert row["value late"] == row["value"]  # B holds two tiles
    row = dict(zip(names, rows["51", 1], strict=True))
    assert (row["ends alike"], row["next stuck"], row["next void"]) == (1, 1, 1)
    assert (row["covers partner"], row["covers own"]) == (1, 0)
    assert row["unseen fit"] == 3 / 7  # 21 31 41
    assert row["no other left"] == 0


PLAYED = [
    ("partnership", 5), ("draw", 3), ("domohnoes", 1), ("muggins", 4), ("five_up", 3),
    ("chicken_foot", 2), ("maltese_cross", 1), ("mexican_train", 2), ("matador", 5),
]  # fmt: skip
"""Games on a line, in arms and on trains, those that pay a play at once, and a seed for each."""


def test_worlds_weigh_what_their_choices_are_worth() -> None:
    """The factors of every world of a record, drawn tiles included, by hand in each world."""
    for name, seed in PLAYED:
        game = Round(library.variant(name), seed=seed)
        random = Random(seed)
        while len(game.actions) < 13 and not game.is_over:
            game.push(random.choice(game.legal_moves))
        position = game.seen_by("A")
        assert isinstance(position.view, Record)
        past = RecordedPast(position.compiled, position.evidence, position.view)
        model = model_of(position.compiled, seed)
        worlds = position.evidence.table.sample(40, seed)
        plain = Reading(position.compiled, model, natively=False).factors(past, worlds)
        assert Reading(position.compiled, model).factors(past, worlds) == [
            pytest.approx(row, rel=1e-12) for row in plain
        ]
        own = [n for n, action in enumerate(past.actions) if _mover(past, n) == 0]
        assert all(row[n] == 1 for row in plain for n in own)
        assert any(min(row) < 1 for row in plain)


def _mover(past: RecordedPast, number: int) -> int:
    state = past.start(past.evidence.table.unrank(0))
    for action in past.actions[:number]:
        state = past.compiled.play(state, action)
    return state.mover


def test_dealt_worlds_are_uniform() -> None:
    """A bot that searches worlds draws each of those that fit equally often, by either dealer."""
    rules = compiled(Game(2, 2, 1, 2))
    assert native.decides(rules)
    from dominoes_solver.batch.natively import NativeBatch

    unseen = Unseen(0, 0b000011, 0b111100, (0, 0b000100, 0, 0), (0, 2, 0, 0))
    model = model_of(rules, 1)
    fast = NativeBatch(rules, [model]).deal(unseen, 6_000, Chance(7, 0))[:, 1].tolist()
    slow = [hands[1] for hands in PlainBatch(rules, [model]).deal(unseen, 6_000, Chance(7, 0))]
    assert slow == fast
    found = Counter(fast)
    assert set(found) == {0b011000, 0b101000, 0b110000}
    assert all(abs(number - 2_000) < 200 for number in found.values())


def test_tiles_that_sleep_are_those_of_the_world() -> None:
    """Where they pay, no bot reads the stock that was really dealt."""
    rules = compiled(Game(3, 2, 1, 3, award="stock"))
    assert native.decides(rules)
    from dominoes_solver.batch.natively import NativeBatch

    state = deal(rules, Random(2))
    legal, facts = rules.legal(state), Facts.at_start(2)
    unseen = Unseen.of(rules, state, facts)
    hands, (given, *rest) = list(state.hands), state.stock
    taken = hands[1 - state.mover].bit_length() - 1
    hands[1 - state.mover] ^= 1 << taken | 1 << given
    other = state._replace(hands=tuple(hands), stock=(taken, *rest))
    answers = set()
    model, mixtures = model_of(rules, 1), usual_mixtures(2)
    batches: list[Batch] = [NativeBatch(rules, [model]), PlainBatch(rules, [model])]
    for batch in batches:
        worlds = batch.deal(unseen, 12, Chance(7, 0))
        for dealt in (state, other):
            searched = batch.search(dealt, worlds)
            played = batch.playouts(dealt, facts, legal, worlds, 2, Chance(7, 1), mixtures)
            answers.add((*searched, *played))
    assert len(answers) == 1


def by_model(model: Choices, turn: Turn) -> Action:
    """An action by the model of choices alone."""
    state = turn.state
    seen = Seen(turn.rules, state, turn.shown.facts_before(turn.state))
    chances = model.probabilities(seen, state.hands[state.mover], turn.legal)
    return Random(turn.draw()).choices(turn.legal, chances)[0]


@pytest.mark.thorough
def test_a_fit_finds_the_model_that_played() -> None:
    rules = library.compiled(library.variant("block"))
    theta = tuple(tuple(6.0 * (n == 0) - 8.0 * (n == 4) for n in range(OF_PLAYS)) for _ in range(3))
    names = tuple(FEATURES)[:OF_PLAYS]
    true = Choices("block", digest(rules.setup), "", names, theta, slip=0.0)
    rounds = []
    for number in range(600):
        turn = Turn.dealt(rules, 4, number)
        play_round(turn, [partial(by_model, true)] * 2)
        rounds.append(choices_of(rules, turn.states[0], turn.actions))
    found = fit(rules, rounds)
    everything = [choice for one in rounds for choice in one]
    # Some features say nearly the same together, so that the choices are compared, not the weights.
    plain = found.with_slip(0.0)
    apart = [
        abs(one - other)
        for choice in everything
        for one, other in zip(chances_of(plain, choice), chances_of(true, choice), strict=True)
    ]
    assert sum(apart) / len(apart) < 0.06
    for temperature in (1.0, 2.0):  # the same player, written with another temperature
        scaled = tuple(tuple(weight * temperature for weight in row) for row in theta)
        sharp = temperature_of(
            replace(true, theta=scaled, temperature=temperature), everything[:600]
        )
        assert sharp.low < 1.0 < sharp.high
    assert quality(true, everything).log_likelihood > quality(true, everything).uniform + 0.1
    assert found.fitted["held_out"]["choices"] > 500


def test_a_model_is_its_file() -> None:
    rules = library.compiled(library.variant("draw_one"))
    model = model_of(rules, 3, temperature=1.5, slip=0.25)
    assert Choices.loads(model.text()) == model
    assert Choices.loads(model.text()).digest


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"format": "other"}, '"format" must be'),
        ({"version": 2}, "this is a net"),
        ({"version": 3}, "another version"),
        ({"version": [1]}, "another version"),
        ({"features": ["value", "value"]}, "must be different"),
        ({"features": ["beauty"]}, "no feature 'beauty'"),
        ({"theta": [[1.0]]}, "1 rows of weights for 3 phases"),
        ({"theta": "abc"}, "is not a number"),
        ({"theta": None}, "something is not a list"),
        ({"phases": [1, 4, 6]}, "the largest first"),
        ({"phases": [9, 6, 4]}, "last phase"),
        ({"phases": [9, 8, 7, 6, 5, 4, 3, 2, 1]}, "at most 8 phases"),
        ({"temperature": 0}, "temperature must be"),
        ({"slip": 1.5}, "slip must be"),
        ({"slip": "x" * 100}, "is not a number"),
        ({"rules": 7}, "is not a text"),
        ({"variant": "x" * 1_000}, "longer than 200 characters"),
        ({"phases": [10**30, 4, 1]}, "from 0 to 100"),
        ({"phases": [6, 4, -(10**30)]}, "from 0 to 100"),
        ({"fitted": {"agreement": float("nan")}}, "numbers that JSON does not have"),
    ],
)
def test_files_that_are_no_model(change: dict[str, object], message: str) -> None:
    rules = library.compiled(library.variant("block"))
    found = {**model_of(rules, 3).as_json(), **change}
    with pytest.raises(UnfitModel, match=message):
        Choices.loads(json.dumps(found))


@pytest.mark.parametrize("text", ["", "[", "[" * 100_000, "null", '{"format": 1}', "1" * 5_000])
def test_texts_that_are_no_model(text: str) -> None:
    with pytest.raises(UnfitModel):
        Choices.loads(text)


def test_whose_model_it_is() -> None:
    block = library.variant("block")
    model = model_of(library.compiled(block), 1)
    assert model.refuse_others(block.setup()) == ""
    other = "with other awards, match or parameters"
    assert other in model.refuse_others(block.setup(2, {"target": 50}))
    paid = library.loads('variant "Other"\nextends "block"\naward hand: 7 to winner at round end\n')
    assert other in model.refuse_others(paid.setup())
    for change in (
        "deal: 5 each",
        "match: 5 rounds, lowest total wins",
        "without award hand\naward fine: 7 to winner's opponents at round end",
        "award hand: 7 - pips held by winner's opponents to winner at round end",
        "award late: 5 to mover's opponents after play",
    ):
        with pytest.raises(UnfitModel, match="choices fit text"):
            model.refuse_others(library.loads(f'variant "O"\nextends "block"\n{change}\n').setup())


def test_only_the_defaults_of_the_language_are_left_out_of_a_digest() -> None:
    """The rules of a file that has their name are not."""
    text, block = library.bundled()["block"]().text, library.variant("block").setup()
    for name in "defaults.rules", "house_defaults.rules":
        assert digest(load(Source(name, text), library.bundled).setup()) == digest(block)


@pytest.mark.parametrize(
    ("change", "is_kin"),
    [
        ("next opener: opener", True),
        ("award hand: 25 to winner at round end", True),
        ("deal: 6 each\nfirst opener: lot plays any tile", False),
        ("turn: play a tile or draw 1 then stop or else pass", False),
        ("domino: when mover holds at most 1 tile", False),
        ("winner: when domino: finisher's opponents\n  otherwise: nobody", False),
        ("award hand: 5 to each side at round end", False),
        ("award late: 5 to mover after pass", False),
        ("match: until a side reaches 100, lowest total wins", False),
        ("fits: numbers adding to 6", False),
        ("blocked: when everyone passed in a row", True),
        ("blocked: when passes in a row is at least 1", False),
    ],
)
def test_a_game_of_the_same_kind_borrows_a_model(change: str, is_kin: bool) -> None:
    """Where a winner wants something else, or others choose, it does not."""
    text = f'variant "House"\nextends "puerto_rico_500"\n{change}\n'
    own = library.variant("partnership").setup()
    house = library.loads(text).setup()
    assert (kinship(house) == kinship(own)) is is_kin
    chosen = chosen_model("choices", house)
    assert (chosen.choices is not None) is is_kin
    assert ("same kind" in chosen.note) is is_kin


def test_rules_with_names_in_them_have_no_kin() -> None:
    """The same words may mean something else in another game."""
    turn = "turn: play a tile or pass when early or else pass"
    blocked = "blocked: when everyone passed in a row"
    text = f"define early: plays is at most 3\n{turn}\n{blocked}\n"
    assert kinship(library.loads(f'variant "House"\nextends "block"\n{text}').setup()) == ""


def test_what_is_dealt_to_others_is_no_matter() -> None:
    """A deal and a set differ by the number of players in one game, and not in the other."""
    ours, theirs = library.variant("cut_throat"), library.variant("domohnoes")
    assert [
        seats for seats in (2, 3, 4) if kinship(ours.setup(seats)) == kinship(theirs.setup(seats))
    ] == [4]


def test_a_fit_begins_at_another_model(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A few rounds change it little; what is no better than chance is not written."""
    monkeypatch.chdir(tmp_path)
    words = ["choices", "fit", "six_love", "--teacher", "random"]
    assert main([*words, "--rounds", "5"]) == 2
    assert "no better than chance" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())
    assert main([*words, "--from", "partnership", "--time", "1e-9", "--force"]) == 2
    assert "too few choices" in capsys.readouterr().err
    assert main([*words, "--from", "partnership", "--rounds", "5", "--force"]) == 0
    model, kin = read_model("six_love.choices.json"), bundled_models()["partnership"]
    moved = max(
        abs(one - other)
        for row, before in zip(model.theta, kin.theta, strict=True)
        for one, other in zip(row, before, strict=True)
    )
    assert 0 < moved < 3 < max(abs(one) for row in kin.theta for one in row)
    assert "--from partnership" in model.fitted["command"]
    assert model.fitted["prior"] == "partnership"
    assert chosen_model("six_love.choices.json", library.variant("six_love").setup()).note == ""
    other = ["choices", "fit", "draw_one", "--teacher", "heaviest", "--rounds", "9"]
    assert main([*other, "--from", "block"]) == 0
    assert main([*other, "--average", "six_love.choices.json", "--force"]) == 2
    assert "whose rules are not those of draw_one" in capsys.readouterr().err


def test_a_game_that_no_model_can_describe(capsys: pytest.CaptureFixture[str]) -> None:
    why = "laid aside"
    assert main(["choices", "fit", "gaple"]) == 2
    assert why in capsys.readouterr().err
    assert why in chosen_model("choices", library.variant("gaple").setup()).note
    game = Round(library.variant("gaple"), seed=1)
    game.push(game.legal_moves[0])
    assert main(["choices", "test", "block", str(game.position), "--force"]) == 2
    assert why in capsys.readouterr().err


def test_a_time_takes_the_place_of_a_number_of_rounds(monkeypatch: pytest.MonkeyPatch) -> None:
    ticking = SimpleNamespace(monotonic=count().__next__)
    monkeypatch.setattr(teaching, "time", ticking)
    rules = library.compiled(library.find("block"))
    lessons = teaching.Lessons(rounds=2, seconds=20.0, teacher="heaviest")
    model = teaching.taught_model(rules, lessons)
    assert model.fitted["rounds"] == 21


def test_a_model_of_two_players_is_none_of_three() -> None:
    """Though their rules are the same word for word."""
    rules = library.find("domohnoes")
    assert (
        len({digest(rules.setup(seats), paid=paid) for seats in (2, 3) for paid in (False, True)})
        == 4
    )
