"""Bots that look at the legal moves alone; of equal ones each takes the first in order.

Every bot chooses among the moves that it is given, in canonical order: the legal ones, or those
of them that it does not overlook.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from dominoes_lang.table.layout import Ends
from dominoes_rules.position.notation import Move
from dominoes_rules.position.position import Position


def by_chance(_position: Position, random: Random, moves: Sequence[Move]) -> Move:
    """Any legal move, each equally likely."""
    return moves[int(random.random() * len(moves))]


def first(_position: Position, _random: Random, moves: Sequence[Move]) -> Move:
    """The first tile of the hand that fits, in canonical order; left before right."""
    return moves[0]


def lowest(position: Position, _random: Random, moves: Sequence[Move]) -> Move:
    """The play that leaves the lowest new number open; see `order_by_new_end`."""
    return least(moves, lambda move: order_by_new_end(position, move))


def heaviest(_position: Position, _random: Random, moves: Sequence[Move]) -> Move:
    """The tile with the most pips."""
    return least(moves, lambda move: -pips(move))


def double(_position: Position, _random: Random, moves: Sequence[Move]) -> Move:
    """A double where one fits, else the first tile that does."""
    return least(moves, lambda move: move.tile is None or not move.tile.is_double)


def least(moves: Sequence[Move], cost: Callable[[Move], Any]) -> Move:
    """The play of least cost, the first of equals; without a play the first move."""
    return min(plays(moves), key=cost, default=moves[0])


def plays(moves: Sequence[Move]) -> list[Move]:
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
