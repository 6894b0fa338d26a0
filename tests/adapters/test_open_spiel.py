"""Rules files as games of OpenSpiel: its own tests, exact chances, what players see, worlds."""

from __future__ import annotations

import copy
import doctest
import pickle
import random
import unittest
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from math import comb, inf

import pytest

import dominoes_rules as dr

pyspiel = pytest.importorskip("pyspiel", reason="open_spiel is not installed")
np = pytest.importorskip("numpy")

from dominoes_lang.setup.binding import ParameterError  # noqa: E402
from dominoes_lang.setup.ruleset import Goal  # noqa: E402
from dominoes_lang.text.root_exception import ArgumentError  # noqa: E402
from dominoes_rules import library  # noqa: E402
from dominoes_rules.adapters import open_spiel  # noqa: E402
from dominoes_rules.adapters.action_numbers import ActionNumbers  # noqa: E402
from dominoes_rules.adapters.open_spiel import DominoState, register  # noqa: E402
from dominoes_rules.play.deals import deal  # noqa: E402
from tests.adapters.small_trees import registered  # noqa: E402

SETUPS = [
    (variant, seats)
    for variant in dr.variants()
    for seats in dr.variant(variant).players
    if seats <= 4
]


def walked(state: DominoState, chance: random.Random) -> DominoState:
    """A state after a random action or outcome of chance."""
    if state.is_chance_node():
        numbers, shares = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(chance.choices(numbers, shares)[0])
    else:
        state.apply_action(chance.choice(state.legal_actions()))
    return state


def decisions(name: str, chance: random.Random) -> list[DominoState]:
    """The states of a random round in which a player chooses."""
    state, found = pyspiel.load_game(name).new_initial_state(), []
    while not state.is_terminal():
        if not state.is_chance_node():
            found.append(state.clone())
        walked(state, chance)
    return found


NUMBERED = [
    "block",  # a line
    "draw",
    "hungarian",  # on the last tile
    "basic_trains",  # on the own train, and on each other one
    "double_draw",  # at each end
    "gaple",  # tiles laid aside
    "chicken_foot",  # arms
    "mexican_train",  # trains
    "matador",  # one end
]


@pytest.mark.parametrize("variant", NUMBERED)
def test_actions_by_number_are_the_legal_actions(variant: str) -> None:
    compiled = library.compiled(dr.variant(variant), None, None)
    chance, numbers = random.Random(4), ActionNumbers(compiled.setup)
    legal_by_number, state = numbers.legal_by(compiled), deal(compiled, chance)
    while actions := compiled.legal(state):
        assert legal_by_number(state) == [numbers.of(action) for action in actions]
        state = compiled.play(state, chance.choice(actions))
    assert legal_by_number(state) == []


def test_the_example_of_the_module() -> None:
    assert doctest.testmod(open_spiel).failed == 0


@pytest.mark.parametrize(
    "game", [("block", 2), ("draw", 2), ("bergen", 3), ("chicken_foot", 2), ("cut_throat", 3)]
)
def test_random_rounds_by_openspiel(game: tuple[str, int]) -> None:
    variant, seats = game
    loaded = pyspiel.load_game(register(dr.variant(variant), seats=seats))
    pyspiel.random_sim_test(loaded, num_sims=1, serialize=True, verbose=False)


@pytest.mark.slow
@pytest.mark.parametrize(("variant", "seats"), SETUPS)
def test_a_hundred_random_rounds_by_openspiel(variant: str, seats: int) -> None:
    loaded = pyspiel.load_game(register(dr.variant(variant), seats=seats))
    pyspiel.random_sim_test(loaded, num_sims=100, serialize=True, verbose=False)


MOST_NODES = 7_000
"""The largest tree on which OpenSpiel's own tests run; they walk it many times."""
LARGE_ON_DOUBLE_TWO = {"cyprus", "double_bergen", "merry_go_round", "seven_toed_pete"}
"""Games that are larger however many tiles of double-two are dealt."""
VOID_ON_DOUBLE_TWO = {"basic_trains"}
"""Games with more players than double-two has doubles, where everyone must hold one."""


@pytest.mark.slow
@pytest.mark.parametrize(
    "variant",
    sorted({variant for variant, _ in SETUPS} - LARGE_ON_DOUBLE_TWO - VOID_ON_DOUBLE_TWO),
)
def test_openspiel_s_own_tests_on_a_whole_tree(variant: str) -> None:
    """On double-two, with as many tiles each as keep the tree small."""
    api_test = pytest.importorskip("open_spiel.integration_tests.api_test")
    seats = dr.variant(variant).players[0]
    name, every = next(whole_trees(variant, seats))
    game = pyspiel.load_game(name)
    playing = [s for s in every if s.current_player() >= 0]
    sets = len({(s.current_player(), s.information_state_string()) for s in playing})
    kinds = Counter("chance" if s.is_chance_node() else s.is_terminal() for s in every)
    api_test.TOTAL_NUM_STATES[name] = kinds["chance"], kinds[False], kinds[True]
    api_test.PERFECT_RECALL_NUM_STATES[name] = sets
    given: dict[str, object] = {"game": game, "game_name": name}
    part = type("Part", (api_test.EnforceAPIOnPartialTreeBase,), given)
    if game.get_type().utility == pyspiel.GameType.Utility.GENERAL_SUM:
        given["test_constant_sum"] = None  # rounds of a single tile may all pay as much
    whole = type("Whole", (api_test.EnforceAPIOnFullTreeBase,), given)
    for tests in (whole, part):
        result = unittest.TestResult()
        unittest.defaultTestLoader.loadTestsFromTestCase(tests).run(result)
        assert result.testsRun > 4
        assert not [text for _, text in [*result.errors, *result.failures]]


def whole_trees(variant: str, seats: int) -> Iterator[tuple[str, list[DominoState]]]:
    """Names in OpenSpiel of a game on double-two, and all its states, where they are few."""
    for hand in (3, 2, 1):
        with suppress(ParameterError):  # too few tiles
            name = registered(variant, 2, hand, seats)
            states = all_nodes(pyspiel.load_game(name), MOST_NODES)
            if len(states) <= MOST_NODES:
                yield name, states


def all_nodes(game: object, most: float = inf) -> list[DominoState]:
    """All states of a game, or the first few more than so many."""
    found = [game.new_initial_state()]  # type: ignore[attr-defined]
    for state in found:
        if not state.is_terminal() and len(found) <= most:
            found += [state.child(number) for number in state.legal_actions()]
    return found


def nodes(game: object) -> list[DominoState]:
    return [s for s in all_nodes(game) if not s.is_chance_node() and not s.is_terminal()]


@pytest.mark.parametrize(("variant", "lots"), [("block", 2), ("draw", 1)])
def test_every_deal_is_as_likely(variant: str, lots: int) -> None:
    """By tiles, one path leads to each deal and lot, and their chances are equal."""
    game = pyspiel.load_game(registered(variant, 2, 2))
    chances: dict[str, float] = {}
    waiting = [(game.new_initial_state(), 1.0)]
    for state, chance in waiting:
        if state.is_chance_node():
            waiting += [(state.child(n), chance * share) for n, share in state.chance_outcomes()]
        else:
            assert str(state) not in chances
            chances[str(state)] = chance
    number = comb(6, 2) * comb(4, 2) * lots
    assert [*chances.values()] == pytest.approx([1 / number] * number)


def test_a_sampled_deal_is_that_of_a_round_with_its_seed() -> None:
    game = pyspiel.load_game(register(dr.variant("draw"), sampled=True), {"seed": 7})
    again = pyspiel.load_game("dominoes_draw_2_sampled(seed=7)")
    seeds = [game.new_initial_state().chance_outcomes()[0][0] for _ in range(3)]
    assert seeds == [again.new_initial_state().chance_outcomes()[0][0] for _ in range(3)]
    state = game.new_initial_state()
    state.apply_action(seeds[0])
    dealt = dr.Round(dr.variant("draw"), seed=seeds[0])
    assert state.information_state_string(1) == str(dealt.seen_by("B"))
    copied = pickle.loads(pickle.dumps(state.now))
    assert copied == state.now
    assert copy.deepcopy(state.now) is state.now


@pytest.mark.parametrize(
    "game",
    [
        ("draw", 2),
        ("cyprus", 4),
        ("sniff", 3),
        ("kozel", 4),
        ("tiddly_wink", 5),
        ("chicken_foot", 3),
        ("spinner", 2),
    ],
)
def test_a_round_of_openspiel_is_a_round_of_ours(game: tuple[str, int]) -> None:
    """Names of actions are moves, and what is paid is what the rules pay."""
    variant, seats = game
    loaded = pyspiel.load_game(register(dr.variant(variant), seats=seats))
    chance, state = random.Random(3), loaded.new_initial_state()
    moves = []
    while not state.is_terminal():
        before, player = state.clone(), state.current_player()
        walked(state, chance)
        if player >= 0:
            legal = before.legal_actions()
            assert legal == sorted(legal)
            moves.append(before.action_to_string(player, state.history()[-1]))
    ours = dr.Round.from_position(dr.Position(str(state), dr.variant(variant)))
    assert [str(move).partition("+")[0] or "+" for move in ours.moves] == moves
    outcome = ours.outcome
    assert outcome is not None
    sign = -1 if ours.setup.goal is Goal.FEWEST else 1
    if ours.setup.sides == 2:
        mine, theirs = outcome.points.values()
        assert state.returns()[0] == sign * (mine - theirs)
        assert sum(state.returns()) == 0
    else:
        assert state.returns() == [sign * points for points in outcome.points.values()]


@pytest.mark.parametrize("game", [("block", 2), ("draw", 2), ("all_fives", 3), ("kozel", 4)])
def test_a_resampled_state_looks_the_same(game: tuple[str, int]) -> None:
    variant, seats = game
    chance = random.Random(5)
    for sampled in (False, True):
        name = register(dr.variant(variant), seats=seats, sampled=sampled)
        for state in decisions(name, chance)[2::5]:
            for player in range(seats):
                other = state.resample_from_infostate(player, chance.random)
                assert_alike(other, state, player)
                walked(other, chance)


def test_a_state_that_was_written_and_read_again_is_resampled_alike() -> None:
    game = pyspiel.load_game(register(dr.variant("draw")))
    drew = [state for state in decisions("dominoes_draw_2", random.Random(5)) if "+" in str(state)]
    _, again = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, drew[-1]))
    assert str(pickle.loads(pickle.dumps(drew[-1]))) == str(copy.deepcopy(again)) == str(again)
    first, second = (state.resample_from_infostate(0, lambda: 0.5) for state in (drew[-1], again))
    assert str(first) == str(second)
    assert first.history() == second.history()


TREES = [
    ("block", 2, 1),
    ("draw", 2, 1),
    ("gaple", 4, 1),  # tiles laid aside
    ("hungarian", 2, 1),  # turns of several tiles
]
SLOW_TREES = [
    ("block", 2, 2),
    ("draw", 2, 2),
    ("matador", 2, 1),
    ("hungarian", 2, 2),
    ("cross", 2, 2),  # a star
    ("maltese_cross", 2, 2),  # a cross
    ("chicken_foot", 2, 2),  # feet
    ("spinner", 2, 2),  # every double is a spinner
    ("mexican_train", 2, 1),  # trains
]


@pytest.mark.parametrize(
    ("variant", "seats", "hand"),
    [*TREES, *(pytest.param(*tree, marks=pytest.mark.slow) for tree in SLOW_TREES)],
)
def test_resampled_states_are_uniform(variant: str, seats: int, hand: int) -> None:
    """By χ² against every history of the tree with the same information state."""
    game = pyspiel.load_game(registered(variant, 2, hand, seats))
    chance, by_set = random.Random(1), dict[str, Counter[str]]()
    shown = {}
    for state in nodes(game):
        text = state.information_state_string()
        by_set.setdefault(text, Counter())[str(state)] = 0
        shown[text] = state
    large = [text for text, worlds in by_set.items() if len(worlds) > 2]
    samples, statistic, freedom = 25, 0.0, 0
    for text in islice(large, 0, None, max(1, len(large) // 15)):
        state, found = shown[text], by_set[text]
        player = state.current_player()
        for number in range(samples * len(found)):
            other = state.resample_from_infostate(player, chance.random)
            found[str(other)] += 1
            if number < 2:
                assert_alike(other, state, player)
        statistic += sum((n - samples) ** 2 / samples for n in found.values())
        freedom += len(found) - 1
    assert freedom > 15
    # Five standard deviations of χ², which is nearly normal with so many degrees of freedom.
    assert abs(statistic - freedom) < 5 * (2 * freedom) ** 0.5


def assert_alike(other: DominoState, state: DominoState, player: int) -> None:
    """That a player sees no difference between two states."""
    assert other.current_player() == state.current_player()
    assert other.information_state_string(player) == state.information_state_string(player)
    assert other.information_state_tensor(player) == state.information_state_tensor(player)
    assert other.observation_tensor(player) == state.observation_tensor(player)


def test_what_cannot_be_registered() -> None:
    name = register(dr.variant("block"))
    assert register(dr.variant("block")) == name
    with pytest.raises(ArgumentError, match="another game of that name"):
        register(dr.variant("draw"), name=name)
    with pytest.raises(ArgumentError, match="lower-case letters"):
        register(dr.variant("draw"), name="Draw (2)")
    with pytest.raises(TypeError, match="ruleset"):
        register("draw")  # type: ignore[arg-type]


FROM_STOCK = """\
variant "Turned up"
extends "draw"
deal: 3 each
layout: line from stock
first opener: lot
"""


def test_a_tile_is_turned_up_from_the_stock_by_chance() -> None:
    rules, chance = dr.loads(FROM_STOCK), random.Random(2)
    for sampled in (False, True):
        name = register(rules, sampled=sampled)
        for state in decisions(name, chance)[::3]:
            other = state.resample_from_infostate(1, chance.random)
            assert other.information_state_string(1) == state.information_state_string(1)
            assert other.information_state_tensor(1) == state.information_state_tensor(1)
    ours = dr.Round(rules, seed=5)
    game = pyspiel.load_game(name)
    state = game.new_initial_state()
    state.apply_action(5)
    assert state.information_state_string(0) == str(ours.seen_by("A"))
