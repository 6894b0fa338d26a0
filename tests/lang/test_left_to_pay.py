"""What a search may take for granted about who is paid, and by whom."""

from __future__ import annotations

from random import Random

import pytest

from dominoes_lang.analysis.payoffs.payoff_bound import only_losers_pay, winner_takes_all
from dominoes_lang.table.tiles import numbers_in
from dominoes_rules import library
from dominoes_rules.play.deals import deal
from tests.solver.small_games import Game, compiled

TWO, THREE = (5, 2, 1, 6), (5, 3, 1, 5)


@pytest.mark.parametrize(
    ("award", "match", "takes_all", "losers_pay"),
    [
        ("all pips", "most", True, False),
        ("losers' pips", "most", True, True),
        ("fixed", "most", True, False),
        ("own pips", "most", False, False),
        ("double", "most", False, False),
        ("ends", "most", False, False),
        ("losers' pips", "fewest", False, False),
        ("own pips", "wins", True, True),
    ],
)
@pytest.mark.parametrize("shape", [TWO, THREE])
def test_awards(
    shape: tuple[int, int, int, int], award: str, match: str, takes_all: bool, losers_pay: bool
) -> None:
    setup = compiled(Game(*shape, award=award, match=match)).setup
    assert winner_takes_all(setup) == takes_all
    if match != "wins":
        assert only_losers_pay(setup) == losers_pay


def test_it_holds_in_random_rounds() -> None:
    """One side at most is paid, and where only losers pay by no tile that it held at any time."""
    rulesets = [
        *(
            library.compiled(library.find(name), seats)
            for name in library.bundled()
            for seats in library.find(name).players
        ),
        *(compiled(Game(*shape, award="losers' pips")) for shape in (TWO, THREE)),
    ]
    seen = set()
    for rules in rulesets:
        setup = rules.setup
        takes_all, losers_pay = winner_takes_all(setup), only_losers_pay(setup)
        if not takes_all:
            continue
        for seed in range(5):
            random = Random(seed)
            state = deal(rules, random)
            line = [state]
            while not state.over:
                state = rules.play(state, random.choice(rules.legal(state)))
                line.append(state)
            paid = rules.payoff(*state)
            assert min(paid) >= 0
            assert sum(points > 0 for points in paid) <= 1
            if losers_pay and any(paid):
                winner = paid.index(max(paid))
                for earlier in line:
                    tiles = set(earlier.stock)
                    for seat, hand in enumerate(earlier.hands):
                        if setup.side_of[seat] != winner:
                            tiles |= set(numbers_in(hand))
                    assert max(paid) <= rules.bound(sum(setup.values[tile] for tile in tiles))
            seen.add((setup.sides > 2, losers_pay, any(paid)))
    assert {(False, True, True), (True, True, True), (False, False, True)} <= seen
