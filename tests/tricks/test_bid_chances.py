"""How often bids are made: with open hands, by a fitted curve, and as the command shows it."""

from __future__ import annotations

import json
from math import exp, log
from random import Random

import pytest

import dominoes_rules as dr
from dominoes_lang.text.root_exception import ArgumentError
from dominoes_rules import library
from dominoes_rules.play.deals import deal
from dominoes_rules.solving.bid_chances import bundled_curves, curve_of
from dominoes_solver.contracts.contract_curve import (
    ContractCurve,
    PlayedBid,
    fitted_curve,
    read_curve,
)
from dominoes_solver.contracts.open_contracts import after_auction, made_with
from dominoes_solver.search.python import reference
from tests.calls import Call

SMALL = """
variant "Small bids"
tiles:          double-three
players:        4 in teams of 2
deal:           2 each
layout:         tricks
suits:          by higher half, doubles high
bids:           1..4, 6..8, once each, last must bid
trumps:         any number, doubles, none
lead:           bidder, then taker
first opener:   lot
turn:
    play a tile of suit led
    or else play a tile
define earned:  pips taken by bidder's side + tricks taken by bidder's side
winner:
    when earned is at least bid:    bidder's side
    otherwise:                      bidder's opponents
award marks:    1 to winner at round end
match:          first side to reach 7
"""
HAND = "A:66.64.65.62.50.31.20/B:x7/C:x7/D:x7"
BIDDING = f"texas_42 {HAND} opener:A"
NAMING = f"{BIDDING} play:b31,-,-,-"


@pytest.mark.parametrize("bidder", [0, 1])
def test_bids_made_with_open_hands_are_those_of_minimax(bidder: int) -> None:
    """One search counts all bids of a ladder; minimax plays out each by itself."""
    rules = library.compiled(dr.loads(SMALL), 4)
    tricks = rules.setup.tricks
    assert tricks is not None
    bids = [rung.bid for rung in tricks.auction.ladder]
    states = [deal(rules, Random(seed)) for seed in range(6)]
    side = rules.setup.side_of[bidder]
    for trump in tricks.auction.trumps:
        made = made_with(rules, states, bidder, trump, bids)
        assert made is not None
        for state, count in zip(states, made, strict=True):
            truth = [
                reference.value(rules, after_auction(rules, state, bidder, bid, trump))[side] > 0
                for bid in bids
            ]
            assert truth == [True] * count + [False] * (len(bids) - count)


def test_a_curve_finds_the_chances_that_bids_have() -> None:
    random, deals = Random(1), []
    for _ in range(3000):
        made = random.randrange(41)
        odds = log((made + 0.5) / (40 - made + 0.5))
        deals.append(PlayedBid(made, 40, random.random() < 1 / (1 + exp(1 - 0.7 * odds))))
    curve = fitted_curve(deals, {"deals": len(deals)})
    assert curve.level == pytest.approx(-1, abs=0.15)
    assert curve.slope == pytest.approx(0.7, abs=0.1)
    chances = [curve.chance(made, 100) for made in range(101)]
    assert chances == sorted(chances)
    assert chances[0] > 0
    assert chances[-1] < 1
    again = read_curve(json.dumps(curve.as_json()))
    assert again.chance(60, 100) == pytest.approx(curve.chance(60, 100), abs=1e-3)


def test_a_curve_of_deals_that_all_went_one_way_is_finite() -> None:
    curve = fitted_curve([PlayedBid(20, 40, True)] * 9, {})
    assert 0 < curve.chance(0, 40) < curve.chance(40, 40) < 1


@pytest.mark.parametrize(
    "text",
    [
        "[]",
        "{}",
        '{"format": "contract curve", "version": 2}',
        '{"format": "contract curve", "version": 1, "level": "1", "slope": 1, "fitted": {}}',
        '{"format": "contract curve", "version": 1, "level": 1e9, "slope": 1, "fitted": {}}',
        '{"format": "contract curve", "version": 1, "level": 0, "slope": 1}',
        "no JSON",
    ],
)
def test_other_texts_are_no_curves(text: str) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        read_curve(text)


def test_curves_serve_the_games_that_are_played_alike() -> None:
    curves = bundled_curves()
    assert {"texas_42"} == set(curves)
    for name in ("texas_42", "texas_42_forced", "texas_42_low", "texas_42_points"):
        assert curve_of(dr.variant(name).setup(4)) is curves["texas_42"]
    other = 'variant "Mine"\nextends "texas_42"\ntile value: [6|6] is 42, others are 0\n'
    assert curve_of(dr.loads(other).setup(4)) is None


def test_every_bid_by_trump() -> None:
    chances = dr.bid_chances(dr.Position(BIDDING), worlds=20, seed=3)
    assert list(chances.trumps) == ["6", "N"]
    for rows in chances.trumps.values():
        assert [row.bid for row in rows] == [*range(30, 43), 84]
        shares = [row.open_hands for row in rows]
        assert shares == sorted(shares, reverse=True)
        assert all(row.chance is not None and row.worlds == 20 for row in rows)
    assert chances.as_json() == dr.bid_chances(dr.Position(BIDDING), worlds=20, seed=3).as_json()


def test_the_trump_of_a_bid() -> None:
    chances = dr.bid_chances(dr.Position(NAMING), worlds=20)
    assert {row.bid for row in chances.rows} == {31}
    assert chances.rows[0].open_hands == max(row.open_hands for row in chances.rows)


def test_the_command_shows_shares_chances_and_what_they_leave_out(call: Call) -> None:
    shown = call("solve", BIDDING, "--worlds", "20").out
    assert "sixes (t6)" in shown
    assert "open hands" in shown
    assert "chance" in shown
    assert "nobody's bidding is guessed" in shown
    answer = json.loads(call("solve", NAMING, "--worlds", "20", "--json").out)
    assert {row["bid"] for row in answer["bids"]} == {31}
    assert answer["curve"]["fitted"]["game"] == "texas_42"


@pytest.mark.parametrize("option", [["--why", "b31"], ["--exact"], ["--details"], ["--time", "3"]])
def test_the_command_takes_no_options_of_a_search(call: Call, option: list[str]) -> None:
    assert "before the first trick no move is searched" in call("solve", BIDDING, *option).err


def test_what_has_no_chances_is_refused_with_the_reason(call: Call) -> None:
    moon = "moon A:66.64.65.62.55.31.32/B:x7/C:x7 opener:A"
    assert "takes tiles that nobody has seen" in call("solve", moon).err
    with pytest.raises(ArgumentError, match="a bid can't be searched"):
        dr.solve(dr.Position(BIDDING))
    with pytest.raises(ArgumentError, match="before the trump is named"):
        dr.solve(dr.Position(NAMING))
    begun = dr.Position(f"{NAMING},t6")
    with pytest.raises(dr.PositionError, match="nobody bids"):
        dr.bid_chances(begun)
    with pytest.raises(ArgumentError, match="worlds=0"):
        dr.bid_chances(dr.Position(BIDDING), worlds=0)


def test_a_game_without_a_curve_says_so(tmp_path, call: Call) -> None:  # type: ignore[no-untyped-def]
    rules = tmp_path / "small.rules"
    rules.write_text(SMALL)
    shown = call("solve", f"{rules} A:33.32/B:x2/C:x2/D:x2 opener:A", "--worlds", "9").out
    assert "was" in shown
    assert "not measured for this game" in shown
    assert isinstance(ContractCurve(0, 1).as_json()["fitted"], dict)
