"""A world as a position: its tiles in place of the hidden ones of a record or a snapshot."""

from __future__ import annotations

from dataclasses import replace

from dominoes_lang.table.state import NO_TILE, NOBODY, Kind, discard
from dominoes_lang.table.tiles import numbers_in
from dominoes_rules.position.position import Position
from dominoes_solver.evidence.view import Holding, Record, Snapshot, View
from dominoes_solver.worlds.slots import STOCK, World


def filled_in(position: Position, world: World, stock: tuple[int, ...] | None = None) -> Position:
    """A position with every hand of a world filled in; see `Worlds.position_of`."""
    evidence, view = position.evidence, position.view
    taker, taken = _widow(position), 0
    at_deal: dict[int, int] = {}
    drawn: dict[int, int] = {}
    aside: dict[int, int] = {}
    before: dict[int, list[int]] = {}
    """For each seat the hidden tiles that it drew before the opening, in the order of the slots."""
    for slot, tiles in zip(evidence.hidden.slots, world, strict=True):
        if slot.aside and isinstance(view, Snapshot):
            aside[slot.holder] = tiles
            continue
        if slot.aside:
            aside[slot.aside] = tiles.bit_length() - 1
        if slot.holder == taker and slot.since:
            taken = tiles
        elif slot.holder != STOCK and slot.since > 0 and tiles:
            drawn[slot.since] = tiles.bit_length() - 1
        elif slot.holder != STOCK:
            # Together with what was laid aside later.
            at_deal[slot.holder] = at_deal.get(slot.holder, 0) | tiles
            if slot.since < 0:
                before.setdefault(slot.holder, []).extend(numbers_in(tiles))
    if taker != NOBODY and isinstance(view, Record):
        # Nothing is shown before the stock is taken, so any of these tiles may be those.
        for tile in [*numbers_in(at_deal.get(taker, 0))][: 0 if taken else view.stock_unseen]:
            taken |= 1 << tile
            at_deal[taker] &= ~(1 << tile)
        stock = (*view.stock, *numbers_in(taken))
    hands = view.dealt if isinstance(view, Record) else view.hands
    filled = tuple(Holding(hand.known | at_deal.get(seat, 0)) for seat, hand in enumerate(hands))
    name, compiled = position.variant, position.compiled
    if isinstance(view, Snapshot):
        now_aside = (Holding(own.known | aside.get(seat, 0)) for seat, own in enumerate(view.aside))
        shown: View = replace(view, hands=filled, aside=tuple(now_aside))
        drawn_before: tuple[int, ...] = ()
    else:
        moves = tuple(
            move._replace(drawn=drawn.get(number, move.drawn))
            if move.kind is Kind.DRAW
            else move._replace(action=discard(aside[number]))
            if number in aside
            else move
            for number, move in enumerate(view.moves, 1)
        )
        opener = None if evidence.undecided else evidence.state.opener
        drew = tuple(
            tuple(before[seat].pop(0) if tile == NO_TILE else tile for tile in tiles)
            for seat, tiles in enumerate(view.drew)
        )
        shown = replace(view, dealt=filled, drew=drew, moves=moves, opener=opener)
        draws = [move.drawn for move in moves if move.kind is Kind.DRAW]
        drawn_before = (*view.stock[: len(draws)], *draws[len(view.stock) :])
    if stock is not None:
        shown = replace(shown, stock=(*drawn_before, *stock), stock_unseen=0)
    return Position.from_view(compiled, shown, position.laid, name)


def _widow(position: Position) -> int:
    """The seat that has taken the stock, in a record of a game of tricks; or nobody."""
    tricks, view = position.setup.tricks, position.view
    if tricks is None or not tricks.auction.has_widow or isinstance(view, Snapshot):
        return NOBODY
    more = position.evidence.state.more
    return NOBODY if tricks.auction.is_open(more) else more.bidder
