"""How tiles are laid, as `layout:` and `doubles:` state it, without the tiles."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum


class Spinners(Enum):
    """Which doubles have four sides."""

    NONE = "inline"
    FIRST = "first is spinner"
    ALL = "all are spinners"


class LayoutKind(Enum):
    """The ways in which tiles lie: what else is asked of a layout follows from its parts."""

    LINE = "line"
    ONE_END = "line open at one end"
    ARMS = "arms"
    TRAINS = "trains"
    OWN_TRAINS = "trains from own doubles"
    TRICKS = "tricks"


BRANCHING = frozenset({LayoutKind.ARMS, LayoutKind.TRAINS, LayoutKind.OWN_TRAINS})
"""The kinds with more than two ends, each with a place of its own."""


class Where(Enum):
    """The open ends at which a step of the turn lays a tile, where it names some of them."""

    LAST = "on the last tile"
    OWN = "on own train"
    OTHERS = "on each other train"
    SUIT = "of suit led"


class Starter(Enum):
    """The tile that lies on the table before the first turn, and is nobody's play."""

    NONE = "none"
    TILE = "a tile of the set"
    ROUND = "the round's double"
    STOCK = "the tile turned up from the stock"


@dataclass(frozen=True)
class Shape:
    """What the first tile opens, what a double opens later, and which ends come first."""

    one_end: bool = False
    star: int = 0
    """The sides of the first double that are covered before anything else; 0 for a line."""
    then_doubles: bool = False
    """Whether each tile at the centre then waits for its double."""
    spinners: Spinners = Spinners.NONE
    counts_both: bool = False
    """Whether a double at an end counts both halves."""
    counts_tips: bool = False
    """Whether a spinner counts its free sides once two tiles lie against it."""
    must_cover: bool = False
    """Whether a double is covered on all sides before anything else."""
    starter: Starter = Starter.NONE
    trains: bool = False
    """Whether each player has a train, which starts at the tile in the middle.

    The starter is that tile; without one, it is the double of the opener.
    """
    own_doubles: bool = False
    """Whether each train begins with a double of its owner, and no tile lies in the middle."""
    public: int = 0
    """How many more trains are open to everyone."""
    tricks: bool = False
    """Whether no tile lies against another, and players take tricks."""

    @property
    def begun(self) -> bool:
        """Whether a tile lies on the table before the first turn."""
        return self.starter is not Starter.NONE

    @property
    def opens_with_double(self) -> bool:
        """Whether nothing but a double can begin the table."""
        return self.trains and not self.begun

    @property
    def in_arms(self) -> bool:
        """Whether it is more than a line, and no train."""
        arms = self.star or self.spinners is not Spinners.NONE or self.must_cover
        return bool(arms) and not self.one_end and not self.trains

    @property
    def kind(self) -> LayoutKind:
        """How tiles lie."""
        if self.tricks:
            return LayoutKind.TRICKS
        if self.trains:
            return LayoutKind.OWN_TRAINS if self.own_doubles else LayoutKind.TRAINS
        if self.in_arms:
            return LayoutKind.ARMS
        return LayoutKind.ONE_END if self.one_end else LayoutKind.LINE

    @property
    def moves_of(self) -> Shape:
        """The same without what changes points alone: with it moves have the same names."""
        return replace(self, counts_both=self.in_arms and self.counts_both, counts_tips=False)

    @property
    def tracks(self) -> frozenset[str]:
        """The fields of `More` that the layout itself asks for."""
        if self.tricks:
            return frozenset({"bid", "bidder", "silent", "aside_due", "taker", "taken"})
        laid = {"laid"} if self.begun else set()
        if self.trains:
            return frozenset(laid | {"at_ends"} if self.own_doubles else {"laid"})
        if not self.in_arms:
            return frozenset(laid | {"doubles"} if self.counts_both else laid)
        by_laid = self.must_cover or self.spinners is Spinners.FIRST
        return frozenset(laid | {"at_ends", "laid"} if by_laid else laid | {"at_ends"})


LINE = Shape()
