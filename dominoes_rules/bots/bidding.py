"""What plain bots do before the first trick of a game of tricks: they bid, lay aside, name a trump.

All of them do the same, by what their hand may hope for: how they play a tile to a trick is
another matter.
"""

from __future__ import annotations

from collections.abc import Sequence

from dominoes_lang.setup.ruleset import Setup
from dominoes_lang.table.state import NOBODY, Action, Kind, State
from dominoes_rules.bots.trick_sense import hoped_for, is_sure, points_in


def speaks(setup: Setup, state: State) -> bool:
    """Whether the first trick is still to come, in a game of tricks."""
    return setup.tricks is not None and not state.begun


def said_first(actions: Sequence[Action], state: State, setup: Setup) -> Action:
    """The bid or the pass, the tile that is laid aside, or the trump, of a hand."""
    hand = state.hands[state.mover]
    if actions[-1].kind is Kind.NAME:
        return max(actions, key=lambda action: hoped_for(setup, hand, action.said))
    if actions[-1].kind is Kind.DISCARD:
        return max(actions, key=lambda action: best_trump(setup, hand & ~(1 << action.tile))[1])
    return _bid(actions, state, setup)


def best_trump(setup: Setup, hand: int) -> tuple[int, float]:
    """The trump under which a hand may hope for most, and the points that it may hope for."""
    assert setup.tricks is not None
    hopes = [(trump, hoped_for(setup, hand, trump)) for trump in setup.tricks.auction.trumps]
    return max(hopes, key=lambda hope: hope[1])


def _bid(actions: Sequence[Action], state: State, setup: Setup) -> Action:
    """The lowest bid that a hand may hope to make; who is sure of all tricks bids the highest.

    A partner's bid stands, and who may not pass bids as little as allowed. Each tile of a stock
    that the bidder takes is expected to save a trick.
    """
    assert setup.tricks is not None
    hand, bidder = state.hands[state.mover], state.more.bidder
    bids = [action for action in actions if action.kind is Kind.BID]
    if not bids or len(bids) == len(actions):
        return actions[0]
    trump, hope = best_trump(setup, hand)
    if is_sure(setup, hand, trump):
        return bids[-1]
    points = points_in(setup)
    hope += setup.tricks.auction.discards * points.total / setup.hand_size
    is_ours = bidder != NOBODY and setup.side_of[bidder] == setup.side_of[state.mover]
    return bids[0] if not is_ours and bids[0].said <= min(hope, points.total) else actions[0]
