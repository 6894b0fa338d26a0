"""How many tiles are dealt, and how many of the rest nobody may draw."""

from __future__ import annotations

from typing import NamedTuple

from dominoes_lang.setup.binding import ParameterError, whole
from dominoes_lang.syntax import nodes
from dominoes_lang.table.tiles import TileSet


class DealtTo(NamedTuple):
    """What a deal depends on besides its own clauses."""

    seats: int
    most_seats: int
    """The most for whom the game is."""
    tiles: TileSet
    begun: int
    """How many tiles lie on the table before the first turn."""


def dealt(deal: nodes.DealClause, reserve: nodes.ReserveClause, to: DealtTo) -> tuple[int, int]:
    """The tiles of each hand, and those of the reserve. Raises `ParameterError`."""
    seats, there = to.seats, len(to.tiles) - to.begun
    size = _hand_size(deal, seats, there)
    if size is None:
        raise ParameterError(
            f"the number of tiles dealt to each of {seats} players is missing",
            "deal",
            f'add it, for instance "5 each for {seats}"',
        )
    if not deal.parts and there % seats:
        raise ParameterError(
            f"{there} tiles can't be dealt to {seats} players evenly",
            "deal",
            f'state how many, for instance "deal: {there // to.most_seats} each"',
        )
    if size < 1:
        raise ParameterError(f"{size} tiles each are too few to play with", "deal")
    left = there - seats * size
    if left < 0:
        begun = f", one of which lies on the table: {there} are left" if to.begun else ""
        raise ParameterError(
            f"{seats} players × {size} = {seats * size} tiles, but the set has "
            f"{len(to.tiles)}{begun}",
            "deal",
            "deal fewer tiles",
        )
    reserved = whole(reserve.amount)
    if not 0 <= reserved <= left:
        raise ParameterError(
            f"the reserve is {reserved}, but dealing to {seats} players leaves {left}",
            "reserve",
            "reserve or deal fewer tiles" if left else "leave this clause out",
        )
    return size, reserved


def _hand_size(clause: nodes.DealClause, seats: int, tiles: int) -> int | None:
    """How many tiles each player is dealt, or None if no part of the clause applies."""
    if not clause.parts:
        return tiles // seats
    for players in (seats, None):
        for part in clause.parts:
            if part.players == players:
                return whole(part.amount)
    return None
