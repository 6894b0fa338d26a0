"""The nodes of clauses."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

from dominoes_lang.syntax.example_nodes import (
    Check,
    GivenFact,
    GivenParameter,
    GivenTiles,
    Happening,
)
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
from dominoes_lang.syntax.part_nodes import OpeningRow, Step, Table
from dominoes_lang.syntax.vocabulary import CLAUSES
from dominoes_lang.table.shape import LINE, Shape, Spinners
from dominoes_lang.table.state import Kind
from dominoes_lang.table.suits import DoublesRank
from dominoes_lang.table.tiles import Tile
from dominoes_lang.text.source import Span


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
    up_again: bool = False
    """Whether the round's double goes up again after the lowest."""

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
class SuitsClause(Clause):
    """`suits: by higher half, doubles high`."""

    doubles: DoublesRank


@dataclass(frozen=True)
class BidRung(Node):
    """`30..42`, `84`, `then 126`: bids of a ladder."""

    lowest: Expression
    highest: Expression
    """The same where it is one bid."""
    over_last: bool = False
    """Whether it may be bid only over the one just before it."""


@dataclass(frozen=True)
class BidsClause(Clause):
    """`bids: 30..42, 84, then 126, once each, or else redeal`."""

    rungs: tuple[BidRung, ...]
    once_each: bool = False
    until_all_pass: bool = False
    last_must_bid: bool = False
    redeal: bool = False


@dataclass(frozen=True)
class TrumpsClause(Clause):
    """`trumps: any number, doubles, none`; as in `table/suits.py`."""

    any_number: bool
    choices: tuple[int, ...]
    """All others that may be named, in the order of the rules."""
    named_by: Expression | None = None
    """None for the bidder."""


@dataclass(frozen=True)
class WidowClause(Clause):
    """`widow: bidder takes stock, then discards 1`."""

    discards: int


@dataclass(frozen=True)
class LeadClause(Clause):
    """`lead: bidder, then taker`: who leads the first trick, and each later one."""

    first: Expression
    later: Expression


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
    THE_DEAL = "at the deal"
    AFTER_PLAY = "after play"
    AFTER_PASS = "after pass"
    AFTER_DRAW = "after draw"
    AFTER_TRICK = "after trick"


MOMENT_AFTER = {
    Kind.PLAY: Moment.AFTER_PLAY,
    Kind.DRAW: Moment.AFTER_DRAW,
    Kind.PASS: Moment.AFTER_PASS,
}
"""The moment of the awards that are paid after an action."""


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
class TileClass(Node):
    """`tiles with a 5`, or all `doubles`, which have no number."""

    number: int | None

    def has(self, tile: Tile) -> bool:
        return tile.is_double if self.number is None else self.number in tile


@dataclass(frozen=True)
class OtherTiles(Node):
    """`others`: all tiles that no entry beside it is about."""


@dataclass(frozen=True)
class TileValue(Node):
    """`[6|6] is 50`, `doubles are 2 per pip`, `others are 0`."""

    tiles: TileLiteral | TileClass | OtherTiles
    amount: Expression
    per_pip: bool

    def has(self, tile: Tile) -> bool:
        """Whether it is about a tile."""
        if isinstance(self.tiles, TileLiteral):
            return tile == self.tiles.tile
        return isinstance(self.tiles, OtherTiles) or self.tiles.has(tile)


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
    UNTIL_ONE_LEFT = "until one side is left, out at"


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
    lead: Expression | None = None
    """How far ahead a side must be to win; 1 is `ties play on`."""
    best_of: Expression | None = None
    """The most sets that two sides need, each a match of its own."""


@dataclass(frozen=True)
class InvariantClause(Clause):
    title: str
    condition: Expression

    @property
    def key(self) -> str:
        return f"invariant {self.title}"


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
