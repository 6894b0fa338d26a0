"""The figures of `stats`: exact where every deal can be counted, and the same however played."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import permutations
from math import comb, isclose, sqrt
from operator import lt

import pytest

import dominoes_rules as dr
from dominoes_lang.codegen import dealing
from dominoes_lang.codegen.compiled import Compiled
from dominoes_lang.table.state import NOBODY, Over, State
from dominoes_rules import library
from dominoes_rules.statistics.figures import GameFigure, Spread, ratio, spread
from dominoes_rules.statistics.stats_of_game import GameStats

TINY = """variant "Tiny"
tiles:          double-two
players:        2
deal:           2 each
layout:         line
fits:           equal numbers
first opener:   lot
next opener:    lot
turn:           play a tile or else pass
domino:         when mover has no tiles
blocked:        when everyone passed in a row
winner:
    when domino:   finisher
    when blocked:  player with fewest pips
award hand:     pips held by winner's opponents to winner at round end
award bonus:    5 to winner at round end when last tile is double
match:          first side to reach 12
"""
Weighed = tuple[State, int, Fraction]
"""A round at its end, its actions, and the probability of this line of play."""


def every_round(rules: Compiled) -> Iterator[tuple[State, Weighed]]:
    """Each line of random play from each deal, with its probability."""
    tiles = range(len(rules.setup.tiles))
    packs = [pack for pack in permutations(tiles) if all(map(lt, pack[::2], pack[1::2]))]
    for pack in packs:  # the order within each hand, and of what is left, is all the same
        for lot in range(2):
            start = dealing.dealt(rules, pack, lot)
            assert start is not None
            for line in lines_from(rules, start, 0, Fraction(1, 2 * len(packs))):
                yield start, line


def lines_from(rules: Compiled, state: State, actions: int, odds: Fraction) -> Iterator[Weighed]:
    if state.over:
        yield state, actions, odds
        return
    legal = rules.legal(state)
    for action in legal:
        yield from lines_from(rules, rules.play(state, action), actions + 1, odds / len(legal))


def test_figures_of_a_tiny_game_are_those_of_all_its_deals() -> None:
    tiny = dr.loads(TINY)
    rules = library.compiled(tiny)
    exact = dict.fromkeys(("actions", "blocked", "nobody", "points", "won", "gain", "paid"), 0.0)
    for start, (end, actions, odds) in every_round(rules):
        likely, points, winner = float(odds), rules.payoff(*end), rules.winner(*end)
        opener = start.opener
        exact["actions"] += likely * actions
        exact["blocked"] += likely * (end.over == Over.BLOCKED)
        exact["nobody"] += likely * (winner == NOBODY)
        exact["points"] += likely * sum(points)
        exact["won"] += likely * (winner == opener)
        exact["gain"] += likely * (points[opener] - points[1 - opener])
        bonus = rules.paid_by(rules.setup.awards[1])(*end)
        exact["paid"] += likely * any(bonus)
    exact["won"] /= 1 - exact["nobody"]
    found = dr.stats(tiny, rounds=1500, seed=5, by="random")
    for key, name in (
        ("actions", "actions"),
        ("blocked", "blocked"),
        ("nobody", "nobody"),
        ("points", "points"),
        ("opener wins", "won"),
        ("opener gains", "gain"),
        ("award bonus paid", "paid"),
    ):
        mean = found[key].mean
        assert mean.se is not None
        assert abs(mean.mean - exact[name]) <= 4 * mean.se + 1e-9, key
        assert mean.se < 0.2


@pytest.mark.parametrize("name", ["all_fives", "dominican", "cut_throat", "sniff"])
def test_shares_are_shares_and_those_of_awards_add_up(name: str) -> None:
    hold_promises(dr.stats(name, rounds=30, by="essay"))


def hold_promises(found: GameStats) -> None:
    """What holds of the figures of every game."""
    parts = found.sections["awards"]
    shares = [figure for figure in parts[::2] if isinstance(figure, GameFigure)]
    if any(sum(map(abs, played.paid.values())) for played in found.observed.rounds):
        assert isclose(sum(share.mean.mean for share in shares), 1.0)
    for figure in found.figures.values():
        if isinstance(figure, Spread):
            assert figure.tenth <= figure.median <= figure.ninetieth <= figure.most
        elif figure.share:
            assert 0 <= figure.mean.mean <= 1
    if found.setup.sides > 2:
        wins = [figure for figure in found.sections["seats"][::2] if isinstance(figure, GameFigure)]
        assert isclose(sum(won.mean.mean for won in wins), 1.0)
    assert found["turns"].mean.mean <= found["actions"].mean.mean + 1e-9
    assert found.matches + found.observed.abandoned > 0


@pytest.mark.slow
@pytest.mark.parametrize("name", dr.variants())
def test_every_game_has_figures(name: str) -> None:
    ruleset = dr.variant(name)
    for seats in {ruleset.players[0], ruleset.players[-1]}:
        hold_promises(dr.stats(ruleset, rounds=10, seats=seats))


def test_random_rounds_in_bulk_are_those_of_simulate() -> None:
    found = dr.stats("block", rounds=3000, seed=2, by="random")
    simulated = dr.simulate("block", rounds=3000, seed=2)
    # Machine code may not be there, and then the same deals are played by other choices.
    if len(found.observed.rounds) < found.rounds:
        assert [end.opener for end in found.observed.endings] == list(simulated.opener)
        assert found["actions"].mean.mean == sum(map(int, simulated.length)) / 3000
    else:
        assert found.rounds == 3000


def test_the_error_of_a_ratio_is_that_of_many_repetitions() -> None:
    # Where each whole is 1, a ratio is a plain share, whose error is known.
    parts = [1.0, 0.0, 0.0, 1.0, 0.0] * 20
    found = ratio("", "", parts, [1.0] * 100)
    assert found.mean.mean == 0.4
    assert found.mean.se == pytest.approx(sqrt(0.4 * 0.6 / 99))


def test_the_error_of_a_median_covers_it() -> None:
    # The median of 101 different numbers is between those of two ranks with known odds.
    found = spread("", "", list(range(101)))
    assert (found.tenth, found.median, found.ninetieth, found.most) == (10, 50, 90, 100)
    within = sum(comb(101, rank) for rank in range(46, 56)) / 2**101
    assert 0.6 < within < 0.75
    assert found.error == pytest.approx(5.5, abs=0.5)


def test_equal_deals_make_a_difference_clearer() -> None:
    house = dr.loads('variant "House"\nextends "block"\naward more: 1 to winner at round end\n')
    first, second = (dr.stats(rules, rounds=60, by="first") for rules in ("block", house))
    difference = second["points"].minus(first["points"])
    apart = sqrt(sum((found["points"].mean.se or 0) ** 2 for found in (first, second)))
    assert difference.se is not None
    assert difference.se < apart / 4
    assert second["points"].is_clear_from(first["points"])
    assert not first["actions"].is_clear_from(second["actions"])
