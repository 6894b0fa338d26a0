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
    """An open end of the line. On the empty table, a tile is laid at `LEFT`."""

    LEFT = 0
    RIGHT = 1

    @property
    def word(self) -> str:
        return self.name.lower()


class Over(IntEnum):
    """Whether the round is over, and how it ended."""

    NO = 0
    DOMINO = 1
    BLOCKED = 2
    CUT = 3
    """A side has reached the target of the match in the middle of the round."""


class Kind(Enum):
    """The kinds of action."""

    PLAY = "play"
    DRAW = "draw"
    PASS = "pass"
    STOP = "stop"


class Action(NamedTuple):
    """One action of the mover: lay `tile` at `end`, draw the next tile of the stock, pass, or stop.

    Make them with `play`, `DRAW`, `PASS` and `STOP`, which return one shared value for each action.
    """

    kind: Kind
    tile: int = NO_TILE
    end: int = End.LEFT


DRAW = Action(Kind.DRAW)
PASS = Action(Kind.PASS)
STOP = Action(Kind.STOP)
"""Ends a turn in which a tile was laid; no pass."""


@cache
def play(tile: int, end: int = End.LEFT) -> Action:
    """The action that lays a tile, by its number, at an end; left where all ends are one."""
    return Action(Kind.PLAY, tile, end)


# ------------------------------------------------------------------ actions as numbers

TILE_BITS, PLACE_BITS = 8, 5
"""A play as a number is its tile, with the place above it. Double-eighteen has 190 tiles; there is
room for 16 places with two ways to lay a tile at each."""
TILE_MASK = (1 << TILE_BITS) - 1
_OTHERS = (DRAW, PASS, STOP)
DRAW_NUMBER, PASS_NUMBER, STOP_NUMBER = (
    (1 << TILE_BITS + PLACE_BITS) + place for place in range(len(_OTHERS))
)
"""Above all plays."""


def number_of(action: Action) -> int:
    """The number of an action, the same in every game."""
    if action.kind is Kind.PLAY:
        return action.tile | action.end << TILE_BITS
    return DRAW_NUMBER + _OTHERS.index(action)


def action_of(number: int) -> Action:
    """The action of a number."""
    if number >= DRAW_NUMBER:
        return _OTHERS[number - DRAW_NUMBER]
    return play(number & TILE_MASK, number >> TILE_BITS)


def order_of(action: Action) -> tuple[bool, int, int]:
    """Where an action stands among the legal ones: plays by tile and place, draw, pass, stop."""
    others = action.kind is not Kind.PLAY
    return others, number_of(action) if others else action.tile, action.end


class More(NamedTuple):
    """What only some rules ask of a round; a field that no rule asks for keeps its default."""

    paid: tuple[int, ...] = ()
    """The points that each side has been paid in the round so far; empty for none."""
    passes_before: int = 0
    """The passes in a row that stood before the most recent tile."""
    left_open: int = -1
    """The number that the most recent tile left open; of a first one its left half."""
    doubles: int = 0
    """The ends at which a double lies; see `layout`."""
    turn_tiles: int = 0
    """The tiles that the mover has laid in this turn."""
    idle: int = 0
    """The rounds in a row before this one that nobody won."""


NOTHING_MORE = More()


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
    """While a turn continues after a draw: the number of the turn step that drew; otherwise -1.

    A step that draws several tiles adds the number of steps in the turn for each tile drawn.
    """
    drawn: int = NO_TILE
    """While a turn continues after a draw: the tile drawn last; otherwise `NO_TILE`."""
    over: int = Over.NO
    round: int = 1
    """The number of the round in the match, from 1."""
    scores: tuple[int, ...] = ()
    """The points (or wins) of each side in the match before this round."""
    more: More = NOTHING_MORE

    @property
    def opened(self) -> bool:
        """Whether anybody has laid a tile; until then the opener has the turn."""
        return self.plays > 0


def as_turn_of(state: State, seat: int) -> State:
    """The state as it would be if a seat began its turn now."""
    more = state.more
    if more.turn_tiles:
        more = more._replace(turn_tiles=0)
    return state._replace(mover=seat, step=-1, drawn=NO_TILE, over=Over.NO, more=more)
