"""The nodes of what clauses are made of: tables, openings and the steps of a turn."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from dominoes_lang.syntax.expression_nodes import Expression, Node, Role, TileLiteral, Who
from dominoes_lang.table.shape import Where
from dominoes_lang.table.state import Kind

# ------------------------------------------------------------------ tables and openings


@dataclass(frozen=True)
class TableRow(Node):
    """A row of a table; `condition` is None for `otherwise`."""

    condition: Expression | None
    value: Expression


@dataclass(frozen=True)
class Table(Node):
    """`when CONDITION: VALUE` rows; a plain value is a table of one `otherwise` row."""

    rows: tuple[TableRow, ...]


@dataclass(frozen=True)
class AnyOf(Node):
    """The tiles of `plays any double` and `plays any of doubles [5|0] [4|1]`."""

    doubles: bool
    tiles: tuple[TileLiteral, ...] = ()


@dataclass(frozen=True)
class Opening(Node):
    """`WHO plays TILE`, `WHO by choice`; a `tile` of None is any tile, `with_it` the tile held.

    `who` None is a redeal, or with `draws` that everyone draws, and the choices are tried again.
    """

    who: Expression | None
    with_it: bool = False
    tile: Expression | AnyOf | None = None
    by_choice: bool = False
    """Whether any player of the side may open."""
    draws: int | None = None
    """How many tiles everyone draws, from A on, as long as the stock has as many for all."""

    @property
    def by_chance(self) -> bool:
        """Whether neither the rules nor the hands decide who opens."""
        return self.by_choice or (isinstance(self.who, Who) and self.who.role is Role.LOT)


@dataclass(frozen=True)
class OpeningRow(Node):
    """A row of an opener table: the choices joined by `or else`, the first that applies counts."""

    condition: Expression | None
    choices: tuple[Opening, ...]


# ------------------------------------------------------------------ the turn


class Act(Enum):
    """What a step of a turn does: in words, as a kind of action, and at which of the open ends.

    The grammar has the same names, in small letters.
    """

    # That of `Enum` is a call of Python's, and evidence asks for it at every action of a record.
    __hash__ = object.__hash__

    PLAY = "play a tile", Kind.PLAY
    PLAY_DOUBLE = "play a double", Kind.PLAY
    PLAY_AT_EACH = "play a tile at each end", Kind.PLAY
    PLAY_ON_LAST = "play a tile on the last tile", Kind.PLAY, Where.LAST
    PLAY_ON_OWN = "play a tile on own train", Kind.PLAY, Where.OWN
    PLAY_ON_OTHERS = "play a tile on each other train", Kind.PLAY, Where.OTHERS
    PLAY_OF_SUIT = "play a tile of suit led", Kind.PLAY, Where.SUIT
    DRAW_THEN_STOP = "draw 1 then stop", Kind.DRAW
    DRAW_THEN_PLAY = "draw 1 then play", Kind.DRAW
    DRAW_UNTIL_ABLE = "draw until able then play", Kind.DRAW
    DRAW_THEN_GO_ON = "draw 1 then go on", Kind.DRAW
    PASS = "pass", Kind.PASS
    DROP_OUT = "drop out", Kind.PASS
    STOP = "stop", Kind.STOP
    DISCARD = "discard a tile", Kind.DISCARD

    def __init__(self, words: str, kind: Kind, where: Where | None = None) -> None:
        self.words = words
        self.kind = kind
        self.where = where


PLACED = {act: act.where for act in Act if act.where is not None}
"""Plays at some of the open ends only."""
PLAYING = frozenset(act for act in Act if act.kind is Kind.PLAY)
DRAWING = frozenset(act for act in Act if act.kind is Kind.DRAW)
PASSING = frozenset(act for act in Act if act.kind is Kind.PASS)
TIED = frozenset({Act.DRAW_THEN_PLAY, Act.DRAW_UNTIL_ABLE})
"""Draws after which only the tile drawn may be laid, or the turn ends with a pass."""


@dataclass(frozen=True)
class Step(Node):
    """One step of a turn; `new_group` after `or else` and for the first step."""

    act: Act
    guard: Expression | None
    new_group: bool
    draws: int = 1
    """How many tiles the step draws at most, except for `draw until able then play`."""
    then_again: bool = False
    """Whether it is one of the block `then again`, whose steps have a guard that says so."""

    @property
    def words(self) -> str:
        """What the step does, as it is written."""
        number = f"up to {self.draws}" if self.is_limited else str(self.draws)
        return self.act.words.replace("1", number)

    @property
    def is_limited(self) -> bool:
        """Whether the step draws until a tile fits, but no more than so many: `draw up to N`."""
        return self.act is Act.DRAW_THEN_PLAY and self.draws > 1
