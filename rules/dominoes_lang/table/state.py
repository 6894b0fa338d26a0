"""The state of one round, with every hand open, and the actions that change it.

Plain values, shared by the interpreter, the generated functions and the search.
Seats and sides are numbers from 0 in order of play; tiles are numbers of a `TileSet`.
"""

from __future__ import annotations

from enum import Enum, IntEnum
from functools import cache
from typing import NamedTuple

SEAT_LETTERS = "ABCDEFGHIJ"
NOBODY = -1
NO_TILE = -1


class End(IntEnum):
    """An open end of the line; on the empty table a tile is laid at `LEFT`."""

    LEFT = 0
    RIGHT = 1


class Over(IntEnum):
    """Whether the round is over, and how it ended."""

    NO = 0
    DOMINO = 1
    BLOCKED = 2


class Kind(Enum):
    """The kinds of action."""

    PLAY = "play"
    DRAW = "draw"
    PASS = "pass"


class Action(NamedTuple):
    """One action of the mover: lay `tile` at `end`, draw the next tile of the stock, or pass.

    Make them with `play`, `DRAW` and `PASS`, which return one shared value for each action.
    """

    kind: Kind
    tile: int = NO_TILE
    end: int = End.LEFT


DRAW = Action(Kind.DRAW)
PASS = Action(Kind.PASS)


@cache
def play(tile: int, end: int) -> Action:
    """The action that lays a tile, by its number, at an end."""
    return Action(Kind.PLAY, tile, end)


class State(NamedTuple):
    """The state of a round, every hand open. Immutable."""

    hands: tuple[int, ...]
    """For each seat the mask of the tiles held."""
    ends: tuple[int, ...]
    """The numbers at the open ends, empty before the first tile; see `layout`."""
    stock: tuple[int, ...]
    """Undealt tiles in drawing order, the next one first, the reserve included."""
    mover: int
    """The seat whose turn it is; at the end of the round the seat that acted last."""
    opener: int
    opening: int
    """The mask of the tiles that the opener may open with."""
    finisher: int = NOBODY
    """The seat that laid the most recent tile."""
    last_tile: int = NO_TILE
    """The most recent tile."""
    fitted: int = 0
    """How many ends the most recent tile fitted before it was laid."""
    plays: int = 0
    passes: int = 0
    """Passes in a row."""
    step: int = -1
    """While a turn continues after a draw: the number of the turn step that drew; otherwise -1."""
    drawn: int = NO_TILE
    """While a turn continues after a draw: the tile drawn last; otherwise `NO_TILE`."""
    over: int = Over.NO
    round: int = 1
    """The number of the round in the match, from 1."""
    scores: tuple[int, ...] = ()
    """The points (or wins) of each side in the match so far."""
