"""Games of full size, in which the searches and the hidden hands of the engine are asked."""

from __future__ import annotations

import copy
import random
from collections import Counter
from collections.abc import Callable
from itertools import islice
from typing import Any

import dominoes
import pytest

from dominoes_lang.text.root_exception import ArgumentError
from dominoes_rules import classic
from dominoes_rules.classic import engine, possible_hands
from dominoes_rules.classic.normal import normal
from dominoes_solver.search import native
from dominoes_solver.search.native import worth
from tests.classic.both_packages import GAMES, PARTS, dealt, observed

PURE = ["identity", "reverse", "bota_gorda", "double"]


def games(seed: int, moves: int) -> tuple[Any, Any]:
    """The same game of the package and of ours, under way."""
    theirs, ours = (dealt(package, seed, moves) for package in (dominoes, classic))
    assert observed(theirs) == observed(ours)
    return theirs, ours


def after(call: Callable[[Any], Any], game: Any) -> Any:
    """What a call returns, and the copy of the game that it was made on."""
    game = copy.deepcopy(game)
    random.seed(1)
    return observed(call(game)), observed(game)


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The searches are asked at once, and for all but the last moves."""
    monkeypatch.setattr(engine, "FEW_TILES", 4)
    monkeypatch.setattr(engine, "ASKING", 0)
    monkeypatch.setattr(engine, "ASKING_FOR_A_LINE", 0)
    monkeypatch.setattr(engine, "LOADING", 0)


@pytest.mark.usefixtures("at_once")
@pytest.mark.parametrize("switch", ["0", "1"], ids=["in Python", "natively"])
@pytest.mark.parametrize("seed", range(4))
def test_searches(seed: int, switch: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(native.SWITCH, switch)
    monkeypatch.setattr(worth, "WORTH_IT", 0)
    moves = 9 + seed % 4
    theirs, ours = games(seed, moves)
    assert normal(ours, classic.Game) is not None
    for name in PURE[: 1 + 3 * (moves > 10)]:
        for package, game in ((dominoes, theirs), (classic, ours)):
            player = getattr(package.players, name)
            found = [
                after(lambda game: package.search.alphabeta(game, player=player), game),  # noqa: B023
                after(package.players.omniscient(player=player), game),
            ]
            if package is dominoes:
                expected = found
        assert found == expected


@pytest.mark.usefixtures("at_once")
@pytest.mark.parametrize("seed", [0, 1, 4])
def test_all_hands_in_their_order(seed: int) -> None:
    theirs, ours = games(seed, 15)
    hands = [observed(list(islice(game.all_possible_hands(), 1000))) for game in (theirs, ours)]
    assert hands[0] == hands[1]
    theirs, ours = games(seed, 17)
    assert after(dominoes.players.probabilistic_alphabeta(), theirs) == after(
        classic.players.probabilistic_alphabeta(), ours
    )


def test_a_seed_draws_the_same_however_it_is_searched(monkeypatch: pytest.MonkeyPatch) -> None:
    player = classic.players.probabilistic_alphabeta(sample_size=40)
    under_way = [game for game in (games(seed, 16)[1] for seed in range(6)) if not game.result]
    seen = []
    for loading in (0, float("inf")):
        monkeypatch.setattr(engine, "LOADING", loading)
        seen.append([(after(player, game), random.random()) for game in under_way])
    assert seen[0] == seen[1] != []


def test_the_stream_is_the_original_one_before_anybody_has_passed() -> None:
    theirs, ours = games(1, 3)
    assert None not in ours.moves
    draw = lambda game: [str(game.random_possible_hands()) for _ in range(3)]  # noqa: E731
    assert after(draw, theirs) == after(draw, ours)


@pytest.mark.parametrize("shuffles", [0, 1, possible_hands.SHUFFLES])
def test_hands_are_drawn_as_likely_and_in_any_order(
    shuffles: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(possible_hands, "SHUFFLES", shuffles)
    game = next(
        game
        for game in (games(seed, 18)[1] for seed in range(100))
        if None in game.moves
        and game.result is None
        and 4 <= len(list(game.all_possible_hands())) <= 12
    )
    worlds = {tuple(frozenset(hand) for hand in hands) for hands in game.all_possible_hands()}
    random.seed(1)
    drawn = [game.random_possible_hands() for _ in range(4000)]
    times = Counter(tuple(frozenset(hand) for hand in hands) for hands in drawn)
    assert times.keys() == worlds
    expected = 4000 / len(worlds)
    assert all(abs(number - expected) < 6 * expected**0.5 for number in times.values())
    first = Counter(str(hand[0]) for hands in drawn for hand in hands if len(hand) > 1)
    assert len(first) > 4


def test_no_hands_fit() -> None:
    """Where the original goes on for ever."""
    for player in (0, 1):
        game = games(1, 4)[1]
        game.moves = [game.moves[0], *[None] * 4]
        game.hands[(game.turn + player) % 4] = classic.Hand([game.moves[0][0]])
        with pytest.raises(ArgumentError, match="no hands fit"):
            game.random_possible_hands()


def test_small_games_are_left_to_plain_code(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is through with them before the engine knows what they are."""
    game = games(1, 18)[1]
    expected = after(classic.search.alphabeta, game)
    monkeypatch.setattr(engine, "normal", None)
    monkeypatch.setattr(engine, "LOADING", 0)
    assert after(classic.search.alphabeta, game) == expected
    classic.players.omniscient()(game)
    assert None in game.moves
    game.random_possible_hands()


def changed(part: str, value: Callable[[Any], Any]) -> Any:
    """A change of a part of a game."""
    return pytest.param(lambda game: setattr(game, part, value(game)), id=part)


def hand_of(items: list[Any]) -> Any:
    return classic.Hand(items)


def board_with(left: Any, right: Any) -> Any:
    return classic.SkinnyBoard(left, right, 3)


@pytest.mark.parametrize(
    "change",
    [
        changed("hands", lambda game: game.hands[:3]),
        changed("hands", lambda game: [*game.hands[:3], classic.Hand([])]),
        changed("hands", lambda game: [game.hands[0], *game.hands[:3]]),
        changed("hands", lambda game: [list(hand) for hand in game.hands]),
        changed("hands", lambda game: [classic.Hand([*h, h[0]]) for h in game.hands]),
        changed("hands", lambda game: [hand_of([*h[:-1], tuple(h[-1])]) for h in game.hands]),
        changed("turn", lambda game: (game.turn + 1) % 4),
        changed("turn", lambda game: float(game.turn)),
        changed("turn", lambda game: None),
        changed("starting_player", lambda game: 4),
        changed("moves", lambda game: game.moves[1:]),
        changed("moves", lambda game: [None, *game.moves]),
        changed("moves", lambda game: tuple(game.moves)),
        changed("valid_moves", lambda game: ()),
        changed("valid_moves", lambda game: game.valid_moves[1:]),
        changed("valid_moves", lambda game: game.valid_moves * 2),
        changed("valid_moves", lambda game: list(game.valid_moves)),
        changed("valid_moves", lambda game: [(d, int(left)) for d, left in game.valid_moves]),
        changed("board", lambda game: classic.Board()),
        changed("board", lambda game: board_with(game.board.right_end(), "?")),
        changed("board", lambda game: None),
        changed("result", lambda game: classic.Result(0, True, 1)),
        changed("make_move", lambda game: print),
    ],
)
def test_what_is_not_normal(change: Callable[[Any], None]) -> None:
    game = games(1, 10)[1]
    assert normal(game, classic.Game) is not None
    change(game)
    assert normal(game, classic.Game) is None


def test_a_subclass_is_normal_as_long_as_it_plays_as_a_game() -> None:
    game = games(1, 10)[1]
    parts = [getattr(game, part) for part in PARTS]
    assert [normal(kind(*parts), classic.Game) is not None for kind in GAMES[classic]] == [
        True,
        True,
        False,
    ]


def test_a_hand_that_contradicts_a_pass_is_not_normal() -> None:
    game = games(1, 1)[1]
    assert normal(game, classic.Game) is not None
    game.moves += [None] * 4
    assert any(game.board.left_end() in d for hand in game.hands for d in hand)
    assert normal(game, classic.Game) is None


@pytest.mark.parametrize("name", ["omniscient", "probabilistic_alphabeta"])
def test_a_player_thinks_from_its_first_move_on(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "best_move", lambda game, _: game.valid_moves[-1])
    monkeypatch.setattr(engine, "best_moves", lambda game, *_: Counter(game.valid_moves[-1:]))
    player = getattr(classic.players, name)(start_move=3)
    for moves in (2, 3):
        game = dealt(classic, 1, moves)
        first, *_, last = game.valid_moves
        player(game)
        assert game.valid_moves[0] == (last if moves == 3 else first)
