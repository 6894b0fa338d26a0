"""The ends of a table with trains at which a player may lay chains."""

from __future__ import annotations

from typing import NamedTuple

from dominoes_lang.setup.ruleset import Setup
from dominoes_lang.table.marks import Mark, Train
from dominoes_lang.table.shape import Where
from dominoes_lang.table.spots import opened_by
from dominoes_lang.table.state import State
from dominoes_lang.table.tiles import numbers_in


class TrainEnd(NamedTuple):
    """An open end, as one player sees it."""

    number: int
    mark: Mark | None
    """What the place is called; of a train that the player has yet to begin it is that train."""
    is_own: bool
    is_open: bool
    """Whether the player may lay a tile there now; a double elsewhere may have to be covered."""


def why_no_chains(setup: Setup) -> str:
    """Why no chains are searched in a game; empty where they are."""
    if not setup.layout.owners:
        return f"{setup.ruleset.title} has no trains"
    if not setup.layout.fits.is_equal:
        return "chains are found only where a tile touches an equal number, whatever lies elsewhere"
    return ""


def train_ends(setup: Setup, state: State, seat: int, hand: int) -> list[TrainEnd]:
    """The open ends of a seat: its own train, the public one, and the others open to it.

    hand: the mask of its tiles. If its train begins with a tile of the hand, there is an end for
    each number that such a tile opens, and a chain from there begins with that tile.
    """
    layout, state = setup.layout, state._replace(mover=seat)
    own = Train(seat)
    own_spots = layout.rules.spots_where(Where.OWN, state)
    own_places = {spot.place for spot in own_spots if spot.sides}
    ends = [
        TrainEnd(end.number, end.mark, end.mark == own or end.end in own_places, end.is_open)
        for end in layout.names.named_ends(state)
    ]
    ends = [
        end
        for end in ends
        if end.is_own or end.is_open or (isinstance(end.mark, Train) and end.mark.is_public)
    ]
    if any(end.is_own for end in ends):
        return ends
    beginning = 0
    for spot in own_spots:
        beginning |= spot.fit & hand
    if not state.begun:
        beginning = hand
    opened = {number for tile in numbers_in(beginning) for number in opened_by(layout.rules, tile)}
    return ends + [TrainEnd(number, own, True, True) for number in sorted(opened, reverse=True)]
