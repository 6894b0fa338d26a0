"""Each exchange that a profile allows is tried on random rounds, by the interpreter."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import itemgetter
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dominoes_lang.analysis.profile import profile
from dominoes_lang.analysis.symmetry import symmetries
from dominoes_lang.codegen.compiled import Compiled
from dominoes_lang.load import load
from dominoes_lang.play.interpreter import Interpreter
from dominoes_lang.setup.ruleset import Goal, Setup
from dominoes_lang.table.arm_ends import NUMBER_BITS
from dominoes_lang.table.shape import LayoutKind
from dominoes_lang.table.state import NO_TILE, NOBODY, Action, Kind, State, discard, end_leaving
from dominoes_lang.table.tiles import Tile, numbers_in
from dominoes_lang.text.source import Source
from dominoes_rules.library import bundled, variant
from tests.promises.rounds import games, random_round
from tests.promises.small import GAMES, small

pytestmark = pytest.mark.xdist_group("games")  # all are compiled once

Points = tuple[int, ...]


class Exchange:
    """A way to change a round: what becomes of ends, seats and numbers of pips."""

    def __init__(
        self, setup: Setup, *, mirror: bool = False, turn: int = 0, numbers: tuple[int, ...] = ()
    ) -> None:
        self.setup = setup
        self.mirror = mirror
        self.turn = turn
        pips = numbers or tuple(range(setup.tiles.highest + 1))
        self.pips = pips
        self.tiles = [
            setup.tiles.number[Tile.of(pips[tile.high], pips[tile.low])]
            for tile in setup.tiles.tiles
        ]

    def seat(self, seat: int) -> int:
        return seat if seat == NOBODY else (seat + self.turn) % self.setup.seats

    def mask(self, mask: int) -> int:
        return sum(1 << self.tiles[tile] for tile in numbers_in(mask))

    def tile(self, tile: int) -> int:
        return tile if tile == NO_TILE else self.tiles[tile]

    def points(self, points: Points) -> Points:
        moved = list(points)
        for side, value in enumerate(points):
            seat = self.setup.players_of[side][0]
            moved[self.setup.side_of[self.seat(seat)]] = value
        return tuple(moved)

    def state(self, state: State) -> State:
        hands = list(state.hands)
        for seat, hand in enumerate(state.hands):
            hands[self.seat(seat)] = self.mask(hand)
        ends, at_ends = self.ends(state)
        last = state.more.last_end
        return state._replace(
            hands=tuple(hands),
            ends=ends[::-1] if self.mirror else ends,
            stock=tuple(map(self.tile, state.stock)),
            mover=self.seat(state.mover),
            opener=self.seat(state.opener),
            opening=self.mask(state.opening),
            finisher=self.seat(state.finisher),
            last_tile=self.tile(state.last_tile),
            drawn=self.tile(state.drawn),
            scores=self.points(state.scores),
            more=state.more._replace(
                paid=self.points(state.more.paid) if state.more.paid else (),
                doubles=flipped(state.more.doubles) if self.mirror else state.more.doubles,
                left_open=self.pips[state.more.left_open] if state.more.left_open >= 0 else -1,
                owed=opposite(state.more.owed) if self.mirror else state.more.owed,
                laid=self.mask(state.more.laid),
                at_ends=at_ends,
                aside=self.by_seat([*map(self.mask, state.more.aside)]),
                pass_runs=self.by_seat(state.more.pass_runs),
                last_end=opposite(last) if self.mirror else last,
                out=sum(1 << self.seat(seat) for seat in numbers_in(state.more.out)),
                used_trains=sum(
                    1 << self.train(place) for place in numbers_in(state.more.used_trains)
                ),
                bidder=self.seat(state.more.bidder),
                taker=self.seat(state.more.taker),
                silent=sum(1 << self.seat(seat) for seat in numbers_in(state.more.silent)),
                taken=self.by_seat([*map(self.mask, state.more.taken)]),
            ),
        )

    def by_seat(self, values: Sequence[int]) -> tuple[int, ...]:
        """A value for each seat, where there are any."""
        moved = [*values]
        for seat, value in enumerate(values):
            moved[self.seat(seat)] = value
        return tuple(moved)

    def end(self, end: int) -> int:
        """An open end; those of arms have their kind above the number, -1 is none."""
        if end < 0:
            return end
        return self.pips[end & (1 << NUMBER_BITS) - 1] | end >> NUMBER_BITS << NUMBER_BITS

    def ends(self, state: State) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The open ends and the tiles there, in the order that the layout keeps."""
        layout = self.setup.layout
        if layout.kind is LayoutKind.TRICKS:
            trump, *leader = state.ends[:2] or (0,)
            trick = (trump, *map(self.seat, leader), *map(self.tile, state.ends[2:]))
            return trick[: len(state.ends)], ()
        ends = [*map(self.end, state.ends)]
        at_ends = [*map(self.tile, state.more.at_ends)]
        if layout.kind is LayoutKind.TRAINS:
            places = sorted(range(len(ends)), key=self.train)
            return tuple(ends[place] for place in places), ()
        pairs = [*zip(ends, at_ends, strict=False)]
        if layout.kind is LayoutKind.OWN_TRAINS:
            own = [
                sorted(pairs[place : place + 2], key=itemgetter(0))
                for place in range(0, len(pairs), 2)
            ]
            pairs = [end for place in sorted(range(len(own)), key=self.train) for end in own[place]]
        elif pairs:  # of arms
            pairs.sort(key=itemgetter(0))
        else:
            return tuple(ends), ()
        return tuple(end for end, _ in pairs), tuple(tile for _, tile in pairs)

    def train(self, place: int) -> int:
        """The place of the train that is there before the exchange; the public one is the last."""
        return self.seat(place) if place < self.setup.seats else place

    def action(self, action: Action, before: State, changed: State) -> Action:
        """An action in a state as it is listed in the changed one."""
        if action.kind is Kind.DISCARD:
            return discard(self.tile(action.tile))
        if action.kind is not Kind.PLAY:
            return action
        place, leaving = action.place, action.leaving
        if self.setup.layout.kind is LayoutKind.OWN_TRAINS and before.ends:
            place = self.tile(place)
        elif self.setup.layout.kind is LayoutKind.TRAINS and before.ends:
            place = self.train(place)
        elif self.setup.layout.branches and before.ends:
            place = self.end(place)
        elif self.mirror and before.ends:
            place = 1 - place
        end = end_leaving(place, self.pips[leaving] if leaving >= 0 else leaving)
        there = Action(Kind.PLAY, self.tile(action.tile), end)
        return self.setup.layout.same.as_listed(changed, there)


def flipped(doubles: int) -> int:
    """The ends at which doubles lie, the table seen from the other side."""
    return doubles & 4 | (doubles & 1) << 1 | doubles >> 1 & 1


def opposite(end: int) -> int:
    """An end of the line, if it is one, the table seen from the other side."""
    return end if end < 0 else 1 - end


def read_from_either_side(state: State) -> State:
    """The state with its ends in order, since the first tile lies either way."""
    left_open = state.more.left_open if state.plays > 1 else -1
    state = state._replace(more=state.more._replace(left_open=left_open))
    if state.more.at_ends:
        return state
    more, last = state.more, state.more.last_end if state.plays > 1 else -1
    sides = [
        (state.ends, more.doubles, more.owed, last),
        (state.ends[::-1], flipped(more.doubles), opposite(more.owed), opposite(last)),
    ]
    ends, doubles, owed, last_end = min(sides)
    more = more._replace(doubles=doubles, owed=owed, last_end=last_end)
    return state._replace(ends=ends, more=more)


def assert_same(compiled: Compiled, exchange: Exchange, seed: int, *, points: bool) -> None:
    """A random round, changed, is a round by the same rules."""
    rules = Interpreter(compiled.setup)
    end = None
    for before, action, after in random_round(compiled, seed):
        changed = exchange.state(before)
        there = {exchange.action(one, before, changed) for one in rules.legal(before)}
        listed = compiled.setup.layout.same.as_listed
        assert there == {listed(changed, one) for one in rules.legal(changed)}
        then = rules.play(changed, exchange.action(action, before, changed))
        expected = exchange.state(after)
        if not points or compiled.setup.goal is Goal.WINS:  # what is paid on the way may differ
            then, expected = (
                one._replace(more=one.more._replace(paid=())) for one in (then, expected)
            )
        assert read_from_either_side(then) == read_from_either_side(expected)
        end = after
    assert end is not None
    if points:
        assert rules.payoff(exchange.state(end)) == exchange.points(rules.payoff(end))


def exchanges(setup: Setup, random: Random) -> list[tuple[Exchange, bool]]:
    """An exchange of each sort that the profile allows, and whether points are the same by it."""
    same = symmetries(setup)
    found = [(Exchange(setup, mirror=True), True)] if same.mirror else []
    found += [(Exchange(setup, turn=turn), True) for turn in same.turns[:2]]
    for classes, points in ((same.numbers_in_play, False), (same.numbers, True)):
        numbers = list(range(setup.tiles.highest + 1))
        for group in classes:
            for old, new in zip(group, random.sample(group, len(group)), strict=True):
                numbers[old] = new
        found.append((Exchange(setup, numbers=tuple(numbers)), points))
    return found


@settings(max_examples=1)
@given(seed=st.integers(0, 2**32))
def test_a_round_after_an_exchange_is_a_round_of_the_same_game(seed: int) -> None:
    for compiled in (*games(), *(small(name) for name in GAMES)):
        if len(compiled.setup.tiles) > 91:
            continue  # a hundred tiles and more take a while
        for exchange, points in exchanges(compiled.setup, Random(seed)):
            assert_same(compiled, exchange, seed, points=points)


TELLS_APART = {
    "a seat": ("award hand: 1 to A at round end", lambda one: not one.turns),
    "a tile": (
        "award hand: 1 to winner at round end when last tile is [2|1]",
        lambda one: one.numbers == ((0, 3), (1, 2)),
    ),
    "a number": (
        "award hand: 1 to each player at round end when they hold a 2",
        lambda one: one.numbers == ((0, 1, 3), (2,)),
    ),
    "pips": (
        "award hand: pips held by winner to winner at round end",
        lambda one: one.numbers == ((0,), (1,), (2,), (3,)),
    ),
    "nothing": (
        "award hand: tiles held by everyone to winner at round end",
        lambda one: one.numbers == ((0, 1, 2, 3),) and one.turns == (1, 2),
    ),
    "ends": (
        "award hand: pips on ends to winner at round end",
        lambda one: one.numbers == ((0,), (1,), (2,), (3,)),
    ),
    "the higher half": (
        "layout: line open at one end\naward hand: 1 to winner at round end",
        lambda one: one.numbers_in_play == ((0,), (1,), (2,), (3,)) and len(one.in_the_way) == 1,
    ),
}


@pytest.mark.parametrize("what", TELLS_APART)
def test_what_the_rules_tell_apart_is_not_exchanged(what: str) -> None:
    award, expected = TELLS_APART[what]
    text = (
        'variant "Three"\nextends "block"\nplayers: 3\ntiles: double-three\ndeal: 3 each\n'
        f"winner: when domino: finisher otherwise: nobody\n{award}\n"
    )
    setup = load(Source("three.rules", text), bundled).setup()
    check: Callable[..., bool] = expected
    assert check(symmetries(setup))


def test_own_trains_do_not_tell_numbers_apart() -> None:
    assert symmetries(variant("basic_trains").setup(4)).numbers == (tuple(range(10)),)


def test_an_analysis_names_what_tells_numbers_apart_though_no_rule_does() -> None:
    text = (
        'variant "Four"\nextends "block"\ntiles: double-two without [0|0] [1|0]\ndeal: 2 each\n'
        "winner: when domino: finisher otherwise: nobody\naward hand: 1 to winner at round end\n"
    )
    setup = load(Source("four.rules", text), bundled).setup()
    assert any("the set lacks some tiles" in line for line in profile(setup).lines())


def test_a_number_that_counts_can_not_be_exchanged() -> None:
    """The test of exchanges can fail: pips tell numbers apart."""
    compiled = next(one for one in games() if one.setup.name == "partnership")
    numbers = (6, 1, 2, 3, 4, 5, 0)
    exchange = Exchange(compiled.setup, numbers=numbers)

    def differs(seed: int) -> bool:
        try:
            assert_same(compiled, exchange, seed, points=True)
        except AssertionError:
            return True
        return False

    assert any(differs(seed) for seed in range(20))
