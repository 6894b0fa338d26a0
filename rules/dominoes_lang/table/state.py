"""The state of one round, with every hand open, and the actions that change it.

Plain values, shared by the interpreter, the generated functions and the search.
Seats and sides are numbers from 0 in order of play; tiles are numbers of a `TileSet`.
"""

from __future__ import annotations

from enum import Enum, IntEnum
from functools import cache
from typing import Any, NamedTuple

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
    VOID = 4
    """Nobody has bid, so the deal is void."""


class Kind(Enum):
    """The kinds of action."""

    PLAY = "play"
    DRAW = "draw"
    PASS = "pass"
    STOP = "stop"
    DISCARD = "discard"
    BID = "bid"
    NAME = "name"


ASIDE = 1 << 22
"""The `end` of a tile that is laid aside, above those of all plays."""
LEAVING_AT = 10
"""In the `end` of a play: the place of the number that it leaves open, counted from 1."""


class Action(NamedTuple):
    """One action of the mover: lay `tile` at `end`, lay it aside, draw the next one, pass, or stop.

    In a game of tricks also a bid, or the name of a trump. Make them with `play`, `discard`, `bid`,
    `name_trump`, `DRAW`, `PASS` and `STOP`, one shared value for each action.
    """

    kind: Kind
    tile: int = NO_TILE
    end: int = End.LEFT
    """The open end, and the number that is left open where the tile fits there in two ways.

    Of a tile that is laid aside `ASIDE`. Of a bid, and of the name of a trump, `said`.
    """

    @property
    def place(self) -> int:
        """The open end alone."""
        return self.end & (1 << LEAVING_AT) - 1

    @property
    def leaving(self) -> int:
        """The number that is left open; -1 unless both halves may touch."""
        return (self.end >> LEAVING_AT) - 1

    @property
    def said(self) -> int:
        """The number that is bid, or the trump that is named."""
        return self.end


def place_at(end: int) -> int:
    """The open end alone, of the `end` of a play."""
    return end & (1 << LEAVING_AT) - 1


def leaving_at(end: int) -> int:
    """The number that is left open, of the `end` of a play; -1 unless both halves may touch."""
    return (end >> LEAVING_AT) - 1


def end_leaving(place: int, leaving: int) -> int:
    """The `end` of a play at an open end that leaves a number open, or -1 for the only one."""
    return place | leaving + 1 << LEAVING_AT


DRAW = Action(Kind.DRAW)
PASS = Action(Kind.PASS)
STOP = Action(Kind.STOP)
"""Ends a turn in which a tile was laid; no pass."""


@cache
def play(tile: int, end: int = End.LEFT) -> Action:
    """The action that lays a tile, by its number, at an end; left where all ends are one."""
    return Action(Kind.PLAY, tile, end)


@cache
def discard(tile: int) -> Action:
    """The action that lays a tile of the hand aside, face down."""
    return Action(Kind.DISCARD, tile, ASIDE)


@cache
def bid(number: int) -> Action:
    """The action that bids a number."""
    return Action(Kind.BID, NO_TILE, number)


@cache
def name_trump(trump: int) -> Action:
    """The action that names a trump, as `table/suits.py` numbers them."""
    return Action(Kind.NAME, NO_TILE, trump)


SPOKEN = frozenset({Kind.BID, Kind.NAME})
"""The kinds of action that are said, and move no tile."""

# ------------------------------------------------------------------ actions as numbers

TILE_BITS = 8
"""A play as a number is its tile, with the place above it: there is room for any number of places,
and for several ways to lay a tile at each."""
TILE_MASK = (1 << TILE_BITS) - 1
_OTHERS = (DRAW, PASS, STOP)
DRAW_NUMBER, PASS_NUMBER, STOP_NUMBER = range(TILE_MASK + 1 - len(_OTHERS), TILE_MASK + 1)
"""In place of a tile, at no place. Double-eighteen has 190 tiles."""
_SAID = {Kind.BID: DRAW_NUMBER - 1, Kind.NAME: DRAW_NUMBER - 2}
"""In place of a tile, with what is said above it."""
_SPEAKING = {_SAID[Kind.BID]: bid, _SAID[Kind.NAME]: name_trump}


def number_of(action: Action) -> int:
    """The number of an action, the same in every game."""
    if action.tile != NO_TILE:
        return action.tile | action.end << TILE_BITS
    if action.kind in SPOKEN:
        return _SAID[action.kind] | action.end << TILE_BITS
    return DRAW_NUMBER + _OTHERS.index(action)


def action_of(number: int) -> Action:
    """The action of a number."""
    tile = number & TILE_MASK
    if number >> TILE_BITS == ASIDE:
        return discard(tile)
    if tile in _SPEAKING:
        return _SPEAKING[tile](number >> TILE_BITS)
    return play(tile, number >> TILE_BITS) if tile < DRAW_NUMBER else _OTHERS[tile - DRAW_NUMBER]


def order_of(action: Action) -> tuple[bool, bool, int, int, int]:
    """Where an action stands among the legal ones.

    Plays by tile and place, discards by tile, draw, pass, stop, bids and trumps.
    """
    plays, lacks_tile = action.kind is Kind.PLAY, action.tile == NO_TILE
    number = number_of(action) if lacks_tile else action.tile
    return not plays, lacks_tile, number, action.place, action.leaving


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
    laid: int = 0
    """The mask of the tiles on the table."""
    at_ends: tuple[int, ...] = ()
    """For each open end of a table in arms the tile that lies there; of ends that are alike in the
    order in which they were laid."""
    aside: tuple[int, ...] = ()
    """For each seat the mask of the tiles that it laid aside; empty while there are none."""
    owed: int = -1
    """The open end at which the mover must lay a second tile before the turn is over, or -1."""
    used_trains: int = 0
    """The mask of the trains on which the mover has laid a tile in this turn."""
    out: int = 0
    """The mask of the seats that have dropped out of the round."""
    last_end: int = -1
    """The end of a line at which the most recent tile lies; -1 before the first one."""
    drew: tuple[tuple[int, ...], ...] = ()
    """For each seat the tiles that it drew before the opening, in order; empty for none, and once
    the round is opened."""
    sets: tuple[int, ...] = ()
    """The sets that each side has won; empty for none."""
    streaks: tuple[int, ...] = ()
    """The rounds before this one that each side has won in a row; empty for none."""
    redeals: int = 0
    """The void deals in a row just before this round."""
    all_passes: int = 0
    """The passes of all players in this round."""
    pass_runs: tuple[int, ...] = ()
    """For each seat its passes in a row, not ended by a play or a discard yet; empty for none."""
    bid: int = 0
    """The highest bid of a game of tricks; 0 before the first one."""
    bidder: int = -1
    """The seat that made it, or nobody."""
    silent: int = 0
    """The mask of the seats that may not speak again in the auction."""
    aside_due: int = 0
    """How many tiles the bidder has still to lay aside before the trump is named."""
    taker: int = -1
    """The seat that took the most recent trick, or nobody."""
    taken: tuple[int, ...] = ()
    """For each seat the mask of the tiles in its tricks; empty before the first one."""


NOTHING_MORE = More()
OF_MATCH = ("idle", "sets", "streaks", "redeals")
"""The fields of `More` that come from before the round, and stay the same all round."""


def carried_of(source: object) -> dict[str, Any]:
    """The fields that come from before the round, of a `More` or of a view of a round."""
    return {name: getattr(source, name) for name in OF_MATCH}


class CountedField(NamedTuple):
    """A field of `More` that each play sets to a field of the state before it, and a number more.

    The interpreter, the generated functions, the lowering and machine code go by `COUNTERS`.
    """

    name: str
    source: str
    added: int = 0
    of_turn: bool = False
    """Whether it is 0 at the beginning of each turn."""


COUNTERS = (
    CountedField("passes_before", "passes"),
    CountedField("turn_tiles", "turn_tiles", 1, of_turn=True),
)


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
        """Whether anybody has laid a tile."""
        return self.plays > 0

    @property
    def begun(self) -> bool:
        """Whether a tile lies on the table, played or not; until then the opener lays one.

        Where nobody plays the first tile, the tiles on the table are tracked from the start. A
        game of tricks begins with its auction, and has begun once the trump is named.
        """
        return self.plays > 0 or self.more.laid != 0 or self.ends != ()


def only_dealt(hands: tuple[int, ...]) -> State:
    """The state right after the deal, as far as rules that are asked then may read it."""
    return State(hands=hands, ends=(), stock=(), mover=NOBODY, opener=NOBODY, opening=0)


def before_drawing(start: State) -> tuple[int, ...]:
    """The hands of the first state of a round without what was drawn before the opening."""
    drew = start.more.drew or ((),) * len(start.hands)
    return tuple(
        hand & ~sum(1 << tile for tile in drawn)
        for hand, drawn in zip(start.hands, drew, strict=True)
    )


def laid_aside(state: State, seat: int) -> int:
    """The mask of the tiles that a seat laid aside."""
    return state.more.aside[seat] if state.more.aside else 0


def not_laid(state: State) -> int:
    """The mask of the tiles that are not on the table: held, laid aside, or in the stock."""
    tiles = 0
    for some in (*state.hands, *state.more.aside, *map((1).__lshift__, state.stock)):
        tiles |= some
    return tiles


def with_aside(more: More, seats: int, seat: int, tiles: int) -> More:
    """The same with some more tiles laid aside by a seat."""
    aside = list(more.aside or (0,) * seats)
    aside[seat] |= tiles
    return more._replace(aside=tuple(aside))


def only_aside_of(more: More, seat: int) -> More:
    """The same without the tiles that other seats laid aside or drew; -1 for nobody's."""
    if more.drew:
        more = more._replace(drew=())
    if seat < 0 or not more.aside or not more.aside[seat]:
        return more._replace(aside=())
    own = (tiles if other == seat else 0 for other, tiles in enumerate(more.aside))
    return more._replace(aside=tuple(own))


def run_on(pass_runs: tuple[int, ...], seats: int, seat: int) -> tuple[int, ...]:
    """`More.pass_runs` after a pass of a seat."""
    runs = list(pass_runs or (0,) * seats)
    runs[seat] += 1
    return tuple(runs)


def run_over(pass_runs: tuple[int, ...], seat: int) -> tuple[int, ...]:
    """`More.pass_runs` after a seat has laid a tile, on the table or aside."""
    runs = tuple(0 if other == seat else run for other, run in enumerate(pass_runs))
    return runs if any(runs) else ()


def redealt(before: State, hands: tuple[int, ...]) -> State:
    """The end of a round with the hands that are dealt next, as who opens may be read from them."""
    more = before.more._replace(aside=())
    return before._replace(hands=hands, round=before.round + 1, more=more)


def as_turn_of(state: State, seat: int) -> State:
    """The state as it would be if a seat began its turn now."""
    more = without_turn(state.more)
    return state._replace(mover=seat, step=-1, drawn=NO_TILE, over=Over.NO, more=more)


OF_TURN = (*(counter.name for counter in COUNTERS if counter.of_turn), "used_trains")
"""The fields of `More` that are 0 at the beginning of each turn."""
_TURN_BEGINS: dict[str, Any] = dict.fromkeys(OF_TURN, 0)


def without_turn(more: More) -> More:
    """The same once a turn is over."""
    return more._replace(**_TURN_BEGINS)


def counted(state: State) -> dict[str, Any]:
    """All counters after a play."""
    return {
        one.name: getattr(state if one.source in State._fields else state.more, one.source)
        + one.added
        for one in COUNTERS
    }
