"""What is told at a table, as values: who reads it decides in which words, and how much of it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from dominoes_rules.play.payments import Payment
from dominoes_rules.position.notation import Move


@dataclass(frozen=True)
class RoundBegan:
    """A round was dealt."""

    number: int
    set_number: int = 0
    """The number of its set; 0 in a match without sets."""
    void_deals: int = 0
    """The void deals just before it, where rules count them."""
    drew: int = 0
    """How many tiles everyone drew before the opening, as nobody could open."""
    paid: tuple[Payment, ...] = ()
    """What was paid at the deal."""


@dataclass(frozen=True)
class Acted:
    """A player made a move, or drew several tiles in a row.

    Everybody may read all but three things, which are the player's own: the tiles that were drawn
    or laid aside, whether the last one drawn fits, and that nothing else was possible.
    """

    seat: str
    moves: tuple[Move, ...]
    """One move, or draws in a row; draws with their tiles."""
    first: int
    """The number, from 1, of the first of them among the actions of the round."""
    opens: bool
    """Whether it opens the round."""
    paid: tuple[Payment, ...] = ()
    """What was paid for it at once."""
    fits: bool = False
    """Whether the tile that was drawn last can be played in the same turn."""
    forced: bool = False
    """Whether it was done without asking, since nothing else was possible."""
    taker: str = ""
    """Who takes the trick that it ends; empty if it ends none."""

    @property
    def last(self) -> int:
        """The number of the last of the moves among the actions of the round."""
        return self.first + len(self.moves) - 1


@dataclass(frozen=True)
class BySeat:
    """Something else that a player did; each class is another thing."""

    seat: str


class HintAsked(BySeat):
    """A player has asked for a hint."""


class TakenBack(BySeat):
    """A player has taken back a choice, and all that came after it."""


class TableShut(BySeat):
    """A player has closed the table, which can be opened again for a while."""


class TableReopened(BySeat):
    """A player has opened the table again."""


class MatchBegan(BySeat):
    """A player begins another match at the same seats."""


class Because(Enum):
    """Why a choice stands that a player wanted to take back."""

    REFUSED = "refused"
    SILENT = "silent"
    """Some have not answered in time."""
    PLAYED_ON = "played on"


@dataclass(frozen=True)
class ChoiceStands:
    """A choice is not taken back."""

    seat: str
    """Whose choice it is."""
    because: Because
    by: tuple[str, ...]
    """Who refused, has not answered, or played on."""


@dataclass(frozen=True)
class HintsSwitched:
    """Whether there are hints though several persons play."""

    are_open: bool


@dataclass(frozen=True)
class SeatsSwapped:
    """Two players have changed places; the letters are those that they have now."""

    first: str
    second: str


Event: TypeAlias = RoundBegan | Acted | BySeat | ChoiceStands | HintsSwitched | SeatsSwapped
