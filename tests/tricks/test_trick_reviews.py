"""Reviews of games of tricks: bids, trumps and tiles judged apart from luck."""

from __future__ import annotations

from random import Random

import pytest

import dominoes_rules as dr
from dominoes_lang.table.state import Kind
from dominoes_rules.cli.positions.review import text
from dominoes_rules.reviewing.breakdown import breakdown
from dominoes_rules.reviewing.calls import Calls, calls_before
from dominoes_rules.reviewing.review_page import review_page
from dominoes_solver.contracts.open_contracts import after_auction, sampled_states
from dominoes_solver.pimc.open_worlds import OpenWorlds
from dominoes_solver.search.python import reference
from tests.calls import Call
from tests.tricks.test_bid_chances import SMALL

RULES = dr.loads(SMALL)
DEAL = (
    "texas_42 A:20.22.44.51.55.60.62/B:00.40.42.52.53.65.66/C:10.11.33.50.54.61.64/"
    "D:21.30.31.32.41.43.63 opener:B"
)
VOID = f"{DEAL} play:-,-,-,-"
MOON = (
    "moon A:11.21.31.33.52.54.64/B:00.41.43.44.61.63.66/C:22.32.42.51.55.62.65 stock:53 "
    "play:b4,-,b5,~53,t4,44,42,54,66,62,64,33,63,32,11,61,51,21,41,22,00,65,31,43,55,52 opener:C"
)


def played(seed: int, stop: int | None = None) -> dr.Round:
    game, chance = dr.Round(RULES, seed=seed), Random(seed)
    while not game.is_over and len(game.moves) != stop:
        game.push(chance.choice(game.legal_moves))
    return game


def naming(game: dr.Round) -> int:
    """The place of the action that named the trump, from 0."""
    return next(at for at, move in enumerate(game.moves) if move.kind is Kind.NAME)


@pytest.mark.parametrize("seed", range(4))
def test_a_result_is_contract_luck_and_what_everybody_played(seed: int) -> None:
    game = played(seed)
    named = game.states[naming(game)].mover
    for number, seat in enumerate(game.setup.seat_names):
        reviewed = dr.review(game, seat=seat, worlds=4)
        [part] = reviewed.rounds
        assert part.contract is not None
        assert part.result == part.deal + part.own + sum(part.others.values())
        assert part.auction == part.since == naming(game)
        own = game.setup.side_of[number] == game.setup.side_of[named]
        assert part.deal == (1 if own else -1) * _with_best_trump(game)
        assert "contract" in text(reviewed)


def _with_best_trump(game: dr.Round) -> int:
    """What the true deal is worth to whoever names the trump, by the book."""
    state = game.states[naming(game)]
    side = game.setup.side_of[state.mover]
    following = [game.compiled.play(state, move) for move in game.compiled.legal(state)]
    return max(reference.value(game.compiled, after)[side] for after in following)


def test_a_trump_loses_what_minimax_says_in_the_same_worlds() -> None:
    game = played(1)
    at = naming(game)
    while len(game.moves) > at:
        last = game.moves[-1]
        game.pop()
    seen = game.seen_by(game.turn)
    calls = calls_before(seen, last, 12, 5)
    assert calls == calls_before(seen, last, 12, 5)
    bidder, bid = seen.evidence.state.mover, seen.evidence.state.more.bid
    side, compiled = game.setup.side_of[bidder], game.compiled
    worth = {}
    for row in calls.rows:
        assert row.move.said is not None
        states = sampled_states(OpenWorlds(seen.evidence), 12, 5)
        opened = [after_auction(compiled, one, bidder, bid, row.move.said) for one in states]
        worth[row] = sum(reference.value(compiled, one)[side] for one in opened) / len(opened)
        # A round pays 1 for a bid that is made, and 1 to the others for one that is not.
        assert row.open_hands == pytest.approx((worth[row] + 1) / 2)
    for row in calls.rows:
        assert row.gap is not None
        assert row.gap.mean == pytest.approx(max(worth.values()) - worth[row])
    assert calls.worth == pytest.approx(max(worth.values()))


def test_a_bid_stands_beside_its_neighbours_and_loses_nothing() -> None:
    game = dr.Round(RULES, seed=2)
    for move in ("b1", "b3", "-", "-", "tD"):
        game.push(move)
    seat = game.turn
    reviewed = dr.review(game, seat=seat, worlds=4)
    [bid, trump] = sorted(reviewed, key=lambda turn: turn.action)
    assert isinstance(bid.report, Calls)
    assert [f"{row.move}" for row in bid.report.rows] == ["b2", "b3", "b4", "-"]
    assert (bid.kind, bid.is_judged, bid.as_json()["lost"]) == (None, False, None)
    assert "b3 with " in bid.reason
    assert "nobody's bidding is guessed" in bid.reason
    assert trump.is_judged
    assert trump.step is not None
    assert isinstance(trump.report, Calls)
    assert trump.lost == trump.report[trump.played].gap
    assert "Bids and trumps" in review_page(reviewed)
    assert trump.reason in text(reviewed)


def test_what_has_no_contract_is_reviewed_all_the_same(call: Call) -> None:
    void = call("review", VOID, "--worlds", "2").out
    assert "chances: b30 with " in void
    auction = breakdown(dr.Round.from_position(dr.Position(f"{DEAL} play:-,-")), "A")
    assert (auction.finished, auction.estimated, auction.steps) == (False, True, ())
    moon = call("review", MOON, "--worlds", "2").out
    assert "bids and trumps are not reviewed: the bidder takes tiles" in moon
    assert "contract" not in moon
