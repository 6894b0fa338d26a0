"""What is said before the first trick: bids, what the bidder lays aside, and the trump."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from dominoes_lang.table.state import (
    NOBODY,
    PASS,
    Action,
    Kind,
    More,
    Over,
    State,
    bid,
    discard,
    name_trump,
    with_aside,
)
from dominoes_lang.table.tiles import numbers_in


class Rung(NamedTuple):
    """A bid of a ladder."""

    bid: int
    over_last: bool = False
    """Whether it may be bid only over the one just before it."""


@dataclass(frozen=True)
class AuctionRules:
    """The auction of one setup, and what the bidder does before the first trick."""

    seats: int
    ladder: tuple[Rung, ...]
    """All bids, rising."""
    until_all_pass: bool
    """Whether it goes on until all but one have passed; otherwise every seat speaks once."""
    last_must_bid: bool
    """Whether the last seat may not pass once all others have; otherwise the deal is void."""
    trumps: tuple[int, ...]
    """What may be named."""
    namer: tuple[int, ...]
    """For each bidder the seat that names the trump."""
    discards: int = 0
    """How many tiles a bidder who takes the stock lays aside."""
    has_widow: bool = False

    # ------------------------------------------------------------------ bids

    @cached_property
    def _everyone(self) -> int:
        return (1 << self.seats) - 1

    @property
    def lowest(self) -> int:
        """The lowest bid."""
        return self.ladder[0].bid

    @property
    def highest(self) -> int:
        """The highest bid."""
        return self.ladder[-1].bid

    def bids_over(self, last: int) -> list[int]:
        """The bids that may follow one, or 0 for none, rising."""
        below = 0
        bids = []
        for rung in self.ladder:
            if rung.bid > last and (not rung.over_last or below == last):
                bids.append(rung.bid)
            below = rung.bid
        return bids

    def is_open(self, more: More) -> bool:
        """Whether somebody has still to speak."""
        if more.bidder != NOBODY and not self.bids_over(more.bid):
            return False
        if more.silent == self._everyone:
            return False
        alone = self._everyone & ~more.silent == 1 << more.bidder if more.bidder >= 0 else False
        return not (self.until_all_pass and alone)

    def must_bid(self, more: More, seat: int) -> bool:
        """Whether a seat may not pass, since all others have."""
        others = self._everyone & ~(1 << seat)
        return self.last_must_bid and more.bidder == NOBODY and more.silent & others == others

    # ------------------------------------------------------------------ what may be done

    def legal(self, state: State) -> list[Action]:
        """The legal actions before the first trick."""
        more, mover = state.more, state.mover
        if self.is_open(more):
            passes = [] if self.must_bid(more, mover) else [PASS]
            return passes + [bid(number) for number in self.bids_over(more.bid)]
        if more.aside_due:
            return [discard(tile) for tile in numbers_in(state.hands[mover])]
        return [name_trump(trump) for trump in self.trumps]

    def after(self, state: State, action: Action) -> State:
        """The state after one of these actions.

        A deal that everybody has passed is void. After the trump the mover is still who named it.
        """
        more, mover = state.more, state.mover
        match action.kind:
            case Kind.NAME:
                return state._replace(ends=(action.said,))
            case Kind.DISCARD:
                mask = 1 << action.tile
                hands = (
                    *state.hands[:mover],
                    state.hands[mover] & ~mask,
                    *state.hands[mover + 1 :],
                )
                more = with_aside(more, self.seats, mover, mask)
                more = more._replace(aside_due=more.aside_due - 1)
                return self._next(state._replace(hands=hands, more=more))
            case Kind.BID:
                silent = more.silent if self.until_all_pass else more.silent | 1 << mover
                more = more._replace(bid=action.said, bidder=mover, silent=silent)
            case _:
                more = more._replace(silent=more.silent | 1 << mover)
        after = state._replace(more=more)
        if self.is_open(more):
            seat = (mover + 1) % self.seats
            while more.silent >> seat & 1:
                seat = (seat + 1) % self.seats
            return after._replace(mover=seat)
        if more.bidder == NOBODY:
            return after._replace(over=Over.VOID)
        if self.has_widow:
            taken = list(after.hands)
            for tile in after.stock:
                if tile >= 0:  # otherwise one that nobody has seen
                    taken[more.bidder] |= 1 << tile
            after = after._replace(
                hands=tuple(taken), stock=(), more=more._replace(aside_due=self.discards)
            )
        return self._next(after)

    def _next(self, state: State) -> State:
        """The same with the seat that discards or names now."""
        bidder = state.more.bidder
        seat = bidder if state.more.aside_due else self.namer[bidder]
        return state._replace(mover=seat)
