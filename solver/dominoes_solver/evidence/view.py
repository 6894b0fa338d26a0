"""An observer's view of a round: a record from the deal on, or a snapshot of the table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from dominoes_lang.table.state import NO_TILE, Action, Kind, discard


class Holding(NamedTuple):
    """A hand as far as it is known: the mask of known tiles, and how many more there are."""

    known: int
    unseen: int = 0

    @property
    def size(self) -> int:
        return self.known.bit_count() + self.unseen


UNSEEN_DISCARD = discard(NO_TILE)


class RecordedMove(NamedTuple):
    """An action as a record writes it; a draw may have been seen, and then names its tile.

    A discard that was not seen is `UNSEEN_DISCARD`.
    """

    action: Action
    drawn: int = NO_TILE

    @property
    def kind(self) -> Kind:
        return self.action.kind

    @property
    def unseen(self) -> RecordedMove:
        """The move as the other players see it."""
        return RecordedMove(UNSEEN_DISCARD if self.kind is Kind.DISCARD else self.action)


@dataclass(frozen=True)
class Record:
    """The hands at the opening and every action since. Seats, sides and tiles are numbers."""

    dealt: tuple[Holding, ...]
    moves: tuple[RecordedMove, ...] = ()
    stock: tuple[int, ...] = ()
    """The known tiles at the front of the stock, in drawing order."""
    stock_unseen: int = 0
    """How many tiles of the stock are not known, the reserve included."""
    opener: int | None = None
    """Who opens; None if the rules and the written tiles decide it."""
    round: int = 1
    scores: tuple[int, ...] = ()
    idle: int = 0
    """The rounds in a row before this one that nobody won."""
    sets: tuple[int, ...] = ()
    """The sets that each side has won; empty for none."""
    streaks: tuple[int, ...] = ()
    """The rounds before this one that each side has won in a row; empty for none."""
    redeals: int = 0
    """The void deals in a row just before this round."""
    paid: tuple[int, ...] = ()
    """The points that each side was paid at the deal; empty for none."""
    turned: int = NO_TILE
    """The tile turned up from the stock, where a round begins from it."""
    opening: int | None = None
    """The mask of the opener's tiles that may be opened with; None if it is not written."""
    drew: tuple[tuple[int, ...], ...] = ()
    """For each seat the tiles of `dealt` that it drew before the opening, as nobody could open.

    In order, `NO_TILE` for an unseen one; empty for none.
    """

    @property
    def drew_each(self) -> int:
        """How many tiles everyone drew before the opening."""
        return len(self.drew[0]) if self.drew else 0

    @property
    def paid_fact(self) -> str:
        """What was paid at the deal, as a position states it: `paid:50-0`."""
        return "paid:" + "-".join(map(str, self.paid))

    @property
    def before_drawing(self) -> tuple[Holding, ...]:
        """The hands at the deal, before anybody drew."""
        if not self.drew:
            return self.dealt
        return tuple(
            Holding(
                hand.known & ~sum(1 << tile for tile in drew if tile != NO_TILE),
                hand.unseen - drew.count(NO_TILE),
            )
            for hand, drew in zip(self.dealt, self.drew, strict=True)
        )


@dataclass(frozen=True)
class Snapshot:
    """A round between two turns."""

    ends: tuple[int, ...]
    laid: int
    """The mask of the tiles on the table."""
    hands: tuple[Holding, ...]
    mover: int
    stock: tuple[int, ...] = ()
    stock_unseen: int = 0
    void: tuple[int, ...] = ()
    """For each seat the mask of tiles that it is known not to hold now."""
    passes: int = 0
    opener: int | None = None
    finisher: int | None = None
    """Who laid the last tile; None for the seat before the mover and any passes."""
    tips: tuple[tuple[int, int], ...] = ()
    """The tiles that may have been laid last, each with how many ends it fitted then."""
    round: int = 1
    scores: tuple[int, ...] = ()
    idle: int = 0
    """The rounds in a row before this one that nobody won."""
    sets: tuple[int, ...] = ()
    """The sets that each side has won; empty for none."""
    streaks: tuple[int, ...] = ()
    """The rounds before this one that each side has won in a row; empty for none."""
    redeals: int = 0
    """The void deals in a row just before this round."""
    paid: tuple[int, ...] = ()
    """The points that each side has been paid in the round; empty if that is not written."""
    doubles: int = 0
    """The ends at which a double lies, as `layout` counts them."""
    at_ends: tuple[int, ...] = ()
    """The tiles at the open ends of a table in arms."""
    aside: tuple[Holding, ...] = ()
    """The tiles that each seat has laid aside; empty for none."""

    @property
    def aside_known(self) -> tuple[int, ...]:
        """For each seat the mask of the known tiles that it has laid aside; empty for none."""
        return (
            tuple(own.known for own in self.aside) if any(own.known for own in self.aside) else ()
        )

    def gone_from(self, seat: int) -> int:
        """How many tiles a seat has laid aside."""
        return self.aside[seat].size if self.aside else 0


View = Record | Snapshot
