"""Random rounds come out alike in machine code and in plain Python, in whatever batches."""

from __future__ import annotations

from array import array
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import dominoes_rules as dr
from dominoes_lang.codegen import dealing
from dominoes_lang.codegen.compiled import Compiled, compile_rules
from dominoes_lang.load import load
from dominoes_lang.play.interpreter import Interpreter
from dominoes_lang.table.state import Action, Over, State
from dominoes_lang.text.source import Source
from dominoes_rules import library
from dominoes_solver.chance import STEP, Chance, key_of, mixed
from dominoes_solver.playouts import random_rounds as playing
from dominoes_solver.playouts.random_rounds import RoundOutcome, random_rounds
from dominoes_solver.search import native
from dominoes_solver.search.estimate import playout_values
from dominoes_solver.search.native.rounds.round_jobs import playout_job
from dominoes_solver.search.native.rounds.round_status import FINE, NoRound
from dominoes_solver.search.native.rounds.wide_jobs import WidePlayoutJob, WideRoundsJob
from dominoes_solver.search.native.rows import row_format as at
from tests.games import with_ends
from tests.solver.native_games import NAMES, games, setups
from tests.solver.small_games import Game, after, compiled, deal

BLOCK = library.compiled(library.find("block"), 2)


@pytest.fixture
def both_ways(monkeypatch: pytest.MonkeyPatch) -> None:
    """Few rounds are worth machine code too."""
    monkeypatch.setattr(playing, "WORTH_IT", 0)


def plainly(rules: Compiled, rounds: int, seed: int, first: int = 0) -> playing.Rounds:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(native.SWITCH, "0")
        return random_rounds(rules, rounds, seed, first=first)


@pytest.mark.usefixtures("both_ways")
@pytest.mark.parametrize("name", NAMES, ids=lambda name: Path(name).stem)
def test_every_ruleset(name: str) -> None:
    for rules in setups(name):
        natively = random_rounds(rules, 40, 7)
        assert natively == plainly(rules, 40, 7)
        ends = {Over.DOMINO, Over.BLOCKED} | ({Over.CUT} if rules.setup.match.checked else set())
        assert {outcome.over for outcome in natively} <= ends


def beyond_kernels(rules: Compiled) -> bool:
    """Whether rules need of a state what the rows of the kernels do not have."""
    history = {"all_passes", "pass_runs", "streaks"}
    return rules.setup.turn.drops_out or not history.isdisjoint(rules.setup.tracks)


@pytest.mark.parametrize("name", with_ends())
def test_machine_code_searches_all_that_it_claims_to(name: str) -> None:
    for rules in setups(name):
        setup = rules.setup
        fits = setup.seats <= at.MOST_SEATS and len(setup.tiles) <= at.MOST_TILES
        claims = native.is_small_enough(rules)
        assert claims == (fits and not setup.shape.trains and not beyond_kernels(rules))
        assert claims == native.supports(rules)
        assert native.plays_rounds(rules) or not claims


@pytest.mark.usefixtures("both_ways")
@pytest.mark.parametrize("parent", ["block", "mexican_train"])
def test_what_is_paid_at_the_deal_counts_in_rounds_from_the_deal(parent: str) -> None:
    award = "award pair: 50 to A at the deal when A holds at least 2 doubles"
    text = f'variant "Pairs"\nextends "{parent}"\n{award}\n'
    rules = library.compiled(load(Source("pairs.rules", text), library.bundled), 2)
    rounds = random_rounds(rules, 40, 7)
    assert rounds == plainly(rules, 40, 7)
    assert any(outcome.payoff[0] >= 50 for outcome in rounds)


@pytest.mark.usefixtures("both_ways")
@pytest.mark.parametrize("name", with_ends())
def test_rounds_and_playouts_of_every_bundled_game(name: str) -> None:
    """Every kernel that can play a game plays it as plain Python does."""
    for rules in setups(name):
        if beyond_kernels(rules):
            assert not native.will_play_rounds(rules)
            continue
        assert native.plays_rounds(rules)
        assert native.will_play_rounds(rules)
        assert playing._native_player(rules, 1) is not None
        natively = random_rounds(rules, 4, 7)
        assert natively == plainly(rules, 4, 7)
        state = after(rules, playing.dealt_by(rules, Chance(3, 3)), len(rules.setup.tiles) // 3, 5)
        actions = rules.legal(state)
        assert playout_job(rules, [state], actions, 5, 0) is not None
        payoffs = playouts_of(rules, [state], actions)
        assert widely(rules, 4, 7) == natively
        assert wide_playouts_of(rules, state, actions) == payoffs[0]
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv(native.SWITCH, "0")
            assert not native.plays_rounds(rules)
            assert not native.will_play_rounds(rules)
            assert playouts_of(rules, [state], actions) == payoffs


WIDEST = {
    "a line": ("block", "tiles: double-eighteen; players: 2..10; deal: 15 each"),
    "points on the way": ("fives_and_threes", "tiles: double-fifteen; deal: 25 each"),
    "spinners": ("all_fives", "tiles: double-fifteen; deal: 15 each"),
    "a tile from the stock": (
        "draw", "layout: line from stock; first opener: lot; next opener: player after opener"
    ),
    "trains": ("mexican_train", "tiles: double-eighteen; players: 3..10"),
    "trains that are all private": (
        "mexican_train", "tiles: double-fifteen; layout: trains from round's double"
    ),
    "two public trains, from a hand": (
        "mexican_train_from_hand", "tiles: double-fifteen; layout: trains, two public"
    ),
    "tiles laid aside": ("gaple", "tiles: double-twelve; players: 7; deal: 13 each"),
    "the last tile": (
        "hungarian", "tiles: double-fifteen; deal: 20 each; doubles: count both halves at ends"
    ),
    "a tile at each end": (
        "double_draw",
        "tiles: double-twelve; players: 2..5; deal: 12 each; blocked: when nobody can act",
    ),
    "a tile at each end, doubles first": (
        "double_draw",
        "tiles: double-fifteen; deal: 20 each; fits: equal numbers, only after its double",
    ),
    "a star": (
        "cyprus", "tiles: double-fifteen; first opener: holder of [15|15] plays it or else redeal"
    ),
}  # fmt: skip


@pytest.mark.usefixtures("both_ways")
@pytest.mark.parametrize("words", WIDEST.values(), ids=WIDEST)
def test_the_widest_games(words: tuple[str, str]) -> None:
    parent, clauses = words
    ruleset = dr.loads(f'variant "x"\nextends "{parent}"\n' + clauses.replace("; ", "\n"))
    for seats in {ruleset.players[0], ruleset.players[-1]}:
        rules = compile_rules(ruleset.setup(seats))
        assert native.plays_rounds(rules)
        assert random_rounds(rules, 5, 3) == plainly(rules, 5, 3)


@settings(max_examples=20)
@given(game=games(), seed=st.integers(0, 1 << 64), actions=st.integers(0, 7))
def test_the_kernel_of_wide_games_plays_small_ones_too(game: Game, seed: int, actions: int) -> None:
    rules = compiled(game)
    assert widely(rules, 8, seed) == plainly(rules, 8, seed)
    state = after(rules, deal(rules, seed), actions, seed)
    legal = rules.legal(state)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(native.SWITCH, "0")
        assert wide_playouts_of(rules, state, legal) == playouts_of(rules, [state], legal)[0]


@given(game=games(), seed=st.integers(-(1 << 70), 1 << 70), first=st.integers(0, 1 << 40))
def test_games_of_every_sort(game: Game, seed: int, first: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(playing, "WORTH_IT", 0)
        natively = random_rounds(compiled(game), 8, seed, first=first)
    assert natively == plainly(compiled(game), 8, seed, first)


@given(st.integers(0, 1 << 64), st.integers(0, 30), st.integers(0, 30))
def test_batches_make_no_difference(seed: int, one: int, more: int) -> None:
    all_at_once = random_rounds(BLOCK, one + more, seed)
    parts = [random_rounds(BLOCK, one, seed), random_rounds(BLOCK, more, seed, first=one)]
    assert list(all_at_once) == [outcome for part in parts for outcome in part]


@given(st.integers(0, 1 << 64), st.integers(0, 1000))
def test_a_round_is_what_the_interpreter_makes_of_its_chances(seed: int, number: int) -> None:
    rules, chance = Interpreter(BLOCK.setup), Chance(key_of(seed), number)
    pack = list(range(28))
    for place in range(14):
        other = place + chance.below(28 - place)
        pack[place], pack[other] = pack[other], pack[place]
    state = dealing.dealt(BLOCK, pack, chance.below(2))
    assert state is not None
    actions = 0
    while not state.over:
        choices = rules.legal(state)
        state = rules.play(state, choices[chance.below(len(choices)) if len(choices) > 1 else 0])
        actions += 1
    assert random_rounds(BLOCK, 1, seed, first=number)[0] == RoundOutcome(
        rules.payoff(state), Over(state.over), actions, rules.winner(state), state.opener
    )


def test_the_random_numbers_are_those_of_splitmix64() -> None:
    # The first numbers of the seed 1234567, as its reference implementation prints them.
    assert [mixed(1234567 + place * STEP & (1 << 64) - 1) for place in (1, 2, 3)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
    ]


@pytest.mark.parametrize("limit", [2, 7, 28])
def test_every_number_is_as_likely(limit: int) -> None:
    draws = 4000
    found = Counter(
        chance.below(limit) for number in range(draws) for chance in [Chance(key_of(3), number)]
    )
    mean = draws / limit
    off = sum((found[number] - mean) ** 2 / mean for number in range(limit))
    assert set(found) == set(range(limit))
    assert off < limit - 1 + 5 * (2 * (limit - 1)) ** 0.5  # five deviations of chi-square


def test_rounds_are_a_sequence() -> None:
    rounds = random_rounds(BLOCK, 10, 1)
    assert len(rounds) == 10
    assert rounds[-1] == list(rounds)[9]
    assert list(rounds[2:5]) == list(rounds)[2:5]
    assert rounds[2:5] == random_rounds(BLOCK, 3, 1, first=2)
    assert rounds != random_rounds(BLOCK, 10, 2)
    assert not random_rounds(BLOCK, 0, 1)
    with pytest.raises(IndexError):
        rounds[10]
    with pytest.raises(ValueError, match="no rounds -1 to 2"):
        random_rounds(BLOCK, 3, 1, first=-1)


@pytest.mark.parametrize("switch", ["0", "1"])
def test_rules_that_deal_or_play_for_ever_are_named(
    switch: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(native.SWITCH, switch)
    monkeypatch.setattr(playing, "WORTH_IT", 0)
    monkeypatch.setattr(dealing, "MOST_ACTIONS", 10)
    assert [outcome.actions for outcome in random_rounds(BLOCK, 2, 12)] == [4, 10]
    with pytest.raises(NoRound, match="block: random round 2 does not end"):
        random_rounds(BLOCK, 5, 12)
    monkeypatch.setattr(dealing, "MOST_ACTIONS", 1000)
    monkeypatch.setattr(dealing, "MOST_DEALS", 1)
    with pytest.raises(NoRound, match="draw_one: 1 deals in a row were void"):
        random_rounds(library.compiled(library.find("draw_one"), 2), 500, 1)


def test_who_waits_hears_of_every_batch() -> None:
    heard: list[int] = []
    random_rounds(BLOCK, 1200, 1, tick=heard.append)
    assert heard[-1] == 1200
    assert heard == sorted(set(heard))


@settings(max_examples=30)
@given(games(), st.integers(0, 10**6), st.integers(0, 7))
def test_playouts_of_a_state_are_the_same_in_machine_code(
    game: Game, seed: int, actions: int
) -> None:
    rules = compiled(game)
    state = after(rules, deal(rules, seed), actions, seed)
    states, legal = [state, state, state], rules.legal(state)
    assert playout_job(rules, states, legal, seed, 0) is not None
    natively = playouts_of(rules, states, legal)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(native.SWITCH, "0")
        assert playouts_of(rules, states, legal) == natively
    # Any cut of the worlds has the same chance, and so has any choice of the actions.
    last = playout_values(rules, states[2:], legal[-1:], playouts=2, key=5, number=2)
    assert np.asarray(next(last))[0, 0].tolist() == natively[2][-1][:2]


def widely(rules: Compiled, rounds: int, seed: int) -> playing.Rounds:
    """Random rounds by the kernel of wide games, whether another is faster or not."""
    sides = rules.setup.sides
    numbers = array("q", bytes(8 * rounds * playing.width_of(sides)))
    status, _ = WideRoundsJob(rules).play(key_of(seed), 0, rounds, memoryview(numbers))
    assert status == FINE
    return playing.Rounds(sides, numbers)


def wide_playouts_of(rules: Compiled, state: State, actions: list[Action]) -> Any:
    """Five playouts of each action by the kernel of wide games."""
    (found,) = WidePlayoutJob(rules, [state], actions, 5, 0).values(5, None, None)
    return found[0].tolist()


def playouts_of(rules: Compiled, states: list[State], actions: list[Action]) -> list[Any]:
    """Five playouts of each action in each state, as plain numbers."""
    found = playout_values(rules, states, actions, playouts=5, key=5)
    worlds = [np.array(some).reshape(-1, *np.shape(some)[-3:]) for some in found]
    together: list[Any] = np.concatenate(worlds).tolist()
    return together
