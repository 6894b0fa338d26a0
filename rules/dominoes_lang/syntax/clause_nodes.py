"""The nodes of clauses and of what stands in them: tables, openings, turns, examples."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import ClassVar
from typing import Literal as OneOf

from dominoes_lang.syntax.expression_nodes import (
    Expression,
    Name,
    Node,
    Number,
    Role,
    Seat,
    TileLiteral,
    Who,
    YesNo,
    walk,
)
from dominoes_lang.syntax.vocabulary import CLAUSES
from dominoes_lang.table.marks import Mark
from dominoes_lang.table.shape import LINE, Shape, Spinners, Where
from dominoes_lang.table.state import Kind
from dominoes_lang.text.source import Span

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

    `who` None is a redeal.
    """

    who: Expression | None
    with_it: bool = False
    tile: Expression | AnyOf | None = None
    by_choice: bool = False
    """Whether any player of the side may open."""

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
    DRAW_THEN_STOP = "draw 1 then stop", Kind.DRAW
    DRAW_THEN_PLAY = "draw 1 then play", Kind.DRAW
    DRAW_UNTIL_ABLE = "draw until able then play", Kind.DRAW
    DRAW_THEN_GO_ON = "draw 1 then go on", Kind.DRAW
    PASS = "pass", Kind.PASS
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

    @property
    def words(self) -> str:
        """What the step does, as it is written."""
        number = f"up to {self.draws}" if self.is_limited else str(self.draws)
        return self.act.words.replace("1", number)

    @property
    def is_limited(self) -> bool:
        """Whether the step draws until a tile fits, but no more than so many: `draw up to N`."""
        return self.act is Act.DRAW_THEN_PLAY and self.draws > 1


# ------------------------------------------------------------------ clauses


@dataclass(frozen=True)
class Clause(Node):
    """A clause; `span` covers all of it, `key` is shared by a child's clause that replaces it."""

    @property
    def key(self) -> str:
        return CLAUSE_WORDS[type(self)]


@dataclass(frozen=True)
class VariantClause(Clause):
    title: str


@dataclass(frozen=True)
class ExtendsClause(Clause):
    parent: str
    parent_span: Span = field(compare=False, repr=False, kw_only=True)


@dataclass(frozen=True)
class WithoutClause(Clause):
    """`without award hand`, `without redeal`: a clause that a child does not inherit."""

    dropped: str
    """The key of the clause that is left out."""
    dropped_span: Span = field(compare=False, repr=False, kw_only=True)

    @property
    def key(self) -> str:
        return f"without {self.dropped}"


@dataclass(frozen=True)
class NoteClause(Clause):
    """`note "…"`: a sentence for the sheet, which changes no rule."""

    text: str

    @property
    def key(self) -> str:
        return f"note {self.text}"


@dataclass(frozen=True)
class ParameterClause(Clause):
    """`parameter x = 200 from 50 to 1000 "points to win"`, `parameter x = a one of a, b`."""

    name: str
    name_span: Span = field(compare=False, repr=False, kw_only=True)
    default: Number | TileLiteral | YesNo | Name
    lowest: int | None
    highest: int | None
    choices: tuple[Number | TileLiteral | YesNo | Name, ...]
    text: str = field(default="", compare=False)
    """What the sheet calls it; empty if it has its name alone."""

    @property
    def key(self) -> str:
        return f"parameter {self.name}"


@dataclass(frozen=True)
class DefineClause(Clause):
    name: str
    name_span: Span = field(compare=False, repr=False, kw_only=True)
    value: Expression

    @property
    def key(self) -> str:
        return f"define {self.name}"


@dataclass(frozen=True)
class LeftOut(Node):
    """A tile that is not in the set; with `players`, only for that number of players."""

    tile: TileLiteral
    players: int | None = None


@dataclass(frozen=True)
class TilesClause(Clause):
    highest: int
    without: tuple[LeftOut, ...]
    without_doubles: bool


@dataclass(frozen=True)
class PlayersClause(Clause):
    fewest: int
    most: int
    team_size: int
    names: tuple[str, ...] = field(default=(), compare=False)
    """What the sheet calls the teams, where they have names, the one of A first."""


@dataclass(frozen=True)
class DirectionClause(Clause):
    clockwise: bool


@dataclass(frozen=True)
class DealPart(Node):
    """`9 each for 2`; `players` is None if it holds for every number of players."""

    amount: Expression
    players: int | None


@dataclass(frozen=True)
class DealClause(Clause):
    """`deal: all` has no parts."""

    parts: tuple[DealPart, ...]


@dataclass(frozen=True)
class ReserveClause(Clause):
    amount: Expression


@dataclass(frozen=True)
class RedealClause(Clause):
    condition: Expression


@dataclass(frozen=True)
class FirstOpenerClause(Clause):
    rows: tuple[OpeningRow, ...]


@dataclass(frozen=True)
class NextOpenerClause(Clause):
    rows: tuple[OpeningRow, ...]


@dataclass(frozen=True)
class LayoutClause(Clause):
    shape: Shape = LINE
    """What is written of it here; the number of a star and what doubles do are not."""
    star: Expression | None = None
    """The sides of the first tile that are covered first; None for a line."""
    starter_tile: Expression | None = None

    @property
    def in_line(self) -> bool:
        """Whether there are two open ends at most, but for what doubles open."""
        line = Shape(one_end=self.shape.one_end, starter=self.shape.starter)
        return self.star is None and self.shape == line


@dataclass(frozen=True)
class DoublesClause(Clause):
    count_both: bool = False
    """Whether a double at an end counts both halves."""
    spinners: Spinners = Spinners.NONE
    count_tips: bool = False
    """Whether a spinner counts its free sides once two tiles lie against it."""
    must_cover: bool = False
    """Whether a double is covered before anything else."""


@dataclass(frozen=True)
class FitsClause(Clause):
    total: Expression | None = None
    """The sum of two numbers that touch; None for equal numbers."""
    wild: tuple[TileLiteral | Number, ...] = ()
    after_double: bool = False
    """Whether a half takes nothing but its double until that lies on the table."""


@dataclass(frozen=True)
class TurnClause(Clause):
    steps: tuple[Step, ...]
    again: Expression | None = None
    """The condition that, true after a play, gives the same player another turn."""


@dataclass(frozen=True)
class DominoClause(Clause):
    condition: Expression


@dataclass(frozen=True)
class BlockedClause(Clause):
    condition: Expression


@dataclass(frozen=True)
class WinnerClause(Clause):
    table: Table


class Moment(Enum):
    """When an award is paid."""

    ROUND_END = "at round end"
    AFTER_PLAY = "after play"
    AFTER_PASS = "after pass"
    AFTER_DRAW = "after draw"


@dataclass(frozen=True)
class AwardClause(Clause):
    """`award NAME: AMOUNT to WHO at round end when CONDITION`."""

    name: str
    name_span: Span = field(compare=False, repr=False, kw_only=True)
    amount: Table
    to: Expression
    condition: Expression | None
    moment: Moment = Moment.ROUND_END

    @property
    def key(self) -> str:
        return f"award {self.name}"

    @property
    def each(self) -> Role | None:
        """`each player` or `each side`, where they are paid one after another."""
        roles = {node.role for node in walk(self) if isinstance(node, Who)}
        return next((role for role in (Role.EACH_PLAYER, Role.EACH_SIDE) if role in roles), None)


@dataclass(frozen=True)
class TileValue(Node):
    tile: TileLiteral
    amount: Expression


@dataclass(frozen=True)
class TileValueClause(Clause):
    entries: tuple[TileValue, ...]


class MatchKind(Enum):
    """The kind of a match; its amount is a number of points, rounds or wins."""

    ONE_ROUND = "one round"
    FIRST_TO_REACH = "first side to reach"
    ROUNDS_LOWEST = "rounds, lowest total wins"
    ROUNDS_HIGHEST = "rounds, highest total wins"
    ROUNDS_MOST_WINS = "rounds, most wins"
    FIRST_TO_WINS = "wins"
    WINS_IN_A_ROW = "wins in a row"
    UNTIL_LOWEST = "until a side reaches, lowest total wins"


@dataclass(frozen=True)
class HeadStart(Node):
    """`A starts with 30`: what the side of a seat has before the first round."""

    who: Seat
    amount: Expression


@dataclass(frozen=True)
class MatchClause(Clause):
    series: MatchKind
    amount: Expression | None
    starting_again: bool = False
    """Whether the wins are counted anew once every side has one."""
    shutout_double: bool = False
    """Whether a match is worth 2 if all others end it with nothing."""
    drawn_when: Expression | None = None
    """If another side has this much when a side reaches the target, the match is drawn."""
    overshoot_ignored: bool = False
    """Whether a side is paid nothing at a moment that would take it beyond the target."""
    checked: bool = False
    """Whether a payment that brings a side to the target ends the round."""
    head_starts: tuple[HeadStart, ...] = ()


@dataclass(frozen=True)
class InvariantClause(Clause):
    title: str
    condition: Expression

    @property
    def key(self) -> str:
        return f"invariant {self.title}"


# ------------------------------------------------------------------ examples


@dataclass(frozen=True)
class GivenTiles(Node):
    """Tiles on the table, in the stock, or (with `seat`) in a hand or on a train."""

    LYING: ClassVar = frozenset({"line", "arm", "train", "public"})
    """Those whose tiles lie on the table in a direction."""

    where: OneOf["line", "arm", "train", "public", "spinner", "stock", "hand"]
    tiles: tuple[tuple[int, int], ...]
    """The halves; of `LYING` as written, since these have a direction."""
    seat: int | None = None


@dataclass(frozen=True)
class GivenFact(Node):
    """A number or a seat: `round is 2`, `opener is B`, `A to play`."""

    what: str
    """Its name in `_GIVEN` of `build.py`."""
    number: int
    seat: int | None = None


@dataclass(frozen=True)
class GivenParameter(Node):
    name: str
    value: Number | TileLiteral | YesNo | Name


@dataclass(frozen=True)
class NamedPlace(Node):
    """The place of a play: `on left`, `on [6|4]`, `on train of B`."""

    mark: Mark


@dataclass(frozen=True)
class Happening(Node):
    """An action of a seat; `on` is None if no place is written."""

    act: OneOf["play", "discard", "draw", "pass", "stop"]
    seat: int
    tile: TileLiteral | None = None
    on: NamedPlace | None = None
    leaving: int | None = None
    """The number that it leaves open, where both halves may touch."""


@dataclass(frozen=True)
class Check(Node):
    """A check at the end; `subject` and `amount` as the sort of check needs them.

    The amount of `opens next` is who opens if the new hands do not let the subject.
    """

    sort: OneOf[
        "illegal", "round over", "round goes on", "match over", "match goes on",
        "wins the match", "to play", "opens next", "scores", "condition", "may", "may not",
    ]  # fmt: skip
    subject: Expression | None = None
    amount: Expression | None = None
    happening: Happening | None = None


@dataclass(frozen=True)
class ExampleClause(Clause):
    title: str
    given: tuple[GivenTiles | GivenFact | GivenParameter, ...]
    happenings: tuple[Happening, ...]
    checks: tuple[Check, ...]

    @property
    def key(self) -> str:
        return f"example {self.title}"


_CLASSES = {clause.__name__: clause for clause in Clause.__subclasses__()}
CLAUSE_WORDS: dict[type[Clause], str] = {
    _CLASSES[f"{header.title().replace(' ', '')}Clause"]: header for header in CLAUSES
}
"""Each clause with the words that it begins with, in the order of a rules file."""
