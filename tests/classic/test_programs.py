"""Random programs give the same with the package `dominoes` and with ours."""

from __future__ import annotations

import copy
import itertools
import pickle
import random
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule

from dominoes_rules.classic import engine
from tests.classic.both_packages import GAMES, PACKAGES, PARTS, Side, observed, outcome

PROGRAMS, CALLS = 250, 8
FEW_TILES = 11
"""In hands, with which the package searches in a millisecond or two."""

pips = st.integers(0, 6)
odd_pips = st.one_of(pips, st.sampled_from([7, 9, -1, 0.5, 2.0, True, "a", "?"]))
halves = st.tuples(pips, pips)
odd_halves = st.tuples(odd_pips, odd_pips)
ends = st.sampled_from([True, False, True, False, 1, 0, None])
seeds = st.integers(0, 10_000)
pure = st.sampled_from(["identity", "reverse", "bota_gorda", "double"])
bound = st.sampled_from([-float("inf"), -30, -5, 0, 5, 30, float("inf")])


class Programs(RuleBasedStateMachine):
    """One program at a time, call by call, with both packages."""

    def __init__(self) -> None:
        super().__init__()
        self.sides = [Side(package) for package in PACKAGES]
        self.calls = 0

    def both(self, act: Callable[[Side], Any]) -> Any:
        """Do the same with both; what can be seen must be the same, and the numbers drawn."""
        self.calls += 1
        seen = []
        for side in self.sides:
            random.seed(self.calls)
            found = outcome(act, side)
            seen.append((found, observed(side.game), random.random()))
        assert seen[0] == seen[1]
        return seen[0][0]

    @property
    def theirs(self) -> Any:
        return self.sides[0].game

    def is_small(self) -> bool:
        """Whether the package can search the game at once."""
        game = self.theirs
        try:
            return game is not None and sum(map(len, game.hands)) <= FEW_TILES
        except TypeError:
            return False

    # ------------------------------------------------------------ games

    @initialize(seed=seeds, kind=st.integers(0, 9), opener=st.one_of(st.none(), halves))
    def game(self, seed: int, kind: int, opener: Any) -> None:
        """Deal."""

        def act(side: Side) -> Any:
            random.seed(seed)
            made = GAMES[side.package][max(0, kind - 7)]
            if opener is None:
                side.game = made.new(starting_player=seed % 4)
            else:
                side.game = made.new(starting_domino=side.domino(opener))
            return side.game

        self.both(act)
        self.advance(seed, 4 + seed % 24)

    @rule(domino=odd_halves, player=st.sampled_from([-1, 4, "0", 2.0, None]))
    def wrong_start(self, domino: Any, player: Any) -> None:
        self.both(lambda side: side.package.Game.new(starting_domino=side.domino(domino)))
        self.both(lambda side: side.package.Game.new(starting_player=player))
        self.both(lambda side: side.package.game._validate_player(player))
        self.both(lambda side: side.package.game._domino_hand(side.domino(domino), side.game.hands))

    @rule(seed=seeds, moves=st.integers(1, 6))
    def advance(self, seed: int, moves: int) -> None:
        """Make some of the valid moves."""

        def act(side: Side) -> Any:
            chance = random.Random(seed)
            for _ in range(moves):
                if side.game.result is None and side.game.make_move(
                    *chance.choice(side.game.valid_moves)
                ):
                    return side.game.result
            return None

        self.both(act)

    @rule(domino=odd_halves, left=ends)
    def any_move(self, domino: Any, left: Any) -> None:
        self.both(lambda side: side.game.make_move(side.domino(domino), left))

    @rule(place=st.integers(0, 6), left=ends, turned=st.booleans())
    def move_of_the_hand(self, place: int, left: Any, turned: bool) -> None:
        """One that may not fit, or lies the other way round."""

        def act(side: Side) -> Any:
            d = side.game.hands[side.game.turn][place]
            return side.game.make_move(d.inverted() if turned else d, left)

        self.both(act)

    @rule()
    def ask(self) -> None:
        self.both(lambda side: side.game.missing_values())
        self.both(lambda side: side.package.game._remaining_points(side.game.hands))
        self.both(lambda side: side.package.game.next_player(side.game.turn))
        self.both(lambda side: hash(side.game))
        self.both(lambda side: repr(side.game))
        self.both(lambda side: [side.game == side.kept, side.game != side.kept, side.game == 1])

    @rule(parts=st.lists(st.integers(0, 3), max_size=3), dominoes=st.sets(halves, max_size=5))
    def helpers(self, parts: Any, dominoes: Any) -> None:
        def shared(side: Side) -> Any:
            elements = {side.domino(domino) for domino in sorted(dominoes)}
            return list(side.package.game._all_possible_partitionings(elements, parts))

        def valid(side: Side) -> Any:
            hands = [side.hand, *side.game.hands]
            return side.package.game._validate_hands(hands, [parts, *side.game.missing_values()])

        self.both(shared)
        self.both(valid)
        self.both(lambda side: side.game._update_valid_moves())

    @rule()
    def forget_the_line(self) -> None:
        self.both(lambda side: side.game.skinny_board())

    @rule(by=st.sampled_from(["deepcopy", "copy", "pickle", "constructor"]))
    def go_on_with_a_copy(self, by: str) -> None:
        def act(side: Side) -> Any:
            side.kept, game = side.game, side.game
            if by == "constructor":
                side.game = type(game)(*[getattr(game, part) for part in PARTS])
            elif by == "pickle":
                side.game = pickle.loads(pickle.dumps(game))
            else:
                side.game = getattr(copy, by)(game)
            return [side.game == side.kept, side.game is side.kept]

        self.both(act)

    @rule(back=st.booleans())
    def change_over(self, back: bool) -> None:
        def act(side: Side) -> None:
            if back and side.kept is not None:
                side.game, side.kept = side.kept, side.game

        self.both(act)

    # ------------------------------------------------------------ state from outside

    @rule(hands=st.lists(st.lists(odd_halves, min_size=1, max_size=3), min_size=4, max_size=4))
    def set_hands(self, hands: Any) -> None:
        """Dominoes of any values, the same more than once."""

        def act(side: Side) -> None:
            side.game.hands = [side.package.Hand(map(side.domino, hand)) for hand in hands]
            side.game.valid_moves = tuple((d, True) for d in side.game.hands[side.game.turn])

        self.both(act)

    @rule(hands=st.permutations(range(4)), seed=seeds)
    def swap_hands(self, hands: Any, seed: int) -> None:
        def act(side: Side) -> None:
            chance = random.Random(seed)
            changed = [list(side.game.hands[place]) for place in hands]
            for hand in changed:
                chance.shuffle(hand)
            side.game.hands = [side.package.Hand(hand) for hand in changed]

        self.both(act)

    @rule(
        part=st.sampled_from(["turn", "starting_player"] * 3 + list(PARTS)),
        value=st.sampled_from([0, 1, 2, 3] * 3 + [None, (), []]),
    )
    def set_anything(self, part: str, value: Any) -> None:
        self.both(lambda side: setattr(side.game, part, copy.copy(value)))

    @rule(moves=st.lists(st.one_of(st.none(), st.tuples(halves, ends)), max_size=3))
    def set_moves(self, moves: Any) -> None:
        self.both(lambda side: setattr(side.game, "moves", side.moves(moves)))

    @rule(kept=st.integers(0, 3), seed=seeds)
    def set_valid_moves(self, kept: int, seed: int) -> None:
        """Some of them, in any order, one of them twice perhaps."""

        def act(side: Side) -> None:
            chance = random.Random(seed)
            moves = chance.choices(side.game.valid_moves, k=kept) if kept else ()
            if kept == 3:
                moves = chance.sample(side.game.valid_moves, len(side.game.valid_moves))
            side.game.valid_moves = tuple(moves)

        self.both(act)

    # ------------------------------------------------------------ players and searches

    @rule(name=st.sampled_from(["identity", "random", "reverse", "bota_gorda", "double"]))
    def player(self, name: str) -> None:
        self.both(lambda side: getattr(side.package.players, name)(side.game))

    @precondition(is_small)
    @rule(name=pure, start=st.integers(0, 20))
    def omniscient(self, name: str, start: int) -> None:
        def act(side: Side) -> Any:
            players = side.package.players
            player = players.omniscient(start, getattr(players, name), name="seer")
            return player(side.game), player.__name__, players.omniscient().__name__

        self.both(act)

    @precondition(is_small)
    @rule(name=pure)
    def probabilistic(self, name: str) -> None:
        """Over all hands, where they are few."""
        if sum(len(h) for p, h in enumerate(self.theirs.hands) if p != self.theirs.turn) > 5:
            return

        def act(side: Side) -> Any:
            players = side.package.players
            return players.probabilistic_alphabeta(player=getattr(players, name))(side.game)

        self.both(act)

    @precondition(is_small)
    @rule(name=st.one_of(pure, st.just("random")), bounds=st.tuples(bound, bound), counts=ends)
    def search(self, name: str, bounds: Any, counts: Any) -> None:
        """With a window, with a player that is counted or random, or with neither."""

        def act(side: Side) -> Any:
            players, how = side.package.players, {}
            player = getattr(players, name)
            if counts:
                player = players.counter(player)
            if bounds[0] < bounds[1]:
                how["alpha_beta"] = bounds
            found = side.package.search.alphabeta(side.game, player=player, **how)
            return found, getattr(player, "count", None)

        self.both(act)

    @rule(name=pure)
    def make_moves(self, name: str) -> None:
        def act(side: Side) -> Any:
            player = getattr(side.package.players, name)
            return [observed(pair) for pair in side.package.search.make_moves(side.game, player)]

        self.both(act)

    @precondition(is_small)
    @rule(most=st.sampled_from([1, 5, 400]))
    def possible_hands(self, most: int) -> None:
        def act(side: Side) -> Any:
            return list(itertools.islice(side.game.all_possible_hands(), most))

        self.both(act)
        if most < 400:
            return
        every = [
            [sorted(map(str, hand)) for hand in hands] for hands in quietly(act, self.sides[0])
        ]
        if 0 < len(every) < 400:
            drawn = self.sides[1].game.random_possible_hands()
            assert [sorted(map(str, hand)) for hand in drawn] in every

    # ------------------------------------------------------------ the other classes

    @rule(score=st.integers(1, 60), opener=halves)
    def series(self, score: int, opener: Any) -> None:
        def act(side: Side) -> Any:
            side.series = side.package.Series(score, side.domino(opener))
            return [repr(side.series), side.series, side.series.next_game()]

        self.both(act)

    @rule(scores=st.tuples(*[st.sampled_from([-60, -10, -1, 0, 1])] * 2), result=st.integers(0, 23))
    def next_game(self, scores: Any, result: int) -> None:
        def act(side: Side) -> Any:
            side.series.scores = [side.series.target_score + score for score in scores]
            player, rest = result % 4, result // 4
            points = (0, 10, -10)[rest // 2]
            side.series.games[-1].result = side.package.Result(player, bool(rest % 2), points)
            before = side.series.is_over()
            after = side.series.next_game()
            return before, after, side.series, side.series.next_game()

        self.both(act)

    @rule(domino=odd_halves, other=odd_halves, value=odd_pips, place=st.integers(-2, 3))
    def dominoes_and_hands(self, domino: Any, other: Any, value: Any, place: int) -> None:
        def alone(side: Side) -> Any:
            d, e = side.domino(domino), side.domino(other)
            return [d, d.inverted(), d == e, d != e, d == domino, value in d, d < e, len({d, e})]

        def in_hand(side: Side) -> Any:
            d = side.domino(domino)
            side.hand.draw(d, place if place % 2 else None)
            contains = side.package.hand.contains_value(side.hand, value)
            return [contains, d in side.hand, repr(side.hand), side.hand[0], side.hand[:2]]

        self.both(alone)
        self.both(in_hand)
        self.both(lambda side: (side.hand.play(side.domino(other)), side.hand))
        self.both(lambda side: side.hand == copy.deepcopy(side.hand))

    @rule(domino=odd_halves, left=ends)
    def boards(self, domino: Any, left: Any) -> None:
        self.both(lambda side: side.boards[0].add(side.domino(domino), left))
        self.both(lambda side: side.boards[1].add(side.domino(domino), left))
        self.both(lambda side: [(repr(board), len(board), vars(board)) for board in side.boards])
        self.both(lambda side: [board.left_end() for board in side.boards])
        self.both(lambda side: [board.right_end() for board in side.boards])
        self.both(lambda side: side.package.SkinnyBoard.from_board(side.boards[0]))
        self.both(lambda side: [a == b for a in side.boards for b in copy.deepcopy(side.boards)])


def quietly(act: Callable[[Side], list[Any]], side: Side) -> list[Any]:
    """What a call returns, and nothing where it raises."""
    try:
        return act(side)
    except Exception:  # noqa: BLE001 - whatever it is, both packages have been seen to raise it
        return []


class TestPrograms(Programs.TestCase):  # type: ignore[misc,valid-type]
    settings = settings(
        max_examples=PROGRAMS,
        stateful_step_count=CALLS,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )

    @pytest.fixture(autouse=True)
    def _searches_at_once(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """They are asked for small games too, and for the first one already."""
        monkeypatch.setattr(engine, "FEW_TILES", 4)
        monkeypatch.setattr(engine, "ASKING", 0)
        monkeypatch.setattr(engine, "ASKING_FOR_A_LINE", 0)
        monkeypatch.setattr(engine, "LOADING", 0)
