"""What bots say in an auction, by counting tiles: a search with open hands would know too much."""

from __future__ import annotations

from collections.abc import Sequence

from dominoes_lang.setup.ruleset import Setup
from dominoes_lang.table.auction import AuctionRules
from dominoes_lang.table.state import State
from dominoes_lang.table.suits import DoublesRank, is_suit
from dominoes_lang.table.tricks import Tricks
from dominoes_rules.position.notation import Move


def said_by_count(setup: Setup, state: State, moves: Sequence[Move]) -> Move:
    """What the mover says or lays aside before the first trick, one of some legal moves.

    It bids no more than the share of tricks that its trumps and its other doubles make of a hand,
    and the least that may be bid.
    """
    assert setup.tricks is not None
    auction, hand = setup.tricks.auction, state.hands[state.mover]
    named = {move.said: move for move in moves if move.said is not None}
    if auction.is_open(state.more):
        tricks = max(_strength(setup, trump, hand) for trump in auction.trumps)
        most = _highest(auction) * tricks // setup.hand_size
        return named[min(named)] if named and min(named) <= most else moves[0]
    best = max(auction.trumps, key=lambda trump: (_strength(setup, trump, hand), -trump))
    if named:
        return named.get(best) or moves[0]
    keeping = _strong(setup, best, hand)
    return min(moves, key=lambda move: _worth(setup, move, keeping))


def _highest(auction: AuctionRules) -> int:
    """The bid for all tricks: the last before the ladder leaves out a number."""
    bids = [rung.bid for rung in auction.ladder]
    return next((bid for bid in bids if bid + 1 not in bids), bids[-1])


def _strong(setup: Setup, trump: int, hand: int) -> int:
    """The tiles of a hand that may take a trick: trumps, and the doubles of other suits."""
    rules = setup.layout.rules
    assert isinstance(rules, Tricks)
    suits = rules.suits(trump)
    trumps = suits.following[trump] if is_suit(trump) else 0
    low = suits.doubles is DoublesRank.LOW
    return hand & (trumps | (0 if low else setup.tiles.doubles))


def _strength(setup: Setup, trump: int, hand: int) -> int:
    return _strong(setup, trump, hand).bit_count()


def _worth(setup: Setup, move: Move, keeping: int) -> tuple[bool, int]:
    """How late a tile is laid aside."""
    assert move.tile is not None
    return bool(keeping >> setup.tiles.number[move.tile] & 1), move.tile.high
