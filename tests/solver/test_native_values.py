"""The native search gives the values of plain search, to the last point."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import dominoes_rules as dr
from dominoes_lang.codegen.compiled import Compiled, compile_rules
from dominoes_lang.setup.ruleset import Goal
from dominoes_lang.table.spots import open_mask
from dominoes_lang.table.state import State
from dominoes_lang.table.tiles import TileSet
from dominoes_rules.play.deals import deal as dealt
from dominoes_solver.limit import Budget, OutOfBudget
from dominoes_solver.search import native
from dominoes_solver.search.native.programs import setup_tables
from dominoes_solver.search.native.programs.words import Inexpressible
from dominoes_solver.search.native.searches import exact_values
from dominoes_solver.search.one_world import best_actions, solver
from dominoes_solver.search.python import reference
from tests.solver.native_games import NAMES, games, setups
from tests.solver.small_games import Game, after, compiled, deal

SEEDS = st.integers(0, 10**6)
GOLDEN = Path(__file__).parent / "native_nodes.txt"


def in_python(rules: Compiled, state: State, nodes: int | None = None) -> list[reference.Vector]:
    """The values of the legal actions by the search in Python. Raises `OutOfBudget`."""
    value_of = solver(rules, state, Budget(nodes))
    return [value_of(rules.play(state, action)) for action in rules.legal(state)]


def has_keys(rules: Compiled, states: list[State]) -> bool:
    """Whether machine code can do a game, and remember these states and what follows them."""
    if not native.supports(rules):
        return False
    try:
        setup_tables.key_words(rules, states)
    except Inexpressible:
        return False
    return True


def nobody_fits(rules: Compiled, state: State) -> bool:
    table = rules.setup.layout.rules
    return not any(hand & open_mask(table, state, seat) for seat, hand in enumerate(state.hands))


@settings(max_examples=70)
@given(games(), SEEDS, st.integers(3, 7), st.sampled_from([1, 7, 100, 100_000]))
def test_random_positions_of_random_games(
    game: Game, seed: int, actions: int, nodes_a_call: int
) -> None:
    """Whatever the game, and however often the search is stopped and goes on."""
    assert native.available()
    rules = compiled(game)
    states = [
        after(rules, deal(rules, seed + number, seed % game.seats), actions, seed + number)
        for number in range(3)
    ]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(exact_values, "NODES_A_CALL", nodes_a_call)
        solved = list(native.evaluate_many(rules, states))
        assert len(solved) == len(states)
        for state, found in zip(states, solved, strict=True):
            try:
                truth = in_python(rules, state, 5000)
            except OutOfBudget:
                continue
            if found is None:
                assert not has_keys(rules, states) or nobody_fits(rules, state)
                continue
            assert list(found.actions) == rules.legal(state)
            assert found.values == tuple(truth)
            if rules.setup.sides == 2:
                side = rules.setup.side_of[state.mover]
                sign = -1 if rules.setup.goal is Goal.FEWEST else 1
                best = native.best_value(rules, state)
                assert best is not None
                assert best.values == (max(truth, key=lambda vector: sign * vector[side]),)
                (value,) = best.values
                tied = {a for a, v in zip(found.actions, truth, strict=True) if v == value}
                for natively in (True, False):
                    (choice,) = best_actions(rules, [state], natively=natively)
                    assert (choice.value, set(choice.actions)) == (value, tied)


@pytest.mark.parametrize("name", NAMES, ids=lambda name: Path(name).stem)
def test_every_ruleset(name: str) -> None:
    """Positions of each ruleset that Python can search in a moment."""
    assert native.available()
    for rules in setups(name):
        if not native.supports(rules):
            continue
        random = Random(name)
        compared = 0
        for number in range(5):
            line = [dealt(rules, random)]
            while not line[-1].over:
                line.append(rules.play(line[-1], random.choice(rules.legal(line[-1]))))
            state = line[max(0, len(line) - 6 - number)]
            if state.over:
                continue
            try:
                truth = in_python(rules, state, 3000)
            except OutOfBudget:
                continue
            (found,) = native.evaluate_many(rules, [state])
            assert found is not None
            assert found.values == tuple(truth)
            compared += 1
        assert compared


@pytest.mark.parametrize(
    "game",
    [
        Game(6, 4, 2, 7),
        Game(6, 2, 1, 7),
        Game(6, 4, 2, 7, award="double", match="fewest", passed_in_a_row=True),
        Game(6, 2, 1, 7, award="losers' pips"),
        Game(6, 2, 1, 7, turn="until able"),
        Game(6, 2, 1, 7, award="losers' pips", turn="until able"),
        Game(6, 3, 1, 6),
        Game(6, 3, 1, 6, award="losers' pips"),
    ],
    ids=[
        "partnership",
        "block",
        "fewest",
        "losers pay",
        "draw",
        "draw and losers pay",
        "three sides",
        "three sides and losers pay",
    ],
)
def test_whole_deals(game: Game) -> None:
    """With the tables in use, which small games never need."""
    assert native.available()
    rules = compiled(game)
    states = [after(rules, deal(rules, seed), 3, seed) for seed in range(3)]
    for state, found in zip(states, native.evaluate_many(rules, states), strict=True):
        assert found is not None
        assert found.values == tuple(in_python(rules, state))


def test_a_tiny_table_changes_no_value(monkeypatch: pytest.MonkeyPatch) -> None:
    """Entries are overwritten all the time, and those of other worlds are about."""
    assert native.available()
    from dominoes_solver.search.native.searches import jobs

    for game in (Game(6, 4, 2, 7), Game(6, 2, 1, 7, turn="until able"), Game(5, 3, 1, 6)):
        rules = compiled(game)
        states = [after(rules, deal(rules, seed), 9, seed) for seed in range(6)]
        truth = list(native.evaluate_many(rules, states))
        for size in ("PLAIN_BITS", "SMALL_BITS", "MIDDLE_BITS", "MANY_BITS", "LARGE_BITS"):
            monkeypatch.setattr(jobs, size, 3)
        again = list(native.evaluate_many(rules, states))
        monkeypatch.undo()
        assert [found and found.values for found in again] == [
            found and found.values for found in truth
        ]


@settings(max_examples=60)
@given(
    st.sampled_from([3, 4]),
    st.sampled_from(
        ["all pips", "losers' pips", "fixed", "own pips", "ends", "counts", "last tile", "double"]
    ),
    st.sampled_from(["most", "fewest", "wins"]),
    st.booleans(),
    SEEDS,
    st.integers(1, 4),
)
def test_many_sides_are_those_of_max_n_by_the_book(
    seats: int, award: str, match: str, by_passes: bool, seed: int, actions: int
) -> None:
    """Nodes left early, moves left out, and entries of other paths never change a value."""
    assert native.available()
    game = Game(4, seats, 1, 15 // seats, award, match, passed_in_a_row=by_passes)
    rules = compiled(game)
    state = after(rules, deal(rules, seed), actions + 2, seed)
    (found,) = native.evaluate_many(rules, [state])
    if found is None:
        assert nobody_fits(rules, state)
    else:
        assert list(zip(found.actions, found.values or (), strict=True)) == reference.values(
            rules, state
        )


def of_large_numbers(name: str, set_name: str, highest: int) -> Compiled:
    """A bundled game with the tiles of 0 and the four highest numbers of a set."""
    numbers = {0, *range(highest - 3, highest + 1)}
    others = [tile for tile in TileSet.up_to(highest).tiles if not numbers.issuperset(tile)]
    tiles = f"{set_name} without {' '.join(f'[{high}|{low}]' for high, low in others)}"
    text = f'variant "x"\nextends "{name}"\ntiles: {tiles}\ndeal: 3 each\n'
    ruleset = dr.loads(text)
    return compile_rules(ruleset.setup(max(ruleset.players)))


@pytest.mark.parametrize("name", ["block", "draw_one", "fives_and_threes", "domohnoes"])
def test_numbers_up_to_14_are_those_of_a_line(name: str) -> None:
    assert native.available()
    rules = of_large_numbers(name, "double-fourteen", 14)
    for seed in range(4):
        state = after(rules, deal(rules, seed), 2, seed)
        (found,) = native.evaluate_many(rules, [state])
        assert found is None or found.values == tuple(in_python(rules, state))
    refused = of_large_numbers(name, "double-fifteen", 15)
    assert not native.is_small_enough(refused)
    assert not native.supports(refused)


def test_out_of_nodes() -> None:
    """A world that takes too many is left, and the others are as if it were not there."""
    assert native.available()
    rules = compiled(Game(6, 4, 2, 7))
    early, late = deal(rules, 3), after(rules, deal(rules, 3), 16, 3)
    (alone,) = native.evaluate_many(rules, [late])
    found = list(native.evaluate_many(rules, [late, early, late], nodes=2000))
    assert found[0] == found[2] == alone
    assert found[1] is not None
    assert found[1].values is None
    assert found[1].nodes == 2000


def signature() -> list[str]:
    """How many nodes fixed deals take."""
    games = {
        "partnership": Game(6, 4, 2, 7),
        "block": Game(6, 2, 1, 7),
        "draw": Game(6, 2, 1, 7, turn="until able"),
        "draw one": Game(5, 2, 1, 5, turn="then stop", reserve=3),
        "three sides": Game(6, 3, 1, 7, match="wins"),
        "three sides with points": Game(6, 3, 1, 7),
        "four sides": Game(5, 4, 1, 5, match="wins"),
    }
    lines = []
    for name, game in games.items():
        rules = compiled(game)
        found = native.evaluate_many(rules, [deal(rules, seed) for seed in range(3)])
        nodes = " ".join(str(each.nodes) for each in found if each is not None)
        lines.append(f"{name}: {nodes}")
    return lines


def test_the_search_takes_as_many_nodes_as_ever() -> None:
    """A change here is a change of the search: wanted, then write the new counts into the file."""
    assert native.available()
    assert signature() == GOLDEN.read_text(encoding="utf-8").splitlines()
