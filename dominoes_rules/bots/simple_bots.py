"""Bots that look at the legal moves alone; of equal ones each takes the first in order."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from dominoes_lang.table.layout import Ends
from dominoes_rules.position.notation import Move
from dominoes_rules.position.position import Position


def by_chance(position: Position, random: Random) -> Move:
    """Any legal move, each equally likely."""
    moves = position.legal_moves
    return moves[int(random.random() * len(moves))]


def first(position: Position, _random: Random) -> Move:
    """The first tile of the hand that fits, in canonical order; left before right."""
    return position.legal_moves[0]


def lowest(position: Position, _random: Random) -> Move:
    """The play that leaves the lowest new number open; see `order_by_new_end`."""
    return least(position, lambda move: order_by_new_end(position, move))


def heaviest(position: Position, _random: Random) -> Move:
    """The tile with the most pips."""
    return least(position, lambda move: -pips(move))


def double(position: Position, _random: Random) -> Move:
    """A double where one fits, else the first tile that does."""
    return least(position, lambda move: move.tile is None or not move.tile.is_double)


def least(position: Position, cost: Callable[[Move], Any]) -> Move:
    """The play of least cost, the first of equals; without a play the first legal move."""
    moves = position.legal_moves
    return min(plays(moves), key=cost, default=moves[0])


def plays(moves: tuple[Move, ...]) -> list[Move]:
    """Those of some moves that lay a tile."""
    return [move for move in moves if move.tile is not None]


def pips(move: Move) -> int:
    """The pips of the tile that a play lays."""
    return move.tile.pips if move.tile is not None else 0


def after(position: Position, move: Move) -> Ends:
    """The open ends after a play."""
    layout = position.setup.layout
    assert move.tile is not None, "a play"
    return layout.lay(position.ends, layout.fits.tiles.number[move.tile], move.end or 0)[0]


def order_by_new_end(position: Position, move: Move) -> tuple[int, ...]:
    """The order of plays by the number that they leave open; of equal ones left before right.

    A tile on the empty table goes by its lower half, then by the higher. It is the order of moves
    in a Prolog program that sorts them as pairs of a number and an end.
    """
    ends = after(position, move)
    if move.end is None:
        return tuple(sorted(ends))
    return ends[move.end], move.end
