"""The bot of games of tricks that counts tiles: what has fallen, and what can still beat a tile."""

from __future__ import annotations

from collections.abc import Sequence

from dominoes_lang.setup.suits_under import suits_under
from dominoes_lang.table.state import NOBODY, Action, State
from dominoes_lang.table.tiles import numbers_in
from dominoes_lang.table.tricks import trick_in
from dominoes_rules.bots.bidding import said_first, speaks
from dominoes_rules.bots.simple_bots import PLAIN, Draw
from dominoes_rules.bots.trick_sense import points_in
from dominoes_solver.belief.shown import ShownSoFar


def counts(actions: Sequence[Action], state: State, shown: ShownSoFar, draw: Draw) -> Action:
    """Leads trumps that can't be beaten, then other such tiles; keeps counters for sure tricks.

    While its side has bid and opponents may hold trumps, its highest trumps come first, then
    doubles and whatever else is the highest left of its suit. To a trick that its side is sure to
    take it plays its dearest counter, and to any other its cheapest tile. A trick of an opponent it
    takes if it can. In a game without tricks, it plays as `heaviest`.
    """
    setup = shown.setup
    if setup.tricks is None:
        return PLAIN["heaviest"](actions, state, shown, draw)
    if speaks(setup, state):
        return said_first(actions, state, setup)
    seen = _Seen(state, shown)
    return min(actions, key=lambda action: seen.order(action.tile))


class _Seen:
    """The trick, and the tiles that others may hold, as the mover has seen them."""

    def __init__(self, state: State, shown: ShownSoFar) -> None:
        setup, seat = shown.setup, state.mover
        self.trick = trick_in(state.ends)
        self.suits = suits_under(setup, self.trick.trump)
        self.of_tile = points_in(setup).of_tile
        unseen = setup.tiles.all & ~shown.laid & ~state.hands[seat]
        side_of, seats = setup.side_of, setup.seats
        played = {(self.trick.leader + turn) % seats for turn in range(len(self.trick.tiles))}
        opponents = [other for other in range(seats) if side_of[other] != side_of[seat]]
        self.held = 0
        """What an opponent may hold who has still to play to this trick."""
        for opponent in opponents:
            if opponent not in played:
                self.held |= unseen & ~shown.void[opponent]
        self.bids = state.more.bidder != NOBODY and side_of[state.more.bidder] == side_of[seat]
        self.ours = False
        """Whether its side has the highest tile of the trick."""
        if self.trick.tiles:
            best = self.suits.best(self.trick.tiles)
            self.ours = side_of[(self.trick.leader + best) % seats] == side_of[seat]
            self.strength = self.suits.strength[self.suits.led_by[self.trick.tiles[0]]]
            self.best = self.strength[self.trick.tiles[best]]
            self.is_safe = not self._beaten(self.best)

    def order(self, tile: int) -> tuple[int, ...]:
        """Where a tile stands among those that may be played; the least is played."""
        return self._following(tile) if self.trick.tiles else self._leading(tile)

    def _beaten(self, strength: int) -> bool:
        """Whether an opponent who has still to play may hold a tile above a strength."""
        return any(self.strength[tile] > strength for tile in numbers_in(self.held))

    def _leading(self, tile: int) -> tuple[int, ...]:
        suits, suit = self.suits, self.suits.led_by[tile]
        strength = suits.strength[suit]
        follow = self.held & suits.following[suit]
        trumps = self.held & suits.following.get(suits.trump, 0)
        higher = any(strength[other] > strength[tile] for other in numbers_in(follow))
        if higher:
            return 3, suit == suits.trump, self.of_tile[tile], strength[tile]
        if suit == suits.trump:
            draws = self.bids and trumps
            return (0 if draws else 2), -strength[tile]
        if not trumps:
            return 1, -self.of_tile[tile]
        return 1, -follow.bit_count()

    def _following(self, tile: int) -> tuple[int, ...]:
        value, kept = self.of_tile[tile], self._worth_keeping(tile)
        if self.ours and self.is_safe:
            return 0, -value, kept
        if self.strength[tile] > self.best:
            if not self._beaten(self.strength[tile]):
                return 0, -value, kept
            if not self.ours:
                return 1, value, kept
        return 2, value, kept

    def _worth_keeping(self, tile: int) -> int:
        """How strong a tile is in the suit that it leads; a trump is above all others."""
        return self.suits.strength[self.suits.led_by[tile]][tile]
